//! A map drawn as text: rows of equal length, a character for each cell.
//!
//! A value of a level that is read by serde. Does not know what the characters mean.

use serde::{Deserialize, Serialize};

use super::quoted;
use crate::fault::Fault;
use crate::scene::Cell;

/// A drawn map, written as a list of texts. Has at least one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
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

    /// Reports every character that is not one of `known`.
    pub fn check(&self, known: &str) -> Vec<Fault> {
        let strange = self.cells().filter(|(_, drawn)| !known.contains(*drawn));
        let told = strange.map(|(Cell { x, y }, drawn)| {
            let drawn = quoted(&drawn.to_string());
            Fault::new(format!("({x}, {y}) of the map is {drawn}: it may be one of {known:?}"))
        });
        told.collect()
    }
}

impl TryFrom<Vec<String>> for Rows {
    type Error = String;

    fn try_from(rows: Vec<String>) -> Result<Self, String> {
        let width = rows.first().map_or(0, |row| row.chars().count());
        let ragged = (1..).zip(&rows).find(|(_, row)| row.chars().count() != width);
        match ragged {
            _ if width == 0 => Err("a map needs at least one row with one cell".to_owned()),
            Some((number, row)) => {
                let cells = row.chars().count();
                Err(format!(
                    "row {number} has {cells} cells and the first has {width}: draw them equally long"
                ))
            }
            None => Ok(Self(rows)),
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
    use super::*;

    fn rows(drawn: &[&str]) -> Result<Rows, String> {
        drawn.iter().map(|&row| row.to_owned()).collect::<Vec<_>>().try_into()
    }

    #[test]
    fn cells_are_told_row_by_row() {
        let map = rows(&["ab", "cd"]).unwrap();
        assert_eq!((map.width(), map.height()), (2, 2));
        let at = |x, y, drawn| (Cell::new(x, y), drawn);
        assert_eq!(
            map.cells().collect::<Vec<_>>(),
            [at(0, 0, 'a'), at(1, 0, 'b'), at(0, 1, 'c'), at(1, 1, 'd')]
        );
    }

    #[test]
    fn ragged_and_empty_maps_are_refused() {
        assert_eq!(
            rows(&["ab", "c"]).unwrap_err(),
            "row 2 has 1 cells and the first has 2: draw them equally long"
        );
        assert!(rows(&[]).is_err() && rows(&[""]).is_err());
    }

    #[test]
    fn every_unknown_character_is_reported_with_its_cell() {
        let faults = rows(&[".x", "#?"]).unwrap().check(".#");
        let told: Vec<_> = faults.iter().map(|fault| fault.message.split(':').next().unwrap()).collect();
        assert_eq!(told, ["(1, 0) of the map is \"x\"", "(1, 1) of the map is \"?\""]);
    }
}
