//! The keyframe file beside a long save: some of its states, so that one turn can be looked at without replaying all
//! before it.
//!
//! Read and written by the catalog. Only a cache: it may be deleted at any time, and a reader compares the fingerprint
//! of each state with the one in the log. Sees bytes; a file that is not one of these is neither read nor replaced.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::file::{self, Sharing};
use crate::codec;
use crate::timeline::NodeId;

/// Encoded states by node; without bytes, everything is there as at the start.
pub type Keyframes = BTreeMap<NodeId, Vec<u8>>;

const MAGIC: &[u8; 8] = b"\x89LOOMKF1";
/// A larger file is not read.
const LARGEST: u64 = 64 << 20;

/// Path of the keyframe file of a save.
pub fn path_beside(save: &Path) -> PathBuf {
    let mut path = OsString::from(save);
    path.push(".keyframes");
    path.into()
}

/// Reads a keyframe file; none if there is none or it cannot be used.
pub fn read(path: &Path) -> Keyframes {
    contents(path).and_then(|bytes| codec::decode(bytes.strip_prefix(MAGIC)?).ok()).unwrap_or_default()
}

/// Writes the keyframe file of a save if its folder allows it, for those who may read the save. Nothing depends on it,
/// so nothing is said if it does not.
pub fn write(save: &Path, keyframes: &Keyframes) {
    let path = path_beside(save);
    let bytes = [MAGIC.as_slice(), &codec::encode(keyframes)].concat();
    if is_free(&path) && bytes.len() as u64 <= LARGEST {
        drop(file::put(&path, &bytes, &Sharing::like(save)));
    }
}

/// Whether nothing is at the path but a keyframe file. A link is something else, wherever it leads.
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
