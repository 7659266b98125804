//! Level files: their contents and meaning, how they are written, and the messages about mistakes.

use super::*;
use crate::rules::Level as _;

const BRIDGE: &str = r#"ruleset = "skirmish"

[meta]
name = "The narrow bridge"
description = "Who gets across?"

[arena]
rows = [
  "A..a",
  "B..b",
]

[[faction]]
name = "red"
members = "AB"
hp = 100

[[faction]]
name = "blue"
members = "ba"
hp = 80

[[character]]
id = "A"
name = "Ann"
hp = 140
"#;

const LISTED: &str = r#"ruleset = "skirmish"

[meta]
name = ""

[arena]
width = 12
height = 12

[[faction]]
name = "red"
hp = 100

[[faction]]
name = "blue"
hp = 100

[[character]]
id = "knight-1"
faction = "red"
at = [0, 3]

[[character]]
id = 7
name = "seven"
faction = "blue"
at = [11, 11]
slot = 5
"#;

fn level(text: &str) -> Level {
    Level::parse(text).unwrap_or_else(|faults| panic!("{}", fault::listing(&faults)))
}

fn faults(text: &str) -> String {
    fault::listing(&Level::parse(text).expect_err("a level with faults"))
}

/// Faults of the bridge after a part of it was replaced.
fn spoilt(part: &str, other: &str) -> String {
    assert!(BRIDGE.contains(part), "{part}");
    faults(&BRIDGE.replacen(part, other, 1))
}

#[test]
fn a_drawn_level_means_what_it_shows() {
    let level = level(BRIDGE);
    assert_eq!((level.title().as_str(), level.description()), ("The narrow bridge", "Who gets across?"));
    assert_eq!((level.width(), level.height()), (4, 2));
    let fighters: Vec<String> = level
        .fighters()
        .iter()
        .map(|f| format!("{} {} {} ({}, {}) {} {}", f.id, f.name, f.faction, f.at.x, f.at.y, f.hp, f.slot))
        .collect();
    let expected =
        ["A Ann red (0, 0) 140 0", "B B red (0, 1) 100 1", "b b blue (3, 1) 80 0", "a a blue (3, 0) 80 1"];
    assert_eq!(fighters, expected);
}

#[test]
fn levels_are_written_as_they_were_read() {
    for text in [BRIDGE, LISTED] {
        assert_eq!(level(text).to_text(), text);
    }
}

#[test]
fn the_first_state_is_the_level_with_chance_from_the_seed() {
    let state = Skirmish::new(level(BRIDGE)).expect("playable").start(1000);
    assert_eq!((state.tick, state.quiet, state.rng_state), (0, 0, 678_881_977));
    assert_eq!(drawing(&state), "A..a B..b");
    assert_eq!((hp(&state, "A"), hp(&state, "a")), (Some(140), Some(80)));
}

#[test]
fn of_a_large_seed_the_low_32_bits_count_and_in_version_1_the_high_ones_too() {
    let first = |version, seed| {
        let rules = Skirmish::for_version(level(BRIDGE), version).expect("playable");
        rules.start(seed).rng_state
    };
    assert_eq!(first(2, 1_735_689_600_000), 641_823_800);
    assert_eq!(first(1, 1_735_689_600_000), 2_015_770_525);
    for seed in [0, 1, 1000, u64::from(u32::MAX)] {
        assert_eq!(first(1, seed), first(2, seed), "{seed}");
    }
}

#[test]
fn a_level_is_twelve_by_twelve_unless_it_says_otherwise() {
    let level = level(&LISTED.replace("width = 12\nheight = 12\n", ""));
    assert_eq!((level.width(), level.height()), (12, 12));
}

