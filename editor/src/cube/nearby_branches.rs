//! Which of the other branches the cube shows: those that leave the current one nearest to where we are.
//!
//! Asked by the stack. Nodes are only ever added, so each is read once; which branches are near is worked out from plain
//! numbers at every turn. A branch keeps its number, and so its colour, as long as it is shown. Knows no slices.

use timeloom::game::Game;
use timeloom::timeline::NodeId;

/// No more branches are shown beside the current one.
pub const MOST_BRANCHES: usize = 8;

/// The tree of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    parent: Option<NodeId>,
    turn: u32,
    children: u32,
}

/// The end of another branch, and the turn at which it leaves the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fork {
    pub(super) tip: NodeId,
    pub(super) turn: u32,
}

impl Tree {
    /// Reads what is new.
    pub(super) fn learn(&mut self, game: &dyn Game) {
        for id in (self.nodes.len()..game.node_count()).filter_map(|at| u32::try_from(at).ok()) {
            let node = game.node(NodeId(id));
            if let Some(parent) = node.parent.and_then(|parent| self.nodes.get_mut(parent.0 as usize)) {
                parent.children += 1;
            }
            self.nodes.push(Node { parent: node.parent, turn: node.turn, children: 0 });
        }
    }

    /// The other branches, in the order of the log. Nobody's parent is newer than itself, so once through is enough.
    pub(super) fn forks(&self, line: &[NodeId]) -> Vec<Fork> {
        let mut leaves: Vec<u32> = Vec::with_capacity(self.nodes.len());
        let mut forks = Vec::new();
        for (node, id) in self.nodes.iter().zip((0..).map(NodeId)) {
            let on_line = line.get(node.turn as usize) == Some(&id);
            let parents = node.parent.and_then(|parent| leaves.get(parent.0 as usize)).copied();
            let turn = if on_line { node.turn } else { parents.unwrap_or(0) };
            leaves.push(turn);
            if node.children == 0 && !on_line {
                forks.push(Fork { tip: id, turn });
            }
        }
        forks
    }

    /// What a branch is called, if it has a name: that of its first part that has one.
    pub(super) fn name(&self, game: &dyn Game, fork: Fork) -> Option<String> {
        let mut name = None;
        let mut at = Some(fork.tip);
        while let Some((id, node)) = at.and_then(|id| Some((id, self.nodes.get(id.0 as usize)?))) {
            if node.turn <= fork.turn {
                break;
            }
            let siblings = node.parent.and_then(|parent| self.nodes.get(parent.0 as usize));
            if siblings.is_some_and(|parent| parent.children > 1) {
                name = game.node(id).notes.name.or(name);
            }
            at = node.parent;
        }
        name
    }
}

/// Of some branches those that leave nearest to a turn; of those that leave at the same one, the newest.
pub(super) fn nearest(forks: &[Fork], turn: u32) -> Vec<Fork> {
    let mut near = forks.to_vec();
    let far = |fork: &Fork| (fork.turn.abs_diff(turn), std::cmp::Reverse(fork.tip));
    if near.len() > MOST_BRANCHES {
        near.select_nth_unstable_by_key(MOST_BRANCHES, far);
        near.truncate(MOST_BRANCHES);
    }
    near.sort_by_key(|fork| fork.tip);
    near
}

/// The numbers of the branches that are shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers([Option<NodeId>; MOST_BRANCHES]);

impl Numbers {
    /// Numbers some branches: those that have a number keep it.
    pub(super) fn give(&mut self, forks: &[Fork]) -> Vec<(usize, Fork)> {
        let is_shown = |tip: NodeId| forks.iter().any(|fork| fork.tip == tip);
        self.0.iter_mut().for_each(|seat| *seat = seat.filter(|tip| is_shown(*tip)));
        for fork in forks.iter().filter(|fork| !self.0.contains(&Some(fork.tip))).collect::<Vec<_>>() {
            if let Some(free) = self.0.iter_mut().find(|seat| seat.is_none()) {
                *free = Some(fork.tip);
            }
        }
        let number = |fork: &Fork| self.0.iter().position(|seat| *seat == Some(fork.tip));
        forks.iter().filter_map(|fork| Some((number(fork)?, *fork))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fork(tip: u32, turn: u32) -> Fork {
        Fork { tip: NodeId(tip), turn }
    }

    fn tips(forks: &[Fork]) -> Vec<u32> {
        forks.iter().map(|fork| fork.tip.0).collect()
    }

    #[test]
    fn of_many_branches_those_that_leave_nearest_are_shown() {
        let forks: Vec<Fork> = (0..30).map(|n| fork(100 + n, n * 10)).collect();
        assert_eq!(tips(&nearest(&forks, 152)), (112..120).collect::<Vec<_>>());
        assert_eq!(tips(&nearest(&forks, 0)), (100..108).collect::<Vec<_>>());
        assert_eq!(tips(&nearest(&forks[..3], 152)), [100, 101, 102]);
    }

    #[test]
    fn of_those_that_leave_at_one_turn_the_newest_are_shown() {
        let forks: Vec<Fork> = (0..30).map(|n| fork(n, 7)).collect();
        assert_eq!(tips(&nearest(&forks, 7)), (22..30).collect::<Vec<_>>());
    }

    #[test]
    fn a_branch_keeps_its_number_while_it_is_shown() {
        let mut numbers = Numbers::default();
        let number = |given: Vec<(usize, Fork)>| -> Vec<_> {
            given.into_iter().map(|(number, fork)| (fork.tip.0, number)).collect()
        };
        assert_eq!(number(numbers.give(&[fork(5, 0), fork(6, 0)])), [(5, 0), (6, 1)]);
        assert_eq!(number(numbers.give(&[fork(6, 0), fork(9, 0)])), [(6, 1), (9, 0)]);
    }
}
