//! A fixed part of the states of a search: those whose keys have the same remainder.
//!
//! Each shard holds its own states and finds them by its own table, so several can be filled at the same time. Fills
//! itself in the order of what it is given. Knows no other shard.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::Space;
use crate::solver::chunks::{CHUNK, Chunks};
use crate::solver::packed::DEAD;

/// Number of shards, whatever the number of workers.
pub(super) const SHARDS: usize = 32;

/// Some of the states of a search. Their numbers have the remainder of the shard.
pub(super) struct Shard<S: Space> {
    index: u32,
    nodes: Chunks<Node<S::Action, S::State>>,
    numbers: Numbers,
    /// Approximate size in bytes of the whole states kept.
    held: usize,
    /// States to be opened, each after a lower bound on the turns of a win through it.
    pub(super) opened: Vec<(u32, u32)>,
}

struct Node<A, T> {
    /// The predecessor and the action that leads here; `None` at the start.
    from: Option<(u32, A)>,
    turns: u32,
    /// `None` once it was expanded.
    state: Option<Box<T>>,
}

/// A state to expand.
pub(super) struct Taken<T> {
    pub(super) number: u32,
    pub(super) turns: u32,
    pub(super) state: Box<T>,
}

/// A successor of an expanded state.
pub(super) struct Successor<S: Space> {
    key: Key,
    from: Option<(u32, S::Action)>,
    turns: u32,
    bound: u32,
    state: Box<S::State>,
}

impl<S: Space> Successor<S> {
    /// Returns a successor; `None` if nothing can be won from it.
    pub(super) fn new(
        space: &S,
        scratch: &mut Vec<u8>,
        from: Option<(u32, S::Action)>,
        turns: u32,
        state: S::State,
    ) -> Option<Self> {
        let bound = Some(space.bound(&state)).filter(|bound| *bound != DEAD)?;
        let key = Key::new(space.key(&state, scratch));
        Some(Self { key, from, turns, bound, state: Box::new(state) })
    }

    /// Returns the index of its shard.
    pub(super) fn shard(&self) -> usize {
        self.key.high as usize % SHARDS
    }
}

impl<S: Space> Shard<S> {
    pub(super) fn new(index: u32) -> Self {
        let (nodes, numbers) = (Chunks::default(), Numbers::default());
        Self { index, nodes, numbers, held: 0, opened: Vec::new() }
    }

    pub(super) fn index(&self) -> usize {
        self.index as usize
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a state that belongs here, unless it was reached before in as few turns.
    pub(super) fn reach(&mut self, space: &S, Successor { key, from, turns, bound, state }: Successor<S>) {
        let (new, node) = (self.nodes.len() as u32, Node { from, turns, state: Some(state) });
        let place = match self.numbers.entry(key) {
            Entry::Vacant(vacant) => *vacant.insert(new),
            Entry::Occupied(known) if turns < self.nodes[*known.get()].turns => *known.get(),
            Entry::Occupied(_) => return,
        };
        self.held += Self::bytes_of(space, &node);
        if place == new {
            self.nodes.push(node);
        } else {
            let before = std::mem::replace(&mut self.nodes[place], node);
            self.held -= if before.state.is_some() { Self::bytes_of(space, &before) } else { 0 };
        }
        self.opened.push((turns + bound, place * SHARDS as u32 + self.index));
    }

    /// Takes the whole state with a number; `None` if it was taken before.
    pub(super) fn take(&mut self, space: &S, number: u32) -> Option<Taken<S::State>> {
        let node = &mut self.nodes[number / SHARDS as u32];
        let state = node.state.take()?;
        self.held -= Self::bytes_of(space, node);
        Some(Taken { number, turns: node.turns, state })
    }

    /// Returns the predecessor of a state, and the action that leads from there.
    pub(super) fn from(&self, number: u32) -> Option<(u32, S::Action)> {
        self.nodes[number / SHARDS as u32].from.clone()
    }

    /// Returns the memory of its states, the oldest first.
    fn into_memory(self) -> Vec<impl Send + 'static + use<S>> {
        self.nodes.into_chunks()
    }

    fn bytes_of(space: &S, node: &Node<S::Action, S::State>) -> usize {
        Self::bytes_of_a_state(space, node.from.as_ref().map(|(_, action)| action))
    }

    /// Approximate size of a whole state to which an action led.
    pub(super) fn bytes_of_a_state(space: &S, action: Option<&S::Action>) -> usize {
        size_of::<S::State>() + BYTES_OF_A_BOX + space.bytes(action)
    }

    /// Number of bytes held.
    pub(super) fn bytes(&self) -> usize {
        let opened = self.opened.capacity() * size_of::<(u32, u32)>();
        self.nodes.bytes() + bytes_of_table(&self.numbers) + opened + self.held
    }

    /// Number of additional bytes, without whole states, while this many states are added to all shards. A
    /// table that is full doubles, and the old one is held until it is copied.
    pub(super) fn bytes_to_grow(&self, more: usize) -> usize {
        // Keys are spread evenly.
        let more = 2 * more / SHARDS + 64;
        let is_due = self.numbers.len() + more > self.numbers.capacity();
        let table = if is_due { 2 * bytes_of_table(&self.numbers) } else { 0 };
        let chunks = 1 + more / CHUNK;
        table
            + chunks * Chunks::<Node<S::Action, S::State>>::bytes_of_a_chunk()
            + more * size_of::<(u32, u32)>()
    }
}

/// Returns the memory of all states, in parts that are about equally old: memory is freed much faster in the order
/// in which it was allocated than shard by shard, which took a quarter of a search.
pub(super) fn into_memory<S: Space>(shards: Vec<Shard<S>>) -> Vec<impl Send + 'static + use<S>> {
    let mut shards: Vec<_> = shards.into_iter().map(|shard| shard.into_memory().into_iter()).collect();
    let next = || Some(shards.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>());
    std::iter::from_fn(next).take_while(|part| !part.is_empty()).collect()
}

/// What an allocation takes besides its content.
const BYTES_OF_A_BOX: usize = 16;

/// Places of states by key.
type Numbers = HashMap<Key, u32, BuildHasherDefault<KeyHasher>>;

/// Size of a table, with the seventh that is always free.
fn bytes_of_table(numbers: &Numbers) -> usize {
    numbers.capacity() * (size_of::<(Key, u32)>() + 1) * 8 / 7
}

/// Key of a state, in halves: an entry of a table is smaller than with 128 bits at once.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    high: u64,
    low: u64,
}

impl Key {
    fn new(key: u128) -> Self {
        Self { high: (key >> 64) as u64, low: key as u64 }
    }
}

/// A key is a hash already: the shard is chosen by its high half, the place in the table by its low half.
impl Hash for Key {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.low);
    }
}

/// Returns the only number that is written.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }
}
