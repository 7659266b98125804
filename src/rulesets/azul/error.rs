//! Reasons why an action is not legal: a code for programs, a sentence for people, and the facts behind it.
//!
//! Made by `legality` and `apply`. Knows how a reason is worded; does not know when it applies.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::action::ActionSource;
use super::tiles::TileColor;
use crate::rules::{Refusal, Refused};

/// Reason why an action is not legal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[error("{message}")]
pub struct ValidationError {
    /// Code for programs, such as `SOURCE_EMPTY`.
    pub code: String,
    /// Sentence for people.
    pub message: String,
    /// Facts behind it.
    pub context: Option<Value>,
}

impl Refusal for ValidationError {
    fn report(&self) -> Refused {
        let context = self.context.clone().unwrap_or_else(|| json!({}));
        Refused::new(self.code.clone(), self.message.clone(), context)
    }
}

impl ValidationError {
    /// The active player does not exist.
    pub fn invalid_player(player_id: u8) -> Self {
        let message = format!("Player ID {player_id} is out of range");
        Self::new("INVALID_PLAYER", message, json!({ "player_id": player_id }))
    }

    /// The factory does not exist.
    pub fn invalid_source(factory_idx: u64) -> Self {
        let message = format!("Factory index {factory_idx} is out of bounds");
        Self::new("INVALID_SOURCE", message, json!({ "factory_index": factory_idx }))
    }

    /// The factory or the centre holds no tiles of this colour.
    pub fn source_empty(source: ActionSource, color: TileColor) -> Self {
        let message = format!("Source {} does not contain {} tiles", named(source), color.name());
        Self::new("SOURCE_EMPTY", message, json!({ "source": source, "color": color }))
    }

    /// The pattern line does not exist.
    pub fn invalid_destination(row: u64) -> Self {
        let message = format!("Pattern line row {row} is out of bounds");
        Self::new("INVALID_DESTINATION", message, json!({ "row": row }))
    }

    /// The pattern line is full.
    pub fn pattern_line_complete(row: usize) -> Self {
        let message = format!("Pattern line {row} is already complete");
        Self::new("PATTERN_LINE_COMPLETE", message, json!({ "row": row }))
    }

    /// The pattern line holds another colour.
    pub fn color_mismatch(row: usize, existing: TileColor, attempted: TileColor) -> Self {
        let message = format!(
            "Cannot place {} tiles into pattern line {row} which contains {}",
            attempted.name(),
            existing.name()
        );
        let context = json!({ "row": row, "existing_color": existing, "attempted_color": attempted });
        Self::new("COLOR_MISMATCH", message, context)
    }

    /// The wall already has this colour in this row.
    pub fn wall_conflict(row: usize, color: TileColor) -> Self {
        let message = format!("Color {} already exists in wall row {row}", color.name());
        Self::new("WALL_CONFLICT", message, json!({ "row": row, "color": color }))
    }

    /// No tiles are left to take.
    pub fn round_over() -> Self {
        let message = "The round is over: neither the factories nor the center hold any tiles";
        Self::new("ROUND_OVER", message.into(), json!({}))
    }

    /// A player has completed a row of the wall.
    pub fn game_over(winners: &[u8]) -> Self {
        let message = "The game is over: go back to an earlier turn to try something else";
        Self::new("GAME_OVER", message.into(), json!({ "winners": winners }))
    }

    /// An invariant does not hold.
    pub fn invariant_violation(message: String) -> Self {
        Self { code: "INVARIANT_VIOLATION".into(), message, context: None }
    }

    /// The reason in the words of players; `None` if it cannot come up in a game.
    pub(super) fn in_plain_words(&self) -> Option<String> {
        let fact = |key: &str| self.context.as_ref().map(|context| context[key].clone()).unwrap_or_default();
        let color = |key: &str| fact(key).as_str().map(str::to_lowercase).unwrap_or_default();
        Some(match self.code.as_str() {
            "SOURCE_EMPTY" => format!("there is no {} to take there", color("color")),
            "PATTERN_LINE_COMPLETE" => format!("line {} is full", fact("row")),
            "COLOR_MISMATCH" => format!("line {} holds {}", fact("row"), color("existing_color")),
            "WALL_CONFLICT" => format!("row {} of the wall already has {}", fact("row"), color("color")),
            "ROUND_OVER" => "no tiles are left to take".to_owned(),
            _ => return None,
        })
    }

    fn new(code: &str, message: String, context: Value) -> Self {
        Self { code: code.into(), message, context: Some(context) }
    }
}

fn named(source: ActionSource) -> String {
    match source {
        ActionSource::Factory(index) => format!("Factory {index}"),
        ActionSource::Center => "Center".to_owned(),
    }
}
