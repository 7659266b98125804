//! The states reached by a search: each once, with its fewest turns and its predecessor.
//!
//! States are kept in chunks that never move, and found through a hash table of their numbers. The numbers
//! depend only on the order of insertion, so every machine gives the same. A search spends most of its time
//! waiting for this memory, so little of it is touched: an entry of the table also holds some bits of the
//! hash, and all data of a state is in one place.

use std::hint::black_box;

/// Stands for no state: there are never that many.
pub(super) const NONE: u32 = u32::MAX;

/// Flag in the turns of a state that was expanded.
const CLOSED: u32 = 1 << 31;
/// States in a chunk.
const CHUNK: usize = 1 << 13;
const FIRST_SLOTS: usize = 1 << 13;

/// States by number.
pub(super) struct Nodes {
    /// Words of a state.
    words: usize,
    len: usize,
    /// For each state one word with its turns and the number of its predecessor, then its own words.
    chunks: Vec<Vec<u64>>,
    /// Hash table: each entry has the number of a state in its low bits and some bits of its hash in the
    /// others. Its size is a power of two, and always larger than the number of states. All bits are flipped,
    /// so that an empty table is all zeros: such memory costs nothing until it is used.
    slots: Vec<u32>,
}

impl Nodes {
    pub(super) fn new(words: usize) -> Self {
        Self { words, len: 0, chunks: Vec::new(), slots: vec![!NONE; FIRST_SLOTS] }
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn state(&self, node: u32) -> &[u64] {
        let at = self.place(node);
        &self.chunks[node as usize / CHUNK][at + 1..at + 1 + self.words]
    }

    pub(super) fn turns(&self, node: u32) -> u32 {
        self.reached(node).0 & !CLOSED
    }

    /// Marks a state as expanded; returns `false` if it was already.
    pub(super) fn close(&mut self, node: u32) -> bool {
        let (turns, parent) = self.reached(node);
        self.set_reached(node, turns | CLOSED, parent);
        turns & CLOSED == 0
    }

    /// Reads the memory of all states with these hashes, so that it is fetched at the same time.
    pub(super) fn fetch(&self, hashes: impl Iterator<Item = u64> + Clone) {
        let slot = |hash: u64| self.slot(hash as u32 & self.mask());
        black_box(hashes.clone().fold(0, |sum, hash| sum ^ slot(hash)));
        let known =
            hashes.filter(|hash| slot(*hash) & !self.mask() == self.entry(*hash, 0) && slot(*hash) != NONE);
        black_box(known.fold(0, |sum, hash| sum ^ self.turns(slot(hash) & self.mask())));
    }

    /// Records that a state was reached in this many turns. Returns its number if it is new, or needed more
    /// turns before.
    pub(super) fn reach(&mut self, state: &[u64], hash: u64, parent: u32, turns: u32) -> Option<u32> {
        let slot = self.slot_of(hash, |nodes, node| nodes.state(node).iter().eq(state));
        if self.slot(slot) == NONE {
            return Some(self.add(slot, hash, state, parent, turns));
        }
        let node = self.slot(slot) & self.mask();
        let is_better = turns < self.turns(node);
        if is_better {
            self.set_reached(node, turns, parent);
        }
        is_better.then_some(node)
    }

    /// Returns the number of a state with this hash, if it was reached.
    pub(super) fn find(&self, state: &[u64], hash: u64) -> Option<u32> {
        let slot = self.slot_of(hash, |nodes, node| nodes.state(node).iter().eq(state));
        Some(self.slot(slot)).filter(|entry| *entry != NONE).map(|entry| entry & self.mask())
    }

    /// Returns the states from the first to this one.
    pub(super) fn way_to(&self, node: u32) -> Vec<Vec<u64>> {
        let parent = |node: &u32| Some(self.reached(*node).1).filter(|parent| *parent != NONE);
        let mut way: Vec<_> =
            std::iter::successors(Some(node), parent).map(|node| self.state(node).to_vec()).collect();
        way.reverse();
        way
    }

    /// Number of bytes held.
    pub(super) fn bytes(&self) -> u64 {
        ((self.slots.len() * 4) + self.chunks.len() * CHUNK * self.bytes_of_a_state()) as u64
    }

    /// Number of bytes held after the next growth: by a chunk, and by a table of twice the size if it is due.
    pub(super) fn bytes_when_full(&self) -> u64 {
        let table = if self.is_due(self.len + CHUNK) { self.slots.len() * 8 } else { 0 };
        self.bytes() + (CHUNK * self.bytes_of_a_state() + table) as u64
    }

    fn bytes_of_a_state(&self) -> usize {
        self.words * 8 + 8
    }

    /// Whether a table of this size is too full for this many states: then entries are far from their place.
    fn is_due(&self, len: usize) -> bool {
        len * 3 > self.slots.len() * 2
    }

    fn add(&mut self, slot: u32, hash: u64, state: &[u64], parent: u32, turns: u32) -> u32 {
        let node = self.len as u32;
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK * (self.words + 1)));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(u64::from(turns) << 32 | u64::from(parent));
            chunk.extend_from_slice(state);
        }
        self.set_slot(slot, self.entry(hash, node));
        self.len += 1;
        node
    }

    /// Makes room for this many more states. Returns `false` if it is stopped meanwhile: then no lookup works
    /// any more.
    pub(super) fn make_room(&mut self, more: usize, must_stop: impl Fn() -> bool) -> bool {
        while self.is_due(self.len + more) {
            if !self.grow(&must_stop) {
                return false;
            }
        }
        true
    }

    fn grow(&mut self, must_stop: impl Fn() -> bool) -> bool {
        let slots = self.slots.len() * 2;
        // Free the old table first: both together would exceed the counted bytes.
        self.slots = Vec::new();
        self.slots = vec![!NONE; slots];
        for node in 0..self.len as u32 {
            if (node as usize).is_multiple_of(CHUNK) && must_stop() {
                return false;
            }
            let hash = hash(self.state(node));
            let slot = self.slot_of(hash, |_, _| false);
            self.set_slot(slot, self.entry(hash, node));
        }
        true
    }

    fn slot(&self, slot: u32) -> u32 {
        !self.slots[slot as usize]
    }

    fn set_slot(&mut self, slot: u32, entry: u32) {
        self.slots[slot as usize] = !entry;
    }

    /// Returns the slot of the state that `is_it` accepts, or the free slot where it belongs.
    fn slot_of(&self, hash: u64, is_it: impl Fn(&Self, u32) -> bool) -> u32 {
        let mask = self.mask();
        let (mut slot, tag) = (hash as u32 & mask, self.entry(hash, 0));
        loop {
            let found = self.slot(slot);
            if found == NONE || found & !mask == tag && is_it(self, found & mask) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Mask of the bits that select a place in the table and hold the number of a state.
    fn mask(&self) -> u32 {
        (self.slots.len() - 1) as u32
    }

    fn entry(&self, hash: u64, node: u32) -> u32 {
        (hash >> 32) as u32 & !self.mask() | node
    }

    /// Index in its chunk at which a state begins.
    fn place(&self, node: u32) -> usize {
        node as usize % CHUNK * (self.words + 1)
    }

    /// Turns and predecessor.
    fn reached(&self, node: u32) -> (u32, u32) {
        let word = self.chunks[node as usize / CHUNK][self.place(node)];
        ((word >> 32) as u32, word as u32)
    }

    fn set_reached(&mut self, node: u32, turns: u32, parent: u32) {
        let at = self.place(node);
        self.chunks[node as usize / CHUNK][at] = u64::from(turns) << 32 | u64::from(parent);
    }
}

/// Hashes the words by multiplications of 128 bits. The low half selects the slot, the high half the tag.
pub(super) fn hash(state: &[u64]) -> u64 {
    let mix = |hash: u64, word: &u64| {
        let product = u128::from(hash ^ word) * u128::from(0xD6E8_FEB8_6659_FD93_u64);
        (product as u64) ^ ((product >> 64) as u64)
    };
    let hash = state.iter().fold(0x9E37_79B9_7F4A_7C15, mix);
    hash ^ (hash >> 32)
}
