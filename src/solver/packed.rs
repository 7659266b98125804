//! Finds shortest ways through states packed into a few 64-bit words, with edges of several turns and lower
//! bounds (A*).
//!
//! For rulesets that can pack their states. Holds a few dozen bytes for each state. Uses one worker whatever
//! the budget allows: most of the time goes into one table of states, which is filled in the order of the
//! search. Knows no game: a [`Space`] defines the meaning of words and edges.

mod nodes;
#[cfg(test)]
mod tests;
mod ways;

use nodes::{NONE, Nodes, hash};

use super::buckets::Buckets;
use super::workers::free_in_background;
use super::{Effort, Limit, Verdict, Watch};
pub use ways::{Counted, ways};

/// Bound of a state from which nothing can be won.
pub const DEAD: u32 = u32::MAX;

/// Units of work between two checks of the watch: a millisecond or two.
const WORK_BETWEEN_LOOKS: u64 = 1 << 18;
/// Maximum number of states that are expanded at once; fewer if they have many edges or are much work.
const MOST_AT_ONCE: usize = 32;
const MOST_EDGES: usize = 1 << 10;

/// States packed into words, and the edges between them.
pub trait Space {
    /// Number of words of a state.
    fn words(&self) -> usize;
    /// Returns the first state.
    fn start(&self) -> Vec<u64>;
    /// Returns a lower bound on the turns of a win from the first state; [`DEAD`] if there is none.
    fn start_bound(&mut self) -> u32;
    /// Whether a state is a win.
    fn is_won(&self, state: &[u64]) -> bool;
    /// Calls `found` for every edge of a state, with the state it leads to, its turns, and a lower bound on
    /// the turns of a win from there. Returns the amount of work: about the number of cells examined.
    fn expand(&mut self, state: &[u64], found: &mut dyn FnMut(&[u64], u32, u32)) -> u64;
}

/// Searches for a shortest win of at most `limit` turns. Returns the states on the way, from the first to the
/// won one.
pub fn search(space: &mut impl Space, limit: u32, watch: &Watch) -> (Verdict<Vec<u64>>, Effort) {
    let mut run = Run::new(space, limit);
    let verdict = run.search(space, watch);
    let effort = run.effort();
    if watch.is_stopped() {
        free_in_background(run.nodes);
    }
    (verdict, effort)
}

struct Run {
    nodes: Nodes,
    open: Buckets,
    limit: u32,
    generated: u64,
    found: FoundStates,
}

/// Successors of a few states at a time, so that the memory for looking them up is fetched for all at once.
#[derive(Default)]
struct FoundStates {
    words: Vec<u64>,
    edges: Vec<Edge>,
}

struct Edge {
    hash: u64,
    parent: u32,
    turns: u32,
    /// Lower bound on the turns of a win through it.
    total: u32,
}

impl FoundStates {
    /// Adds a state, unless no win through it is possible within a limit.
    fn add(&mut self, state: &[u64], parent: u32, turns: u32, bound: u32, limit: u32) {
        let total = turns.saturating_add(bound);
        if bound != DEAD && total <= limit {
            self.words.extend_from_slice(state);
            self.edges.push(Edge { hash: hash(state), parent, turns, total });
        }
    }
}

impl Run {
    fn new(space: &impl Space, limit: u32) -> Self {
        let (nodes, open) = (Nodes::new(space.words()), Buckets::default());
        Self { nodes, open, limit, generated: 0, found: FoundStates::default() }
    }

    fn search(&mut self, space: &mut impl Space, watch: &Watch) -> Verdict<Vec<u64>> {
        let bound = space.start_bound();
        self.found.add(&space.start(), NONE, 0, bound, self.limit);
        self.reach_found(watch);
        let (mut work, mut state) = (0, vec![0; space.words()]);
        loop {
            for _ in 0..self.open.batch(MOST_AT_ONCE) {
                let Some(node) = self.open.take() else { return Verdict::Unsolvable };
                if !self.nodes.close(node) {
                    continue;
                }
                state.copy_from_slice(self.nodes.state(node));
                if space.is_won(&state) {
                    return Verdict::Solved(self.nodes.way_to(node));
                }
                work += self.expand(space, node, &state);
                if self.found.edges.len() >= MOST_EDGES || work >= WORK_BETWEEN_LOOKS {
                    break;
                }
            }
            self.reach_found(watch);
            if let Some(limit) = self.must_end(watch, &mut work, self.open.turns(), 0) {
                return Verdict::Unknown { limit, at_least: self.open.turns() };
            }
        }
    }

    fn expand(&mut self, space: &mut impl Space, node: u32, state: &[u64]) -> u64 {
        let turns = self.nodes.turns(node);
        space.expand(state, &mut |next, cost, bound| {
            self.generated += 1;
            self.found.add(next, node, turns + cost, bound, self.limit);
        })
    }

    /// Adds the successors, unless it is stopped while the table grows for them.
    fn reach_found(&mut self, watch: &Watch) {
        let mut open = std::mem::take(&mut self.open);
        self.reach_found_in(watch, &mut open, |edge| edge.total);
        self.open = open;
    }

    /// Does the same with other open states, in another order.
    fn reach_found_in(&mut self, watch: &Watch, open: &mut Buckets, order: impl Fn(&Edge) -> u32) {
        if !self.nodes.make_room(self.found.edges.len(), || watch.is_stopped()) {
            return;
        }
        self.nodes.fetch(self.found.edges.iter().map(|edge| edge.hash));
        let states = self.found.words.chunks_exact(self.nodes.words());
        for (state, edge) in states.zip(self.found.edges.drain(..)) {
            if let Some(node) = self.nodes.reach(state, edge.hash, edge.parent, edge.turns) {
                open.add(order(&edge), node);
            }
        }
        self.found.words.clear();
    }

    /// Checks the watch from time to time, and the memory each time, of which `more` is held elsewhere.
    fn must_end(&self, watch: &Watch, work: &mut u64, at_least: u32, more: u64) -> Option<Limit> {
        if self.nodes.bytes_when_full() + self.open.bytes() as u64 + more > watch.memory() {
            return Some(Limit::Memory);
        }
        if *work < WORK_BETWEEN_LOOKS && !watch.is_stopped() {
            return None;
        }
        *work = 0;
        watch.report(at_least, self.effort())
    }

    fn effort(&self) -> Effort {
        let bytes = self.nodes.bytes() + self.open.bytes() as u64;
        Effort { states: self.nodes.len() as u64, generated: self.generated, bytes }
    }
}
