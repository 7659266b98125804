//! Drawn figures: one for each kind of thing, in one style, without letters.
//!
//! Part of the canvas; called once for each look and size, and copied from then on. Figures differ by outline as well as
//! by colour. Coordinates are parts of a cell, from its centre. Knows kinds and tones, no game.

mod boxes;
mod crafts;
mod people;
mod places;
mod tiles;

use egui::epaint::{CircleShape, EllipseShape, PathShape, PathStroke};
use egui::{Color32, CornerRadius, Mesh, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use timeloom::scene::{Facing, Figure, Piece, Tone};

use super::pen::Pen;
use super::walls;
use crate::theme::{Palette, mix};

/// In smaller cells figures leave out faces, grain and the like.
const DETAILED: f32 = 26.0;

/// A point of a figure: parts of a cell to the right of its centre and below it.
type Point = (f32, f32);

/// Paints a figure into a cell; a wall has these neighbours.
pub(super) fn paint(pen: &mut Pen, cell: Rect, figure: Figure, piece: &Piece, mask: u8, palette: &Palette) {
    let fill = palette.fill(piece.tone);
    if figure == Figure::Wall {
        return walls::paint(pen, cell, fill, mask, palette);
    }
    let mut brush = Sketcher { pen, at: cell.center(), side: cell.width(), fill, palette };
    match figure {
        Figure::Wall => {}
        Figure::Player => people::player(&mut brush),
        Figure::PastSelf => people::past_self(&mut brush),
        Figure::Guard => people::guard(&mut brush, piece.facing),
        Figure::Fighter => people::fighter(&mut brush, piece.shape, piece.facing),
        Figure::Box | Figure::BoxOnGoal | Figure::PullBox | Figure::Crate | Figure::PullCrate => {
            boxes::paint(&mut brush, figure);
        }
        Figure::Rift => places::rift(&mut brush),
        Figure::Exit => places::exit(&mut brush),
        Figure::Goal => places::goal(&mut brush),
        Figure::Tile => tiles::tile(&mut brush, piece.tone),
        Figure::Token => tiles::token(&mut brush),
        Figure::Ship => crafts::ship(&mut brush, piece.shape),
    }
}

/// Returns the centre and the size of the letter of a figure, as parts of a cell.
pub(super) fn letter_place(figure: Figure) -> (Point, f32) {
    match figure {
        Figure::Ship => (crafts::LETTER, 0.34),
        _ => (people::LETTER, 0.34),
    }
}

/// Returns the direction towards a side.
pub(super) fn ahead(facing: Facing) -> Vec2 {
    match facing {
        Facing::North => vec2(0.0, -1.0),
        Facing::South => vec2(0.0, 1.0),
        Facing::East => vec2(1.0, 0.0),
        Facing::West => vec2(-1.0, 0.0),
    }
}

/// Draws a figure in parts of a cell.
struct Sketcher<'a> {
    pen: &'a mut Pen,
    at: Pos2,
    side: f32,
    fill: Color32,
    palette: &'a Palette,
}

impl Sketcher<'_> {
    fn is_detailed(&self) -> bool {
        self.side >= DETAILED
    }

    fn light(&self) -> Color32 {
        mix(self.fill, Color32::WHITE, 0.38)
    }

    fn dark(&self) -> Color32 {
        self.palette.rim(self.fill)
    }

    fn ink(&self) -> Color32 {
        mix(self.fill, Color32::BLACK, 0.72)
    }

    /// The outline of solid parts.
    fn rim(&self) -> Stroke {
        Stroke::new((self.side * 0.03).clamp(1.0, 2.5), self.dark())
    }

    fn line(&self, part: f32, colour: Color32) -> Stroke {
        Stroke::new((self.side * part).max(1.0), colour)
    }

    fn point(&self, (x, y): Point) -> Pos2 {
        self.at + vec2(x, y) * self.side
    }

    fn points(&self, points: &[Point]) -> Vec<Pos2> {
        points.iter().map(|point| self.point(*point)).collect()
    }

    /// A rectangle with whole pixels as edges.
    fn rect(&self, from: Point, to: Point) -> Rect {
        let scale = self.pen.pixels_per_point();
        let whole = |at: Pos2| pos2((at.x * scale).round() / scale, (at.y * scale).round() / scale);
        Rect::from_min_max(whole(self.point(from)), whole(self.point(to)))
    }

    fn block(&mut self, from: Point, to: Point, round: f32, fill: Color32) {
        let rect = self.rect(from, to);
        let round = (self.side * round) as u8;
        if round == 0 {
            self.pen.quad(rect, fill);
        } else {
            self.pen.fill(rect, CornerRadius::same(round), fill);
        }
    }

    fn frame(&mut self, from: Point, to: Point, round: f32, stroke: Stroke) {
        let (rect, round) = (self.rect(from, to), (self.side * round) as u8);
        self.pen.outline(rect, CornerRadius::same(round), stroke);
    }

    fn disc(&mut self, centre: Point, radius: f32, fill: Color32, stroke: Stroke) {
        let (center, radius) = (self.point(centre), self.side * radius);
        self.pen.add(CircleShape { center, radius, fill, stroke });
    }

    fn dot(&mut self, centre: Point, radius: f32, fill: Color32) {
        self.disc(centre, radius, fill, Stroke::NONE);
    }

    fn ring(&mut self, centre: Point, radius: f32, stroke: Stroke) {
        self.disc(centre, radius, Color32::TRANSPARENT, stroke);
    }

    /// A convex shape.
    fn solid(&mut self, points: &[Point], fill: Color32, stroke: Stroke) {
        let points = self.points(points);
        self.pen.add(PathShape { points, closed: true, fill, stroke: PathStroke::from(stroke) });
    }

    fn stroke(&mut self, points: &[Point], stroke: Stroke) {
        let points = self.points(points);
        self.pen.add(Shape::line(points, stroke));
    }

    /// The shadow of something that stands.
    fn shadow(&mut self, centre: Point, wide: f32, high: f32) {
        let (center, radius) = (self.point(centre), vec2(wide, high) * self.side);
        let fill = self.palette.shadow;
        self.pen.add(EllipseShape { center, radius, fill, stroke: Stroke::NONE, angle: 0.0 });
    }

    /// A triangle with a colour for each corner.
    fn glow(&mut self, corners: [(Point, Color32); 3]) {
        let mut mesh = Mesh::default();
        for (point, colour) in corners {
            mesh.colored_vertex(self.point(point), colour);
        }
        mesh.add_triangle(0, 1, 2);
        self.pen.add(mesh);
    }

    fn tone(&self, tone: Tone) -> Color32 {
        self.palette.fill(tone)
    }
}
