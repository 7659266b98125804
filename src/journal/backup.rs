//! Makes room for a new file: an existing file of that name is moved to an unused name.
//!
//! Used by front ends before they write a file whose name may be taken. The only code that moves existing
//! files: it checks a file again while it holds its lock, and never replaces another. Knows paths, and of the contents only whether
//! a file is a save.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::file::{self, FileError};
use super::header::MAGIC;

/// How often and after which delay a locked file is tried again: a lock that was just released can outlive its owner
/// for a moment, in a process that was being started.
const LOCK_TRIES: u32 = 10;
const LOCK_WAIT: Duration = Duration::from_millis(10);

/// Moves whatever is at `path` to the first of these names that is unused; returns that name, or `None` if nothing is
/// there. A file that another program has locked stays where it is, which is an error.
pub fn make_room(
    path: &Path,
    names: impl IntoIterator<Item = PathBuf>,
) -> Result<Option<PathBuf>, FileError> {
    let explain = |source| FileError::Io { path: path.display().to_string(), source };
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

/// Whether this is a save, of whatever format: nothing may be written in its place. A file that cannot be read is an
/// error, since it may be one.
pub fn is_save(path: &Path) -> Result<bool, FileError> {
    let explain = |source| FileError::Io { path: path.display().to_string(), source };
    let found = file::if_there(fs::metadata(path)).map_err(explain)?;
    // Other things than files may block when they are read.
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
    // It is not temporary: nothing may delete it.
    file.disable_cleanup(true);
    file.persist_noclobber(name).map_err(|error| error.error)?;
    sync_folder(name)
}

fn lock(path: &Path) -> Result<File, FileError> {
    let explain = |source| FileError::Io { path: path.display().to_string(), source };
    let file = File::open(path).map_err(explain)?;
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_WAIT),
            Err(TryLockError::Error(error)) => return Err(explain(error)),
        }
    }
    Err(FileError::Locked { path: path.display().to_string() })
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
