//! The states that a search has reached: each once, with the fewest turns it takes and the state before it.
//!
//! Words are kept in chunks that never move, and found through a table of numbers. The order of insertion alone
//! decides the numbers, so every machine gives the same.

/// No state: there are never that many.
pub(super) const NONE: u32 = u32::MAX;

/// Set in the turns of a state whose edges have been followed.
const CLOSED: u32 = 1 << 31;
/// States in a chunk.
const CHUNK: usize = 1 << 13;
const FIRST_SLOTS: usize = 1 << 12;

/// States by number.
pub(super) struct Nodes {
    words: usize,
    len: usize,
    chunks: Vec<Chunk>,
    /// Numbers of states, placed by their hash; a power of two of them.
    slots: Vec<u32>,
}

struct Chunk {
    words: Vec<u64>,
    parents: Vec<u32>,
    turns: Vec<u32>,
}

impl Nodes {
    pub(super) fn new(words: usize) -> Self {
        Self { words, len: 0, chunks: Vec::new(), slots: vec![NONE; FIRST_SLOTS] }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn state(&self, node: u32) -> &[u64] {
        let (chunk, at) = place(node);
        &self.chunks[chunk].words[at * self.words..(at + 1) * self.words]
    }

    pub(super) fn turns(&self, node: u32) -> u32 {
        let (chunk, at) = place(node);
        self.chunks[chunk].turns[at] & !CLOSED
    }

    /// Marks a state as followed; `false` if it was already.
    pub(super) fn close(&mut self, node: u32) -> bool {
        let (chunk, at) = place(node);
        let turns = &mut self.chunks[chunk].turns[at];
        let was_open = *turns & CLOSED == 0;
        *turns |= CLOSED;
        was_open
    }

    /// Reaches a state in so many turns: returns its number if it is new, or was reached in more turns before.
    pub(super) fn reach(&mut self, state: &[u64], parent: u32, turns: u32) -> Option<u32> {
        let slot = self.slot_of(state);
        let node = self.slots[slot];
        if node == NONE {
            return Some(self.add(slot, state, parent, turns));
        }
        let (chunk, at) = place(node);
        let chunk = &mut self.chunks[chunk];
        let is_better = turns < chunk.turns[at] & !CLOSED;
        if is_better {
            (chunk.turns[at], chunk.parents[at]) = (turns, parent);
        }
        is_better.then_some(node)
    }

    /// Returns the states from the first to this one.
    pub(super) fn way_to(&self, node: u32) -> Vec<Vec<u64>> {
        let parent = |node: &u32| {
            let (chunk, at) = place(*node);
            Some(self.chunks[chunk].parents[at]).filter(|parent| *parent != NONE)
        };
        let mut way: Vec<_> =
            std::iter::successors(Some(node), parent).map(|node| self.state(node).to_vec()).collect();
        way.reverse();
        way
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        ((self.slots.len() * 4) + self.chunks.len() * CHUNK * self.bytes_of_a_state()) as u64
    }

    /// Bytes held while this grows once more: by a chunk, and by a table of twice the size if it is due.
    pub(super) fn bytes_when_full(&self) -> u64 {
        let table = if self.is_due(self.len + CHUNK) { self.slots.len() * 8 } else { 0 };
        self.bytes() + (CHUNK * self.bytes_of_a_state() + table) as u64
    }

    fn bytes_of_a_state(&self) -> usize {
        self.words * 8 + 8
    }

    /// Whether a table of this size is too full for so many states.
    fn is_due(&self, len: usize) -> bool {
        len * 8 > self.slots.len() * 7
    }

    fn add(&mut self, slot: usize, state: &[u64], parent: u32, turns: u32) -> u32 {
        let node = self.len as u32;
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Chunk::new(self.words));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.words.extend_from_slice(state);
            chunk.parents.push(parent);
            chunk.turns.push(turns);
        }
        self.slots[slot] = node;
        self.len += 1;
        if self.is_due(self.len) {
            self.grow();
        }
        node
    }

    fn grow(&mut self) {
        self.slots = vec![NONE; self.slots.len() * 2];
        for node in 0..self.len as u32 {
            let slot = self.free_slot(hash(self.state(node)));
            self.slots[slot] = node;
        }
    }

    /// Returns the slot that holds a state, or the free one where it belongs.
    fn slot_of(&self, state: &[u64]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(state) & mask;
        while self.slots[slot] != NONE && self.state(self.slots[slot]) != state {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn free_slot(&self, hash: usize) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash & mask;
        while self.slots[slot] != NONE {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

impl Chunk {
    fn new(words: usize) -> Self {
        Self {
            words: Vec::with_capacity(CHUNK * words),
            parents: Vec::with_capacity(CHUNK),
            turns: Vec::with_capacity(CHUNK),
        }
    }
}

fn place(node: u32) -> (usize, usize) {
    (node as usize / CHUNK, node as usize % CHUNK)
}

/// Mixes the words by multiplications of 128 bits. Its low bits choose the slot.
fn hash(state: &[u64]) -> usize {
    let mix = |hash: u64, word: &u64| {
        let product = u128::from(hash ^ word) * u128::from(0xD6E8_FEB8_6659_FD93_u64);
        (product as u64) ^ ((product >> 64) as u64)
    };
    let hash = state.iter().fold(0x9E37_79B9_7F4A_7C15, mix);
    (hash ^ (hash >> 32)) as usize
}
