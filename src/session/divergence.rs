//! Divergence between the current rules and the log: the first turn at which they disagree, with both states,
//! so that a person can compare them.
//!
//! Used while a save is replayed. Does not guess: nothing after the first difference is examined.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::{OpenError, reports};
use crate::journal::record::Header;
use crate::scene::{Scene, View};
use crate::show::{self, Show};
use crate::timeline::{NodeId, Plan, Timeline};

/// The first turn at which the current rules disagree with the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Divergence {
    /// Name of the ruleset.
    pub ruleset: String,
    /// Version that began the log.
    pub written_by: u16,
    /// Current version of the rules.
    pub ours: u16,
    /// The node that differs.
    pub node: NodeId,
    /// Turn of the node.
    pub turn: u32,
    /// Action that leads to it, as text or, if it cannot be decoded, as bytes.
    pub action: String,
    /// Fingerprint in the log.
    pub recorded: u64,
    /// Result of replaying it under the current rules.
    pub found: Replayed,
    /// State before it, on which both agree; `None` if the first state differs.
    pub before: Option<Picture>,
    /// State after it under the current rules; `None` if they refuse the action.
    pub after: Option<Picture>,
}

/// Result of replaying a recorded action under the current rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Replayed {
    /// A state with another fingerprint.
    Fingerprint(u64),
    /// The action is refused.
    Refused(String),
    /// The bytes are not an action.
    Unreadable(String),
}

/// A state as data and as a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Picture {
    /// The state as data.
    pub state: Value,
    /// The scene of the state.
    #[serde(skip)]
    pub scene: Scene,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { turn, node, action, recorded, ruleset, written_by, ours, .. } = self;
        write!(f, "at turn {turn} ({node}, {action}) today's rules of {ruleset} disagree with the log: ")?;
        match &self.found {
            Replayed::Fingerprint(now) => {
                write!(f, "the log has state {recorded:016x}, the rules make {now:016x}")?;
            }
            Replayed::Refused(reason) => write!(f, "it is refused now: {reason}")?,
            Replayed::Unreadable(reason) => write!(f, "its bytes are no longer an action: {reason}")?,
        }
        if written_by == ours {
            write!(
                f,
                " (both are version {ours}, so the rules changed without a new version, or the file was changed)"
            )
        } else {
            write!(f, " (the log was begun by version {written_by}, this is version {ours})")
        }?;
        f.write_str("; nothing after it was replayed, and `timeloom recover` keeps what is before it")
    }
}

pub(super) fn check_start<R: Show>(timeline: &Timeline<R>, header: &Header) -> Result<(), OpenError> {
    let found = timeline.fingerprint(NodeId::ROOT);
    if found == header.start {
        return Ok(());
    }
    Err(OpenError::Diverged(Box::new(Divergence {
        ruleset: R::NAME.to_owned(),
        written_by: header.version,
        ours: R::VERSION,
        node: NodeId::ROOT,
        turn: 0,
        action: "the start".to_owned(),
        recorded: header.start,
        found: Replayed::Fingerprint(found),
        before: None,
        after: Some(picture(timeline.rules(), timeline.state(), 0)),
    })))
}

/// Checks a node whose ancestors are all confirmed; fails if the current rules disagree with its record.
pub(super) fn check_node<R: Show>(
    timeline: &Timeline<R>,
    written_by: u16,
    node: NodeId,
) -> Result<(), OpenError> {
    let Some((parent, action)) = timeline.parent(node).zip(timeline.action(node)) else { return Ok(()) };
    let (bytes, recorded) = (timeline.rules().pack(action), timeline.fingerprint(node));
    check_as(timeline, written_by, node, parent, &bytes, recorded).map(drop)
}

/// Plans a recorded act as the next node; fails if the current rules disagree with it.
pub(super) fn check_act<R: Show>(
    timeline: &Timeline<R>,
    written_by: u16,
    parent: NodeId,
    bytes: &[u8],
    recorded: u64,
) -> Result<Plan<R>, OpenError> {
    let next = NodeId(timeline.node_count() as u32);
    check_as(timeline, written_by, next, parent, bytes, recorded)
}

fn check_as<R: Show>(
    timeline: &Timeline<R>,
    written_by: u16,
    node: NodeId,
    parent: NodeId,
    bytes: &[u8],
    recorded: u64,
) -> Result<Plan<R>, OpenError> {
    let (rules, turn) = (timeline.rules(), timeline.turn(parent) + 1);
    let differs = |action: String, found: Replayed, after: Option<&R::State>| {
        OpenError::Diverged(Box::new(Divergence {
            ruleset: R::NAME.to_owned(),
            written_by,
            ours: R::VERSION,
            node,
            turn,
            action,
            recorded,
            found,
            before: Some(picture(rules, &timeline.state_at(parent), turn - 1)),
            after: after.map(|state| picture(rules, state, turn)),
        }))
    };
    let action = rules
        .unpack(bytes)
        .map_err(|error| differs(format!("{bytes:02x?}"), Replayed::Unreadable(error.to_string()), None))?;
    let plan = match timeline.plan_at(parent, action.clone()) {
        Ok(plan) => plan,
        Err(reason) => {
            let past = |turns| reports::planned(timeline, parent, turns);
            let refused = rules.explain(&timeline.state_at(parent), &reason, &past);
            return Err(differs(action.to_string(), Replayed::Refused(refused.message), None));
        }
    };
    if plan.fingerprint() == recorded {
        return Ok(plan);
    }
    Err(differs(action.to_string(), Replayed::Fingerprint(plan.fingerprint()), Some(plan.state())))
}

fn picture<R: Show>(rules: &R, state: &R::State, turn: u32) -> Picture {
    let view = View { turn: Some(turn), ..View::default() };
    Picture { state: show::data(rules, state, view), scene: rules.scene(state, view) }
}
