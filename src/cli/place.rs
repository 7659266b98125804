//! Checks for places given on the command line. The library resolves them.

use timeloom::game::{Inspect, NodeSnapshot};
use timeloom::place::{self, PlaceError};
use timeloom::scene::View;
use timeloom::timeline::NodeId;

use super::output::Failure;

/// Checks that a slice of time exists at a node.
pub(super) fn slice(node: &NodeSnapshot<'_>, t: i64) -> Result<u32, Failure> {
    place::slice(&node.moment.scene(View::default()), t).map_err(|error| match error {
        PlaceError::NoSlices => {
            Failure::bad(format!("{} has no slices of time: omit --t", node.about.ruleset))
        }
        other => other.into(),
    })
}

/// Checks that a player may act at a node: without undo, only a node without children.
pub(super) fn check_undo(game: &dyn Inspect, node: NodeId) -> Result<(), Failure> {
    let about = game.about();
    if about.may_act(game.tree(), node) {
        return Ok(());
    }
    Err(Failure::bad(format!(
        "'{}' does not allow undo, and {node} already has later turns: continue at the tip of a branch, or start again",
        about.level
    )))
}
