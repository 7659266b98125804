//! The open states of a search, grouped by a lower bound on the turns of a win through them.
//!
//! Taken in ascending order; of those with the same bound, the newest first. Knows states by number only.

/// Numbers of states in buckets.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    buckets: Vec<Vec<u32>>,
    /// The first bucket that may hold a state.
    first: usize,
    bytes: usize,
}

impl Buckets {
    /// Adds a state. One that belongs before the current bucket is added to that bucket, because its bound
    /// has risen since.
    pub(super) fn add(&mut self, turns: u32, state: u32) {
        let turns = (turns as usize).max(self.first);
        if turns >= self.buckets.len() {
            self.buckets.resize(turns + 1, Vec::new());
        }
        let bucket = &mut self.buckets[turns];
        let before = bucket.capacity();
        bucket.push(state);
        self.bytes += (bucket.capacity() - before) * size_of::<u32>();
    }

    /// Takes a state with the fewest turns.
    pub(super) fn take(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.first) {
            if let Some(state) = bucket.pop() {
                return Some(state);
            }
            self.bytes -= bucket.capacity() * size_of::<u32>();
            *bucket = Vec::new();
            self.first += 1;
        }
        None
    }

    /// Number of states to take at once: some of those with the lowest bound, from one to `most`.
    pub(super) fn batch(&self, most: usize) -> usize {
        let open = self.buckets.get(self.first).map_or(0, Vec::len);
        (open / 4).clamp(1, most)
    }

    /// Lowest bound of all open states.
    pub(super) fn turns(&self) -> u32 {
        self.first as u32
    }

    /// Number of bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.buckets.capacity() * size_of::<Vec<u32>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_turns_come_first_and_of_those_the_newest() {
        let mut open = Buckets::default();
        for (turns, state) in [(5, 0), (3, 1), (5, 2), (3, 3)] {
            open.add(turns, state);
        }
        assert_eq!([open.take(), open.take(), open.take()], [Some(3), Some(1), Some(2)]);
        open.add(1, 4);
        assert_eq!((open.turns(), open.take(), open.take(), open.take()), (5, Some(4), Some(0), None));
    }

    #[test]
    fn what_was_taken_is_no_longer_held() {
        let mut open = Buckets::default();
        (0..1000).for_each(|state| open.add(state % 10, state));
        let full = open.bytes();
        while open.take().is_some() {}
        assert!(open.bytes() < full / 2);
    }
}
