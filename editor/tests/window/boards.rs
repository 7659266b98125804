//! Boards that are large, empty or strange, painted on their own.

use egui::{Rect, pos2, vec2};
use egui_kittest::Harness;
use timeloom::scene::{Board, Cell, Figure, Piece, Shape, Tone};
use timeloom_editor::canvas::{self, Fit};
use timeloom_editor::theme;

fn painted(board: Board) -> Harness<'static> {
    let builder = Harness::builder().with_size([900.0, 600.0]).with_context_setup(theme::install);
    builder.build_ui(move |ui| {
        let room = ui.available_rect_before_wrap();
        canvas::show(ui, &board, room, None);
    })
}

fn disc(x: u32, y: u32) -> Piece {
    let (shape, tone, label) = (Shape::Disc, Tone::Blue, "a disc".to_owned());
    Piece {
        at: Cell { x, y },
        figure: None,
        shape,
        glyph: 'd',
        tone,
        label: label.into(),
        facing: None,
        meter: None,
        faded: false,
    }
}

#[test]
fn a_hundred_by_a_hundred_with_four_thousand_pieces_is_one_shape() {
    let pieces = (0..4000).map(|at| disc(at % 100, at / 40)).collect();
    let mut harness = painted(Board { width: 100, height: 100, pieces, ..Board::default() });
    harness.run_steps(2);
    let shapes = harness.output().shapes.len();
    assert!(shapes < 10, "{shapes} shapes");
}

#[test]
fn figures_of_every_kind_are_one_shape_too() {
    let kinds = Figure::ALL.into_iter().cycle();
    let pieces = (0..4000).zip(kinds).map(|(at, kind)| disc(at % 100, at / 40).with_figure(kind)).collect();
    let mut harness = painted(Board { width: 100, height: 100, pieces, ..Board::default() });
    harness.run_steps(2);
    let shapes = harness.output().shapes.len();
    assert!(shapes < 10, "{shapes} shapes");
}

#[test]
fn boards_of_any_size_are_painted_and_none_hangs() {
    for (width, height) in [(0, 0), (1, 0), (1, 1), (1, 900), (u32::MAX, 3), (u32::MAX, u32::MAX)] {
        let pieces = vec![disc(0, 0), disc(u32::MAX, u32::MAX)];
        painted(Board { width, height, pieces, ..Board::default() }).run_steps(2);
    }
}

#[test]
fn every_cell_is_found_where_it_was_painted() {
    let board = Board { width: 7, height: 5, ..Board::default() };
    let fit = Fit::new(&board, Rect::from_min_size(pos2(30.0, 40.0), vec2(500.0, 300.0)));
    for (x, y) in (0..7).flat_map(|x| (0..5).map(move |y| (x, y))) {
        let cell = Cell { x, y };
        assert_eq!(fit.cell_at(fit.rect(cell).center()), Some(cell));
    }
    let outside = fit.outline().expand(1.0);
    assert_eq!(fit.cell_at(outside.left_top()), None);
    assert_eq!(fit.cell_at(outside.right_bottom()), None);
}

#[test]
fn a_cell_tells_the_topmost_first() {
    let above = Piece { label: "above".into(), ..disc(1, 1) };
    let board =
        Board { width: 3, height: 3, pieces: vec![disc(1, 1), above, disc(0, 1)], ..Board::default() };
    assert_eq!(canvas::words_at(&board, Cell { x: 1, y: 1 }), ["above", "a disc"]);
}
