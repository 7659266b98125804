//! Names of players and ships: `A`, `B7`, `defender`.
//!
//! Used throughout this ruleset. Knows how names are written and read; does not know which ships are still alive.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Most ships that a player can ever have, including lost ones. Keeps an action within two bytes.
pub const MAX_SHIPS: u8 = 120;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(expecting = "a player: \"A\" or \"B\"")]
pub enum Seat {
    /// The first.
    A,
    /// The second.
    B,
}

/// Both players, in order.
pub const SEATS: [Seat; 2] = [Seat::A, Seat::B];

impl Seat {
    /// Returns the other player.
    pub fn other(self) -> Self {
        if self == Self::A { Self::B } else { Self::A }
    }

    /// Returns the index in a list of two.
    pub fn index(self) -> usize {
        usize::from(self == Self::B)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::A { "A" } else { "B" })
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "A" | "a" => Ok(Self::A),
            "B" | "b" => Ok(Self::B),
            _ => Err(format!("'{}' is not a player: the players are A and B", text.escape_debug())),
        }
    }
}

/// Id of a ship: the letter of its owner and its number among all ships the owner ever had. Numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipId {
    /// The owner.
    pub owner: Seat,
    /// From 1 to [`MAX_SHIPS`].
    pub number: u8,
}

impl fmt::Display for ShipId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.owner, self.number)
    }
}

impl FromStr for ShipId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("'{}' is not a ship: write its owner and number, such as A3", text.escape_debug());
        let (owner, number) = text.split_at_checked(1).ok_or_else(wrong)?;
        // A number has only one form, so that a name that is read and written again is the same.
        let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let number = number.parse().ok().filter(|number| plain && (1..=MAX_SHIPS).contains(number));
        Ok(Self { owner: owner.parse().map_err(|_| wrong())?, number: number.ok_or_else(wrong)? })
    }
}

impl Serialize for ShipId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            (self.owner, self.number).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for ShipId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            return text.parse().map_err(de::Error::custom);
        }
        let (owner, number) = <(Seat, u8)>::deserialize(deserializer)?;
        if !(1..=MAX_SHIPS).contains(&number) {
            return Err(de::Error::custom(format!("no ship has the number {number}")));
        }
        Ok(Self { owner, number })
    }
}

/// A kind of ship, by its word in files and actions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kind(pub Arc<str>);

impl Kind {
    /// Returns whether a word can name a kind: lowercase letters, digits and `_`, not too long.
    pub fn is_word(text: &str) -> bool {
        let sign = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        (1..=40).contains(&text.len()) && text.bytes().all(sign)
    }
}

impl From<&str> for Kind {
    fn from(word: &str) -> Self {
        Self(word.into())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("'{}' is not a kind of ship: write a word such as science_vessel", text.escape_debug())
        };
        Self::is_word(text).then(|| Self::from(text)).ok_or_else(wrong)
    }
}
