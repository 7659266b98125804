//! Answers by subject, so that undo shows them at once.
//!
//! Used by [`super::Answers`]. Does not know what is answered.

use std::collections::BTreeMap;

/// Number of states of a level whose answers are kept, so that undo shows them at once.
const MOST_KEPT: usize = 64;

/// Answers by subject; the oldest are dropped.
pub(super) struct AnswerCache<T> {
    answers: BTreeMap<(u64, u64), T>,
    order: Vec<(u64, u64)>,
}

impl<T> Default for AnswerCache<T> {
    fn default() -> Self {
        Self { answers: BTreeMap::new(), order: Vec::new() }
    }
}

impl<T> AnswerCache<T> {
    pub(super) fn get(&self, key: &(u64, u64)) -> Option<&T> {
        self.answers.get(key)
    }

    pub(super) fn entry_or(&mut self, key: (u64, u64), value: T) -> &mut T {
        if !self.answers.contains_key(&key) {
            if self.order.len() == MOST_KEPT {
                self.answers.remove(&self.order.remove(0));
            }
            self.order.push(key);
        }
        self.answers.entry(key).or_insert(value)
    }

    pub(super) fn entry(&mut self, key: (u64, u64)) -> &mut T
    where
        T: Default,
    {
        self.entry_or(key, T::default())
    }
}
