//! Action that a character is busy with: a move to a cell or an attack on one, and the ticks it still takes.
//!
//! Part of the state. Knows its own form in JSON and in bytes; does not know who does it or whether it is legal.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::scene::Cell;

/// Action that a character is busy with.
///
/// In JSON `{"type": "move" | "attack", "target_cell": {"x", "y"}, "ticks_remaining"}`. A heavy attack also has
/// `"heavy": true`; without it, an attack that still takes two ticks or more is heavy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterAction {
    /// Kind of action.
    pub kind: ActionKind,
    /// Target cell; the character's own cell to hold it.
    pub target_cell: Cell,
    /// Ticks until it takes effect: 1 is the next tick.
    pub ticks_remaining: u32,
}

/// Kinds of actions of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionKind {
    /// Moving to a cell, or holding one's own.
    Move,
    /// A quick blow.
    Light,
    /// A slow blow that does more damage.
    Heavy,
}

impl ActionKind {
    /// Returns the number of ticks it takes.
    pub fn ticks(self) -> u32 {
        match self {
            Self::Move | Self::Light => 1,
            Self::Heavy => 2,
        }
    }

    /// Returns the verb for it in a sentence.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Light => "strike",
            Self::Heavy => "strike hard",
        }
    }

    /// Returns the hit points that it takes from a character on its target cell.
    pub fn damage(self) -> i32 {
        match self {
            Self::Move => 0,
            Self::Light => 10,
            Self::Heavy => 25,
        }
    }
}

impl CharacterAction {
    /// Begins an action.
    pub fn new(kind: ActionKind, target_cell: Cell) -> Self {
        Self { kind, target_cell, ticks_remaining: kind.ticks() }
    }

    /// Returns whether it takes effect in the next tick.
    pub fn is_due(&self) -> bool {
        self.ticks_remaining == 1
    }
}

/// Form in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "what a character is busy with")]
struct ActionForm {
    r#type: ActionFormKind,
    target_cell: Cell,
    ticks_remaining: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heavy: Option<bool>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ActionFormKind {
    Move,
    Attack,
}

/// Form in bytes, where no field can be left out.
#[derive(Serialize, Deserialize)]
#[serde(remote = "CharacterAction")]
struct Plain {
    kind: ActionKind,
    target_cell: Cell,
    ticks_remaining: u32,
}

impl From<&CharacterAction> for ActionForm {
    fn from(action: &CharacterAction) -> Self {
        let (r#type, heavy) = match action.kind {
            ActionKind::Move => (ActionFormKind::Move, None),
            // Without the key, a slow light attack would be read back as a heavy one.
            ActionKind::Light => (ActionFormKind::Attack, (action.ticks_remaining >= 2).then_some(false)),
            ActionKind::Heavy => (ActionFormKind::Attack, Some(true)),
        };
        Self { r#type, target_cell: action.target_cell, ticks_remaining: action.ticks_remaining, heavy }
    }
}

impl TryFrom<ActionForm> for CharacterAction {
    type Error = &'static str;

    fn try_from(written: ActionForm) -> Result<Self, Self::Error> {
        let kind = match (written.r#type, written.heavy) {
            (ActionFormKind::Move, Some(true)) => return Err("a move cannot be heavy: leave `heavy` out"),
            (ActionFormKind::Move, _) => ActionKind::Move,
            (ActionFormKind::Attack, heavy) if heavy.unwrap_or(written.ticks_remaining >= 2) => {
                ActionKind::Heavy
            }
            (ActionFormKind::Attack, _) => ActionKind::Light,
        };
        Ok(Self { kind, target_cell: written.target_cell, ticks_remaining: written.ticks_remaining })
    }
}

impl Serialize for CharacterAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            ActionForm::from(self).serialize(serializer)
        } else {
            Plain::serialize(self, serializer)
        }
    }
}

impl<'de> Deserialize<'de> for CharacterAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            ActionForm::deserialize(deserializer)?.try_into().map_err(de::Error::custom)
        } else {
            Plain::deserialize(deserializer)
        }
    }
}
