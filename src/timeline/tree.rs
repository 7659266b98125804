//! The shape of a history: the parent, the children and the turn of each node, and the notes on it.
//!
//! Kept by [`super::Timeline`] and shared as a whole, so that all code that draws, lists or searches branches
//! uses the same index. Knows no actions, no states and no cursor.

use std::collections::BTreeMap;
use std::iter::successors;
use std::num::NonZeroU32;

use super::{NodeId, Note, NoteMap, Notes};

/// A tree whose nodes are only added, each after its parent.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<TreeNode>,
    notes: NoteMap,
    /// Numbers whose act repeats that of an earlier sibling, with the node that they refer to.
    repeats: BTreeMap<NodeId, NodeId>,
}

/// Children form a list from the newest to the oldest.
#[derive(Clone, Copy, Debug)]
struct TreeNode {
    parent: NodeId,
    /// An ancestor further up: with these and the parents any ancestor is found in a logarithmic number of
    /// steps (the jump pointers of a skew-binary list).
    jump: NodeId,
    turn: u32,
    children: u32,
    newest_child: Option<NonZeroU32>,
    older_sibling: Option<NonZeroU32>,
    fingerprint: u64,
}

impl Tree {
    /// Creates a tree that holds only the start.
    pub(super) fn new(fingerprint: u64) -> Self {
        let (parent, jump) = (NodeId::ROOT, NodeId::ROOT);
        let root = TreeNode {
            parent,
            jump,
            turn: 0,
            children: 0,
            newest_child: None,
            older_sibling: None,
            fingerprint,
        };
        Self { nodes: vec![root], notes: NoteMap::default(), repeats: BTreeMap::new() }
    }

    /// Adds a child to a node.
    pub(super) fn add(&mut self, parent: NodeId, fingerprint: u64) -> NodeId {
        let (id, jump) = (self.next_id(), self.jump_from(parent));
        let above = &mut self.nodes[parent.index()];
        let turn = above.turn + 1;
        above.children += 1;
        let older_sibling = std::mem::replace(&mut above.newest_child, NonZeroU32::new(id.0));
        self.nodes.push(TreeNode {
            parent,
            jump,
            turn,
            children: 0,
            newest_child: None,
            older_sibling,
            fingerprint,
        });
        id
    }

    /// Assigns the next number to an act that repeats the one of an existing node.
    pub(super) fn add_repeat(&mut self, of: NodeId) -> NodeId {
        let (id, node) = (self.next_id(), *self.at(of));
        self.nodes.push(TreeNode { children: 0, newest_child: None, older_sibling: None, ..node });
        self.repeats.insert(id, of);
        id
    }

    /// Returns the node that a number refers to: itself, unless its act repeats that of an earlier sibling.
    pub fn meant(&self, id: NodeId) -> NodeId {
        self.repeats.get(&id).copied().unwrap_or(id)
    }

