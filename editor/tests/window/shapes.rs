//! Tests that things on a board differ even without colours: everything here is painted in one tone and
//! compared pixel by pixel.

use egui::{Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use timeloom::scene::{Board, Cell, Link, Mark, Piece, Shape, Tone};
use timeloom_editor::canvas::{self, Fit};
use timeloom_editor::theme;

use crate::Cpu;
use crate::pictures::check;

/// The pieces on the boards of `unseen`, with their signs.
const PIECES: [(Shape, char); 9] = [
    (Shape::Block, '#'),
    (Shape::Square, 'B'),
    (Shape::Grip, 'P'),
    (Shape::Crate, 'C'),
    (Shape::Disc, '@'),
    (Shape::Diamond, 'E'),
    (Shape::Ring, 'o'),
    (Shape::Portal, 'O'),
    (Shape::Frame, '>'),
];

/// The signs of its marks, and none.
const MARKS: [char; 4] = ['!', ':', '+', ' '];

fn pieces(tone: impl Fn(Shape) -> Tone) -> Vec<Piece> {
    let piece = |((shape, glyph), x)| Piece::new(Cell { x, y: 0 }, shape, glyph, tone(shape), "");
    PIECES.into_iter().zip((0..).step_by(2)).map(piece).collect()
}

fn marks(tone: impl Fn(char) -> Tone) -> Vec<Mark> {
    let mark = |(glyph, x)| Mark::new(Cell { x, y: 2 }, tone(glyph), glyph, "");
    MARKS.into_iter().zip((0..).step_by(2)).map(mark).collect()
}

fn board(pieces: Vec<Piece>, marks: Vec<Mark>) -> Board {
    Board { width: 18, height: 4, pieces, marks, ..Board::default() }
}

/// Returns a rectangle that gives cells of this size.
fn room(side: f32) -> Rect {
    Rect::from_min_size(pos2(0.0, 0.0), vec2(18.0, 4.0) * side + Vec2::splat(44.0))
}

/// Returns the pixels of every other cell in a row of a board.
fn cells(board: &Board, side: f32, row: u32, count: usize) -> Vec<Vec<[u8; 4]>> {
    let (shown, room) = (board.clone(), room(side));
    let builder = Harness::builder().with_size(room.size()).renderer(Cpu::default());
    let builder = builder.with_context_setup(theme::install).with_theme(egui::Theme::Dark);
    let mut harness = builder.build_ui(move |ui| _ = canvas::show(ui, &shown, room, None));
    harness.run();
    let image = harness.render().expect("it can be painted");
    let fit = Fit::new(board, room);
    assert_eq!(fit.cell, side);
    let pixels = |x: u32| {
        let corner = fit.rect(Cell { x, y: row }).min;
        let at = |dx: u32, dy: u32| image.get_pixel(corner.x as u32 + dx, corner.y as u32 + dy).0;
        (0..side as u32)
            .flat_map(|dy| (0..side as u32).map(move |dx| (dx, dy)))
            .map(|(dx, dy)| at(dx, dy))
            .collect()
    };
    (0..count as u32).map(|at| pixels(2 * at)).collect()
}

/// Returns the number of pixels that differ visibly.
fn difference(a: &[[u8; 4]], b: &[[u8; 4]]) -> usize {
    let apart = |(a, b): &(&[u8; 4], &[u8; 4])| a.iter().zip(b.iter()).any(|(a, b)| a.abs_diff(*b) > 24);
    a.iter().zip(b).filter(apart).count()
}

#[test]
fn pieces_differ_without_colour_and_without_signs() {
    let board = board(pieces(|_| Tone::Yellow), Vec::new());
    for side in [5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 14.0] {
        let cells = cells(&board, side, 0, PIECES.len());
        for (a, b) in (0..PIECES.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let differ = difference(&cells[a], &cells[b]);
            assert!(differ >= 1, "{:?} and {:?} look the same in {side} pixels", PIECES[a].0, PIECES[b].0);
        }
    }
}

#[test]
fn marks_differ_without_colour_where_there_is_room() {
    let board = board(Vec::new(), marks(|_| Tone::Bad));
    for side in [12.0, 20.0, 40.0] {
        let cells = cells(&board, side, 2, MARKS.len());
        for (a, b) in (0..MARKS.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let differ = difference(&cells[a], &cells[b]);
            assert!(differ >= 4, "{:?} and {:?}: {differ} pixels of {side} x {side}", MARKS[a], MARKS[b]);
        }
    }
    let small = cells(&board, 11.0, 2, MARKS.len());
    assert_eq!(difference(&small[0], &small[3]), 0, "in less there is only the shade");
}

#[test]
fn three_thousand_marks_with_patterns_are_one_shape_and_few_triangles() {
    let mark = |at: u32| Mark::new(Cell { x: at % 60, y: at / 60 }, Tone::Bad, '!', "");
    let board = Board { width: 60, height: 50, marks: (0..3000).map(mark).collect(), ..Board::default() };
    let builder = Harness::builder().with_size([900.0, 700.0]).with_context_setup(theme::install);
    let mut harness = builder.build_ui(move |ui| {
        let room = ui.available_rect_before_wrap();
        canvas::show(ui, &board, room, None);
    });
    harness.run_steps(2);
    let meshes = harness.output().shapes.iter().filter_map(|shape| match &shape.shape {
        egui::Shape::Mesh(mesh) => Some(mesh.indices.len() / 3),
        _ => None,
    });
    let triangles: Vec<usize> = meshes.collect();
    assert_eq!(triangles.len(), 1);
    assert!(triangles[0] < 3000 * 14, "{triangles:?}");
}

#[test]
fn a_picture_of_all_shapes_in_all_sizes() {
    let default = |shape: Shape| match shape {
        Shape::Block => Tone::Muted,
        Shape::Disc => Tone::Blue,
        Shape::Diamond => Tone::Red,
        Shape::Ring => Tone::Green,
        Shape::Portal => Tone::Violet,
        Shape::Frame => Tone::Good,
        _ => Tone::Yellow,
    };
    let shade = |glyph: char| match glyph {
        '!' => Tone::Bad,
        ':' => Tone::Yellow,
        '+' => Tone::Blue,
        _ => Tone::Muted,
    };
    let link =
        |y: u32, tone: Tone| Link { from: Cell { x: 9, y }, to: Cell { x: 16, y }, tone, label: "".into() };
    let links = vec![link(1, Tone::Violet), link(2, Tone::Red), link(3, Tone::Blue)];
    let board = Board { links, ..board(pieces(default), marks(shade)) };
    let builder = Harness::builder().with_size([764.0, 660.0]).renderer(Cpu::default());
    let builder = builder.with_context_setup(theme::install).with_theme(egui::Theme::Dark);
    let mut window = builder.build_ui(move |ui| {
        let mut top = 0.0;
        for side in [6.0, 8.0, 11.0, 14.0, 20.0, 40.0] {
            let place = room(side).translate(vec2(0.0, top));
            canvas::show(ui, &board, place, None);
            top += place.height();
        }
    });
    window.run();
    check(&mut window, "shapes.png");
    window.ctx.set_theme(egui::Theme::Light);
    window.run();
    check(&mut window, "shapes-light.png");
}
