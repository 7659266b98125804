//! Tests of the drawn figures: every kind differs from every other without colour, and the letters are an option.

use egui::{Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use timeloom::scene::{Board, Cell, Facing, Figure, Light, Mark, Piece, Shape, Tone};
use timeloom_editor::canvas::{self, BoardStyle, Fit};
use timeloom_editor::command::{AppCommand, Command, GoCommand};
use timeloom_editor::theme;

use crate::house::ask;
use crate::pictures::check;
use crate::{Cpu, onto_save, rulesets};

/// A figure in a look of its own: with a tone, a shape and a facing.
#[derive(Clone, Copy, Debug)]
struct Look {
    figure: Figure,
    shape: Shape,
    tone: Tone,
    facing: Option<Facing>,
}

const fn look(figure: Figure, shape: Shape, tone: Tone) -> Look {
    Look { figure, shape, tone, facing: None }
}

const fn facing(figure: Figure, shape: Shape, tone: Tone, facing: Facing) -> Look {
    Look { figure, shape, tone, facing: Some(facing) }
}

/// Every look that must be told apart.
const LOOKS: [Look; 32] = [
    look(Figure::Wall, Shape::Block, Tone::Muted),
    look(Figure::Player, Shape::Disc, Tone::Blue),
    look(Figure::PastSelf, Shape::Disc, Tone::Blue),
    look(Figure::Guard, Shape::Diamond, Tone::Red),
    facing(Figure::Guard, Shape::Diamond, Tone::Red, Facing::North),
    facing(Figure::Guard, Shape::Diamond, Tone::Red, Facing::East),
    facing(Figure::Guard, Shape::Diamond, Tone::Red, Facing::South),
    facing(Figure::Guard, Shape::Diamond, Tone::Red, Facing::West),
    look(Figure::Box, Shape::Square, Tone::Yellow),
    look(Figure::BoxOnGoal, Shape::Square, Tone::Yellow),
    look(Figure::PullBox, Shape::Grip, Tone::Yellow),
    look(Figure::Crate, Shape::Crate, Tone::Yellow),
    look(Figure::PullCrate, Shape::Grip, Tone::Yellow),
    look(Figure::Rift, Shape::Portal, Tone::Violet),
    look(Figure::Exit, Shape::Frame, Tone::Good),
    look(Figure::Goal, Shape::Ring, Tone::Cyan),
    look(Figure::Tile, Shape::Square, Tone::Blue),
    look(Figure::Tile, Shape::Square, Tone::Yellow),
    look(Figure::Tile, Shape::Square, Tone::Red),
    look(Figure::Tile, Shape::Square, Tone::Black),
    look(Figure::Tile, Shape::Square, Tone::White),
    look(Figure::Token, Shape::Disc, Tone::Accent),
    look(Figure::Fighter, Shape::Disc, Tone::Blue),
    look(Figure::Fighter, Shape::Diamond, Tone::Red),
    look(Figure::Fighter, Shape::Square, Tone::Yellow),
    look(Figure::Fighter, Shape::Ring, Tone::Green),
    facing(Figure::Fighter, Shape::Disc, Tone::Blue, Facing::East),
    facing(Figure::Fighter, Shape::Disc, Tone::Blue, Facing::North),
    facing(Figure::Fighter, Shape::Disc, Tone::Blue, Facing::South),
    look(Figure::Ship, Shape::Disc, Tone::Blue),
    look(Figure::Ship, Shape::Diamond, Tone::Red),
    look(Figure::Ship, Shape::Square, Tone::Red),
];

const COLUMNS: u32 = 16;

fn piece((look, at): (&Look, u32)) -> Piece {
    let Look { figure, shape, tone, facing } = *look;
    let cell = Cell::new(at % COLUMNS, at / COLUMNS);
    Piece { facing, ..Piece::new(cell, shape, glyph(figure), tone, "a thing").with_figure(figure) }
}

/// Letter of a figure, as on the boards of games.
fn glyph(figure: Figure) -> char {
    match figure {
        Figure::Player => '@',
        Figure::PastSelf => '&',
        Figure::Guard => 'E',
        Figure::Box => 'B',
        Figure::BoxOnGoal => '*',
        Figure::PullBox => 'P',
        Figure::Crate => 'C',
        Figure::PullCrate => 'Q',
        Figure::Rift => 'O',
        Figure::Exit => '>',
        Figure::Goal => 'o',
        _ => 'A',
    }
}

fn gallery() -> Board {
    Board { pieces: LOOKS.iter().zip(0..).map(piece).collect(), ..Board::new(COLUMNS, 2) }
}

fn room(board: &Board, side: f32) -> Rect {
    let size = vec2(board.width as f32, board.height as f32) * side + Vec2::splat(44.0);
    Rect::from_min_size(pos2(0.0, 0.0), size)
}

/// Paints a board with cells of this size, in grey if colours are to be ignored, and returns the pixels of each piece.
fn cells(board: &Board, side: f32) -> Vec<Vec<u8>> {
    let (shown, place) = (board.clone(), room(board, side));
    let builder = Harness::builder().with_size(place.size()).renderer(Cpu::default());
    let builder = builder.with_context_setup(theme::install).with_theme(egui::Theme::Dark);
    let mut harness = builder.build_ui(move |ui| _ = canvas::show(ui, &shown, place, None));
    harness.run();
    let image = harness.render().expect("it can be painted");
    let fit = Fit::new(board, place);
    assert_eq!(fit.cell, side);
    let grey = |x: u32, y: u32| {
        let [r, g, b, _] = image.get_pixel(x, y).0.map(u32::from);
        ((r * 3 + g * 6 + b) / 10) as u8
    };
    let pixels = |piece: &Piece| {
        let corner = fit.rect(piece.at).min;
        let (left, top) = (corner.x as u32, corner.y as u32);
        (0..side as u32)
            .flat_map(|y| (0..side as u32).map(move |x| (x, y)))
            .map(|(x, y)| grey(left + x, top + y))
            .collect()
    };
    board.pieces.iter().map(pixels).collect()
}

#[test]
fn every_figure_differs_from_every_other_without_colour() {
    let mut board = gallery();
    // The letters of fighters and ships are the same here, and so is the colour of everything.
    board
        .pieces
        .iter_mut()
        .filter(|piece| piece.figure != Some(Figure::Tile))
        .for_each(|piece| piece.tone = Tone::Yellow);
    for side in [16.0, 24.0, 48.0] {
        let cells = cells(&board, side);
        for (a, b) in (0..LOOKS.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let differ = cells[a].iter().zip(&cells[b]).filter(|(a, b)| a.abs_diff(**b) > 20).count();
            // A turn of the same figure may be a small part of it.
            let part = if LOOKS[a].figure == LOOKS[b].figure && LOOKS[a].shape == LOOKS[b].shape {
                80.0
            } else {
                40.0
            };
            let least = (side * side / part) as usize;
            assert!(differ >= least, "{:?} and {:?}: {differ} of {side} x {side} pixels", LOOKS[a], LOOKS[b]);
        }
    }
}

/// A board with walls that join, guards, light and shade.
fn scenery() -> Board {
    const ROWS: [&str; 9] = [
        "################",
        "#..#.....#.....#",
        "#..#..@..#..##.#",
        "#........#.....#",
        "#####..#.#.###.#",
        "#......#...#...#",
        "#.##.....###.#.#",
        "#..............#",
        "################",
    ];
    let cells = (0..9).flat_map(|y| (0..16).map(move |x| Cell::new(x, y)));
    let is_wall = |at: &Cell| ROWS[at.y as usize].as_bytes()[at.x as usize] == b'#';
    let wall = |at| piece((&LOOKS[0], 0)).moved(at);
    let mut board = Board { pieces: cells.filter(is_wall).map(wall).collect(), ..Board::new(16, 9) };
    let places = [
        (6, 2),
        (5, 3),
        (3, 3),
        (4, 7),
        (12, 7),
        (10, 1),
        (2, 5),
        (1, 7),
        (8, 7),
        (9, 7),
        (10, 7),
        (11, 7),
        (7, 7),
        (14, 1),
        (14, 7),
        (5, 5),
    ];
    let looks = (1..16).map(|index| &LOOKS[index]).zip(places);
    board.pieces.extend(looks.map(|(look, (x, y))| piece((look, 0)).moved(Cell::new(x, y))));
    board.marks.extend((1..8).map(|x| light(Cell::new(x, 3), Tone::Bad, '!', 7, 7 + x / 3)));
    board.marks.extend((1..6).map(|x| light(Cell::new(x, 5), Tone::Yellow, ':', 9 - x, 9)));
    board
}

fn light(at: Cell, tone: Tone, glyph: char, leaves: u32, arrives: u32) -> Mark {
    Mark { light: Some(Light { leaves, arrives }), ..Mark::new(at, tone, glyph, "light") }
}

trait Moved {
    fn moved(self, at: Cell) -> Self;
}

impl Moved for Piece {
    fn moved(self, at: Cell) -> Self {
        Self { at, ..self }
    }
}

fn picture(board: Board, sides: &'static [f32], name: &str, style: &BoardStyle) {
    let high: f32 = sides.iter().map(|side| room(&board, *side).height()).sum();
    let wide = room(&board, sides.iter().copied().fold(0.0, f32::max)).width();
    let builder = Harness::builder().with_size([wide, high]).renderer(Cpu::default());
    let builder = builder.with_context_setup(theme::install).with_theme(egui::Theme::Dark);
    let mut window = builder.build_ui(move |ui| {
        let mut top = 0.0;
        for side in sides {
            let place = room(&board, *side).translate(vec2(0.0, top));
            canvas::show(ui, &board, place, None);
            top += place.height();
        }
    });
    style.clone().keep(&window.ctx);
    window.run();
    check(&mut window, &format!("{name}.png"));
    window.ctx.set_theme(egui::Theme::Light);
    window.run();
    check(&mut window, &format!("{name}-light.png"));
}

#[test]
fn a_picture_of_all_figures_in_all_sizes() {
    picture(gallery(), &[10.0, 16.0, 24.0, 40.0, 72.0], "figures", &BoardStyle::default());
}

#[test]
fn a_picture_of_walls_and_light() {
    picture(scenery(), &[12.0, 24.0, 60.0], "figures-scenery", &BoardStyle::default());
}

#[test]
fn a_picture_with_letters() {
    let style = BoardStyle { letters: true, ..BoardStyle::default() };
    picture(scenery(), &[24.0, 48.0], "figures-letters", &style);
}

/// Paints the first long sample game of every ruleset at its third turn.
fn every_game(name: &str, theme: egui::Theme, commands: &[Command]) {
    for save in rulesets::saves() {
        let mut window = onto_save(&save);
        ask(&mut window, Command::Go(GoCommand::Turn(3)));
        commands.iter().for_each(|command| ask(&mut window, command.clone()));
        window.ctx.set_theme(theme);
        window.run();
        let ruleset = crate::document(&window).about().ruleset.clone();
        check(&mut window, &format!("game-{ruleset}{name}.png"));
    }
}

#[test]
fn a_picture_of_a_game_of_every_ruleset_in_both_themes() {
    every_game("", egui::Theme::Dark, &[]);
    every_game("-light", egui::Theme::Light, &[]);
}

#[test]
fn a_picture_of_a_game_of_every_ruleset_with_letters_and_with_a_skin() {
    every_game("-letters", egui::Theme::Dark, &[Command::App(AppCommand::Letters(true))]);
    every_game("-paper", egui::Theme::Light, &[Command::App(AppCommand::Skin(Some("paper".to_owned())))]);
}

#[test]
fn a_picture_of_figures_in_large_cells_on_a_fine_screen() {
    let board = gallery();
    let place = room(&board, 64.0);
    let builder =
        Harness::builder().with_size(place.size()).renderer(Cpu::default()).with_pixels_per_point(1.5);
    let builder = builder.with_context_setup(theme::install).with_theme(egui::Theme::Dark);
    let mut window = builder.build_ui(move |ui| _ = canvas::show(ui, &board, place, None));
    window.run();
    check(&mut window, "figures-large.png");
}
