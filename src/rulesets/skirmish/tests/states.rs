//! States as JSON and bytes, and the faults of impossible ones from outside.

use serde_json::{Value, json};

use super::*;
use crate::codec;

fn golden() -> Value {
    json!({
        "width": 12, "height": 12, "tick": 3, "rng_state": 678_881_977, "quiet": 0,
        "characters": [
            {"id": "A", "name": "Ann", "faction": "red", "position": {"x": 4, "y": 5}, "hp": 90, "max_hp": 100,
             "slot_position": 0, "current_action": null},
            {"id": 7, "name": "seven", "faction": "blue", "position": {"x": 5, "y": 4}, "hp": 100, "max_hp": 100,
             "slot_position": 1,
             "current_action": {"type": "move", "target_cell": {"x": 5, "y": 5}, "ticks_remaining": 1}},
            {"id": "c", "name": "c", "faction": "blue", "position": {"x": 0, "y": 0}, "hp": 1, "max_hp": 9,
             "slot_position": 2, "current_action":
                {"type": "attack", "target_cell": {"x": 1, "y": 0}, "ticks_remaining": 1, "heavy": true}},
            {"id": "d", "name": "d", "faction": "blue", "position": {"x": 2, "y": 0}, "hp": 1, "max_hp": 9,
             "slot_position": 3,
             "current_action": {"type": "attack", "target_cell": {"x": 1, "y": 0}, "ticks_remaining": 1}}
        ]
    })
}

fn read(value: &Value) -> State {
    serde_json::from_value(value.clone()).expect("a state")
}

#[test]
fn a_state_reads_and_writes_the_golden_json() {
    let state = read(&golden());
    assert_eq!(serde_json::to_string(&state).expect("json"), golden().to_string());
    assert_eq!(state.characters[1].id, CharacterId::Number(7));
    let kinds: Vec<_> = state.characters.iter().map(|c| c.current_action.map(|deed| deed.kind)).collect();
    let expected = [None, Some(ActionKind::Move), Some(ActionKind::Heavy), Some(ActionKind::Light)];
    assert_eq!(kinds, expected);
}

#[test]
fn quiet_may_be_left_out() {
    let mut value = golden();
    value.as_object_mut().expect("an object").remove("quiet");
    assert_eq!(read(&value), read(&golden()));
}

#[test]
fn an_attack_that_takes_two_more_ticks_is_heavy_unless_it_says_otherwise() {
    let attack = |heavy: Value| {
        let mut deed = json!({"type": "attack", "target_cell": {"x": 1, "y": 0}, "ticks_remaining": 2});
        if !heavy.is_null() {
            deed["heavy"] = heavy;
        }
        serde_json::from_value::<CharacterAction>(deed).expect("an action")
    };
    assert_eq!(attack(Value::Null).kind, ActionKind::Heavy);
    assert_eq!(attack(json!(false)).kind, ActionKind::Light);
    let light = attack(json!(false));
    assert_eq!(serde_json::from_value::<CharacterAction>(json!(light)).expect("an action"), light);
}

#[test]
fn what_is_no_state_is_refused() {
    let spoil = |pointer: &str, value: Value| {
        let mut state = golden();
        *state.pointer_mut(pointer).expect("a place in the state") = value;
        serde_json::from_value::<State>(state).is_err()
    };
    assert!(spoil("/characters/0/id", json!(-1)));
    assert!(spoil("/characters/0/id", json!(1.5)));
    assert!(spoil("/characters/0/position/x", json!(-1)));
    assert!(spoil("/characters/0/hp", json!(3_000_000_000_u64)));
    assert!(spoil("/characters/1/current_action/type", json!("dance")));
    assert!(spoil("/width", json!("twelve")));
    assert!(!spoil("/characters/0/id", json!("anybody")));
}

#[test]
fn a_state_survives_the_bytes_of_the_codec() {
    let state = read(&golden());
    assert_eq!(codec::decode(&codec::encode(&state)), Ok(state.clone()));
    let mut other = state.clone();
    other.rng_state += 1;
    assert_ne!(codec::fingerprint(&other), codec::fingerprint(&state));
}

