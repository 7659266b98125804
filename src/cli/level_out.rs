//! Writes levels; an existing level file keeps its comments and its order.

use std::io;
use std::path::Path;

use timeloom::catalog::LARGEST_LEVEL;
use timeloom::journal::file::{self, FileError, Sharing, path_text};
use timeloom::level_file::{self, LevelText};

use super::output::{Failure, warn};

/// Reads the existing level file, if there is one.
pub(super) fn old(out: &Path) -> Result<Option<String>, Failure> {
    match file::read_text(out, LARGEST_LEVEL) {
        Ok(old) => Ok(Some(old)),
        Err(FileError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        // Overwriting an unreadable file would lose its contents.
        Err(error) => Err(Failure::bad(error.to_string())),
    }
}

/// Writes a level into a level file, given its old text; returns the number of bytes. Another text that is
/// there meanwhile is kept under another name, and so is an old text with comments that the new one lacks.
pub(super) fn write(out: &Path, level: &str, old: Option<&str>, sharing: &Sharing) -> Result<u64, Failure> {
    let text = into_old(out, level, old)?;
    let loses = old.is_some_and(|old| text.loses_from(old));
    let is_old = |path: &Path| file::read_text(path, LARGEST_LEVEL).is_ok_and(|text| Some(&*text) == old);
    let kept = file::replace_known(out, text.text.as_bytes(), sharing, |path| !loses && is_old(path));
    if let Some(kept) = kept.map_err(|error| Failure::bad(error.to_string()))? {
        let why = match loses {
            true => "the file that was there",
            false => "changed by another program meanwhile, or not readable again; that version",
        };
        warn(out, &format!("{why} is kept as {}", path_text(kept)));
    }
    Ok(text.text.len() as u64)
}

/// Returns the text of a level file, given its old text.
fn into_old(out: &Path, level: &str, old: Option<&str>) -> Result<LevelText, Failure> {
    let text = level_file::text_for(out, level, old).map_err(Failure::bad)?;
    text.note.iter().for_each(|note| warn(out, note));
    Ok(text)
}
