//! The cube: turned, zoomed and clicked; its branches, patrols and rifts; and its appearance.

mod hands;
mod looks;

use std::sync::Arc;

use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use timeloom::game::{Game, History, Play};
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Scan};
use timeloom::rules::Level as _;
use timeloom::rulesets::unseen::{Level, Unseen};
use timeloom::scene::Cell;
use timeloom::scene::cube::{Point, ThreadKind};
use timeloom::session::{self, Opening, Session};
use timeloom_editor::app::App;
use timeloom_editor::cube::{self, Branch, BranchPath, CubeCamera, Stack};
use timeloom_editor::settings::Centre;

use crate::{Window, document, onto, orchard, turn, window};

/// A rift at (4, 1) leads back to (1, 3) at t 0; a guard walks around a pillar; a box can be pushed.
const ROWS: &str = "'########', '#@.....#', '#.B.#..#', '#......#', '#.....>#', '########'";
const THINGS: &str = r#"
[[entity]]
kind = "rift"
name = "well"
at = [4, 1]
rift = { target = [1, 3, 0] }
[[entity]]
kind = "enemy"
name = "guard"
patrol = { path = [[5, 1], [6, 1], [6, 2], [5, 2]], loops = true }
vision = { facing = "east", fov = 90 }
"#;

pub(super) fn level(depth: u32) -> String {
    format!(
        "[meta]\nid = \"t\"\nname = \"test\"\n[world]\ntime_depth = {depth}\n[map]\nrows = [{ROWS}]\n{THINGS}"
    )
}

