//! Replaces a file only if it still is the one that its writer has seen.
//!
//! Used for level files, which several people and programs change. Writing and syncing take time, in which another program
//! may write the file too: so the new file changes places with the old one in one step, and the old one is looked at
//! afterwards. Knows paths; what is known of a file, its caller decides.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::whole::Replacement;
use super::{FileError, Sharing};
use crate::journal::backup::{make_room, other_names};

/// Replaces a whole file with these bytes, as [`super::replace`] does, or creates it with these permissions. A file that `is_known` does not
/// recognise, because another program wrote it meanwhile, gets an unused name, which is returned.
pub fn replace_known(
    path: &Path,
    bytes: &[u8],
    sharing: &Sharing,
    is_known: impl Fn(&Path) -> bool,
) -> Result<Option<PathBuf>, FileError> {
    let explain = |source| FileError::io(path)(source);
    let Replacement { temporary, folder, target } =
        Replacement::write(path, sharing, |out| out.write_all(bytes))?;
    let (file, temporary) = temporary.into_parts();
    let kept = match exchange(temporary, &target, &is_known).map_err(explain)? {
        Old::None => None,
        Old::At(old) => if_unknown(old, &target, &is_known),
        Old::Kept(name) => Some(name),
    };
    folder.confirm(&file, path)?;
    Ok(kept)
}

/// What became of the file that was replaced.
enum Old {
    /// There was none.
    None,
    /// It has the name of the temporary file.
    At(TempPath),
    /// It was not known and has this name.
    Kept(PathBuf),
}

/// Puts the temporary file in the place of the target. Repeats this if the target appears or goes meanwhile.
fn exchange(mut temporary: TempPath, target: &Path, is_known: &impl Fn(&Path) -> bool) -> io::Result<Old> {
    loop {
        match swap(&temporary, target) {
            Ok(()) => return Ok(Old::At(temporary)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) if is_unsupported(&error) => return replace_checked(temporary, target, is_known),
            Err(error) => return Err(error),
        }
        match temporary.persist_noclobber(target) {
            Ok(()) => return Ok(Old::None),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => temporary = error.path,
            Err(error) => return Err(error.error),
        }
    }
}

/// Removes the old file if it is known, and else gives it an unused name.
fn if_unknown(mut old: TempPath, target: &Path, is_known: &impl Fn(&Path) -> bool) -> Option<PathBuf> {
    if is_known(&old) {
        return None;
    }
    for name in other_names(target) {
        match old.persist_noclobber(&name) {
            Ok(()) => return Some(name),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => old = error.path,
            // It cannot be renamed, but it is not ours to remove.
            Err(error) => return error.path.keep().ok(),
        }
    }
    old.keep().ok()
}

/// Replaces the target where two files cannot change places: looks at it just before.
fn replace_checked(temporary: TempPath, target: &Path, is_known: &impl Fn(&Path) -> bool) -> io::Result<Old> {
    let is_foreign = target.symlink_metadata().is_ok() && !is_known(target);
    let room = is_foreign.then(|| make_room(target, other_names(target))).transpose();
    let kept = room.map_err(io::Error::other)?.flatten();
    temporary.persist(target).map_err(|error| error.error)?;
    Ok(kept.map_or(Old::None, Old::Kept))
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn swap(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether two files cannot change places on this system or in this folder.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder with a level, and a check for one text.
    fn level(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("a.toml");
        fs::write(&path, text).expect("there is room");
        (folder, path)
    }

    fn has(text: &str) -> impl Fn(&Path) -> bool + '_ {
        move |path| fs::read_to_string(path).is_ok_and(|found| found == text)
    }

    fn written(path: &Path) -> Replacement {
        Replacement::write(path, &Sharing::Usual, |out| out.write_all(b"new")).expect("there is room")
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be listed").flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_known_file_is_replaced_and_nothing_is_left_beside_it() {
        let (folder, path) = level("old");
        assert_eq!(replace_known(&path, b"new", &Sharing::Usual, has("old")).expect("there is room"), None);
        assert_eq!(
            (fs::read(&path).unwrap(), names(folder.path())),
            (b"new".to_vec(), vec!["a.toml".to_owned()])
        );
    }

    #[test]
    fn a_file_that_was_removed_is_created() {
        let (folder, path) = level("old");
        fs::remove_file(&path).unwrap();
        assert_eq!(replace_known(&path, b"new", &Sharing::Usual, |_| false).expect("there is room"), None);
        assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (b"new".to_vec(), 1));
    }

    #[test]
    fn what_another_program_wrote_meanwhile_is_kept_under_an_unused_name() {
        let (folder, path) = level("theirs");
        fs::write(folder.path().join("a-2.toml"), "taken").unwrap();
        let kept = replace_known(&path, b"new", &Sharing::Usual, has("old")).expect("there is room");
        assert_eq!(kept.as_deref(), Some(folder.path().join("a-3.toml").as_path()));
        assert_eq!(fs::read_to_string(folder.path().join("a-3.toml")).unwrap(), "theirs");
        assert_eq!(names(folder.path()), ["a-2.toml", "a-3.toml", "a.toml"]);
    }

    #[test]
    fn a_folder_that_took_the_name_meanwhile_is_kept_with_what_is_in_it() {
        let (folder, path) = level("old");
        let Replacement { temporary, target, .. } = written(&path);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), "theirs").unwrap();
        let (_, temporary) = temporary.into_parts();
        let Old::At(old) = exchange(temporary, &target, &has("old")).unwrap() else { panic!("it was there") };
        let kept = if_unknown(old, &target, &has("old")).expect("it is not known");
        assert_eq!(fs::read_to_string(kept.join("inside")).unwrap(), "theirs");
        assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (b"new".to_vec(), 2));
    }

    #[test]
    fn where_files_cannot_change_places_a_file_that_is_not_known_is_moved_first() {
        for (there, kept) in [("old", 0), ("theirs", 1)] {
            let (folder, path) = level(there);
            let Replacement { temporary, target, .. } = written(&path);
            let (_, temporary) = temporary.into_parts();
            let old = replace_checked(temporary, &target, &has("old")).unwrap();
            assert_eq!(usize::from(matches!(old, Old::Kept(_))), kept);
            assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (b"new".to_vec(), 1 + kept));
        }
    }
}
