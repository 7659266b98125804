//! Writing levels: a level file that is there keeps its comments and its order.

use std::io;
use std::path::Path;

use timeloom::catalog::LARGEST_LEVEL;
use timeloom::journal::file::{self, FileError};
use timeloom::level_file::{self, LevelText};

use super::output::{Failure, warn};

/// Reads the level file that is there, if any.
pub(super) fn old(out: &Path) -> Result<Option<String>, Failure> {
    match file::read_text(out, LARGEST_LEVEL) {
        Ok(old) => Ok(Some(old)),
        Err(FileError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        // Writing over it would lose what its author wrote.
        Err(error) => Err(Failure::bad(error.to_string())),
    }
}

/// Returns the text of a level file, given its old text.
pub(super) fn into_old(out: &Path, level: &str, old: Option<&str>) -> Result<String, Failure> {
    let LevelText { text, note } = level_file::text_for(out, level, old).map_err(Failure::bad)?;
    note.iter().for_each(|note| warn(out, note));
    Ok(text)
}
