//! Collects shapes and combines them into one mesh, so that a board is tessellated once and then only copied.
//!
//! Used by the canvas. Each glyph is laid out once. Knows no board.

use std::collections::HashMap;
use std::sync::Arc;

use egui::epaint::{Tessellator, TextShape, shape_transform};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, Context, CornerRadius, Galley, Mesh, Pos2, Rect, Shape, Stroke, StrokeKind, TextFormat};

use crate::theme;

/// Collects shapes.
pub(super) struct Pen {
    ctx: Context,
    clip: Rect,
    strokes: Vec<Stroked>,
    /// Opacity of everything added from now on; 1 is opaque.
    pub(super) opacity: f32,
    signs: HashMap<(char, u32), Arc<Galley>>,
}

/// A collected shape. A large board is mostly plain rectangles, which need no tessellation.
enum Stroked {
    Quad(Rect, Color32),
    Shape(Shape),
}

impl Pen {
    /// Creates a pen that paints within a rectangle.
    pub(super) fn new(ctx: &Context, clip: Rect) -> Self {
        Self { ctx: ctx.clone(), clip, strokes: Vec::new(), opacity: 1.0, signs: HashMap::new() }
    }

    /// Whether a rectangle is visible.
    pub(super) fn sees(&self, rect: Rect) -> bool {
        self.clip.intersects(rect)
    }

    /// Visible area.
    pub(super) fn clip(&self) -> Rect {
        self.clip
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
        self.strokes.push(Stroked::Shape(shape));
    }

    /// Adds a rectangle with sharp edges and corners.
    pub(super) fn quad(&mut self, rect: Rect, fill: Color32) {
        let fill = if self.opacity < 1.0 { fill.gamma_multiply(self.opacity) } else { fill };
        self.strokes.push(Stroked::Quad(rect, fill));
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

    /// Combines everything into one mesh.
    pub(super) fn mesh(self) -> Mesh {
        let ppp = self.ctx.pixels_per_point();
        let options = self.ctx.options(|options| options.tessellation_options);
        let atlas = self.ctx.fonts(|fonts| fonts.font_image_size());
        let mut tessellator = Tessellator::new(ppp, options, atlas, Vec::new());
        tessellator.set_clip_rect(self.clip);
        let mut mesh = Mesh::default();
        let quads = self.strokes.iter().filter(|stroke| matches!(stroke, Stroked::Quad(..))).count();
        mesh.reserve_triangles(2 * quads);
        mesh.reserve_vertices(4 * quads);
        for stroke in self.strokes {
            match stroke {
                Stroked::Quad(rect, fill) => mesh.add_colored_rect(rect, fill),
                Stroked::Shape(shape) => tessellator.tessellate_shape(shape, &mut mesh),
            }
        }
        mesh
    }
}
