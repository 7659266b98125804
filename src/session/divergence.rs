//! When today's rules and the log disagree: the first turn at which they do, and both states, so that a person can see what
//! the rules make of it now.
//!
//! Used while a save is replayed. Does not guess: nothing after the first difference is looked at.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::{OpenError, telling};
use crate::journal::record::Header;
use crate::scene::{Scene, View};
use crate::show::Show;
use crate::timeline::{NodeId, Plan, Timeline};

/// The first turn at which today's rules do something else than the log says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Divergence {
    /// The ruleset and the version of it that began the log.
    pub ruleset: String,
    /// The version that began the log.
    pub written_by: u16,
    /// The version that disagrees with it.
    pub ours: u16,
    /// The node that differs, by its number in the log.
    pub node: NodeId,
    /// Its turn.
    pub turn: u32,
    /// The action that leads to it, as text or, if it cannot be read, as bytes.
    pub action: String,
    /// The fingerprint that the log has for it.
    pub recorded: u64,
    /// What is made of it today.
    pub found: Replayed,
    /// The state before it, on which both agree; nothing when the start itself differs.
    pub before: Option<Picture>,
    /// The state after it by today's rules; nothing when they refuse the action.
    pub after: Option<Picture>,
}

/// What today's rules make of a recorded action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Replayed {
    /// Another state.
    Fingerprint(u64),
    /// Nothing: it is not legal now.
    Refused(String),
    /// Nothing: its bytes are not an action now.
    Unreadable(String),
}

/// A state, to look at and to read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Picture {
    /// The state as data.
    pub state: Value,
    /// The state as it is seen.
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
            Replayed::Unreadable(reason) => write!(f, "its bytes are no action now: {reason}")?,
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

/// The plan for a recorded act, if today's rules agree with it.
pub(super) fn check_act<R: Show>(
    timeline: &Timeline<R>,
    written_by: u16,
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
            node: NodeId(timeline.node_count() as u32),
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
            let past = |turns| telling::planned(timeline, parent, turns);
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
    Picture { state: rules.data(state, view), scene: rules.scene(state, view) }
}
