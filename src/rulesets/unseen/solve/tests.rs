//! Compares the search with brute force on random small levels: every action in every state, nothing merged.
//!
//! `SOLVER_LEVELS=100000 cargo test --release solve::tests -- --nocapture` tries that many levels of each
//! kind.

mod drawn;
mod levels;

use levels::{World, level};

use super::*;
use crate::rulesets::unseen::game::effect::work_out;
use crate::solver::{Budget, Verdict, Watch};

/// Maximum number of histories; a level with more does not count.
const MOST_HISTORIES: usize = 60_000;

/// Returns the fewest turns of a win by trying everything: `Err` if that is too much.
fn brute_force(start: &GameState) -> Result<Option<usize>, ()> {
    let (mut layer, mut histories) = (vec![start.clone()], 0);
    for turns in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            for action in Action::all().filter(|action| *action != Action::Restart) {
                let Ok(effect) = work_out(state, action) else { continue };
                let (reached, _) = effect.carry_out(state.clone());
                if reached.has_won() {
                    return Ok(Some(turns));
                }
                next.extend(reached.is_active().then_some(reached));
            }
        }
        histories += next.len();
        if next.is_empty() {
            return Ok(None);
        }
        if histories > MOST_HISTORIES {
            return Err(());
        }
        layer = next;
    }
    Ok(None)
}

/// Plays a solution. Returns its number of turns if it wins exactly at its end.
fn play(start: &GameState, actions: &[Action]) -> Option<usize> {
    let mut state = start.clone();
    for action in actions {
        state = work_out(&state, *action).ok()?.carry_out(state).0;
    }
    state.has_won().then_some(actions.len())
}

/// Returns the number of turns of a shortest win, if there is one.
fn turns(start: &GameState, answer: &Answer<Action>, level: &str) -> Option<usize> {
    match &answer.verdict {
        Verdict::Solved(actions) => {
            Some(play(start, actions).unwrap_or_else(|| panic!("{level}: {actions:?} does not win")))
        }
        Verdict::Unsolvable => None,
        Verdict::Unknown { .. } => panic!("{level}: it was not told to stop"),
    }
}

/// Compares the shortest ways with those found turn by turn; every one of them wins, and none is listed
/// twice.
fn check_ways(start: &GameState, answer: &Answer<Action>, level: &str) {
    let Verdict::Solved(way) = &answer.verdict else { return };
    let (turns, watch) = (way.len() as u32, Watch::new(Budget::default()));
    let found = search(start).ways(turns, &watch).expect("no budget");
    let by_turns = ways::ways(&mut folded::Folded::new(start), turns, &watch).expect("no budget");
    assert_eq!((found.count, found.listed.len()), (by_turns.count, by_turns.listed.len()), "{level}: ways");
    assert!(
        found.listed.iter().all(|way| play(start, way) == Some(turns as usize)),
        "{level}: one does not win"
    );
    let sorted = |mut ways: Vec<Vec<Action>>| {
        ways.sort_by_key(|way| way.iter().map(ToString::to_string).collect::<Vec<_>>());
        ways.dedup();
        ways
    };
    let (listed, expected) = (sorted(found.listed.clone()), sorted(by_turns.listed));
    assert_eq!(listed.len(), found.listed.len(), "{level}: one is listed twice");
    assert!(found.count > listed.len() as u64 || listed == expected, "{level}: other ways");
}

/// Statistics of a comparison.
#[derive(Debug, Default)]
struct Seen {
    levels: usize,
    won: usize,
    /// Number of levels for which the intended search was chosen.
    chosen: usize,
    /// Number of levels whose shortest solution uses a rift.
    rifts: usize,
}

/// Compares this many levels, by the chosen search and by the folded one, which can search all.
fn check(world: World, levels: usize, name: &str) -> Seen {
    let longer = std::env::var("SOLVER_LEVELS").ok().and_then(|levels| levels.parse().ok());
    let (levels, mut seen) = (longer.unwrap_or(levels), Seen::default());
    for seed in 0.. {
        if seen.levels == levels {
            break;
        }
        let Some(start) = level(world, seed) else { continue };
        let Ok(expected) = brute_force(&start) else { continue };
        let (at, watch) = (format!("{world:?} {seed}"), Watch::new(Budget::default()));
        let answer = search(&start).run(&watch);
        assert_eq!(turns(&start, &answer, &at), expected, "{at}");
        let two = Watch::new(Budget { workers: 2, ..Budget::default() });
        assert_eq!(search(&start).run(&two), answer, "{at}, two workers");
        assert_eq!(turns(&start, &folded::Folded::new(&start).run(&watch), &at), expected, "{at}, folded");
        check_ways(&start, &answer, &at);
        seen.levels += 1;
        seen.won += usize::from(expected.is_some());
        seen.chosen += usize::from(answer.world == name);
        let uses_rift = |actions: &Vec<Action>| actions.contains(&Action::UseRift);
        seen.rifts += usize::from(matches!(&answer.verdict, Verdict::Solved(actions) if uses_rift(actions)));
    }
    println!("{world:?}: 0 differences in {seen:?}");
    seen
}

#[test]
fn boards_without_time_give_what_brute_force_gives() {
    let seen = check(World::Timeless, 5000, "timeless");
    assert!(seen.won > 1000 && seen.chosen > 4000, "{seen:?}");
}

#[test]
fn guarded_levels_give_what_brute_force_gives() {
    let seen = check(World::Guarded, 20_000, "forward");
    assert!(seen.won > 3000 && seen.chosen > 10_000, "{seen:?}");
}

#[test]
fn levels_with_rifts_give_what_brute_force_gives() {
    let seen = check(World::Rifts, 10_000, "folded");
    assert!(seen.won > 1500 && seen.chosen > 9000 && seen.rifts > 300, "{seen:?}");
}
