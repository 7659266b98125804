//! Caches the mesh of a board until something about it changes.
//!
//! Used by the canvas, keyed by the board's position in the window. A cached mesh is valid only as long as the font
//! texture that its glyphs refer to.

use egui::{Context, Id, Rect, Shape};

use super::Fit;
use super::style::BoardStyle;
use crate::theme::Palette;

/// Everything that the mesh of a board depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeshKey {
    /// Identifies the state of a document.
    pub(super) revision: u64,
    /// Position of the cells.
    pub(super) fit: Fit,
    /// Visible part.
    pub(super) clip: Rect,
    palette: usize,
    style: u64,
    scale: f32,
    atlas: [usize; 2],
}

#[derive(Clone)]
struct CachedMesh {
    key: MeshKey,
    /// Fill ratio of the font texture; it drops only when the texture is cleared and filled again.
    fill: f32,
    shape: Shape,
}

impl MeshKey {
    pub(super) fn new(ctx: &Context, revision: u64, fit: Fit, clip: Rect, palette: &'static Palette) -> Self {
        let atlas = ctx.fonts(|fonts| fonts.font_image_size());
        let palette = std::ptr::from_ref(palette).addr();
        let style = BoardStyle::of(ctx).number();
        Self { revision, fit, clip, palette, style, scale: ctx.pixels_per_point(), atlas }
    }
}

/// Returns the cached mesh of a board, or a new one if anything changed.
pub(super) fn cached(ctx: &Context, id: Id, key: MeshKey, make: impl FnOnce() -> Shape) -> Shape {
    let fill = ctx.fonts(|fonts| fonts.font_atlas_fill_ratio());
    let cached = ctx.data(|data| data.get_temp::<CachedMesh>(id));
    if let Some(cached) = cached.filter(|cached| cached.key == key && fill >= cached.fill) {
        return cached.shape;
    }
    let shape = make();
    // Making the mesh may add glyphs to the font texture and enlarge it.
    let (atlas, fill) = ctx.fonts(|fonts| (fonts.font_image_size(), fonts.font_atlas_fill_ratio()));
    let key = MeshKey { atlas, ..key };
    ctx.data_mut(|data| data.insert_temp(id, CachedMesh { key, fill, shape: shape.clone() }));
    shape
}
