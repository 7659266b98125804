//! Filling the factories: from the bag, then from the lid, then not at all.

use super::*;

fn refilled(drawing: &str) -> (State, Vec<Event>) {
    let mut state = state(drawing);
    let mut events = Vec::new();
    refill::refill(&mut state, &mut events);
    (state, events)
}

fn sizes(state: &State) -> Vec<u32> {
    state.factories.iter().map(TileCounts::total).collect()
}

const TWO: &str = "0 | - | - | -\n 0 | - | - | -";

#[test]
fn factories_take_four_tiles_each_out_of_the_bag() {
    for (players, factories) in [(2, 5), (3, 7), (4, 9)] {
        let state = Level::new(players).start(1);
        assert_eq!(sizes(&state), vec![4; factories]);
        assert_eq!(state.bag.total() as usize, 100 - 4 * factories);
        assert_eq!((state.active_player_id, state.round), (0, 1));
        assert!(state.center.has_first_player_token);
    }
}

#[test]
fn when_the_bag_runs_out_the_lid_is_poured_in_and_dealing_goes_on() {
    let (after, events) = refilled(&format!("bag BBBBBB\n lid RRRRRRRRRRRRRRRRRRRR\n {TWO}"));
    assert_eq!(sizes(&after), [4, 4, 4, 4, 4]);
    assert_eq!((letters(&after.factories[0]), letters(&after.factories[1])), ("BBBB".into(), "BBRR".into()));
    assert_eq!((after.bag, after.lid), (tiles("RRRRRR"), TileCounts::NONE));
    let poured = events.iter().filter(|event| matches!(event, Event::LidPoured { .. })).count();
    assert_eq!(poured, 1);
}

#[test]
fn when_bag_and_lid_are_empty_factories_stay_short() {
    let (after, _) = refilled(&format!("bag BBBBB\n lid W\n {TWO}"));
    assert_eq!(sizes(&after), [4, 2, 0, 0, 0]);
    assert!(after.bag.is_empty() && after.lid.is_empty());
}

#[test]
fn nothing_is_drawn_when_there_is_nothing_to_draw() {
    let (after, _) = refilled(TWO);
    assert_eq!(sizes(&after), [0; 5]);
    assert_eq!(after.rng_state, Position::default().rng_state);
}

#[test]
fn the_same_seed_deals_the_same_and_others_differ() {
    let deal = |seed| Level::new(2).start(seed).factories.clone();
    assert_eq!(deal(1), deal(1));
    let different = (0..100).filter(|&seed| deal(seed) != deal(seed + 1)).count();
    assert_eq!(different, 100);
    assert_ne!(deal(1), deal(1 << 32 | 7), "seeds differ above 32 bits too");
}

#[test]
fn every_colour_is_as_likely_as_the_others() {
    let mut counts = [0u32; 5];
    for seed in 0..1000 {
        for factory in &Level::new(2).start(seed).factories {
            factory.iter().for_each(|(color, count)| counts[color.index()] += u32::from(count));
        }
    }
    assert_eq!(counts.iter().sum::<u32>(), 20_000);
    assert!(counts.iter().all(|count| (3_800..4_200).contains(count)), "{counts:?}");
}
