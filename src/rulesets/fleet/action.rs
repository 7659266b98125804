//! Player actions and their text and byte formats: roll, draw a ship or save, use a charge or hold it.
//!
//! Actions are stored in the log. Knows how an action is written; does not know whether it is legal.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::id::{Kind, MAX_SHIPS, Seat, ShipId};
use super::ships::Catalogue;
use crate::codec::{self, DecodeError};

const FORMS: &str = "write roll, A:build:defender, A:save, A3:at:B7 (aim a charge), A3:use (a charge without an aim) or A3:hold";

/// A player's decision. As text `roll`, `A:build:defender`, `A:save`, `A3:at:B7`, `A3:use` or `A3:hold`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an action: \"Roll\" or an object with Build, Save, Use or Hold")]
pub enum Action {
    /// Rolls the die and begins the round.
    Roll,
    /// A player draws a ship.
    Build {
        /// The player.
        player: Seat,
        /// Kind of the ship.
        ship: Kind,
    },
    /// A player saves the lines.
    Save {
        /// The player.
        player: Seat,
    },
    /// A ship spends charges on its power in this phase.
    Use {
        /// The ship.
        ship: ShipId,
        /// Target, if the power takes one.
        #[serde(default)]
        target: Option<ShipId>,
    },
    /// A ship keeps its charges in this phase.
    Hold {
        /// The ship.
        ship: ShipId,
    },
}

impl Action {
    /// Returns the player whose decision it is; `None` if it is not secret.
    pub fn player(&self) -> Option<Seat> {
        match self {
            Self::Roll => None,
            Self::Build { player, .. } | Self::Save { player } => Some(*player),
            Self::Use { ship, .. } | Self::Hold { ship } => Some(ship.owner),
        }
    }

    /// Returns the target, if it has one.
    pub fn target(&self) -> Option<ShipId> {
        if let Self::Use { target, .. } = self { *target } else { None }
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll => f.write_str("roll"),
            Self::Build { player, ship } => write!(f, "{player}:build:{ship}"),
            Self::Save { player } => write!(f, "{player}:save"),
            Self::Use { ship, target: Some(target) } => write!(f, "{ship}:at:{target}"),
            Self::Use { ship, target: None } => write!(f, "{ship}:use"),
            Self::Hold { ship } => write!(f, "{ship}:hold"),
        }
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(':').collect();
        let verb = parts.get(1).map(|verb| verb.to_ascii_lowercase());
        let read = match (&parts[..], verb.as_deref()) {
            ([roll], _) if roll.eq_ignore_ascii_case("roll") => Ok(Self::Roll),
            ([who, _, kind], Some("build")) => {
                let ship = kind.to_ascii_lowercase().parse();
                who.parse().and_then(|player| Ok(Self::Build { player, ship: ship? }))
            }
            ([who, _], Some("save")) => who.parse().map(|player| Self::Save { player }),
            ([ship, _], Some("hold")) => ship.parse().map(|ship| Self::Hold { ship }),
            ([ship, _], Some("use")) => ship.parse().map(|ship| Self::Use { ship, target: None }),
            ([ship, _, target], Some("at")) => {
                ship.parse().and_then(|ship| Ok(Self::Use { ship, target: Some(target.parse()?) }))
            }
            ([_, verb, ..], _) => {
                Err(format!("'{}' is not an action, or is incomplete", verb.escape_debug()))
            }
            _ => Err("there is no colon in it".to_owned()),
        };
        read.map_err(|problem| format!("{problem}; {FORMS}"))
    }
}

/// The only byte of a roll.
const ROLL: u8 = 0;
/// First byte of an action without a short form.
const ESCAPE: u8 = 126;
/// Second byte of a build whose ship is not in the catalogue.
const BUILD: u8 = 1;
/// First byte of what A does at the yard; with [`OWNER`] it is B's.
const YARD: u8 = 127;
/// Bit that is set for B and B's ships.
const OWNER: u8 = 128;
/// Second byte of a ship that holds.
const HOLD: u8 = 0;
/// Second byte of a ship that acts without a target.
const USE: u8 = YARD;
/// Second byte of a player who saves; smaller values are catalogue indices.
const SAVE: u8 = 255;

// Ship ids must leave room for the other first bytes.
const _: () = assert!(MAX_SHIPS < ESCAPE);

