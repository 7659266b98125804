//! Where the program keeps its own files: settings, and drawings that have no file yet.
//!
//! The one place that asks the platform for its folders. Tests and pictures get a shelf of their own, or none.

use std::path::{Path, PathBuf};

/// The folders of the program; without one, nothing is kept between starts.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    folder: Option<PathBuf>,
}

impl Shelf {
    /// A shelf in this folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// No shelf: nothing is kept.
    pub fn none() -> Self {
        Self::default()
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}
