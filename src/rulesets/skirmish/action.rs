//! What a player decides, and its text and bytes: let a tick pass, or give one character an order before it does.
//!
//! Stands in the log. Knows how an action is written; does not know whether it is legal.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::compass::{self, FACINGS};
use super::deed::ActionKind;
use super::id::CharacterId;
use crate::codec::{self, DecodeError};
use crate::scene::Facing;

const FORMS: &str = "write Tick, or an order such as A:hold, A:move:N, A:light:E or A:heavy:S (the directions are N, S, E and W)";

/// What a player decides. As text `Tick`, or the order with colons: `A:hold`, `A:move:N`, `A:light:E`, `A:heavy:S`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// A tick passes; whoever is idle decides by the policy.
    Tick,
    /// A person decides for one character, before the tick.
    Order {
        /// For whom.
        character: CharacterId,
        /// What it shall do.
        intent: Intent,
    },
}

/// What a character shall do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Intent {
    /// Stay, for one tick.
    Hold,
    /// Step to the neighbouring cell.
    Move(Facing),
    /// A light attack on the neighbouring cell.
    Light(Facing),
    /// A heavy attack on the neighbouring cell.
    Heavy(Facing),
}

impl Intent {
    /// Every intent, in the order in which actions are listed and numbered.
    pub fn all() -> impl Iterator<Item = Self> {
        let each = |kind: fn(Facing) -> Self| FACINGS.into_iter().map(kind);
        std::iter::once(Self::Hold).chain(each(Self::Move)).chain(each(Self::Light)).chain(each(Self::Heavy))
    }

    /// What the character will be busy with.
    pub fn kind(self) -> ActionKind {
        match self {
            Self::Hold | Self::Move(_) => ActionKind::Move,
            Self::Light(_) => ActionKind::Light,
            Self::Heavy(_) => ActionKind::Heavy,
        }
    }

    /// The direction it goes, if any.
    pub fn facing(self) -> Option<Facing> {
        match self {
            Self::Hold => None,
            Self::Move(facing) | Self::Light(facing) | Self::Heavy(facing) => Some(facing),
        }
    }

    fn keyword(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Move(_) => "move",
            Self::Light(_) => "light",
            Self::Heavy(_) => "heavy",
        }
    }
}

impl Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())?;
        self.facing().map_or(Ok(()), |facing| write!(f, ":{}", compass::letter(facing)))
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tick => f.write_str("Tick"),
            Self::Order { character, intent } => write!(f, "{character}:{intent}"),
        }
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("tick") {
            return Ok(Self::Tick);
        }
        let (id, intent) = text.split_once(':').ok_or_else(|| format!("there is no colon in it; {FORMS}"))?;
        let character = id.parse().map_err(|problem: String| format!("{problem}; {FORMS}"))?;
        Ok(Self::Order { character, intent: intent.parse()? })
    }
}

impl FromStr for Intent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (keyword, direction) =
            text.split_once(':').map_or((text, None), |(word, rest)| (word, Some(rest)));
        let kind = match keyword.to_ascii_lowercase().as_str() {
            "hold" if direction.is_none() => return Ok(Self::Hold),
            "hold" => return Err(format!("'hold' takes no direction; {FORMS}")),
            "move" => Self::Move,
            "light" => Self::Light,
            "heavy" => Self::Heavy,
            _ => return Err(format!("'{keyword}' is nothing a character can do; {FORMS}")),
        };
        let direction = direction.ok_or_else(|| format!("'{keyword}' needs a direction; {FORMS}"))?;
        compass::read(direction).map(kind).ok_or_else(|| format!("'{direction}' is no direction; {FORMS}"))
    }
}

/// The first byte of a tick, which is its only one.
const TICK: u8 = 0;
/// The first byte of an action that has no short form; its codec bytes follow.
const ESCAPE: u8 = 255;

/// The bytes of an action: one for a tick, two for an order to one of the first 254 of `roster`, else [`ESCAPE`] and
/// the codec's bytes.
pub(super) fn pack<'a>(roster: impl Iterator<Item = &'a CharacterId>, action: &Action) -> Vec<u8> {
    let Action::Order { character, intent } = action else { return vec![TICK] };
    let place = roster.zip(1..ESCAPE).find(|(id, _)| *id == character);
    let code = (0..).zip(Intent::all()).find(|(_, known)| known == intent);
    match (place, code) {
        (Some((_, place)), Some((code, _))) => vec![place, code],
        _ => [vec![ESCAPE], codec::encode(action)].concat(),
    }
}

/// The action that [`pack`] made these very bytes from; no others are taken.
pub(super) fn unpack<'a, I>(roster: I, bytes: &[u8]) -> Result<Action, DecodeError>
where
    I: Iterator<Item = &'a CharacterId> + Clone,
{
    let action = match bytes {
        [TICK] => Action::Tick,
        [ESCAPE, rest @ ..] => codec::decode(rest)?,
        [place @ 1..=254, code] => short(roster.clone(), *place, *code)?,
        _ => return Err(DecodeError::new("no action of skirmish has such bytes")),
    };
    if pack(roster, &action) == bytes {
        Ok(action)
    } else {
        Err(DecodeError::new(format!("{action} is written with other bytes")))
    }
}

fn short<'a>(
    mut roster: impl Iterator<Item = &'a CharacterId>,
    place: u8,
    code: u8,
) -> Result<Action, DecodeError> {
    let character = roster.nth(usize::from(place - 1)).cloned();
    let character =
        character.ok_or_else(|| DecodeError::new(format!("the level has no character {place}")))?;
    let intent = Intent::all().nth(code.into());
    let intent = intent.ok_or_else(|| DecodeError::new(format!("there is no intent {code}")))?;
    Ok(Action::Order { character, intent })
}
