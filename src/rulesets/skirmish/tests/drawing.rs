//! Arenas as drawings: nothing is lost, every fighter gets an id and a slot, and missing parts are reported.

use proptest::prelude::*;

use super::properties::states;
use super::*;
use crate::rules::Level as _;
use crate::sketch::{Drawn, Edit, Sketch, ThingId};
use crate::workshop::{Draft, Workshop};

type Drawings = Workshop<Skirmish>;

/// The sketch of a blank arena after these edits.
#[track_caller]
fn drawn(edits: &str) -> Sketch {
    let rules = Drawings::new(Draft(Level::blank(5, 3))).expect("it can be drawn");
    edits.split_whitespace().fold(rules.start(0), |sketch, text| {
        let edit: Edit = text.parse().unwrap_or_else(|reason| panic!("{text}: {reason}"));
        rules.apply(&sketch, &edit).unwrap_or_else(|reason| panic!("{text}: {reason}")).0
    })
}

#[track_caller]
fn check_problems(sketch: &Sketch, expected: &[&str]) {
    let problems = Level::problems(&Level::analyze(sketch));
    assert_eq!(problems.len(), expected.len(), "{problems:?}");
    for (problem, expected) in problems.iter().zip(expected) {
        assert!(problem.is_error && problem.message.contains(expected), "no '{expected}' in {problem:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_level_survives_being_drawn(state in states()) {
        let level = Level::of(&state);
        prop_assert_eq!(&<Level as Drawn>::level(&level.sketch()), &level);
        prop_assert_eq!(<Level as Drawn>::read(&level.to_text()), Ok(level));
    }
}

#[test]
fn a_blank_arena_can_be_fought_over_at_once() {
    for (width, height) in [(0, 0), (2, 1), (12, 12), (9999, 3)] {
        assert!(Skirmish::new(Level::blank(width, height)).is_ok(), "{width} x {height}");
    }
}

#[test]
fn who_comes_gets_a_letter_of_the_own_side_and_the_next_slot() {
    let sketch = drawn("paint:red:0:1,0;2,0 paint:blue:0:3,0 paint:fighter:0:4,0");
    let level = <Level as Drawn>::level(&sketch);
    let who: Vec<_> =
        level.fighters().iter().map(|each| format!("{} {} {}", each.id, each.faction, each.slot)).collect();
    assert_eq!(who, ["A red 0", "B red 1", "C red 2", "b blue 0", "a blue 1", "D green 0"]);
}

#[test]
fn a_copy_is_somebody_else() {
    let start = drawn("set:0:name=Ann set:0:hp=250");
    let copy =
        start.thing(ThingId(0)).cloned().map(|thing| crate::sketch::shifted(&[thing], 1, 0, 0).unwrap());
    let rules = Drawings::new(Draft(Level::blank(5, 3))).expect("it can be drawn");
    let (sketch, _) = rules.apply(&start, &Edit::Paste { things: copy.unwrap() }).unwrap();
    let level = <Level as Drawn>::level(&sketch);
    let red: Vec<_> = level.fighters().iter().filter(|each| &*each.faction.0 == "red").collect();
    assert_eq!((red[0].hp, red[1].hp, &*red[1].name), (250, 250, "Ann"));
    assert_ne!(red[0].id, red[1].id);
    check_problems(&sketch, &[]);
}

#[test]
fn a_cell_holds_one() {
    assert_eq!(drawn("paint:blue:0:0,1").len(), 2);
    assert_eq!(drawn("move:1:-4,0,0").len(), 1);
}

#[test]
fn a_battle_takes_two_sides() {
    check_problems(&drawn("remove:1"), &["there is only the faction \"red\""]);
    check_problems(&drawn("remove:0,1"), &["there are no fighters"]);
    let empty = <Level as Drawn>::level(&drawn("remove:0,1"));
    assert_eq!(<Level as Drawn>::read(&empty.to_text()), Ok(empty));
}

#[test]
fn what_is_no_arena_is_refused_with_its_faults() {
    let faults =
        <Level as Drawn>::read("ruleset = \"skirmish\"\n[arena]\nrows = [\"A.\", \"...\"]\n").unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("draw them equally long")), "{faults:?}");
    let outside = "ruleset = \"skirmish\"\n[arena]\nwidth = 3\nheight = 1\n[[faction]]\nname = \"red\"\n\
                   [[character]]\nid = \"A\"\nfaction = \"red\"\nat = [7, 0]\n";
    let faults = <Level as Drawn>::read(outside).unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("outside the 3 x 1 board")), "{faults:?}");
}
