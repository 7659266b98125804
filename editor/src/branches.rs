//! The tree of everything that happened, as rows: forks, tips, bookmarks and where we are, with the straight runs between
//! them as lengths.
//!
//! Kept by the document. Nodes are only ever added, so each is read once; the rows are laid out once per change, and only
//! when somebody asks. Reads a [`Game`]; knows no widgets.

use std::sync::Arc;

use timeloom::game::Game;
use timeloom::timeline::{NodeId, Notes};

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

/// The tree.
#[derive(Debug, Default)]
pub struct Branches {
    nodes: Vec<Node>,
    rows: Option<Arc<[Stop]>>,
}

#[derive(Debug, Default)]
struct Node {
    turn: u32,
    children: Vec<NodeId>,
    notes: Notes,
}

impl Branches {
    /// Forgets the layout, because something has moved.
    pub fn moved(&mut self) {
        self.rows = None;
    }

    /// Reads the name and the bookmark of a node again.
    pub fn relabel(&mut self, game: &dyn Game, id: NodeId) {
        if let Some(node) = self.nodes.get_mut(id.0 as usize) {
            node.notes = game.node(id).notes;
        }
        self.moved();
    }

    /// The rows, laid out anew if something has changed.
    pub fn rows(&mut self, game: &dyn Game) -> Arc<[Stop]> {
        self.learn(game);
        let rows = self.rows.take().unwrap_or_else(|| Layout::of(&self.nodes, game).rows.into());
        self.rows = Some(rows.clone());
        rows
    }

    /// Reads the nodes that are new.
    fn learn(&mut self, game: &dyn Game) {
        for number in self.nodes.len()..game.node_count() {
            let id = NodeId(u32::try_from(number).unwrap_or(u32::MAX));
            let node = game.node(id);
            if let Some(parent) = node.parent {
                self.nodes[parent.0 as usize].children.push(id);
            }
            self.nodes.push(Node { turn: node.turn, children: Vec::new(), notes: node.notes });
            self.rows = None;
        }
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
    nodes: &'a [Node],
    /// How many turns the longest branch from each node still has.
    ahead: Vec<u32>,
    line: &'a [NodeId],
    cursor: NodeId,
    rows: Vec<Stop>,
}

impl<'a> Layout<'a> {
    fn of(nodes: &'a [Node], game: &'a dyn Game) -> Self {
        let (line, cursor) = (game.line(), game.cursor());
        let mut layout = Self { nodes, ahead: ahead(nodes), line, cursor, rows: Vec::new() };
        let mut due = vec![Due { first: NodeId::ROOT, lane: 0, aside: false, passing: 0 }];
        while let Some(next) = due.pop() {
            layout.lay(&next, &mut due);
        }
        layout
    }

    fn node(&self, id: NodeId) -> &'a Node {
        &self.nodes[id.0 as usize]
    }

    /// The longest branch goes on in this lane, so that trying again and again does not lead ever further to the right; the
    /// others stand between it and their fork, each in the next lane.
    fn lay(&mut self, at: &Due, due: &mut Vec<Due>) {
        let id = self.end_of(at.first);
        self.rows.push(self.stop(at, id));
        let ways = &self.node(id).children;
        let longest = ways.iter().rev().max_by_key(|way| self.ahead[way.0 as usize]).copied();
        due.extend(longest.map(|first| Due { first, lane: at.lane, aside: false, passing: at.passing }));
        let (lane, passing) = ((at.lane + 1).min(LANES), at.passing | 1 << at.lane.min(LANES));
        let others = ways.iter().rev().filter(|&&way| Some(way) != longest);
        due.extend(others.map(|&first| Due { first, lane, aside: true, passing }));
    }

    fn end_of(&self, first: NodeId) -> NodeId {
        let mut at = first;
        while let [only] = self.node(at).children[..] {
            if at == NodeId::ROOT || at == self.cursor || self.node(at).notes.bookmark.is_some() {
                break;
            }
            at = only;
        }
        at
    }

    fn stop(&self, at: &Due, id: NodeId) -> Stop {
        let (first, node) = (self.node(at.first), self.node(id));
        let root = id == NodeId::ROOT;
        Stop {
            first: at.first,
            id,
            turn: node.turn,
            run: if root { 0 } else { node.turn + 1 - first.turn },
            ways: node.children.len(),
            words: node.notes.bookmark.clone().or_else(|| first.notes.name.clone()),
            lane: at.lane,
            aside: at.aside,
            goes_on: !node.children.is_empty(),
            passing: at.passing,
            on_line: self.line.get(node.turn as usize) == Some(&id),
            here: id == self.cursor,
        }
    }
}

/// Nodes come after those they follow, so one pass from the end is enough.
fn ahead(nodes: &[Node]) -> Vec<u32> {
    let mut ahead = vec![0; nodes.len()];
    for (at, node) in nodes.iter().enumerate().rev() {
        ahead[at] = node.children.iter().map(|child| ahead[child.0 as usize] + 1).max().unwrap_or(0);
    }
    ahead
}