#[test]
fn a_level_in_json_needs_only_who_stands_where() {
    let json = r#"{"characters": [{"id": "A", "faction": "red", "at": {"x": 0, "y": 0}},
        {"id": "B", "faction": "red", "at": {"x": 0, "y": 1}, "hp": 5},
        {"id": 3, "faction": "blue", "at": {"x": 11, "y": 11}, "slot": 9, "name": "Cid"}]}"#;
    let level: Level = serde_json::from_str(json).expect("a level");
    let slots: Vec<_> = level.fighters().iter().map(|f| (f.slot, f.hp, f.name.to_string())).collect();
    assert_eq!(slots, [(0, 100, "A".into()), (1, 5, "B".into()), (9, 100, "Cid".into())]);
    assert_eq!((level.width(), level.height()), (12, 12));
    assert!(Skirmish::new(level.clone()).is_ok());
    assert_eq!(crate::codec::decode(&crate::codec::encode(&level)), Ok(level));
}

#[test]
fn a_character_without_a_name_is_called_by_its_id() {
    let level = level(&BRIDGE.replace('B', "7"));
    assert_eq!((level.fighters()[1].id.to_string().as_str(), &*level.fighters()[1].name), ("@7", "7"));
}

#[test]
fn a_level_in_json_is_checked_like_any_other() {
    let json =
        r#"{"width": 0, "characters": [{"id": "a b", "faction": "red", "at": {"x": 0, "y": 0}, "hp": -3}]}"#;
    let level: Level = serde_json::from_str(json).expect("a level");
    let said = fault::listing(&Skirmish::new(level).unwrap_err());
    for part in ["board of 0 x 12", "holds a colon, a space", "-3 hit points", "only the faction \"red\""] {
        assert!(said.contains(part), "{part:?} is missing from:\n{said}");
    }
}

#[test]
fn mistakes_in_the_drawing_have_their_line() {
    assert_eq!(
        spoilt("B..b", "B.b"),
        "line 10: this row has 3 cells and the first has 4: draw them equally long"
    );
    assert_eq!(spoilt("B..b", "B. b"), "line 10: this row contains white space: draw free floor as '.'");
    assert_eq!(
        spoilt("B..b", "B.Ab"),
        "line 10: the letter A is on the map twice: every character needs its own"
    );
    assert_eq!(
        spoilt("B..b", "B.xb"),
        "line 10: the letter x on the map belongs to no faction: add it to the `members` of one, or draw '.'"
    );
    assert_eq!(
        spoilt("B..b", "...b"),
        "line 15: B has no place: draw it on the map, or give its [[character]] entry `at = [x, y]`"
    );
    assert!(spoilt("\"B..b\"", "7").starts_with("line 10: a row must be text"));
    assert!(spoilt("rows = [", "width = 4\nrows = [").starts_with("line 8: the rows already give the size"));
}

#[test]
fn mistakes_in_factions_and_characters_have_their_line() {
    assert_eq!(
        spoilt("\"ba\"", "\"bAa\""),
        "line 20: A is already a member of \"red\": a letter stands for one character"
    );
    assert_eq!(
        spoilt("name = \"blue\"", "name = \"red\""),
        "line 19: the faction \"red\" is defined twice: keep only one"
    );
    assert_eq!(spoilt("hp = 80", "hp = 0"), "line 21: `hp` must be a whole number from 1 to 2147483647");
    assert_eq!(
        spoilt("hp = 80", "hp = \"lots\""),
        "line 21: `hp` must be a whole number from 1 to 2147483647"
    );
    assert!(
        spoilt("hp = 80", "hq = 80")
            .starts_with("line 21: `hq` is unknown in [[faction]]: the keys are name")
    );
    assert!(spoilt("[meta]", "colour = 3\n[meta]").starts_with("line 3: `colour` is unknown in a level"));
    assert_eq!(spoilt("name = \"blue\"\n", ""), "line 18: a faction needs `name`: write name = \"...\"");
    assert!(spoilt("id = \"A\"", "id = \"A\"\nfaction = \"blue\"").contains("cannot fight for \"blue\" too"));
    assert!(spoilt("id = \"A\"", "id = \"A\"\nat = [0, 0]").starts_with("line 25: A is on the map already"));
    assert!(spoilt("id = \"A\"", "id = \"Q\"").starts_with("line 23: the character Q belongs to no faction"));
    assert!(spoilt("\"skirmish\"", "\"azul\"").starts_with("line 1: this is a level of \"azul\""));
}