/// Encodes an action: one or two bytes, and more only for a ship that is not in the catalogue. A ship is its number,
/// plus 128 if it is B's.
///
/// | bytes | action |
/// |---|---|
/// | 0 | roll |
/// | ship 0 | the ship holds |
/// | ship 127 | the ship acts without a target |
/// | ship ship | the first ship acts and targets the second |
/// | 127 or 255, 255 | A or B saves |
/// | 127 or 255, index | A or B draws the ship at this index, from 0, of the level's catalogue |
/// | 126 1 seat kind | A (0) or B (1) draws a ship that is not in the catalogue; its kind as the codec writes text |
pub(super) fn pack(ships: &Catalogue, action: &Action) -> Vec<u8> {
    let yard = |player: Seat| YARD | owner_bit(player);
    match action {
        Action::Roll => vec![ROLL],
        Action::Save { player } => vec![yard(*player), SAVE],
        Action::Hold { ship } => vec![ship_byte(*ship), HOLD],
        Action::Use { ship, target } => vec![ship_byte(*ship), target.map_or(USE, ship_byte)],
        Action::Build { player, ship } => {
            let place = (0..SAVE).zip(ships.designs()).find(|(_, design)| design.kind == *ship);
            match place {
                Some((place, _)) => vec![yard(*player), place],
                None => [vec![ESCAPE, BUILD, seat_code(*player)], codec::encode(ship)].concat(),
            }
        }
    }
}

/// Decodes what [`pack`] wrote; any other bytes are refused.
pub(super) fn unpack(ships: &Catalogue, bytes: &[u8]) -> Result<Action, DecodeError> {
    let action = match bytes {
        [ROLL] => Action::Roll,
        [ESCAPE, BUILD, seat, kind @ ..] => {
            Action::Build { player: seat_from_code(*seat)?, ship: codec::decode(kind)? }
        }
        [first, second] if first & !OWNER == YARD => at_yard(ships, owner(*first), *second)?,
        [first, HOLD] => Action::Hold { ship: ship(*first)? },
        [first, USE] => Action::Use { ship: ship(*first)?, target: None },
        [first, second] => Action::Use { ship: ship(*first)?, target: Some(ship(*second)?) },
        _ => return Err(DecodeError::new("these bytes are not an action of fleet")),
    };
    if pack(ships, &action) == bytes {
        Ok(action)
    } else {
        Err(DecodeError::new(format!("{action} has a different encoding")))
    }
}

/// Names of the codes in the bytes of an action: what is done, and by whom.
pub(super) fn tags(action: &Action) -> Vec<String> {
    let verb = match action {
        Action::Roll => "roll",
        Action::Build { .. } => "build",
        Action::Save { .. } => "save",
        Action::Use { target: Some(_), .. } => "at",
        Action::Use { target: None, .. } => "use",
        Action::Hold { .. } => "hold",
    };
    vec![action.player().map_or_else(|| verb.to_owned(), |player| format!("{player}:{verb}"))]
}

/// Returns every name that [`tags`] can return: those of all actions that fit in two bytes.
pub(super) fn all_tags() -> Vec<String> {
    let ships = Catalogue::built_in();
    let pairs = (0..=u16::MAX).filter_map(|pair| unpack(&ships, &pair.to_be_bytes()).ok());
    let all: BTreeSet<String> = pairs.chain([Action::Roll]).flat_map(|action| tags(&action)).collect();
    all.into_iter().collect()
}

fn at_yard(ships: &Catalogue, player: Seat, place: u8) -> Result<Action, DecodeError> {
    if place == SAVE {
        return Ok(Action::Save { player });
    }
    let design = ships.designs().get(usize::from(place));
    let design =
        design.ok_or_else(|| DecodeError::new(format!("there is no ship {place} in the catalogue")))?;
    Ok(Action::Build { player, ship: design.kind.clone() })
}

fn seat_code(seat: Seat) -> u8 {
    match seat {
        Seat::A => 0,
        Seat::B => 1,
    }
}

fn seat_from_code(code: u8) -> Result<Seat, DecodeError> {
    Ok(match code {
        0 => Seat::A,
        1 => Seat::B,
        _ => return Err(DecodeError::new(format!("there is no player {code}"))),
    })
}

fn owner_bit(seat: Seat) -> u8 {
    if seat == Seat::B { OWNER } else { 0 }
}

fn owner(byte: u8) -> Seat {
    if byte & OWNER == 0 { Seat::A } else { Seat::B }
}

fn ship_byte(ship: ShipId) -> u8 {
    ship.number | owner_bit(ship.owner)
}

fn ship(byte: u8) -> Result<ShipId, DecodeError> {
    let number = byte & !OWNER;
    if (1..=MAX_SHIPS).contains(&number) {
        Ok(ShipId { owner: owner(byte), number })
    } else {
        Err(DecodeError::new(format!("no ship has the number {number}")))
    }
}
