//! Whole files: read in one piece, and written completely or not at all.
//!
//! Used for levels, exports and new saves. Writes to a temporary file in the same folder, syncs it and
//! renames it, so that readers see either the old bytes or the new ones. Refuses what it can before it writes
//! anything.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{FileError, FileStorage, SAVE_EXTENSION, Sharing, path_text};

/// Longest chain of symbolic links that is followed.
const MOST_LINKS: usize = 40;

/// Replaces a whole file, or creates it. A symbolic link stays, and its target is replaced. The new file gets
/// the permissions of the old one, and its owner and group if we may set them. Other hard links keep the old
/// bytes; access lists and extended attributes are not copied.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace_with(path, &Sharing::Usual, |out| out.write_all(bytes)).map(drop)
}

/// Replaces a whole file, as [`replace`] does, or creates it with these permissions; `write` writes its
/// contents piece by piece. Returns its length.
pub fn replace_with(
    path: &Path,
    sharing: &Sharing,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<u64, FileError> {
    let Replacement { temporary, folder, target } = Replacement::write(path, sharing, write)?;
    let length = temporary.as_file().metadata().map_err(FileError::io(path))?.len();
    let file = temporary.persist(&target).map_err(|error| FileError::io(path)(error.error))?;
    folder.confirm(&file, path).map(|()| length)
}

/// A written and synced file that is about to replace another.
pub(super) struct Replacement {
    pub(super) temporary: tempfile::NamedTempFile,
    pub(super) folder: Folder,
    /// The path to replace, which is no link.
    pub(super) target: PathBuf,
}

impl Replacement {
    /// Writes beside a path what `write` writes, with these permissions if the path is new.
    pub(super) fn write(
        path: &Path,
        sharing: &Sharing,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, FileError> {
        check_regular(path)?;
        let target = followed(path).map_err(FileError::io(path))?;
        let old = if_there(fs::metadata(&target)).map_err(FileError::io(path))?.map(Sharing::Same);
        check_writable(&target).map_err(FileError::io(path))?;
        let (temporary, folder) =
            written(&target, write, old.as_ref().unwrap_or(sharing)).map_err(named(path))?;
        Ok(Self { temporary, folder, target })
    }
}

/// Fails if there is a file that we may not write: whoever may write in the folder could replace it all the same.
fn check_writable(path: &Path) -> io::Result<()> {
    match File::options().write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        opened => opened.map(drop),
    }
}

/// Writes a file with these bytes and permissions to a path and replaces whatever is there, including a link.
pub(in crate::journal) fn put(path: &Path, bytes: &[u8], sharing: &Sharing) -> Result<(), FileError> {
    let (temporary, folder) = written(path, |out| out.write_all(bytes), sharing)?;
    let file = temporary.persist(path).map_err(|error| FileError::io(path)(error.error))?;
    folder.sync(&file).map_err(FileError::io(path))
}

/// Writes a copy of a save that was moved or deleted: beside its old path, or else in the current or the
/// temporary folder, under an unused name. The copy is for the owner only, because the permissions of the
/// save are no longer known. Returns its path.
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
        let count = if number == 1 { String::new() } else { format!("-{number}") };
        name.push(format!(".rescued{count}.{SAVE_EXTENSION}"));
        let copy = path.with_file_name(name);
        match FileStorage::create_from(&copy, bytes, &Sharing::Private) {
            Err(FileError::Exists { .. }) => number += 1,
            created => return created.map(|_| copy),
        }
    }
}

/// Reads a text file of at most `most` bytes, without its byte order mark.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    let explain = |error: io::Error| FileError::io(path)(error);
    check_regular(path)?;
    let mut text = Vec::new();
    open_to_read(path).map_err(explain)?.take(most + 1).read_to_end(&mut text).map_err(explain)?;
    if text.len() as u64 > most {
        return Err(explain(io::Error::other(format!("the file is larger than the limit of {most} bytes"))));
    }
    let text =
        String::from_utf8(text).map_err(|_| explain(io::Error::other("the file is not text (UTF-8)")))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Opens a file so that reading never blocks: some files of the operating system look regular but are endless
/// sources of bytes.
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

/// Refuses anything but a regular file, without opening it: opening a pipe would wait for its other end.
/// Passes if there is no file.
pub fn check_regular(path: &Path) -> Result<(), FileError> {
    let path_text = || path_text(path);
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

/// Returns the metadata of a file, or `None` if there is no file. Any other error may hide an existing file,
/// so it is returned.
pub(in crate::journal) fn if_there(found: io::Result<Metadata>) -> io::Result<Option<Metadata>> {
    match found {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Writes a temporary file with these permissions beside a path. Returns it with the folder, open for
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

/// Replaces the path in an error by the one that the user gave.
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

/// The folder of a file, opened before the file is written. A new name is durable only after its folder is
/// synced, which not every platform can do.
pub(super) struct Folder(Option<File>);

impl Folder {
    /// Opens the folder of a path.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        if cfg!(not(unix)) {
            return Ok(Self(None));
        }
        match File::open(parent(path)) {
            Ok(folder) => Ok(Self(Some(folder))),
            // Files can be created in a folder that cannot be listed; then the whole file system is synced
            // instead.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && CAN_SYNC_ALL => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }

    /// Makes the new name of a file durable; `path` is the one that the user gave.
    pub(super) fn confirm(&self, file: &File, path: &Path) -> Result<(), FileError> {
        self.sync(file).map_err(|source| FileError::Unconfirmed { path: path_text(path), source })
    }

    /// Makes the new name of this file in the folder durable.
    pub(super) fn sync(&self, file: &File) -> io::Result<()> {
        let synced = self.0.as_ref().map(File::sync_all);
        match synced {
            Some(Err(error)) if is_unsupported(&error) => sync_all(file),
            Some(synced) => synced,
            None => sync_all(file),
        }
    }
}

/// Whether the error means that the file system cannot sync folders at all.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

/// Whether the platform can sync the whole file system of a file.
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
