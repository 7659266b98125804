//! Creates files without overwriting others: an existing file is moved to an unused name, and the user is
//! told.
//!
//! Used wherever the editor writes a file of the user. Neither this module nor any other part of the editor
//! deletes a file. Knows paths and bytes; [`timeloom::journal::backup`] moves files.

use std::path::{Path, PathBuf};

use timeloom::journal::backup::{make_room, move_to_unused, other_names};
use timeloom::journal::file::{FileError, FileStorage, Sharing};

/// A log that was created.
pub struct CreatedLog {
    /// The open, locked file.
    pub storage: FileStorage,
    /// Its path, which may differ from the requested one.
    pub path: PathBuf,
    /// Message for the user, if there is one.
    pub said: Option<String>,
}

/// Creates a log with these permissions at this path. Moves an existing file to another name; if that file is
/// in use, it stays, and the log gets another name.
pub fn create_log(path: &Path, bytes: &[u8], sharing: &Sharing) -> Result<CreatedLog, FileError> {
    match FileStorage::create_from(path, bytes, sharing) {
        Ok(storage) => Ok(CreatedLog { storage, path: path.to_owned(), said: None }),
        // The path is taken, but the disk is not full.
        Err(FileError::Exists { .. }) => create_instead(path, bytes, sharing),
        Err(error) => Err(error),
    }
}

fn create_instead(path: &Path, bytes: &[u8], sharing: &Sharing) -> Result<CreatedLog, FileError> {
    let aside = match make_room(path, other_names(path)) {
        Ok(aside) => aside,
        Err(why) => {
            let (path, storage) = create_under_another_name(path, bytes, sharing)?;
            let said = Some(format!("{why}; the log here is kept as {}", name(&path)));
            return Ok(CreatedLog { storage, path, said });
        }
    };
    match FileStorage::create_from(path, bytes, sharing) {
        Ok(storage) => {
            let said = aside.map(|aside| kept(path, &aside));
            Ok(CreatedLog { storage, path: path.to_owned(), said })
        }
        Err(error) => {
            // If this fails too, the file still exists under its other name.
            _ = aside.map(|aside| move_to_unused(&aside, path));
            Err(error)
        }
    }
}

fn create_under_another_name(
    path: &Path,
    bytes: &[u8],
    sharing: &Sharing,
) -> Result<(PathBuf, FileStorage), FileError> {
    for other in other_names(path) {
        match FileStorage::create_from(&other, bytes, sharing) {
            Err(FileError::Exists { .. }) => {}
            created => return created.map(|storage| (other, storage)),
        }
    }
    Err(FileError::Exists { path: path.display().to_string() })
}

/// Moves the file at this path to another name, and returns a sentence about it. The error is a sentence.
pub fn set_aside(path: &Path) -> Result<Option<String>, String> {
    let aside = make_room(path, other_names(path)).map_err(|error| error.to_string())?;
    Ok(aside.map(|aside| kept(path, &aside)))
}

/// Copies a file to another name, and returns a sentence about it. Does not change links or permissions of
/// the file. The error is a sentence.
pub fn copy_aside(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (other, _) =
        create_under_another_name(path, &bytes, &Sharing::like(path)).map_err(|error| error.to_string())?;
    Ok(kept_theirs(path, &other))
}

/// Says where the version of another program is.
pub fn kept_theirs(path: &Path, kept: &Path) -> String {
    format!("the version of {} by the other program is kept as {}", name(path), name(kept))
}

/// Says where the file is that was replaced.
pub fn kept(path: &Path, aside: &Path) -> String {
    format!("the file that was {} is kept as {}", name(path), name(aside))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use timeloom::journal::file::Access;

    use super::*;

    fn taken() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("maze.play.loom");
        std::fs::write(&path, "theirs").expect("there is room");
        (folder, path)
    }

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).expect("it is there")
    }

    #[test]
    fn a_file_with_the_name_of_a_log_is_kept_under_another_name() {
        let (folder, path) = taken();
        let created = create_log(&path, b"ours", &Sharing::Usual).expect("there is room");
        assert_eq!(
            created.said.as_deref(),
            Some("the file that was maze.play.loom is kept as maze.play-2.loom")
        );
        assert_eq!((read(&path), created.path == path), ("ours".to_owned(), true));
        assert_eq!(read(&folder.path().join("maze.play-2.loom")), "theirs");
    }

    #[test]
    fn a_file_that_is_in_use_stays_and_the_log_gets_another_name() {
        let (folder, path) = taken();
        let _theirs = FileStorage::open(&path, Access::Write).expect("nobody has it");
        let created = create_log(&path, b"ours", &Sharing::Usual).expect("there is room");
        assert_eq!(created.path, folder.path().join("maze.play-2.loom"));
        assert_eq!((read(&path), read(&created.path)), ("theirs".to_owned(), "ours".to_owned()));
        let said = created.said.expect("it is said");
        assert!(said.contains("in another program") && said.contains("maze.play-2.loom"), "{said}");
    }

    #[test]
    fn a_copy_leaves_the_file_where_it_is() {
        let (folder, path) = taken();
        assert!(copy_aside(&path).expect("there is room").contains("maze.play-2.loom"));
        assert_eq!(
            (read(&path), read(&folder.path().join("maze.play-2.loom"))),
            ("theirs".into(), "theirs".into())
        );
    }
}
