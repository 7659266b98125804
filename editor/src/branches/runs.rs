//! The straight runs of a tree in the order of their rows: laid out once, then grown node by node.
//!
//! The row of a fork is followed by its other branches, the oldest first, each one lane further to the right, and then by
//! the longest branch, which continues in the same lane; so repeated attempts do not use up lanes. All rows below a run
//! follow it without a gap, and the last of them is the end of its longest branch.
//!
//! A new node costs the logarithm of the number of rows, and as much again for each fork at which its branch becomes the
//! longest. Part of [`super::Branches`]. Knows no widgets and no cursor.

use timeloom::timeline::{NodeId, Tree};

use super::sequence::{Item, Sequence};

/// The rows, independent of the cursor.
#[derive(Clone, Debug)]
pub(super) struct BranchRuns {
    /// In the order of the rows. The rank of a run is twice its lane, and one less if it branches off the
    /// lane to its left.
    rows: Sequence,
    runs: Vec<BranchRun>,
    /// The run of each node.
    run_of: Vec<Item>,
    pub(super) tips: usize,
    relabelled: u64,
}

/// A straight run of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BranchRun {
    pub(super) first: NodeId,
    pub(super) last: NodeId,
    /// Number of branches that leave from its last node.
    pub(super) ways: u32,
}

/// Position of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) lane: u32,
    /// Whether it branches off the lane to its left.
    pub(super) aside: bool,
}

impl Lane {
    fn rank(self) -> i32 {
        2 * self.lane as i32 - i32::from(self.aside)
    }

    fn of_rank(rank: i32) -> Self {
        Self { lane: (rank + 1).unsigned_abs() / 2, aside: rank % 2 != 0 }
    }
}

