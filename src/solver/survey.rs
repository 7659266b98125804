//! Counts all states of a level: the reachable ones, and those from which a win is reachable.
//!
//! Visits every state once, forwards, and then backwards from the wins. Knows no game: the states are those
//! of a [`Space`], merged by its key.

use std::collections::{HashMap, VecDeque};
use std::fmt;

use serde::Serialize;

use super::states::Space;
use super::{Effort, Limit, Watch};

/// Number of states in which the game is not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Number of reachable states.
    pub reachable: u64,
    /// Number of them from which a win is reachable.
    pub winnable: u64,
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reachable, winnable } = self;
        let percent = 100.0 * *winnable as f64 / (*reachable).max(1) as f64;
        write!(f, "{percent:.0} % of {reachable} states")
    }
}

/// Visits every state. `time` is the number of turns after which the game ends in any case: states that are
/// reached late must win in the remaining turns.
pub fn survey<S: Space>(space: &mut S, time: u32, watch: &Watch) -> Result<Survey, Limit> {
    let mut map = Map { numbers: HashMap::new(), depths: Vec::new(), edges: Vec::new(), wins: Vec::new() };
    map.explore(space, watch)?;
    Ok(map.count(time))
}

/// The graph of states, by number.
struct Map {
    numbers: HashMap<u128, u32>,
    /// Fewest turns from the start, by state.
    depths: Vec<u32>,
    /// Pairs of states, the later one first.
    edges: Vec<(u32, u32)>,
    /// States from which one action wins.
    wins: Vec<u32>,
}

/// Number of states between two checks of the watch: a few milliseconds.
const STATES_BETWEEN_LOOKS: usize = 1 << 8;

impl Map {
    fn explore<S: Space>(&mut self, space: &mut S, watch: &Watch) -> Result<(), Limit> {
        let (mut found, mut scratch) = (Vec::new(), Vec::new());
        let mut open = VecDeque::from([(0, space.start())]);
        let key = space.key(&open[0].1, &mut scratch);
        self.numbers.insert(key, 0);
        self.depths.push(0);
        while let Some((number, state)) = open.pop_front() {
            space.expand(&state, &mut |_, next| found.push(next));
            for next in found.drain(..) {
                if space.is_won(&next) {
                    self.wins.push(number);
                    continue;
                }
                let (after, is_new) =
                    self.reach(space.key(&next, &mut scratch), self.depths[number as usize] + 1);
                self.edges.push((after, number));
                if is_new {
                    open.push_back((after, next));
                }
            }
            if (number as usize).is_multiple_of(STATES_BETWEEN_LOOKS) {
                self.check(open.len() * space.bytes(None), self.depths[number as usize], watch)?;
            }
        }
        Ok(())
    }

    fn reach(&mut self, key: u128, depth: u32) -> (u32, bool) {
        let new = self.depths.len() as u32;
        let number = *self.numbers.entry(key).or_insert(new);
        if number == new {
            self.depths.push(depth);
        }
        (number, number == new)
    }

    fn check(&self, held: usize, depth: u32, watch: &Watch) -> Result<(), Limit> {
        let states = self.numbers.capacity() * (size_of::<(u128, u32)>() + 1) + self.depths.capacity() * 4;
        let bytes = (states + self.edges.capacity() * size_of::<(u32, u32)>() + held) as u64;
        if bytes > watch.memory() {
            return Err(Limit::Memory);
        }
        let effort = Effort { states: self.depths.len() as u64, generated: self.edges.len() as u64, bytes };
        watch.report(depth, effort).map_or(Ok(()), Err)
    }

    fn count(mut self, time: u32) -> Survey {
        self.edges.sort_unstable();
        let mut turns = vec![u32::MAX; self.depths.len()];
        let mut open = VecDeque::new();
        for &state in &self.wins {
            turns[state as usize] = 1;
            open.push_back(state);
        }
        while let Some(state) = open.pop_front() {
            let first = self.edges.partition_point(|(later, _)| *later < state);
            for &(_, before) in self.edges[first..].iter().take_while(|(later, _)| *later == state) {
                if turns[before as usize] == u32::MAX {
                    turns[before as usize] = turns[state as usize] + 1;
                    open.push_back(before);
                }
            }
        }
        let is_in_time =
            |(depth, turns): (&u32, &u32)| depth.saturating_add(*turns) <= time && *turns != u32::MAX;
        let winnable = self.depths.iter().zip(&turns).filter(|pair| is_in_time(*pair)).count();
        Survey { reachable: self.depths.len() as u64, winnable: winnable as u64 }
    }
}
