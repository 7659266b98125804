//! The keyframe file beside a long save: some of its states, so that a turn can be shown without replaying
//! all turns before it.
//!
//! Read and written by the catalog. Only a cache: it may be deleted at any time, and a reader compares the
//! fingerprint of each state with the one in the log. Sees only bytes; does not read or replace any other
//! kind of file.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::file::{self, Sharing};
use crate::codec;
use crate::timeline::NodeId;

/// Encoded states by node; an empty entry means that the state is the first one.
pub type Keyframes = BTreeMap<NodeId, Vec<u8>>;

const MAGIC: &[u8; 8] = b"\x89LOOMKF1";
/// Maximum size of a keyframe file that is read.
const LARGEST: u64 = 64 << 20;

/// Path of the keyframe file of a save.
pub fn path_beside(save: &Path) -> PathBuf {
    let mut path = OsString::from(save);
    path.push(".keyframes");
    path.into()
}

/// Reads a keyframe file; empty if there is none or it cannot be used.
pub fn read(path: &Path) -> Keyframes {
    contents(path).and_then(|bytes| codec::decode(bytes.strip_prefix(MAGIC)?).ok()).unwrap_or_default()
}

/// Writes the keyframe file of a save, readable for those who may read the save. Ignores errors, because
/// nothing depends on the file.
pub fn write(save: &Path, keyframes: &Keyframes) {
    let path = path_beside(save);
    let bytes = [MAGIC.as_slice(), &codec::encode(keyframes)].concat();
    if is_free(&path) && bytes.len() as u64 <= LARGEST {
        drop(file::put(&path, &bytes, &Sharing::like(save)));
    }
}

/// Whether there is no file at the path, or a keyframe file. A link does not count as one.
fn is_free(path: &Path) -> bool {
    match path.symlink_metadata() {
        Ok(found) => found.is_file() && contents(path).is_some_and(|bytes| bytes.starts_with(MAGIC)),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

fn contents(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let is_file = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= LARGEST);
    file::open_to_read(path).ok().filter(|_| is_file)?.take(LARGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
