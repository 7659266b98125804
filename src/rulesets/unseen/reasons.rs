//! Why an action is refused, in the words of players: names of things, directions, and no coordinates.
//!
//! Called through `Show`. The errors of the rules say the same with positions, for programs.

use super::Unseen;
use super::controls::word;
use super::core::{EntityId, Position};
use super::game::validation::{blocker, validate_move_target};
use super::game::{ActionError, GameState, MoveError};

impl Unseen {
    /// Returns the reason in plain words; `None` if it needs to name an earlier turn.
    pub(super) fn reason(&self, game: &GameState, error: &ActionError) -> Option<String> {
        Some(match error {
            ActionError::GameNotActive { phase } => {
                format!("the game is over ({phase}): only a restart is left")
            }
            ActionError::MoveBlocked(error) => self.move_reason(error),
            ActionError::NoRiftHere => "there is no rift here".to_owned(),
            ActionError::InvalidRiftTarget { target, .. } => self.beyond_the_rift(game, *target),
            ActionError::NothingToPush { direction } => {
                format!("there is no box to the {} to push", word(*direction))
            }
            ActionError::PushBlocked { blocked_at } => self.behind_the_box(game, *blocked_at),
            ActionError::PushChainTooLong { max: 1, .. } => "you can push only one box at a time".to_owned(),
            ActionError::PushChainTooLong { max, .. } => format!("you can push at most {max} boxes in a row"),
            ActionError::NothingToPull { direction } => {
                format!("there is no box to the {} to pull", word(direction.opposite()))
            }
            ActionError::NotPullable { entity_id } => format!("{} cannot be pulled", self.called(*entity_id)),
            ActionError::Paradox { .. } => return None,
            ActionError::Internal(reason) => reason.clone(),
        })
    }

    fn move_reason(&self, error: &MoveError) -> String {
        match error {
            MoveError::OutOfBounds { .. } => "the board ends there".to_owned(),
            MoveError::Blocked { entity_id, .. } => format!("{} is in the way", self.called(*entity_id)),
            MoveError::SelfIntersection { t, .. } => format!("you were already there at t {t}"),
            MoveError::InvalidDirection => "that is not a neighbouring cell".to_owned(),
            MoveError::TimeOverflow { max_t, .. } => format!("time ends at t {max_t}"),
        }
    }

    fn beyond_the_rift(&self, game: &GameState, target: Position) -> String {
        let reason = validate_move_target(game, target).err().map(|error| self.move_reason(&error));
        format!("the rift is closed: at its other end {}", reason.unwrap_or_else(|| "is no room".to_owned()))
    }

    fn behind_the_box(&self, game: &GameState, at: Position) -> String {
        let cube = game.cube();
        match blocker(cube, at, &[]) {
            Some(thing) => format!("{} is behind the box", self.called(cube.base().id(thing))),
            None if cube.in_bounds(at) => format!("you were already behind the box at t {}", at.t),
            None => "the board ends behind the box".to_owned(),
        }
    }

    /// "a wall", or the name that its author gave it.
    fn called(&self, id: EntityId) -> String {
        let name = self.name(id);
        name.strip_prefix("the ").map_or_else(|| name.to_owned(), |kind| format!("{} {kind}", article(kind)))
    }
}

fn article(kind: &str) -> &'static str {
    if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
