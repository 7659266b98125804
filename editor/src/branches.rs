//! The tree of everything that happened, as rows: forks, tips, bookmarks and where we are, with the straight runs between
//! them as lengths.
//!
//! Kept by the document. Laid out once per change, and only when a panel asks. Reads the [`Tree`] of a [`Game`]; knows no
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
    /// Whether it is on the current branch.
    pub on_line: bool,
    /// Whether we are here.
    pub here: bool,
}

/// The tree, laid out as rows.
#[derive(Debug, Default)]
pub struct Branches {
    rows: Option<Arc<[Stop]>>,
    nodes: usize,
}

impl Branches {
    /// Discards the layout, because the cursor or a note has changed.
    pub fn invalidate(&mut self) {
        self.rows = None;
    }

    /// Returns the rows, laid out anew if something has changed.
    pub fn rows(&mut self, game: &dyn Game) -> Arc<[Stop]> {
        let nodes = game.node_count();
        let rows = self.rows.take().filter(|_| self.nodes == nodes);
        let rows = rows.unwrap_or_else(|| Layout::of(game).rows.into());
        (self.rows, self.nodes) = (Some(rows.clone()), nodes);
        rows
    }
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
    line: &'a [NodeId],
    cursor: NodeId,
    rows: Vec<Stop>,
}

impl<'a> Layout<'a> {
    fn of(game: &'a dyn Game) -> Self {
        let (tree, line, cursor) = (game.tree(), game.line(), game.cursor());
        let mut layout = Self { tree, ahead: ahead(tree), line, cursor, rows: Vec::new() };
        let mut due = vec![Due { first: NodeId::ROOT, lane: 0, aside: false, passing: 0 }];
        while let Some(next) = due.pop() {
            layout.lay(&next, &mut due);
        }
        layout
    }

    /// The longest branch goes on in this lane, so that trying again and again does not lead ever further to the right; the
    /// others stand between it and their fork, each in the next lane.
    fn lay(&mut self, at: &Due, due: &mut Vec<Due>) {
        let id = self.end_of(at.first);
        let ways: Vec<_> = self.tree.newest_first(id).collect();
        self.rows.push(self.stop(at, id, ways.len()));
        let longest = ways.iter().max_by_key(|way| self.ahead[way.0 as usize]).copied();
        due.extend(longest.map(|first| Due { first, lane: at.lane, aside: false, passing: at.passing }));
        let (lane, passing) = ((at.lane + 1).min(LANES), at.passing | 1 << at.lane.min(LANES));
        let others = ways.iter().filter(|&&way| Some(way) != longest);
        due.extend(others.map(|&first| Due { first, lane, aside: true, passing }));
    }

    fn end_of(&self, first: NodeId) -> NodeId {
        let mut at = first;
        while let Some(only) = self.tree.only_child(at) {
            if at == NodeId::ROOT || at == self.cursor || self.tree.notes(at).bookmark.is_some() {
                break;
            }
            at = only;
        }
        at
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
            words: self.tree.notes(id).bookmark.or_else(|| self.tree.notes(at.first).name),
            lane: at.lane,
            aside: at.aside,
            goes_on: ways > 0,
            passing: at.passing,
            on_line: self.line.get(turn as usize) == Some(&id),
            here: id == self.cursor,
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
