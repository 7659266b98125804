//! Boards that are large, empty or strange, painted on their own.

use egui::{Rect, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use timeloom::scene::{Arrangement, Board, Cell, Figure, Piece, Shape, Tone};
use timeloom_editor::canvas::{self, Fit};
use timeloom_editor::command::{Command, GoCommand};
use timeloom_editor::theme;

use crate::pictures::check;

fn painted(board: Board) -> Harness<'static> {
    let builder = Harness::builder().with_size([900.0, 600.0]).with_context_setup(theme::install);
    builder.build_ui(move |ui| {
        let room = ui.available_rect_before_wrap();
        canvas::show(ui, &board, room, None);
    })
}

fn disc(x: u32, y: u32) -> Piece {
    let (shape, tone, label) = (Shape::Disc, Tone::Blue, "a disc".to_owned());
    Piece::new(Cell { x, y }, shape, 'd', tone, label)
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
        for arrangement in [Arrangement::Grid, Arrangement::Places, Arrangement::Plates, Arrangement::Cards] {
            let pieces = vec![disc(0, 0), disc(u32::MAX, u32::MAX)];
            painted(Board { arrangement, pieces, ..Board::new(width, height) }).run_steps(2);
        }
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

/// Shows a turn of a bundled save in a window of this size.
fn at_turn(save: &str, turn: u32, size: [f32; 2]) -> crate::Window {
    let mut window = crate::onto_save(save);
    window.set_size(size.into());
    window.state_mut().ask(Command::Go(GoCommand::Turn(turn)));
    window.run();
    window
}

#[test]
fn four_players_at_a_table() {
    check(&mut at_turn("azul-a-full-table.loom", 20, [1280.0, 800.0]), "table-four.png");
}

#[test]
fn two_players_at_a_table_in_light() {
    let mut window = at_turn("azul-across-the-table.loom", 20, [900.0, 600.0]);
    window.ctx.set_theme(egui::Theme::Light);
    check(&mut window, "table-two-light.png");
}

#[test]
fn two_fleets_as_cards() {
    check(&mut at_turn("fleet-two-captains.loom", 20, [1280.0, 800.0]), "fleet-cards.png");
    check(&mut at_turn("fleet-two-captains.loom", 39, [900.0, 600.0]), "fleet-cards-small.png");
}

#[test]
fn a_table_can_be_read_in_a_usual_window() {
    for save in ["azul-a-full-table.loom", "azul-across-the-table.loom", "azul-three-at-the-fountain.loom"] {
        let window = at_turn(save, 10, [1280.0, 800.0]);
        let boards = &crate::document(&window).scene().boards;
        for board in boards {
            let about = format!("{}, {} by {} cells", board.title, board.width, board.height);
            let rect = window.get_by_label_contains(&about).rect();
            let cell = Fit::new(board, rect).cell;
            assert!(cell >= 18.0, "a cell of {about} in {save} has {cell} points");
        }
    }
}
