//! Values of keys over time: each value holds from a tick until the next change of its key.
//!
//! The changes of a key are stored in append-only lists ([`Trace`]), one for each stretch of 64 ticks: the list of
//! the newest stretch directly, the earlier ones in a map by stretch. The common case, a change after all others of
//! its key, adds one node to a short list and copies the path to the key; a change in the past rewrites one short
//! list. The cost of neither grows with the number of earlier changes. A single map ordered by `(key, time)` would
//! copy a path that gets longer with every change: several times the bytes for keys that change often, about the same
//! for keys that seldom do (the benchmark `collections` shows both). Knows nothing of the values it holds.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::ops::{Range, RangeBounds};
use std::sync::Arc;

use super::{Map, Trace};

/// Ticks in a stretch; limits the length of a list.
const STRETCH: i32 = 64;

/// Values by key and start time. Cloning costs O(1).
pub struct Changes<K, V> {
    courses: Map<K, Course<V>>,
}

/// The changes of one key.
struct Course<V> {
    /// Changes of the latest stretch; never empty.
    newest: Trace<(i32, V)>,
    /// Earlier changes by stretch; no list is empty. Behind a pointer, because most keys have none.
    earlier: Option<Arc<Stretches<V>>>,
}

/// Changes by stretch of time.
type Stretches<V> = Map<i32, Trace<(i32, V)>>;

impl<K: Ord + Clone, V: Clone> Changes<K, V> {
    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.courses.is_empty()
    }

    /// Returns the change in effect at `t`: its time and value.
    pub fn at(&self, key: &K, t: i32) -> Option<(i32, &V)> {
        self.courses.get(key)?.at(t)
    }

    /// Returns the time of the first change after `t`.
    pub fn next_after(&self, key: &K, t: i32) -> Option<i32> {
        self.courses.get(key)?.next_after(t)
    }

    /// Returns the changes within a range of time, in order. Allocates nothing if there are none after its start.
    pub fn during<'a>(
        &'a self,
        key: &K,
        times: Range<i32>,
    ) -> impl Iterator<Item = (i32, &'a V)> + use<'a, K, V> {
        let course = self.courses.get(key).filter(|course| course.reaches(&times));
        course.into_iter().flat_map(move |course| course.during(times.clone()))
    }

    /// Iterates over all keys that ever changed, in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.courses.keys()
    }

    /// Iterates over all changes, by key and then by time.
    pub fn iter(&self) -> impl Iterator<Item = (&K, i32, &V)> {
        self.courses.iter().flat_map(|(key, course)| course.iter().map(move |(t, value)| (key, t, value)))
    }

    /// Sets the value from `t` until the next existing change; replaces a change at `t` itself.
    pub fn insert(&mut self, key: K, t: i32, value: V) {
        match self.courses.get_mut(&key) {
            Some(course) => course.insert(t, value),
            None => self.courses.insert_mut(key, Course::new(t, value)),
        }
    }
}

impl<V: Clone> Course<V> {
    fn new(t: i32, value: V) -> Self {
        Self { newest: one(t, value), earlier: None }
    }

    fn at(&self, t: i32) -> Option<(i32, &V)> {
        let is_old = |change: &(i32, V)| change.0 <= t;
        let found = self.newest.newest_old(is_old).or_else(|| {
            let mut lists = self.earlier(..=stretch(t)).rev();
            lists.find_map(|list| list.newest_old(is_old))
        });
        found.map(|(since, value)| (*since, value))
    }

    /// Returns the earlier lists of some stretches, in order of time. Free if there are none.
    fn earlier(&self, stretches: impl RangeBounds<i32>) -> impl DoubleEndedIterator<Item = &Trace<(i32, V)>> {
        let lists = self.earlier.as_deref().map(|lists| lists.range(stretches));
        lists.into_iter().flatten().map(|(_, list)| list)
    }

    fn next_after(&self, t: i32) -> Option<i32> {
        let is_old = |change: &(i32, V)| change.0 <= t;
        if self.newest.last().is_some_and(is_old) {
            return None;
        }
        let lists = self.earlier(stretch(t)..).chain([&self.newest]);
        lists.filter_map(|list| list.oldest_new(is_old)).map(|(start, _)| *start).next()
    }

    /// Whether there may be changes in a range of time.
    fn reaches(&self, times: &Range<i32>) -> bool {
        !times.is_empty() && self.newest.last().is_some_and(|(last, _)| times.start <= *last)
    }

    fn during(&self, times: Range<i32>) -> impl Iterator<Item = (i32, &V)> {
        let stretches = stretch(times.start)..=stretch(times.end - 1);
        let lists = self.earlier(stretches).chain([&self.newest]);
        let within = lists.flat_map(Trace::iter).filter(move |(t, _)| times.contains(t));
        within.map(|(t, value)| (*t, value))
    }

