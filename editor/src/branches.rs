//! The tree of everything that happened, as rows: forks, tips, bookmarks and where we are, with the straight runs between
//! them as lengths.
//!
//! Kept by the document. Laid out once for each change of the tree, and only when a panel asks; moving the cursor costs
//! nothing. Reads the [`Tree`] of a [`Game`]; knows no
//! widgets.

use std::sync::Arc;

use timeloom::game::Game;
use timeloom::timeline::{NodeId, Tree};

/// Deeper branches are drawn in the last lane.
pub const LANES: u8 = 24;

/// A straight run of turns and the node it ends at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The first node of the run.
    pub first: NodeId,
    /// The node it ends at.
    pub id: NodeId,
    /// How many actions lead to that node.
    pub turn: u32,
    /// How many turns the run has.
    pub run: u32,
    /// How many branches leave from here.
    pub ways: usize,
    /// The name of the branch, or what the bookmark says.
    pub words: Option<String>,
    /// How far to the right it is drawn.
    pub lane: u8,
    /// Whether it hangs off the lane to its left.
    pub aside: bool,
    /// Whether its own lane goes on below it.
    pub goes_on: bool,
    /// The lanes that pass by.
    pub passing: u32,
}

/// The tree, laid out as rows.
#[derive(Debug, Default)]
pub struct Branches {
    runs: Option<Arc<Runs>>,
    nodes: usize,
}

/// The rows as they are wherever the cursor is: laying out a large tree takes longer than a frame, and scrubbing moves the
/// cursor in every one.
#[derive(Debug)]
struct Runs {
    stops: Vec<Stop>,
    /// The row of each node.
    row_of: Vec<u32>,
    tips: usize,
}

impl Branches {
    /// Discards the layout, because a note has changed.
    pub fn invalidate(&mut self) {
        self.runs = None;
    }

    /// Returns the rows, laid out anew if something was added.
    pub fn rows<'a>(&mut self, game: &'a dyn Game) -> Rows<'a> {
        let nodes = game.node_count();
        let runs = self.runs.take().filter(|_| self.nodes == nodes);
        let runs = runs.unwrap_or_else(|| Arc::new(Layout::of(game)));
        (self.runs, self.nodes) = (Some(runs.clone()), nodes);
        Rows::new(runs, game)
    }
}

/// The rows of the tree. The run that the cursor is in ends at the cursor and goes on below it.
pub struct Rows<'a> {
    runs: Arc<Runs>,
    line: &'a [NodeId],
    cursor: NodeId,
    /// The two parts of the run that the cursor is in, unless it is at its end.
    parts: Option<[Stop; 2]>,
}

impl<'a> Rows<'a> {
    fn new(runs: Arc<Runs>, game: &'a dyn Game) -> Self {
        let (line, cursor) = (game.line(), game.cursor());
        let stop = &runs.stops[runs.row_of[cursor.0 as usize] as usize];
        let parts = (stop.id != cursor).then(|| divided(stop, game.tree(), cursor));
        Self { runs, line, cursor, parts }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.runs.stops.len() + usize::from(self.parts.is_some())
    }

    /// Whether there are none; there is always the start.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of branches.
    pub fn tips(&self) -> usize {
        self.runs.tips
    }

    /// The row of the cursor.
    pub fn here(&self) -> usize {
        self.runs.row_of[self.cursor.0 as usize] as usize
    }