#[test]
fn mistakes_in_lists_have_their_line() {
    let spoilt = |part: &str, other: &str| {
        assert!(LISTED.contains(part), "{part}");
        faults(&LISTED.replacen(part, other, 1))
    };
    assert!(
        spoilt("at = [0, 3]", "at = [12, 3]")
            .starts_with("line 21: knight-1 at (12, 3) is outside the 12 x 12")
    );
    assert!(spoilt("at = [0, 3]", "at = [0]").starts_with("line 21: `at` must be a cell such as [3, 0]"));
    assert!(spoilt("at = [0, 3]", "at = [11, 11]").contains("both stand at (11, 11)"));
    assert!(spoilt("id = 7", "id = -7").contains("line 23: the number of a character must not be negative"));
    assert!(spoilt("id = 7", "id = \"knight-1\"").contains("the character knight-1 is listed twice"));
    assert!(spoilt("id = 7", "id = \"a:b\"").contains("holds a colon"));
    assert!(
        spoilt("faction = \"blue\"", "faction = \"bleu\"").contains("line 26: there is no faction \"bleu\"")
    );
    assert!(
        spoilt("width = 12", "width = 2000")
            .starts_with("line 7: `width` must be a whole number from 1 to 1024")
    );
    assert!(
        spoilt("at = [11, 11]\n", "").contains("7 has no place: give its [[character]] entry `at = [x, y]`")
    );
}

#[test]
fn every_mistake_is_reported_at_once() {
    let text =
        BRIDGE.replace("B..b", "B..bb").replace("hp = 80", "hp = -1").replace("[meta]", "[meta]\nmood = 1");
    let said = faults(&text);
    let lines: Vec<&str> = said.lines().map(|line| line.split(':').next().expect("a line")).collect();
    assert_eq!(lines, ["line 4", "line 11", "line 11", "line 22"], "{said}");
}

#[test]
fn a_battle_takes_two_sides() {
    assert!(faults("").starts_with("there are no fighters"));
    let one = "[arena]\nrows = [\"A\"]\n[[faction]]\nname = \"red\"\nmembers = \"A\"\n";
    assert_eq!(faults(one), "there is only the faction \"red\": a battle needs at least two");
    assert_eq!(faults(&format!("mood = 1\n{one}")).lines().count(), 2, "beside other faults too");
    let idle = format!("{one}[[faction]]\nname = \"blue\"\n");
    assert_eq!(faults(&idle), "line 6: the faction \"blue\" has no members: name some or delete it");
}

#[test]
fn broken_toml_is_reported_with_its_line() {
    assert!(spoilt("members = \"ba\"", "members = ").starts_with("line 20: "));
}

#[test]
fn hostile_texts_are_refused_in_a_moment() {
    let long = "x".repeat(100 << 20);
    assert!(faults(&long).starts_with("a level file takes at most 1048576 bytes"));
    let many = "[[faction]]\nname=''\n".repeat(50_000);
    assert!(faults(&many).lines().count() <= 201);
    let nested = format!("a = {}", "[".repeat(500_000));
    assert!(!faults(&nested).is_empty());
    let wide = format!("[arena]\nrows = [\"{}\"]", ".".repeat(1_000_000));
    assert!(faults(&wide).contains("board of 1000000 x 1"));
    let members: String = ('\u{4e00}'..'\u{9fa5}').collect();
    let crowd = format!("[arena]\nrows=['{members}']\n[[faction]]\nname='x'\nmembers='{members}'\n");
    assert!(faults(&crowd).contains("20901 characters are too many"));
}
