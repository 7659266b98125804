//! From where a board is looked at: how near, and which part of it is in the middle.
//!
//! Kept by the edit state, moved by commands, asked by the canvas. Knows sizes, and nothing of what is on the board.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use timeloom::scene::Cell;

use super::Fit;

/// As far away as it goes.
const FARTHEST: f32 = 0.4;
/// No cell is made larger.
const NEAREST: f32 = 160.0;

/// From where a board is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// How many times larger than what fits.
    zoom: f32,
    /// What is in the middle, in cells; otherwise the middle of the board.
    centre: Option<Pos2>,
}

/// What the camera looks at: a board of so many cells, in a room on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
    /// Where it may be painted.
    pub room: Rect,
}

impl Default for Camera {
    fn default() -> Self {
        Self { zoom: 1.0, centre: None }
    }
}

impl Camera {
    /// Whether the whole board is shown as large as it fits.
    pub fn fits(&self) -> bool {
        *self == Self::default()
    }

    /// How many times larger than what fits.
    pub fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Nearer by a factor, or farther; what is at a point stays there.
    #[must_use]
    pub fn zoomed(self, stage: &Stage, factor: f32, at: Pos2) -> Self {
        let before = stage.fit(self);
        let whole = stage.fit(Self::default()).cell.max(f32::MIN_POSITIVE);
        let zoom = (self.zoom * factor).clamp(FARTHEST, (NEAREST / whole).max(1.0));
        let held = before.board_point(at);
        let after = stage.fit(Self { zoom, ..self });
        let centre = held - (at - stage.room.center()) / after.cell;
        Self { zoom, centre: Some(centre) }.kept_on(stage)
    }

    /// Moved by so much on the screen.
    #[must_use]
    pub fn panned(self, stage: &Stage, by: Vec2) -> Self {
        let cell = stage.fit(self).cell.max(f32::MIN_POSITIVE);
        Self { centre: Some(self.centre_on(stage) - by / cell), ..self }.kept_on(stage)
    }

    /// As it is if a cell is well in sight, otherwise with the cell in the middle.
    #[must_use]
    pub fn showing(self, stage: &Stage, cell: Cell) -> Self {
        let rect = stage.fit(self).rect(cell);
        if stage.room.contains_rect(rect) || self.fits() {
            return self;
        }
        let centre = Some(pos2(cell.x as f32 + 0.5, cell.y as f32 + 0.5));
        Self { centre, ..self }.kept_on(stage)
    }

    /// What is in the middle, in cells.
    pub(super) fn centre_on(&self, stage: &Stage) -> Pos2 {
        self.centre.unwrap_or_else(|| (vec2(stage.width as f32, stage.height as f32) / 2.0).to_pos2())
    }

    /// The middle of the view never leaves the board.
    fn kept_on(self, stage: &Stage) -> Self {
        let corner = pos2(stage.width as f32, stage.height as f32);
        Self { centre: self.centre.map(|centre| centre.clamp(Pos2::ZERO, corner)), ..self }
    }
}

impl Stage {
    /// Where the cells are, seen by a camera.
    pub fn fit(&self, camera: Camera) -> Fit {
        Fit::aimed(self, camera)
    }
}