    /// Returns a row.
    pub fn get(&self, row: usize) -> &Stop {
        let here = self.here();
        match &self.parts {
            Some([above, _]) if row == here => above,
            Some([_, below]) if row == here + 1 => below,
            Some(_) if row > here => &self.runs.stops[row - 1],
            _ => &self.runs.stops[row],
        }
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = &Stop> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Whether a row is on the current branch.
    pub fn is_on_line(&self, stop: &Stop) -> bool {
        self.line.get(stop.turn as usize) == Some(&stop.id)
    }

    /// Whether we are at the end of a row.
    pub fn is_here(&self, stop: &Stop) -> bool {
        stop.id == self.cursor
    }
}

/// Divides a run after a node that is not its last.
fn divided(stop: &Stop, tree: &Tree, at: NodeId) -> [Stop; 2] {
    let turn = tree.turn(at);
    let run = turn + 1 - tree.turn(stop.first);
    let next = tree.only_child(at).unwrap_or(stop.id);
    let above = Stop {
        id: at,
        turn,
        run,
        ways: 1,
        words: words(tree, stop.first, at),
        goes_on: true,
        ..stop.clone()
    };
    let below = Stop {
        first: next,
        run: stop.turn - turn,
        words: words(tree, next, stop.id),
        aside: false,
        ..stop.clone()
    };
    [above, below]
}

/// What is written on a run: the bookmark at its end, or the name of the branch that begins with it.
fn words(tree: &Tree, first: NodeId, end: NodeId) -> Option<String> {
    tree.notes(end).bookmark.or_else(|| tree.notes(first).name)
}

/// A run that is still to be laid out: its first node, its lane, whether it hangs off another, and what passes by.
struct Due {
    first: NodeId,
    lane: u8,
    aside: bool,
    passing: u32,
}

struct Layout<'a> {
    tree: &'a Tree,
    /// How many turns the longest branch from each node still has.
    ahead: Vec<u32>,
    runs: Runs,
}

impl<'a> Layout<'a> {
    fn of(game: &'a dyn Game) -> Runs {
        let tree = game.tree();
        let runs = Runs { stops: Vec::new(), row_of: vec![0; tree.node_count()], tips: 0 };
        let mut layout = Self { tree, ahead: ahead(tree), runs };
        let mut due = vec![Due { first: NodeId::ROOT, lane: 0, aside: false, passing: 0 }];
        while let Some(next) = due.pop() {
            layout.lay(&next, &mut due);
        }
        layout.runs
    }

    /// The longest branch goes on in this lane, so that trying again and again does not lead ever further to the right; the
    /// others stand between it and their fork, each in the next lane.
    fn lay(&mut self, at: &Due, due: &mut Vec<Due>) {
        let id = self.follow_run(at.first);
        let ways: Vec<_> = self.tree.newest_first(id).collect();
        self.runs.tips += usize::from(ways.is_empty());
        self.runs.stops.push(self.stop(at, id, ways.len()));
        let longest = ways.iter().max_by_key(|way| self.ahead[way.0 as usize]).copied();
        due.extend(longest.map(|first| Due { first, lane: at.lane, aside: false, passing: at.passing }));
        let (lane, passing) = ((at.lane + 1).min(LANES), at.passing | 1 << at.lane.min(LANES));
        let others = ways.iter().filter(|&&way| Some(way) != longest);
        due.extend(others.map(|&first| Due { first, lane, aside: true, passing }));
    }

    /// Returns the end of a run, and notes the row of all its nodes.
    fn follow_run(&mut self, first: NodeId) -> NodeId {
        let row = self.runs.stops.len() as u32;
        let mut at = first;
        loop {
            self.runs.row_of[at.0 as usize] = row;
            match self.tree.only_child(at) {
                Some(only) if at != NodeId::ROOT && self.tree.notes(at).bookmark.is_none() => at = only,
                _ => return at,
            }
        }
    }

    fn stop(&self, at: &Due, id: NodeId, ways: usize) -> Stop {
        let (first_turn, turn) = (self.tree.turn(at.first), self.tree.turn(id));
        let root = id == NodeId::ROOT;
        Stop {
            first: at.first,
            id,
            turn,
            run: if root { 0 } else { turn + 1 - first_turn },
            ways,
            words: words(self.tree, at.first, id),
            lane: at.lane,
            aside: at.aside,
            goes_on: ways > 0,
            passing: at.passing,
        }
    }
}

/// Nodes come after those they follow, so one pass from the end is enough.
fn ahead(tree: &Tree) -> Vec<u32> {
    let mut ahead = vec![0; tree.node_count()];
    for id in tree.ids().rev() {
        if let Some(parent) = tree.parent(id) {
            ahead[parent.0 as usize] = ahead[parent.0 as usize].max(ahead[id.0 as usize] + 1);
        }
    }
    ahead
}
