//! The tools, and which of them a kit needs.
//!
//! `begin` defines the effect of a press with each tool.

use timeloom::sketch::{Brush, Form, Kit};

/// A tool of the level editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Paints cell by cell.
    #[default]
    Brush,
    /// Paints a rectangle.
    Rectangle,
    /// Paints a region of equal cells.
    Fill,
    /// Erases.
    Eraser,
    /// Picks the brush that painted a cell.
    Pick,
    /// Selects and moves.
    Select,
    /// Draws the path of a thing.
    Path,
    /// Places a thing and its target.
    Link,
}

impl Tool {
    /// All tools, in the order of the palette.
    pub const ALL: [Self; 8] = [
        Self::Brush,
        Self::Rectangle,
        Self::Fill,
        Self::Eraser,
        Self::Pick,
        Self::Select,
        Self::Path,
        Self::Link,
    ];

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brush => "Brush",
            Self::Rectangle => "Rectangle",
            Self::Fill => "Fill",
            Self::Eraser => "Eraser",
            Self::Pick => "Pick",
            Self::Select => "Select",
            Self::Path => "Path",
            Self::Link => "Link",
        }
    }

    /// Whether a kit needs this tool.
    pub fn serves(self, kit: &Kit) -> bool {
        match self {
            Self::Path => kit.brushes.iter().any(|brush| has(brush, Form::Path)),
            Self::Link => kit.brushes.iter().any(|brush| leads(brush).is_some()),
            _ => true,
        }
    }
}

/// Key of the target field of a brush, if its first field other than text is a target.
pub fn leads(brush: &Brush) -> Option<&'static str> {
    let first = brush.fields.iter().find(|field| field.form != Form::Text)?;
    (first.form == Form::Spot).then_some(first.key)
}

fn has(brush: &Brush, form: Form) -> bool {
    brush.fields.iter().any(|field| field.form == form)
}
