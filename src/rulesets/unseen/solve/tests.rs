//! The search is compared with brute force on random small levels: every action from every state, nothing merged.
//!
//! `SOLVER_LEVELS=100000 cargo test --release solve::tests -- --nocapture` tries so many levels of each kind.

mod drawn;
mod levels;

use levels::{World, level};

use super::*;
use crate::rulesets::unseen::game::effect::work_out;
use crate::solver::{Budget, Verdict, Watch};

/// More histories than this are not tried; such a level does not count.
const MOST_HISTORIES: usize = 60_000;

/// Returns the fewest turns to win by trying everything: `Err` if that is too much.
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

/// Plays a solution; returns how many turns it took if it wins exactly at its end.
fn play(start: &GameState, actions: &[Action]) -> Option<usize> {
    let mut state = start.clone();
    for action in actions {
        state = work_out(&state, *action).ok()?.carry_out(state).0;
    }
    state.has_won().then_some(actions.len())
}

/// Returns the number of turns of a shortest win, if there is one.
fn turns(start: &GameState, answer: Answer<Action>, level: &str) -> Option<usize> {
    match answer.verdict {
        Verdict::Solved(actions) => {
            Some(play(start, &actions).unwrap_or_else(|| panic!("{level}: {actions:?} does not win")))
        }
        Verdict::Unsolvable => None,
        Verdict::Unknown { .. } => panic!("{level}: it was not told to stop"),
    }
}

/// Compares so many levels, by the search that is chosen and by the one that can do all; returns how many of them can
/// be won, and how many were searched as this world.
fn check(world: World, levels: usize, name: &str) -> (usize, usize) {
    let longer = std::env::var("SOLVER_LEVELS").ok().and_then(|levels| levels.parse().ok());
    let (levels, mut tried, mut won, mut named) = (longer.unwrap_or(levels), 0, 0, 0);
    for seed in 0.. {
        if tried == levels {
            break;
        }
        let Some(start) = level(world, seed) else { continue };
        let Ok(expected) = brute_force(&start) else { continue };
        let (at, watch) = (format!("{world:?} {seed}"), Watch::new(Budget::default()));
        let answer = search(&start).run(&watch);
        named += usize::from(answer.world == name);
        assert_eq!(turns(&start, answer, &at), expected, "{at}");
        assert_eq!(turns(&start, folded::Folded::new(&start).run(&watch), &at), expected, "{at}, folded");
        (tried, won) = (tried + 1, won + usize::from(expected.is_some()));
    }
    println!("{world:?}: {tried} levels, {won} can be won, {named} {name}, 0 differences");
    (won, named)
}

#[test]
fn boards_without_time_give_what_brute_force_gives() {
    let (won, named) = check(World::Timeless, 5000, "timeless");
    assert!(won > 1000 && named > 4000, "{won} won, {named} timeless");
}

#[test]
fn guarded_levels_give_what_brute_force_gives() {
    let (won, named) = check(World::Guarded, 20_000, "forward");
    assert!(won > 3000 && named > 10_000, "{won} won, {named} forward");
}

#[test]
fn levels_with_rifts_give_what_brute_force_gives() {
    let (won, named) = check(World::Rifts, 10_000, "folded");
    assert!(won > 1500 && named > 9000, "{won} won, {named} folded");
}
