//! Walks through a whole tree so that every state is computed once, and few are held at a time.
//!
//! Part of [`super::Timeline`]; used when a log is replayed and when a whole history is searched. Knows the
//! shape of the tree; the caller defines a step.

use super::{NodeId, Tree};

/// Walks through all nodes below the start, each after its parent. `step` makes the state of a node from that
/// of its parent, or returns `None` to skip the nodes below it.
///
/// Of several children the one with the most nodes below it comes last and takes its parent's state. So a
/// state is held only while the walk is in a part of at most half the size, and the number of held states is
/// at most the logarithm of the number of nodes.
pub(crate) fn descend<S: Clone>(tree: &Tree, start: S, mut step: impl FnMut(NodeId, S) -> Option<S>) {
    let sizes = sizes(tree);
    let mut forks = Forks { tree, sizes: &sizes, open: Vec::new() };
    let mut next = forks.enter(NodeId::ROOT, start);
    while let Some((id, state)) = next {
        next = match step(id, state) {
            Some(state) => forks.enter(id, state),
            None => forks.next(),
        };
    }
}

/// Returns the number of nodes in each subtree.
fn sizes(tree: &Tree) -> Vec<u32> {
    let mut sizes = vec![1; tree.node_count()];
    for id in tree.ids().rev() {
        if let Some(parent) = tree.parent(id) {
            sizes[parent.index()] += sizes[id.index()];
        }
    }
    sizes
}

/// The forks above the current node, from the start down.
struct Forks<'t, S> {
    tree: &'t Tree,
    sizes: &'t [u32],
    open: Vec<Fork<S>>,
}

/// A node whose children are not all visited.
struct Fork<S> {
    state: S,
    /// The next child other than the largest; its older siblings follow.
    rest: Option<NodeId>,
    largest: NodeId,
}

impl<S: Clone> Forks<'_, S> {
    /// Continues below a node, or at the nearest fork if the node has no children.
    fn enter(&mut self, id: NodeId, state: S) -> Option<(NodeId, S)> {
        if let Some(child) = self.tree.only_child(id) {
            return Some((child, state));
        }
        let rest = self.tree.newest_first(id).next();
        if let Some(largest) = self.tree.newest_first(id).max_by_key(|child| self.sizes[child.index()]) {
            self.open.push(Fork { state, rest, largest });
        }
        self.next()
    }

    /// Continues at the nearest fork.
    fn next(&mut self) -> Option<(NodeId, S)> {
        let fork = self.open.last_mut()?;
        while let Some(child) = fork.rest {
            fork.rest = self.tree.older_sibling(child);
            if child != fork.largest {
                return Some((child, fork.state.clone()));
            }
        }
        self.open.pop().map(|fork| (fork.largest, fork.state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks a tree given by parents; returns the nodes in order and the largest number of states held.
    fn walked(parents: &[u32], leave_out: u32) -> (Vec<u32>, usize) {
        let mut tree = Tree::new(0);
        parents.iter().for_each(|&parent| _ = tree.add(NodeId(parent), 0));
        let (mut seen, mut most) = (Vec::new(), 0);
        let held = std::rc::Rc::new(());
        descend(&tree, held.clone(), |id, state| {
            most = most.max(std::rc::Rc::strong_count(&held));
            seen.push(id.0);
            (id.0 != leave_out).then_some(state)
        });
        (seen, most)
    }

    #[test]
    fn every_node_is_visited_once_and_after_its_parent() {
        let parents = [0, 1, 1, 0, 4, 2, 2, 2, 0];
        let (seen, _) = walked(&parents, u32::MAX);
        let place = |node: u32| seen.iter().position(|&at| at == node);
        assert_eq!(seen.len(), parents.len());
        assert!((1..=9).zip(parents).all(|(node, parent)| parent == 0 || place(parent) < place(node)));
    }

    #[test]
    fn what_follows_a_node_can_be_left_out() {
        let (mut seen, _) = walked(&[0, 1, 2, 1, 0], 2);
        seen.sort_unstable();
        assert_eq!(seen, [1, 2, 4, 5]);
    }

    #[test]
    fn few_states_are_held_whatever_the_shape() {
        let comb = |nodes: u32| (0..nodes).map(|node| node - node % 2).collect::<Vec<_>>();
        let broom = |nodes: u32| (0..nodes).map(|node| node.min(nodes / 2)).collect::<Vec<_>>();
        let full = |nodes: u32| (0..nodes).map(|node| node / 2).collect::<Vec<_>>();
        for shape in [comb(4096), broom(4096), full(4096)] {
            let (seen, most) = walked(&shape, u32::MAX);
            assert_eq!(seen.len(), 4096);
            assert!(most <= 2 + 13, "{most} states of 4,096 nodes are held at a time");
        }
    }
}
