//! A map drawn as text: rows of equal length, a character for each cell.
//!
//! A value of a level that is read by serde. Does not know what the characters mean.

use std::fmt;

use serde::de::{self, DeserializeSeed, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::quoted;
use crate::fault::Fault;
use crate::scene::Cell;

/// A drawn map, written as a list of texts. Has at least one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "Vec<String>")]
pub struct Rows(Vec<String>);

impl Rows {
    /// Number of columns.
    pub fn width(&self) -> u32 {
        self.0.first().map_or(0, |row| row.chars().count() as u32)
    }

    /// Number of rows.
    pub fn height(&self) -> u32 {
        self.0.len() as u32
    }

    /// Iterates over all cells with their characters, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, char)> {
        let rows = (0..).zip(&self.0);
        rows.flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, drawn)| (Cell::new(x, y), drawn)))
    }

    /// Returns the character of a cell; `None` off the map.
    pub fn get(&self, cell: Cell) -> Option<char> {
        self.0.get(cell.y as usize)?.chars().nth(cell.x as usize)
    }

    /// Reports every character that is not one of `known`.
    pub fn check(&self, known: &str) -> Vec<Fault> {
        let strange = self.cells().filter(|(_, drawn)| !known.contains(*drawn));
        let faults = strange.map(|(Cell { x, y }, drawn)| {
            let drawn = quoted(&drawn.to_string());
            Fault::new(format!("({x}, {y}) of the map is {drawn}: it may be one of {known:?}"))
        });
        faults.collect()
    }
}

/// Each row is checked while it is read, so that a reader that knows lines can report its line.
impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ReadRows)
    }
}

struct ReadRows;

impl<'de> Visitor<'de> for ReadRows {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of texts, one for each row of the map")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Rows, A::Error> {
        let mut rows: Vec<String> = Vec::new();
        while let Some(row) = list.next_element_seed(ReadRow(rows.first().map(|row| row.chars().count())))? {
            rows.push(row);
        }
        let is_empty = rows.first().is_none_or(String::is_empty);
        if is_empty {
            Err(A::Error::custom("a map needs at least one row with one cell"))
        } else {
            Ok(Rows(rows))
        }
    }
}

/// Reads a row; it must have as many cells as the first one, if there is one.
struct ReadRow(Option<usize>);

impl<'de> DeserializeSeed<'de> for ReadRow {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for ReadRow {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row of the map, as text")
    }

    fn visit_str<E: de::Error>(self, row: &str) -> Result<String, E> {
        let cells = row.chars().count();
        match self.0.filter(|width| *width != cells) {
            Some(width) => Err(E::custom(format!(
                "this row has {cells} cells and the first has {width}: draw them equally long"
            ))),
            None => Ok(row.to_owned()),
        }
    }
}

impl From<Rows> for Vec<String> {
    fn from(rows: Rows) -> Self {
        rows.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn rows(drawn: &[&str]) -> Result<Rows, String> {
        let level = format!("map = {drawn:#?}");
        let read = super::super::from_settings::<BTreeMap<String, Rows>>("x", &level);
        read.map(|mut level| level.remove("map").unwrap()).map_err(|faults| faults[0].to_string())
    }

    #[test]
    fn cells_are_told_row_by_row() {
        let map = rows(&["ab", "cd"]).unwrap();
        assert_eq!((map.width(), map.height()), (2, 2));
        let at = |x, y, drawn| (Cell::new(x, y), drawn);
        assert_eq!((map.get(Cell::new(1, 1)), map.get(Cell::new(2, 0))), (Some('d'), None));
        assert_eq!(
            map.cells().collect::<Vec<_>>(),
            [at(0, 0, 'a'), at(1, 0, 'b'), at(0, 1, 'c'), at(1, 1, 'd')]
        );
    }

    #[test]
    fn ragged_and_empty_maps_are_refused() {
        let told = rows(&["ab", "cd", "e"]).unwrap_err();
        assert_eq!(told, "line 4: this row has 1 cells and the first has 2: draw them equally long");
        assert!(rows(&[]).is_err() && rows(&[""]).is_err());
    }

    #[test]
    fn every_unknown_character_is_reported_with_its_cell() {
        let faults = rows(&[".x", "#?"]).unwrap().check(".#");
        let told: Vec<_> = faults.iter().map(|fault| fault.message.split(':').next().unwrap()).collect();
        assert_eq!(told, ["(1, 0) of the map is \"x\"", "(1, 1) of the map is \"?\""]);
    }
}
