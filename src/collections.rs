//! The persistent collections under our own names: the one place that knows which crates they come from.
//!
//! Used by rulesets whose states share structure. Cloning any of these costs O(1), and a clone never sees what happens
//! to the other. Knows nothing of games.

mod trace;

use std::fmt::{self, Debug};
use std::ops::RangeBounds;

use rpds::RedBlackTreeMapSync;

pub use trace::Trace;

/// A persistent map in the order of its keys. Everything but iterating takes logarithmic time.
#[derive(Clone, PartialEq, Eq)]
pub struct OrdMap<K: Ord, V>(RedBlackTreeMapSync<K, V>);

impl<K: Ord, V> Default for OrdMap<K, V> {
    fn default() -> Self {
        Self(RedBlackTreeMapSync::new_sync())
    }
}

impl<K: Ord, V> OrdMap<K, V> {
    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.0.size()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the key leads to.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.0.get(key)
    }

    /// The entry with the greatest key that is not greater than `key`.
    pub fn last_upto(&self, key: &K) -> Option<(&K, &V)> {
        if self.0.is_empty() {
            return None;
        }
        self.0.range(..=key).next_back()
    }

    /// The entries whose keys lie in `range`, in order; from the back as well.
    pub fn range<R: RangeBounds<K>>(&self, range: R) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.range(range)
    }

    /// All entries, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.iter()
    }
}

impl<K: Ord + Clone, V: Clone> OrdMap<K, V> {
    /// Sets what the key leads to. Nodes that no clone shares are changed in place.
    pub fn insert(&mut self, key: K, value: V) {
        self.0.insert_mut(key, value);
    }

    /// Removes a key; says whether it was there.
    pub fn remove(&mut self, key: &K) -> bool {
        self.0.remove_mut(key)
    }

    /// What the key leads to, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.0.get_mut(key)
    }
}

impl<K: Ord + Debug, V: Debug> Debug for OrdMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_key_upto_another_is_found() {
        let mut map = OrdMap::default();
        assert_eq!(map.last_upto(&3), None);
        for key in [5, 1, 9] {
            map.insert(key, key * 10);
        }
        assert_eq!(map.last_upto(&0), None);
        assert_eq!(map.last_upto(&5), Some((&5, &50)));
        assert_eq!(map.last_upto(&8), Some((&5, &50)));
        assert_eq!(map.last_upto(&100), Some((&9, &90)));
    }

    #[test]
    fn a_clone_does_not_see_later_changes() {
        let mut map = OrdMap::default();
        map.insert(1, 'a');
        let before = map.clone();
        map.insert(1, 'b');
        map.insert(2, 'c');
        assert_eq!(before.iter().collect::<Vec<_>>(), [(&1, &'a')]);
        assert_eq!(map.range(..).map(|(_, value)| *value).collect::<String>(), "bc");
    }
}
