//! Names of characters and of the sides they fight for.
//!
//! Used by every other part of this ruleset. Knows how a name is written in JSON, in bytes and in the text of an
//! action; knows nothing of battles.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::codec::{self, Coded};
use crate::level_text::quoted;

/// Largest number that is a character's name: the largest integer of a level file.
const LARGEST_NUMBER: u64 = i64::MAX as u64;

/// Name of a character. In JSON a string or an integer, written as it was read. Numbers sort before names.
///
/// As text a number is written as it is; a name of digits only is distinguished by a leading `@`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CharacterId {
    /// A number.
    Number(u64),
    /// Anything else.
    Name(Arc<str>),
}

/// A side in the battle: any string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Faction(pub Arc<str>);

impl CharacterId {
    /// Returns the character for a letter on a map.
    pub fn letter(letter: char) -> Self {
        Self::Name(letter.to_string().into())
    }

    /// Returns the letter for this character on a map, if there is one.
    pub fn as_letter(&self) -> Option<char> {
        let Self::Name(name) = self else { return None };
        let mut letters = name.chars();
        letters.next().filter(|letter| letter.is_alphanumeric() && letters.next().is_none())
    }

    /// Returns the display name of a character without a name of its own.
    pub fn spoken(&self) -> Arc<str> {
        match self {
            Self::Number(number) => number.to_string().into(),
            Self::Name(name) => name.clone(),
        }
    }

    /// Returns the reason why this cannot name a character, if any: an order must be writable as one word of text.
    pub(super) fn fault(&self) -> Option<String> {
        match self {
            Self::Number(number) if *number > LARGEST_NUMBER => {
                Some(format!("the id {number} is too large: numbers go up to {LARGEST_NUMBER}"))
            }
            Self::Number(_) => None,
            Self::Name(name) if name.is_empty() => Some("an id is empty: give the character a name".into()),
            Self::Name(name) if name.chars().any(breaks_text) => Some(format!(
                "the id {} holds a colon, a space or a control character: orders could not be written as text",
                quoted(name)
            )),
            Self::Name(_) => None,
        }
    }
}

fn breaks_text(letter: char) -> bool {
    letter == ':' || letter.is_whitespace() || letter.is_control()
}

fn needs_mark(name: &str) -> bool {
    name.starts_with('@') || name.bytes().all(|byte| byte.is_ascii_digit())
}

impl From<&str> for CharacterId {
    fn from(name: &str) -> Self {
        Self::Name(name.into())
    }
}

impl Display for CharacterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) if needs_mark(name) => write!(f, "@{name}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

impl FromStr for CharacterId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let id = match text.strip_prefix('@') {
            Some(name) => Self::from(name),
            None if text.is_empty() || !needs_mark(text) => Self::from(text),
            None => {
                Self::Number(text.parse().map_err(|_| format!("the number {text} is too large for an id"))?)
            }
        };
        id.fault().map_or(Ok(id), Err)
    }
}

impl Display for Faction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Faction {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

/// Code of a number in bytes, where nothing else says what follows.
const NUMBER: u8 = 0;
/// Code of a name in bytes.
const NAME: u8 = 1;

impl Serialize for CharacterId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self, serializer.is_human_readable()) {
            (Self::Number(number), true) => serializer.serialize_u64(*number),
            (Self::Name(name), true) => serializer.serialize_str(name),
            (Self::Number(number), false) => (NUMBER, number).serialize(serializer),
            (Self::Name(name), false) => (NAME, name).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for CharacterId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(IdVisitor)
        } else {
            codec::read_coded(deserializer)
        }
    }
}

impl Coded for CharacterId {
    const NAME: &'static str = "name of a character";

    fn read_rest<'de, A: SeqAccess<'de>>(code: u8, rest: &mut A) -> Result<Option<Self>, A::Error> {
        Ok(match code {
            NUMBER => rest.next_element()?.map(Self::Number),
            NAME => rest.next_element()?.map(Self::Name),
            _ => None,
        })
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = CharacterId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a character's id: a string or a whole number that is not negative")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<CharacterId, E> {
        Ok(CharacterId::Number(number))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<CharacterId, E> {
        let refused = |_| E::invalid_value(de::Unexpected::Signed(number), &self);
        u64::try_from(number).map(CharacterId::Number).map_err(refused)
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<CharacterId, E> {
        Ok(CharacterId::from(name))
    }
}
