//! Serde forms of a level: the document of the level file for people, plain fields for logs.
//!
//! Knows both forms and the conversion between them; `read` and `write` handle the file itself.

use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::model::{Meta, Solution, Thing, World};
use super::{Level, Reading, read, write};
use crate::fault;

#[derive(Serialize, Deserialize)]
struct Packed {
    meta: Arc<Meta>,
    world: World,
    size: (i32, i32),
    things: Arc<[Thing]>,
    solutions: Arc<[Solution]>,
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return write::document(self).serialize(serializer);
        }
        let Level { meta, world, width, height, things, solutions } = self.clone();
        Packed { meta, world, size: (width, height), things, solutions }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let document = serde_json::Value::deserialize(deserializer)?;
            return understood(read::read(&document.to_string())).map_err(D::Error::custom);
        }
        let Packed { meta, world, size, things, solutions } = Packed::deserialize(deserializer)?;
        let (meta, things) = (Arc::unwrap_or_clone(meta), things.to_vec());
        Ok(Self::new(meta, world, size, things, solutions.to_vec()))
    }
}

/// Returns the level, if its form is right. Whether it can be played is checked later, for every level alike.
fn understood(reading: Reading) -> Result<Level, String> {
    let Reading { level, mut faults, .. } = reading;
    // The whole document is on one line, so line numbers would be useless.
    faults.iter_mut().for_each(|fault| fault.line = None);
    level.ok_or_else(|| fault::listing(&faults))
}
