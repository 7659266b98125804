//! The player's actions, their outcomes, and why they are refused.
//!
//! [`apply_action`], [`preview_action`] and [`validate_action`] cannot disagree: one function computes the effect of
//! an action (`effect`), and all three use it. Knows no history but the state's own.

use serde::{Deserialize, Serialize};

use super::config::GamePhase;
use super::effect::{self, Effect};
use super::state::GameState;
use crate::rulesets::unseen::core::{Direction, EntityId, Position, PropagationResult};

/// An action of the player. Everything but `Restart` costs a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// A step to a neighbouring cell, one tick later.
    Move(Direction),
    /// One tick in the same cell.
    Wait,
    /// Goes through the rift here.
    UseRift,
    /// A step into the cell of a box, which moves on.
    Push(Direction),
    /// A step away from a box, which follows.
    Pull(Direction),
    /// Back to the start.
    Restart,
}

impl Action {
    /// Returns every action, in the order in which they are listed everywhere.
    pub fn all() -> impl Iterator<Item = Action> {
        let moves = Direction::all().map(Action::Move).into_iter().chain([Action::Wait, Action::UseRift]);
        let pushes = Direction::all().map(Action::Push).into_iter();
        moves.chain(pushes).chain(Direction::all().map(Action::Pull)).chain([Action::Restart])
    }

    /// Returns the byte for this action in the log. Codes are never reused: a new action takes a free one.
    ///
    /// | codes | action |
    /// |---|---|
    /// | 0 to 3 | move north, south, east, west |
    /// | 4, 5 | wait, use the rift |
    /// | 6 to 9 | push north, south, east, west |
    /// | 10 to 13 | pull north, south, east, west |
    /// | 14 | restart |
    pub fn code(self) -> u8 {
        match self {
            Self::Move(direction) => direction_code(direction),
            Self::Wait => 4,
            Self::UseRift => 5,
            Self::Push(direction) => 6 + direction_code(direction),
            Self::Pull(direction) => 10 + direction_code(direction),
            Self::Restart => 14,
        }
    }

    /// Returns the action for a byte in the log, if any.
    pub fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            0..=3 => Self::Move(direction_from_code(code)?),
            4 => Self::Wait,
            5 => Self::UseRift,
            6..=9 => Self::Push(direction_from_code(code - 6)?),
            10..=13 => Self::Pull(direction_from_code(code - 10)?),
            14 => Self::Restart,
            _ => return None,
        })
    }
}

pub(super) fn direction_code(direction: Direction) -> u8 {
    match direction {
        Direction::North => 0,
        Direction::South => 1,
        Direction::East => 2,
        Direction::West => 3,
    }
}

fn direction_from_code(code: u8) -> Option<Direction> {
    Some(match code {
        0 => Direction::North,
        1 => Direction::South,
        2 => Direction::East,
        3 => Direction::West,
        _ => return None,
    })
}

/// Result of an action.
#[derive(Debug, Clone)]
pub struct ActionResult {
    /// The state after it.
    pub state: GameState,
    /// The outcome.
    pub outcome: ActionOutcome,
    /// Entities that moved, with start and end: the player first, then boxes from the nearest to the farthest.
    pub moved_entities: Vec<(EntityId, Position, Position)>,
    /// Changes in later slices, if boxes were moved, with a warning for each box that meets something there that
    /// blocks.
    pub propagation: Option<PropagationResult>,
}

/// Outcome of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum ActionOutcome {
    /// The player took a step.
    Moved {
        /// Start of the step.
        from: Position,
        /// End of the step.
        to: Position,
    },
    /// The player waited.
    Waited {
        /// Position of the player now.
        at: Position,
    },
    /// The player used a rift.
    Rifted {
        /// Position of the rift.
        from: Position,
        /// Its target.
        to: Position,
    },
    /// The player pushed boxes.
    Pushed {
        /// Position of the player now.
        player_to: Position,
        /// Positions of the boxes now, the nearest first.
        pushed: Vec<(EntityId, Position)>,
    },
    /// The player pulled a box.
    Pulled {
        /// Position of the player now.
        player_to: Position,
        /// The box.
        pulled_id: EntityId,
        /// Its position now.
        pulled_to: Position,
    },
    /// The game is back at the start.
    Restarted,
    /// The player has won.
    Won {
        /// Position of the player.
        at: Position,
    },
    /// The player was seen, and has lost.
    Detected {
        /// The enemy.
        by: EntityId,
        /// Position that was seen; perhaps from an earlier turn.
        seen_at: Position,
    },
    /// The player has contradicted an earlier turn, and has lost.
    Paradox {
        /// The earliest turn that can no longer have happened, counted from the start or the last restart.
        broken_turn: usize,
        /// The reason.
        reason: String,
    },
}

