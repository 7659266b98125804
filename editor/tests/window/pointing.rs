//! Choosing actions on the boards: by clicking and dragging, by keyboard, from and to the list of actions.

mod clicks;
mod hints;
mod keyboard;
mod looks;
mod walks;

use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;
use timeloom::catalog;
use timeloom::scene::Cell;
use timeloom_editor::app::App;
use timeloom_editor::command::{Command, GoCommand};

use crate::house::ask;
use crate::{Window, document, onto_save, press, window, workspace};

/// A room with a box between the player and the exit.
const ROOM: [&str; 4] = ["#######", "#@.B..#", "#....>#", "#######"];

/// Opens a new game of `unseen` on a map.
fn onto_map(rows: &[&str]) -> Window {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    let text =
        format!("ruleset = \"unseen\"\n[world]\ntime_depth = 40\n[map]\nrows = [{}]\n", rows.join(","));
    onto_text(&text)
}

/// Opens a new game on a sample level.
fn onto_sample(name: &str) -> Window {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/levels").join(name);
    onto_text(&std::fs::read_to_string(path).expect("the level is there"))
}

fn onto_text(text: &str) -> Window {
    let ruleset = catalog::find(&catalog::declared(text)).expect("its ruleset is known");
    let log = ruleset.begin(text, 0).expect("it can be played").to_bytes();
    window(App::with_game(catalog::open_bytes("a level", &log).expect("it opens")))
}

/// Opens a sample game at a turn.
fn onto_turn(name: &str, turn: u32) -> Window {
    let mut window = onto_save(name);
    ask(&mut window, Command::Go(GoCommand::Turn(turn)));
    window
}

/// The middle of a cell of the only board.
fn at(window: &Window, x: u32, y: u32) -> Pos2 {
    let edit_state = workspace(window).edit_state();
    edit_state.stage().expect("the board is shown").fit(edit_state.camera()).rect(Cell { x, y }).center()
}

fn click_at(window: &mut Window, place: Pos2) {
    drag(window, place, place);
}

fn click_cell(window: &mut Window, x: u32, y: u32) {
    let place = at(window, x, y);
    click_at(window, place);
}

fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    window.hover_at(from);
    window.run();
    window.drag_at(from);
    window.run();
    window.hover_at(to);
    window.run();
    window.drop_at(to);
    window.run();
}

/// Clicks with the mouse on the place with this in its name.
fn click_place(window: &mut Window, name: &str) {
    let place = place(window, name);
    click_at(window, place);
}

/// The middle of the only place with this in its name.
fn place(window: &Window, name: &str) -> Pos2 {
    let is_it = |label: String| label.contains("column ") && label.contains(name);
    let mut found = window.query_all_by(|node| node.label().is_some_and(is_it));
    let place = found.next().unwrap_or_else(|| panic!("no place is called {name}")).rect().center();
    assert!(found.next().is_none(), "several places are called {name}");
    place
}

fn key(window: &mut Window, key: Key) {
    press(window, Modifiers::NONE, key);
}

/// Presses Tab until the control with this in its name has the focus.
fn tab_to(window: &mut Window, name: &str) {
    for _ in 0..300 {
        if window.query_all_by_label_contains(name).any(|node| node.is_focused()) {
            return;
        }
        key(window, Key::Tab);
    }
    panic!("no control called {name} can be reached by Tab");
}

/// The name of the place with the keyboard focus.
fn focused(window: &Window) -> String {
    let node = window.query_all_by(|node| node.is_focused()).next();
    node.and_then(|node| egui_kittest::kittest::NodeT::accesskit_node(&node).label()).unwrap_or_default()
}

/// The actions of the branch so far.
fn done(window: &Window) -> Vec<String> {
    let game = document(window).game();
    let line = &game.line()[1..=document(window).cursor().turn as usize];
    line.iter().map(|node| game.node(*node).action).collect()
}

/// Number of places chosen so far.
fn chosen(window: &Window) -> usize {
    workspace(window).pointing().chosen().len()
}
