//! Tests of a space of numbers: from each, edges lead to the next number and to its double. They count work,
//! not time.

use super::*;
use crate::solver::Budget;

/// Numbers up to a limit, each of which takes this many words.
struct Numbers {
    words: usize,
    most: u64,
    goal: u64,
    /// Work of each expansion.
    work: u64,
    done: u64,
}

impl Numbers {
    fn to(goal: u64) -> Self {
        Self { words: 1, most: 1 << 22, goal, work: 10, done: 0 }
    }

    /// A valid bound that jumps: it may fall by more than the turns of an edge.
    fn bound(&self, number: u64) -> u32 {
        if number.is_multiple_of(3) && number < self.goal { 1 } else { 0 }
    }
}

impl Space for Numbers {
    fn words(&self) -> usize {
        self.words
    }

    fn start(&self) -> Vec<u64> {
        let mut state = vec![0; self.words];
        state[0] = 1;
        state
    }

    fn start_bound(&mut self) -> u32 {
        self.bound(1)
    }

    fn is_won(&self, state: &[u64]) -> bool {
        state[0] == self.goal
    }

    fn expand(&mut self, state: &[u64], found: &mut dyn FnMut(&[u64], u32, u32)) -> u64 {
        let mut next = state.to_vec();
        for (number, cost) in [(state[0] + 1, 1), (state[0] * 2, 2)] {
            if number <= self.most {
                next[0] = number;
                found(&next, cost, self.bound(number));
            }
        }
        self.done += self.work;
        self.work
    }
}

fn within(memory: u64) -> Watch {
    Watch::new(Budget { memory, ..Budget::default() })
}

#[test]
fn the_shortest_way_is_found_even_if_bounds_jump() {
    // By hand: 1 2 3 6 12 24 48 96 97.
    let (verdict, effort) = search(&mut Numbers::to(97), 1000, &within(1 << 30));
    let Verdict::Solved(way) = verdict else { panic!("{verdict:?}") };
    let numbers: Vec<u64> = way.iter().map(|state| state[0]).collect();
    let cost = |pair: &[u64]| if pair[1] == pair[0] + 1 { 1 } else { 2 };
    assert_eq!(numbers.windows(2).map(cost).sum::<u32>(), 13, "{numbers:?}");
    assert!(effort.states < 1000 && effort.generated > effort.states, "{effort:?}");
}

#[test]
fn a_win_beyond_the_limit_is_none() {
    assert_eq!(
        search(&mut Numbers::to(97), 13, &within(1 << 30)).0.map(|_| ()),
        Verdict::Solved(vec![(); 9])
    );
    assert_eq!(search(&mut Numbers::to(97), 12, &within(1 << 30)).0, Verdict::Unsolvable);
}

#[test]
fn a_search_that_is_told_to_stop_does_no_more_than_a_few_milliseconds_of_work() {
    let (mut numbers, watch) = (Numbers::to(0), within(1 << 30));
    watch.stop();
    let (verdict, _) = search(&mut numbers, u32::MAX, &watch);
    assert!(matches!(verdict, Verdict::Unknown { limit: Limit::Stopped, .. }), "{verdict:?}");
    assert!(numbers.done <= WORK_BETWEEN_LOOKS + numbers.work, "{}", numbers.done);
}

#[test]
fn a_search_never_holds_more_than_its_limit() {
    for (words, memory) in
        [(1, 200_000), (1, 1 << 20), (3, 1 << 20), (1, 10 << 20), (5, 30 << 20), (1, 33 << 20)]
    {
        let mut numbers = Numbers { words, ..Numbers::to(0) };
        let (verdict, effort) = search(&mut numbers, u32::MAX, &within(memory));
        assert!(matches!(verdict, Verdict::Unknown { limit: Limit::Memory, .. }), "{verdict:?}");
        assert!(effort.bytes <= memory, "{} of {memory}", effort.bytes);
        assert!(effort.bytes >= memory / 5, "only {} of {memory}", effort.bytes);
    }
}
