//! Computes states from recorded actions: all states of a log when it is opened, and later uncached ones,
//! from the nearest cached ancestor, step by step.
//!
//! Part of [`super::Timeline`]; the only place where recorded actions are applied.

use std::ops::ControlFlow;

use super::state_cache::Recent;
use super::{NodeId, Timeline, descend};
use crate::rules::Rules;

/// The first node in the order of the log whose recorded action or fingerprint the rules do not confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Misfit(pub(crate) NodeId);

/// Whether a walk continues below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// Visit the nodes below it.
    Visit,
    /// Skip the nodes below it.
    Skip,
}

const STEPS_BETWEEN_REPORTS: usize = 4096;

/// Number of states held by a walk in any order, and so of branches that can alternate without a replay.
const HELD: usize = 1 << 14;

impl<R: Rules> Timeline<R> {
    /// Adds a recorded act; its state stays unknown until [`Timeline::replay`]. An act that repeats a sibling
    /// takes a number, because later records count it, but makes no new node: its number refers to the
    /// sibling.
    pub(crate) fn record(&mut self, parent: NodeId, action: R::Action, fingerprint: u64) -> NodeId {
        let parent = self.tree.meant(parent);
        match self.child(parent, &action).filter(|&child| self.tree.fingerprint(child) == fingerprint) {
            Some(child) => {
                self.actions.push(action);
                self.tree.add_repeat(child);
                child
            }
            None => self.add(parent, action, fingerprint),
        }
    }

    /// Replays all recorded acts, one step for each node whatever the shape of the tree, and caches the
    /// keyframes. Calls `progress` with the number of finished nodes from time to time.
    pub(crate) fn replay(&mut self, progress: &mut dyn FnMut(usize)) -> Result<(), Misfit> {
        let chosen = self.kept.choose(&self.tree);
        let (mut first_misfit, mut newest, mut keyframes, mut done) = (None, None, Vec::new(), 0);
        descend(&self.tree, self.state_at(NodeId::ROOT), |id, state| {
            done += 1;
            if done % STEPS_BETWEEN_REPORTS == 0 {
                progress(done);
            }
            if first_misfit.is_some_and(|first| id > first) {
                return None;
            }
            let Some((state, outcome)) = self.confirm(state, id) else {
                first_misfit = Some(id);
                return None;
            };
            newest = (id.index() + 1 == self.tree.node_count()).then_some(outcome).or_else(|| newest.take());
            if chosen.contains(&id) {
                keyframes.push((id, state.clone()));
            }
            Some(state)
        });
        self.newest = newest;
        keyframes.into_iter().for_each(|(id, state)| self.kept.promote(&self.tree, id, state));
        first_misfit.map_or(Ok(()), |first| Err(Misfit(first)))
    }

    /// Returns the state at any node.
    pub fn state_at(&self, id: NodeId) -> R::State {
        self.state_from(id, |_| None)
    }

    /// Calls `see` with each of these nodes, its state, and the outcome that led to it, until it returns a
    /// break. Skips the start.
    ///
    /// Neighbours on a branch cost one step each, so a whole branch costs one replay, and so do all nodes in
    /// the order of the log unless many thousands of branches grew alternately.
    pub fn walk(
        &self,
        path: &[NodeId],
        mut see: impl FnMut(NodeId, &R::State, &R::Outcome) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut before: Option<(NodeId, R::State)> = None;
        let mut held = Recent::new(HELD);
        for &id in path {
            let Some(parent) = self.parent(id) else { continue };
            let goes_on = before.as_ref().is_some_and(|&(at, _)| at == parent);
            if let Some(outcome) = self.newest_outcome(id).filter(|_| !goes_on) {
                see(id, &self.state_at(id), outcome)?;
                continue;
            }
            let state = self.state_for_child(parent, before.take(), &mut held);
            if goes_on && self.tree.newest_first(parent).next() != Some(id) {
                held.insert(parent, state.clone());
            }
            let (state, outcome) = self.step(state, id);
            see(id, &state, &outcome)?;
            before = Some((id, state));
        }
        ControlFlow::Continue(())
    }

