//! Tests of refused edits: the reason as data and in words.

use super::*;
use crate::rules::Refusal;

#[track_caller]
fn check_refused(edit: &str, code: &str, words: &str) {
    let report = refusal(edit).report();
    assert_eq!(report.code, code, "{}", report.message);
    assert!(report.message.contains(words), "no '{words}' in: {}", report.message);
}

#[test]
fn an_edit_that_changes_nothing_is_no_step() {
    for edit in [
        "paint:wall:0:0,0",
        "paint:wall:0:",
        "paint:player:0:1,0",
        "erase:0:3,0",
        "remove:",
        "move:0:0,0,0",
        "paste:",
        "paste:player@1,0,0",
        "set:2:pullable=",
        "setting:time_depth=9",
        "resize:4,1,0,0",
    ] {
        check_refused(edit, "NothingChanges", "this edit changes nothing");
    }
}

#[test]
fn a_text_of_the_same_level_changes_nothing() {
    let (rules, start) = open("@B", "");
    let text = rules.level_text(&start).into();
    assert_eq!(rules.apply(&start, &Edit::Replace { text }), Err(Objection::NothingChanges));
}

#[test]
fn everything_stays_on_the_board_and_in_time() {
    check_refused("paint:wall:0:4,0", "OffTheBoard", "(4, 0) is not on the board of 4 x 1 cells");
    check_refused("erase:0:0,1", "OffTheBoard", "(0, 1)");
    check_refused("move:1:-2,0,0", "OffTheBoard", "(-1, 0)");
    check_refused("move:1:3,0,0", "OffTheBoard", "(4, 0)");
    check_refused("paste:wall@9,0,0", "OffTheBoard", "(9, 0)");
    check_refused("paste:rift@3,0,0&target=0,7@0", "OffTheBoard", "(0, 7)");
    check_refused("paste:enemy@3,0,0&patrol=(3,0)(4,0)", "OffTheBoard", "(4, 0)");
    check_refused("paint:wall:9:3,0", "OutOfTime", "there is no slice 9: they go from 0 to 8");
    check_refused("move:1:0,0,9", "OutOfTime", "no slice 9");
    check_refused("move:1:0,0,-1", "OutOfTime", "no slice -1");
    check_refused("paste:rift@3,0,0&target=0,0@9", "OutOfTime", "no slice 9");
}

#[test]
fn unknown_words_are_answered_with_the_known_ones() {
    check_refused("paint:lava:0:3,0", "UnknownBrush", "the brushes are wall, player, exit");
    check_refused("paste:lava@3,0,0", "UnknownKind", "the kinds are wall, player");
    check_refused("remove:1,9", "UnknownThing", "there is no thing 9");
    check_refused("move:9:1,0,0", "UnknownThing", "9");
    check_refused("set:9:name=x", "UnknownThing", "9");
    check_refused("set:0:facing=east", "UnknownField", "wall has no field 'facing'");
    check_refused("set:2:id=east", "UnknownField", "its fields are name, pullable");
    check_refused("paste:wall@3,0,0&facing=east", "UnknownField", "wall has no field 'facing'");
    check_refused("setting:gravity=3", "UnknownField", "name, author, description");
    check_refused("setting:solutions=x", "UnknownField", "the level has no field 'solutions'");
}

#[test]
fn fields_take_what_they_are_made_for() {
    check_refused("set:2:pullable=3", "WrongForm", "pullable must be yes or no");
    check_refused("setting:win=luck", "WrongForm", "win by must be one of exit, goals, both");
    check_refused("setting:win=3", "WrongForm", "one of exit");
    check_refused("setting:time_depth=long", "WrongForm", "a whole number from 1 to 1000000");
    check_refused("setting:name=yes", "WrongForm", "name must be words");
    check_refused("setting:time_depth=0", "OutOfRange", "time depth cannot be 0: it is from 1 to 1000000");
    check_refused("paste:enemy@3,0,0&fov=45", "WrongForm", "one of 90, 180, 270, 360");
    check_refused("paste:enemy@3,0,0&patrol=3", "WrongForm", "a path from cell to cell");
    check_refused("paste:rift@3,0,0&target=3", "WrongForm", "a cell and a slice");
}

#[test]
fn nothing_grows_without_end() {
    let long = "x".repeat(10_001);
    check_refused(&format!("setting:name={long}"), "TooLong", "at most 10000 bytes");
    let path = "(3,0)".repeat(10_001);
    check_refused(
        &format!("paste:enemy@3,0,0&patrol={path}"),
        "TooLong",
        "patrol is too long: it takes at most 10000 cells",
    );
    check_refused("resize:0,1,0,0", "Size", "both sides take 1 to 1024");
    check_refused("resize:1025,1,0,0", "Size", "1025 x 1");
    check_refused(&format!("replace:{}", "x".repeat(1_000_001)), "TooLong", "at most 1000000 bytes");
}

#[test]
fn too_many_things_are_refused() {
    let (rules, start) = open("@", "");
    let large = after(&rules, &start, "resize:1024,1024,0,0");
    let rows = (0..98).map(|y| format!("0-1023,{y}")).collect::<Vec<_>>().join(";");
    let refused = rules.apply(&large, &format!("paint:wall:0:{rows}").parse().unwrap());
    assert_eq!(refused.err(), Some(Objection::TooManyThings { count: 98 * 1024, most: 100_000 }));
}

#[test]
fn a_text_that_cannot_be_wholly_understood_is_refused_with_its_faults() {
    check_refused("replace:rows", "Unreadable", "line 1");
    let text = "[world]%0Atime_depth%20=%209%0A[map]%0Arows%20=%20[%22@x%22]";
    check_refused(&format!("replace:{text}"), "Unreadable", "'x' in column 1 is not a letter of the map");
}
