//! The camera of a board: zoom, and which part of the board is centred.
//!
//! Stored in the edit state, moved by commands, read by the canvas. Knows sizes, but not what is on the board.

use egui::{Pos2, Rect, Vec2, pos2};
use timeloom::scene::Cell;

use super::{CellLayout, Fit};

/// Minimum zoom.
const FARTHEST: f32 = 0.4;
/// Maximum side of a cell when zoomed in.
const NEAREST: f32 = 160.0;

/// Zoom and centre of the view of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardCamera {
    /// Zoom factor; 1 fits the board.
    zoom: f32,
    /// Centre of the view, in cells; `None` is the centre of the board.
    centre: Option<Pos2>,
}

/// The area to show: the cells of a board, and the rectangle to paint it in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Positions of the cells.
    pub(super) layout: CellLayout,
    /// Area of the screen to paint in.
    pub room: Rect,
}

impl Default for BoardCamera {
    fn default() -> Self {
        Self { zoom: 1.0, centre: None }
    }
}

impl BoardCamera {
    /// Whether the whole board is shown as large as it fits.
    pub fn fits(&self) -> bool {
        *self == Self::default()
    }

    /// Zoom factor; 1 fits the board.
    pub fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Zooms by a factor, keeping the point `at` in place.
    #[must_use]
    pub fn zoomed(self, stage: &Viewport, factor: f32, at: Pos2) -> Self {
        let before = stage.fit(self);
        let whole = stage.fit(Self::default()).cell.max(f32::MIN_POSITIVE);
        let zoom = (self.zoom * factor).clamp(FARTHEST, (NEAREST / whole).max(1.0));
        let held = before.board_point(at);
        let after = stage.fit(Self { zoom, ..self });
        let centre = held - (at - stage.room.center()) / after.cell;
        Self { zoom, centre: Some(centre) }.kept_on(stage)
    }

    /// Pans by a distance on the screen.
    #[must_use]
    pub fn panned(self, stage: &Viewport, by: Vec2) -> Self {
        let cell = stage.fit(self).cell.max(f32::MIN_POSITIVE);
        Self { centre: Some(self.centre_on(stage) - by / cell), ..self }.kept_on(stage)
    }

    /// Centres the view on a cell unless the cell is already fully visible.
    #[must_use]
    pub fn showing(self, stage: &Viewport, cell: Cell) -> Self {
        let rect = stage.fit(self).rect(cell);
        if stage.room.contains_rect(rect) || self.fits() {
            return self;
        }
        let centre = Some(pos2(cell.x as f32 + 0.5, cell.y as f32 + 0.5));
        Self { centre, ..self }.kept_on(stage)
    }

    /// Centre of the view, in cells.
    pub(super) fn centre_on(&self, stage: &Viewport) -> Pos2 {
        self.centre.unwrap_or_else(|| (stage.layout.size() / 2.0).to_pos2())
    }

    /// Keeps the centre of the view on the board.
    fn kept_on(self, stage: &Viewport) -> Self {
        let corner = stage.layout.size().to_pos2();
        Self { centre: self.centre.map(|centre| centre.clamp(Pos2::ZERO, corner)), ..self }
    }
}

impl Viewport {
    /// Maps the cells to the screen as seen by a camera.
    pub fn fit(&self, camera: BoardCamera) -> Fit {
        Fit::aimed(self, camera)
    }
}
