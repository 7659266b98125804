//! Collects shapes and combines them into meshes, so that a board is tessellated once and then only copied.
//!
//! Used by the canvas. Each glyph is laid out once, and each look of a piece is tessellated once and then stamped.
//! Without a skin the result is one mesh; with one there is a mesh for each layer, because a mesh has one texture.
//! Knows no board.

use std::collections::HashMap;
use std::sync::Arc;

use egui::epaint::{Tessellator, TextShape, shape_transform};
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Color32, Context, CornerRadius, Galley, Mesh, Pos2, Rect, Shape, Stroke, StrokeKind, TextFormat,
    TextureId, Vec2,
};
use timeloom::scene::{self, Facing, Figure, Tone};

use super::style::BoardStyle;
use crate::theme;

/// What lies over what. Layers differ only where a skin needs its own texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// The floor.
    Ground,
    /// Shaded cells and their glyphs.
    Marks,
    /// The pieces.
    Pieces,
    /// Letters of pieces, links, and coordinates.
    Signs,
}

const LAYERS: usize = 4;

/// Everything that a stamped look depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct StampKey {
    pub(super) figure: Option<Figure>,
    pub(super) shape: scene::Shape,
    pub(super) tone: Tone,
    pub(super) facing: Option<Facing>,
    /// Neighbours of a wall.
    pub(super) mask: u8,
}

/// Collects shapes.
pub(super) struct Pen {
    ctx: Context,
    clip: Rect,
    pub(super) style: BoardStyle,
    strokes: [Vec<Stroked>; LAYERS],
    layer: Layer,
    /// Opacity of everything added from now on; 1 is opaque.
    pub(super) opacity: f32,
    signs: HashMap<(char, u32), Arc<Galley>>,
    words: HashMap<(u32, u32), Arc<Galley>>,
    stamps: HashMap<(StampKey, u32, u32), Arc<Mesh>>,
}

/// A collected shape. A large board is mostly plain rectangles and stamps, which need no tessellation.
enum Stroked {
    Quad(Rect, Color32),
    Picture(Rect, Rect, Color32),
    Stamp(Arc<Mesh>, Vec2),
    Shape(Shape),
}

impl Pen {
    /// Creates a pen that paints within a rectangle.
    pub(super) fn new(ctx: &Context, clip: Rect) -> Self {
        Self {
            ctx: ctx.clone(),
            clip,
            style: BoardStyle::of(ctx),
            strokes: Default::default(),
            layer: Layer::Ground,
            opacity: 1.0,
            signs: HashMap::new(),
            words: HashMap::new(),
            stamps: HashMap::new(),
        }
    }

    /// Whether a rectangle is visible.
    pub(super) fn sees(&self, rect: Rect) -> bool {
        self.clip.intersects(rect)
    }

    /// Visible area.
    pub(super) fn clip(&self) -> Rect {
        self.clip
    }

    /// Number of pixels per point.
    pub(super) fn pixels_per_point(&self) -> f32 {
        self.ctx.pixels_per_point()
    }

    /// Adds everything to this layer from now on.
    pub(super) fn on(&mut self, layer: Layer) {
        self.layer = layer;
    }

    fn push(&mut self, stroke: Stroked) {
        self.strokes[self.layer as usize].push(stroke);
    }

    pub(super) fn add(&mut self, shape: impl Into<Shape>) {
        let (mut shape, opacity) = (shape.into(), self.opacity);
        if opacity < 1.0 {
            shape_transform::adjust_colors(&mut shape, move |colour| {
                if *colour != Color32::PLACEHOLDER {
                    *colour = colour.gamma_multiply(opacity);
                }
            });
        }
        self.push(Stroked::Shape(shape));
    }

    /// Adds a rectangle with sharp edges and corners.
    pub(super) fn quad(&mut self, rect: Rect, fill: Color32) {
        let fill = if self.opacity < 1.0 { fill.gamma_multiply(self.opacity) } else { fill };
        self.push(Stroked::Quad(rect, fill));
    }

    /// Adds a part of the texture of the skin.
    pub(super) fn picture(&mut self, rect: Rect, part: Rect) {
        self.push(Stroked::Picture(rect, part, Color32::WHITE.gamma_multiply(self.opacity)));
    }

    pub(super) fn extend(&mut self, shapes: impl IntoIterator<Item = Shape>) {
        shapes.into_iter().for_each(|shape| self.add(shape));
    }

    pub(super) fn fill(&mut self, rect: Rect, round: impl Into<CornerRadius>, fill: Color32) {
        self.add(Shape::rect_filled(rect, round, fill));
    }

    pub(super) fn outline(&mut self, rect: Rect, round: impl Into<CornerRadius>, stroke: Stroke) {
        self.add(Shape::rect_stroke(rect, round, stroke, StrokeKind::Inside));
    }

    /// Paints a look into a cell; only the first of its kind is drawn, the others are copies. `draw` adds no text.
    pub(super) fn stamp(&mut self, key: StampKey, cell: Rect, draw: impl FnOnce(&mut Self)) {
        let key = (key, cell.width().to_bits(), self.opacity.to_bits());
        let stamp = match self.stamps.get(&key) {
            Some(stamp) => Arc::clone(stamp),
            None => {
                let stamp = Arc::new(self.stamp_of(cell.min, draw));
                self.stamps.insert(key, Arc::clone(&stamp));
                stamp
            }
        };
        self.push(Stroked::Stamp(stamp, cell.min.to_vec2()));
    }