impl BranchRuns {
    /// Lays out a whole tree.
    pub(super) fn of(tree: &Tree) -> Self {
        let mut layout = RunLayout {
            tree,
            ahead: ahead(tree),
            runs: Vec::new(),
            ranks: Vec::new(),
            run_of: vec![Item(0); tree.node_count()],
        };
        let mut due = vec![(NodeId::ROOT, Lane { lane: 0, aside: false })];
        while let Some((first, lane)) = due.pop() {
            layout.lay(first, lane, &mut due);
        }
        let RunLayout { runs, ranks, run_of, .. } = layout;
        let tips = runs.iter().filter(|run| run.ways == 0).count();
        Self { rows: Sequence::new(&ranks), runs, run_of, tips, relabelled: 0 }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Number of nodes in the layout.
    pub(super) fn node_count(&self) -> usize {
        self.run_of.len()
    }

    /// The row of a node.
    pub(super) fn row_of(&self, id: NodeId) -> usize {
        self.rows.position(self.run_of[id.0 as usize]) as usize
    }

    /// Returns the run in a row, and its position.
    pub(super) fn get(&self, row: usize) -> Option<(BranchRun, Lane)> {
        let item = self.rows.at(u32::try_from(row).ok()?)?;
        Some((self.runs[item.0 as usize], self.lane(item)))
    }

    /// Number of steps taken for the layout so far.
    pub(super) fn steps(&self) -> u64 {
        self.rows.steps() + self.relabelled
    }

    /// Adds the new nodes of the tree.
    pub(super) fn grow(&mut self, tree: &Tree) {
        for number in self.node_count()..tree.node_count() {
            let id = NodeId(number as u32);
            self.run_of.push(Item(0));
            if let (true, Some(parent)) = (tree.meant(id) == id, tree.parent(id)) {
                self.add(tree, parent, id);
            }
        }
    }

    fn add(&mut self, tree: &Tree, parent: NodeId, id: NodeId) {
        if self.run(self.run_of[parent.0 as usize]).last != parent {
            self.divide(tree, self.run_of[parent.0 as usize], parent);
        }
        let run = self.run_of[parent.0 as usize];
        if self.run(run).ways > 0 {
            let main = self.main_branch(run);
            let lane = Lane { lane: self.lane(run).lane + 1, aside: true };
            self.insert(main, lane, id);
            self.runs[run.0 as usize].ways += 1;
            self.tips += 1;
            return;
        }
        if ends_run(tree, parent) {
            let lane = Lane { aside: false, ..self.lane(run) };
            self.insert(self.rows.position(run) + 1, lane, id);
            self.runs[run.0 as usize].ways = 1;
        } else {
            self.runs[run.0 as usize].last = id;
            self.run_of[id.0 as usize] = run;
        }
        self.overtake(tree, id);
    }

    /// Adds a run of one node.
    fn insert(&mut self, position: u32, lane: Lane, id: NodeId) {
        self.run_of[id.0 as usize] = self.rows.insert(position, lane.rank());
        self.runs.push(BranchRun { first: id, last: id, ways: 0 });
    }

    /// Splits a run after a node. The nodes of the shorter part get a new label, which happens to each node
    /// rarely.
    fn divide(&mut self, tree: &Tree, upper: Item, at: NodeId) {
        let whole = self.run(upper);
        let next = tree.ancestor(whole.last, tree.turn(at) + 1);
        let lane = Lane { aside: false, ..self.lane(upper) };
        let lower = self.rows.insert(self.rows.position(upper) + 1, lane.rank());
        self.runs[upper.0 as usize] = BranchRun { last: at, ways: 1, ..whole };
        self.runs.push(BranchRun { first: next, ..whole });
        let turn = |id| tree.turn(id);
        if turn(whole.last) - turn(at) <= turn(next) - turn(whole.first) {
            self.relabel(tree, next, whole.last, lower);
        } else {
            self.exchange(upper, lower);
            self.relabel(tree, whole.first, at, lower);
        }
    }

    /// Exchanges the items of two runs that follow each other.
    fn exchange(&mut self, upper: Item, lower: Item) {
        let (position, ranks) = (self.rows.position(upper), [upper, lower].map(|run| self.rows.rank(run)));
        self.runs.swap(upper.0 as usize, lower.0 as usize);
        self.rows.shift(position..position + 1, position + 1);
        self.rows.raise(position..position + 1, ranks[0] - ranks[1]);
        self.rows.raise(position + 1..position + 2, ranks[1] - ranks[0]);
    }

    fn relabel(&mut self, tree: &Tree, first: NodeId, last: NodeId, run: Item) {
        let count = (tree.turn(last) - tree.turn(first) + 1) as usize;
        for id in tree.upwards(last).take(count) {
            self.run_of[id.0 as usize] = run;
        }
        self.relabelled += count as u64;
    }

    /// Makes the branch that ends with a node the one that goes straight on, at each fork where it has become
    /// the longest.
    fn overtake(&mut self, tree: &Tree, tip: NodeId) {
        let bottom = self.run_of[tip.0 as usize];
        loop {
            let (position, lane) = (self.rows.position(bottom), self.lane(bottom).lane);
            let Some(top) = self.rows.previous_below(position + 1, 2 * lane as i32) else { return };
            let Some(begin) = self.at(top).map(|run| self.run(run).first) else { return };
            let Some(fork) = tree.parent(begin).map(|fork| self.run_of[fork.0 as usize]) else { return };
            let main = self.main_branch(fork);
            let end = self.end_below(fork);
            let Some((first, last)) = self.at(main).zip(self.at(end - 1)) else { return };
            let (first, last) = (self.run(first).first, self.run(last).last);
            let is_longer = (tree.turn(tip), first) > (tree.turn(last), begin);
            if !is_longer {
                return;
            }
            self.swap(tree, fork, (top, position + 1), (main, end));
        }
    }

    /// Makes the branch with the rows `new`, which branches off a fork, go straight on, and makes the current
    /// straight branch, with the rows `old` after it, branch off.
    fn swap(&mut self, tree: &Tree, fork: Item, new: (u32, u32), old: (u32, u32)) {
        self.rows.raise(new.0..new.1, -2);
        self.rows.raise(new.0..new.0 + 1, 1);
        self.rows.raise(old.0..old.1, 2);
        self.rows.raise(old.0..old.0 + 1, -1);
        let Some([begin, other]) = self.at(new.0).zip(self.at(old.0)).map(|runs| [runs.0, runs.1]) else {
            return;
        };
        let (begin, other) = (self.run(begin).first, self.run(other).first);
        let length = new.1 - new.0;
        self.rows.shift(new.0..new.1, old.1 - length);
        let old = old.0 - length..old.1 - length;
        // The next older branch of the fork comes before it.
        let mut older = std::iter::successors(tree.older_sibling(other), |&id| tree.older_sibling(id));
        let older = older.find(|&id| id != begin).map(|id| self.run_of[id.0 as usize]);
        let target = older.map_or_else(|| self.rows.position(fork) + 1, |older| self.end_below(older));
        self.rows.shift(old, target);
    }

    fn run(&self, item: Item) -> BranchRun {
        self.runs[item.0 as usize]
    }

    fn lane(&self, item: Item) -> Lane {
        Lane::of_rank(self.rows.rank(item))
    }

    fn at(&self, position: u32) -> Option<Item> {
        self.rows.at(position)
    }

    /// Returns the position of the branch that goes straight on after a run.
    fn main_branch(&self, run: Item) -> u32 {
        let limit = 2 * self.lane(run).lane as i32 + 1;
        self.rows.next_below(self.rows.position(run), limit).unwrap_or(self.rows.len() as u32)
    }

    /// Returns the position after everything below a run.
    fn end_below(&self, run: Item) -> u32 {
        let limit = 2 * self.lane(run).lane as i32;
        self.rows.next_below(self.rows.position(run), limit).unwrap_or(self.rows.len() as u32)
    }
}

/// Whether a run ends at a node even if only one branch continues.
fn ends_run(tree: &Tree, id: NodeId) -> bool {
    id == NodeId::ROOT || tree.notes(id).bookmark.is_some()
}

/// Layout of a whole tree.
struct RunLayout<'a> {
    tree: &'a Tree,
    /// Number of turns of the longest branch below each node.
    ahead: Vec<u32>,
    runs: Vec<BranchRun>,
    ranks: Vec<i32>,
    run_of: Vec<Item>,
}

