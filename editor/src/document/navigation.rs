//! Navigation in a document: turns, forks, branches, previews, and the way back.
//!
//! Part of the document, called by the app. Knows no widgets.

use timeloom::place;
use timeloom::timeline::{NodeId, Tree};

use super::{Document, ShownNode};

impl Document {
    /// Moves the cursor to a node.
    pub fn seek(&mut self, id: NodeId) {
        self.remember();
        self.game.seek(id);
        self.refresh();
    }

    /// Moves the cursor to a turn of the current branch, at most to the last one.
    pub fn seek_turn(&mut self, turn: u32) {
        let line = self.game.line();
        let id = line.get(turn as usize).or(line.last()).copied();
        self.seek(id.unwrap_or(NodeId::ROOT));
    }

    /// Previews a node; `None` ends the preview.
    pub fn peek(&mut self, id: Option<NodeId>) {
        let id = id.filter(|&id| id != self.cursor.id);
        if self.preview != id {
            self.preview = id;
            self.shown = ShownNode::at(&*self.game, id.unwrap_or(self.cursor.id), self.view);
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
        self.game.seek(tip);
        self.game.seek(cursor);
        self.refresh();
        true
    }

    /// Moves the cursor back to the nearest fork, or to the start.
    pub fn seek_fork(&mut self) {
        let forks = self.log.forks();
        let before = forks.partition_point(|&fork| fork < self.cursor.turn);
        self.seek_turn(before.checked_sub(1).map_or(0, |at| forks[at]));
    }

    /// Moves the cursor on to the next fork, or to the tip.
    pub fn seek_next_fork(&mut self) {
        let forks = self.log.forks();
        let after = forks.partition_point(|&fork| fork <= self.cursor.turn);
        self.seek_turn(forks.get(after).copied().unwrap_or(u32::MAX));
    }

    /// Switches to the next or previous branch at the nearest fork, to the same turn if that exists; `false` if there
    /// is no other branch.
    pub fn seek_branch(&mut self, on: bool) -> bool {
        let Some(begin) = self.nearest_way() else { return false };
        let tree = self.game.tree();
        let way = neighbour(tree, begin, on).unwrap_or(begin);
        let turn = self.cursor.turn.max(tree.turn(begin));
        self.seek(way);
        let line = self.game.line();
        let id = line.get(turn as usize).or(line.last()).copied();
        self.seek(id.unwrap_or(NodeId::ROOT));
        true
    }

    /// Returns the first node of the branch of a node: the one after the nearest fork before it.
    pub fn beginning(&self, id: NodeId) -> NodeId {
        let tree = self.game.tree();
        let begins = |at: &NodeId| tree.parent(*at).is_none_or(|parent| tree.is_fork(parent));
        tree.upwards(id).find(begins).unwrap_or(NodeId::ROOT)
    }

    /// Finds the node described by a text; see [`timeloom::place`]. The error is a sentence.
    pub fn find(&self, text: &str) -> Result<NodeId, String> {
        place::find(&*self.game, text).map_err(|error| error.to_string())
    }

    /// Remembers the current position, unless an earlier one is already remembered.
    pub(super) fn remember(&mut self) {
        let tip = self.game.line().last().copied().unwrap_or(NodeId::ROOT);
        self.origin = self.origin.filter(|_| self.origin().is_some()).or(Some((self.cursor.id, tip)));
    }

    /// Returns the first node of this branch at the nearest fork: before the cursor, or else after it.
    fn nearest_way(&self) -> Option<NodeId> {
        let (forks, line) = (self.log.forks(), self.game.line());
        let before = forks.partition_point(|&fork| fork < self.cursor.turn);
        let fork = before.checked_sub(1).map(|at| forks[at]).or(forks.first().copied())?;
        line.get(fork as usize + 1).copied()
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
