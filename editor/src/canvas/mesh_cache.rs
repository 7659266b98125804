//! Keeps the mesh of a board for as long as nothing about it changes.
//!
//! Used by the canvas, by the place of the board in the window. A kept mesh holds only as long as the font texture that its
//! letters point into.

use std::sync::Arc;

use egui::{Context, Id, Mesh, Rect};

use super::Fit;
use crate::theme::Palette;

/// Everything that the key of a board depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeshKey {
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
struct CachedMesh {
    key: MeshKey,
    /// The texture is only ever emptied, and then filled anew.
    fill: f32,
    mesh: Arc<Mesh>,
}

impl MeshKey {
    pub(super) fn new(ctx: &Context, revision: u64, fit: Fit, clip: Rect, palette: &'static Palette) -> Self {
        let atlas = ctx.fonts(|fonts| fonts.font_image_size());
        let palette = std::ptr::from_ref(palette).addr();
        Self { revision, fit, clip, palette, scale: ctx.pixels_per_point(), atlas }
    }
}

/// The mesh of a board: the one from before, or a new one if anything changed.
pub(super) fn cached(ctx: &Context, id: Id, key: MeshKey, make: impl FnOnce() -> Mesh) -> Arc<Mesh> {
    let fill = ctx.fonts(|fonts| fonts.font_atlas_fill_ratio());
    let cached = ctx.data(|data| data.get_temp::<CachedMesh>(id));
    if let Some(cached) = cached.filter(|cached| cached.key == key && fill >= cached.fill) {
        return cached.mesh;
    }
    let mesh = Arc::new(make());
    // Making it may have put letters into the texture, and may have made that larger.
    let (atlas, fill) = ctx.fonts(|fonts| (fonts.font_image_size(), fonts.font_atlas_fill_ratio()));
    let key = MeshKey { atlas, ..key };
    ctx.data_mut(|data| data.insert_temp(id, CachedMesh { key, fill, mesh: mesh.clone() }));
    mesh
}