impl RunLayout<'_> {
    /// Lays out a run, and pushes the branches after it, the last one first.
    fn lay(&mut self, first: NodeId, lane: Lane, due: &mut Vec<(NodeId, Lane)>) {
        let last = self.follow_run(first);
        let ways: Vec<_> = self.tree.newest_first(last).collect();
        self.runs.push(BranchRun { first, last, ways: ways.len() as u32 });
        self.ranks.push(lane.rank());
        let longest = ways.iter().max_by_key(|way| self.ahead[way.0 as usize]).copied();
        due.extend(longest.map(|way| (way, Lane { aside: false, ..lane })));
        let aside = Lane { lane: lane.lane + 1, aside: true };
        due.extend(ways.iter().filter(|&&way| Some(way) != longest).map(|&way| (way, aside)));
    }

    /// Returns the end of a run, and records the run of its nodes.
    fn follow_run(&mut self, first: NodeId) -> NodeId {
        let run = Item(self.runs.len() as u32);
        let mut at = first;
        loop {
            self.run_of[at.0 as usize] = run;
            match self.tree.only_child(at) {
                Some(only) if !ends_run(self.tree, at) => at = only,
                _ => return at,
            }
        }
    }
}

/// Returns these numbers. Nodes come after their parents, so one pass from the end is enough.
fn ahead(tree: &Tree) -> Vec<u32> {
    let mut ahead = vec![0; tree.node_count()];
    for id in tree.ids().rev() {
        if let Some(parent) = tree.parent(id) {
            ahead[parent.0 as usize] = ahead[parent.0 as usize].max(ahead[id.0 as usize] + 1);
        }
    }
    ahead
}
