//! The tree of everything that happened, and the cursor in it. Nodes are only ever added: undo moves the cursor,
//! acting in the past grows a branch, and every moment of every branch can be visited.
//!
//! Used by [`crate::session`], which writes a plan to the log before committing it. Knows no files and no particular
//! game.

mod descent;
mod note;
mod replay;
mod siblings;
mod state_cache;
mod tree;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::rules::Rules;
pub(crate) use descent::descend;
pub use note::{Note, NoteKind, NoteMap, Notes};
pub use replay::Below;
pub(crate) use replay::Misfit;
use siblings::Siblings;
pub use state_cache::Keep;
use state_cache::StateCache;
pub use tree::Tree;

/// Number of a node: 0 is the start, the others are numbered in the order in which they were added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The start of the game.
    pub const ROOT: Self = Self(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// A position: a node and the branch it is viewed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchPosition {
    /// The node.
    pub cursor: NodeId,
    /// Tip of the branch.
    pub tip: NodeId,
}

/// An action that was checked and computed but not taken yet.
#[derive(Debug)]
pub struct Plan<R: Rules> {
    parent: NodeId,
    action: R::Action,
    state: R::State,
    outcome: R::Outcome,
    fingerprint: u64,
}

impl<R: Rules> Plan<R> {
    /// Node it was planned at.
    pub fn parent(&self) -> NodeId {
        self.parent
    }

    /// The planned action.
    pub fn action(&self) -> &R::Action {
        &self.action
    }

    /// The resulting state.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Fingerprint of the resulting state.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// The tree, the cursor, and the branch through the cursor.
pub struct Timeline<R: Rules> {
    /// Shared with searches on other threads.
    rules: Arc<R>,
    tree: Tree,
    /// Actions by node: entry `n - 1` leads to node `n`.
    actions: Vec<R::Action>,
    siblings: Siblings,
    kept: StateCache<R::State>,
    cursor: NodeId,
    here: R::State,
    /// Outcome that led to the newest node, cached because it is requested most often.
    newest: Option<R::Outcome>,
    line: Vec<NodeId>,
    /// For each fork the child last visited.
    preferred: BTreeMap<NodeId, NodeId>,
}

impl<R: Rules> Timeline<R> {
    /// Starts a game.
    pub fn new(rules: R, seed: u64) -> Self {
        Self::keeping(rules, seed, Keep::default())
    }

    /// Starts a game with other limits for the cache of states.
    pub fn keeping(rules: R, seed: u64, keep: Keep) -> Self {
        let here = rules.start(seed);
        let fingerprint = rules.fingerprint(&here);
        Self {
            rules: Arc::new(rules),
            tree: Tree::new(fingerprint),
            actions: Vec::new(),
            siblings: Siblings::default(),
            kept: StateCache::new(keep, here.clone()),
            cursor: NodeId::ROOT,
            here,
            newest: None,
            line: vec![NodeId::ROOT],
            preferred: BTreeMap::new(),
        }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Returns the rules for use beyond the life of the game.
    pub(crate) fn shared_rules(&self) -> Arc<R> {
        self.rules.clone()
    }

    /// Returns up to `most` of the cached states, spread evenly over the tree, in the order of the log.
    pub(crate) fn keyframes(&self, most: usize) -> Vec<(NodeId, &R::State)> {
        self.kept.sample(&self.tree, most)
    }

    /// Returns the shape of the history, and the notes in it.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Number of nodes including the start.
    pub fn node_count(&self) -> usize {
        self.tree.node_count()
    }

    /// The current node.
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// The state at the cursor.
    pub fn state(&self) -> &R::State {
        &self.here
    }

    /// The branch through the cursor, from the start to its tip: entry `n` is turn `n`.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// Parent of a node; `None` for the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.parent(id)
    }

    /// Number of actions that lead to a node.
    pub fn turn(&self, id: NodeId) -> u32 {
        self.tree.turn(id)
    }

    /// The fingerprint of the state at a node.
    pub fn fingerprint(&self, id: NodeId) -> u64 {
        self.tree.fingerprint(id)
    }

    /// The action that leads to a node.
    pub fn action(&self, id: NodeId) -> Option<&R::Action> {
        id.index().checked_sub(1).map(|before| &self.actions[before])
    }

    /// Returns the node a number of turns before a node, which must have that many.
    pub fn before(&self, id: NodeId, turns: u32) -> NodeId {
        self.tree.ancestor(id, self.turn(id) - turns)
    }

    /// Plans an action at the cursor. Changes nothing.
    pub fn plan(&self, action: R::Action) -> Result<Plan<R>, R::Illegal> {
        self.plan_on(self.cursor, self.here.clone(), action)
    }

