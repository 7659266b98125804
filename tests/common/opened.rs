//! Saves of the project, opened from their bytes, for tests that inspect them.

use std::fs;
use std::path::Path;

use timeloom::catalog;
use timeloom::game::{About, Game};

use crate::catalog_entries::CatalogEntry;

impl CatalogEntry {
    /// Whether a log belongs to this entry.
    pub(crate) fn holds(&self, about: &About) -> bool {
        self.rules.name() == about.ruleset && self.drawing == about.drawing
    }
}

/// Opens a save from its bytes.
pub(crate) fn open(path: &Path) -> Box<dyn Game> {
    let name = path.display().to_string();
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    catalog::open_bytes(&name, &bytes).unwrap_or_else(|error| panic!("{error}"))
}
