//! Level files in other words than the plain text, with other ends of lines, of another ruleset, in JSON, and none at all.

use std::path::Path;

use expect_test::expect;
use timeloom::level_file::text_for;

use super::{VAULT, act, check_in, draw, erase, paint, plain, rename, save};

/// What the plain text would draw as letters may be listed, rows may be short, and floor may be a space.
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
        &expect![[r######"
        -rows = ["#####", "#@ >", "#", "#####"]  # the rest is floor
        -[[entity]]
        -kind = "wall"  # listed, for some reason
        -at = [4, 1]
        -[[entity]]
        -kind = "wall"
        -at = [4, 2]
        +rows = ["#####", "#@.>.", "#...#", "#####"]  # the rest is floor
    "######]],
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
    assert!(saved.note.is_some_and(|note| note.contains("not such a level")));
}
