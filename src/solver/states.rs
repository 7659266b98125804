//! Finds shortest ways through the states of a ruleset itself, merging states with the same future by a key
//! (A* with edges of one turn).
//!
//! For rulesets that cannot pack their states. Keeps whole states only until they are expanded. Expands
//! several states at once, on several workers if the budget has them: most of the time is spent in the rules.
//! The number of workers changes neither which states are expanded nor the order of their successors. Knows
//! no game.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::buckets::Buckets;
use super::chunks::{CHUNK, Chunks};
use super::packed::DEAD;
use super::workers::{free_in_background, map_chunks};
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
    /// Returns a lower bound on the turns of a win from a state; [`DEAD`] if there is none. An action must
    /// not lower it by more than one.
    fn bound(&self, state: &Self::State) -> u32;
    /// Approximate size in bytes of a state to which an action led and that shares memory with its predecessor;
    /// `None` asks for the largest.
    fn bytes(&self, action: Option<&Self::Action>) -> usize;
}

/// Searches for a shortest win. Returns its actions.
pub fn search<S: Space>(space: &S, watch: &Watch) -> (Verdict<S::Action>, Effort) {
    let mut run = Run::<S>::default();
    let verdict = run.search(space, watch);
    let effort = run.effort();
    if watch.is_stopped() {
        free_in_background((run.nodes, run.numbers));
    }
    (verdict, effort)
}

struct Node<A, T> {
    /// The predecessor and the action that leads here; `None` at the start.
    from: Option<(u32, A)>,
    turns: u32,
    /// `None` once it was expanded.
    state: Option<T>,
}

impl<A, T> Node<A, T> {
    /// Approximate size of its state.
    fn bytes<S: Space<Action = A>>(&self, space: &S) -> usize {
        space.bytes(self.from.as_ref().map(|(_, action)| action))
    }
}

struct Run<S: Space> {
    nodes: Chunks<Node<S::Action, S::State>>,
    numbers: Numbers,
    open: Buckets,
    /// Approximate size in bytes of the whole states kept.
    held: usize,
    generated: u64,
    /// Maximum number of states generated between two checks of the memory.
    most_at_once: u64,
}

impl<S: Space> Default for Run<S> {
    fn default() -> Self {
        let (nodes, numbers) = (Chunks::default(), Numbers::default());
        Self { nodes, numbers, open: Buckets::default(), held: 0, generated: 0, most_at_once: 0 }
    }
}

/// A state to expand.
struct Taken<T> {
    number: u32,
    turns: u32,
    state: T,
}

/// A successor of an expanded state.
struct Successor<A, T> {
    from: Option<(u32, A)>,
    turns: u32,
    state: T,
    key: u128,
    bound: u32,
}

/// Number of states between two checks of the watch: a few milliseconds.
const STATES_BETWEEN_LOOKS: u64 = 1 << 10;
/// Maximum number of states that are expanded at once.
const MOST_AT_ONCE: usize = 1 << 7;

impl<S: Space> Run<S> {
    fn search(&mut self, space: &S, watch: &Watch) -> Verdict<S::Action> {
        let start = successor(space, &mut Vec::new(), None, 0, space.start());
        self.reach(space, start);
        let mut looked_at = 0;
        loop {
            let taken = match self.take(space) {
                Next::Won(number) => return Verdict::Solved(self.way_to(number)),
                Next::Follow(taken) if taken.is_empty() => return Verdict::Unsolvable,
                Next::Follow(taken) => taken,
            };
            let found = map_chunks(watch.workers(), taken, |taken| follow(space, taken));
            for successor in found.into_iter().flatten() {
                self.generated += 1;
                self.reach(space, successor);
            }
            if let Some(limit) = self.must_end(space, watch, &mut looked_at) {
                return Verdict::Unknown { limit, at_least: self.open.turns() };
            }
        }
    }

    /// Takes some of the open states with the lowest bound, or a win.
    fn take(&mut self, space: &S) -> Next<S::State> {
        let mut taken = Vec::new();
        let most = self.open.batch(MOST_AT_ONCE);
        while taken.len() < most {
            let Some(number) = self.open.take() else { break };
            let node = &mut self.nodes[number];
            let Some(state) = node.state.take() else { continue };
            self.held -= node.bytes(space);
            // The start is never a win: winning takes an action.
            if number > 0 && space.is_won(&state) {
                return Next::Won(number);
            }
            taken.push(Taken { number, turns: node.turns, state });
        }
        Next::Follow(taken)
    }

