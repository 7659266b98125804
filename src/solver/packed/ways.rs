//! Counts every shortest way through packed states, and lists the first of them.
//!
//! Reaches all states that may be on such a way, in the order of their turns, and then goes backwards: the
//! number of ways from a state is the sum over its edges of the ways from their ends, times the ways to take
//! the edge. Holds one more number for each state.

use super::nodes::{NONE, Nodes, hash};
use super::{Run, Space, WORK_BETWEEN_LOOKS};
use crate::solver::buckets::Buckets;
use crate::solver::ways::{MOST_LISTED, Ways};
use crate::solver::{Effort, Limit, Watch};

/// States whose edges can be taken in several ways.
pub trait Counted: Space {
    /// An action; takes one turn.
    type Action: Clone;

    /// Calls `found` for every edge of a state, with the state it leads to, its turns, and the number of ways
    /// to take it in that many turns. Returns the amount of work.
    fn expand_counted(&mut self, state: &[u64], found: &mut dyn FnMut(&[u64], u32, u64)) -> u64;
    /// Returns the first `most` ways from a state to another by one edge of this many turns.
    fn ways_between(&mut self, from: &[u64], to: &[u64], turns: u32, most: usize) -> Vec<Vec<Self::Action>>;
}

/// Finds every win in `turns` turns, given that there is none in fewer.
pub fn ways<S: Counted>(space: &mut S, turns: u32, watch: &Watch) -> Result<Ways<S::Action>, Limit> {
    let nodes = reach(space, turns, watch)?;
    let ways = WaysToWin::count(space, nodes, turns, watch)?;
    // A search without states found no win.
    let count = ways.to_win.first().copied().unwrap_or(0);
    Ok(Ways { count, listed: if count > 0 { ways.listed(space) } else { Vec::new() } })
}

/// Bytes for each state in addition to the search: a number of ways, and its place in the order of turns.
const BYTES_OF_A_COUNT: u64 = 12;

/// Reaches every state through which a win in this many turns may lead.
fn reach(space: &mut impl Space, turns: u32, watch: &Watch) -> Result<Nodes, Limit> {
    let mut run = Run::new(space, turns);
    let (mut work, mut state) = (0, vec![0; space.words()]);
    let bound = space.start_bound();
    run.found.add(&space.start(), NONE, 0, bound, turns);
    // Ordered by turns and not by bound, so that each state has its fewest turns when it is expanded.
    let mut open = Buckets::default();
    run.reach_found_in(watch, &mut open, |edge| edge.turns);
    while let Some(node) = open.take() {
        if run.nodes.turns(node) < turns && run.nodes.close(node) {
            state.copy_from_slice(run.nodes.state(node));
            work += run.expand(space, node, &state);
            run.reach_found_in(watch, &mut open, |edge| edge.turns);
        }
        let more = open.bytes() as u64 + BYTES_OF_A_COUNT * run.nodes.len() as u64;
        run.must_end(watch, &mut work, turns, more).map_or(Ok(()), Err)?;
    }
    Ok(run.nodes)
}

/// Reached states, with the number of ways to win from each.
struct WaysToWin {
    nodes: Nodes,
    turns: u32,
    /// By state; 0 if it is on no shortest way.
    to_win: Vec<u64>,
}

impl WaysToWin {
    fn count(space: &mut impl Counted, nodes: Nodes, turns: u32, watch: &Watch) -> Result<Self, Limit> {
        let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
        order.sort_unstable_by_key(|node| std::cmp::Reverse(nodes.turns(*node)));
        let mut ways = Self { to_win: vec![0; nodes.len()], nodes, turns };
        let (mut work, mut generated) = (0, 0);
        for node in order {
            let (count, done) = ways.from(space, node);
            ways.to_win[node as usize] = count;
            (work, generated) = (work + done, generated + 1);
            if work >= WORK_BETWEEN_LOOKS {
                work = 0;
                let states = ways.nodes.len() as u64;
                let bytes = ways.nodes.bytes() + BYTES_OF_A_COUNT * states;
                watch.report(turns, Effort { states, generated, bytes }).map_or(Ok(()), Err)?;
            }
        }
        Ok(ways)
    }

    /// Counts the ways from a state to the win, given those from all states with more turns. Returns the work
    /// too.
    fn from(&self, space: &mut impl Counted, node: u32) -> (u64, u64) {
        let state = self.nodes.state(node);
        if self.nodes.turns(node) == self.turns {
            return (u64::from(space.is_won(state)), 1);
        }
        let mut count = 0_u64;
        let work = space.expand_counted(state, &mut |next, cost, ways| {
            if let Some(next) = self.next(node, next, cost) {
                count = count.saturating_add(ways.saturating_mul(self.to_win[next as usize]));
            }
        });
        (count, work)
    }

    /// Returns the number of the state that an edge leads to, if it is on a shortest way.
    fn next(&self, node: u32, next: &[u64], cost: u32) -> Option<u32> {
        let turns = self.nodes.turns(node) + cost;
        let next = self.nodes.find(next, hash(next)).filter(|next| self.nodes.turns(*next) == turns);
        next.filter(|next| self.to_win[*next as usize] > 0)
    }

    /// Lists the ways from the start, the first ones first. Each leads to a win, so no more are followed than
    /// listed.
    fn listed<S: Counted>(&self, space: &mut S) -> Vec<Vec<S::Action>> {
        let mut ways: Vec<(u32, Vec<S::Action>)> = vec![(0, Vec::new())];
        while ways.iter().any(|(node, _)| self.nodes.turns(*node) < self.turns) {
            let mut longer = Vec::new();
            for (node, way) in ways {
                if self.nodes.turns(node) == self.turns {
                    longer.push((node, way));
                } else {
                    self.go_on(space, node, &way, &mut longer);
                }
            }
            longer.truncate(MOST_LISTED);
            ways = longer;
        }
        ways.into_iter().map(|(_, way)| way).collect()
    }

    /// Extends a way by each possible edge.
    fn go_on<S: Counted>(
        &self,
        space: &mut S,
        node: u32,
        way: &[S::Action],
        longer: &mut Vec<(u32, Vec<S::Action>)>,
    ) {
        let state = self.nodes.state(node);
        let mut edges = Vec::new();
        space.expand_counted(state, &mut |next, cost, _| {
            edges.extend(self.next(node, next, cost).map(|next| (next, cost)));
        });
        // Several edges may lead to one state; all of them are followed at once.
        edges.sort_unstable();
        edges.dedup();
        for (next, cost) in edges {
            let between = space.ways_between(state, self.nodes.state(next), cost, MOST_LISTED);
            longer.extend(between.into_iter().map(|steps| (next, [way, &steps].concat())));
        }
    }
}
