//! The rules of play: states, the player's actions, and their outcomes.
//!
//! Used by the ruleset in [`super`] and by programs that drive the game themselves. Knows the world in
//! [`super::core`]; knows no files, no screens and no undo. The public items are those of the specification; builders and
//! queries that the rules do not need, such as [`GameState::reachable_positions`], are for such programs and for tests.

pub mod actions;
mod config;
pub(crate) mod deeds;
pub(crate) mod effect;
mod print;
pub mod state;
#[cfg(test)]
mod tests;
pub mod validation;
mod win;

pub use actions::{
    Action, ActionError, ActionOutcome, ActionResult, MoveError, apply_action, preview_action,
    validate_action,
};
pub use config::{DEFAULT_VISION_RADIUS, Detection, GameConfig, GamePhase, ParadoxMode, WinMode};
pub use deeds::ActionHistory;
pub use effect::Effect;
pub use state::{GameError, GameState, GameStateBuilder};
pub use validation::{
    compute_push_chain, find_reachable_positions, validate_directional_move, validate_move_target,
    validate_pull, validate_push, validate_rift, validate_wait, would_self_intersect,
};
