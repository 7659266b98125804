//! States from outside: possible ones round trip, impossible ones are refused with every reason.

use super::*;
use serde_json::Value;

fn sound() -> Value {
    let state = set_up("die 4; A 20+3: guardian defender; B 25+0: zenith").play("roll A:save").state;
    serde_json::to_value(state).unwrap()
}

#[track_caller]
fn refused(changes: &[(&str, Value)], words: &[&str]) {
    let mut state = sound();
    for (path, value) in changes {
        *state.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value.clone();
    }
    let state: State = serde_json::from_value(state).expect("the shape is right");
    let faults = fault::listing(&Fleet::resume(&state).expect_err("it is impossible"));
    for word in words {
        assert!(faults.contains(word), "no '{word}' in: {faults}");
    }
}

#[test]
fn states_round_trip_through_json_and_bytes() {
    for rules in samples() {
        for seed in 0..20 {
            let state = random_state(&rules, seed, 10 + 3 * seed as u32);
            let json = serde_json::to_string(&state).unwrap();
            assert_eq!(serde_json::from_str::<State>(&json).unwrap(), state);
            assert_eq!(crate::codec::decode::<State>(&crate::codec::encode(&state)).unwrap(), state);
        }
    }
}

#[test]
fn a_sound_state_goes_on_from_where_it_is() {
    let state: State = serde_json::from_value(sound()).unwrap();
    let rules = Fleet::resume(&state).expect("it is possible");
    assert!(!rules.actions(&state).is_empty());
}

#[test]
fn impossible_states_are_refused_with_every_reason() {
    refused(
        &[
            ("/round", json!(0)),
            ("/die", json!(7)),
            ("/players/0/health", json!(36)),
            ("/players/1/lines", json!(u32::MAX)),
        ],
        &["round 0", "die must be a number from 1 to 6", "A has 36 health", "4294967295 lines"],
    );
    refused(&[("/players/0/id", json!("B"))], &["player A is called B"]);
    refused(&[("/ships/0/kind", json!("galleon"))], &["\"galleon\", which this match does not have"]);
    refused(&[("/ships/0/charges", json!(200))], &["A1 has 200 charges, more than its 2"]);
    refused(&[("/ships/1/id", json!("A1"))], &["A1 stands where A2 belongs"]);
    refused(&[("/ships/1/id", json!("B1"))], &["A has built 2 ships and 1 are listed", "B1"]);
    refused(&[("/ships/0/born", json!(9))], &["round 9, which is still to come"]);
    refused(&[("/ships/0/fired", json!([3, 3]))], &["its own once-only powers"]);
    refused(&[("/players/0/ready", json!(false))], &["`ready` is true"]);
    refused(&[("/players/1/ready", json!(true))], &["`ready` is false"]);
    refused(&[("/players/0/declared", json!(["Roll"]))], &["A cannot have declared roll"]);
    refused(
        &[("/players/0/declared", json!([{ "Build": { "player": "A", "ship": "leviathan" } }]))],
        &["A cannot have declared A:build:leviathan", "takes 9 lines"],
    );
    refused(&[("/phase", json!("automatic"))], &["automatic"]);
    refused(&[("/phase", json!("dice_roll"))], &["null before it is rolled"]);
    refused(&[("/response", json!(true))], &["`response`"]);
    refused(&[("/players/0/health", json!(0))], &["the match is over"]);
    let due = json!([{ "player": "A", "effect": "heal", "amount": u32::MAX, "source": { "ship": "A9", "kind": "x", "power": "p" } }]);
    refused(&[("/tally", due)], &["what is due from A9"]);
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let mut state: State = serde_json::from_value(sound()).unwrap();
    state.players[0].lines = MAX_LINES;
    state.players[1].health = -1_000_000;
    state.phase = Phase::DiceRoll;
    (state.die, state.round) = (None, 31);
    let over = Fleet::resume(&state);
    assert!(over.is_err(), "readings are left from the turn before");
    let played = set_up("die 6; A 25+999: orbital; B 25+999:").play("roll end");
    assert_eq!(played.lines(), [MAX_LINES, MAX_LINES]);
}

#[test]
fn a_player_who_has_had_every_ship_builds_no_more() {
    let ships: Vec<&str> = vec!["xenite"; 40];
    let mut played = set_up(&format!("die 2; A 25+0: zenith; B 25+0: {}", ships.join(" ")));
    let player = &mut played.state.players[0];
    player.built = MAX_SHIPS;
    let old = played.state.ships[0].clone();
    let wreck =
        |number| Ship { id: ShipId { owner: Seat::A, number }, status: Status::Destroyed, ..old.clone() };
    (2..=MAX_SHIPS).map(wreck).for_each(|ship| played.state.ships.push_back_mut(ship));
    let played = played.play("roll");
    assert!(played.events.iter().any(|event| matches!(event, Event::NoRoom { player: Seat::A, .. })));
    assert_eq!(played.fleet(Seat::A), "zenith");
}