/// Reason why an action cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ActionError {
    /// The game is over; only `Restart` is left.
    #[error("The game is over ({phase}): only Restart is left")]
    GameNotActive {
        /// Phase of the game.
        phase: GamePhase,
    },
    /// The player cannot move there.
    #[error("Move blocked: {0}")]
    MoveBlocked(#[from] MoveError),
    /// There is no rift here.
    #[error("No rift at the current position")]
    NoRiftHere,
    /// The player cannot be at the target of the rift.
    #[error("Rift target is invalid: {reason}")]
    InvalidRiftTarget {
        /// The target.
        target: Position,
        /// The reason.
        reason: String,
    },
    /// There is no box in front.
    #[error("Nothing to push to the {direction}")]
    NothingToPush {
        /// Direction of the push.
        direction: Direction,
    },
    /// A box cannot move there.
    #[error("Cannot push: blocked at {blocked_at}")]
    PushBlocked {
        /// The blocked position.
        blocked_at: Position,
    },
    /// There are more boxes in a row than the player can push.
    #[error("Push chain too long (max: {max})")]
    PushChainTooLong {
        /// One more than allowed; further boxes are not counted.
        chain_length: usize,
        /// Most boxes allowed.
        max: usize,
    },
    /// There is no box behind.
    #[error("Nothing to pull to the {direction}")]
    NothingToPull {
        /// Direction of the pull.
        direction: Direction,
    },
    /// The thing behind cannot be pulled.
    #[error("Cannot pull: what is there cannot be pulled")]
    NotPullable {
        /// The thing.
        entity_id: EntityId,
    },
    /// It would contradict an earlier turn.
    #[error("Paradox: step {broken_turn} could not have happened: {reason}")]
    Paradox {
        /// The earliest turn that it contradicts, counted from the start or the last restart.
        broken_turn: usize,
        /// The reason.
        reason: String,
    },
    /// A bug in the rules themselves.
    #[error("Internal error: {0}")]
    Internal(String),
}

/// Reason why the player cannot be at a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum MoveError {
    /// The position is off the board.
    #[error("Position out of bounds: ({x}, {y}) at t {t}")]
    OutOfBounds {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
    },
    /// Something blocks the position.
    #[error("Position blocked by {entity_type}: ({x}, {y}) at t {t}")]
    Blocked {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
        /// The blocking entity; of several, the one with the lowest id.
        entity_id: EntityId,
        /// Its type.
        entity_type: String,
    },
    /// The player has been there at that time.
    #[error("Self-intersection: player already visited ({x}, {y}) at t {t}")]
    SelfIntersection {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
    },
    /// The cell is not a neighbour.
    #[error("Invalid direction from current position")]
    InvalidDirection,
    /// Time ends before this moment.
    #[error("Time overflow: there is no t {t}, the last is t {max_t}")]
    TimeOverflow {
        /// The moment.
        t: i32,
        /// The last moment.
        max_t: i32,
    },
}

/// Takes an action: returns the state after it and the outcome. The state before is not changed.
pub fn apply_action(state: &GameState, action: Action) -> Result<ActionResult, ActionError> {
    Ok(effect::work_out(state, action)?.carry_out_in_full(state.clone()))
}

/// Returns what would happen: the action is taken on a copy, at the same cost.
pub fn preview_action(state: &GameState, action: Action) -> Result<ActionOutcome, ActionError> {
    Ok(effect::work_out(state, action)?.carry_out(state.clone()).1)
}

/// Checks whether an action can be taken.
pub fn validate_action(state: &GameState, action: Action) -> Result<(), ActionError> {
    effect::work_out(state, action).map(|_: Effect| ())
}
