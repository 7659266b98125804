//! Shows one node of a long log: reads all of it, but replays only the acts after the nearest keyframe.
//!
//! Used to show a turn of a save with millions of turns. Keyframes are not trusted: each state is compared
//! with the fingerprint in the log. In any unusual case it returns `None`, and the caller opens the save as
//! usual. Verification does not use it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::Value;

use super::skeleton::Skeleton;
use super::{Viewer, about, set_up};
use crate::codec;
use crate::game::{Moment, NodeSnapshot, Report};
use crate::journal::keyframes::Keyframes;
use crate::journal::record::Record;
use crate::journal::{Health, Scan, ScanPosition};
use crate::place::Place;
use crate::rules::GameResult;
use crate::scene::{Scene, View};
use crate::show::{self, LongList, Show};
use crate::timeline::{NodeId, Notes};

/// Looks at a place; `None` if the keyframes do not help, the log is not whole, or only the tree tells where the place is.
pub fn glimpse<R: Show>(
    mut log: Scan,
    keyframes: &Keyframes,
    place: Place<'_>,
) -> Option<NodeSnapshot<'static>> {
    log.only_look();
    let (skeleton, places) = read(&mut log)?;
    let (end, id) = (log.position(), skeleton.find(place)?);
    let rules = set_up::<R>(log.header()).ok()?.shared_rules();
    let mut replay = Replay { rules: rules.as_ref(), log: &mut log, places: &places };
    let (notes, state) = (replay.notes(&skeleton, id)?, replay.state(&skeleton, keyframes, id)?);
    let about = about(log.header(), log.format(), &Viewer::new(rules.as_ref(), None), &rules);
    log.go_back(end);
    let is_whole = log.finish().is_ok_and(|log| *log.health() == Health::Whole);
    let problems = rules.drawing().map(|drawing| drawing.problems(&state)).unwrap_or_default();
    let moment = Glimpse { rules, id, turn: skeleton.turn(id), state };
    let turn = moment.turn;
    is_whole.then(|| NodeSnapshot { about, turn, notes, moment: Box::new(moment), problems })
}

/// Most siblings with notes whose actions are compared with that of the node.
const COMPARED: usize = 16;

/// Nodes between two places to read on from.
const PLACE_EVERY: u32 = 1 << 14;

/// Reads the structure of the whole log, and saves positions to read on from.
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
    /// Returns the state at a node, from the nearest valid keyframe.
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

    /// Returns the notes on a node; `None` if a sibling with notes has the same action: such a repetition means the node
    /// that it repeats, as only the tree can tell.
    fn notes(&mut self, skeleton: &Skeleton, id: NodeId) -> Option<Notes> {
        let is_noted = |other: &NodeId| skeleton.notes.on(*other) != Notes::default();
        let noted: Vec<_> = skeleton.siblings(id).filter(is_noted).take(COMPARED + 1).collect();
        if noted.len() > COMPARED {
            return None;
        }
        for other in noted {
            if self.action(other)? == self.action(id)? {
                return None;
            }
        }
        Some(skeleton.notes.on(id))
    }

    /// Returns the action that leads to a node.
    fn action(&mut self, id: NodeId) -> Option<R::Action> {
        let (rules, mut found) = (self.rules, None);
        self.each_act(id.0..=id.0, |bytes, _| {
            found = rules.unpack(bytes).ok();
            Some(())
        })?;
        found
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
    id: NodeId,
    turn: u32,
    state: R::State,
}

impl<R: Show> Glimpse<R> {
    fn view(&self, view: View) -> View {
        View { turn: Some(self.turn), ..view }
    }
}

impl<R: Show> Moment for Glimpse<R> {
    fn id(&self) -> NodeId {
        self.id
    }

    fn data(&self, view: View) -> Value {
        show::data(&*self.rules, &self.state, self.view(view))
    }

    fn part(&self, view: View, is_wanted: &dyn Fn(&str) -> bool) -> Value {
        show::part(&*self.rules, &self.state, self.view(view), Some(is_wanted))
    }

    fn long_list(&self) -> Option<LongList<'_>> {
        show::long_list(&*self.rules, &self.state)
    }

    fn scene(&self, view: View) -> Scene {
        self.rules.scene(&self.state, self.view(view))
    }

    fn result(&self) -> Option<GameResult> {
        self.rules.result(&self.state)
    }

    fn broken(&self) -> Option<String> {
        self.rules.invariants(&self.state).err()
    }

    fn report(&self) -> Option<Report> {
        None
    }
}
