//! Text format of actions and positions. The byte of an action in the log is [`Action::code`].
//!
//! `N S E W` move, `.` waits, `U` uses a rift, `PN` to `PW` push, `LN` to `LW` pull, `R` restarts. Knows no rule.

use std::fmt;
use std::str::FromStr;

use super::core::Direction;
use super::game::Action;

/// Reads an action from its letters, in either case.
pub(super) fn read(text: &str) -> Result<Action, String> {
    known(text.to_ascii_uppercase().as_bytes()).ok_or_else(|| {
        "the actions are N S E W to move, . to wait, U to use a rift, PN PS PE PW to push, LN LS LE LW to pull, \
         R to restart"
            .to_owned()
    })
}

fn known(letters: &[u8]) -> Option<Action> {
    Some(match letters {
        b"." => Action::Wait,
        b"U" => Action::UseRift,
        b"R" => Action::Restart,
        [towards] => Action::Move(direction(*towards)?),
        [b'P', towards] => Action::Push(direction(*towards)?),
        [b'L', towards] => Action::Pull(direction(*towards)?),
        _ => return None,
    })
}

fn direction(towards: u8) -> Option<Direction> {
    Direction::all().into_iter().find(|direction| letter(*direction).as_bytes() == [towards])
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(direction) => f.write_str(letter(*direction)),
            Self::Wait => f.write_str("."),
            Self::UseRift => f.write_str("U"),
            Self::Push(direction) => write!(f, "P{}", letter(*direction)),
            Self::Pull(direction) => write!(f, "L{}", letter(*direction)),
            Self::Restart => f.write_str("R"),
        }
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        read(text)
    }
}

fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "N",
        Direction::South => "S",
        Direction::East => "E",
        Direction::West => "W",
    }
}
