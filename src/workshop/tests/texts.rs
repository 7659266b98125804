//! Descriptions of edits in the log.

use super::*;

/// Returns the description of the last of some edits.
#[track_caller]
fn told(rows: &str, edits: &str) -> String {
    let (rules, start) = open(rows, "");
    let (before, last) = edits.rsplit_once(' ').unwrap_or(("", edits));
    let sketch = after(&rules, &start, before);
    let (_, done) = rules.apply(&sketch, &last.parse().unwrap()).unwrap();
    rules.tell(&done)
}

#[test]
fn every_edit_is_told_in_a_few_words() {
    for (rows, edits, expected) in [
        ("....", "paint:wall:0:1,0", "paints a wall at 1,0"),
        ("....", "paint:exit:3:1,0", "paints an exit at 1,0 at t 3"),
        ("....", "paint:wall:0:0-2,0", "paints 3 walls"),
        ("BB..", "paint:wall:0:0-2,0", "paints 3 walls over 2 boxes"),
        ("@...", "paint:wall:0:0,0", "paints a wall at 0,0 over the player"),
        ("....", "paint:player:0:0,0", "paints the player at 0,0"),
        ("@...", "paint:player:0:3,0", "moves the player to 3,0"),
        ("#...", "erase:0:0,0", "erases the wall"),
        ("#B..", "erase:0:0-1,0", "erases 2 things"),
        ("#...", "remove:0", "takes the wall away"),
        ("#...", "move:0:2,0,0", "moves the wall to 2,0"),
        ("##..", "move:0,1:2,0,1", "moves 2 walls by +2,+0 and +1 slices"),
        ("#B..", "move:0:1,0,0", "moves the wall to 1,0 over the box"),
        ("....", "paste:rift@1,0,0&target=2,0@3", "adds a rift at 1,0"),
        ("....", "paint:guard:0:0,0 set:0:fov=180", "sets the guard's field of view to 180"),
        ("....", "paint:guard:0:0,0 set:0:name=Ann set:0:facing=east", "sets Ann's facing to east"),
        ("....", "paste:enemy@1,0,0&name=the%20old%20guard", "adds the old guard at 1,0"),
        ("....", "paint:guard:0:0-1,0 set:0,1:facing=east", "sets the facing of 2 guards to east"),
        ("....", "paint:guard:0:0,0 set:0:facing=", "resets the guard's facing to south"),
        ("....", "paint:guard:0:0,0 set:0:patrol=(0,0)(1,0)", "sets the guard's patrol to 2 cells"),
        ("....", "setting:time_depth=40", "sets the time depth to 40"),
        ("....", "setting:author=Ann setting:author=", "takes the author away"),
        ("....", "resize:9,3,0,0", "makes the board 9 x 3"),
        ("###.", "resize:1,1,0,0", "makes the board 1 x 1, which takes away 2 walls"),
    ] {
        assert_eq!(told(rows, edits), expected, "{rows} {edits}");
    }
}

#[test]
fn a_text_that_begins_anew_is_told_by_its_title() {
    let (rules, start) = open("@>", "");
    let text = rules.level_text(&after(&rules, &start, "setting:name=Deep"));
    let (_, done) = rules.apply(&start, &Edit::Replace { text: text.into() }).unwrap();
    assert_eq!(rules.tell(&done), "begins anew from the text of 'Deep'");
}

#[test]
fn a_name_that_holds_strange_signs_stays_on_one_line() {
    assert_eq!(
        told("....", "paint:guard:0:0,0 set:0:name=A%0AB set:0:fov=180"),
        "sets A B's field of view to 180"
    );
}
