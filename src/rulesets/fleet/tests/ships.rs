//! Ships as data: the built-in ones are valid, and all mistakes are reported at once, with ship, power and line.

use super::*;
use expect_test::{Expect, expect};

#[track_caller]
fn faults(text: &str, expected: Expect) {
    let faults = Level::parse(text).expect_err("it is full of mistakes");
    expected.assert_eq(&(fault::listing(&faults) + "\n"));
}

#[test]
fn the_built_in_ships_are_those_of_the_contract_with_its_numbers() {
    let ships = Catalogue::built_in();
    let names: Vec<&str> = ships.designs().iter().map(|design| &*design.name).collect();
    assert_eq!(names.len(), 12);
    for name in [
        "Defender",
        "Orbital",
        "Zenith",
        "Xenite",
        "Science Vessel",
        "Leviathan",
        "Guardian",
        "Defense Swarm",
        "Sacrificial Pool",
        "Ark of Knowledge",
        "Dreadnought",
        "Hive",
    ] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn all_mistakes_are_told_at_once_with_ship_power_and_line() {
    faults(
        r#"ruleset = "fleet"
[[ship]]
id = "monk"
cots = 3
[[ship.power]]
name = "calm"
hook = "passive"
timing = "passive"
query = "protects"
amount = 5
[[ship.power]]
name = "grief"
phase = "automatic"
timing = "upon_destruction"
effect = "heal"
amount = 3
[[ship]]
id = "monk"
takes = ["nun"]
[[ship.power]]
name = "vow"
hook = "event"
trigger = "on_destroyed"
timing = "continuous"
effect = "build"
ship = "monk"
[[ship.power]]
name = "wrath"
phase = "automatik"
timing = "continuous"
effect = "damage"
amount = 1000
[[ship.power]]
phase = "automatic"
hook = "passive"
timing = "passive"
"#,
        expect![[r#"
            line 4: the ship "monk": `cots` is unknown in a ship: the keys are id, name, glyph, cost, takes, charges, power; did you mean `cost`?
            line 10: the ship "monk", power "calm": a passive answers questions and has no amount: write `value` if it needs a number
            line 11: the ship "monk", power "grief": upon_destruction is an event, not a phase: write hook = "event" and trigger = "on_destroyed"
            line 17: the ship "monk" is defined twice: keep only one
            line 17: the ship "monk" takes "nun", which is not a ship here
            line 20: the ship "monk", power "vow": an event on_destroyed has timing = "upon_destruction"
            line 29: the ship "monk", power "wrath": `phase` cannot be "automatik": it is one of dice_roll, line_generation, ships_that_build, drawing, end_of_build, first_strike, simultaneous_declaration, conditional_response, automatic; did you mean `automatic`?
            line 32: the ship "monk", power "wrath": `amount` must be a whole number from 1 to 100
            line 33: the ship "monk": power 3 needs `name`
            line 33: the ship "monk", power "3": needs either `phase` (of the schedule) or `hook` (event, dice_manipulation or passive)
        "#]],
    );
}

#[test]
fn what_other_ships_say_of_a_ship_is_checked_too() {
    faults(
        r#"[[ship]]
id = "yard"
takes = ["hul"]
charges = 1
[[ship.power]]
name = "lay"
phase = "ships_that_build"
timing = "continuous"
effect = "build"
ship = "keel"
[[ship.power]]
name = "aim"
phase = "first_strike"
timing = "continuous"
spends = 2
effect = "destroy"
[[ship.power]]
name = "aim"
phase = "first_strike"
timing = "continuous"
spends = 1
effect = "damage"
amount = 1
[[ship]]
id = "hull"
[[player]]
ships = ["yrad", "hull"]
"#,
        expect![[r#"
            line 1: the ship "yard" takes "hul", which is not a ship here; did you mean `hull`?
            line 5: the ship "yard", power "lay", builds "keel", which is not a ship here
            line 11: the ship "yard", power "aim", spends 2, and the ship has 1
            line 17: the ship "yard" has two powers "aim": rename one
            line 17: the ship "yard", power "aim": a second choice in first_strike is not allowed
            line 27: there is no ship "yrad" to start with; did you mean `yard`?
        "#]],
    );
}

#[test]
fn a_ship_that_cannot_be_aimed_cannot_destroy() {
    assert!(
        wrong("phase = \"automatic\"\ntiming = \"continuous\"\neffect = \"destroy\"")
            .contains("give it `spends`")
    );
    assert!(
        wrong("phase = \"automatic\"\ntiming = \"continuous\"\nspends = 1\neffect = \"heal\"\namount = 1")
            .contains("first_strike")
    );
    assert!(
        wrong("phase = \"automatic\"\ntiming = \"continuous\"\neffect = \"heal\"").contains("needs `amount`")
    );
    assert!(wrong("phase = \"automatic\"\ntiming = \"continuous\"").contains("needs `effect`"));
    assert!(wrong("phase = \"automatic\"").contains("needs `timing`"));
}

#[test]
fn a_level_reads_back_from_its_text_and_from_json() {
    for rules in samples() {
        let text = rules.level.to_text();
        let again =
            Level::parse(&text).unwrap_or_else(|faults| panic!("{}\n{text}", fault::listing(&faults)));
        assert_eq!((&again, again.to_text()), (&rules.level, text));
        let json = serde_json::to_value(&rules.level).unwrap();
        assert_eq!(serde_json::from_value::<Level>(json).unwrap(), rules.level);
    }
    assert_eq!(serde_json::from_value::<Level>(json!({})).unwrap().ships(), &Catalogue::built_in());
}

#[test]
fn hostile_levels_are_refused_without_harm() {
    for text in [
        "ship = 5",
        "[[ship]]",
        "player = [[[]]]",
        "[[ship]]\nid = 5",
        "[[ship]]\nid = \"\u{e9}\"\npower = 7",
        "[match]\nturns = 99999999999999999999",
        "[[player]]\nhealth = -1\n[[player]]\nname = \"\"\n[[player]]",
        "[[ship]]\nid=\"a\"\n[[ship.power]]",
    ] {
        assert!(Level::parse(text).is_err(), "{text}");
    }
}