    /// Number of used numbers: one more than the largest.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Every node, in the order of the log.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        // Hardly any log has repeats, so there is usually nothing to copy.
        let repeats = self.repeats.clone();
        let numbers = (0..self.nodes.len()).map(|index| NodeId(index as u32));
        numbers.filter(move |id| !repeats.contains_key(id))
    }

    /// Returns the ends of all branches, in the order of the log.
    pub fn tips(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.ids().filter(|&id| self.is_tip(id))
    }

    /// Parent of a node; `None` for the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.at(id).parent)
    }

    /// Number of actions that lead to a node.
    pub fn turn(&self, id: NodeId) -> u32 {
        self.at(id).turn
    }

    /// Fingerprint of the state at a node. Not public: it distinguishes states that players may not
    /// distinguish.
    pub(crate) fn fingerprint(&self, id: NodeId) -> u64 {
        self.at(id).fingerprint
    }

    /// Children of a node, newest first.
    pub fn newest_first(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let older = |child: &NonZeroU32| self.nodes[child.get() as usize].older_sibling;
        successors(self.at(id).newest_child, older).map(|child| NodeId(child.get()))
    }

    /// Returns the previous child of the same parent.
    pub fn older_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.at(id).older_sibling.map(|older| NodeId(older.get()))
    }

    /// Children of a node, oldest first.
    pub fn children(&self, id: NodeId) -> Vec<NodeId> {
        let mut children: Vec<_> = self.newest_first(id).collect();
        children.reverse();
        children
    }

    /// Number of children of a node.
    pub fn child_count(&self, id: NodeId) -> usize {
        self.at(id).children as usize
    }

    /// Whether a node has no children.
    pub fn is_tip(&self, id: NodeId) -> bool {
        self.at(id).newest_child.is_none()
    }

    /// Whether a node has several children.
    pub fn is_fork(&self, id: NodeId) -> bool {
        self.at(id).children > 1
    }

    /// Returns the child of a node that has exactly one.
    pub fn only_child(&self, id: NodeId) -> Option<NodeId> {
        self.newest_first(id).next().filter(|_| self.at(id).children == 1)
    }

    /// Nodes from the start to `id`, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = self.upwards(id).collect();
        path.reverse();
        path
    }

    /// Nodes from `id` to the start, both included.
    pub fn upwards(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        successors(Some(id), |&at| self.parent(at))
    }

    /// Returns the ancestor of a node at an earlier turn, or the node itself at its own turn, in a
    /// logarithmic number of steps.
    pub fn ancestor(&self, id: NodeId, turn: u32) -> NodeId {
        let mut at = id;
        while self.turn(at) > turn {
            let TreeNode { parent, jump, .. } = *self.at(at);
            at = if self.turn(jump) >= turn { jump } else { parent };
        }
        at
    }

    /// The first node of the branch of a node: the one after the nearest fork before it, or the start.
    pub fn branch_start(&self, id: NodeId) -> NodeId {
        let begins = |at: &NodeId| self.parent(*at).is_none_or(|parent| self.is_fork(parent));
        self.upwards(id).find(begins).unwrap_or(NodeId::ROOT)
    }

    /// The node that carries the name of the branch of a node, or that a name belongs on: the first of the branch, unless
    /// an older program has put the name further on.
    pub fn name_bearer(&self, id: NodeId) -> NodeId {
        let first = self.branch_start(id);
        let last = successors(Some(id), |&at| self.only_child(at)).last().unwrap_or(id);
        self.named_node(first, last).unwrap_or(first)
    }

    /// The name of the branch that leads from one node to another: the last one on the way, both ends included.
    pub fn branch_name(&self, first: NodeId, last: NodeId) -> Option<String> {
        self.named_node(first, last).and_then(|id| self.notes(id).name)
    }

    fn named_node(&self, first: NodeId, last: NodeId) -> Option<NodeId> {
        let is_on_way = |id: NodeId| {
            let turn = self.turn(id);
            turn <= self.turn(last) && self.ancestor(last, turn) == id
        };
        self.notes.named(first..=last).rev().find(|&id| is_on_way(id))
    }

    /// Notes on a node.
    pub fn notes(&self, id: NodeId) -> Notes {
        self.notes.on(id)
    }

    /// The notes on all nodes.
    pub fn all_notes(&self) -> &NoteMap {
        &self.notes
    }

    /// Puts a note on a node; empty text removes it.
    pub(super) fn set_note(&mut self, note: Note) {
        self.notes.set(note);
    }

    fn next_id(&self) -> NodeId {
        NodeId(u32::try_from(self.nodes.len()).expect("a log holds at most 2^32 turns"))
    }

    /// Returns the jump of a new child: past two jumps of equal length, or else the parent.
    fn jump_from(&self, parent: NodeId) -> NodeId {
        let once = self.at(parent).jump;
        let twice = self.at(once).jump;
        let equal = self.turn(parent) - self.turn(once) == self.turn(once) - self.turn(twice);
        if equal { twice } else { parent }
    }

    fn at(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id.index()]
    }
}
