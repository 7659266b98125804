//! Player actions and their text and byte formats: which tiles to take from where, and where to put them.
//!
//! Actions are stored in the log. Knows how an action is written; does not know whether it is legal.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::state::SIDE;
use super::tiles::TileColor;
use crate::codec::{self, DecodeError};

const FORMS: &str = "write what to take and where to put it, such as F0:blue:2 (factory 0, into line 2) or \
                     C:red:floor (from the centre, to the floor)";

/// Takes all tiles of a colour from a factory or the centre, and puts them into a line or on the floor. As text with
/// colons: `F0:blue:2`, `C:red:floor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an action with source, color and destination")]
pub struct DraftAction {
    /// Source of the tiles.
    pub source: ActionSource,
    /// Colour to take.
    pub color: TileColor,
    /// Destination of the tiles.
    pub destination: Destination,
}

/// Place that tiles can be taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionSource {
    /// A factory, by its index from 0. Any number can be written, on every machine; few are legal.
    Factory(u64),
    /// The centre of the table.
    Center,
}

/// Place that tiles can be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destination {
    /// A pattern line, by its index from 0.
    PatternLine(u64),
    /// The floor line.
    Floor,
}

impl Destination {
    /// Returns every destination, in the order in which actions are listed.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE as u64).map(Self::PatternLine).chain([Self::Floor])
    }
}

/// Returns the index into a list that a number of an action stands for: one that no list has if the machine cannot hold
/// the number.
pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
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
        number.map(Self::Factory).ok_or_else(|| format!("'{text}' is not a source; {FORMS}"))
    }
}

impl FromStr for Destination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("floor") {
            return Ok(Self::Floor);
        }
        text.parse().map(Self::PatternLine).map_err(|_| format!("'{text}' is not a destination; {FORMS}"))
    }
}

/// Reads a colour from its name or its letter.
fn read_color(text: &str) -> Result<TileColor, String> {
    let called = |color: &TileColor| {
        text.eq_ignore_ascii_case(color.word()) || text.eq_ignore_ascii_case(&color.letter().to_string())
    };
    TileColor::ALL.into_iter().find(called).ok_or_else(|| {
        format!("'{text}' is not a colour: the colours are blue, yellow, red, black (K) and white; {FORMS}")
    })
}

/// First byte of an action without a short form.
const ESCAPE: u8 = 255;
/// Factories from this index on have no short form.
const SHORT_FACTORIES: u64 = 49;
/// Number of colours, by which a source is multiplied in the first byte.
const COLORS: u8 = 5;
/// Second byte of an action that goes to the floor.
const FLOOR: u8 = 5;

/// Encodes an action: the first byte says what is taken, the second where it goes.
///
/// | byte | holds |
/// |---|---|
/// | 0 | 5 times the source (0 the centre, else the factory's number plus 1), plus the colour: 0 blue, 1 yellow, 2 red, 3 black, 4 white |
/// | 1 | the line's number, 0 to 4, or 5 for the floor |
///
/// An action that does not fit, which no game allows, is written as [`ESCAPE`]; 0 and a factory as the codec writes
/// numbers, or 1 for the centre; the colour; and 0 and a line, or 1 for the floor.
pub(super) fn pack(action: &DraftAction) -> Vec<u8> {
    let source = match action.source {
        ActionSource::Center => Some(0),
        ActionSource::Factory(index) => (index < SHORT_FACTORIES).then_some(index as u8 + 1),
    };
    let destination = match action.destination {
        Destination::Floor => Some(FLOOR),
        Destination::PatternLine(row) => (row < SIDE as u64).then_some(row as u8),
    };
    match (source, destination) {
        (Some(source), Some(destination)) => vec![source * COLORS + color_code(action.color), destination],
        _ => long(action),
    }
}

/// Decodes what [`pack`] wrote; any other bytes are refused.
pub(super) fn unpack(bytes: &[u8]) -> Result<DraftAction, DecodeError> {
    let action = match *bytes {
        [ESCAPE, ref rest @ ..] => from_long(rest)?,
        [taken, destination] => from_short(taken, destination)?,
        _ => return Err(DecodeError::new("these bytes are not an action of azul")),
    };
    if pack(&action) == bytes {
        Ok(action)
    } else {
        Err(DecodeError::new(format!("{action} has a different encoding")))
    }
}

/// Names of the codes in the bytes of an action. All factories share one name.
pub(super) fn tags(action: &DraftAction) -> Vec<String> {
    let source = match action.source {
        ActionSource::Center => "C",
        ActionSource::Factory(_) => "F",
    };
    vec![source.to_owned(), action.color.to_string(), action.destination.to_string()]
}

/// Returns every name that [`tags`] can return.
pub(super) fn all_tags() -> Vec<String> {
    let short = |taken| from_short(taken, FLOOR).ok();
    let lines = (0..=FLOOR).filter_map(|destination| from_short(0, destination).ok());
    let all = (0..=u8::MAX).filter_map(short).chain(lines);
    let tags: BTreeSet<String> = all.flat_map(|action| tags(&action)).collect();
    tags.into_iter().collect()
}

fn from_short(taken: u8, destination: u8) -> Result<DraftAction, DecodeError> {
    let source = match taken / COLORS {
        0 => ActionSource::Center,
        factory => ActionSource::Factory(u64::from(factory) - 1),
    };
    let destination = match destination {
        FLOOR => Destination::Floor,
        line => Destination::PatternLine(line.into()),
    };
    Ok(DraftAction { source, color: color_from_code(taken % COLORS)?, destination })
}

fn long(action: &DraftAction) -> Vec<u8> {
    let mut bytes = vec![ESCAPE];
    match action.source {
        ActionSource::Factory(index) => bytes.extend(codec::encode(&(0u8, index))),
        ActionSource::Center => bytes.push(1),
    }
    bytes.push(color_code(action.color));
    match action.destination {
        Destination::PatternLine(row) => bytes.extend(codec::encode(&(0u8, row))),
        Destination::Floor => bytes.push(1),
    }
    bytes
}

fn from_long(mut bytes: &[u8]) -> Result<DraftAction, DecodeError> {
    let rest = &mut bytes;
    let source = match codec::take::<u8>(rest)? {
        0 => ActionSource::Factory(codec::take(rest)?),
        1 => ActionSource::Center,
        code => return Err(DecodeError::new(format!("there is no source {code}"))),
    };
    let color = color_from_code(codec::take(rest)?)?;
    let destination = match codec::take::<u8>(rest)? {
        0 => Destination::PatternLine(codec::take(rest)?),
        1 => Destination::Floor,
        code => return Err(DecodeError::new(format!("there is no destination {code}"))),
    };
    if rest.is_empty() { Ok(DraftAction { source, color, destination }) } else { Err(codec::left_over(rest)) }
}

fn color_code(color: TileColor) -> u8 {
    match color {
        TileColor::Blue => 0,
        TileColor::Yellow => 1,
        TileColor::Red => 2,
        TileColor::Black => 3,
        TileColor::White => 4,
    }
}

fn color_from_code(code: u8) -> Result<TileColor, DecodeError> {
    Ok(match code {
        0 => TileColor::Blue,
        1 => TileColor::Yellow,
        2 => TileColor::Red,
        3 => TileColor::Black,
        4 => TileColor::White,
        _ => return Err(DecodeError::new(format!("there is no colour {code}"))),
    })
}
