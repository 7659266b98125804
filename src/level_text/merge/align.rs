//! Matches the tables of a new list with those of the old one.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Map, Value};

/// Keys that identify a table although its other values differ, the most reliable first.
const SIGNS: &[&[&str]] = &[&["id"], &["kind", "name"], &["kind", "at"]];

/// Returns for each new table the index of the matching old one, if any; equal tables are matched in order.
pub(super) fn align(old: &[Map<String, Value>], new: &[Map<String, Value>]) -> Vec<Option<usize>> {
    let mut matcher = Matcher { old, new, found: vec![None; new.len()], free: vec![true; old.len()] };
    matcher.pass(|table| Some(format!("{:?}", table.iter().collect::<BTreeMap<_, _>>())));
    for keys in SIGNS {
        // The last key is the identifying one.
        matcher.pass(|table| {
            let values: Vec<_> = keys.iter().map(|key| table.get(*key)).collect();
            values.last()?.map(|_| format!("{values:?}"))
        });
    }
    matcher.pass(|table| Some(format!("{:?}", table.get("kind"))));
    matcher.found
}

struct Matcher<'a> {
    old: &'a [Map<String, Value>],
    new: &'a [Map<String, Value>],
    found: Vec<Option<usize>>,
    free: Vec<bool>,
}

impl Matcher<'_> {
    /// Matches the remaining tables that have the same sign.
    fn pass(&mut self, sign: impl Fn(&Map<String, Value>) -> Option<String>) {
        let mut by_sign: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
        for (index, table) in self.old.iter().enumerate().filter(|(index, _)| self.free[*index]) {
            if let Some(sign) = sign(table) {
                by_sign.entry(sign).or_default().push_back(index);
            }
        }
        for (table, found) in self.new.iter().zip(&mut self.found).filter(|(_, found)| found.is_none()) {
            *found = sign(table).and_then(|sign| by_sign.get_mut(&sign)?.pop_front());
            found.iter().for_each(|&index| self.free[index] = false);
        }
    }
}
