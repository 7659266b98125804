//! A persistent map in the order of its keys, made for questions like "the last key up to this one".
//!
//! An AVL tree whose nodes are shared: a change copies the nodes on the way down that a clone also holds, and changes
//! the others in place. Written by hand for a reason that was measured: keys here mostly grow with time, where a
//! red-black tree (rpds) gets a right edge twice as long, and its `range` allocates for every question; pushes kept twice
//! the bytes and took three times as long. Knows nothing of what it holds.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

/// A persistent map in the order of its keys. Everything but iterating takes logarithmic time.
pub struct OrdMap<K, V> {
    root: Link<K, V>,
    len: usize,
}

type Link<K, V> = Option<Arc<Node<K, V>>>;

#[derive(Clone)]
struct Node<K, V> {
    key: K,
    value: V,
    height: u8,
    left: Link<K, V>,
    right: Link<K, V>,
}

impl<K: Ord, V> OrdMap<K, V> {
    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether this is a clone of the other and neither was changed since. Costs O(1).
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(ours), Some(theirs)) => Arc::ptr_eq(ours, theirs),
            (ours, theirs) => ours.is_none() && theirs.is_none(),
        }
    }

    /// What the key leads to.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.last_upto(key).filter(|(found, _)| *found == key).map(|(_, value)| value)
    }

    /// The entry with the greatest key that is not greater than `key`.
    pub fn last_upto(&self, key: &K) -> Option<(&K, &V)> {
        let (mut link, mut best) = (&self.root, None);
        while let Some(node) = link {
            let fits = node.key <= *key;
            best = if fits { Some((&node.key, &node.value)) } else { best };
            link = if fits { &node.right } else { &node.left };
        }
        best
    }

    /// The entry with the least key that is in bounds below.
    pub fn first_from(&self, bound: Bound<&K>) -> Option<(&K, &V)> {
        let (mut link, mut best) = (&self.root, None);
        while let Some(node) = link {
            let fits = match bound {
                Bound::Included(least) => node.key >= *least,
                Bound::Excluded(below) => node.key > *below,
                Bound::Unbounded => true,
            };
            best = if fits { Some((&node.key, &node.value)) } else { best };
            link = if fits { &node.left } else { &node.right };
        }
        best
    }

    /// The entries whose keys lie in `range`, in order. Nothing is allocated; each takes logarithmic time.
    pub fn range<R: RangeBounds<K>>(&self, range: R) -> impl Iterator<Item = (&K, &V)> {
        let mut next = self.first_from(range.start_bound());
        std::iter::from_fn(move || {
            let found = next.filter(|(key, _)| range.contains(*key))?;
            next = self.first_from(Bound::Excluded(found.0));
            Some(found)
        })
    }

    /// All entries, in order. Taken together they cost linear time.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let mut walk = Walk::of(self);
        std::iter::from_fn(move || walk.next().map(|node| (&node.key, &node.value)))
    }

    /// The keys that only one of two maps has, or that lead to what is not the same in both, in order. What clones still
    /// share is passed over: the cost goes with what was changed.
    pub fn differing<'a>(&'a self, other: &'a Self, same: impl Fn(&V, &V) -> bool) -> Vec<&'a K> {
        let (mut ours, mut theirs) = (Walk::of(self), Walk::of(other));
        let mut keys = Vec::new();
        while let Some(order) = ours.meet(&mut theirs) {
            let own = order.is_le().then(|| ours.next()).flatten();
            let other = order.is_ge().then(|| theirs.next()).flatten();
            let alike = own.zip(other).is_some_and(|(own, other)| same(&own.value, &other.value));
            keys.extend(own.or(other).filter(|_| !alike).map(|node| &node.key));
        }
        keys
    }
}

/// A walk through a map in the order of its keys: what is still to come, the next last.
struct Walk<'a, K, V>(Vec<Step<'a, K, V>>);

