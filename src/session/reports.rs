//! Reports about actions, as plain data: their effects, limited to what players may know, and the turns of
//! the log they refer to.
//!
//! Used by the session, and by tests of what a ruleset lets players know. Rules do not know the log, so the
//! turns they refer to are resolved only here.

use super::viewer::Viewer;
use crate::game::Report;
use crate::rules::{Refused, Rules};
use crate::show::{LogTurn, Past, Show};
use crate::timeline::{NodeId, Timeline};

/// Reports the effect of an action.
pub(super) fn report<R: Show>(
    rules: &R,
    action: String,
    state: &R::State,
    outcome: &R::Outcome,
    past: Past<'_>,
) -> Report {
    let (text, data) = rules.report(state, outcome, past);
    let (causes, sign) = (rules.causes(outcome), rules.sign(outcome));
    Report { action, text, outcome: data, causes, sign }
}

/// Previews an action in a state for a viewer, or explains why it is refused. Random results are hidden from
/// everybody.
pub fn preview<R: Show>(
    rules: &R,
    state: &R::State,
    viewer: &Viewer<'_, R>,
    action: &R::Action,
    past: Past<'_>,
) -> Result<Report, Box<Refused>> {
    let applied = rules.apply(state, action);
    let (next, outcome) = applied.map_err(|reason| Box::new(rules.explain(state, &reason, past)))?;
    let text = action.to_string();
    if viewer.learns_from(&outcome) {
        return Ok(Report::unforeseen(text));
    }
    Ok(match rules.by_chance(&outcome) {
        Some(words) => Report::previewed(text, words),
        None => report(rules, text, &next, &outcome, past),
    })
}

/// Returns the turn `turns` before a turn that happened.
pub(super) fn happened<R: Rules>(timeline: &Timeline<R>, id: NodeId, turns: u32) -> LogTurn {
    let node = timeline.before(id, turns.min(timeline.turn(id)));
    LogTurn { turn: timeline.turn(node), node: Some(node.0) }
}

/// Returns the turn `turns` before the one that would follow a node.
pub(super) fn planned<R: Rules>(timeline: &Timeline<R>, parent: NodeId, turns: u32) -> LogTurn {
    match turns.checked_sub(1) {
        None => LogTurn { turn: timeline.turn(parent) + 1, node: None },
        Some(turns) => happened(timeline, parent, turns),
    }
}
