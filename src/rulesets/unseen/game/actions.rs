//! What a player can do, what comes of it, and why it is refused.
//!
//! [`apply_action`], [`preview_action`] and [`validate_action`] cannot disagree: one function works an action out
//! (`effect`), and all three use what it found. Knows no history but the state's own.

use serde::{Deserialize, Serialize};

use super::config::GamePhase;
use super::effect::{self, Effect};
use super::state::GameState;
use crate::rulesets::unseen::core::{Direction, EntityId, Position, PropagationResult};

/// What a player can do. Everything but `Restart` costs a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// A step to a neighbouring cell, one tick later.
    Move(Direction),
    /// One tick in the same cell.
    Wait,
    /// Through the rift here.
    UseRift,
    /// A step into the cell of a box, which moves on.
    Push(Direction),
    /// A step away from a box, which follows.
    Pull(Direction),
    /// Back to the start.
    Restart,
}

impl Action {
    /// Every action there is, in the order in which they are listed everywhere.
    pub fn all() -> impl Iterator<Item = Action> {
        let moves = Direction::all().map(Action::Move).into_iter().chain([Action::Wait, Action::UseRift]);
        let pushes = Direction::all().map(Action::Push).into_iter();
        moves.chain(pushes).chain(Direction::all().map(Action::Pull)).chain([Action::Restart])
    }

    /// The byte that stands for this action in the log. Codes are given once: a new action takes one that is free.
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

    /// The action that a byte in the log stands for, if any does.
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

/// What an action led to.
#[derive(Debug, Clone)]
pub struct ActionResult {
    /// The state after it.
    pub state: GameState,
    /// What happened.
    pub outcome: ActionOutcome,
    /// Who moved, from where to where: the player first, then boxes from the nearest to the farthest.
    pub moved_entities: Vec<(EntityId, Position, Position)>,
    /// What changed in later slices, if boxes were moved, with a warning for each box that meets something there that
    /// blocks.
    pub propagation: Option<PropagationResult>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum ActionOutcome {
    /// The player took a step.
    Moved {
        /// From here.
        from: Position,
        /// To here.
        to: Position,
    },
    /// The player waited.
    Waited {
        /// Where and when the player is now.
        at: Position,
    },
    /// The player used a rift.
    Rifted {
        /// From here.
        from: Position,
        /// To here.
        to: Position,
    },
    /// The player pushed.
    Pushed {
        /// Where the player is now.
        player_to: Position,
        /// Where the boxes are now, the nearest first.
        pushed: Vec<(EntityId, Position)>,
    },
    /// The player pulled.
    Pulled {
        /// Where the player is now.
        player_to: Position,
        /// The box.
        pulled_id: EntityId,
        /// Where it is now.
        pulled_to: Position,
    },
    /// Back at the start.
    Restarted,
    /// The player has won.
    Won {
        /// Here.
        at: Position,
    },
    /// The player was seen, and has lost.
    Detected {
        /// By this enemy.
        by: EntityId,
        /// Here; perhaps a while ago.
        seen_at: Position,
    },
    /// The player has contradicted an earlier turn, and has lost.
    Paradox {
        /// The earliest turn that can no longer have happened, counted from the start or the last restart.
        broken_turn: usize,
        /// Why not.
        reason: String,
    },
}

/// Why an action cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ActionError {
    /// The game is over; only `Restart` is left.
    #[error("The game is over ({phase}): only Restart is left")]
    GameNotActive {
        /// Where it stands.
        phase: GamePhase,
    },
    /// The player cannot be there.
    #[error("Move blocked: {0}")]
    MoveBlocked(#[from] MoveError),
    /// No rift is here.
    #[error("No rift at the current position")]
    NoRiftHere,
    /// The rift leads nowhere the player could be.
    #[error("Rift target is invalid: {reason}")]
    InvalidRiftTarget {
        /// Where it leads.
        target: Position,
        /// Why not there.
        reason: String,
    },
    /// No box is in front.
    #[error("Nothing to push to the {direction}")]
    NothingToPush {
        /// Where there is none.
        direction: Direction,
    },
    /// A box cannot go there.
    #[error("Cannot push: blocked at {blocked_at}")]
    PushBlocked {
        /// Where it cannot go.
        blocked_at: Position,
    },
    /// There are more boxes in a row than the player can push.
    #[error("Push chain too long (max: {max})")]
    PushChainTooLong {
        /// One more than allowed; what lies beyond is not counted.
        chain_length: usize,
        /// How many are allowed.
        max: usize,
    },
    /// No box is behind.
    #[error("Nothing to pull to the {direction}")]
    NothingToPull {
        /// Where the player would have gone.
        direction: Direction,
    },
    /// What is behind does not follow.
    #[error("Cannot pull: what is there cannot be pulled")]
    NotPullable {
        /// What is there.
        entity_id: EntityId,
    },
    /// It would contradict an earlier turn.
    #[error("Paradox: step {broken_turn} could not have happened: {reason}")]
    Paradox {
        /// The earliest turn that it contradicts, counted from the start or the last restart.
        broken_turn: usize,
        /// How.
        reason: String,
    },
    /// A mistake in the rules themselves.
    #[error("Internal error: {0}")]
    Internal(String),
}

/// Why the player cannot be somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum MoveError {
    /// There is no such place.
    #[error("Position out of bounds: ({x}, {y}) at t {t}")]
    OutOfBounds {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
    },
    /// Something is in the way.
    #[error("Position blocked by {entity_type}: ({x}, {y}) at t {t}")]
    Blocked {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
        /// What it is; of several, the one with the lowest id.
        entity_id: EntityId,
        /// What it is, in a word.
        entity_type: String,
    },
    /// The player was there at that time.
    #[error("Self-intersection: player already visited ({x}, {y}) at t {t}")]
    SelfIntersection {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
        /// The moment.
        t: i32,
    },
    /// That is no neighbour.
    #[error("Invalid direction from current position")]
    InvalidDirection,
    /// Time ends before.
    #[error("Time overflow: there is no t {t}, the last is t {max_t}")]
    TimeOverflow {
        /// The moment.
        t: i32,
        /// The last there is.
        max_t: i32,
    },
}

/// Takes an action: the state after it and what happened. The state before is not changed.
pub fn apply_action(state: &GameState, action: Action) -> Result<ActionResult, ActionError> {
    Ok(effect::work_out(state, action)?.carry_out_in_full(state.clone()))
}

/// What would happen: an action is taken on a copy, which costs the same.
pub fn preview_action(state: &GameState, action: Action) -> Result<ActionOutcome, ActionError> {
    Ok(effect::work_out(state, action)?.carry_out(state.clone()).1)
}

/// Whether an action can be taken, or why not.
pub fn validate_action(state: &GameState, action: Action) -> Result<(), ActionError> {
    effect::work_out(state, action).map(|_: Effect| ())
}
