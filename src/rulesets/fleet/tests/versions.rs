//! Differences between the versions of the rules: old logs continue by the rules they were begun with.

use super::*;

/// A charge that has an effect only if its owner reads an even number, and one that answers.
const WAGER: &str = r#"
[[ship]]
id = "gambler"
charges = 1
[[ship.power]]
name = "wager"
phase = "simultaneous_declaration"
timing = "continuous"
spends = 1
effect = "conditional"
if = "die_even"
then = { effect = "damage", amount = 5 }
[[ship]]
id = "citadel"
charges = 1
[[ship.power]]
name = "brace"
phase = "conditional_response"
timing = "continuous"
spends = 1
effect = "heal"
amount = 4
"#;

fn wager(version: u16, die: u8) -> Match {
    let drawing = format!("die {die}; A 20+0: gambler; B 20+0: citadel");
    set_up_by(version, WAGER, &drawing).play("roll A1:use")
}

#[test]
fn a_charge_that_was_spent_opens_the_response_even_if_its_condition_failed() {
    for die in [3, 4] {
        let answered = wager(2, die);
        assert_eq!(answered.state.phase, Phase::ConditionalResponse, "the die shows {die}");
        assert!(!answered.state.players[1].ready);
    }
    assert_eq!(wager(2, 3).play("B1:use").health(), [20, 24]);
}

#[test]
fn in_version_1_a_charge_whose_condition_failed_opened_nothing() {
    let over = wager(1, 3);
    assert_eq!((over.state.round, over.state.phase), (2, Phase::DiceRoll));
    assert!(over.events.contains(&Event::Skipped));
    assert_eq!(wager(1, 4).state.phase, Phase::ConditionalResponse);
}

#[test]
fn a_charge_that_is_held_opens_nothing() {
    let drawing = "die 4; A 20+0: gambler; B 20+0: citadel";
    let held = set_up_by(2, WAGER, drawing).play("roll A1:hold");
    assert_eq!((held.state.round, held.state.phase), (2, Phase::DiceRoll));
}

/// A lance with no targets except on its own side.
fn alone(version: u16) -> Match {
    set_up_by(version, "", "die 1; A 25+0: guardian orbital; B 25+0: hive").play("roll")
}

#[test]
fn a_guardian_with_no_enemy_to_aim_at_asks_nothing() {
    let round_over = alone(2);
    assert_eq!((round_over.state.round, round_over.state.phase), (2, Phase::DiceRoll));
    let asked = alone(1);
    assert_eq!((asked.state.round, asked.state.phase), (1, Phase::FirstStrike));
    assert_eq!(asked.play("A1:at:A2").fates(), "Marked A2, Destroyed A2");
}

#[test]
fn a_guardian_that_is_asked_because_of_an_enemy_may_still_aim_at_its_own_side() {
    let asked = set_up("die 1; A 25+0: guardian orbital; B 25+0: zenith").play("roll");
    assert_eq!(asked.play("A1:at:A2").fates(), "Marked A2, Destroyed A2");
}

#[test]
fn a_state_that_says_turn_for_its_round_is_still_read() {
    let mut state = serde_json::to_value(alone(2).state).unwrap();
    let round = state.as_object_mut().and_then(|state| state.remove("round")).unwrap();
    state["turn"] = round;
    assert_eq!(serde_json::from_value::<State>(state.clone()).unwrap().round, 2);
    state["turn"] = 70_000.into();
    let error = serde_json::from_value::<State>(state.clone()).unwrap_err().to_string();
    assert_eq!(error, "there is no round 70000");
    state.as_object_mut().unwrap().remove("turn");
    let error = serde_json::from_value::<State>(state).unwrap_err().to_string();
    assert_eq!(error, "missing field `round`");
}

#[test]
fn a_state_as_it_is_shown_has_the_turn_of_the_log_beside_its_round_and_is_read_again() {
    let state = alone(2).state;
    let shown = alone(2).rules.data(&state, View { turn: Some(17), ..View::default() });
    assert_eq!((&shown["turn"], &shown["round"]), (&17.into(), &2.into()));
    assert_eq!(serde_json::from_value::<State>(shown).unwrap(), state);
}

#[test]
fn a_level_that_says_turns_for_its_rounds_is_still_read_and_written_anew() {
    let level = Level::parse("[match]\nturns = 7\n").unwrap();
    assert_eq!(level.rounds(), 7);
    assert!(level.to_text().contains("rounds = 7"), "{}", level.to_text());
    assert!(Level::parse("[match]\nturns = 7\nrounds = 8\n").is_err(), "one of the two");
}
