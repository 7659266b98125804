//! Keeps the mesh of a board for as long as nothing about it changes.
//!
//! Used by the canvas, by the place of the board in the window. A kept mesh holds only as long as the font texture that its
//! letters point into.

use std::sync::Arc;

use egui::{Context, Id, Mesh, Rect};

use super::Fit;
use crate::theme::Palette;

/// Everything that the look of a board depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// Which state of which document.
    pub(super) revision: u64,
    /// Where the cells are.
    pub(super) fit: Fit,
    /// What of it can be seen.
    pub(super) clip: Rect,
    palette: usize,
    scale: f32,
    atlas: [usize; 2],
}

#[derive(Clone)]
struct Sheet {
    look: Look,
    /// The texture is only ever emptied, and then filled anew.
    fill: f32,
    mesh: Arc<Mesh>,
}

impl Look {
    pub(super) fn new(ctx: &Context, revision: u64, fit: Fit, clip: Rect, palette: &'static Palette) -> Self {
        let atlas = ctx.fonts(|fonts| fonts.font_image_size());
        let palette = std::ptr::from_ref(palette).addr();
        Self { revision, fit, clip, palette, scale: ctx.pixels_per_point(), atlas }
    }
}

/// The mesh of a board: the one from before, or a new one if anything changed.
pub(super) fn kept(ctx: &Context, id: Id, look: Look, make: impl FnOnce() -> Mesh) -> Arc<Mesh> {
    let fill = ctx.fonts(|fonts| fonts.font_atlas_fill_ratio());
    let sheet = ctx.data(|data| data.get_temp::<Sheet>(id));
    if let Some(sheet) = sheet.filter(|sheet| sheet.look == look && fill >= sheet.fill) {
        return sheet.mesh;
    }
    let mesh = Arc::new(make());
    // Making it may have put letters into the texture, and may have made that larger.
    let (atlas, fill) = ctx.fonts(|fonts| (fonts.font_image_size(), fonts.font_atlas_fill_ratio()));
    let look = Look { atlas, ..look };
    ctx.data_mut(|data| data.insert_temp(id, Sheet { look, fill, mesh: mesh.clone() }));
    mesh
}
