//! Checks for places given on the command line: nodes and slices. The library resolves texts that mean a node.

use timeloom::game::{Game, Look};
use timeloom::place;
use timeloom::scene::View;
use timeloom::timeline::NodeId;

use super::output::Failure;

/// Checks that a slice of time exists at a node.
pub(super) fn slice(look: &dyn Look, t: i64) -> Result<u32, Failure> {
    let Some(slices) = look.scene(View::default()).slices else {
        let ruleset = look.about().ruleset;
        return Err(Failure::bad(format!("{ruleset} has no slices of time: leave --t out")));
    };
    let found = u32::try_from(t).ok().filter(|t| *t <= slices.last);
    found.ok_or_else(|| {
        Failure::bad(format!("there is no slice t {t}: this level has t 0 to {}", slices.last))
    })
}

/// Checks that a player may act at a node: without undo, only a node without children.
pub(super) fn check_undo(game: &dyn Game, node: NodeId) -> Result<(), Failure> {
    let about = game.about();
    if about.allow_undo || game.tree().is_tip(node) {
        return Ok(());
    }
    Err(Failure::bad(format!(
        "'{}' does not allow undo, and {node} already has later turns: continue at the tip of a branch, or start again",
        about.level
    )))
}

/// Finds a node given as `34`, `n34`, or any other text that means a place.
pub(super) fn node_text(game: &dyn Game, text: &str) -> Result<NodeId, Failure> {
    Ok(match text.parse() {
        Ok(number) => place::node(game, number)?,
        Err(_) => place::find(game, text)?,
    })
}
