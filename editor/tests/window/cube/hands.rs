//! Interaction with the cube: clicks select and highlight, drags pan, and the camera is kept.

use egui::{Event, Key, KeyboardShortcut, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;
use timeloom_editor::command::{AppCommand, Command, CubeCommand, ViewCommand};
use timeloom_editor::cube::CubeCamera;
use timeloom_editor::settings::Centre;

use super::{camera, click, drag, level, looking, played, press, room, spot, stack};
use crate::house::{House, ask};
use crate::{Window, document, turn, workspace};

/// Opens a drawing with the cube in the centre.
fn drawing(house: &House) -> Window {
    house.write("maze.toml", &format!("ruleset = \"unseen\"\n{}", level(12)));
    let mut window = house.open();
    ask(&mut window, Command::View(ViewCommand::Centre(Centre::Cube)));
    window
}

/// Returns the selected things: their kinds and positions.
fn selected(window: &Window) -> Vec<String> {
    let drawing_view = document(window).drawing_view().expect("it is drawn");
    let things = workspace(window).edit_state().selection().iter();
    things.filter_map(|id| drawing_view.sketch.thing(*id)).map(|thing| thing.kind.to_string()).collect()
}

#[test]
fn while_drawing_a_click_selects_what_a_click_on_the_board_of_that_slice_would() {
    let house = House::new();
    let mut window = drawing(&house);
    let guard = spot(&window, 6, 2, 6);
    click(&mut window, guard);
    assert_eq!((selected(&window), stack(&window).lit), (vec!["enemy".to_owned()], 6));
    let crate_there = spot(&window, 2, 2, 6);
    click(&mut window, crate_there);
    assert_eq!((selected(&window), stack(&window).lit), (vec!["box".to_owned()], 6));
    let floor = spot(&window, 4, 3, 6);
    click(&mut window, floor);
    assert_eq!(selected(&window), Vec::<String>::new());
    assert_eq!(document(&window).here().turn, 0, "nothing is drawn by it");
}

#[test]
fn shift_and_a_click_select_one_more() {
    let house = House::new();
    let mut window = drawing(&house);
    let guard = spot(&window, 6, 2, 6);
    click(&mut window, guard);
    let pos = spot(&window, 2, 2, 6);
    window.hover_at(pos);
    window.step();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::SHIFT);
        window.event_modifiers(Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
        window.step();
    }
    window.run();
    let mut both = selected(&window);
    both.sort();
    assert_eq!(both, ["box", "enemy"]);
}

#[test]
fn while_playing_a_click_points_out_the_cell_and_says_what_is_there() {
    let mut window = looking(played(&level(12), "E"));
    let guard = spot(&window, 6, 2, 6);
    click(&mut window, guard);
    assert_eq!((stack(&window).lit, turn(&window)), (6, 1));
    window.get_by_label_contains("column 6, row 2, t 6: guard");
    let corner = room(&window).left_top() + vec2(20.0, 20.0);
    click(&mut window, corner);
    assert!(window.query_by_label_contains("column 6, row 2, t 6: guard").is_none());
}

#[test]
fn the_other_button_moves_it_aside() {
    let mut window = looking(played(&level(12), ""));
    drag(&mut window, PointerButton::Secondary, vec2(30.0, -20.0));
    let now = camera(&window);
    assert!(now.pan.x > 15.0 && now.pan.y < -10.0 && now.yaw == CubeCamera::default().yaw, "{now:?}");
}

#[test]
fn dragged_with_shift_it_moves_aside() {
    let mut window = looking(played(&level(12), ""));
    window.event(Event::ModifiersChanged(Modifiers::SHIFT));
    drag(&mut window, PointerButton::Primary, vec2(30.0, -20.0));
    let now = camera(&window);
    assert!(now.pan.x > 15.0 && now.yaw == CubeCamera::default().yaw, "{now:?}");
}

#[test]
fn dragged_with_space_it_moves_aside_and_nobody_waits() {
    let mut window = looking(played(&level(12), "E"));
    window.get_by_label_contains("Cube of").focus();
    window.run();
    window.key_down(Key::Space);
    window.step();
    drag(&mut window, PointerButton::Primary, vec2(30.0, -20.0));
    window.key_up(Key::Space);
    window.run();
    let now = camera(&window);
    assert!(now.pan.x > 15.0 && now.yaw == CubeCamera::default().yaw, "{now:?}");
    assert_eq!(turn(&window), 1);
}

#[test]
fn arrows_with_shift_move_it_aside() {
    let mut window = looking(played(&level(12), "E"));
    window.get_by_label_contains("Cube of").focus();
    window.run();
    press(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!((camera(&window).pan, camera(&window).yaw), (vec2(24.0, 0.0), CubeCamera::default().yaw));
    assert_eq!(turn(&window), 1, "nothing is pushed");
}

#[test]
fn its_keys_can_be_changed_and_are_heard_only_in_it() {
    let mut window = looking(played(&level(12), "E"));
    let keys = vec![KeyboardShortcut::new(Modifiers::NONE, Key::L)];
    ask(&mut window, Command::App(AppCommand::Bind("cube.left", keys)));
    press(&mut window, Modifiers::NONE, Key::L);
    assert_eq!(camera(&window), CubeCamera::default());
    window.get_by_label_contains("Cube of").focus();
    window.run();
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!((camera(&window), turn(&window)), (CubeCamera::default(), 1));
    press(&mut window, Modifiers::NONE, Key::L);
    assert!(camera(&window).yaw > CubeCamera::default().yaw);
}

#[test]
fn it_can_be_turned_from_the_list_of_commands() {
    let mut window = looking(played(&level(12), "E"));
    press(&mut window, Modifiers::COMMAND, Key::K);
    window.get_by_label("find a command").type_text("turn the cube right");
    window.run();
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(camera(&window).yaw < CubeCamera::default().yaw);
}

#[test]
fn from_where_it_is_looked_at_is_kept() {
    let house = House::new();
    let mut window = drawing(&house);
    drag(&mut window, PointerButton::Primary, vec2(80.0, 40.0));
    let left = camera(&window);
    assert_ne!(left, CubeCamera::default());
    drop(window);
    let mut window = house.open();
    assert_eq!(camera(&window), left);
    ask(&mut window, Command::Cube(CubeCommand::Reset));
    window.run_steps(2);
    assert!(!house.read("home/settings.toml").contains("[cube]"));
}

#[test]
fn absurd_settings_are_put_right() {
    let house = House::new();
    std::fs::create_dir_all(house.path("home")).expect("there is room");
    house.write("home/settings.toml", "[cube]\nturn = nan\ntilt = 900.0\nzoom = -inf\n");
    let window = house.open();
    let now = camera(&window);
    assert_eq!((now.yaw, now.pitch, now.zoom), (CubeCamera::default().yaw, 1.45, CubeCamera::default().zoom));
    drop(window);
    house.write("home/settings.toml", "colour_blind = true\n[cube]\nturn = \"left\"\n");
    let window = house.open();
    assert_eq!(camera(&window), CubeCamera::default());
    assert!(window.state().settings().colour_blind, "one wrong value costs only itself");
}

#[test]
fn help_says_what_hands_can_do() {
    let mut window = looking(played(&level(12), ""));
    press(&mut window, Modifiers::NONE, Key::F1);
    window.get_by_label_contains("Drag turns the cube;");
}
