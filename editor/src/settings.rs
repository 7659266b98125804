//! What a person chose about the program itself, kept between starts.
//!
//! Read by panels, changed by the app. Knows no game; where the file lies is the affair of [`crate::shelf`].

use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a person chose.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Dark or light; otherwise as the desktop is.
    pub dark: Option<bool>,
    /// How large everything is; 1 is usual.
    pub scale: f32,
    /// Colours that people with any kind of colour vision can tell apart.
    pub colour_blind: bool,
    /// Keys in place of the usual ones, by the id of the command.
    pub keys: BTreeMap<String, Vec<String>>,
    /// The files that were open, the last one first.
    pub recent: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { dark: None, scale: 1.0, colour_blind: false, keys: BTreeMap::new(), recent: Vec::new() }
    }
}
