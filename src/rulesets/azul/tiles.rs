//! Tiles: five colours, and counts of each colour.
//!
//! The base of the rest of this ruleset. Knows its own form in JSON and in bytes; does not know where tiles are.

use std::fmt::{self, Display};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Number of tiles in a full game.
pub const TOTAL_TILES: u32 = 100;
/// Number of tiles of each colour.
pub const TILES_PER_COLOR: u32 = 20;

/// The colour of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(expecting = "a colour: Blue, Yellow, Red, Black or White")]
pub enum TileColor {
    /// Written B.
    Blue,
    /// Written Y.
    Yellow,
    /// Written R.
    Red,
    /// Written K.
    Black,
    /// Written W.
    White,
}

impl TileColor {
    /// Every colour, in their fixed order.
    pub const ALL: [Self; 5] = [Self::Blue, Self::Yellow, Self::Red, Self::Black, Self::White];

    /// Returns the index in [`Self::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the one-letter abbreviation.
    pub fn letter(self) -> char {
        ['B', 'Y', 'R', 'K', 'W'][self.index()]
    }

    /// Returns the name in data and errors.
    pub fn name(self) -> &'static str {
        ["Blue", "Yellow", "Red", "Black", "White"][self.index()]
    }

    /// Returns the name for people.
    pub fn word(self) -> &'static str {
        ["blue", "yellow", "red", "black", "white"][self.index()]
    }
}

impl Display for TileColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Number of tiles of each colour. In JSON an object without zero entries, such as `{"Blue":2,"Red":1}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileCounts([u8; 5]);

impl TileCounts {
    /// No tiles.
    pub const NONE: Self = Self([0; 5]);

    /// Creates counts from numbers in the order of the colours.
    pub const fn new(counts: [u8; 5]) -> Self {
        Self(counts)
    }

    /// Returns the number of tiles of a colour.
    pub fn get(&self, color: TileColor) -> u8 {
        self.0[color.index()]
    }

    /// Sets the number of tiles of a colour.
    pub fn insert(&mut self, color: TileColor, count: u8) {
        self.0[color.index()] = count;
    }

    /// Removes all tiles of a colour and returns their number.
    pub fn remove(&mut self, color: TileColor) -> u8 {
        std::mem::take(&mut self.0[color.index()])
    }

    /// Adds tiles of one colour. Saturates at 255, which no possible position comes near: in an impossible one the
    /// loss shows as a broken invariant rather than as a panic.
    pub fn add(&mut self, color: TileColor, count: u8) {
        let here = &mut self.0[color.index()];
        *here = here.saturating_add(count);
    }

    /// Adds all of these tiles.
    pub fn pour(&mut self, tiles: Self) {
        tiles.iter().for_each(|(color, count)| self.add(color, count));
    }

    /// Removes all tiles and returns them.
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Returns the total number of tiles.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 5]
    }

    /// Returns the colours that are present, each with its number of tiles.
    pub fn iter(&self) -> impl Iterator<Item = (TileColor, u8)> + use<> {
        TileColor::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }

    /// Returns every tile by itself, in the order of the colours.
    pub fn each(&self) -> impl Iterator<Item = TileColor> + use<> {
        self.iter().flat_map(|(color, count)| std::iter::repeat_n(color, count.into()))
    }

    /// Returns the tile at this place if all lay in a row in the order of the colours.
    pub fn nth(&self, place: u32) -> Option<TileColor> {
        self.each().nth(place as usize)
    }
}

/// Form in JSON.
#[derive(Default, Serialize, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    rename_all = "PascalCase",
    expecting = "an object of colours and counts"
)]
struct TileCountsForm {
    #[serde(skip_serializing_if = "is_zero")]
    blue: u8,
    #[serde(skip_serializing_if = "is_zero")]
    yellow: u8,
    #[serde(skip_serializing_if = "is_zero")]
    red: u8,
    #[serde(skip_serializing_if = "is_zero")]
    black: u8,
    #[serde(skip_serializing_if = "is_zero")]
    white: u8,
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl Serialize for TileCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [blue, yellow, red, black, white] = self.0;
        if serializer.is_human_readable() {
            TileCountsForm { blue, yellow, red, black, white }.serialize(serializer)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for TileCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return <[u8; 5]>::deserialize(deserializer).map(Self);
        }
        let TileCountsForm { blue, yellow, red, black, white } = TileCountsForm::deserialize(deserializer)?;
        Ok(Self([blue, yellow, red, black, white]))
    }
}
