//! Player actions and their text and byte formats: let a tick pass, or give one character an order before it does.
//!
//! Actions are stored in the log. Knows how an action is written; does not know whether it is legal.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::compass::{self, FACINGS};
use super::deed::ActionKind;
use super::id::CharacterId;
use crate::codec::{self, DecodeError};
use crate::scene::Facing;

const FORMS: &str = "write Tick, or an order such as A:hold, A:move:N, A:light:E or A:heavy:S (the directions are N, S, E and W)";

/// A player's decision. As text `Tick`, or the order with colons: `A:hold`, `A:move:N`, `A:light:E`, `A:heavy:S`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// A tick passes; idle characters follow the policy.
    Tick,
    /// The player decides for one character, before the tick.
    Order {
        /// The character.
        character: CharacterId,
        /// The order.
        intent: Intent,
    },
}

/// An order for a character.
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
    /// Returns every intent, in the order in which actions are listed.
    pub fn all() -> impl Iterator<Item = Self> {
        let each = |kind: fn(Facing) -> Self| FACINGS.into_iter().map(kind);
        std::iter::once(Self::Hold).chain(each(Self::Move)).chain(each(Self::Light)).chain(each(Self::Heavy))
    }

    /// Returns the byte for this intent in the log. Codes are never reused: a new intent takes a free one.
    ///
    /// | codes | intent |
    /// |---|---|
    /// | 0 | hold |
    /// | 1 to 4 | move north, south, east, west |
    /// | 5 to 8 | light attack north, south, east, west |
    /// | 9 to 12 | heavy attack north, south, east, west |
    pub fn code(self) -> u8 {
        match self {
            Self::Hold => 0,
            Self::Move(facing) => 1 + facing_code(facing),
            Self::Light(facing) => 5 + facing_code(facing),
            Self::Heavy(facing) => 9 + facing_code(facing),
        }
    }

    /// Returns the intent for a byte in the log, if any.
    pub fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            0 => Self::Hold,
            1..=4 => Self::Move(facing_from_code(code - 1)?),
            5..=8 => Self::Light(facing_from_code(code - 5)?),
            9..=12 => Self::Heavy(facing_from_code(code - 9)?),
            _ => return None,
        })
    }

    /// Returns the kind of the action that carries it out.
    pub fn kind(self) -> ActionKind {
        match self {
            Self::Hold | Self::Move(_) => ActionKind::Move,
            Self::Light(_) => ActionKind::Light,
            Self::Heavy(_) => ActionKind::Heavy,
        }
    }

    /// Returns its direction, if any.
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
        compass::read(direction).map(kind).ok_or_else(|| format!("'{direction}' is not a direction; {FORMS}"))
    }
}

/// First and only byte of a tick.
const TICK: u8 = 0;
/// First byte of an order without a short form.
const ESCAPE: u8 = 255;
/// Second byte of an order without a short form.
const ORDER: u8 = 1;

/// Encodes an action: one byte for a tick, two for an order.
///
/// | bytes | action |
/// |---|---|
/// | 0 | tick |
/// | p i | order to the p-th character of the level, p from 1 to 254, to do what [`Intent::code`] i says |
/// | 255 1 id v f | order to anybody else: the id as the codec writes it, verb v (0 hold, 1 move, 2 light, 3 heavy), and direction f (0 north, 1 south, 2 east, 3 west) unless v is 0 |
pub(super) fn pack<'a>(roster: impl Iterator<Item = &'a CharacterId>, action: &Action) -> Vec<u8> {
    let Action::Order { character, intent } = action else { return vec![TICK] };
    match roster.zip(1..ESCAPE).find(|(id, _)| *id == character) {
        Some((_, place)) => vec![place, intent.code()],
        None => [vec![ESCAPE, ORDER], codec::encode(character), long_code(*intent)].concat(),
    }
}

/// Decodes what [`pack`] wrote; any other bytes are refused.
pub(super) fn unpack<'a, I>(roster: I, bytes: &[u8]) -> Result<Action, DecodeError>
where
    I: Iterator<Item = &'a CharacterId> + Clone,
{
    let action = match bytes {
        // Refused below: a tick has a short form.
        [TICK] | [ESCAPE, TICK] => Action::Tick,
        [ESCAPE, ORDER, rest @ ..] => long(rest)?,
        [place @ 1..=254, code] => short(roster.clone(), *place, *code)?,
        _ => return Err(DecodeError::new("no action of skirmish has such bytes")),
    };
    if pack(roster, &action) == bytes {
        Ok(action)
    } else {
        Err(DecodeError::new(format!("{action} has a different encoding")))
    }
}

/// Returns the name of the code in the bytes of an action.
pub(super) fn tags(action: &Action) -> Vec<String> {
    vec![match action {
        Action::Tick => "tick".to_owned(),
        Action::Order { intent, .. } => intent.to_string(),
    }]
}

/// Returns every name that [`tags`] can return.
pub(super) fn all_tags() -> Vec<String> {
    let intents = (0..=u8::MAX).filter_map(Intent::from_code).map(|intent| intent.to_string());
    tags(&Action::Tick).into_iter().chain(intents).collect()
}

fn short<'a>(
    mut roster: impl Iterator<Item = &'a CharacterId>,
    place: u8,
    code: u8,
) -> Result<Action, DecodeError> {
    let character = roster.nth(usize::from(place - 1)).cloned();
    let character =
        character.ok_or_else(|| DecodeError::new(format!("the level has no character {place}")))?;
    let intent = Intent::from_code(code);
    let intent = intent.ok_or_else(|| DecodeError::new(format!("there is no intent {code}")))?;
    Ok(Action::Order { character, intent })
}

fn long(mut rest: &[u8]) -> Result<Action, DecodeError> {
    let character = codec::take(&mut rest)?;
    let intent = match *rest {
        [0] => Some(Intent::Hold),
        [1, facing] => facing_from_code(facing).map(Intent::Move),
        [2, facing] => facing_from_code(facing).map(Intent::Light),
        [3, facing] => facing_from_code(facing).map(Intent::Heavy),
        _ => None,
    };
    let intent = intent.ok_or_else(|| DecodeError::new(format!("{rest:02x?} is not an intent")))?;
    Ok(Action::Order { character, intent })
}

fn long_code(intent: Intent) -> Vec<u8> {
    match intent {
        Intent::Hold => vec![0],
        Intent::Move(facing) => vec![1, facing_code(facing)],
        Intent::Light(facing) => vec![2, facing_code(facing)],
        Intent::Heavy(facing) => vec![3, facing_code(facing)],
    }
}

fn facing_code(facing: Facing) -> u8 {
    match facing {
        Facing::North => 0,
        Facing::South => 1,
        Facing::East => 2,
        Facing::West => 3,
    }
}

fn facing_from_code(code: u8) -> Option<Facing> {
    Some(match code {
        0 => Facing::North,
        1 => Facing::South,
        2 => Facing::East,
        3 => Facing::West,
        _ => return None,
    })
}
