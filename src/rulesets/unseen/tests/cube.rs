//! A level over many slices: columns, lines and rifts, as sentences.

use std::ops::Range;

use expect_test::{Expect, expect};

use super::{level, played};
use crate::rules::{Level as _, Rules};
use crate::rulesets::unseen::Unseen;
use crate::scene::cube::{Cube, Point, ThreadKind};
use crate::show::SpaceTimeRules;
use crate::workshop::{Draft, Workshop};

fn cube(rules: &Unseen, actions: &str, slices: Range<u32>) -> Cube {
    rules.cube(&played(rules, actions), slices).expect("unseen has slices")
}

/// Everything but the walls, one per line.
fn tell(cube: &Cube) -> String {
    let solids = cube.solids.iter().filter(|solid| &*solid.label != "the wall").map(|solid| {
        format!("{} stands at {},{} from t {:?}", solid.label, solid.at.x, solid.at.y, solid.slices)
    });
    let threads = cube.threads.iter().map(|thread| {
        let points: Vec<_> = thread.points.iter().map(place).collect();
        let ago = thread.ago.map(|ago| format!(", {ago} turns ago")).unwrap_or_default();
        format!("{:?} {}: {}{ago}", thread.kind, thread.label, points.join(" "))
    });
    let rifts = cube.rifts.iter().map(|rift| {
        format!(
            "{} from {},{} at t {:?} to {}",
            rift.label,
            rift.at.x,
            rift.at.y,
            rift.slices,
            place(&rift.to)
        )
    });
    solids.chain(threads).chain(rifts).map(|line| line + "\n").collect()
}

fn place(point: &Point) -> String {
    format!("{},{}@{}", point.at.x, point.at.y, point.t)
}

fn check(rows: &[&str], rest: &str, actions: &str, slices: Range<u32>, expected: &Expect) {
    let rules = Unseen::new(level(rows, rest)).unwrap_or_else(|faults| panic!("{faults:?}"));
    expected.assert_eq(&tell(&cube(&rules, actions, slices)));
}

const RIFT: &str =
    "[[entity]]\nkind = \"rift\"\nname = \"rift\"\nat = [3, 0]\nrift = { target = [1, 1, 0] }\n";

