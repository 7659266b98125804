//! Cached states. A short history keeps all of them; a long one keeps keyframes and the most recent states,
//! and the rest is replayed from there on demand.
//!
//! The choice of keyframes depends on the shape of the tree, not on how many nodes share a turn. With a
//! spacing of `s`, a node is a keyframe if its turn is a multiple of `s` and it has a descendant `s` turns
//! later. Then every node is less than `2s` steps below a keyframe, and since each keyframe has `s` nodes
//! below it that no other one counts, there are at most n/s of n nodes.
//!
//! Only a cache: emptying it costs nothing but time. Knows no rules; callers pass the parts of the tree that
//! it needs.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{NodeId, Tree};

/// Limits for the number of kept states. Higher limits make seeking faster and take more memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Maximum number of states spread evenly over the tree; beyond it, every other one is dropped.
    pub keyframes: usize,
    /// Maximum number of states that were made or visited last.
    pub recent: usize,
}

impl Default for Keep {
    /// Returns limits with which any of a million turns is at most 512 steps from a keyframe, and 4,096
    /// states take some megabytes.
    fn default() -> Self {
        Self { keyframes: 4096, recent: 256 }
    }
}

pub(super) struct StateCache<S> {
    keep: Keep,
    keyframes: BTreeMap<NodeId, S>,
    recent: Recent<S>,
    /// The newest states at multiples of the spacing: they become keyframes once enough nodes follow them.
    candidates: Recent<S>,
    spacing: u32,
}

/// Number of branches that can grow alternately without losing the state of their next keyframe.
const CANDIDATES: usize = 64;

impl<S: Clone> StateCache<S> {
    /// Creates a cache that holds only the start, which it never drops.
    pub(super) fn new(keep: Keep, start: S) -> Self {
        let keyframes = BTreeMap::from([(NodeId::ROOT, start)]);
        let (recent, candidates) = (Recent::new(keep.recent), Recent::new(CANDIDATES));
        Self { keep, keyframes, recent, candidates, spacing: 1 }
    }

    pub(super) fn get(&self, id: NodeId) -> Option<&S> {
        self.keyframes.get(&id).or_else(|| self.recent.get(id))
    }

    /// Keeps a state that was made or visited.
    pub(super) fn touch(&mut self, id: NodeId, state: S) {
        self.recent.insert(id, state);
    }

    /// Records a new node at the end of a branch. Returns the node that must become a keyframe because of it,
    /// with its state if that is cached; otherwise the caller computes it and calls [`StateCache::promote`].
    pub(super) fn grown(&mut self, tree: &Tree, id: NodeId, state: &S) -> Option<(NodeId, Option<S>)> {
        self.recent.insert(id, state.clone());
        let turn = tree.turn(id);
        if !turn.is_multiple_of(self.spacing) {
            return None;
        }
        if self.spacing == 1 {
            return Some((id, Some(state.clone())));
        }
        self.candidates.insert(id, state.clone());
        let above = tree.ancestor(id, turn - self.spacing);
        let is_new = !self.keyframes.contains_key(&above);
        is_new.then(|| (above, self.candidates.get(above).or_else(|| self.recent.get(above)).cloned()))
    }

    /// Makes a node a keyframe, and doubles the spacing until there is room.
    pub(super) fn promote(&mut self, tree: &Tree, id: NodeId, state: S) {
        self.keyframes.insert(id, state);
        while self.keyframes.len() > self.keep.keyframes.max(1) {
            self.thin(tree);
        }
    }

    /// Doubles the spacing. Each keyframe that stays has another one between the old and the new distance
    /// below it, so at least half of them are dropped.
    fn thin(&mut self, tree: &Tree) {
        let (old, new) = (self.spacing, self.spacing.saturating_mul(2));
        let between = self.keyframes.keys().filter(|&&id| !tree.turn(id).is_multiple_of(new));
        let mut stay: BTreeSet<_> = between.map(|&id| tree.ancestor(id, tree.turn(id) - old)).collect();
        stay.insert(NodeId::ROOT);
        self.keyframes.retain(|id, _| stay.contains(id));
        self.candidates.retain(|id| tree.turn(id).is_multiple_of(new));
        self.spacing = new;
    }

    /// Chooses the spacing and the keyframes for a whole tree; the caller promotes these as their states are
    /// made.
    pub(super) fn choose(&mut self, tree: &Tree) -> BTreeSet<NodeId> {
        let heights = heights(tree);
        let limit = self.keep.keyframes.max(1);
        let is_keyframe = |id: NodeId, spacing: u32| {
            tree.turn(id).is_multiple_of(spacing) && (spacing == 1 || heights[id.index()] >= spacing)
        };
        self.spacing = 1;
        while tree.ids().filter(|&id| is_keyframe(id, self.spacing)).nth(limit).is_some() {
            self.spacing = self.spacing.saturating_mul(2);
        }
        tree.ids().filter(|&id| is_keyframe(id, self.spacing)).collect()
    }

    /// Returns up to `most` of the keyframes, spread evenly.
    pub(super) fn sample(&self, tree: &Tree, most: usize) -> Vec<(NodeId, &S)> {
        let mut spacing = self.spacing;
        loop {
            let spread = self.keyframes.iter().filter(|(id, _)| tree.turn(**id).is_multiple_of(spacing));
            let found: Vec<_> = spread.map(|(&id, state)| (id, state)).take(most + 1).collect();
            if found.len() <= most || spacing > u32::MAX / 2 {
                return found;
            }
            spacing *= 2;
        }
    }

    pub(super) fn how_many_recent(&self) -> usize {
        self.keep.recent
    }
}

/// Returns the number of turns below each node, on its longest branch.
fn heights(tree: &Tree) -> Vec<u32> {
    let mut heights = vec![0; tree.node_count()];
    for id in tree.ids().rev() {
        if let Some(parent) = tree.parent(id) {
            heights[parent.index()] = heights[parent.index()].max(heights[id.index()] + 1);
        }
    }
    heights
}

/// The most recently added states.
pub(super) struct Recent<S> {
    most: usize,
    states: BTreeMap<NodeId, S>,
    /// In the order of insertion.
    order: VecDeque<NodeId>,
}

impl<S> Recent<S> {
    pub(super) fn new(most: usize) -> Self {
        Self { most, states: BTreeMap::new(), order: VecDeque::new() }
    }

    pub(super) fn get(&self, id: NodeId) -> Option<&S> {
        self.states.get(&id)
    }

    pub(super) fn insert(&mut self, id: NodeId, state: S) {
        if self.states.insert(id, state).is_none() {
            self.order.push_back(id);
        }
        while self.states.len() > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            self.states.remove(&oldest);
        }
    }

    fn retain(&mut self, stays: impl Fn(NodeId) -> bool) {
        self.states.retain(|&id, _| stays(id));
        self.order.retain(|&id| stays(id));
    }
}

#[cfg(test)]
mod tests;
