//! The boards as they are shown in this frame: which place is under a point, and where a place is on the screen.
//!
//! Built by the board panel, read by its parts. Knows nothing of what a place means.

use egui::{Pos2, Rect, Response};
use timeloom::scene::{Board, BoardCell};

use crate::canvas::Fit;

/// A board as shown.
pub(super) struct ShownBoard<'a> {
    /// Its number in the scene.
    pub(super) number: u32,
    pub(super) board: &'a Board,
    pub(super) fit: Fit,
    /// Area that it may fill.
    pub(super) room: Rect,
    pub(super) response: Response,
}

/// All boards as shown.
pub(super) struct Stage<'a>(pub(super) Vec<ShownBoard<'a>>);

impl<'a> Stage<'a> {
    /// Returns the place under a point of the screen.
    pub(super) fn place_at(&self, point: Pos2) -> Option<BoardCell> {
        let shown = self.0.iter().find(|shown| shown.room.contains(point))?;
        Some(BoardCell::new(shown.number, shown.fit.cell_at(point)?))
    }

    /// Returns the place under the mouse, unless something covers it.
    pub(super) fn place_under_mouse(&self) -> Option<(&ShownBoard<'a>, BoardCell)> {
        let shown = self.0.iter().find(|shown| shown.response.contains_pointer())?;
        let point = shown.response.ctx.pointer_latest_pos()?;
        Some((shown, BoardCell::new(shown.number, shown.fit.cell_at(point)?)))
    }

    /// Returns the board of a place.
    pub(super) fn board(&self, cell: BoardCell) -> Option<&ShownBoard<'a>> {
        self.0.iter().find(|shown| shown.number == cell.board)
    }

    /// Returns the visible rectangle of a place.
    pub(super) fn rect(&self, cell: BoardCell) -> Option<Rect> {
        let shown = self.board(cell)?;
        Some(shown.fit.rect(cell.at)).filter(|rect| shown.room.intersects(*rect))
    }
}
