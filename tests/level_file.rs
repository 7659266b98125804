//! Level files that people wrote: their text stays, and only the drawn changes are made in it.

#[path = "level_file/forms.rs"]
mod forms;

use std::path::Path;

use expect_test::{Expect, expect};
use timeloom::catalog;
use timeloom::game::{ActionBytes, Game, Play};
use timeloom::level_file::text_for;
use timeloom::scene::Cell;
use timeloom::sketch::{Edit, FieldValue};

const VAULT: &str = r##########"# The vault, second draft.
# Ask Mia before changing the guards!
ruleset = 'unseen'   # stealth

[world]              # before [meta], as in all our levels
time_depth = 1_000   # long enough
win = "exit"

[meta]
name = "The vault"   # working title
description = """
Two guards,
one way out."""

# ---- the building ----

[map]
# north is up
rows = [
  "#########",
  "#@......#",   # the start
  "#...B...#",
  '#......>#',
  "#########",   # the south wall
]

# ---- the guards ----

# Bob never sleeps.
[[entity]]
kind = "enemy"
name = "Bob"         # from the story
at = [2, 3]
vision = { facing = "east", fov = 90 }   # looks at the exit

# Ann walks.
[[entity]]
kind = "enemy"
name = "Ann"
at = [4, 1]
[entity.patrol]      # to and fro
path = [[4, 1], [5, 1]]
loops = true

# ---- the end ----
"##########;

fn draw(text: &str) -> Box<dyn Game> {
    catalog::draw_text("the level", text, None).unwrap()
}

fn act(game: &mut dyn Play, edit: &Edit) {
    game.act(&ActionBytes(edit.to_bytes())).unwrap();
}

fn paint(brush: &str, x: u32, y: u32) -> Edit {
    Edit::Paint { brush: brush.into(), cells: vec![Cell { x, y }], t: 0 }
}

fn erase(x: u32, y: u32) -> Edit {
    Edit::Erase { cells: vec![Cell { x, y }], t: 0 }
}

fn rename(name: &str) -> Edit {
    Edit::Setting { key: "name".into(), value: Some(FieldValue::Text(name.into())) }
}

/// Returns the level as the drawing writes it.
fn plain(game: &dyn Game) -> String {
    game.drawing().unwrap().level_text(game.cursor())
}

/// Saves a drawing into an old text; the result must be read as exactly the drawing.
#[track_caller]
fn save(game: &dyn Game, file: &str, old: &str) -> String {
    let saved = text_for(Path::new(file), &plain(game), Some(old)).unwrap();
    assert_eq!(saved.note, None, "{}", saved.text);
    assert_eq!(plain(draw(&saved.text).as_ref()), plain(game), "{}", saved.text);
    saved.text
}

/// Makes some edits and compares the lines that changed in the file; then undoes them all, and the file must have
/// the same bytes as before.
#[track_caller]
fn check_in(file: &str, text: &str, edits: &[Edit], expected: &Expect) {
    let mut game = draw(text);
    assert_eq!(save(game.as_ref(), file, text), text, "nothing was changed");
    edits.iter().for_each(|edit| act(game.as_mut(), edit));
    let saved = save(game.as_ref(), file, text);
    expected.assert_eq(&changes(text, &saved));
    edits.iter().for_each(|_| assert!(game.undo()));
    assert_eq!(save(game.as_ref(), file, text), text, "everything was undone");
}

#[track_caller]
fn check(edits: &[Edit], expected: &Expect) {
    check_in("vault.toml", VAULT, edits, expected);
}

/// Returns the lines that are only in one of two texts, in order.
fn changes(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            lines += &format!("-{}\n", old[i]);
            i += 1;
        } else {
            lines += &format!("+{}\n", new[j]);
            j += 1;
        }
    }
    lines
}

#[test]
fn a_wall_changes_its_row() {
    check(
        &[paint("wall", 3, 1), paint("wall", 6, 3)],
        &expect![[r##"
        -  "#@......#",   # the start
        +  "#@.#....#",   # the start
        -  '#......>#',
        +  '#.....#>#',
    "##]],
    );
}

#[test]
fn a_new_name_changes_its_line_and_keeps_the_comment() {
    check(
        &[rename("The bank")],
        &expect![[r#"
        -name = "The vault"   # working title
        +name = "The bank"   # working title
    "#]],
    );
}

#[test]
fn a_new_guard_comes_after_the_others() {
    check(
        &[paint("guard", 6, 2)],
        &expect![[r#"
        +[[entity]]
        +kind = "enemy"
        +at = [6, 2]
        +vision = { facing = "south", fov = 90 }
        +
    "#]],
    );
}

#[test]
fn a_removed_guard_takes_its_own_comments_along_and_no_others() {
    check(
        &[erase(2, 3)],
        &expect![[r#"
        -# Bob never sleeps.
        -[[entity]]
        -kind = "enemy"
        -name = "Bob"         # from the story
        -at = [2, 3]
        -vision = { facing = "east", fov = 90 }   # looks at the exit
        -
    "#]],
    );
    check(
        &[erase(4, 1)],
        &expect![[r#"
        -# Ann walks.
        -[[entity]]
        -kind = "enemy"
        -name = "Ann"
        -at = [4, 1]
        -[entity.patrol]      # to and fro
        -path = [[4, 1], [5, 1]]
        -loops = true
        -
    "#]],
    );
    check(
        &[erase(4, 1), erase(2, 3)],
        &expect![[r#"
        -# Bob never sleeps.
        -[[entity]]
        -kind = "enemy"
        -name = "Bob"         # from the story
        -at = [2, 3]
        -vision = { facing = "east", fov = 90 }   # looks at the exit
        -
        -# Ann walks.
        -[[entity]]
        -kind = "enemy"
        -name = "Ann"
        -at = [4, 1]
        -[entity.patrol]      # to and fro
        -path = [[4, 1], [5, 1]]
        -loops = true
        -
    "#]],
    );
}

#[test]
fn a_guard_that_is_moved_or_renamed_keeps_its_comments() {
    let game = draw(VAULT);
    let sketch = game.drawing().unwrap().view(game.cursor(), Default::default()).sketch;
    let (bob, _) = sketch.things().find(|(_, thing)| thing.spot.at == Cell { x: 2, y: 3 }).unwrap();
    check(
        &[Edit::Move { things: vec![bob], dx: 1, dy: 0, dt: 0 }],
        &expect![[r#"
        -at = [2, 3]
        +at = [3, 3]
    "#]],
    );
    let name = Some(FieldValue::Text("Rob".into()));
    check(
        &[Edit::Set { things: vec![bob], key: "name".into(), value: name }],
        &expect![[r#"
        -name = "Bob"         # from the story
        +name = "Rob"         # from the story
    "#]],
    );
}

#[test]
fn a_larger_map_gets_rows_like_the_others() {
    check(
        &[Edit::Resize { width: 9, height: 6, dx: 0, dy: 0 }],
        &expect![[r#"
        +  ".........",
    "#]],
    );
    check(
        &[Edit::Resize { width: 9, height: 4, dx: 0, dy: 0 }],
        &expect![[r##########"
        -  "#########",   # the south wall
    "##########]],
    );
}

#[test]
fn a_text_over_several_lines_stays_one() {
    let words = Some(FieldValue::Text("Two guards,\nno way out, \"they\" say.".into()));
    check(
        &[Edit::Setting { key: "description".into(), value: words }],
        &expect![[r#"
        -one way out."""
        +no way out, "they" say."""
    "#]],
    );
}
