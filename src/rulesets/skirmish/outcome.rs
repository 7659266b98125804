//! What an action brought about: everything that changed, event by event.
//!
//! Made by `apply`, read by people through `tell` and by programs as JSON. Plain data that knows no rules.

use serde::{Deserialize, Serialize};

use super::action::Intent;
use super::id::CharacterId;
use super::movement::MovementEvent;
use crate::scene::Cell;

/// What an action brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// A tick passed.
    Ticked {
        /// How many ticks had passed before it.
        tick: u32,
        /// What happened in it, in order.
        events: Vec<Event>,
    },
    /// A character was told what to do.
    Ordered {
        /// Who.
        character: CharacterId,
        /// What.
        intent: Intent,
    },
}

/// One thing that happened in a tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// Somebody moved, or tried to.
    Moved(MovementEvent),
    /// An attack hit whoever stood there, friend or foe.
    Hit {
        /// Who struck.
        attacker: CharacterId,
        /// Who was struck.
        victim: CharacterId,
        /// Where.
        cell: Cell,
        /// How hard.
        damage: i32,
        /// What the victim has left after this and the hits before it.
        hp_left: i32,
    },
    /// An attack found nobody.
    Missed {
        /// Who struck.
        attacker: CharacterId,
        /// Where.
        cell: Cell,
    },
    /// Somebody has no hit points left and leaves.
    Fell {
        /// Who.
        character: CharacterId,
        /// Where it stood.
        cell: Cell,
    },
    /// Somebody is busy with something that takes more ticks.
    Prepares {
        /// Who.
        character: CharacterId,
        /// Where it will take effect.
        target_cell: Cell,
        /// How many ticks it still takes.
        ticks_remaining: u32,
    },
}

impl Event {
    /// The movement in this, if it is one that did or did not collide.
    pub(super) fn movement(&self, collided: bool) -> Option<&MovementEvent> {
        match self {
            Self::Moved(movement) => Some(movement).filter(|movement| movement.collided == collided),
            _ => None,
        }
    }
}