#[test]
fn a_number_and_a_name_of_digits_are_different_ids() {
    assert_ne!(CharacterId::Number(7), "7".into());
    assert_ne!(codec::encode(&CharacterId::Number(7)), codec::encode(&CharacterId::from("7")));
    assert!(CharacterId::Number(u64::MAX) < "".into(), "numbers come before names");
}

#[test]
fn a_possible_state_resumes_wherever_it_is() {
    let state = read(&golden());
    let rules = Skirmish::resume(&state).expect("possible");
    assert_eq!((rules.level().width(), rules.level().fighters().len()), (12, 4));
    let nobody = State { characters: [].into_iter().collect(), ..state };
    assert!(Skirmish::resume(&nobody).expect("possible, and over").actions(&nobody).is_empty());
}

#[test]
fn everything_impossible_about_a_state_is_said_at_once() {
    let mut characters = vec![
        character("A", 0, 0),
        character("A", 1, 0),
        character("c", 1, 0),
        character("d", 5, 9),
        Character { hp: 0, ..character("e", 2, 0) },
        Character { hp: 101, ..character("f", 3, 0) },
        mover("g", (4, 0), (5, 0)),
        later(mover("h", (0, 1), (0, 0)), 0),
        Character { id: "i j".into(), ..character("i", 1, 1) },
    ];
    characters[8].name = "anything goes: a name is only shown".into();
    let state = State { width: 5, height: 2, characters: characters.into_iter().collect(), ..battle("A.b") };
    let said = fault::listing(&Skirmish::resume(&state).unwrap_err());
    for part in [
        "the id A is used twice",
        "A and c both stand at (1, 0)",
        "d at (5, 9) is outside the 5 x 2 board",
        "e has 0 hit points",
        "f has 101 hit points, more than its 100",
        "the target cell (5, 0) of g is outside",
        "the action of h has 0 ticks remaining",
        "the id \"i j\" holds a colon, a space",
    ] {
        assert!(said.contains(part), "{part:?} is missing from:\n{said}");
    }
    assert_eq!(said.lines().count(), 8, "{said}");
}

#[test]
fn absurd_sizes_and_crowds_are_refused() {
    for (width, height) in [(0, 5), (5, 0), (1025, 5), (u32::MAX, u32::MAX)] {
        let state = State { width, height, ..battle("A.b") };
        assert!(Skirmish::resume(&state).is_err(), "{width} x {height}");
    }
    let crowd: Vec<Character> = (0..5000).map(|n| character("A", n % 1000, n / 1000)).collect();
    let state = State { width: 1000, height: 1000, characters: crowd.into_iter().collect(), ..battle("A.b") };
    let said = fault::listing(&Skirmish::resume(&state).unwrap_err());
    assert_eq!(said, "5000 characters are too many: at most 4096 can fight");
}

#[test]
fn the_largest_battle_still_ticks() {
    let crowd = (0..4096_u32).map(|n| Character {
        id: CharacterId::Number(n.into()),
        ..character(if n % 2 == 0 { "A" } else { "b" }, n % 64 * 2, n / 64)
    });
    let state = State { width: 1024, height: 1024, characters: crowd.collect(), ..battle("A.b") };
    let (after, _) = apply::apply_effect(state, Effect::Tick);
    assert!(after.faults().is_empty());
}

#[test]
fn cloning_a_state_shares_its_characters() {
    let state = battle("A.b");
    let clone = state.clone();
    assert!(state.characters.iter().zip(&clone.characters).all(|(own, other)| std::ptr::eq(own, other)));
}

#[test]
fn an_order_copies_one_character_and_shares_the_others() {
    let state = battle("A.b\nC.d\nE.f");
    let action = "C:hold".parse().unwrap();
    let (after, _) = apply::apply_effect(state.clone(), legality::check(&state, &action).unwrap());
    let shared = state.characters.iter().zip(&after.characters).map(|(own, other)| std::ptr::eq(own, other));
    assert_eq!(shared.filter(|shared| !shared).count(), 1);
}
