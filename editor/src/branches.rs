//! The tree of all branches as rows: forks, tips, bookmarks and the cursor; the straight runs between them
//! have a length and no rows.
//!
//! Kept by the document. Laid out when a panel first requests it, and then grown with the tree: a new turn
//! costs the logarithm of the number of rows, moving the cursor nothing. Reads the [`Tree`]; knows no
//! widgets.
//!
//! The tree is the only index of the history. The runs here are its layout: their order on the screen changes
//! as branches grow, so they are kept apart from it. [`timeloom::session`] has its own runs for showing one
//! turn of a long save without building a tree.

mod runs;
mod sequence;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use timeloom::game::History;
use timeloom::timeline::{NodeId, Tree};

use self::runs::{BranchRun, BranchRuns, Lane};

/// Number of lanes; deeper branches are drawn in the last one.
pub const LANES: u8 = 24;

/// A straight run of turns and the node at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The first node of the run.
    pub first: NodeId,
    /// The node at its end.
    pub id: NodeId,
    /// Turn of that node.
    pub turn: u32,
    /// Number of turns of the run.
    pub run: u32,
    /// Number of branches that leave from here.
    pub ways: usize,
    /// The name of the branch, or the text of the bookmark.
    pub words: Option<String>,
    /// Lane in which it is drawn, counted from the left.
    pub lane: u8,
    /// Whether it branches off the lane to its left.
    pub aside: bool,
    /// Whether its own lane continues below it.
    pub goes_on: bool,
    /// The lanes that pass by.
    pub passing: u32,
}

/// The tree, laid out as rows.
#[derive(Debug, Default)]
pub struct Branches {
    runs: Option<Arc<BranchRuns>>,
}

impl Branches {
    /// Discards the layout after a change of a note.
    pub fn invalidate(&mut self) {
        self.runs = None;
    }

    /// Returns the rows, grown by the nodes added since the last call.
    pub fn rows<'a>(&mut self, game: &'a dyn History) -> Rows<'a> {
        let tree = game.tree();
        let runs = self.runs.get_or_insert_with(|| Arc::new(BranchRuns::of(tree)));
        if runs.node_count() < tree.node_count() {
            Arc::make_mut(runs).grow(tree);
        }
        Rows::new(runs.clone(), game)
    }
}

/// The rows of the tree. The run with the cursor is split at the cursor.
pub struct Rows<'a> {
    runs: Arc<BranchRuns>,
    tree: &'a Tree,
    line: &'a [NodeId],
    cursor: NodeId,
    /// The two parts of the run with the cursor, unless the cursor is at its end.
    parts: Option<[Stop; 2]>,
}

impl<'a> Rows<'a> {
    fn new(runs: Arc<BranchRuns>, game: &'a dyn History) -> Self {
        let (tree, line, cursor) = (game.tree(), game.line(), game.cursor());
        let mut rows = Self { runs, tree, line, cursor, parts: None };
        let stop = rows.get(rows.here());
        rows.parts = (stop.id != cursor).then(|| divided(&stop, tree, cursor));
        rows
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.runs.len() + usize::from(self.parts.is_some())
    }

    /// Whether there are no rows; there is always the start.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of branches.
    pub fn tips(&self) -> usize {
        self.runs.tips
    }

    /// The row of the cursor.
    pub fn here(&self) -> usize {
        self.runs.row_of(self.cursor)
    }

    /// Returns a row, which must exist.
    pub fn get(&self, row: usize) -> Stop {
        let here = self.here();
        match &self.parts {
            Some([above, _]) if row == here => above.clone(),
            Some([_, below]) if row == here + 1 => below.clone(),
            Some(_) if row > here => self.stop(row - 1),
            _ => self.stop(row),
        }
    }

    fn stop(&self, row: usize) -> Stop {
        let (run, lane) = self.runs.get(row).expect("there are as many rows as runs");
        stop(self.tree, run, lane)
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = Stop> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Number of steps taken for the layout so far.
    pub fn steps(&self) -> u64 {
        self.runs.steps()
    }

    /// Whether a row is on the current branch.
    pub fn is_on_line(&self, stop: &Stop) -> bool {
        self.line.get(stop.turn as usize) == Some(&stop.id)
    }

    /// Whether a row is that of the cursor.
    pub fn is_here(&self, stop: &Stop) -> bool {
        stop.id == self.cursor
    }
}

/// Describes a run as a row.
fn stop(tree: &Tree, BranchRun { first, last, ways }: BranchRun, Lane { lane, aside }: Lane) -> Stop {
    let turn = tree.turn(last);
    let most = u32::from(LANES);
    Stop {
        first,
        id: last,
        turn,
        run: if last == NodeId::ROOT { 0 } else { turn + 1 - tree.turn(first) },
        ways: ways as usize,
        words: label_of(tree, first, last),
        lane: lane.min(most) as u8,
        aside,
        goes_on: ways > 0,
        passing: (1 << lane.min(most + 1)) - 1,
    }
}

/// Splits a run after a node that is not its last.
fn divided(stop: &Stop, tree: &Tree, at: NodeId) -> [Stop; 2] {
    let turn = tree.turn(at);
    let run = turn + 1 - tree.turn(stop.first);
    let next = tree.only_child(at).unwrap_or(stop.id);
    let above = Stop {
        id: at,
        turn,
        run,
        ways: 1,
        words: label_of(tree, stop.first, at),
        goes_on: true,
        ..stop.clone()
    };
    let below = Stop {
        first: next,
        run: stop.turn - turn,
        words: label_of(tree, next, stop.id),
        aside: false,
        ..stop.clone()
    };
    [above, below]
}

/// Returns the label of a run: the bookmark at its end, or the name of the branch that begins with it.
fn label_of(tree: &Tree, first: NodeId, end: NodeId) -> Option<String> {
    tree.notes(end).bookmark.or_else(|| tree.branch_name(first, end))
}