    fn iter(&self) -> impl Iterator<Item = (i32, &V)> {
        let lists = self.earlier(..).chain([&self.newest]);
        lists.flat_map(Trace::iter).map(|(t, value)| (*t, value))
    }

    fn insert(&mut self, t: i32, value: V) {
        let newest = self.newest.last().map_or(t, |(last, _)| *last);
        match stretch(t).cmp(&stretch(newest)) {
            Ordering::Equal => put(&mut self.newest, t, value),
            Ordering::Greater => {
                let full = std::mem::replace(&mut self.newest, one(t, value));
                self.earlier_mut().insert_mut(stretch(newest), full);
            }
            Ordering::Less => match self.earlier_mut().get_mut(&stretch(t)) {
                Some(list) => put(list, t, value),
                None => self.earlier_mut().insert_mut(stretch(t), one(t, value)),
            },
        }
    }

    fn earlier_mut(&mut self) -> &mut Stretches<V> {
        Arc::make_mut(self.earlier.get_or_insert_with(|| Arc::new(Map::new_sync())))
    }
}

/// Inserts a change into the list of its stretch. Later changes are written again.
fn put<V: Clone>(list: &mut Trace<(i32, V)>, t: i32, value: V) {
    if list.last().is_some_and(|(last, _)| *last < t) {
        return list.push((t, value));
    }
    let (before, after): (Vec<_>, Vec<_>) =
        list.iter().filter(|(own, _)| *own != t).cloned().partition(|(own, _)| *own < t);
    *list = before.into_iter().chain([(t, value)]).chain(after).collect();
}

fn one<V>(t: i32, value: V) -> Trace<(i32, V)> {
    [(t, value)].into_iter().collect()
}

fn stretch(t: i32) -> i32 {
    t.div_euclid(STRETCH)
}

impl<K: Ord, V> Default for Changes<K, V> {
    fn default() -> Self {
        Self { courses: Map::new_sync() }
    }
}

impl<K: Ord, V> Clone for Changes<K, V> {
    fn clone(&self) -> Self {
        Self { courses: self.courses.clone() }
    }
}

impl<V> Clone for Course<V> {
    fn clone(&self) -> Self {
        Self { newest: self.newest.clone(), earlier: self.earlier.clone() }
    }
}

impl<K: Ord + Clone + Debug, V: Clone + Debug> Debug for Changes<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// Reference implementation: one ordered map.
    type Model = BTreeMap<(u8, i32), u16>;

    fn check(changes: &Changes<u8, u16>, model: &Model, key: u8, t: i32, until: i32) {
        let held =
            model.range((key, i32::MIN)..=(key, t)).next_back().map(|((_, since), value)| (*since, value));
        assert_eq!(changes.at(&key, t), held, "{key} at {t}");
        let next = model.range((key, t + 1)..=(key, i32::MAX)).next().map(|((_, start), _)| *start);
        assert_eq!(changes.next_after(&key, t), next, "{key} after {t}");
        let during: Vec<_> = changes.during(&key, t..until).collect();
        let expected = model.iter().filter(|((own, start), _)| *own == key && (t..until).contains(start));
        assert_eq!(during, expected.map(|((_, start), value)| (*start, value)).collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn changes_come_in_any_order_and_are_found_as_in_an_ordered_map(
            inserts in proptest::collection::vec((0u8..4, -200i32..400, any::<u16>()), 0..200),
            asked in proptest::collection::vec((0u8..5, -250i32..450, 0i32..300), 20),
        ) {
            let (mut changes, mut model) = (Changes::default(), Model::new());
            let mut kept = Vec::new();
            for (key, t, value) in inserts {
                kept.push((changes.clone(), model.clone()));
                changes.insert(key, t, value);
                model.insert((key, t), value);
            }
            kept.push((changes, model));
            for (changes, model) in kept.iter().step_by(17).chain(kept.last()) {
                prop_assert!(changes.iter().map(|(key, t, value)| ((*key, t), *value)).eq(model.clone()));
                for (key, t, length) in &asked {
                    check(changes, model, *key, *t, t + length);
                }
            }
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_was_changed() {
        let changes = Changes::<u8, u8>::default();
        assert!(changes.is_empty());
        assert_eq!(
            (changes.at(&1, 5), changes.next_after(&1, 5), changes.during(&1, 0..9).count()),
            (None, None, 0)
        );
    }

    #[test]
    fn an_empty_stretch_of_time_holds_no_change() {
        let mut changes = Changes::default();
        changes.insert(1u8, 5, 'a');
        assert_eq!(changes.during(&1, 5..5).count() + changes.during(&1, i32::MIN..i32::MIN).count(), 0);
        assert_eq!(changes.during(&1, i32::MIN..i32::MAX).count(), 1);
    }
}
