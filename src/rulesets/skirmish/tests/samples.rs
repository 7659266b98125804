//! The sample battles are worth watching: contested, close, neither short nor endless.

use super::*;
use crate::rules::Level as _;

const BRIDGE: &str = include_str!("../../../../saves/levels/skirmish-bridge.toml");
const CROSSROADS: &str = include_str!("../../../../saves/levels/skirmish-crossroads.toml");

/// Course of a battle.
#[derive(Debug, Default)]
struct Course {
    /// Number of ticks.
    ticks: u32,
    /// Number of cells that were drawn for.
    contested: usize,
    /// Number of times another side took the lead in hit points.
    turns: usize,
    /// Its result.
    result: Option<GameResult>,
    /// Number of survivors.
    survivors: usize,
    /// Hit points of the survivors.
    hp: i32,
}

fn course(text: &str, seed: u64) -> Course {
    let rules = Skirmish::new(Level::parse(text).expect("a level")).expect("playable");
    let mut state = rules.start(seed);
    let mut course = Course::default();
    let mut leader = None;
    while rules.result(&state).is_none() {
        let (next, outcome) = rules.apply(&state, &Action::Tick).expect("legal");
        assert_eq!(rules.invariants(&next), Ok(()));
        course.contested += contested(&outcome);
        let leads = leader_of(&next);
        course.turns += usize::from(leads.is_some() && leader.is_some() && leads != leader);
        leader = leads.or(leader);
        state = next;
    }
    let (survivors, hp) = (state.characters.len(), state.characters.iter().map(|c| c.hp).sum());
    Course { ticks: state.tick, result: rules.result(&state), survivors, hp, ..course }
}

/// Number of cells that a character reached while another was turned away from them.
fn contested(outcome: &Outcome) -> usize {
    let Outcome::Ticked { events, .. } = outcome else { return 0 };
    let movements = |collided| events.iter().filter_map(move |event| event.movement(collided));
    movements(false).filter(|won| movements(true).any(|lost| lost.to == won.to)).count()
}

/// The side with the most hit points, if there is one.
fn leader_of(state: &State) -> Option<Faction> {
    let total = |faction: &Faction| -> i32 {
        state.characters.iter().filter(|c| c.faction == *faction).map(|c| c.hp).sum()
    };
    let best = state.characters.iter().max_by_key(|c| total(&c.faction))?;
    let behind = |c: &Character| c.faction == best.faction || total(&c.faction) < total(&best.faction);
    state.characters.iter().all(behind).then(|| best.faction.clone())
}

#[test]
fn the_narrow_bridge_turns_twice_and_leaves_one_standing() {
    let battle = course(BRIDGE, 728);
    assert_eq!(battle.result, Some(GameResult::Won("blue".into())));
    assert_eq!((battle.ticks, battle.contested, battle.turns), (51, 15, 2));
    assert_eq!((battle.survivors, battle.hp), (1, 20));
}

#[test]
fn the_crossroads_turn_five_times_and_leave_one_standing() {
    let battle = course(CROSSROADS, 574);
    assert_eq!(battle.result, Some(GameResult::Won("violet".into())));
    assert_eq!((battle.ticks, battle.contested, battle.turns), (47, 15, 5));
    assert_eq!((battle.survivors, battle.hp), (1, 20));
}

#[test]
fn the_samples_are_contested_close_and_open_whatever_the_seed() {
    for (text, sides) in [(BRIDGE, ["red", "blue"]), (CROSSROADS, ["green", "violet"])] {
        let battles: Vec<Course> = (0..100).map(|seed| course(text, seed)).collect();
        assert!(battles.iter().all(|battle| (25..=150).contains(&battle.ticks)));
        assert!(battles.iter().all(|battle| battle.contested >= 6 && battle.survivors <= 4));
        for side in sides {
            let won = Some(GameResult::Won(side.into()));
            let wins = battles.iter().filter(|battle| battle.result == won).count();
            assert!(wins >= 25, "{side} won {wins} of 100");
        }
    }
}

#[test]
fn the_samples_are_eight_against_eight() {
    for text in [BRIDGE, CROSSROADS] {
        let level = Level::parse(text).expect("a level");
        let sizes: Vec<usize> =
            level.fighters().chunk_by(|a, b| a.faction == b.faction).map(<[_]>::len).collect();
        assert_eq!(sizes, [8, 8]);
        assert_eq!(level.to_text(), text, "the file is written as the program writes it");
    }
}
