//! Looks at one node of a long log: all of it is read, but only what follows the nearest keyframe is replayed.
//!
//! Used to show a turn of a save of millions. Keyframes are never trusted: each state is compared with the fingerprint that
//! the log has for its node. If anything is unusual it returns nothing, and the caller opens the save as usual. Verification
//! does not use it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::Value;

use super::skeleton::Skeleton;
use super::{Viewer, about, set_up};
use crate::codec;
use crate::game::{About, NodeSnapshot};
use crate::journal::keyframes::Keyframes;
use crate::journal::record::{Format, Header, Record};
use crate::journal::{Health, Scan, ScanPosition};
use crate::scene::{Scene, View};
use crate::show::{self, Show};
use crate::sketch::Problem;
use crate::timeline::{NodeId, Notes};

/// Which node is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookTarget {
    /// The cursor.
    Cursor,
    /// A turn of the current branch.
    Turn(u32),
    /// A node.
    Node(NodeId),
}

/// Looks at a node; `None` if the keyframes do not help or the log is not whole.
pub fn glimpse<R: Show>(
    mut log: Scan,
    keyframes: &Keyframes,
    spot: LookTarget,
) -> Option<Box<dyn NodeSnapshot>> {
    log.only_look();
    let (skeleton, places) = read(&mut log)?;
    let end = log.position();
    let id = match spot {
        LookTarget::Cursor => skeleton.place.cursor,
        LookTarget::Turn(turn) => skeleton.ancestor(skeleton.place.tip, turn)?,
        LookTarget::Node(id) => Some(id).filter(|id| id.0 < skeleton.node_count())?,
    };
    let rules = set_up::<R>(log.header()).ok()?.shared_rules();
    let (turn, notes) = (skeleton.turn(id), skeleton.notes.on(id));
    let mut replay = Replay { rules: rules.as_ref(), log: &mut log, places: &places };
    let state = replay.state(&skeleton, keyframes, id)?;
    let (header, format) = (log.header().clone(), log.format());
    log.go_back(end);
    let is_whole = log.finish().is_ok_and(|log| *log.health() == Health::Whole);
    is_whole.then(|| Box::new(Glimpse { rules, header, format, turn, notes, state }) as Box<dyn NodeSnapshot>)
}

/// Nodes between two places to read on from.
const PLACE_EVERY: u32 = 1 << 14;

/// Reads the shape of the whole log, and notes places to read on from.
fn read(log: &mut Scan) -> Option<(Skeleton, Vec<ScanPosition>)> {
    let (mut skeleton, mut places) = (Skeleton::new(), vec![log.position()]);
    while let Some(records) = log.next_frame().ok()? {
        records.iter().for_each(|record| skeleton.take(record));
        if places.last().is_some_and(|place| place.nodes + PLACE_EVERY <= skeleton.node_count()) {
            places.push(log.position());
        }
    }
    Some((skeleton, places))
}

/// Replays the last part of a branch.
struct Replay<'a, R> {
    rules: &'a R,
    log: &'a mut Scan,
    places: &'a [ScanPosition],
}

impl<R: Show> Replay<'_, R> {
    /// Returns the state at a node, from the nearest keyframe that holds good.
    fn state(&mut self, skeleton: &Skeleton, keyframes: &Keyframes, id: NodeId) -> Option<R::State> {
        let mut ahead = Vec::new();
        for run in skeleton.above(id) {
            let (first, last) = (*run.start(), *run.end());
            let (at, state) = match keyframes.range(NodeId(first.max(1))..=NodeId(last)).next_back() {
                Some((&at, bytes)) => (at, self.stored(bytes).filter(|state| self.is_recorded(at, state))?),
                None if first == 0 => (NodeId::ROOT, self.stored(&[])?),
                None => {
                    ahead.push(run);
                    continue;
                }
            };
            ahead.push(at.0 + 1..=last);
            return ahead.into_iter().rev().try_fold(state, |state, run| self.step_through(state, run));
        }
        None
    }

    /// Returns the state of a keyframe; without bytes it is the first state.
    fn stored(&self, bytes: &[u8]) -> Option<R::State> {
        match bytes {
            [] => Some(self.rules.start(self.log.header().seed)),
            _ => codec::decode(bytes).ok(),
        }
    }

    /// Whether the log has the fingerprint of this state at a node.
    fn is_recorded(&mut self, id: NodeId, state: &R::State) -> bool {
        let mut recorded = None;
        let read = self.each_act(id.0..=id.0, |_, fingerprint| {
            recorded = Some(fingerprint);
            Some(())
        });
        read.is_some() && recorded == Some(self.rules.fingerprint(state))
    }

    /// Applies the acts that lead to these nodes, and checks every fingerprint.
    fn step_through(&mut self, state: R::State, run: RangeInclusive<u32>) -> Option<R::State> {
        let (rules, mut state) = (self.rules, Some(state));
        self.each_act(run, |bytes, fingerprint| {
            let (before, action) = (state.take()?, rules.unpack(bytes).ok()?);
            let effect = rules.check(&before, &action).ok()?;
            let (next, _) = rules.apply_effect(before, effect);
            state = Some(next).filter(|next| rules.fingerprint(next) == fingerprint);
            state.as_ref().map(|_| ())
        })?;
        state
    }

    /// Reads the acts that lead to these nodes, until `see` returns `None`.
    fn each_act(
        &mut self,
        run: RangeInclusive<u32>,
        mut see: impl FnMut(&[u8], u64) -> Option<()>,
    ) -> Option<()> {
        let after = self.places.partition_point(|place| place.nodes <= *run.start());
        let place = self.places[after.checked_sub(1)?];
        self.log.go_back(place);
        let mut next = place.nodes;
        while next <= *run.end() {
            for record in self.log.next_frame().ok()?? {
                let Record::Act { action, fingerprint, .. } = record else { continue };
                if run.contains(&next) {
                    see(&action, fingerprint)?;
                }
                next += 1;
            }
        }
        Some(())
    }
}

/// A node with its state.
struct Glimpse<R: Show> {
    rules: Arc<R>,
    header: Header,
    format: Format,
    turn: u32,
    notes: Notes,
    state: R::State,
}

impl<R: Show> Glimpse<R> {
    fn view(&self, view: View) -> View {
        View { turn: Some(self.turn), ..view }
    }
}

impl<R: Show> NodeSnapshot for Glimpse<R> {
    fn about(&self) -> About {
        about(&self.header, self.format, &Viewer::new(self.rules.as_ref(), None), &self.rules)
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn notes(&self) -> Notes {
        self.notes.clone()
    }

    fn scene(&self, view: View) -> Scene {
        self.rules.scene(&self.state, self.view(view))
    }

    fn data(&self, view: View) -> Value {
        show::data(&*self.rules, &self.state, self.view(view))
    }

    fn problems(&self) -> Vec<Problem> {
        self.rules.drawing().map(|drawing| drawing.problems(&self.state)).unwrap_or_default()
    }
}
