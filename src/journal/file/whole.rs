//! Whole files: read in one piece, and written completely or not at all.
//!
//! Used for levels, exports and new saves. A file is written to a temporary one in the same folder, synced and
//! renamed, so that readers see either the old bytes or the new ones. What can be refused is refused before anything
//! is written.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{FileError, FileStorage, Sharing};

/// Longest chain of symbolic links that is followed.
const MOST_LINKS: usize = 40;

/// Replaces a whole file, or creates it. A symbolic link stays, and the file it leads to is replaced. The new file has
/// the permissions of the old one, and its owner and group as far as we may give them away. It is a new file, so other
/// hard links to the old one keep the old bytes, and what the system keeps beside the permissions (access lists,
/// extended attributes) is not copied.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace_with(path, &Sharing::Usual, |out| out.write_all(bytes)).map(drop)
}

/// Replaces a whole file, as [`replace`] does, or creates it with these permissions, with what `write` writes piece by
/// piece. Returns its length.
pub fn replace_with(
    path: &Path,
    sharing: &Sharing,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<u64, FileError> {
    check_regular(path)?;
    let target = followed(path).map_err(FileError::io(path))?;
    let old = if_there(fs::metadata(&target)).map_err(FileError::io(path))?.map(Sharing::Same);
    let (temporary, folder) =
        written(&target, write, old.as_ref().unwrap_or(sharing)).map_err(named(path))?;
    let length = temporary.as_file().metadata().map_err(FileError::io(path))?.len();
    let file = temporary.persist(&target).map_err(|error| FileError::io(path)(error.error))?;
    let unconfirmed = |source| FileError::Unconfirmed { path: path.display().to_string(), source };
    folder.sync(&file).map_err(unconfirmed).map(|()| length)
}

/// Puts a file with these bytes and permissions at a path, whatever is there: a link is replaced and not followed.
pub(in crate::journal) fn put(path: &Path, bytes: &[u8], sharing: &Sharing) -> Result<(), FileError> {
    let (temporary, folder) = written(path, |out| out.write_all(bytes), sharing)?;
    let file = temporary.persist(path).map_err(|error| FileError::io(path)(error.error))?;
    folder.sync(&file).map_err(FileError::io(path))
}

/// Writes a copy of a save that was pulled away: beside its old path, or else in the current or the temporary folder,
/// under a name that is free. It is for the owner only, as nobody can tell any more who may read the save. Returns the
/// path.
pub fn rescue(path: &Path, bytes: &[u8]) -> Result<PathBuf, FileError> {
    let elsewhere = [std::env::current_dir().ok(), Some(std::env::temp_dir())].into_iter().flatten();
    let beside = create_rescued(path, bytes);
    let file = path.file_name().unwrap_or_default();
    elsewhere.fold(beside, |rescued, folder| rescued.or_else(|_| create_rescued(&folder.join(file), bytes)))
}

fn create_rescued(path: &Path, bytes: &[u8]) -> Result<PathBuf, FileError> {
    let mut number = 1;
    loop {
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(if number == 1 { ".rescued.loom".to_owned() } else { format!(".rescued-{number}.loom") });
        let copy = path.with_file_name(name);
        match FileStorage::create_from(&copy, bytes, &Sharing::Private) {
            Err(FileError::Exists { .. }) => number += 1,
            created => return created.map(|_| copy),
        }
    }
}

/// Reads a text file of at most `most` bytes, without the byte order mark that some programs begin it with.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    let explain = |error: io::Error| FileError::io(path)(error);
    check_regular(path)?;
    let mut text = Vec::new();
    open_to_read(path).map_err(explain)?.take(most + 1).read_to_end(&mut text).map_err(explain)?;
    if text.len() as u64 > most {
        return Err(explain(io::Error::other(format!(
            "the file is larger than {most} bytes, the most that is read"
        ))));
    }
    let text =
        String::from_utf8(text).map_err(|_| explain(io::Error::other("the file is not text (UTF-8)")))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Opens a file such that reading never waits for bytes: some that look regular are sources without an end, which the
/// operating system offers.
pub(in crate::journal) fn open_to_read(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    options.open(path)
}

/// Refuses what is not a regular file, without opening it: opening a pipe would wait for somebody at its other end. A
/// path where nothing is passes.
pub fn check_regular(path: &Path) -> Result<(), FileError> {
    let path_text = || path.display().to_string();
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(FileError::Directory { path: path_text() }),
        Ok(about) if !about.is_file() => Err(FileError::Special { path: path_text(), what: kind_of(&about) }),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn kind_of(about: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match about.file_type() {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn kind_of(_: &Metadata) -> &'static str {
    "a device"
}

/// Follows symbolic links to the file that would be opened, which need not exist.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match if_there(fs::symlink_metadata(&path))? {
            Some(about) if about.is_symlink() => path = parent(&path).join(fs::read_link(&path)?),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("the symbolic links lead in a circle; remove one of them"))
}

/// Returns what is known of a file, or `None` if nothing is there. If neither is known, it may be there, and must not be
/// treated as if it were not.
pub(in crate::journal) fn if_there(found: io::Result<Metadata>) -> io::Result<Option<Metadata>> {
    match found {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Writes a temporary file with these permissions beside a path, and returns it with the folder, which is open for
/// syncing.
pub(super) fn written(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    sharing: &Sharing,
) -> Result<(tempfile::NamedTempFile, Folder), FileError> {
    let explain = |error: io::Error| FileError::io(path)(error);
    let folder = Folder::of(path).map_err(explain)?;
    let mut temporary = new_beside(path, sharing).map_err(explain)?;
    let mut buffered = io::BufWriter::new(temporary.as_file_mut());
    write(&mut buffered).and_then(|()| buffered.flush()).map_err(explain)?;
    drop(buffered);
    sharing.apply(temporary.as_file()).map_err(explain)?;
    temporary.as_file().sync_all().map_err(explain)?;
    Ok((temporary, folder))
}

/// Names the path that the user gave instead of the one it leads to.
fn named(path: &Path) -> impl FnOnce(FileError) -> FileError + '_ {
    |error| match error {
        FileError::Io { source, .. } => FileError::io(path)(source),
        other => other,
    }
}

/// Creates a temporary file in the same folder.
fn new_beside(path: &Path, sharing: &Sharing) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".timeloom-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(sharing.mode()));
    #[cfg(not(unix))]
    let _ = sharing;
    // Keep only the kind: the whole error names the temporary file, which means nothing to the user.
    builder.tempfile_in(parent(path)).map_err(|error| error.kind().into())
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The folder of a file, opened before anything is written in it: a new name is durable only after the folder is
/// synced, and not every platform can do that.
pub(super) struct Folder(Option<File>);

impl Folder {
    /// Opens the folder of a path.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        if cfg!(not(unix)) {
            return Ok(Self(None));
        }
        match File::open(parent(path)) {
            Ok(folder) => Ok(Self(Some(folder))),
            // Files can be made in a folder that cannot be listed; then the whole file system is synced instead.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && CAN_SYNC_ALL => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }

    /// Makes a new name in the folder durable: that of this file.
    pub(super) fn sync(&self, file: &File) -> io::Result<()> {
        let synced = self.0.as_ref().map(File::sync_all);
        match synced {
            Some(Err(error)) if is_unsupported(&error) => sync_all(file),
            Some(synced) => synced,
            None => sync_all(file),
        }
    }
}

/// Whether the file system cannot sync folders at all.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

/// Whether the file system of a file can be synced as a whole.
const CAN_SYNC_ALL: bool = cfg!(any(target_os = "linux", target_os = "android"));

#[cfg(any(target_os = "linux", target_os = "android"))]
fn sync_all(file: &File) -> io::Result<()> {
    Ok(rustix::fs::syncfs(file)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn sync_all(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests;
