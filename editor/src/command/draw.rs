//! Commands about the level that is being drawn.

use super::Entry;

/// Something about the drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Draw {}

pub(super) static TABLE: &[Entry] = &[];
