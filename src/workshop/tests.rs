//! Tests of drawing: the effect of each gesture, the refusals, and the properties that always hold.

mod gestures;
mod properties;
mod refusals;
mod texts;

use super::*;
use crate::fault;
use crate::rulesets::unseen::{Level as Unplayed, Unseen};

type Drawings = Workshop<Unseen>;

/// Opens a level of these rows with nine slices, playable or not, and with these additional entities.
#[track_caller]
fn open(rows: &str, entities: &str) -> (Drawings, Sketch) {
    let rows: Vec<String> = rows.split_whitespace().map(|row| format!("{row:?}")).collect();
    let text = format!("[world]\ntime_depth = 9\n[map]\nrows = [{}]\n{entities}", rows.join(", "));
    let level = Draft::parse(&text).unwrap_or_else(|faults| panic!("{}", fault::listing(&faults)));
    let rules = Drawings::new(level).expect("every draft can be drawn");
    let start = rules.start(0);
    (rules, start)
}

/// Applies edits to a sketch.
#[track_caller]
fn after(rules: &Drawings, start: &Sketch, edits: &str) -> Sketch {
    edits.split_whitespace().fold(start.clone(), |sketch, text| {
        let edit: Edit = text.parse().unwrap_or_else(|reason| panic!("{text}: {reason}"));
        let (next, _) = rules.apply(&sketch, &edit).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        rules.invariants(&next).unwrap_or_else(|what| panic!("{text}: {what}"));
        next
    })
}

/// Returns the topmost letters of a slice, row by row.
fn picture(rules: &Drawings, sketch: &Sketch, t: u32) -> String {
    let scene = rules.scene(sketch, View { t: Some(t), ..View::default() });
    let board = &scene.boards[0];
    let mut rows = vec![vec!['.'; board.width as usize]; board.height as usize];
    for piece in &board.pieces {
        rows[piece.at.y as usize][piece.at.x as usize] = piece.glyph;
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join(" ")
}

/// Checks the rows in the first slice after some edits.
#[track_caller]
fn check(before: &str, edits: &str, expected: &str) {
    check_at(0, before, edits, expected);
}

/// Checks the rows in another slice.
#[track_caller]
fn check_at(t: u32, before: &str, edits: &str, expected: &str) {
    let (rules, start) = open(before, "");
    let sketch = after(&rules, &start, edits);
    assert_eq!(picture(&rules, &sketch, t), expected.split_whitespace().collect::<Vec<_>>().join(" "));
}

/// Returns the objection to an edit on a small board; it must change nothing.
#[track_caller]
fn refusal(edit: &str) -> Objection {
    let (rules, start) = open("#@B.", "");
    let fingerprint = start.fingerprint();
    let edit: Edit = edit.parse().unwrap_or_else(|reason| panic!("{edit}: {reason}"));
    let refused = rules.apply(&start, &edit).expect_err("it should be refused");
    assert_eq!(start.fingerprint(), fingerprint);
    refused
}
