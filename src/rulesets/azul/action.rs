//! What a player decides, and its text and bytes: which tiles to take from where, and where to put them.
//!
//! Stands in the log. Knows how an action is written; does not know whether it is legal.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::state::SIDE;
use super::tiles::TileColor;
use crate::codec::{self, DecodeError};

const FORMS: &str = "write what to take and where to put it, such as F0:blue:2 (factory 0, into line 2) or \
                     C:red:floor (from the centre, to the floor)";

/// Take all tiles of a colour from a factory or the centre, and put them into a line or on the floor. As text with
/// colons: `F0:blue:2`, `C:red:floor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an action with source, color and destination")]
pub struct DraftAction {
    /// Where the tiles are taken from.
    pub source: ActionSource,
    /// Which of them.
    pub color: TileColor,
    /// Where they are put.
    pub destination: Destination,
}

/// Where tiles can be taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionSource {
    /// A factory, by its number from 0.
    Factory(usize),
    /// The middle of the table.
    Center,
}

/// Where tiles can be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destination {
    /// A pattern line, by its number from 0.
    PatternLine(usize),
    /// The floor line.
    Floor,
}

impl Destination {
    /// Every place to put tiles, in the order in which actions are listed.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).map(Self::PatternLine).chain([Self::Floor])
    }
}

impl Display for ActionSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Factory(index) => write!(f, "F{index}"),
            Self::Center => f.write_str("C"),
        }
    }
}

impl Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PatternLine(row) => write!(f, "{row}"),
            Self::Floor => f.write_str("floor"),
        }
    }
}

impl Display for DraftAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source, self.color, self.destination)
    }
}

impl FromStr for DraftAction {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(':').collect();
        let [source, color, destination] = parts[..] else {
            return Err(format!("it has {} parts instead of three; {FORMS}", parts.len()));
        };
        Ok(Self { source: source.parse()?, color: read_color(color)?, destination: destination.parse()? })
    }
}

impl FromStr for ActionSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.to_ascii_lowercase();
        if ["c", "center", "centre"].contains(&word.as_str()) {
            return Ok(Self::Center);
        }
        let number = word.strip_prefix('f').and_then(|rest| rest.parse().ok());
        number.map(Self::Factory).ok_or_else(|| format!("'{text}' is nothing to take from; {FORMS}"))
    }
}

impl FromStr for Destination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("floor") {
            return Ok(Self::Floor);
        }
        text.parse().map(Self::PatternLine).map_err(|_| format!("'{text}' is nowhere to put tiles; {FORMS}"))
    }
}

/// A colour by its name or its letter.
fn read_color(text: &str) -> Result<TileColor, String> {
    let called = |color: &TileColor| {
        text.eq_ignore_ascii_case(color.word()) || text.eq_ignore_ascii_case(&color.letter().to_string())
    };
    TileColor::ALL.into_iter().find(called).ok_or_else(|| {
        format!("'{text}' is no colour: they are blue, yellow, red, black (K) and white; {FORMS}")
    })
}

/// The first byte of an action that has no short form; its codec bytes follow.
const ESCAPE: u8 = 255;
/// Factories with a larger number have no short form.
const SHORT_FACTORIES: usize = 49;

/// The bytes of an action: the first says what is taken, the second where it goes.
///
/// | byte | holds |
/// |---|---|
/// | 0 | 5 times the source (0 the centre, else the factory's number plus 1), plus the colour's number |
/// | 1 | the line's number, or 5 for the floor |
///
/// What does not fit, which no game allows, is [`ESCAPE`] and the codec's bytes.
pub(super) fn pack(action: &DraftAction) -> Vec<u8> {
    let source = match action.source {
        ActionSource::Center => Some(0),
        ActionSource::Factory(index) => (index < SHORT_FACTORIES).then_some(index + 1),
    };
    let destination = match action.destination {
        Destination::Floor => Some(SIDE),
        Destination::PatternLine(row) => (row < SIDE).then_some(row),
    };
    match (source, destination) {
        (Some(source), Some(destination)) => {
            vec![(source * TileColor::ALL.len() + action.color.index()) as u8, destination as u8]
        }
        _ => [vec![ESCAPE], codec::encode(action)].concat(),
    }
}

/// The action that [`pack`] made these very bytes from; no others are taken.
pub(super) fn unpack(bytes: &[u8]) -> Result<DraftAction, DecodeError> {
    let action = match *bytes {
        [ESCAPE, ref rest @ ..] => codec::decode(rest)?,
        [taken, destination] => short(taken.into(), destination.into()),
        _ => return Err(DecodeError::new("no action of azul has such bytes")),
    };
    if pack(&action) == bytes {
        Ok(action)
    } else {
        Err(DecodeError::new(format!("{action} is written with other bytes")))
    }
}

fn short(taken: usize, destination: usize) -> DraftAction {
    let colors = TileColor::ALL.len();
    let source = match taken / colors {
        0 => ActionSource::Center,
        factory => ActionSource::Factory(factory - 1),
    };
    let destination =
        if destination == SIDE { Destination::Floor } else { Destination::PatternLine(destination) };
    DraftAction { source, color: TileColor::ALL[taken % colors], destination }
}
