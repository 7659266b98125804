//! Navigation in a document: turns, forks, branches, previews, and the way back.
//!
//! Part of the document, called by the app. Knows no widgets.

use timeloom::game::History;
use timeloom::place;
use timeloom::timeline::{NodeId, Tree};

use super::{Document, ShownNode};

impl Document {
    /// Moves the cursor to a node.
    pub fn seek(&mut self, id: NodeId) {
        self.remember();
        self.stored.game.seek(id);
        self.refresh();
    }

    /// Nodes to go to from the cursor.
    pub fn route(&self) -> Route<'_> {
        Route { game: self.game(), forks: self.log.forks(), turn: self.cursor.turn }
    }

    /// Previews a node; `None` ends the preview.
    pub fn peek(&mut self, id: Option<NodeId>) {
        let id = id.filter(|&id| id != self.cursor.id);
        if self.preview != id {
            self.preview = id;
            self.shown = ShownNode::at(&*self.stored.game, id.unwrap_or(self.cursor.id), self.view);
            self.lazy.forget_moment();
        }
    }

    /// The position before the last jump, if it differs from the cursor.
    pub fn origin(&self) -> Option<NodeId> {
        self.origin.map(|(cursor, _)| cursor).filter(|&cursor| cursor != self.cursor.id)
    }

    /// Ends the preview, or returns to the position before the last jump; `false` if there is neither.
    pub fn come_back(&mut self) -> bool {
        if self.is_preview() {
            self.peek(None);
            return true;
        }
        let Some((cursor, tip)) = self.origin.take() else { return false };
        self.stored.game.seek(tip);
        self.stored.game.seek(cursor);
        self.refresh();
        true
    }

    /// Switches to the next or previous branch at the nearest fork, to the same turn if that exists; `false` if there
    /// is no other branch.
    pub fn seek_branch(&mut self, on: bool) -> bool {
        let Some(begin) = self.route().nearest_branch() else { return false };
        let tree = self.stored.game.tree();
        let way = neighbour(tree, begin, on).unwrap_or(begin);
        let turn = self.cursor.turn.max(tree.turn(begin));
        self.seek(way);
        self.seek(self.route().turn(turn));
        true
    }

    /// Finds the node described by a text; see [`timeloom::place`]. The error is a sentence.
    pub fn find(&self, text: &str) -> Result<NodeId, String> {
        place::find(&*self.stored.game, text).map_err(|error| error.to_string())
    }

    /// Remembers the current position, unless an earlier one is already remembered.
    pub(super) fn remember(&mut self) {
        let tip = self.stored.game.line().last().copied().unwrap_or(NodeId::ROOT);
        self.origin = self.origin.filter(|_| self.origin().is_some()).or(Some((self.cursor.id, tip)));
    }
}

/// The nodes that can be reached from the cursor by a command.
#[derive(Clone, Copy)]
pub struct Route<'a> {
    game: &'a dyn History,
    /// Turns of the current branch at which others fork off, ascending.
    forks: &'a [u32],
    /// Turn of the cursor.
    turn: u32,
}

impl Route<'_> {
    /// Returns a turn of the current branch, at most the last one.
    pub fn turn(&self, turn: u32) -> NodeId {
        let line = self.game.line();
        line.get(turn as usize).or(line.last()).copied().unwrap_or(NodeId::ROOT)
    }

    /// Returns the last turn of the current branch.
    pub fn tip(&self) -> NodeId {
        self.turn(u32::MAX)
    }

    /// Returns the nearest fork before the cursor, or the start.
    pub fn fork(&self) -> NodeId {
        self.turn(self.fork_before().unwrap_or(0))
    }

    /// Returns the next fork after the cursor, or the tip.
    pub fn next_fork(&self) -> NodeId {
        let after = self.forks.partition_point(|&fork| fork <= self.turn);
        self.turn(self.forks.get(after).copied().unwrap_or(u32::MAX))
    }

    /// Returns the first node of this branch at the nearest fork: before the cursor, or else after it.
    fn nearest_branch(&self) -> Option<NodeId> {
        let fork = self.fork_before().or(self.forks.first().copied())?;
        self.game.line().get(fork as usize + 1).copied()
    }

    fn fork_before(&self) -> Option<u32> {
        let before = self.forks.partition_point(|&fork| fork < self.turn);
        before.checked_sub(1).map(|at| self.forks[at])
    }
}

/// Returns the next newer branch at the same fork, or the next older one; after the last comes the first.
fn neighbour(tree: &Tree, begin: NodeId, newer: bool) -> Option<NodeId> {
    let ways = || tree.parent(begin).into_iter().flat_map(|fork| tree.newest_first(fork));
    if newer {
        ways().take_while(|&way| way != begin).last().or_else(|| ways().last())
    } else {
        tree.older_sibling(begin).or_else(|| ways().next())
    }
}
