//! A list that grows by a chunk at a time: items never move, so adding one never takes long.
//!
//! For the states of a search, of which there may be very many.

use std::ops::{Index, IndexMut};

/// Items in a chunk.
pub(super) const CHUNK: usize = 1 << 7;

/// A list that is only added to.
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T> Chunks<T> {
    pub(super) fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub(super) fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(item),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(item);
                self.chunks.push(chunk);
            }
        }
    }

    /// Returns the chunks, in order.
    pub(super) fn into_chunks(self) -> Vec<Vec<T>> {
        self.chunks
    }

    /// Number of bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.chunks.len() * Self::bytes_of_a_chunk()
    }

    pub(super) fn bytes_of_a_chunk() -> usize {
        CHUNK * size_of::<T>() + size_of::<Vec<T>>()
    }
}

impl<T> Index<u32> for Chunks<T> {
    type Output = T;

    fn index(&self, index: u32) -> &T {
        &self.chunks[index as usize / CHUNK][index as usize % CHUNK]
    }
}

impl<T> IndexMut<u32> for Chunks<T> {
    fn index_mut(&mut self, index: u32) -> &mut T {
        &mut self.chunks[index as usize / CHUNK][index as usize % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_where_they_were_added() {
        let mut list = Chunks::default();
        (0..3 * CHUNK as u32 + 5).for_each(|item| list.push(item));
        assert_eq!(list.len(), 3 * CHUNK + 5);
        assert!((0..list.len() as u32).all(|index| list[index] == index));
        list[CHUNK as u32] = 0;
        assert_eq!((list[CHUNK as u32 - 1], list[CHUNK as u32]), (CHUNK as u32 - 1, 0));
    }
}
