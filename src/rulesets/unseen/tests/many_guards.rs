//! Many guards that see far: what they see is shown in a bounded number of steps, or said to be too much.

use crate::rules::{Level as _, Rules};
use crate::rulesets::unseen::vision::{self, MOST_STEPS};
use crate::rulesets::unseen::{Level, Unseen};
use crate::scene::View;
use crate::show::Show;

const SIDE: usize = 256;

/// A large board with a player behind walls and a thousand guards that see everything else, each with these fields.
fn thousand_guards(pillars: bool, fields: &str) -> Unseen {
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
        let fields =
            fields.replace("CELL_A", &format!("[{x}, {y}]")).replace("CELL_B", &format!("[{x}, {}]", y + 1));
        format!(
            "[[entity]]\nkind = \"enemy\"\nat = [{x}, {y}]\nvision = {{ facing = \"south\", fov = 360 }}\n{fields}\n"
        )
    };
    let guards: String = (0..1000).map(guard).collect();
    let world = "[world]\ntime_depth = 400\nvision_radius = 1000\n";
    let text = format!("[meta]\nid = \"t\"\nname = \"test\"\n{world}[map]\nrows = [\n{rows}]\n{guards}");
    let level = Level::parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
    Unseen::new(level).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn steps(rules: &Unseen) -> Option<u64> {
    let state = rules.start(0);
    Some(vision::field(state.game(), 0, true, true)?.steps())
}

#[test]
fn a_thousand_guards_that_see_everything_take_a_bounded_number_of_steps() {
    let open = steps(&thousand_guards(false, "")).expect("it is shown");
    assert!(open < MOST_STEPS, "{open}");
}

#[test]
fn what_is_too_much_is_left_out_and_said() {
    let rules = thousand_guards(true, "patrol = { path = [CELL_A, CELL_B], loops = true }");
    let scene = rules.scene(&rules.start(0), View::default());
    let said = scene.notes.iter().any(|note| note.text.contains("too many enemies see too far"));
    assert_eq!(steps(&rules).is_none(), said);
    assert!(said && scene.boards[0].marks.is_empty());
}

/// The largest board, without walls, and guards in its middle who see all of it.
fn largest_board(guards: usize) -> Unseen {
    let side = 1024;
    let rows = format!("  \"{}\",\n", ".".repeat(side)).repeat(side - 1);
    let guard = |n: usize| {
        let at = format!("[{}, {}]", 500 + n % 30, 500 + n / 30);
        format!("[[entity]]\nkind = \"enemy\"\nat = {at}\nvision = {{ facing = \"south\", fov = 360 }}\n")
    };
    let guards: String = (0..guards).map(guard).collect();
    let world = "[world]\ntime_depth = 1000\nvision_radius = 1000\n";
    let first = format!("  \"@>{}\",\n", ".".repeat(side - 2));
    let text =
        format!("[meta]\nid = \"t\"\nname = \"test\"\n{world}[map]\nrows = [\n{first}{rows}]\n{guards}");
    Unseen::new(Level::parse(&text).unwrap()).unwrap()
}

#[test]
fn some_guards_on_the_largest_board_are_not_too_much() {
    assert!(steps(&largest_board(1)).is_some());
    assert!(steps(&largest_board(30)).is_some());
}

#[test]
fn the_cells_of_a_large_board_take_their_share_of_the_steps() {
    let [one, thirty] = [1, 30].map(|guards| steps(&largest_board(guards)).expect("it is shown"));
    let each = (thirty - one) / 29;
    assert!(each * 300 < MOST_STEPS, "{each} steps for each guard");
    assert!(steps(&largest_board(300)).is_none());
}