    /// Returns what `draw` adds, relative to a corner.
    fn stamp_of(&mut self, corner: Pos2, draw: impl FnOnce(&mut Self)) -> Mesh {
        let layer = self.layer as usize;
        let before = std::mem::take(&mut self.strokes[layer]);
        draw(self);
        let strokes = std::mem::replace(&mut self.strokes[layer], before);
        let mut mesh = Mesh::default();
        self.tessellate(strokes, Rect::EVERYTHING, &mut mesh);
        mesh.translate(-corner.to_vec2());
        mesh
    }

    /// Writes one glyph centred on a point, in the fixed-width font.
    pub(super) fn sign(&mut self, at: Pos2, sign: char, size: f32, colour: Color32) {
        let ctx = &self.ctx;
        let laid = self.signs.entry((sign, size.to_bits())).or_insert_with(|| {
            let font = theme::mono(size);
            ctx.fonts_mut(|fonts| fonts.layout_no_wrap(sign.to_string(), font, Color32::PLACEHOLDER))
        });
        let laid = Arc::clone(laid);
        let corner = at - laid.size() / 2.0;
        self.add(TextShape::new(corner, laid, colour));
    }

    /// Writes a number on a ground, with its lower right corner at a point, in the fixed-width font.
    pub(super) fn number(&mut self, corner: Pos2, number: u32, size: f32, colour: Color32, ground: Color32) {
        let ctx = &self.ctx;
        let laid = self.words.entry((number, size.to_bits())).or_insert_with(|| {
            let font = theme::mono(size);
            ctx.fonts_mut(|fonts| fonts.layout_no_wrap(number.to_string(), font, Color32::PLACEHOLDER))
        });
        let laid = Arc::clone(laid);
        let place = Rect::from_min_max(corner - laid.size(), corner);
        self.fill(place.expand2(Vec2::new(1.5, -1.0)), 2, ground);
        self.add(TextShape::new(place.min, laid, colour));
    }

    /// Writes a short text centred on a point.
    pub(super) fn text(&mut self, at: Pos2, words: String, font: egui::FontId, colour: Color32) {
        let laid = self.ctx.fonts_mut(|fonts| fonts.layout_no_wrap(words, font, colour));
        self.add(TextShape::new(at - laid.size() / 2.0, laid, colour));
    }

    /// Writes a text from a corner, in lines of this width, cut after so many; returns its height.
    pub(super) fn paragraph(
        &mut self,
        corner: Pos2,
        words: &str,
        style: TextFormat,
        wrap: TextWrapping,
    ) -> f32 {
        let mut job = LayoutJob::single_section(words.to_owned(), style);
        job.wrap = wrap;
        let laid = self.ctx.fonts_mut(|fonts| fonts.layout_job(job));
        let height = laid.size().y;
        self.add(TextShape::new(corner, laid, Color32::PLACEHOLDER));
        height
    }

    /// Combines everything: into one mesh, or into one for each layer if there is a skin.
    pub(super) fn shape(mut self) -> Shape {
        let strokes = std::mem::take(&mut self.strokes);
        let Some(skin) = self.style.skin.clone() else {
            let mut mesh = Mesh::default();
            strokes.into_iter().for_each(|strokes| self.tessellate(strokes, self.clip, &mut mesh));
            return Shape::mesh(mesh);
        };
        let textures = [skin.texture(), TextureId::default(), skin.texture(), TextureId::default()];
        let meshes = strokes.into_iter().zip(textures).map(|(strokes, texture)| {
            let mut mesh = Mesh::default();
            self.tessellate(strokes, self.clip, &mut mesh);
            mesh.texture_id = texture;
            mesh
        });
        Shape::Vec(meshes.filter(|mesh| !mesh.is_empty()).map(Shape::mesh).collect())
    }

    fn tessellate(&self, strokes: Vec<Stroked>, clip: Rect, mesh: &mut Mesh) {
        let ppp = self.ctx.pixels_per_point();
        let options = self.ctx.options(|options| options.tessellation_options);
        let atlas = self.ctx.fonts(|fonts| fonts.font_image_size());
        let mut tessellator = Tessellator::new(ppp, options, atlas, Vec::new());
        tessellator.set_clip_rect(clip);
        reserve(mesh, &strokes);
        for stroke in strokes {
            match stroke {
                Stroked::Quad(rect, fill) => mesh.add_colored_rect(rect, fill),
                Stroked::Picture(rect, part, tint) => mesh.add_rect_with_uv(rect, part, tint),
                Stroked::Stamp(stamp, by) => copy(&stamp, by, mesh),
                Stroked::Shape(Shape::Mesh(part)) => copy(&part, Vec2::ZERO, mesh),
                Stroked::Shape(shape) => tessellator.tessellate_shape(shape, mesh),
            }
        }
    }
}

/// Makes room for everything that needs no tessellation.
fn reserve(mesh: &mut Mesh, strokes: &[Stroked]) {
    let (mut vertices, mut triangles) = (0, 0);
    for stroke in strokes {
        let (more, sides) = match stroke {
            Stroked::Quad(..) | Stroked::Picture(..) => (4, 2),
            Stroked::Stamp(stamp, _) => (stamp.vertices.len(), stamp.indices.len() / 3),
            Stroked::Shape(_) => (0, 0),
        };
        (vertices, triangles) = (vertices + more, triangles + sides);
    }
    mesh.reserve_triangles(triangles);
    mesh.reserve_vertices(vertices);
}

fn copy(stamp: &Mesh, by: Vec2, mesh: &mut Mesh) {
    let first = mesh.vertices.len() as u32;
    mesh.indices.extend(stamp.indices.iter().map(|index| first + index));
    mesh.vertices
        .extend(stamp.vertices.iter().map(|vertex| egui::epaint::Vertex { pos: vertex.pos + by, ..*vertex }));
}
