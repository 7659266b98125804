//! Makes room for a new file by moving an existing file of that name to an unused name.
//!
//! Used by front ends before they write a file whose name may be taken. The only code that moves existing
//! files: it checks a file again while it holds its lock, and never replaces another. Knows paths, and about
//! the contents only whether a file is a save.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::file::{self, FileError, path_text};
use super::header::MAGIC;

/// Number of attempts and delay between them for a locked file: a child process that is just starting can
/// hold a released lock for a moment.
const LOCK_TRIES: u32 = 10;
const LOCK_WAIT: Duration = Duration::from_millis(10);

/// Moves the file at `path` to the first unused one of these names. Returns that name, or `None` if there is
/// no file. Returns an error and moves nothing if another program has locked the file.
pub fn make_room(
    path: &Path,
    names: impl IntoIterator<Item = PathBuf>,
) -> Result<Option<PathBuf>, FileError> {
    let explain = |source| FileError::Io { path: path_text(path), source };
    let Some(found) = file::if_there(path.symlink_metadata()).map_err(explain)? else { return Ok(None) };
    let _lock = if found.is_file() { Some(lock(path)?) } else { None };
    for name in names {
        match move_to_unused(path, &name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            moved => return moved.map(|()| Some(name)).map_err(explain),
        }
    }
    Err(explain(io::ErrorKind::AlreadyExists.into()))
}

/// Returns names for a file whose own name is taken: `x.play-2.loom`, `x.play-3.loom` and so on for `x.play.loom`.
pub fn other_names(file: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let file = file.to_owned();
    (2..u32::MAX).map(move |number| other_name(&file, number))
}

/// Returns one of these names by its number, which is 2 for the first.
pub fn other_name(file: &Path, number: u32) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = file.extension() {
        name.push(".");
        name.push(ending);
    }
    file.with_file_name(name)
}

/// Whether this is a save, of whatever format: nothing may be written in its place. A file that cannot be
/// read is an error, since it may be one.
pub fn is_save(path: &Path) -> Result<bool, FileError> {
    let explain = |source| FileError::Io { path: path_text(path), source };
    let found = file::if_there(fs::metadata(path)).map_err(explain)?;
    // Reading anything but a regular file may block.
    if !found.is_some_and(|about| about.is_file()) {
        return Ok(false);
    }
    let mut start = Vec::new();
    let file = file::open_to_read(path).map_err(explain)?;
    file.take(MAGIC.len() as u64).read_to_end(&mut start).map_err(explain)?;
    Ok(start == MAGIC)
}

/// Renames a file; an error if the new name is taken.
pub fn move_to_unused(path: &Path, name: &Path) -> io::Result<()> {
    let mut file = tempfile::TempPath::try_from_path(path)?;
    // The file is not temporary and must not be deleted on drop.
    file.disable_cleanup(true);
    file.persist_noclobber(name).map_err(|error| error.error)?;
    sync_folder(name)
}

fn lock(path: &Path) -> Result<File, FileError> {
    let explain = |source| FileError::Io { path: path_text(path), source };
    let file = File::open(path).map_err(explain)?;
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_WAIT),
            Err(TryLockError::Error(error)) => return Err(explain(error)),
        }
    }
    Err(FileError::Locked { path: path_text(path) })
}

/// Makes a new name durable, on platforms that can sync folders.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &Path) -> impl Iterator<Item = PathBuf> {
        (2..9).map(move |number| path.with_extension(format!("{number}")))
    }

    #[test]
    fn what_is_in_the_way_gets_the_first_unused_name_and_nothing_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.loom");
        assert_eq!(make_room(&path, names(&path)).unwrap(), None);
        for (text, number) in [("first", "2"), ("second", "3")] {
            fs::write(&path, text).unwrap();
            assert_eq!(make_room(&path, names(&path)).unwrap(), Some(path.with_extension(number)));
            assert!(!path.exists());
        }
        assert_eq!(fs::read(path.with_extension("2")).unwrap(), b"first");
        assert_eq!(fs::read(path.with_extension("3")).unwrap(), b"second");
    }

    #[test]
    fn a_folder_in_the_way_is_kept_with_what_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.loom");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), "kept").unwrap();
        let moved = make_room(&path, names(&path)).unwrap().unwrap();
        assert_eq!(fs::read(moved.join("inside")).unwrap(), b"kept");
    }

    #[test]
    fn a_file_that_is_in_use_stays_where_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.loom");
        fs::write(&path, "theirs").unwrap();
        let theirs = File::open(&path).unwrap();
        theirs.try_lock().unwrap();
        assert!(matches!(make_room(&path, names(&path)), Err(FileError::Locked { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
    }
}
