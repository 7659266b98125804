//! Outcome of an action: everything that changed, event by event.
//!
//! Made by `apply`, read by people through `tell` and by programs as JSON. Plain data that knows no rules.

use serde::{Deserialize, Serialize};

use super::action::Intent;
use super::id::CharacterId;
use super::movement::MovementEvent;
use crate::scene::Cell;

/// Outcome of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// A tick passed.
    Ticked {
        /// Number of ticks before it.
        tick: u32,
        /// Events, in order.
        events: Vec<Event>,
    },
    /// A character was given an order.
    Ordered {
        /// The character.
        character: CharacterId,
        /// The order.
        intent: Intent,
    },
}

/// A single event of a tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A character moved, or tried to.
    Moved(MovementEvent),
    /// An attack hit a character on its target cell, friend or foe.
    Hit {
        /// The attacker.
        attacker: CharacterId,
        /// The character that was hit.
        victim: CharacterId,
        /// The target cell.
        cell: Cell,
        /// Hit points lost.
        damage: i32,
        /// Hit points of the victim after this hit and those before it.
        hp_left: i32,
    },
    /// An attack hit nobody.
    Missed {
        /// The attacker.
        attacker: CharacterId,
        /// The target cell.
        cell: Cell,
    },
    /// A character has no hit points left and leaves.
    Fell {
        /// The character.
        character: CharacterId,
        /// Cell it stood on.
        cell: Cell,
    },
    /// A character is busy with an action that takes more ticks.
    Prepares {
        /// The character.
        character: CharacterId,
        /// Cell where it will take effect.
        target_cell: Cell,
        /// Ticks it still takes.
        ticks_remaining: u32,
    },
}

impl Event {
    /// Returns the movement in this event, if it is one that did or did not collide, as asked.
    pub(super) fn movement(&self, collided: bool) -> Option<&MovementEvent> {
        match self {
            Self::Moved(movement) => Some(movement).filter(|movement| movement.collided == collided),
            _ => None,
        }
    }
}
