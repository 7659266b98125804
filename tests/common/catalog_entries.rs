//! Every game and every drawing in the catalog, each with a name, and the saves and levels to test them on.

use std::fs;
use std::path::PathBuf;

use timeloom::catalog::{DRAWABLES, RULESETS, Ruleset};

/// A game, or the drawing of its levels.
pub(crate) struct CatalogEntry {
    /// `unseen`, or `unseen drawing`.
    pub(crate) name: String,
    pub(crate) rules: &'static dyn Ruleset,
    pub(crate) drawing: bool,
}

/// Returns everything in the catalog.
pub(crate) fn catalog_entries() -> Vec<CatalogEntry> {
    let played =
        RULESETS.iter().map(|&rules| CatalogEntry { name: rules.name().to_owned(), rules, drawing: false });
    let drawn = DRAWABLES.iter().map(|drawable| CatalogEntry {
        name: format!("{} drawing", drawable.name()),
        rules: drawable.workshop(),
        drawing: true,
    });
    played.chain(drawn).collect()
}

/// Returns the path of a file or folder of the project.
pub(crate) fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the files in a folder with this extension, ordered by name.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(project(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == ending)).collect();
    files.sort();
    files
}
