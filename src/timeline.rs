//! The tree of everything that happened, and the cursor in it. Nodes are only ever added: undo moves the cursor,
//! acting in the past grows a branch, and every moment of every branch can be visited.
//!
//! Used by [`crate::session`], which writes a plan to the log before committing it. Knows no files and no particular
//! game.

mod note;
mod replay;
mod state_cache;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::Rules;
pub use note::{Note, NoteKind, Notes};
pub use state_cache::Keep;
use state_cache::StateCache;

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

/// A node without its action. Children form a list from the newest to the oldest.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: NodeId,
    turn: u32,
    newest_child: Option<std::num::NonZeroU32>,
    older_sibling: Option<std::num::NonZeroU32>,
    fingerprint: u64,
}

/// An action that was checked and computed but has not happened yet.
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
    rules: R,
    nodes: Vec<Node>,
    /// Actions; the one that leads to node `n` is at `n - 1`.
    actions: Vec<R::Action>,
    kept: StateCache<R::State>,
    cursor: NodeId,
    here: R::State,
    /// Outcome that led to the newest node, because it is asked for most often.
    newest: Option<R::Outcome>,
    line: Vec<NodeId>,
    /// At forks: the child last visited.
    preferred: BTreeMap<NodeId, NodeId>,
    notes: BTreeMap<NodeId, Notes>,
}

impl<R: Rules> Timeline<R> {
    /// Starts a game.
    pub fn new(rules: R, seed: u64) -> Self {
        Self::keeping(rules, seed, Keep::default())
    }

    /// Starts a game with other limits on how many states are kept.
    pub fn keeping(rules: R, seed: u64, keep: Keep) -> Self {
        let here = rules.start(seed);
        let fingerprint = rules.fingerprint(&here);
        let root =
            Node { parent: NodeId::ROOT, turn: 0, newest_child: None, older_sibling: None, fingerprint };
        let mut kept = StateCache::new(keep);
        kept.insert(NodeId::ROOT, 0, here.clone());
        Self {
            rules,
            nodes: vec![root],
            actions: Vec::new(),
            kept,
            cursor: NodeId::ROOT,
            here,
            newest: None,
            line: vec![NodeId::ROOT],
            preferred: BTreeMap::new(),
            notes: BTreeMap::new(),
        }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Number of nodes, including the start.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
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

    /// The node that a node follows; `None` for the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.at(id).parent)
    }

    /// Number of actions that lead to a node.
    pub fn turn(&self, id: NodeId) -> u32 {
        self.at(id).turn
    }

    /// The fingerprint of the state at a node.
    pub fn fingerprint(&self, id: NodeId) -> u64 {
        self.at(id).fingerprint
    }

    /// The action that leads to a node.
    pub fn action(&self, id: NodeId) -> Option<&R::Action> {
        id.index().checked_sub(1).map(|before| &self.actions[before])
    }

    /// The nodes that follow a node, oldest first.
    pub fn children(&self, id: NodeId) -> Vec<NodeId> {
        let mut children: Vec<_> = self.newest_first(id).collect();
        children.reverse();
        children
    }

    /// Returns the nodes from the start to `id`, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |&at| self.parent(at));
        let mut path: Vec<_> = up.collect();
        path.reverse();
        path
    }

    /// Returns the node `turns` before a node, which must have as many. Free on the branch through the cursor.
    pub fn before(&self, id: NodeId, turns: u32) -> NodeId {
        let turn = self.turn(id);
        if self.line.get(turn as usize) == Some(&id) {
            return self.line[(turn - turns) as usize];
        }
        (0..turns).fold(id, |at, _| self.at(at).parent)
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
        self.newest_first(self.cursor).find(|&child| self.action(child) == Some(action))
    }

    /// Adds the planned node and moves the cursor there.
    pub fn commit(&mut self, plan: Plan<R>) -> NodeId {
        let id = self.grow(plan);
        self.seek(id);
        id
    }

    /// Adds the planned node without moving the cursor. Call [`Timeline::seek`] before asking for the line again.
    pub(crate) fn grow(&mut self, plan: Plan<R>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a log holds at most 2^32 turns"));
        let parent = &mut self.nodes[plan.parent.index()];
        let turn = parent.turn + 1;
        let older_sibling = std::mem::replace(&mut parent.newest_child, std::num::NonZeroU32::new(id.0));
        let fingerprint = plan.fingerprint;
        self.nodes.push(Node { parent: plan.parent, turn, newest_child: None, older_sibling, fingerprint });
        self.actions.push(plan.action);
        self.newest = Some(plan.outcome);
        self.kept.insert(id, turn, plan.state);
        self.kept.thin(|id| self.nodes[id.index()].turn);
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

    /// The notes on a node.
    pub fn notes(&self, id: NodeId) -> Notes {
        self.notes.get(&id).cloned().unwrap_or_default()
    }

    /// Sets a note on a node; empty text removes it.
    pub fn set_note(&mut self, Note { node, kind, text }: Note) {
        let notes = self.notes.entry(node).or_default();
        notes.set(kind, text);
        if *notes == Notes::default() {
            self.notes.remove(&node);
        }
    }

    fn at(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn newest_first(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.at(id).newest_child, |child| {
            self.nodes[child.get() as usize].older_sibling
        })
        .map(|child| NodeId(child.get()))
    }

    fn next(&self, id: NodeId) -> Option<NodeId> {
        self.preferred.get(&id).copied().or_else(|| self.newest_first(id).next())
    }

    fn plan_on(&self, parent: NodeId, state: R::State, action: R::Action) -> Result<Plan<R>, R::Illegal> {
        let effect = self.rules.check(&state, &action)?;
        let (state, outcome) = self.rules.apply_effect(state, effect);
        let fingerprint = self.rules.fingerprint(&state);
        Ok(Plan { parent, action, state, outcome, fingerprint })
    }

    /// Makes the line run through `id`. Costs what differs from the previous line, not the length of the history.
    fn follow(&mut self, id: NodeId) {
        let mut leaving = Vec::new();
        let mut at = id;
        while self.line.get(self.turn(at) as usize) != Some(&at) {
            leaving.push(at);
            at = self.at(at).parent;
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
        let parent = self.at(child).parent;
        if self.newest_first(parent).nth(1).is_some() {
            self.preferred.insert(parent, child);
        }
    }
}
