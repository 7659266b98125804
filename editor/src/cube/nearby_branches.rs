//! Chooses the other branches that the cube shows: those that fork off the current one nearest to the cursor.
//!
//! Called by the stack: forks are found once per change of the tree, the nearest of them at every turn. A branch keeps its
//! number, and so its colour, as long as it is shown. Knows no slices.

use timeloom::timeline::{NodeId, Tree};

/// Maximum number of other branches that are shown.
pub const MOST_BRANCHES: usize = 8;

/// The end of another branch, and the turn at which it leaves the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fork {
    pub(super) tip: NodeId,
    pub(super) turn: u32,
}

/// Returns the other branches, in the order of the log. A parent is never newer than its child, so one pass
/// is enough.
pub(super) fn forks(tree: &Tree, line: &[NodeId]) -> Vec<Fork> {
    let mut leaves: Vec<u32> = Vec::with_capacity(tree.node_count());
    let mut forks = Vec::new();
    for id in tree.ids() {
        let turn = tree.turn(id);
        let on_line = line.get(turn as usize) == Some(&id);
        let inherited = tree.parent(id).map_or(0, |parent| leaves[parent.0 as usize]);
        let turn = if on_line { turn } else { inherited };
        leaves.push(turn);
        if tree.is_tip(id) && !on_line {
            forks.push(Fork { tip: id, turn });
        }
    }
    forks
}

/// Returns the name of a branch: that of its first named part.
pub(super) fn name(tree: &Tree, fork: Fork) -> Option<String> {
    tree.branch_name(tree.ancestor(fork.tip, fork.turn + 1), fork.tip)
}

/// Returns the branches that fork off nearest to a turn; of several at the same turn, the newest.
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
