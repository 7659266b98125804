//! Level files in another style than the plain text, with other line ends, of another ruleset, in JSON, and
//! without an old text.

use std::path::Path;

use expect_test::expect;
use timeloom::level_file::text_for;
use timeloom::scene::Cell;
use timeloom::sketch::Edit;

use super::{VAULT, act, check_in, draw, erase, paint, plain, rename, save};

/// Things that the plain text draws as letters may be listed, rows may be short, and floor may be a space.
const LISTED: &str = r##########"# by hand
meta.name = "Listed"
world = { time_depth = 9 }
[map]
rows = ["#####", "#@ >", "#", "#####"]  # the rest is floor
[[entity]]
kind = "wall"  # listed, for some reason
at = [4, 1]
[[entity]]
kind = "wall"
at = [4, 2]
"##########;

#[test]
fn what_is_written_in_other_words_than_the_plain_text_stays_so() {
    check_in(
        "x.toml",
        LISTED,
        &[paint("wall", 2, 2)],
        &expect![[r######"
        -rows = ["#####", "#@ >", "#", "#####"]  # the rest is floor
        +rows = ["#####", "#@ >", "#.#", "#####"]  # the rest is floor
    "######]],
    );
    check_in(
        "x.toml",
        LISTED,
        &[rename("Other")],
        &expect![[r#"
        -meta.name = "Listed"
        +meta.name = "Other"
    "#]],
    );
    check_in(
        "x.toml",
        LISTED,
        &[erase(4, 1)],
        &expect![[r#"
            -kind = "wall"  # listed, for some reason
            -at = [4, 1]
            -[[entity]]
        "#]],
    );
}

/// A listed box that the plain text draws as a letter, among boxes of the map.
const BOXES: &str = r##########"[world]
time_depth = 9
[map]
rows = ["#######", "#@.B.B#", "#....>#", "#######"]
# the heavy one
[[entity]]
kind = "box"  # from Mia
at = [2, 2]
# a light one
[[entity]]
kind = "box"
at = [4, 2]  # for later
"##########;

#[test]
fn a_listed_thing_that_is_moved_keeps_its_comments_though_the_plain_text_draws_it() {
    let game = draw(BOXES);
    let sketch = game.drawing().unwrap().view(game.cursor(), Default::default()).sketch;
    let at = |x, y| sketch.things().find(|(_, thing)| thing.spot.at == Cell { x, y }).unwrap().0;
    let (heavy, light) = (at(2, 2), at(4, 2));
    check_in(
        "x.toml",
        BOXES,
        &[Edit::Move { things: vec![heavy], dx: 1, dy: 0, dt: 0 }],
        &expect![[r#"
            -at = [2, 2]
            +at = [3, 2]
        "#]],
    );
    check_in(
        "x.toml",
        BOXES,
        &[Edit::Move { things: vec![heavy, light], dx: 0, dy: -1, dt: 0 }],
        &expect![[r#"
            -at = [2, 2]
            +at = [2, 1]
            -at = [4, 2]  # for later
            +at = [4, 1]  # for later
        "#]],
    );
}

#[test]
fn the_ends_of_lines_stay_as_they_are() {
    let text = VAULT.replace('\n', "\r\n");
    let mut game = draw(&text);
    act(game.as_mut(), &rename("The bank"));
    assert_eq!(save(game.as_ref(), "x.toml", &text), text.replace("The vault\"", "The bank\""));
}

const ARENA: &str = r##########"ruleset = "skirmish"
# the usual two
[arena]
rows = ["A........b"]
[[faction]]
members = "A"   # alone
name = "red"
[[faction]]
name = "blue"   # also alone
members = "b"
[meta]
name = "A duel"
"##########;

#[test]
fn an_arena_keeps_its_comments_too() {
    check_in(
        "x.toml",
        ARENA,
        &[rename("Duel")],
        &expect![[r#"
        -name = "A duel"
        +name = "Duel"
    "#]],
    );
    check_in(
        "x.toml",
        ARENA,
        &[paint("red", 3, 0)],
        &expect![[r#"
        -rows = ["A........b"]
        +rows = ["A..B.....b"]
        -members = "A"   # alone
        +members = "AB"   # alone
    "#]],
    );
}

const JSON: &str = r##########"{ "world": { "time_depth": 9 },
  "ruleset": "unseen",
  "map": { "rows": ["####", "#@>#", "#..#", "####"] } }
"##########;

#[test]
fn a_level_in_json_keeps_its_order() {
    let mut game = draw(JSON);
    assert_eq!(save(game.as_ref(), "x.json", JSON), JSON);
    act(game.as_mut(), &paint("wall", 1, 2));
    act(game.as_mut(), &rename("Small"));
    expect![[r#####"
        {
          "world": {
            "time_depth": 9
          },
          "ruleset": "unseen",
          "map": {
            "rows": [
              "####",
              "#@>#",
              "##.#",
              "####"
            ]
          },
          "meta": {
            "id": "unknown",
            "name": "Small"
          }
        }
    "#####]]
    .assert_eq(&save(game.as_ref(), "x.json", JSON));
    let fresh = text_for(Path::new("x.json"), &plain(game.as_ref()), None).unwrap().text;
    assert!(fresh.find("ruleset") < fresh.find("meta") && fresh.find("meta") < fresh.find("map"), "{fresh}");
}

#[test]
fn a_text_that_is_no_level_is_replaced_and_that_is_told() {
    let game = draw(VAULT);
    let saved = text_for(Path::new("x.toml"), &plain(game.as_ref()), Some("# notes\nnothing = 1\n")).unwrap();
    assert_eq!(saved.text, plain(game.as_ref()));
    assert!(saved.note.is_some_and(|note| note.contains("not a level of this ruleset")));
}

/// Things that the plain text would draw, listed with comments beside one that it lists too.
const COMMENTED: &str = r##########"[meta]
name = "Key"
[world]
time_depth = 9
[map]
rows = [
  "######",
  "#@..>#",
  "#....#",
  "######",
]

# this box is the key to the puzzle
[[entity]]
kind = "box"
at = [2, 2]

# Bob
[[entity]]
kind = "enemy"
at = [4, 2]

# a pillar
[[entity]]
kind = "wall"
at = [3, 2]   # in the middle
"##########;

#[test]
fn a_listed_thing_that_is_not_touched_stays_listed_with_its_comments() {
    check_in(
        "x.toml",
        COMMENTED,
        &[erase(4, 2)],
        &expect![[r#"
            -# Bob
            -[[entity]]
            -kind = "enemy"
            -at = [4, 2]
            -
        "#]],
    );
    check_in(
        "x.toml",
        COMMENTED,
        &[erase(3, 2)],
        &expect![[r#"
            -
            -# a pillar
            -[[entity]]
            -kind = "wall"
            -at = [3, 2]   # in the middle
        "#]],
    );
    check_in(
        "x.toml",
        COMMENTED,
        &[paint("guard", 1, 2), paint("wall", 2, 1)],
        &expect![[r##"
        -  "#@..>#",
        +  "#@#.>#",
        +
        +[[entity]]
        +kind = "enemy"
        +at = [1, 2]
        +vision = { facing = "south", fov = 90 }
    "##]],
    );
}

#[test]
fn a_list_in_one_value_keeps_the_comments_of_what_stays() {
    const INLINE: &str = r##########"meta.name = "Inline"
world.time_depth = 9
map.rows = ["#######", "#@...>#", "#.....#", "#######"]
entity = [ # everybody
  # the key
  { kind = "box", at = [2, 2] }, # heavy
  # Bob never sleeps.
  { kind = "enemy", name = "Bob", at = [3, 2] }, # from the story

  # ---- the others ----

  # Ann walks.
  { kind = "enemy", name = "Ann", at = [4, 2] }, # to and fro
  { kind = "wall", at = [5, 2] }, # a pillar
  # the end
]
"##########;
    check_in(
        "x.toml",
        INLINE,
        &[erase(3, 2)],
        &expect![[r#"
        -  # Bob never sleeps.
        -  { kind = "enemy", name = "Bob", at = [3, 2] }, # from the story
    "#]],
    );
    check_in(
        "x.toml",
        INLINE,
        &[erase(4, 2)],
        &expect![[r#"
        -  # Ann walks.
        -  { kind = "enemy", name = "Ann", at = [4, 2] }, # to and fro
    "#]],
    );
    check_in(
        "x.toml",
        INLINE,
        &[erase(5, 2)],
        &expect![[r#"
        -  { kind = "wall", at = [5, 2] }, # a pillar
    "#]],
    );
    check_in(
        "x.toml",
        INLINE,
        &[erase(2, 2), paint("guard", 1, 2)],
        &expect![[r#"
            -  # the key
            -  { kind = "box", at = [2, 2] }, # heavy
            +  { kind = "enemy", at = [1, 2], vision = { facing = "south", fov = 90 } },
        "#]],
    );
}

#[test]
fn what_cannot_be_kept_is_said() {
    let text = COMMENTED.replace(
        "rows = [\n  \"######\",\n  \"#@..>#\",\n  \"#....#\",\n  \"######\",\n]",
        "width = 6\nheight = 4",
    ) + "[[entity]]\nkind = \"player\"\nat = [1, 1]\n[[entity]]\nkind = \"exit\"\nat = [4, 1]\n";
    let mut game = draw(&text);
    act(game.as_mut(), &paint("wall", 2, 1));
    let saved = text_for(Path::new("x.toml"), &plain(game.as_ref()), Some(&text)).unwrap();
    assert_eq!(saved.note, Some("some of its comments could not be kept"), "{}", saved.text);
}

#[test]
fn a_listed_thing_keeps_its_comments_when_the_map_moves_and_another_one_is_painted() {
    let text = "[world]\ntime_depth = 30\n[map]\nrows = [\n  \"#######\",\n  \"#.....#\",\n  \"#.....#\",\n  \"#@...>#\",\n  \"#######\",\n]\n\
[[entity]]  # the heavy one\nkind = \"box\"\nat = [2, 2] # keep\n";
    let mut game = draw(text);
    act(game.as_mut(), &Edit::Resize { width: 8, height: 6, dx: 1, dy: 1 });
    act(game.as_mut(), &paint("box", 3, 2));
    let saved = save(game.as_ref(), "x.toml", text);
    assert!(saved.contains("[[entity]]  # the heavy one\nkind = \"box\"\nat = [3, 3] # keep\n"), "{saved}");
}

#[test]
fn a_comment_is_not_dropped_unsaid_while_its_thing_is_still_there() {
    let mut game = draw(BOXES);
    let sketch = game.drawing().unwrap().view(game.cursor(), Default::default()).sketch;
    let at = |x, y| sketch.things().find(|(_, thing)| thing.spot.at == Cell { x, y }).unwrap().0;
    // Which of the two went where, the map does not tell.
    for (thing, dx, dy) in [(at(2, 2), 1, -1), (at(4, 2), -1, 0)] {
        act(game.as_mut(), &Edit::Move { things: vec![thing], dx, dy, dt: 0 });
    }
    let saved = text_for(Path::new("x.toml"), &plain(game.as_ref()), Some(BOXES)).unwrap();
    let is_kept = ["# the heavy one", "# from Mia", "# a light one", "# for later"]
        .map(|comment| saved.text.contains(comment));
    assert!(is_kept == [true; 4] || saved.note.is_some() && saved.loses_from(BOXES), "{saved:?}");
    assert_eq!(plain(draw(&saved.text).as_ref()), plain(game.as_ref()));
}
