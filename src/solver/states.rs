//! Finds shortest ways through the states of a ruleset itself, merging states with the same future by a key
//! (A* with edges of one turn).
//!
//! For rulesets that cannot pack their states. Keeps whole states only until they are expanded. Expands
//! several states at once, on several workers if the budget has them, and sorts their successors into
//! shards, each of which is then filled by one worker. The batches, the shards and the order in each depend
//! on the states only, so the number of workers changes nothing. Knows no game.

mod shard;
#[cfg(test)]
mod tests;

use shard::{SHARDS, Shard, Successor, Taken};

use super::buckets::Buckets;
use super::workers::{Team, free_in_background, with_team};
use super::{Effort, Limit, Verdict, Watch};

/// The states of a ruleset and the actions between them.
pub trait Space: Sync {
    /// A state.
    type State: Send + 'static;
    /// An action; takes one turn.
    type Action: Clone + Send + 'static;

    /// Returns the first state.
    fn start(&self) -> Self::State;
    /// Calls `found` with the successor of every action, unless it is lost.
    fn expand(&self, state: &Self::State, found: &mut dyn FnMut(Self::Action, Self::State));
    /// Whether a state is a win.
    fn is_won(&self, state: &Self::State) -> bool;
    /// Returns the key of a state: two states may have equal keys only if every continuation has the same
    /// outcome in both. `scratch` is working memory.
    fn key(&self, state: &Self::State, scratch: &mut Vec<u8>) -> u128;
    /// Returns a key for what can happen in at most `turns` more turns: two states may have equal keys only if
    /// the same continuations of at most so many turns win in both. With fewer turns, only more states may have
    /// equal keys.
    fn key_within(&self, state: &Self::State, _turns: u32, scratch: &mut Vec<u8>) -> u128 {
        self.key(state, scratch)
    }
    /// Returns a lower bound on the turns of a win from a state; [`DEAD`](super::packed::DEAD) if there is none. An action must
    /// not lower it by more than one.
    fn bound(&self, state: &Self::State) -> u32;
    /// Approximate size in bytes of a state to which an action led and that shares memory with its predecessor;
    /// `None` asks for the largest.
    fn bytes(&self, action: Option<&Self::Action>) -> usize;
}

/// Searches for a shortest win. Returns its actions.
pub fn search<S: Space>(space: &S, watch: &Watch) -> (Verdict<S::Action>, Effort) {
    with_team(watch.workers(), |team| {
        let mut run = Run::new(space, watch, team);
        let verdict = run.search();
        let effort = run.effort();
        run.free();
        (verdict, effort)
    })
}

struct Run<'r, 'scope, 'env, S: Space> {
    space: &'env S,
    watch: &'env Watch,
    team: &'r Team<'scope, 'env>,
    shards: Vec<Shard<S>>,
    open: Buckets,
    generated: u64,
    /// Number of states generated before the last check of the watch.
    looked_at: u64,
    /// Maximum number of states generated between two checks of the memory.
    most_at_once: u64,
}

/// Number of states between two checks of the watch: a few milliseconds.
const STATES_BETWEEN_LOOKS: u64 = 1 << 10;
/// Number of states that a worker expands at once. The caller alone expands fewer than two such parts.
const PART: usize = 1 << 6;
/// Maximum number of states that are expanded at once.
const MOST_AT_ONCE: usize = 1 << 11;
/// The same within little memory: one state for so many bytes.
const BYTES_FOR_ONE_AT_ONCE: u64 = 1 << 17;

/// Successors of some states.
struct Found<S: Space> {
    generated: u64,
    /// By shard, in the order of the states.
    by_shard: Vec<Vec<Successor<S>>>,
}

impl<S: Space> Default for Found<S> {
    fn default() -> Self {
        Self { generated: 0, by_shard: (0..SHARDS).map(|_| Vec::new()).collect() }
    }
}

impl<S: Space> Found<S> {
    fn from(space: &S, taken: Vec<Taken<S::State>>) -> Self {
        let mut found = Self::default();
        found.generated = expand(space, taken, |next| found.by_shard[next.shard()].push(next));
        found
    }
}

impl<'r, 'scope, 'env, S: Space> Run<'r, 'scope, 'env, S> {
    fn new(space: &'env S, watch: &'env Watch, team: &'r Team<'scope, 'env>) -> Self {
        let (shards, open) = ((0..SHARDS as u32).map(Shard::new).collect(), Buckets::default());
        Self { space, watch, team, shards, open, generated: 0, looked_at: 0, most_at_once: 0 }
    }

    fn search(&mut self) -> Verdict<S::Action> {
        let start = Successor::new(self.space, &mut Vec::new(), None, 0, self.space.start());
        start.into_iter().for_each(|start| self.reach(start));
        loop {
            match self.take() {
                Next::Won(number) => return Verdict::Solved(self.way_to(number)),
                Next::Follow(taken) if taken.is_empty() => return Verdict::Unsolvable,
                Next::Follow(taken) => self.follow(taken),
            }
            if let Some(limit) = self.must_end() {
                return Verdict::Unknown { limit, at_least: self.open.turns() };
            }
        }
    }

