//! Tests of a space of numbers: from each, an action adds one or two, doubles it or halves it. Many ways meet, some
//! of them later with fewer turns.

use std::collections::{HashSet, VecDeque};

use super::*;
use crate::codec::hash_128;
use crate::solver::Budget;

/// Numbers up to a limit.
struct Numbers {
    most: u64,
    goal: u64,
}

/// The goal of a long search.
const FAR: u64 = 999_983;

impl Numbers {
    fn to(goal: u64) -> Self {
        Self { most: 2 * FAR, goal }
    }

    fn after(&self, number: u64, action: char) -> Option<u64> {
        let next = match action {
            '+' => number + 1,
            '!' => number + 2,
            '*' => number * 2,
            _ => number / 2,
        };
        (next <= self.most).then_some(next)
    }
}

impl Space for Numbers {
    type State = u64;
    type Action = char;

    fn start(&self) -> u64 {
        1
    }

    fn expand(&self, state: &u64, found: &mut dyn FnMut(char, u64)) {
        for action in "+!*/".chars() {
            self.after(*state, action).into_iter().for_each(|next| found(action, next));
        }
    }

    fn is_won(&self, state: &u64) -> bool {
        *state == self.goal
    }

    fn key(&self, state: &u64, _scratch: &mut Vec<u8>) -> u128 {
        hash_128(&state.to_le_bytes())
    }

    /// Numbers far from the goal are reached late: so states are reached with fewer turns than before.
    fn bound(&self, state: &u64) -> u32 {
        u32::from(*state != self.goal && state.is_multiple_of(3))
    }

    fn bytes(&self, _action: Option<&char>) -> usize {
        0
    }
}

fn run(numbers: &Numbers, memory: u64, workers: usize) -> (Verdict<char>, Effort) {
    search(numbers, &Watch::new(Budget { memory, workers, ..Budget::default() }))
}

/// Returns the fewest turns to the goal, turn by turn.
fn fewest_turns(numbers: &Numbers) -> usize {
    let (mut seen, mut open) = (HashSet::from([1]), VecDeque::from([(1, 0)]));
    while let Some((number, turns)) = open.pop_front() {
        if number == numbers.goal {
            return turns;
        }
        let next = "+!*/".chars().filter_map(|action| numbers.after(number, action));
        open.extend(next.filter(|next| seen.insert(*next)).map(|next| (next, turns + 1)));
    }
    unreachable!("every number is reached")
}

#[test]
fn the_shortest_way_is_found_by_any_number_of_workers() {
    let numbers = Numbers::to(FAR);
    let alone = run(&numbers, 1 << 30, 1);
    let Verdict::Solved(way) = &alone.0 else { panic!("{:?}", alone.0) };
    assert_eq!(way.len(), fewest_turns(&numbers));
    assert_eq!(way.iter().try_fold(1, |number, action| numbers.after(number, *action)), Some(FAR));
    assert!(alone.1.states > 20_000, "so many that all workers have work: {:?}", alone.1);
    for workers in [2, 3, 5] {
        assert_eq!(run(&numbers, 1 << 30, workers), alone, "{workers} workers");
    }
}

#[test]
fn a_search_without_a_win_visits_every_state_once() {
    let numbers = Numbers { most: 50_000, goal: u64::MAX };
    for workers in [1, 2, 3, 5] {
        let (verdict, effort) = run(&numbers, 1 << 30, workers);
        // 0 is half of 1.
        assert_eq!((verdict, effort.states), (Verdict::Unsolvable, 50_001), "{workers} workers");
    }
}

#[test]
fn a_full_memory_ends_the_search_at_the_same_state_for_any_number_of_workers() {
    for memory in [1 << 20, 5 << 20, 20 << 20] {
        let alone = run(&Numbers::to(u64::MAX), memory, 1);
        assert!(matches!(alone.0, Verdict::Unknown { limit: Limit::Memory, .. }), "{:?}", alone.0);
        assert!(alone.1.bytes <= memory && alone.1.bytes >= memory / 5, "{:?} of {memory}", alone.1);
        for workers in [2, 3, 5] {
            assert_eq!(run(&Numbers::to(u64::MAX), memory, workers), alone, "{workers} workers");
        }
    }
}

#[test]
fn a_search_that_is_told_to_stop_ends_after_the_next_states() {
    for workers in [1, 2] {
        let watch = Watch::new(Budget { workers, ..Budget::default() });
        watch.stop();
        let (verdict, effort) = search(&Numbers::to(u64::MAX), &watch);
        assert_eq!(verdict, Verdict::Unknown { limit: Limit::Stopped, at_least: 0 });
        assert!(effort.states < 10, "{effort:?}");
    }
}
