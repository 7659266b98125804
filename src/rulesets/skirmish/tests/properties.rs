//! Properties of every battle, on random states, orders and levels.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::rules::Level as _;
use crate::rulesets::skirmish::compass::distance;
use crate::rulesets::skirmish::nearest::Nearest;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_ever_shares_a_cell(state in states(), picks in vec(any::<Index>(), 30)) {
        let rules = Skirmish::resume(&state).expect("possible");
        let mut state = state;
        for pick in picks {
            let listed = rules.actions(&state);
            if listed.is_empty() {
                break;
            }
            // Every third action is a tick: otherwise orders would crowd it out.
            let action = if pick.index(3) == 0 { Action::Tick } else { pick.get(&listed).clone() };
            state = rules.apply(&state, &action).expect("listed actions are legal").0;
            prop_assert_eq!(rules.invariants(&state), Ok(()));
        }
    }

    #[test]
    fn an_action_is_accepted_if_and_only_if_it_is_listed(state in states()) {
        let rules = Skirmish::resume(&state).expect("possible");
        let listed = rules.actions(&state);
        let ids = state.characters.iter().map(|character| character.id.clone()).chain(["nobody".into()]);
        let orders = ids.flat_map(|id| Intent::all().map(move |intent| Action::Order { character: id.clone(), intent }));
        for action in orders.chain([Action::Tick]) {
            let before = state.clone();
            prop_assert_eq!(rules.apply(&state, &action).is_ok(), listed.contains(&action), "{}", action);
            prop_assert_eq!(&before, &state);
        }
    }

    #[test]
    fn the_same_action_on_the_same_state_has_the_same_outcome(state in states()) {
        let rules = Skirmish::resume(&state).expect("possible");
        for action in rules.actions(&state) {
            let first = rules.apply(&state, &action).expect("legal");
            let copy = serde_json::from_str(&serde_json::to_string(&state).expect("json")).expect("a state");
            let second = rules.apply(&copy, &action).expect("legal");
            prop_assert_eq!(rules.fingerprint(&first.0), rules.fingerprint(&second.0));
            prop_assert_eq!(first, second);
        }
    }

    #[test]
    fn the_nearest_enemy_is_the_one_found_by_looking_at_everybody(
        people in vec((0u32..24, 0u32..24, 0u32..6, 0u8..4, 0i32..3), 0..80),
    ) {
        let people: Vec<Character> = people.into_iter().zip(0u64..).map(|((x, y, slot_position, side, hp), id)| {
            let faction = Faction(side.to_string().into());
            Character { id: CharacterId::Number(id), slot_position, faction, hp, ..character("A", x, y) }
        }).collect();
        let nearest = Nearest::among(people.iter());
        for who in &people {
            let enemies = people.iter().filter(|other| other.lives() && other.faction != who.faction);
            let expected = enemies.min_by_key(|enemy| (distance(who.position, enemy.position), enemy.rank()));
            prop_assert_eq!(nearest.enemy_of(who).map(|enemy| &enemy.id), expected.map(|enemy| &enemy.id));
        }
    }

    #[test]
    fn everything_that_changed_is_in_the_outcome(state in states()) {
        let rules = Skirmish::resume(&state).expect("possible");
        if rules.result(&state).is_none() {
            let (after, outcome) = rules.apply(&state, &Action::Tick).expect("legal");
            prop_assert_eq!(retold(&state, &outcome), summary(&after));
        }
    }

    #[test]
    fn states_survive_json_and_bytes(state in states()) {
        let json = serde_json::to_string(&state).expect("json");
        prop_assert_eq!(&serde_json::from_str::<State>(&json).expect("a state"), &state);
        prop_assert_eq!(crate::codec::decode(&crate::codec::encode(&state)), Ok(state));
    }

    #[test]
    fn actions_survive_text_and_bytes(state in states(), action in actions()) {
        prop_assert_eq!(action.to_string().parse(), Ok(action.clone()));
        prop_assert!(!action.to_string().contains(char::is_whitespace));
        let rules = Skirmish::resume(&state).expect("possible");
        prop_assert_eq!(rules.unpack(&rules.pack(&action)), Ok(action));
    }

    #[test]
    fn any_bytes_are_an_action_or_an_error(state in states(), bytes in vec(any::<u8>(), 0..12)) {
        let rules = Skirmish::resume(&state).expect("possible");
        for bytes in [bytes.clone(), [vec![255, 1], bytes].concat()] {
            if let Ok(action) = rules.unpack(&bytes) {
                prop_assert_eq!(rules.pack(&action), bytes);
            }
        }
    }

    #[test]
    fn levels_survive_their_text(state in states(), name in ".*", description in "(?s).*", slots in vec(0..9_u32, 12)) {
        let fighters = Level::of(&state).fighters().to_vec();
        let shuffled = fighters.into_iter().zip(slots).map(|(fighter, slot)| Fighter { slot, ..fighter });
        let level = Level::new(&name, &description, state.width, state.height, shuffled.collect());
        if Skirmish::new(level.clone()).is_ok() {
            let text = level.to_text();
            let again = Level::parse(&text);
            prop_assert_eq!(again.as_ref(), Ok(&level), "{}", text);
            prop_assert_eq!(again.expect("just read").to_text(), text);
        }
    }

    #[test]
    fn any_text_is_a_level_or_faults(text in "(?s).{0,200}") {
        prop_assert!(Level::parse(&text).is_err());
    }

    #[test]
    fn any_state_is_borne_even_an_impossible_one(state in wild_states()) {
        let (after, outcome) = apply::apply_effect(state.clone(), Effect::Tick);
        let rules = Skirmish::resume(&battle("A.b")).expect("possible");
        let _ = (rules.scene(&state, View::default()), rules.tell(&outcome), after.faults(), rules.actions(&state));
    }

    #[test]
    fn every_battle_ends(state in states()) {
        let rules = Skirmish::resume(&state).expect("possible");
        let mut state = state;
        for _ in 0..2000 {
            if rules.result(&state).is_some() {
                return Ok(());
            }
            state = rules.apply(&state, &Action::Tick).expect("legal").0;
        }
        prop_assert!(false, "still fighting: {}", serde_json::to_string(&state).expect("json"));
    }
}