#[test]
fn what_stands_is_a_column_as_high_as_the_slices_asked_for() {
    check(
        &["@.Bo>"],
        "",
        "",
        2..7,
        &expect![[r#"
            the box stands at 2,0 from t 2..7
            the goal stands at 3,0 from t 2..7
            the exit stands at 4,0 from t 2..7
        "#]],
    );
}

#[test]
fn the_world_line_runs_back_through_a_rift() {
    check(
        &["@...>", "....."],
        RIFT,
        "E E E U E E",
        0..20,
        &expect![[r#"
        the exit stands at 4,0 from t 0..20
        WorldLine the player: 0,0@0 1,0@1 2,0@2 3,0@3 1,1@0 2,1@1 3,1@2, 0 turns ago
        rift to (1, 1) at t 0 from 3,0 at t 0..20 to 1,1@0
    "#]],
    );
}

#[test]
fn a_box_that_was_pushed_is_a_line_that_bends_when_it_moves() {
    check(
        &["@B...>"],
        "",
        "PE . . PE",
        0..20,
        &expect![[r#"
        the exit stands at 5,0 from t 0..20
        WorldLine the player: 0,0@0 1,0@1 1,0@2 1,0@3 2,0@4, 0 turns ago
        Box the box: 1,0@0 2,0@1 2,0@3 3,0@4 3,0@19
    "#]],
    );
}

#[test]
fn a_box_that_was_pushed_before_stands_where_it_was_pushed_to() {
    check(
        &["@B...>"],
        "",
        "PE . . PE",
        6..9,
        &expect![[r#"
        the box stands at 3,0 from t 6..9
        the exit stands at 5,0 from t 6..9
    "#]],
    );
}

#[test]
fn a_patrol_is_a_helix_and_a_guard_without_one_a_column() {
    let round = "[[entity]]\nkind = \"enemy\"\nname = \"round\"\npatrol = { path = [[3, 1], [4, 1], [4, 2], [3, 2]], loops = true }\nvision = { facing = \"south\", fov = 90 }\n";
    let post = "[[entity]]\nkind = \"enemy\"\nname = \"post\"\nat = [6, 2]\nvision = { facing = \"south\", fov = 90 }\n";
    check(
        &["@.....>", ".......", "......."],
        &format!("{round}{post}"),
        "",
        3..10,
        &expect![[r#"
            the exit stands at 6,0 from t 3..10
            post stands at 6,2 from t 3..10
            Patrol round: 3,2@3 3,1@4 4,1@5 4,2@6 3,2@7 3,1@8 4,1@9
        "#]],
    );
}

#[test]
fn a_patrol_that_ends_stays_where_it_ends() {
    let walk = "[[entity]]\nkind = \"enemy\"\nname = \"walk\"\npatrol = { path = [[3, 0], [4, 0], [4, 1]], loops = false }\nvision = { facing = \"south\", fov = 90 }\n";
    check(
        &["@.....>", "......."],
        walk,
        "",
        0..20,
        &expect![[r#"
        the exit stands at 6,0 from t 0..20
        WorldLine the player: 0,0@0, 0 turns ago
        Patrol walk: 3,0@0 4,0@1 4,1@2 4,1@19
    "#]],
    );
}

#[test]
fn a_rift_that_leads_both_ways_is_told_from_both_ends() {
    let both = RIFT.replace("[1, 1, 0] }", "[1, 1, 5], bidirectional = true }");
    check(
        &["@...>", "....."],
        &both,
        "",
        0..20,
        &expect![[r#"
        the exit stands at 4,0 from t 0..20
        WorldLine the player: 0,0@0, 0 turns ago
        rift to (1, 1) at t 5 from 3,0 at t 0..20 to 1,1@5
        rift to (3, 0) at t 0 from 1,1 at t 5..6 to 3,0@0
    "#]],
    );
}

#[test]
fn of_a_world_line_only_what_lies_in_the_window_is_told_with_a_step_before_and_after() {
    check(
        &["@....", "....>"],
        "",
        "E E E E W W W W E E",
        3..5,
        &expect![[r#"
        the exit stands at 4,1 from t 3..5
        WorldLine the player: 2,0@2 3,0@3 4,0@4 3,0@5, 5 turns ago
    "#]],
    );
}

#[test]
fn slices_beyond_the_end_of_time_are_not_told() {
    let rules = Unseen::new(level(&["@.>"], "")).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(cube(&rules, "", 15..90).slices, 15..20);
    assert_eq!(cube(&rules, "", 70..90).slices, 20..20);
    assert!(cube(&rules, "", 70..90).solids.is_empty());
}

#[test]
fn a_million_slices_and_twenty_thousand_turns_cost_no_more_than_the_window() {
    let text = super::super::Level::to_text(&level(&["@.B..>", "......"], ""));
    let deep = super::super::Level::parse(&text.replace("time_depth = 20", "time_depth = 1000000"));
    let rules = Unseen::new(deep.expect("it was just written")).unwrap_or_else(|faults| panic!("{faults:?}"));
    let state = played(&rules, &"E W ".repeat(10_000));
    let near = rules.cube(&state, 19_980..20_044).expect("slices");
    let line: Vec<_> = near.threads_of(ThreadKind::WorldLine).collect();
    assert_eq!((line.len(), line[0].points.len(), line[0].ago), (1, 22, Some(0)));
    let far = rules.cube(&state, 500_000..500_064).expect("slices");
    assert!(far.threads.is_empty() && far.solids.iter().all(|solid| solid.slices == (500_000..500_064)));
    let all = rules.cube(&state, 0..1_000_000).expect("slices");
    assert!(all.threads.iter().map(|thread| thread.points.len()).sum::<usize>() <= 4_098);
}

#[test]
fn a_drawing_has_no_world_line_and_tells_where_the_player_starts() {
    let guard = "[[entity]]\nkind = \"enemy\"\nname = \"guard\"\npatrol = { path = [[3, 1], [4, 1]], loops = true }\nvision = { facing = \"south\", fov = 90 }\n";
    let rules = Workshop::<Unseen>::new(Draft(level(&["@..B.>", "......"], &format!("{guard}{RIFT}"))));
    let rules = rules.unwrap_or_else(|faults| panic!("{faults:?}"));
    let cube = rules.cube(&rules.start(0), 0..4).expect("unseen has slices");
    expect![[r#"
        player stands at 0,0 from t 0..1
        box stands at 3,0 from t 0..4
        exit stands at 5,0 from t 0..4
        Patrol guard: 3,1@0 4,1@1 3,1@2 4,1@3
        rift to (1, 1) at t 0 from 3,0 at t 0..20 to 1,1@0
    "#]]
    .assert_eq(&tell(&cube));
}
