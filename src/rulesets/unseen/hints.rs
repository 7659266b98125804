//! Hints for front ends about actions and outcomes: which input players expect, and which turns are worth finding
//! again.
//!
//! Called through `Show`. Knows no key and no colour.

use serde_json::Value;

use super::core::Direction;
use super::game::{Action, ActionOutcome};
use super::look::facing;
use crate::scene::{Sign, Tone};
use crate::show::{Cue, LogTurn};

/// Returns the input that players expect for an action.
pub(super) fn cue(action: Action) -> Cue {
    let towards = |direction: Direction| facing(direction);
    match action {
        Action::Move(direction) => Cue::Move(towards(direction)),
        Action::Wait => Cue::Wait,
        Action::UseRift => Cue::Use,
        Action::Push(direction) => Cue::Push(towards(direction)),
        Action::Pull(direction) => Cue::Pull(towards(direction)),
        Action::Restart => Cue::Restart,
    }
}

/// Returns the sign of a turn worth finding again.
pub(super) fn sign(outcome: &ActionOutcome) -> Option<Sign> {
    match outcome {
        ActionOutcome::Moved { .. } | ActionOutcome::Waited { .. } => None,
        ActionOutcome::Rifted { .. } => Some(Sign::new('O', Tone::Violet, "rift")),
        ActionOutcome::Pushed { .. } => Some(Sign::new('B', Tone::Yellow, "push")),
        ActionOutcome::Pulled { .. } => Some(Sign::new('P', Tone::Yellow, "pull")),
        ActionOutcome::Restarted => Some(Sign::new('R', Tone::Plain, "restart")),
        ActionOutcome::Won { .. } => Some(Sign::new('>', Tone::Good, "won")),
        ActionOutcome::Detected { .. } => Some(Sign::new('!', Tone::Bad, "seen")),
        ActionOutcome::Paradox { .. } => Some(Sign::new('X', Tone::Bad, "paradox")),
    }
}

/// Names a broken turn in data as the log does: by its turn, and by its node if it has one.
pub(super) fn name_broken(data: &mut Value, broken: LogTurn) {
    data["broken_turn"] = broken.turn.into();
    if let Some(node) = broken.node {
        data["broken_node"] = node.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Facing;

    #[test]
    fn every_action_has_a_cue_of_its_own() {
        let cues: std::collections::BTreeSet<Cue> = Action::all().map(cue).collect();
        assert_eq!(cues.len(), 15);
        assert_eq!(cue(Action::Pull(Direction::West)), Cue::Pull(Facing::West));
    }
}
