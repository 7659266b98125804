//! Opens a save from disk onto the desk.
//!
//! The one place of the editor that knows paths and locks. Asks the catalog, which knows the rulesets.

use std::path::Path;

use timeloom::catalog::{self, CatalogError};
use timeloom::journal::Durability;
use timeloom::journal::file::Access;

use crate::desk::Desk;
use crate::document::Document;

/// Opens a save to go on with it, or to look at it where it cannot be written to; the error is a sentence.
pub fn save(path: &Path) -> Result<Desk, String> {
    let open = |access| catalog::open(path, access, Durability::EachAction, &mut |_| {});
    let (game, note) = match open(Access::Write) {
        Ok(game) => (game, None),
        // Whatever forbids writing may allow reading; if it does not, the sentence about reading is the one to show.
        Err(CatalogError::File(why)) => (open(Access::Read).map_err(|error| error.to_string())?, Some(why)),
        Err(error) => return Err(error.to_string()),
    };
    let note = note.map(|why| format!("opened for reading only: {why}"));
    Ok(Desk::play(Document::new(game, note), Some(path.to_owned())))
}
