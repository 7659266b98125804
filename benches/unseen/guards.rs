//! Levels with a thousand guards on a large board, for the cost of showing one moment.

use timeloom::rules::{Level as _, Rules};
use timeloom::rulesets::unseen::{Level, State, Unseen};
use timeloom::scene::View;
use timeloom::scene::text::{self, Ink};
use timeloom::show::Show;

const SIDE: usize = 256;

/// Sets up a level in which a thousand guards see as far as possible, with `pillars` everywhere; guards walk
/// if `walking`, so that every moment differs.
pub(crate) fn thousand(pillars: bool, walking: bool) -> (Unseen, State) {
    let cell = |x: usize, y: usize| match (x, y) {
        (0, 0) => '@',
        (1, 0) => '>',
        (0..=2, 1) | (2, 0) => '#',
        _ if pillars && x % 4 == 3 && y % 4 == 1 => '#',
        _ => '.',
    };
    let row = |y: usize| format!("  \"{}\",\n", (0..SIDE).map(|x| cell(x, y)).collect::<String>());
    let rows: String = (0..SIDE).map(row).collect();
    let guard = |n: usize| {
        let (x, y) = (4 + n % 40 * 6, 8 + n / 40 * 8);
        let walk = format!("patrol = {{ path = [[{x}, {y}], [{x}, {}]], loops = true }}\n", y + 1);
        let walk = if walking { walk } else { String::new() };
        format!(
            "[[entity]]\nkind = \"enemy\"\nat = [{x}, {y}]\nvision = {{ facing = \"south\", fov = 360 }}\n{walk}"
        )
    };
    let guards: String = (0..1000).map(guard).collect();
    let world = "[world]\ntime_depth = 400\nvision_radius = 1000\n";
    let text = format!("[meta]\nid = \"t\"\nname = \"test\"\n{world}[map]\nrows = [\n{rows}]\n{guards}");
    let rules = Unseen::new(Level::parse(&text).expect("a level")).expect("it can be played");
    let state = rules.start(0);
    (rules, state)
}

/// Sets up the largest possible level, with guards who see all of it: light takes time, so that every ring of
/// cells is seen at another moment.
pub(crate) fn vast(guards: usize, light_speed: u32) -> (Unseen, State) {
    let cell = |x: usize, y: usize| match (x, y) {
        (0, 0) => '@',
        (1, 0) => '>',
        (0..=2, 1) | (2, 0) => '#',
        _ => '.',
    };
    let row = |y: usize| format!("  \"{}\",\n", (0..1024).map(|x| cell(x, y)).collect::<String>());
    let rows: String = (0..1024).map(row).collect();
    let guard = |n: usize| {
        let (x, y) = (500 + n % 30, 500 + n / 30);
        format!(
            "[[entity]]\nkind = \"enemy\"\nat = [{x}, {y}]\nvision = {{ facing = \"south\", fov = 360 }}\n"
        )
    };
    let guards: String = (0..guards).map(guard).collect();
    let world = format!("[world]\ntime_depth = 4000\nvision_radius = 1000\nlight_speed = {light_speed}\n");
    let text = format!("[meta]\nid = \"t\"\nname = \"test\"\n{world}[map]\nrows = [\n{rows}]\n{guards}");
    let rules = Unseen::new(Level::parse(&text).expect("a level")).expect("it can be played");
    let state = rules.start(0);
    (rules, state)
}

/// Sets up a board full of guards who see as far as possible, while light takes a turn for each cell.
pub(crate) fn crowd(guards: usize) -> (Unseen, State) {
    let cell = |x: usize, y: usize| match (x, y) {
        (1, 1) => '@',
        (2, 1) => '>',
        (0..=3, 0..=2) => '#',
        _ => '.',
    };
    let row = |y: usize| format!("  \"{}\",\n", (0..SIDE).map(|x| cell(x, y)).collect::<String>());
    let rows: String = (0..SIDE).map(row).collect();
    let guard = |n: usize| {
        let (x, y) = (n * 7 % SIDE, 3 + n * 7 / SIDE % (SIDE - 3));
        format!(
            "[[entity]]\nkind = \"enemy\"\nat = [{x}, {y}]\nvision = {{ facing = \"south\", fov = 360 }}\n"
        )
    };
    let guards: String = (0..guards).map(guard).collect();
    let world = "[world]\ntime_depth = 1000\nvision_radius = 1000\nlight_speed = 1\n";
    let text = format!("[meta]\nid = \"t\"\nname = \"test\"\n{world}[map]\nrows = [\n{rows}]\n{guards}");
    let rules = Unseen::new(Level::parse(&text).expect("a level")).expect("it can be played");
    let state = rules.start(0);
    (rules, state)
}

/// Returns the scene of a state as text for a terminal, and the number of marks in it.
pub(crate) fn paint((rules, state): &(Unseen, State)) -> (String, usize) {
    let scene = rules.scene(state, View::default());
    (text::coloured(&text::paint(&scene, Ink::Marked)), scene.boards[0].marks.len())
}

/// Returns the scene of a state; its parts are dropped by the caller.
pub(crate) fn show((rules, state): &(Unseen, State)) -> usize {
    rules.scene(state, View::default()).boards[0].marks.len()
}
