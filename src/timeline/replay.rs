//! Rebuilds states that are not cached, from the nearest cached ancestor, step by step.
//!
//! Part of [`super::Timeline`]; the only place where accepted actions are applied a second time.

use super::{NodeId, Timeline};
use crate::rules::Rules;

impl<R: Rules> Timeline<R> {
    /// Returns the state at any node.
    pub fn state_at(&self, id: NodeId) -> R::State {
        let (state, ahead) = self.nearest(id);
        ahead.into_iter().rev().fold(state, |state, node| self.step(state, node).0)
    }

    /// Calls `see` with each of these nodes, its state, and the outcome that led to it. The start is skipped.
    /// Neighbours on a branch cost one step each, so a whole branch costs one replay.
    pub fn walk(&self, path: &[NodeId], mut see: impl FnMut(NodeId, &R::State, &R::Outcome)) {
        let mut before: Option<(NodeId, R::State)> = None;
        for &id in path {
            let Some(parent) = self.parent(id) else { continue };
            if let Some(outcome) = self.newest.as_ref().filter(|_| id.index() + 1 == self.tree.node_count()) {
                see(id, &self.state_at(id), outcome);
                continue;
            }
            let state = match before.take() {
                Some((at, state)) if at == parent => state,
                _ => self.state_at(parent),
            };
            let (state, outcome) = self.step(state, id);
            see(id, &state, &outcome);
            before = Some((id, state));
        }
    }

    /// Returns the state at a node that is about to become the cursor. Caches the states just before it, so that
    /// stepping back from there is immediate.
    pub(super) fn visit(&mut self, id: NodeId) -> R::State {
        let (mut state, mut ahead) = self.nearest(id);
        while let Some(node) = ahead.pop() {
            state = self.step(state, node).0;
            if ahead.len() < self.kept.how_many_recent() / 2 {
                self.kept.insert(node, self.turn(node), state.clone());
            }
        }
        self.kept.thin(|id| self.tree.turn(id));
        state
    }

    /// Returns the nearest available state at or above a node, and the nodes to step through from there, last first.
    fn nearest(&self, id: NodeId) -> (R::State, Vec<NodeId>) {
        let mut ahead = Vec::new();
        let mut at = id;
        loop {
            if at == self.cursor {
                return (self.here.clone(), ahead);
            }
            if let Some(state) = self.kept.get(at) {
                return (state.clone(), ahead);
            }
            ahead.push(at);
            at = self.tree.parent(at).unwrap_or(NodeId::ROOT);
        }
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