    /// Takes some of the open states with the lowest bound, or a win.
    fn take(&mut self) -> Next<S> {
        let mut taken = Vec::new();
        let most = (self.watch.memory() / BYTES_FOR_ONE_AT_ONCE).clamp(2 * PART as u64, MOST_AT_ONCE as u64);
        let most = self.open.batch(most as usize);
        while taken.len() < most {
            let Some(number) = self.open.take() else { break };
            let shard = &mut self.shards[number as usize % SHARDS];
            let Some(one) = shard.take(self.space, number) else { continue };
            // The start is never a win: winning takes an action.
            if one.turns > 0 && self.space.is_won(&one.state) {
                return Next::Won(number);
            }
            taken.push(one);
        }
        Next::Follow(taken)
    }

    fn follow(&mut self, taken: Vec<Taken<S::State>>) {
        let parts = parts(taken);
        if parts.len() == 1 {
            parts.into_iter().for_each(|part| self.follow_alone(part));
        } else {
            self.follow_together(parts);
        }
    }

    fn follow_alone(&mut self, taken: Vec<Taken<S::State>>) {
        let mut found = Vec::new();
        self.generated += expand(self.space, taken, |successor| found.push(successor));
        found.into_iter().for_each(|successor| self.reach(successor));
    }

    /// Expands the states, and then fills the shards, each time with all workers.
    fn follow_together(&mut self, parts: Vec<Vec<Taken<S::State>>>) {
        let (space, watch) = (self.space, self.watch);
        let expand = move |part| if watch.is_over() { Found::default() } else { Found::from(space, part) };
        let mut found = self.team.map(parts, expand);
        self.generated += found.iter().map(|part| part.generated).sum::<u64>();
        let of_shard = |shard: Shard<S>| {
            let index = shard.index();
            (shard, found.iter_mut().map(|part| std::mem::take(&mut part.by_shard[index])).collect())
        };
        let work: Vec<(_, Vec<_>)> = self.shards.drain(..).map(of_shard).collect();
        self.shards = self.team.map(work, move |(mut shard, successors)| {
            successors.into_iter().flatten().for_each(|successor| shard.reach(space, successor));
            shard
        });
        for shard in &mut self.shards {
            shard.opened.drain(..).for_each(|(turns, number)| self.open.add(turns, number));
        }
    }

    fn reach(&mut self, successor: Successor<S>) {
        let shard = &mut self.shards[successor.shard()];
        shard.reach(self.space, successor);
        shard.opened.drain(..).for_each(|(turns, number)| self.open.add(turns, number));
    }

    fn way_to(&self, number: u32) -> Vec<S::Action> {
        let from = |number: u32| self.shards[number as usize % SHARDS].from(number);
        let mut way: Vec<_> = std::iter::successors(from(number), |(before, _)| from(*before))
            .map(|(_, action)| action)
            .collect();
        way.reverse();
        way
    }

    fn must_end(&mut self) -> Option<Limit> {
        if self.generated < self.looked_at + STATES_BETWEEN_LOOKS && !self.watch.is_over() {
            return None;
        }
        self.most_at_once = self.most_at_once.max(self.generated - self.looked_at);
        self.looked_at = self.generated;
        if self.bytes_at_next_look() > self.watch.memory() {
            Some(Limit::Memory)
        } else {
            self.watch.report(self.open.turns(), self.effort())
        }
    }

    /// Maximum number of bytes held until the next check.
    fn bytes_at_next_look(&self) -> u64 {
        // Later states may have more edges than earlier ones.
        let more = 2 * self.most_at_once as usize;
        let to_grow: usize = self.shards.iter().map(|shard| shard.bytes_to_grow(more)).sum();
        let found = more * (Shard::bytes_of_a_state(self.space, None) + size_of::<Successor<S>>());
        self.effort().bytes + (to_grow + found) as u64
    }

    fn effort(&self) -> Effort {
        let bytes = self.open.bytes() + self.shards.iter().map(Shard::bytes).sum::<usize>();
        let states = self.shards.iter().map(|shard| shard.len() as u64).sum();
        Effort { states, generated: self.generated, bytes: bytes as u64 }
    }

    fn free(self) {
        let memory = shard::into_memory(self.shards);
        if self.watch.is_stopped() {
            free_in_background(memory);
        } else {
            self.team.map(memory, drop);
        }
    }
}

/// Next step of the search.
enum Next<S: Space> {
    /// The state with this number is a win.
    Won(u32),
    /// Expand these states; empty if there are no more.
    Follow(Vec<Taken<S::State>>),
}

/// Cuts states into consecutive parts for workers; a single one if they are few.
fn parts<T>(taken: Vec<T>) -> Vec<Vec<T>> {
    if taken.len() < 2 * PART {
        return vec![taken];
    }
    let (mut parts, mut rest) = (Vec::with_capacity(taken.len().div_ceil(PART)), taken.into_iter());
    while rest.len() > 0 {
        parts.push(rest.by_ref().take(PART).collect());
    }
    parts
}

/// Expands states; returns the number of states generated.
fn expand<S: Space>(space: &S, taken: Vec<Taken<S::State>>, mut add: impl FnMut(Successor<S>)) -> u64 {
    let (mut generated, mut scratch) = (0, Vec::new());
    for Taken { number, turns, state } in taken {
        space.expand(&state, &mut |action, next| {
            generated += 1;
            let from = Some((number, action));
            Successor::new(space, &mut scratch, from, turns + 1, next).into_iter().for_each(&mut add);
        });
    }
    generated
}
