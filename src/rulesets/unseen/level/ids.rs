//! Ids of things without an id in the file.
//!
//! They follow from the level's id and from nothing that differs between machines or days.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::keywords;
use super::model::Thing;

/// Namespace of the ids of levels: the v5 UUID of `"<level id>"` in here is the namespace of the level's things.
/// Never changes, because saves refer to ids derived from it.
pub const NAMESPACE: Uuid = Uuid::from_u128(0x6c6f_6f6d_2d75_5e73_8565_6e2d_6c65_7665);

/// Returns the ids of a level's things: given, or made of `"name:<name>"`, or of `"<kind>:<n>"` for the n-th unnamed
/// thing of its kind, counted from 0.
pub(super) fn ids(level_id: &str, things: &[Thing]) -> Vec<Uuid> {
    let level = Uuid::new_v5(&NAMESPACE, level_id.as_bytes());
    let mut counts = BTreeMap::new();
    let mut id = |thing: &Thing| {
        let label = match &thing.name {
            Some(name) => format!("name:{name}"),
            None => {
                let count = counts.entry(thing.kind).or_insert(0usize);
                *count += 1;
                format!("{}:{}", keywords::word(keywords::KINDS, &thing.kind), *count - 1)
            }
        };
        thing.id.unwrap_or_else(|| Uuid::new_v5(&level, label.as_bytes()))
    };
    things.iter().map(&mut id).collect()
}