    fn reach(
        &mut self,
        space: &S,
        Successor { from, turns, state, key, bound }: Successor<S::Action, S::State>,
    ) {
        if bound == DEAD {
            return;
        }
        let (new, node) = (self.nodes.len() as u32, Node { from, turns, state: Some(state) });
        let number = match self.numbers.entry(key) {
            Entry::Vacant(vacant) => *vacant.insert(new),
            Entry::Occupied(known) if turns < self.nodes[*known.get()].turns => *known.get(),
            Entry::Occupied(_) => return,
        };
        self.held += node.bytes(space);
        if number == new {
            self.nodes.push(node);
        } else {
            let before = std::mem::replace(&mut self.nodes[number], node);
            self.held -= if before.state.is_some() { before.bytes(space) } else { 0 };
        }
        self.open.add(turns + bound, number);
    }

    fn way_to(&self, number: u32) -> Vec<S::Action> {
        let from = |number: u32| self.nodes[number].from.clone();
        let mut way: Vec<_> = std::iter::successors(from(number), |(before, _)| from(*before))
            .map(|(_, action)| action)
            .collect();
        way.reverse();
        way
    }

    fn must_end(&mut self, space: &S, watch: &Watch, looked_at: &mut u64) -> Option<Limit> {
        if self.generated < *looked_at + STATES_BETWEEN_LOOKS {
            return None;
        }
        self.most_at_once = self.most_at_once.max(self.generated - *looked_at);
        *looked_at = self.generated;
        if self.bytes_at_next_look(space) > watch.memory() {
            Some(Limit::Memory)
        } else {
            watch.report(self.open.turns(), self.effort())
        }
    }

    /// Maximum number of bytes held until the next check.
    fn bytes_at_next_look(&self, space: &S) -> u64 {
        // Later states may have more edges than earlier ones.
        let more = 2 * self.most_at_once as usize;
        let chunks = 1 + more / CHUNK;
        let nodes = chunks * Chunks::<Node<S::Action, S::State>>::bytes_of_a_chunk();
        let found = more * (space.bytes(None) + size_of::<Successor<S::Action, S::State>>());
        self.effort().bytes + (nodes + self.numbers.bytes_to_grow(more) + found) as u64
    }

    fn effort(&self) -> Effort {
        let lists = self.nodes.bytes() + self.numbers.bytes() + self.open.bytes();
        let bytes = (lists + self.held) as u64;
        Effort { states: self.nodes.len() as u64, generated: self.generated, bytes }
    }
}

/// Next step of the search.
enum Next<T> {
    /// The state with this number is a win.
    Won(u32),
    /// Expand these states; empty if there are no more.
    Follow(Vec<Taken<T>>),
}

/// Expands states.
fn follow<S: Space>(space: &S, taken: Vec<Taken<S::State>>) -> Vec<Successor<S::Action, S::State>> {
    let (mut found, mut scratch) = (Vec::new(), Vec::new());
    for Taken { number, turns, state } in taken {
        space.expand(&state, &mut |action, next| {
            found.push(successor(space, &mut scratch, Some((number, action)), turns + 1, next));
        });
    }
    found
}

fn successor<S: Space>(
    space: &S,
    scratch: &mut Vec<u8>,
    from: Option<(u32, S::Action)>,
    turns: u32,
    state: S::State,
) -> Successor<S::Action, S::State> {
    let bound = space.bound(&state);
    let key = if bound == DEAD { 0 } else { space.key(&state, scratch) };
    Successor { from, turns, state, key, bound }
}

/// Numbers of states by key, in several tables, so that a table that grows is a small part of all.
struct Numbers(Vec<HashMap<u128, u32>>);

const TABLES: usize = 64;
/// Size of a table entry in bytes, with the seventh that is always free.
const BYTES_OF_A_NUMBER: usize = (size_of::<(u128, u32)>() + 1) * 8 / 7;

impl Default for Numbers {
    fn default() -> Self {
        Self((0..TABLES).map(|_| HashMap::new()).collect())
    }
}

impl Numbers {
    fn entry(&mut self, key: u128) -> Entry<'_, u128, u32> {
        self.0[(key >> 96) as usize % TABLES].entry(key)
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|table| table.capacity() * BYTES_OF_A_NUMBER).sum()
    }

    /// Number of additional bytes while this many states are added: full tables double one after the other,
    /// and each old table is held until it is copied.
    fn bytes_to_grow(&self, more: usize) -> usize {
        let is_due = |table: &&HashMap<u128, u32>| table.len() + more > table.capacity();
        let bytes = |table: &HashMap<u128, u32>| table.capacity() * BYTES_OF_A_NUMBER;
        let largest = self.0.iter().map(bytes).max().unwrap_or(0);
        largest + self.0.iter().filter(is_due).map(bytes).sum::<usize>()
    }
}