enum Step<'a, K, V> {
    /// A node with all below it.
    Whole(&'a Arc<Node<K, V>>),
    /// A node alone.
    One(&'a Node<K, V>),
}

impl<'a, K: Ord, V> Walk<'a, K, V> {
    fn of(map: &'a OrdMap<K, V>) -> Self {
        Self(map.root.iter().map(Step::Whole).collect())
    }

    fn next(&mut self) -> Option<&'a Node<K, V>> {
        loop {
            match self.0.pop()? {
                Step::One(node) => return Some(node),
                Step::Whole(node) => self.open(node),
            }
        }
    }

    fn open(&mut self, node: &'a Node<K, V>) {
        self.0.extend(node.right.as_ref().map(Step::Whole));
        self.0.push(Step::One(node));
        self.0.extend(node.left.as_ref().map(Step::Whole));
    }

    /// Passes over all that both have in common, and tells whose key comes next; nothing at the end of both.
    fn meet(&mut self, other: &mut Self) -> Option<Ordering> {
        loop {
            match (self.0.last(), other.0.last()) {
                (None, None) => return None,
                (Some(Step::Whole(a)), Some(Step::Whole(b))) if Arc::ptr_eq(a, b) => {
                    self.0.pop();
                    other.0.pop();
                }
                (Some(Step::One(a)), Some(Step::One(b))) => return Some(a.key.cmp(&b.key)),
                (Some(Step::One(_)), None) => return Some(Ordering::Less),
                (None, Some(Step::One(_))) => return Some(Ordering::Greater),
                (a, b) if height_of(a) >= height_of(b) => self.unfold(),
                _ => other.unfold(),
            }
        }
    }

    /// Opens what comes next.
    fn unfold(&mut self) {
        if let Some(Step::Whole(node)) = self.0.pop() {
            self.open(node);
        }
    }
}

/// The height of a tree; what is no tree has none.
fn height_of<K, V>(step: Option<&Step<'_, K, V>>) -> u8 {
    if let Some(Step::Whole(node)) = step { node.height } else { 0 }
}

impl<K: Ord + Clone, V: Clone> OrdMap<K, V> {
    /// Sets what the key leads to. Nodes that no clone shares are changed in place.
    pub fn insert(&mut self, key: K, value: V) {
        self.len += usize::from(insert(&mut self.root, key, value));
    }

    /// Takes the key away; what it led to, if it was there. A key that is not there costs no copy.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.get(key)?;
        self.len -= 1;
        take(&mut self.root, key)
    }
}

/// Whether the key is new.
fn insert<K: Ord + Clone, V: Clone>(link: &mut Link<K, V>, key: K, value: V) -> bool {
    let Some(node) = link.as_mut().map(Arc::make_mut) else {
        *link = Some(Arc::new(Node { key, value, height: 1, left: None, right: None }));
        return true;
    };
    let new = match key.cmp(&node.key) {
        Ordering::Less => insert(&mut node.left, key, value),
        Ordering::Greater => insert(&mut node.right, key, value),
        Ordering::Equal => {
            node.value = value;
            false
        }
    };
    node.balance();
    new
}

fn take<K: Ord + Clone, V: Clone>(link: &mut Link<K, V>, key: &K) -> Option<V> {
    let node = Arc::make_mut(link.as_mut()?);
    let taken = match key.cmp(&node.key) {
        Ordering::Less => take(&mut node.left, key),
        Ordering::Greater => take(&mut node.right, key),
        Ordering::Equal => {
            let (value, left, right) = (node.value.clone(), node.left.take(), node.right.take());
            *link = join(left, right);
            return Some(value);
        }
    };
    node.balance();
    taken
}

/// The tree of two trees that were the sides of one node.
fn join<K: Ord + Clone, V: Clone>(left: Link<K, V>, mut right: Link<K, V>) -> Link<K, V> {
    if left.is_none() {
        return right;
    }
    let Some((key, value)) = take_first(&mut right) else { return left };
    let mut node = Node { key, value, height: 0, left, right };
    node.balance();
    Some(Arc::new(node))
}

fn take_first<K: Ord + Clone, V: Clone>(link: &mut Link<K, V>) -> Option<(K, V)> {
    let node = Arc::make_mut(link.as_mut()?);
    if node.left.is_some() {
        let first = take_first(&mut node.left);
        node.balance();
        return first;
    }
    let (first, rest) = ((node.key.clone(), node.value.clone()), node.right.take());
    *link = rest;
    Some(first)
}

fn height<K, V>(link: &Link<K, V>) -> u8 {
    link.as_deref().map_or(0, |node| node.height)
}

impl<K: Clone, V: Clone> Node<K, V> {
    /// Left height minus right height.
    fn slant(&self) -> i16 {
        i16::from(height(&self.left)) - i16::from(height(&self.right))
    }

    fn measure(&mut self) {
        self.height = height(&self.left).max(height(&self.right)) + 1;
    }

    fn balance(&mut self) {
        match self.slant() {
            2.. => self.lean(|node| &mut node.left, |node| &mut node.right),
            ..=-2 => self.lean(|node| &mut node.right, |node| &mut node.left),
            _ => self.measure(),
        }
    }

