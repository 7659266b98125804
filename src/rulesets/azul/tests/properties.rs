//! Properties of every game, checked on random games of two, three and four players.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

/// More turns than any random game has been seen to take.
const LONG: usize = 2000;

fn games() -> impl Strategy<Value = (Azul, State)> {
    (2u8..=4, any::<u64>()).prop_map(|(players, seed)| {
        let rules = Azul::new(Level::new(players)).expect("playable");
        let state = rules.start(seed);
        (rules, state)
    })
}

/// A moment of a random game: the state after a random number of actions.
fn moments() -> impl Strategy<Value = (Azul, State)> {
    (games(), vec(any::<Index>(), 0..120)).prop_map(|((rules, mut state), picks)| {
        for pick in picks {
            let listed = rules.actions(&state);
            if listed.is_empty() {
                break;
            }
            state = rules.apply(&state, pick.get(&listed)).expect("listed").0;
        }
        (rules, state)
    })
}

fn tokens(state: &State) -> usize {
    let held = state.players.iter().filter(|player| player.floor_line.has_first_player_token).count();
    held + usize::from(state.center.has_first_player_token)
}

/// Every action that can be written, legal or not.
fn every_action(factories: usize) -> impl Iterator<Item = DraftAction> {
    let sources = (0..=factories as u64).map(ActionSource::Factory).chain([ActionSource::Center]);
    let destinations = || Destination::all().chain([Destination::PatternLine(SIDE as u64)]);
    sources.flat_map(move |source| {
        TileColor::ALL.into_iter().flat_map(move |color| {
            destinations().map(move |destination| DraftAction { source, color, destination })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_keeps_its_tiles_and_its_token_fills_no_line_too_full_and_ends(
        (rules, start) in games(),
        picks in vec(any::<Index>(), LONG),
    ) {
        let mut state = start;
        for pick in picks {
            prop_assert_eq!(check_tile_conservation(&state), Ok(()));
            prop_assert_eq!(rules.invariants(&state), Ok(()));
            prop_assert_eq!(tokens(&state), 1);
            let lines = state.players.iter().flat_map(|player| &player.pattern_lines);
            prop_assert!(lines.into_iter().all(|line| line.count_filled <= line.capacity));
            let listed = rules.actions(&state);
            if listed.is_empty() {
                break;
            }
            state = rules.apply(&state, pick.get(&listed)).expect("listed").0;
        }
        prop_assert!(rules.result(&state).is_some(), "it never ends");
        prop_assert_eq!(rules.actions(&state), vec![]);
    }

    #[test]
    fn an_action_is_accepted_if_and_only_if_it_is_listed_and_a_refused_one_changes_nothing(
        (rules, state) in moments(),
    ) {
        let listed = rules.actions(&state);
        let before = state.clone();
        for action in every_action(state.factories.len()) {
            prop_assert_eq!(rules.apply(&state, &action).is_ok(), listed.contains(&action), "{}", action);
            prop_assert_eq!(apply_action(&state, &action).is_ok(), listed.contains(&action));
            prop_assert_eq!(&state, &before);
        }
    }

    #[test]
    fn what_the_check_foretells_is_what_happens((rules, state) in moments()) {
        let before = state.active_player_id;
        for action in rules.actions(&state) {
            let effect = rules.check(&state, &action).expect("listed");
            let (next, outcome) = rules.apply(&state, &action).expect("listed");
            prop_assert_eq!(effect.count, effect.placed + effect.broken);
            let took = Event::Took { source: action.source, color: action.color, count: effect.count };
            prop_assert_eq!(&outcome.events[0], &took);
            prop_assert_eq!(outcome.events.contains(&Event::TookToken), effect.takes_token);
            let carried = rules.apply_effect(state.clone(), effect);
            prop_assert_eq!(carried, (next.clone(), outcome));
            if next.round == state.round && rules.result(&next).is_none() {
                let floor = |state: &State| state.players[usize::from(before)].floor_line.tiles.len();
                prop_assert_eq!(floor(&next), floor(&state) + usize::from(effect.broken));
            }
        }
    }

    #[test]
    fn states_and_actions_survive_json_and_bytes((rules, state) in moments()) {
        let text = serde_json::to_string(&state).expect("plain data");
        prop_assert_eq!(&serde_json::from_str::<State>(&text).expect("read back"), &state);
        prop_assert!(Azul::resume(&state).is_ok());
        for action in rules.actions(&state) {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
            prop_assert_eq!(rules.unpack(&rules.pack(&action)).expect("read back"), action);
        }
    }

    #[test]
    fn whatever_text_comes_it_is_an_action_or_explained(text in "\\PC{0,12}") {
        if let Ok(action) = text.parse::<DraftAction>() {
            prop_assert_eq!(action.to_string().parse::<DraftAction>(), Ok(action));
        }
    }

    #[test]
    fn whatever_bytes_come_they_are_an_action_or_refused(bytes in vec(any::<u8>(), 0..12)) {
        if let Ok(action) = action::unpack(&bytes) {
            prop_assert_eq!(action::pack(&action), bytes);
        }
    }
}
