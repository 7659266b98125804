//! Every cell of the matrix of phases and timings: what fires, what is asked, and what is a mistake in the data.

use super::*;

fn continuous(phase: &str) -> String {
    probe(&format!("phase = \"{phase}\"\ntiming = \"continuous\"\neffect = \"gain_lines\"\namount = 7"))
}

fn once(phase: &str) -> String {
    probe(&format!(
        "phase = \"{phase}\"\ntiming = \"once_only_automatic\"\neffect = \"gain_lines\"\namount = 7"
    ))
}

/// Number of lines that a probe from the start gains in a turn, besides those of the die.
fn gained_by_an_old_probe(ships: &str) -> u32 {
    set_up_with(ships, "die 1; A 25+0: probe; B 25+0:").play("roll end").lines()[0] - 1
}

/// The same for a probe that is drawn in this turn.
fn gained_by_a_new_probe(ships: &str) -> u32 {
    set_up_with(ships, "die 1; A 25+0:; B 25+0:").play("roll A:build:probe end").lines()[0]
}

#[track_caller]
fn is_wrong(place: &str, timing: &str, words: &str) {
    let found = wrong(&format!("{place}\ntiming = \"{timing}\"\neffect = \"heal\"\namount = 1"));
    assert!(found.contains("the ship \"probe\", power \"test\"") && found.contains(words), "{found}");
}

#[test]
fn dice_roll_continuous_checks_modifiers() {
    let rolls_again =
        probe("hook = \"dice_manipulation\"\ntiming = \"continuous\"\neffect = \"reroll\"\nvalue = 5");
    let rolled = set_up_with(&rolls_again, "die 1; A 25+0: probe; B 25+0:").play("roll");
    assert!(
        rolled
            .events
            .iter()
            .any(|event| matches!(event, Event::Reads { player: Seat::A, source: Some(_), .. }))
    );
    is_wrong("phase = \"dice_roll\"", "continuous", "hook = \"dice_manipulation\"");
}

#[test]
fn dice_roll_once_only_is_not_applicable() {
    is_wrong("phase = \"dice_roll\"", "once_only_automatic", "nothing fires in dice_roll");
    is_wrong("hook = \"dice_manipulation\"", "once_only_automatic", "continuous (reroll) or passive (reads)");
}

#[test]
fn dice_roll_upon_destruction_is_not_applicable() {
    is_wrong("phase = \"dice_roll\"", "upon_destruction", "is an event, not a phase");
    is_wrong("hook = \"dice_manipulation\"", "upon_destruction", "continuous (reroll) or passive (reads)");
}

#[test]
fn dice_roll_passive_is_asked_for_an_override() {
    let reads = probe("hook = \"dice_manipulation\"\ntiming = \"passive\"\nquery = \"reads\"\nvalue = 4");
    let rolled = set_up_with(&reads, "die 1; A 25+0: probe; B 25+0:").play("roll");
    assert_eq!(rolled.lines(), [4, 1]);
}

#[test]
fn ships_that_build_continuous_executes() {
    assert_eq!(gained_by_an_old_probe(&continuous("ships_that_build")), 7);
    assert_eq!(gained_by_a_new_probe(&continuous("ships_that_build")), 0, "not on its build turn");
}

#[test]
fn ships_that_build_once_only_fires_if_built_this_turn() {
    // A yard builds a probe in ships_that_build itself, the only way to be built before that phase is over.
    let yard = "[[ship]]\nid = \"yard\"\n[[ship.power]]\nname = \"y\"\nphase = \"ships_that_build\"\ntiming = \"continuous\"\n\
                effect = \"build\"\nship = \"probe\"\n";
    let ships = once("ships_that_build") + yard;
    let played = set_up_with(&ships, "die 1; A 25+0: yard; B 25+0:").play("roll");
    assert_eq!(played.lines(), [1 + 7, 1]);
    assert_eq!(gained_by_an_old_probe(&once("ships_that_build")), 0);
}

#[test]
fn ships_that_build_upon_destruction_is_not_applicable() {
    is_wrong("phase = \"ships_that_build\"", "upon_destruction", "is an event, not a phase");
}

#[test]
fn ships_that_build_passive_is_asked_for_restrictions() {
    // The query about ships that build: whether those that went into upgrades count.
    let counter = "phase = \"ships_that_build\"\ntiming = \"continuous\"\neffect = \"custom\"\nlogic = \"per_ships\"\neach = 1\n\
                   then = { effect = \"gain_lines\", amount = 1 }\n[[ship.power]]\nname = \"asked\"\nhook = \"passive\"\n\
                   timing = \"passive\"\nquery = \"counts_consumed\"";
    let ships = probe(counter).replace("id = \"hull\"", "id = \"fort\"\ntakes = [\"gun\"]");
    let played = set_up_with(&ships, "die 1; A 25+0: probe gun; B 25+0:").play("roll A:build:fort end");
    let before = played.lines()[0];
    let played = played.play("roll");
    let die = u32::from(played.state.die.unwrap());
    assert_eq!(played.lines()[0], before + die + 3, "probe, fort, and the gun in it");
    is_wrong("phase = \"ships_that_build\"", "passive", "asked, never scheduled");
}

