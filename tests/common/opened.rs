//! Saves of the project, opened from their bytes, for tests that look into them.

use std::fs;
use std::path::Path;

use timeloom::catalog;
use timeloom::game::{About, Game};

use crate::catalog_entries::CatalogEntry;

impl CatalogEntry {
    /// Whether this is what a log is of.
    pub(crate) fn holds(&self, about: &About) -> bool {
        self.rules.name() == about.ruleset && self.drawing == about.drawing
    }
}

/// A save, opened from its bytes.
pub(crate) fn open(path: &Path) -> Box<dyn Game> {
    let name = path.display().to_string();
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    catalog::open_bytes(&name, &bytes).unwrap_or_else(|error| panic!("{error}"))
}