    /// Makes the child on the heavy side the root; it must not be heavy on its inner side.
    fn lean(&mut self, heavy: Side<K, V>, light: Side<K, V>) {
        if let Some(child) = heavy(self).as_mut().map(Arc::make_mut)
            && height(heavy(child)) < height(light(child))
        {
            child.rotate(light, heavy);
        }
        self.rotate(heavy, light);
    }

    /// Swaps places with the child on one side.
    fn rotate(&mut self, from: Side<K, V>, to: Side<K, V>) {
        let Some(mut child) = from(self).take() else { return };
        let top = Arc::make_mut(&mut child);
        std::mem::swap(self, top);
        // `self` is now the child that comes to the top, `top` the node that goes down.
        *from(top) = to(self).take();
        top.measure();
        *to(self) = Some(child);
        self.measure();
    }
}

/// One of a node's two sides.
type Side<K, V> = fn(&mut Node<K, V>) -> &mut Link<K, V>;

impl<K, V> Default for OrdMap<K, V> {
    fn default() -> Self {
        Self { root: None, len: 0 }
    }
}

impl<K, V> Clone for OrdMap<K, V> {
    fn clone(&self) -> Self {
        Self { root: self.root.clone(), len: self.len }
    }
}

impl<K: Ord, V: PartialEq> PartialEq for OrdMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || (self.len == other.len && self.iter().eq(other.iter()))
    }
}

impl<K: Ord + Debug, V: Debug> Debug for OrdMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn check<V>(link: &Link<u8, V>) -> u8 {
        let Some(node) = link else { return 0 };
        let (left, right) = (check(&node.left), check(&node.right));
        assert!(left.abs_diff(right) <= 1);
        assert_eq!(node.height, left.max(right) + 1);
        node.height
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_is_a_sorted_map_and_clones_stay_as_they_were(
            steps in prop::collection::vec((any::<(u8, u8)>(), 0..3), 0..400),
        ) {
            let (mut map, mut plain) = (OrdMap::default(), BTreeMap::new());
            let mut past = Vec::new();
            for ((key, value), kind) in steps {
                past.push((map.clone(), plain.clone()));
                if kind == 0 {
                    prop_assert_eq!(map.remove(&key), plain.remove(&key));
                } else {
                    map.insert(key, value);
                    plain.insert(key, value);
                }
                check(&map.root);
                prop_assert_eq!(map.len(), plain.len());
            }
            past.push((map, plain));
            for (map, plain) in past.iter().step_by(17) {
                prop_assert!(map.iter().eq(plain.iter()));
                for (other, other_plain) in past.iter().step_by(13) {
                    let keys = map.differing(other, |a, b| a == b);
                    let differs = |key: &u8| plain.get(key) != other_plain.get(key);
                    prop_assert!(keys.into_iter().copied().eq((0..=u8::MAX).filter(differs)));
                }
                prop_assert_eq!((map.is_empty(), map.len()), (plain.is_empty(), plain.len()));
                for key in 0..=u8::MAX {
                    prop_assert_eq!(map.get(&key), plain.get(&key));
                    prop_assert_eq!(map.last_upto(&key), plain.range(..=key).next_back());
                    prop_assert!(map.range(key..200).eq(plain.range(key.min(200)..200)));
                    let after = (Bound::Excluded(key), Bound::Unbounded);
                    prop_assert_eq!(map.first_from(after.0.as_ref()), plain.range(after).next());
                }
            }
        }
    }

    #[test]
    fn taking_all_away_in_any_order_leaves_nothing() {
        for step in [1u8, 3, 7, 11] {
            let mut map = OrdMap::default();
            (0..=255u8).for_each(|key| map.insert(key, key));
            for key in (0..=255u8).map(|key| key.wrapping_mul(step)) {
                assert_eq!(map.remove(&key), Some(key));
                assert_eq!(map.remove(&key), None);
                check(&map.root);
            }
            assert_eq!((map.is_empty(), map.len()), (true, 0));
        }
    }

    #[test]
    fn a_clone_is_the_same_until_one_of_both_is_changed() {
        let mut map = OrdMap::default();
        assert!(map.is_same(&OrdMap::default()));
        map.insert(1u8, ());
        let clone = map.clone();
        assert!(map.is_same(&clone));
        assert_eq!(map.remove(&9), None);
        assert!(map.is_same(&clone));
        map.remove(&1);
        assert!(!map.is_same(&clone) && clone.len() == 1);
    }

    #[test]
    fn growing_keys_make_no_deep_tree() {
        let mut map = OrdMap::default();
        (0..100_000).for_each(|key| map.insert(key, ()));
        assert!(height(&map.root) <= 17);
    }
}