/// Ids of all kinds: letters, names, numbers, and names that look like numbers.
fn ids() -> impl Strategy<Value = CharacterId> {
    prop_oneof![
        "[A-Za-z]".prop_map(|name| name.as_str().into()),
        "[a-z@#.-]{1,6}".prop_map(|name| name.as_str().into()),
        "@?[0-9]{1,3}".prop_map(|name| name.as_str().into()),
        (0..100_u64).prop_map(CharacterId::Number),
    ]
}

fn intents() -> impl Strategy<Value = Intent> {
    any::<Index>().prop_map(|index| *index.get(&Intent::all().collect::<Vec<_>>()))
}

fn actions() -> impl Strategy<Value = Action> {
    let orders = (ids(), intents()).prop_map(|(character, intent)| Action::Order { character, intent });
    prop_oneof![1 => Just(Action::Tick), 9 => orders]
}

fn cells(width: u32, height: u32) -> impl Strategy<Value = Cell> {
    (0..width, 0..height).prop_map(|(x, y)| Cell { x, y })
}

fn deeds(width: u32, height: u32) -> impl Strategy<Value = Option<CharacterAction>> {
    let kinds = prop_oneof![Just(ActionKind::Move), Just(ActionKind::Light), Just(ActionKind::Heavy)];
    let deed = (kinds, cells(width, height), 1..4_u32);
    let deed = deed.prop_map(|(kind, target_cell, ticks_remaining)| CharacterAction {
        kind,
        target_cell,
        ticks_remaining,
    });
    prop_oneof![2 => Just(None), 1 => deed.prop_map(Some)]
}

fn fighter(width: u32, height: u32) -> impl Strategy<Value = Character> {
    let faction = prop_oneof![Just("red"), Just("blue"), Just("\"third\" \n")];
    let numbers = (1..60_i32, 0..60_i32, 0..4_u32);
    (ids(), "\\PC{0,4}", faction, cells(width, height), numbers, deeds(width, height)).prop_map(
        |(id, name, faction, position, (hp, lost, slot_position), current_action)| Character {
            id,
            name: name.into(),
            faction: faction.into(),
            position,
            hp,
            max_hp: hp + lost,
            slot_position,
            current_action,
        },
    )
}

/// Possible states: small boards, so that collisions are the rule.
pub(super) fn states() -> impl Strategy<Value = State> {
    (1..8_u32, 1..8_u32).prop_flat_map(|(width, height)| {
        (vec(fighter(width, height), 0..12), any::<u32>()).prop_map(move |(characters, rng_state)| {
            let (mut ids, mut cells) = (BTreeSet::new(), BTreeSet::new());
            let mut characters = characters;
            characters.retain(|c| ids.insert(c.id.clone()) && cells.insert(c.position));
            let characters = characters.into_iter().collect();
            State { width, height, tick: 0, rng_state, quiet: 0, characters }
        })
    })
}

/// States that have not been checked.
fn wild_states() -> impl Strategy<Value = State> {
    let numbers = (0..4_u32, 0..4_u32, any::<u32>(), any::<u32>(), any::<u32>());
    (numbers, vec(fighter(5, 5), 0..8), vec(any::<i32>(), 8)).prop_map(|(numbers, characters, hp)| {
        let (width, height, tick, rng_state, quiet) = numbers;
        let characters = characters.into_iter().zip(hp).map(|(character, hp)| Character { hp, ..character });
        State { width, height, tick, rng_state, quiet, characters: characters.collect() }
    })
}

/// The state after a tick as derived from the state before and the outcome: id, cell, hit points and busy ticks.
fn retold(before: &State, outcome: &Outcome) -> Vec<(CharacterId, Cell, i32, u32)> {
    let Outcome::Ticked { events, .. } = outcome else { return Vec::new() };
    let mut all: Vec<_> = before.characters.iter().map(|c| (c.id.clone(), c.position, c.hp, 0)).collect();
    for event in events {
        match event {
            Event::Moved(MovementEvent { collided: true, .. }) | Event::Missed { .. } => {}
            Event::Moved(m) => all.iter_mut().filter(|c| c.0 == m.character).for_each(|c| c.1 = m.to),
            Event::Hit { victim, hp_left, .. } => {
                all.iter_mut().filter(|c| c.0 == *victim).for_each(|c| c.2 = *hp_left);
            }
            Event::Fell { character, .. } => all.retain(|c| c.0 != *character),
            Event::Prepares { character, ticks_remaining, .. } => {
                all.iter_mut().filter(|c| c.0 == *character).for_each(|c| c.3 = *ticks_remaining);
            }
        }
    }
    all
}

fn summary(state: &State) -> Vec<(CharacterId, Cell, i32, u32)> {
    let busy = |c: &Character| c.current_action.map_or(0, |deed| deed.ticks_remaining);
    state.characters.iter().map(|c| (c.id.clone(), c.position, c.hp, busy(c))).collect()
}
