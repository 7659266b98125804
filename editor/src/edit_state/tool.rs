//! The tools, and which of them a kit has a use for.
//!
//! What a tool does stands in `begin`.

use timeloom::sketch::{Brush, Form, Kit};

/// What a press on the board does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Paints cell by cell.
    #[default]
    Brush,
    /// Paints from corner to corner.
    Rectangle,
    /// Paints all that is alike around a cell.
    Fill,
    /// Takes away.
    Eraser,
    /// Takes the brush that painted a cell.
    Pick,
    /// Selects and moves.
    Select,
    /// Draws the way of a thing.
    Path,
    /// Places a thing and says where it leads.
    Link,
}

impl Tool {
    /// All of them, in the order of the palette.
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

    /// What people call it.
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

    /// How it is used, in a sentence.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Brush => {
                "Drag to paint, right-drag to erase, Shift-drag for a rectangle, Alt-click to pick."
            }
            Self::Rectangle => "Drag from corner to corner to fill it with the brush.",
            Self::Fill => "Click to paint everything alike around a cell.",
            Self::Eraser => "Drag over what should go; Shift-drag for a rectangle.",
            Self::Pick => "Click on something to take the brush that painted it.",
            Self::Select => {
                "Drag a frame or click; Shift adds; drag what is selected to move it, PageUp and PageDown take it to another slice."
            }
            Self::Path => {
                "Click on who walks, then on the cells of the way; Enter or its first cell closes it, Backspace takes back, Esc gives up."
            }
            Self::Link => {
                "Drag from where it is to where it leads; PageUp, PageDown or the wheel choose the slice it leads to. Drag either end to move it."
            }
        }
    }

    /// Whether a kit has a use for it.
    pub fn serves(self, kit: &Kit) -> bool {
        match self {
            Self::Path => kit.brushes.iter().any(|brush| has(brush, Form::Path)),
            Self::Link => kit.brushes.iter().any(|brush| leads(brush).is_some()),
            _ => true,
        }
    }
}

/// The field that says where what a brush places leads to, if that is the first thing to say about it.
pub fn leads(brush: &Brush) -> Option<&'static str> {
    let first = brush.fields.iter().find(|field| field.form != Form::Text)?;
    (first.form == Form::Spot).then_some(first.key)
}

fn has(brush: &Brush, form: Form) -> bool {
    brush.fields.iter().any(|field| field.form == form)
}
