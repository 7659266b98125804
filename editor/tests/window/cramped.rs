//! Little space: long names, small windows, large text. Controls stay in view, and so does the board.

use egui::{Key, Modifiers, Rect};
use egui_kittest::kittest::Queryable;
use timeloom::scene::Cell;
use timeloom_editor::command::{AppCommand, Command};

use crate::house::{House, LEVEL, act, ask, change_mode, press, settle, wall};
use crate::orchard::played;
use crate::pictures::check;
use crate::{Window, document, onto, workspace};

fn sized(window: &mut Window, width: f32, height: f32) {
    window.set_size(egui::vec2(width, height));
    settle(window);
}

/// Opens a level whose name and file name have this many letters.
fn long_names(house: &House, letters: usize) -> Window {
    let name = "a very long name ".repeat(letters.div_ceil(17));
    let name = &name[..letters];
    house.write("maze.toml", &LEVEL.replace("Two steps", name));
    let mut window = house.open();
    wall(&mut window, 2, 2);
    wall(&mut window, 3, 2);
    assert_eq!(document(&window).about().level, name);
    window
}

/// Asserts that a labelled control is entirely within the window.
#[track_caller]
fn assert_in_view(window: &Window, label: &str) {
    let rect = window.get_by_label(label).rect();
    let all = window.ctx.content_rect();
    assert!(all.contains_rect(rect) && rect.width() > 4.0, "{label} is at {rect}, the window is {all}");
}

/// Returns the rectangle of the board.
fn stage(window: &Window) -> Rect {
    workspace(window).edit_state().stage().expect("the board was shown").room
}

/// Moves the mouse onto a cell of the board.
fn hover_cell(window: &mut Window, x: u32, y: u32) {
    let edit_state = workspace(window).edit_state();
    let fit = edit_state.stage().expect("the board was shown").fit(edit_state.camera());
    window.hover_at(fit.rect(Cell { x, y }).center());
    settle(window);
}

#[test]
fn a_long_name_pushes_nothing_out_of_the_caption() {
    for (width, height) in [(900.0, 600.0), (640.0, 420.0)] {
        let house = House::new();
        let mut window = long_names(&house, 200);
        sized(&mut window, width, height);
        press(&mut window, Modifiers::NONE, Key::PageUp);
        assert_in_view(&window, "placing from the start");
        change_mode(&mut window);
        act(&mut window, "E");
        let start = window.get_by_label_contains("turn 0: start").rect().center();
        window.hover_at(start);
        window.run();
        assert!(document(&window).is_preview());
        let label = window.get_by_label("preview of turn 0").rect();
        assert!(label.right() <= stage(&window).right() + 1.0, "{label} in {}", stage(&window));
        let name = window.get_all_by_label(&document(&window).about().level).map(|node| node.rect());
        let name = name.min_by(|a, b| a.top().total_cmp(&b.top())).expect("the name is there");
        assert!(name.right() <= label.left(), "{name} and {label}");
    }
}

#[test]
fn the_name_that_was_cut_is_told_on_hover() {
    let house = House::new();
    let mut window = long_names(&house, 200);
    let name = document(&window).about().level.clone();
    let names = |window: &Window| window.query_all_by_label(&name).count();
    let before = names(&window);
    let all = window.get_all_by_label(&name).map(|node| node.rect());
    let caption = all.min_by(|a, b| a.top().total_cmp(&b.top())).expect("the name is there");
    window.hover_at(caption.center());
    window.run();
    assert_eq!(names(&window), before + 1);
}

#[test]
fn the_banner_keeps_its_buttons_in_a_narrow_window() {
    let mut window = onto(played(&"SN".repeat(5000)).0);
    sized(&mut window, 560.0, 600.0);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    ask(&mut window, Command::Go(timeloom_editor::command::GoCommand::Turn(12)));
    let text = window.get_by_label("viewing turn 12 of 10000 - acting here starts a branch").rect();
    assert_in_view(&window, "To the end");
    assert!(text.right() <= window.get_by_label("To the end").rect().left());
}

#[test]
fn the_cell_under_the_mouse_is_told_beside_a_file_with_a_long_name() {
    let house = House::new();
    let name = format!("{}.toml", "a-long-name-".repeat(10));
    house.write(&name, LEVEL);
    let mut window = house.window();
    ask(&mut window, Command::File(timeloom_editor::command::FileCommand::Open(house.path(&name))));
    for (width, height) in [(900.0, 600.0), (640.0, 420.0)] {
        sized(&mut window, width, height);
        hover_cell(&mut window, 2, 2);
        let cell = window.get_by_label_contains("x 2, y 2: nothing here").rect();
        let place = window.get_by_label("edit 0 of 0").rect();
        let file = window.get_all_by_label(&name).map(|node| node.rect());
        let file = file.max_by(|a, b| a.top().total_cmp(&b.top())).expect("the file is named");
        assert!(file.right() < cell.left() && cell.right() < place.left(), "{file} {cell} {place}");
    }
}

#[test]
fn a_drawing_has_edits_and_a_game_has_turns() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    window.get_by_label("edit 1 of 1");
    window.get_by_label("edit 1 of 1, the last one of this branch");
    change_mode(&mut window);
    window.get_by_label("turn 0 of 0");
    assert!(window.query_by_label("edit 0 of 0").is_none());
}

#[test]
fn the_board_keeps_room_in_a_low_window() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    for (mode, picture) in [("draw", "cramped-draw.png"), ("play", "cramped-play.png")] {
        sized(&mut window, 640.0, 420.0);
        let (room, slider) = (stage(&window), window.get_by_label("slice").rect());
        assert!(room.height() >= 150.0, "{mode}: {room}");
        assert!(window.ctx.content_rect().contains_rect(slider), "{mode}: {slider}");
        check(&mut window, picture);
        change_mode(&mut window);
    }
}

#[test]
fn the_board_keeps_room_when_everything_is_large() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    window.state_mut().settings_mut().scale = 2.5;
    sized(&mut window, 1280.0, 800.0);
    let room = window.ctx.content_rect().size();
    assert!(room.x >= 640.0 && (420.0..421.0).contains(&room.y), "no larger than leaves room: {room}");
    assert!(stage(&window).height() >= 150.0, "{}", stage(&window));
    let (redo, board) =
        (window.get_by_label_contains("Redo").rect(), window.get_by_label("show board").rect());
    assert!(redo.right() < board.left(), "{redo} and {board}");
    check(&mut window, "cramped-scale.png");
    ask(&mut window, Command::App(AppCommand::Mode));
    check(&mut window, "cramped-scale-play.png");
}

#[test]
fn a_high_window_has_words_and_numbers_along_its_tracks() {
    let mut window = onto(played("SSEE").0);
    window.get_by_label("turn 4 of 4, the last one of this branch");
    sized(&mut window, 900.0, 420.0);
    assert!(window.query_by_label("turn 4 of 4, the last one of this branch").is_none());
    press(&mut window, Modifiers::NONE, Key::Home);
    assert_eq!(crate::turn(&window), 0);
    window.get_by_label("turn").set_value_accesskit(3.0);
    window.run();
    assert_eq!(crate::turn(&window), 3, "the track works without them");
}
