//! Actions as text, as JSON and as bytes of the log.

use std::collections::BTreeSet;

use super::*;
use crate::show::Show;

fn rules() -> Skirmish {
    Skirmish::resume(&battle("AB.cd")).expect("a possible state")
}

fn order(character: CharacterId, intent: Intent) -> Action {
    Action::Order { character, intent }
}

#[test]
fn actions_read_as_they_are_written() {
    use crate::scene::Facing::*;
    for (text, action) in [
        ("Tick", Action::Tick),
        ("A:hold", order("A".into(), Intent::Hold)),
        ("A:move:N", order("A".into(), Intent::Move(North))),
        ("b:light:E", order("b".into(), Intent::Light(East))),
        ("knight-7:heavy:S", order("knight-7".into(), Intent::Heavy(South))),
        ("12:move:W", order(CharacterId::Number(12), Intent::Move(West))),
        ("@12:move:W", order("12".into(), Intent::Move(West))),
        ("@@x:hold", order("@x".into(), Intent::Hold)),
    ] {
        assert_eq!(text.parse(), Ok(action.clone()));
        assert_eq!(action.to_string(), text);
    }
}

#[test]
fn keywords_may_be_written_in_any_case_but_ids_may_not() {
    assert_eq!("TICK".parse(), Ok(Action::Tick));
    assert_eq!("a:MOVE:south".parse::<Action>(), "a:move:S".parse());
    assert_ne!("a:hold".parse::<Action>(), "A:hold".parse());
}

#[test]
fn what_is_no_action_is_told_what_is() {
    for (text, problem) in [
        ("", "no colon"),
        ("Tock", "no colon"),
        (":hold", "an id is empty"),
        ("A:", "'' is nothing a character can do"),
        ("A:jump", "'jump' is nothing a character can do"),
        ("A:move", "'move' needs a direction"),
        ("A:move:Q", "'Q' is not a direction"),
        ("A:move:N:N", "'N:N' is not a direction"),
        ("A:hold:N", "'hold' takes no direction"),
        ("A b:hold", "holds a colon, a space"),
        ("99999999999999999999:hold", "too large"),
    ] {
        let said = text.parse::<Action>().unwrap_err();
        assert!(said.contains(problem) && said.contains("A:move:N"), "{text}: {said}");
    }
}

#[test]
fn actions_have_their_json() {
    let json = |text: &str| serde_json::to_string(&text.parse::<Action>().expect("an action")).expect("json");
    assert_eq!(json("Tick"), r#""Tick""#);
    assert_eq!(json("A:hold"), r#"{"Order":{"character":"A","intent":"Hold"}}"#);
    assert_eq!(json("7:heavy:S"), r#"{"Order":{"character":7,"intent":{"Heavy":"South"}}}"#);
}

#[test]
fn a_tick_is_one_byte_and_an_order_two() {
    let pack = |text: &str| rules().pack(&text.parse().expect("an action"));
    assert_eq!(pack("Tick"), [0]);
    assert_eq!(pack("A:hold"), [1, 0]);
    assert_eq!(pack("A:move:N"), [1, 1]);
    assert_eq!(pack("d:heavy:W"), [4, 12]);
    assert_eq!(pack("Z:hold")[0], 255);
}

#[test]
fn every_packed_action_unpacks_to_itself() {
    let rules = rules();
    for id in ["A", "B", "c", "d", "Z", "12", "someone else"] {
        for action in Intent::all().map(|intent| order(id.into(), intent)) {
            assert_eq!(rules.unpack(&rules.pack(&action)), Ok(action));
        }
    }
    assert_eq!(rules.unpack(&[0]), Ok(Action::Tick));
}

#[test]
fn every_short_string_of_bytes_is_refused_or_means_one_action() {
    let rules = rules();
    let all =
        (0..=255_u8).flat_map(|a| (0..=255_u8).map(move |b| vec![a, b])).chain((0..=255).map(|a| vec![a]));
    let accepted: Vec<Vec<u8>> = all.chain([vec![]]).filter(|bytes| rules.unpack(bytes).is_ok()).collect();
    assert_eq!(accepted.len(), 1 + 4 * 13);
    assert!(accepted.iter().all(|bytes| rules.pack(&rules.unpack(bytes).expect("accepted")) == *bytes));
}

#[test]
fn bytes_that_say_it_the_long_way_are_refused() {
    let rules = rules();
    for action in [Action::Tick, order("A".into(), Intent::Hold)] {
        let long = [vec![255], crate::codec::encode(&action)].concat();
        let said = rules.unpack(&long).unwrap_err().to_string();
        assert!(said.contains("different encoding"), "{said}");
    }
}

#[test]
fn beyond_the_first_254_orders_are_escaped() {
    let characters =
        (0..300).map(|n| Character { id: CharacterId::Number(n), ..character("A", n as u32, 0) });
    let state = State { width: 300, characters: characters.collect(), ..battle("A.b") };
    let rules = Skirmish::resume(&State { characters: slots(&state), ..state.clone() }).expect("possible");
    let bytes = |n| rules.pack(&order(CharacterId::Number(n), Intent::Hold));
    assert_eq!(bytes(253), [254, 0]);
    assert_eq!(bytes(254)[0], 255);
    assert_eq!(rules.unpack(&bytes(299)), Ok(order(CharacterId::Number(299), Intent::Hold)));
}

fn slots(state: &State) -> crate::collections::List<Character> {
    let numbered = state.characters.iter().cloned().zip(0..);
    numbered.map(|(character, slot_position)| Character { slot_position, ..character }).collect()
}

#[test]
fn the_list_holds_the_tick_and_every_order_in_a_fixed_order() {
    let state = played(&battle("A.b"), "b:heavy:W");
    let listed = Skirmish::resume(&state).expect("possible").actions(&state);
    let listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
    assert_eq!(listed, ["Tick", "A:hold", "A:move:E", "A:light:E", "A:heavy:E"]);
}

#[test]
fn those_who_want_the_same_cell_draw_for_it_and_nobody_says_before_who_gets_it() {
    let rules = Skirmish::resume(&battle("A.b")).expect("a possible state");
    let mut told = BTreeSet::new();
    for seed in 0..20 {
        let state = State { rng_state: rng::init_rng(seed), ..battle("A.b") };
        let (_, outcome) = rules.apply(&state, &Action::Tick).unwrap();
        assert_eq!(rules.by_chance(&outcome).as_deref(), Some("A and b draw for (1, 0)"));
        told.insert(rules.tell(&outcome));
    }
    assert_eq!(told.len(), 2, "either may get it: {told:?}");
    let (_, outcome) = rules.apply(&battle("A..b"), &Action::Tick).unwrap();
    assert_eq!(rules.by_chance(&outcome), None, "nobody is in the other's way");
}
