//! The floor plan of the walls as a texture, so that a slice of a large level is one rectangle.
//!
//! Made once per level. A cell is a pixel, white where a wall stands in all visible slices; the last row is all
//! white, for everything without a texture. Knows no camera and no colours.

use egui::{Color32, ColorImage, Context, Pos2, Rect, TextureHandle, TextureId, TextureOptions, pos2};
use timeloom::scene::cube::{Cube, Solid};
use timeloom::scene::{Cell, Shape};

/// Floor plan of the walls, as a texture.
pub(super) struct Plan {
    width: usize,
    height: usize,
    walls: Vec<bool>,
    texture: TextureHandle,
}

impl Plan {
    pub(super) fn new(ctx: &Context, cube: &Cube) -> Self {
        let (width, height) = (cube.width.max(1) as usize, cube.height.max(1) as usize);
        let mut walls = vec![false; width * height];
        for solid in cube.solids.iter().filter(|solid| is_always_there(solid, cube)) {
            walls[solid.at.y as usize * width + solid.at.x as usize] = true;
        }
        let pixel = |wall: &bool| if *wall { Color32::WHITE } else { Color32::TRANSPARENT };
        let pixels: Vec<Color32> = walls.iter().chain(&vec![true; width]).map(pixel).collect();
        let image = ColorImage::new([width, height + 1], pixels);
        let texture = ctx.load_texture("the walls of the cube", image, TextureOptions::NEAREST);
        Self { width, height, walls, texture }
    }

    pub(super) fn texture(&self) -> TextureId {
        self.texture.id()
    }

    /// Part of the texture that shows the walls; excludes the last row, with a small margin.
    pub(super) fn part(&self) -> Rect {
        let end = self.height as f32 / (self.height as f32 + 1.0);
        Rect::from_min_max(Pos2::ZERO, pos2(1.0, end - 1e-5))
    }

    /// A white point of the texture.
    pub(super) fn white(&self) -> Pos2 {
        pos2(0.5, (self.height as f32 + 0.5) / (self.height as f32 + 1.0))
    }

    /// Whether a wall stands in a cell in all slices.
    pub(super) fn has(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x as usize, cell.y as usize);
        x < self.width && y < self.height && self.walls[y * self.width + x]
    }
}

/// Walls that the plan omits: those that exist only for some slices.
pub(super) fn passing(cube: &Cube) -> impl Iterator<Item = &Solid> {
    let walls = cube.solids.iter().filter(|solid| solid.shape == Shape::Block);
    walls.filter(|solid| !is_always_there(solid, cube))
}

fn is_always_there(solid: &Solid, cube: &Cube) -> bool {
    let inside = solid.at.x < cube.width && solid.at.y < cube.height;
    solid.shape == Shape::Block && solid.slices == cube.slices && inside
}
