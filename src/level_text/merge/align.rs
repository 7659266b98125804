//! Recognizes the tables of one list in another: which of the new ones is which of the old.

use serde_json::{Map, Value};

/// What makes two tables the same thing although they differ, the surest first: an id, a name, a place, and else the
/// kind in the order of the list.
const SIGNS: &[&[&str]] = &[&["id"], &["kind", "name"], &["kind", "at"], &["kind"]];

/// Returns for each new table the index of the old one it continues, if any.
pub(super) fn align(old: &[Map<String, Value>], new: &[Map<String, Value>]) -> Vec<Option<usize>> {
    let mut found = vec![None; new.len()];
    let mut free: Vec<usize> = (0..old.len()).collect();
    let mut pass = |same: &dyn Fn(&Map<String, Value>, &Map<String, Value>) -> bool| {
        for (table, found) in new.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            if let Some(at) = free.iter().position(|&index| same(&old[index], table)) {
                *found = Some(free.remove(at));
            }
        }
    };
    pass(&|old, new| old == new);
    for (number, keys) in SIGNS.iter().enumerate() {
        let is_last = number + 1 == SIGNS.len();
        // A sign that neither has says nothing, except at last, when the order decides.
        pass(&|old, new| {
            agree(old, new, keys) && (is_last || keys.last().is_some_and(|key| old.contains_key(*key)))
        });
    }
    found
}

fn agree(old: &Map<String, Value>, new: &Map<String, Value>, keys: &[&str]) -> bool {
    keys.iter().all(|key| old.get(*key) == new.get(*key))
}