#[test]
fn drawing_continuous_executes() {
    assert_eq!(gained_by_an_old_probe(&continuous("drawing")), 7);
}

#[test]
fn drawing_once_only_fires_if_built_this_turn() {
    assert_eq!(gained_by_a_new_probe(&once("drawing")), 7);
    assert_eq!(gained_by_an_old_probe(&once("drawing")), 0);
}

#[test]
fn drawing_upon_destruction_is_not_applicable() {
    is_wrong("phase = \"drawing\"", "upon_destruction", "is an event, not a phase");
}

#[test]
fn drawing_passive_is_not_applicable() {
    is_wrong("phase = \"drawing\"", "passive", "asked, never scheduled");
}

#[test]
fn automatic_continuous_executes() {
    assert_eq!(gained_by_an_old_probe(&continuous("automatic")), 7);
    assert_eq!(gained_by_a_new_probe(&continuous("automatic")), 7, "it lives when the phase is resolved");
}

#[test]
fn automatic_once_only_fires_if_built_this_turn() {
    assert_eq!(gained_by_a_new_probe(&once("automatic")), 7);
    assert_eq!(gained_by_an_old_probe(&once("automatic")), 0);
}

#[test]
fn automatic_upon_destruction_is_not_applicable() {
    is_wrong("phase = \"automatic\"", "upon_destruction", "is an event, not a phase");
}

#[test]
fn automatic_passive_is_asked_for_multipliers() {
    check(
        "die 1; A 10+0: defender science_vessel; B 25+0:",
        "roll end",
        "A 16+1: defender science_vessel; B 25+1:",
    );
    is_wrong("phase = \"automatic\"", "passive", "asked, never scheduled");
}

#[test]
fn event_continuous_is_not_a_phase() {
    is_wrong("hook = \"event\"\ntrigger = \"on_destroyed\"", "continuous", "timing = \"upon_destruction\"");
    is_wrong("hook = \"event\"\ntrigger = \"on_ship_completed\"", "continuous", "no `timing`");
    is_wrong("phase = \"event\"", "continuous", "");
}

#[test]
fn event_once_only_is_not_a_phase() {
    is_wrong(
        "hook = \"event\"\ntrigger = \"on_destroyed\"",
        "once_only_automatic",
        "timing = \"upon_destruction\"",
    );
}

#[test]
fn event_upon_destruction_executes_on_the_event() {
    let ships = probe(
        "hook = \"event\"\ntrigger = \"on_destroyed\"\ntiming = \"upon_destruction\"\neffect = \"gain_lines\"\namount = 7",
    );
    let played = set_up_with(&ships, "die 1; A 25+0: probe; B 25+0: gun").play("roll A:save B:save B1:at:A1");
    assert_eq!(played.lines(), [8, 1]);
}

#[test]
fn event_passive_is_not_applicable() {
    is_wrong("hook = \"event\"\ntrigger = \"on_destroyed\"", "passive", "timing = \"upon_destruction\"");
}

#[test]
fn passive_continuous_once_only_and_upon_destruction_are_not_a_phase() {
    for timing in ["continuous", "once_only_automatic", "upon_destruction"] {
        let found = wrong(&format!("hook = \"passive\"\ntiming = \"{timing}\"\nquery = \"protects\""));
        assert!(found.contains("the hook passive has timing = \"passive\""), "{found}");
    }
}

#[test]
fn passive_passive_is_always_asked() {
    let played = set_up("die 1; A 25+0: guardian; B 25+0: sacrificial_pool zenith guardian").play("roll");
    assert!(matches!(played.refused("A1:at:B2"), Illegal::Protected { .. }));
}

#[test]
fn phases_outside_the_matrix_execute_continuous_and_once_only_too() {
    for phase in ["line_generation", "end_of_build", "first_strike", "simultaneous_declaration"] {
        assert_eq!(gained_by_an_old_probe(&continuous(phase)), 7, "{phase}");
    }
    for phase in ["end_of_build", "first_strike", "simultaneous_declaration"] {
        assert_eq!(gained_by_a_new_probe(&once(phase)), 7, "{phase}");
    }
    is_wrong("phase = \"line_generation\"", "once_only_automatic", "can never fire");
    assert_eq!(gained_by_an_old_probe(&continuous("conditional_response")), 0, "it does not open");
}