/// Plays these actions; `u3` undoes three turns.
pub(super) fn played(level: &str, actions: &str) -> Session<Unseen> {
    let level = Level::parse(level).unwrap_or_else(|faults| panic!("{faults:?}"));
    let header = session::begin::<Unseen>(level, 0).expect("the level can be played");
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    let scan = Scan::begin(Box::new(Memory::new(header.to_bytes()))).expect("it was just begun");
    let mut game: Session<Unseen> = Session::open(scan, opening).expect("it was just begun");
    for word in actions.split_whitespace() {
        if let Some(turns) = word.strip_prefix('u') {
            (0..turns.parse().expect("a number")).for_each(|_| assert!(game.undo()));
        } else {
            let action = game.parse(word).expect("an action");
            Play::act(&mut game, &action).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    game
}

/// Through the rift and on; then back to turn 2 and along another branch.
pub(super) const TWO_WAYS: &str = "E E E U E E u4 S S E E";

/// Opens a window with the cube in the centre.
pub(super) fn looking(game: impl Game + 'static) -> Window {
    let mut app = App::with_game(Box::new(game));
    app.put_in_the_middle(Centre::Cube);
    window(app)
}

fn stack(window: &Window) -> Arc<Stack> {
    cube::stack(&window.ctx, document(window)).expect("the game has slices")
}

fn room(window: &Window) -> Rect {
    window.get_by_label_contains("Cube of").rect()
}

fn camera(window: &Window) -> CubeCamera {
    window.state().cube().camera
}

fn spot(window: &Window, x: u32, y: u32, t: u32) -> Pos2 {
    cube::on_screen(camera(window), &stack(window), room(window), Point { at: Cell { x, y }, t })
}

fn button(window: &mut Window, at: Pos2, button: PointerButton, pressed: bool) {
    window.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    window.step();
}

fn drag(window: &mut Window, with: PointerButton, by: Vec2) {
    let from = room(window).center();
    window.hover_at(from);
    window.step();
    button(window, from, with, true);
    for part in 1..=4u8 {
        window.hover_at(from + by * (f32::from(part) / 4.0));
        window.step();
    }
    button(window, from + by, with, false);
    window.run();
}

fn click(window: &mut Window, at: Pos2) {
    window.hover_at(at);
    window.step();
    button(window, at, PointerButton::Primary, true);
    button(window, at, PointerButton::Primary, false);
    window.run();
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

fn ways(window: &Window, branch: Branch) -> Vec<BranchPath> {
    stack(window).ways.iter().filter(|way| way.branch == branch).cloned().collect()
}

#[test]
fn the_cube_is_told_in_words() {
    let window = looking(played(&level(12), "E E E U E E"));
    window.get_by_label_contains(
        "Cube of 8 by 6 cells, slices 0 to 11 of 11; slice 2 is lit. \
         6 turns walked with 1 leap through time, 1 patrol, 1 rift.",
    );
}

#[test]
fn dragging_turns_and_tilts_it() {
    let mut window = looking(played(&level(12), ""));
    drag(&mut window, PointerButton::Primary, vec2(80.0, 40.0));
    let (now, default) = (camera(&window), CubeCamera::default());
    assert!(now.yaw != default.yaw && now.pitch > default.pitch, "{now:?}");
    assert_eq!((now.zoom, now.pan), (default.zoom, default.pan));
}

#[test]
fn it_is_never_seen_from_below_or_edge_on() {
    let mut window = looking(played(&level(12), ""));
    for (by, end) in [(-200.0, 0.1), (600.0, 1.45)] {
        (0..4).for_each(|_| drag(&mut window, PointerButton::Primary, vec2(0.0, by)));
        assert_eq!(camera(&window).pitch, end);
    }
}

#[test]
fn the_middle_button_moves_it_aside() {
    let mut window = looking(played(&level(12), ""));
    drag(&mut window, PointerButton::Middle, vec2(30.0, -20.0));
    let now = camera(&window);
    assert!(now.pan.x > 15.0 && now.pan.y < -10.0 && now.yaw == CubeCamera::default().yaw, "{now:?}");
}

#[test]
fn the_wheel_comes_nearer_to_what_is_under_the_mouse() {
    let mut window = looking(played(&level(12), ""));
    let (before, at) = (spot(&window, 6, 3, 5), vec2(0.0, 120.0));
    window.hover_at(before);
    window.step();
    let wheel = Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: at,
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    };
    window.event(wheel);
    window.run_steps(9);
    assert!(camera(&window).zoom > 1.2, "{:?}", camera(&window));
    assert!(spot(&window, 6, 3, 5).distance(before) < 1.0);
}

#[test]
fn the_usual_view_comes_back_by_button_key_and_double_click() {
    let mut window = looking(played(&level(12), ""));
    let turned = |window: &mut Window| {
        drag(window, PointerButton::Primary, vec2(50.0, 20.0));
        assert_ne!(camera(window), CubeCamera::default());
    };
    turned(&mut window);
    window.get_by_label("Reset view").click();
    window.run();
    assert_eq!(camera(&window), CubeCamera::default());
    turned(&mut window);
    press(&mut window, Modifiers::SHIFT, Key::F7);
    assert_eq!(camera(&window), CubeCamera::default());
    turned(&mut window);
    let corner = room(&window).left_top() + vec2(20.0, 20.0);
    // Frames in tests are a quarter of a second apart.
    window.ctx.options_mut(|options| options.input_options.max_double_click_delay = 1.0);
    window.hover_at(corner);
    for pressed in [true, false, true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.event(Event::PointerButton { pos: corner, button, pressed, modifiers });
    }
    window.run();
    assert_eq!(camera(&window), CubeCamera::default());
}

#[test]
fn with_the_keyboard_arrows_turn_it_plus_and_minus_zoom_and_home_resets() {
    let mut window = looking(played(&level(12), "E E"));
    window.get_by_label_contains("Cube of").focus();
    window.run();
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::Plus);
    let (now, default) = (camera(&window), CubeCamera::default());
    assert!(now.yaw != default.yaw && now.pitch > default.pitch && now.zoom > default.zoom, "{now:?}");
    press(&mut window, Modifiers::NONE, Key::Minus);
    assert!((camera(&window).zoom - 1.0).abs() < 0.001);
    press(&mut window, Modifiers::NONE, Key::Home);
    assert_eq!((camera(&window), turn(&window)), (default, 2));
    press(&mut window, Modifiers::NONE, Key::PageUp);
    assert_ne!(stack(&window).lit, 2);
}

#[test]
fn a_click_on_a_patrol_goes_to_the_slice() {
    let mut window = looking(played(&level(12), "E"));
    let guard = spot(&window, 6, 2, 6);
    click(&mut window, guard);
    assert_eq!((document(&window).view().t, turn(&window)), (Some(6), 1));
    assert_eq!(stack(&window).lit, 6);
}

#[test]
fn a_click_on_the_way_goes_to_that_turn() {
    let mut window = looking(played(&level(12), "E E E U E E"));
    let second = spot(&window, 3, 1, 2);
    click(&mut window, second);
    assert_eq!((turn(&window), stack(&window).lit), (2, 2));
    assert_eq!(ways(&window, Branch::Ahead)[0].turn, 2, "the rest of the way stays in sight");
}

#[test]
fn a_click_on_the_way_of_another_branch_goes_there() {
    let mut window = looking(played(&level(12), TWO_WAYS));
    let other = ways(&window, Branch::Other(0)).swap_remove(0);
    let end = *other.points.last().expect("it has points");
    let at = spot(&window, end.at.x, end.at.y, end.t);
    click(&mut window, at);
    assert_eq!(document(&window).here().id, other.tip);
}

#[test]
fn the_mouse_tells_what_it_is_over() {
    let mut window = looking(played(&level(12), "E E"));
    window.hover_at(spot(&window, 6, 2, 6));
    window.run_steps(4);
    window.get_by_label("column 6, row 2, t 6");
    window.get_by_label("guard");
}

#[test]
fn both_branches_are_there_and_the_other_begins_at_the_fork() {
    let window = looking(played(&level(12), TWO_WAYS));
    let (mine, others) = (ways(&window, Branch::Walked), ways(&window, Branch::Other(0)));
    let times = |way: &BranchPath| way.points.iter().map(|point| point.t).collect::<Vec<_>>();
    assert_eq!((mine.len(), times(&mine[0])), (1, vec![0, 1, 2, 3, 4, 5, 6]));
    assert_eq!((others.len(), others[0].turn, times(&others[0])), (1, 2, vec![2, 3, 0, 1, 2]));
    assert_eq!(stack(&window).others, 1);
}

#[test]
fn patrols_boxes_and_rifts_are_there() {
    let window = looking(played(&level(12), "E PS"));
    let stack = stack(&window);
    let lines = |kind| stack.cube.threads_of(kind).map(|line| (&*line.label, line.points.len())).collect();
    let (patrols, boxes): (Vec<_>, Vec<_>) = (lines(ThreadKind::Patrol), lines(ThreadKind::Box));
    assert_eq!((patrols, boxes), (vec![("guard", 12)], vec![("the box", 4)]));
    assert_eq!(&*stack.cube.rifts[0].label, "well to (1, 3) at t 0");
}

/// Returns the turns at which the other shown branches fork off.
fn forks(window: &Window) -> Vec<u32> {
    let shown = (0..cube::stack::MOST_BRANCHES)
        .filter_map(|number| Some(ways(window, Branch::Other(number)).first()?.turn));
    let mut shown: Vec<u32> = shown.collect();
    shown.sort_unstable();
    shown
}

#[test]
fn of_many_branches_those_that_leave_nearest_are_shown_and_the_others_counted() {
    let mut game = played(&level(40), &". ".repeat(30));
    let line: Vec<_> = game.line().to_vec();
    let south = game.parse("S").expect("an action");
    for node in &line[..20] {
        game.seek(*node);
        Play::act(&mut game, &south).expect("the way is free");
    }
    game.seek(line[30]);
    for _ in 0..25 {
        game.undo();
    }
    let mut window = looking(game);
    assert_eq!((stack(&window).others, turn(&window)), (20, 5));
    assert_eq!(forks(&window), [2, 3, 4, 5, 6, 7, 8, 9]);
    for _ in 0..10 {
        press(&mut window, Modifiers::COMMAND, Key::ArrowRight);
    }
    assert_eq!((turn(&window), forks(&window)), (15, vec![12, 13, 14, 15, 16, 17, 18, 19]));
    window.get_by_label_contains("12 more branches, farther from here");
}

#[test]
fn of_a_million_slices_those_around_the_shown_one_are_there() {
    let mut window = looking(played(&level(1_000_000), "E"));
    assert_eq!(stack(&window).cube.slices, 0..64);
    window.get_by_label("slices 0 to 63 of 999999");
    (0..9).for_each(|_| press(&mut window, Modifiers::SHIFT, Key::PageUp));
    let stack = stack(&window);
    assert!(stack.lit > 80 && stack.cube.slices.contains(&stack.lit), "{:?}", stack.cube.slices);
    assert_eq!(stack.cube.slices.len(), 64);
}

#[test]
fn a_game_without_slices_says_so_and_offers_the_board() {
    let mut window = onto(orchard::played("SS").0);
    press(&mut window, Modifiers::NONE, Key::F7);
    window.get_by_label("This game has no slices of time, so there is no cube to look at.");
    window.get_by_label("Show the board").click();
    window.run();
    window.get_by_label("board, 8 by 6 cells, 14 pieces");
}

#[test]
fn keys_choose_the_board_the_cube_or_both() {
    let mut window = onto(played(&level(12), "E"));
    let seen = |window: &Window| {
        let cube = window.query_by_label_contains("Cube of").is_some();
        (window.query_by_label_contains("board, 8 by 6").is_some(), cube)
    };
    assert_eq!(seen(&window), (true, false));
    press(&mut window, Modifiers::NONE, Key::F7);
    assert_eq!(seen(&window), (false, true));
    press(&mut window, Modifiers::NONE, Key::F8);
    assert_eq!(seen(&window), (true, true));
    press(&mut window, Modifiers::NONE, Key::F6);
    assert_eq!(seen(&window), (true, false));
}
