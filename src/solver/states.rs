//! Shortest ways through the states of a ruleset itself, merged by a key that says which of them have the same future
//! (A* with edges of one turn).
//!
//! For rulesets that cannot be packed. Keeps whole states only while their edges are still to be followed. Knows no
//! game.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::buckets::Buckets;
use super::packed::DEAD;
use super::{Effort, Limit, Verdict, Watch};

/// The states of a ruleset and the actions between them.
pub trait Space {
    /// A state.
    type State;
    /// An action; takes one turn.
    type Action: Clone;

    /// Returns the first state.
    fn start(&self) -> Self::State;
    /// Calls `found` with every state that an action leads to, unless it is lost.
    fn expand(&self, state: &Self::State, found: &mut dyn FnMut(Self::Action, Self::State));
    /// Whether a state is a win.
    fn is_won(&self, state: &Self::State) -> bool;
    /// Returns the key of a state: equal only if every continuation has the same outcome in both.
    fn key(&mut self, state: &Self::State) -> u128;
    /// Returns how many turns a win takes from a state at least; [`DEAD`] if there is none. An action must not lower
    /// it by more than one.
    fn bound(&self, state: &Self::State) -> u32;
    /// About how many bytes a state takes that shares what it can with the one before it.
    fn bytes(&self) -> usize;
}

/// Searches for a shortest win: its actions.
pub fn search<S: Space>(space: &mut S, watch: &Watch) -> (Verdict<S::Action>, Effort) {
    let mut run =
        Run { nodes: Vec::new(), numbers: HashMap::new(), open: Buckets::default(), held: 0, generated: 0 };
    let verdict = run.search(space, watch);
    let effort = run.effort(space);
    (verdict, effort)
}

struct Node<S: Space> {
    /// The state before it and the action that leads here; `None` at the start.
    from: Option<(u32, S::Action)>,
    turns: u32,
    /// `None` once its edges have been followed.
    state: Option<S::State>,
}

struct Run<S: Space> {
    nodes: Vec<Node<S>>,
    numbers: HashMap<u128, u32>,
    open: Buckets,
    /// Number of whole states kept.
    held: usize,
    generated: u64,
}

/// States between two looks at the watch: a few milliseconds.
const STATES_BETWEEN_LOOKS: u64 = 1 << 10;
/// Bytes of a key in its table, of which a seventh is always free.
const BYTES_OF_A_NUMBER: usize = (size_of::<(u128, u32)>() + 1) * 8 / 7;

impl<S: Space> Run<S> {
    fn search(&mut self, space: &mut S, watch: &Watch) -> Verdict<S::Action> {
        let start = space.start();
        self.reach(space, None, 0, start);
        let (mut found, mut looked_at) = (Vec::new(), 0);
        while let Some(number) = self.open.take() {
            let node = &mut self.nodes[number as usize];
            let Some(state) = node.state.take() else { continue };
            let turns = node.turns;
            self.held -= 1;
            // The start is never a win: winning takes an action.
            if number > 0 && space.is_won(&state) {
                return Verdict::Solved(self.way_to(number));
            }
            space.expand(&state, &mut |action, next| found.push((action, next)));
            for (action, next) in found.drain(..) {
                self.generated += 1;
                self.reach(space, Some((number, action)), turns + 1, next);
            }
            if let Some(limit) = self.must_end(space, watch, &mut looked_at) {
                return Verdict::Unknown { limit, at_least: self.open.turns() };
            }
        }
        Verdict::Unsolvable
    }

    fn reach(&mut self, space: &mut S, from: Option<(u32, S::Action)>, turns: u32, state: S::State) {
        let bound = space.bound(&state);
        if bound == DEAD {
            return;
        }
        let new = self.nodes.len() as u32;
        let number = match self.numbers.entry(space.key(&state)) {
            Entry::Vacant(vacant) => *vacant.insert(new),
            Entry::Occupied(known) if turns < self.nodes[*known.get() as usize].turns => *known.get(),
            Entry::Occupied(_) => return,
        };
        let node = Node { from, turns, state: Some(state) };
        if number == new {
            self.nodes.push(node);
            self.held += 1;
        } else {
            self.nodes[number as usize] = node;
        }
        self.open.add(turns + bound, number);
    }

    fn way_to(&self, number: u32) -> Vec<S::Action> {
        let from = |number: u32| self.nodes[number as usize].from.clone();
        let mut way: Vec<_> = std::iter::successors(from(number), |(before, _)| from(*before))
            .map(|(_, action)| action)
            .collect();
        way.reverse();
        way
    }

    fn must_end(&self, space: &S, watch: &Watch, looked_at: &mut u64) -> Option<Limit> {
        if self.generated < *looked_at + STATES_BETWEEN_LOOKS {
            return None;
        }
        *looked_at = self.generated;
        if self.bytes_at_next_look(space) > watch.memory() {
            Some(Limit::Memory)
        } else {
            watch.report(self.open.turns(), self.effort(space))
        }
    }

    /// Bytes held at most until the next look: lists that are full then are held twice while they grow.
    fn bytes_at_next_look(&self, space: &S) -> u64 {
        // One more state may have been followed than was looked for.
        let more = 2 * STATES_BETWEEN_LOOKS as usize;
        let grown =
            |len: usize, full: usize, each: usize| if len + more > full { 2 * full * each } else { 0 };
        let nodes = grown(self.nodes.len(), self.nodes.capacity(), size_of::<Node<S>>());
        let numbers = grown(self.numbers.len(), self.numbers.capacity(), BYTES_OF_A_NUMBER);
        self.effort(space).bytes + (nodes + numbers + more * space.bytes()) as u64
    }

    fn effort(&self, space: &S) -> Effort {
        let lists =
            self.nodes.capacity() * size_of::<Node<S>>() + self.numbers.capacity() * BYTES_OF_A_NUMBER;
        let bytes = (lists + self.open.bytes() + self.held * space.bytes()) as u64;
        Effort { states: self.nodes.len() as u64, generated: self.generated, bytes }
    }
}
