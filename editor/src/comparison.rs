//! Compares two moments: their boards, and every difference between their states.
//!
//! Computed by the document once per pair of moments, when the comparison is shown. Reads a game through [`Inspect`]; knows no
//! widgets.

use std::collections::BTreeSet;

use timeloom::diff::{Change, changes};
use timeloom::game::{Inspect, NodeView};
use timeloom::scene::{Board, Cell, Scene, View};
use timeloom::timeline::NodeId;

use crate::document;

/// A comparison of two moments.
#[derive(Debug)]
pub struct Comparison {
    /// The first moment.
    pub a: ComparedNode,
    /// The second moment.
    pub b: ComparedNode,
    /// Differences between their states.
    pub changes: Vec<Change>,
    /// Cells in which their first boards differ.
    pub cells: BTreeSet<Cell>,
    /// Unique to each comparison.
    pub revision: u64,
}

/// One side of a comparison.
#[derive(Debug)]
pub struct ComparedNode {
    /// Its node.
    pub node: NodeView,
    /// Its scene.
    pub scene: Scene,
}

impl Comparison {
    /// Compares two moments.
    pub fn new(game: &dyn Inspect, a: NodeId, b: NodeId, view: View) -> Self {
        let moment = |id| ComparedNode { node: game.node(id), scene: game.at(id).scene(view).cleaned() };
        let changes = changes(&game.at(a).data(view), &game.at(b).data(view));
        let (a, b) = (moment(a), moment(b));
        let cells = a.scene.boards.first().zip(b.scene.boards.first()).map(|(a, b)| differing(a, b));
        Self { a, b, changes, cells: cells.unwrap_or_default(), revision: document::next_revision() }
    }

    /// Whether it compares these moments.
    pub fn is_of(&self, a: NodeId, b: NodeId) -> bool {
        (self.a.node.id, self.b.node.id) == (a, b)
    }
}

/// Returns the cells whose pieces differ between two boards.
fn differing(a: &Board, b: &Board) -> BTreeSet<Cell> {
    let standing = |board: &Board| -> BTreeSet<(Cell, String)> {
        board
            .pieces
            .iter()
            .map(|piece| (piece.at, format!("{}{}{}", piece.glyph, piece.faded, piece.label)))
            .collect()
    };
    let (a, b) = (standing(a), standing(b));
    a.symmetric_difference(&b).map(|(cell, _)| *cell).collect()
}
