//! Finds the child that an action led to, even among very many children.
//!
//! Part of [`super::Timeline`]. A node with few children is searched; one with many has an index, so that a
//! hundred thousand branches from one node cost no more than a hundred thousand turns. Knows actions only by
//! a hash of their bytes, so callers compare the action itself.

use std::collections::{BTreeMap, BTreeSet};

use super::{NodeId, Tree};

/// Maximum number of children of a node without an index.
const FEW: usize = 16;

/// The children of nodes that have many.
#[derive(Default)]
pub(super) struct Siblings {
    indexed: BTreeSet<NodeId>,
    /// By parent and hash of the action; of children with equal hashes the oldest.
    children: BTreeMap<(NodeId, u64), NodeId>,
}

impl Siblings {
    /// Records a new child. `hash` computes the hash of the action that leads to a node.
    pub(super) fn add(&mut self, tree: &Tree, parent: NodeId, child: NodeId, hash: impl Fn(NodeId) -> u64) {
        if self.indexed.contains(&parent) {
            self.children.entry((parent, hash(child))).or_insert(child);
        } else if tree.child_count(parent) > FEW {
            self.indexed.insert(parent);
            for child in tree.children(parent) {
                self.children.entry((parent, hash(child))).or_insert(child);
            }
        }
    }

    /// Returns the child of a node that `is_meant` accepts; `hash` computes the hash of the action.
    pub(super) fn find(
        &self,
        tree: &Tree,
        parent: NodeId,
        hash: impl FnOnce() -> u64,
        is_meant: impl Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        if self.indexed.contains(&parent) {
            return self.children.get(&(parent, hash())).copied().filter(|&child| is_meant(child));
        }
        tree.newest_first(parent).find(|&child| is_meant(child))
    }
}