    /// Plans an action at any node. Changes nothing.
    pub fn plan_at(&self, parent: NodeId, action: R::Action) -> Result<Plan<R>, R::Illegal> {
        self.plan_on(parent, self.state_at(parent), action)
    }

    /// Returns the node that this action led to when it was taken at the cursor before.
    pub fn known(&self, action: &R::Action) -> Option<NodeId> {
        self.child(self.cursor, action)
    }

    /// Adds the planned node and moves the cursor there.
    pub fn commit(&mut self, plan: Plan<R>) -> NodeId {
        let id = self.grow(plan);
        self.seek(id);
        id
    }

    /// Adds the planned node without moving the cursor. Call [`Timeline::seek`] before requesting the line
    /// again.
    pub(crate) fn grow(&mut self, plan: Plan<R>) -> NodeId {
        let id = self.add(plan.parent, plan.action, plan.fingerprint);
        self.newest = Some(plan.outcome);
        if let Some((above, state)) = self.kept.grown(&self.tree, id, &plan.state) {
            let state = state.unwrap_or_else(|| self.state_at(above));
            self.kept.promote(&self.tree, above, state);
        }
        id
    }

    /// Moves the cursor.
    pub fn seek(&mut self, id: NodeId) {
        self.here = self.visit(id);
        self.cursor = id;
        self.follow(id);
    }

    /// The current position.
    pub fn place(&self) -> BranchPosition {
        BranchPosition { cursor: self.cursor, tip: *self.line.last().expect("a line begins with the start") }
    }

    /// Moves the cursor to a node on the branch that leads to a tip.
    pub fn go(&mut self, place: BranchPosition) {
        self.follow(place.tip);
        self.seek(place.cursor);
    }

    /// Moves the cursor back by one turn; returns `false` at the start.
    pub fn undo(&mut self) -> bool {
        self.parent(self.cursor).map(|parent| self.seek(parent)).is_some()
    }

    /// Moves the cursor forward by one turn along the branch last visited; returns `false` at its tip.
    pub fn redo(&mut self) -> bool {
        self.next(self.cursor).map(|child| self.seek(child)).is_some()
    }

    /// Puts a note on a node; empty text removes it.
    pub fn set_note(&mut self, note: Note) {
        self.tree.set_note(note);
    }

    /// Adds a node to the tree; its state is not known yet.
    fn add(&mut self, parent: NodeId, action: R::Action, fingerprint: u64) -> NodeId {
        let id = self.tree.add(parent, fingerprint);
        self.actions.push(action);
        let (rules, actions) = (self.rules.as_ref(), &self.actions);
        self.siblings.add(&self.tree, parent, id, |child| hash(rules, &actions[child.index() - 1]));
        id
    }

    /// Returns the child of a node that an action led to.
    pub(crate) fn child(&self, parent: NodeId, action: &R::Action) -> Option<NodeId> {
        let is_meant = |child| self.action(child) == Some(action);
        self.siblings.find(&self.tree, parent, || hash(self.rules.as_ref(), action), is_meant)
    }

    fn next(&self, id: NodeId) -> Option<NodeId> {
        self.preferred.get(&id).copied().or_else(|| self.tree.newest_first(id).next())
    }

    fn plan_on(&self, parent: NodeId, state: R::State, action: R::Action) -> Result<Plan<R>, R::Illegal> {
        let effect = self.rules.check(&state, &action)?;
        let (state, outcome) = self.rules.apply_effect(state, effect);
        let fingerprint = self.rules.fingerprint(&state);
        Ok(Plan { parent, action, state, outcome, fingerprint })
    }

    /// Makes the line run through `id`. The cost depends on the difference to the previous line, not on the
    /// length of the history.
    fn follow(&mut self, id: NodeId) {
        let mut leaving = Vec::new();
        let mut at = id;
        while self.line.get(self.turn(at) as usize) != Some(&at) {
            leaving.push(at);
            at = self.tree.parent(at).unwrap_or(NodeId::ROOT);
        }
        if !leaving.is_empty() {
            self.line.truncate(self.turn(at) as usize + 1);
        }
        for child in leaving.into_iter().rev() {
            self.prefer(child);
            self.line.push(child);
        }
        while let Some(next) = self.line.last().and_then(|&tip| self.next(tip)) {
            self.line.push(next);
        }
    }

    fn prefer(&mut self, child: NodeId) {
        if let Some(parent) = self.tree.parent(child).filter(|&parent| self.tree.is_fork(parent)) {
            self.preferred.insert(parent, child);
        }
    }
}

fn hash<R: Rules>(rules: &R, action: &R::Action) -> u64 {
    codec::fingerprint_part(0, &rules.pack(action))
}
