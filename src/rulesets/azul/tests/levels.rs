//! Level files: their contents, how they are written, and everything that can be wrong with them.

use super::*;
use crate::fault;
use crate::rules::Level as _;

#[track_caller]
fn check_faults(text: &str, expected: &str) {
    let faults = Level::parse(text).expect_err("faulty");
    assert_eq!(fault::listing(&faults), expected);
}

#[test]
fn a_level_says_who_plays() {
    let level = Level::parse("ruleset = \"azul\"\nplayers = 3\n").expect("a level");
    let names: Vec<_> = (0..3).map(|id| level.player(id).to_string()).collect();
    assert_eq!(names, ["Player A", "Player B", "Player C"]);
    assert_eq!((level.players(), level.title()), (3, "A table for 3".into()));
    let named = Level::parse("names = [\"Ann\", \"Ben\"]").expect("as many as are named");
    assert_eq!((named.players(), &*named.player(1)), (2, "Ben"));
}

#[test]
fn a_level_survives_its_text() {
    let json = r#"{"players": 2, "names": ["A \"b\"", "Ünal"], "meta": {"name": "x", "description": "y"}}"#;
    for text in ["players = 4", "names = [\"a\", \"b\"]", json] {
        let level = Level::parse(text).expect("a level");
        assert_eq!(Level::parse(&level.to_text()), Ok(level.clone()));
        assert_eq!(Level::parse(&level.to_text()).expect("again").to_text(), level.to_text());
        assert!(Azul::new(level).is_ok());
    }
}

#[test]
fn the_samples_are_written_as_the_program_writes_them() {
    for text in [
        include_str!("../../../../saves/levels/azul-1-two.toml"),
        include_str!("../../../../saves/levels/azul-2-three.toml"),
        include_str!("../../../../saves/levels/azul-3-four.toml"),
    ] {
        assert_eq!(Level::parse(text).expect("a level").to_text(), text);
    }
}

#[test]
fn every_fault_of_a_level_is_told_with_its_line() {
    check_faults("", "there are no players: write `players = 2`, 3 or 4");
    check_faults("players = 1", "line 1: `players` must be a whole number from 2 to 4");
    check_faults("players = 99999999999999999999", "line 1: `players` must be a whole number from 2 to 4");
    check_faults("\nplayers = \"two\"", "line 2: `players` must be a whole number from 2 to 4");
    check_faults("names = [\"a\"]", "line 1: azul takes 2 to 4 players, not 1");
    check_faults("names = 5", "line 1: `names` must be a list of texts, one for each player");
    check_faults(
        "ruleset = \"unseen\"\nplayers = 3\nnames = [\"a\", \" \"]\nplayer = 2\n[meta]\nnmae = 1",
        "line 1: this is a level of \"unseen\", not of \"azul\"\n\
         line 2: 3 players take 3 names, not 2, or none\n\
         line 3: \" \" is not a name: write at least one letter, and no line breaks\n\
         line 4: `player` is unknown in a level of azul: the keys are ruleset, players, names, meta; did you mean `players`?\n\
         line 6: `nmae` is unknown in [meta]: the keys are name, description, skin; did you mean `name`?",
    );
    check_faults(
        &format!("players = 2\nnames = [\"a\", \"{}\"]", "x".repeat(41)),
        &format!("line 2: the name \"{}…\" is too long: write at most 40 letters", "x".repeat(40)),
    );
    check_faults(&"#".repeat(70_000), "a level file takes at most 65536 bytes; this has 70000");
}

#[test]
fn a_level_from_json_passes_the_same_checks() {
    let faults = |text: &str| {
        let level: Level = serde_json::from_str(text).expect("a level");
        Azul::new(level).map_or_else(|faults| fault::listing(&faults), |_| String::new())
    };
    assert_eq!(faults(r#"{"players": 2}"#), "");
    assert_eq!(faults(r#"{"players": 255}"#), "azul takes 2 to 4 players, not 255");
    assert_eq!(
        faults(r#"{"players": 2, "names": ["a\n", "b", "c"]}"#),
        "2 players take 2 names, not 3, or none\n\
         \"a\\n\" is not a name: write at least one letter, and no line breaks"
    );
}

#[test]
fn a_level_may_ask_for_a_skin() {
    let level = Level::parse("ruleset = \"azul\"\nplayers = 2\n[meta]\nskin = \"paper\"\n").unwrap();
    assert_eq!(level.skin().as_deref(), Some("paper"));
    assert_eq!(Level::parse(&level.to_text()), Ok(level));
    let faults = Level::parse("ruleset = \"azul\"\nplayers = 2\n[meta]\nskin = \"a/b\"\n").unwrap_err();
    assert!(faults[0].to_string().starts_with("line 4: `skin` is the name of a folder"), "{}", faults[0]);
}