    /// Returns the state of a parent during a walk: the last one made, or else one from `held`. Adds both to
    /// `held`.
    fn state_for_child(
        &self,
        parent: NodeId,
        before: Option<(NodeId, R::State)>,
        held: &mut Recent<R::State>,
    ) -> R::State {
        match before {
            Some((at, state)) if at == parent => return state,
            Some((at, state)) if !self.tree.is_tip(at) => held.insert(at, state),
            _ => {}
        }
        let state = self.state_from(parent, |at| held.get(at));
        held.insert(parent, state.clone());
        state
    }

    /// Calls `see` with every node of the tree but the start, its state, and the outcome that led to it:
    /// parents before their children, each state computed once. `see` decides whether the nodes below are
    /// visited.
    pub fn walk_tree(&self, mut see: impl FnMut(NodeId, &R::State, &R::Outcome) -> Below) {
        descend(&self.tree, self.state_at(NodeId::ROOT), |id, state| {
            let (state, outcome) = self.step(state, id);
            (see(id, &state, &outcome) == Below::Visit).then_some(state)
        });
    }

    /// Returns the state at a node that is about to become the cursor. Caches the states just before it, so
    /// that stepping back from there is immediate.
    pub(super) fn visit(&mut self, id: NodeId) -> R::State {
        let (mut state, mut ahead) = self.nearest(id, |_| None);
        while let Some(node) = ahead.pop() {
            state = self.step(state, node).0;
            if ahead.len() < self.kept.how_many_recent() / 2 {
                self.kept.touch(node, state.clone());
            }
        }
        state
    }

    /// Returns the state at a node, from the nearest state that is cached or that `held` returns.
    fn state_from<'s>(&'s self, id: NodeId, held: impl Fn(NodeId) -> Option<&'s R::State>) -> R::State {
        let (state, ahead) = self.nearest(id, held);
        ahead.into_iter().rev().fold(state, |state, node| self.step(state, node).0)
    }

    /// Returns the nearest available state at or above a node, and the nodes to step through from there, last first.
    fn nearest<'s>(
        &'s self,
        id: NodeId,
        held: impl Fn(NodeId) -> Option<&'s R::State>,
    ) -> (R::State, Vec<NodeId>) {
        let mut ahead = Vec::new();
        let mut at = id;
        loop {
            if at == self.cursor {
                return (self.here.clone(), ahead);
            }
            if let Some(state) = self.kept.get(at).or_else(|| held(at)) {
                return (state.clone(), ahead);
            }
            ahead.push(at);
            at = self.tree.parent(at).unwrap_or(NodeId::ROOT);
        }
    }

    fn newest_outcome(&self, id: NodeId) -> Option<&R::Outcome> {
        self.newest.as_ref().filter(|_| id.index() + 1 == self.tree.node_count())
    }

    /// Steps to a node whose record was not replayed yet; `None` if the rules do not confirm it.
    fn confirm(&self, state: R::State, id: NodeId) -> Option<(R::State, R::Outcome)> {
        let effect = self.rules.check(&state, self.action(id)?).ok()?;
        let (state, outcome) = self.rules.apply_effect(state, effect);
        (self.rules.fingerprint(&state) == self.fingerprint(id)).then_some((state, outcome))
    }

    fn step(&self, state: R::State, id: NodeId) -> (R::State, R::Outcome) {
        let action = self.action(id).expect("only the start has no action, and its state is always kept");
        match self.rules.check(&state, action) {
            Ok(effect) => self.rules.apply_effect(state, effect),
            Err(reason) => {
                panic!("{} is not pure: it accepted {action} before and now says: {reason}", R::NAME)
            }
        }
    }
}
