//! How people choose actions: in words, and by pointing at the boards of a scene.
//!
//! Implemented by rulesets and returned by [`super::Show::controls`]; called by the session for each action that a player
//! might consider. Must not know keys, mice or pixels.

use crate::rules::Rules;
use crate::scene::BoardCell;

/// The words of actions, and the cells that a player points at to choose them.
///
/// Cells are those of the scene in its default view, in which the player is seen now.
pub trait Controls<R: Rules> {
    /// Describes an action for the player who is about to choose it, such as "Push the box north". Legal or not.
    fn phrase(&self, state: &R::State, action: &R::Action) -> String;

    /// Returns the steps of pointing at an action: first at one of these cells, then at one of those. Empty for an
    /// action that is chosen in another way.
    ///
    /// If all steps of one action begin those of another, clicking chooses the shorter one and dragging the longer.
    fn steps(&self, state: &R::State, action: &R::Action) -> Vec<Vec<BoardCell>>;

    /// Returns the actions that lead the player to a cell that no single action concerns, if the ruleset knows a safe
    /// way there.
    fn route(&self, _state: &R::State, _to: BoardCell) -> Vec<R::Action> {
        Vec::new()
    }
}
