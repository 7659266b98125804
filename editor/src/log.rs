//! The current branch as rows: each turn, followed by the alternatives that were taken instead.
//!
//! Kept by the document and recomputed only where the branch changed: 10,000 turns cost nothing per frame. Reads a
//! game through [`Inspect`]; knows no widgets.

use std::collections::BTreeMap;

use timeloom::game::{History, Inspect};
use timeloom::scene::{Sign, plain};
use timeloom::timeline::{NodeId, Notes};

/// One row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The node of this row.
    pub id: NodeId,
    /// Number of actions that lead to it.
    pub turn: u32,
    /// The action; empty at the start.
    pub action: String,
    /// Report of what the action did.
    pub text: String,
    /// Notes on the node.
    pub notes: Notes,
    /// Whether it is on the current branch; otherwise it is the first node of another branch.
    pub on_line: bool,
    /// Sign of a notable turn.
    pub sign: Option<Sign>,
}

impl LogRow {
    /// The user's label: the bookmark, or the name of the branch that starts here.
    pub fn label(&self) -> Option<&str> {
        self.notes.bookmark.as_deref().or(self.notes.name.as_deref())
    }
}

/// The rows of the current branch.
#[derive(Debug, Default)]
pub struct Log {
    rows: Vec<LogRow>,
    /// Entry `n` is the row of turn `n`.
    turns: Vec<usize>,
    /// Turns at which other branches fork off, ascending.
    forks: Vec<u32>,
    /// Turns with a bookmark, ascending.
    bookmarks: Vec<u32>,
    /// Turns that have a bookmark or start a named branch, ascending.
    named: Vec<u32>,
    /// Notable turns, ascending.
    signs: Vec<(u32, Sign)>,
}

/// Report on a node: its action, its text and its sign.
type RowReport = (String, String, Option<Sign>);

impl Log {
    /// All rows, oldest first.
    pub fn rows(&self) -> &[LogRow] {
        &self.rows
    }

    /// The row of a turn of the current branch.
    pub fn row_of(&self, turn: u32) -> usize {
        self.turns.get(turn as usize).copied().unwrap_or_default()
    }

    /// Turns at which other branches fork off, ascending.
    pub fn forks(&self) -> &[u32] {
        &self.forks
    }

    /// Turns with a bookmark, ascending.
    pub fn bookmarks(&self) -> &[u32] {
        &self.bookmarks
    }

    /// The turns that have a bookmark or start a named branch, ascending, with their labels.
    pub fn named(&self) -> impl Iterator<Item = (u32, &str)> {
        self.named.iter().filter_map(|&turn| Some((turn, self.rows[self.row_of(turn)].label()?)))
    }

    /// Notable turns, ascending.
    pub fn signs(&self) -> &[(u32, Sign)] {
        &self.signs
    }

    /// Updates the rows to the current branch of the game; costs only what differs from before. After a change of
    /// the seat, start with an empty log.
    pub fn follow(&mut self, game: &dyn Inspect) {
        let line = game.line();
        let same = self.turns.iter().zip(line).take_while(|&(&row, id)| self.rows[row].id == *id).count();
        self.forget_from(same);
        let others: Vec<NodeId> = line[same..].iter().flat_map(|&id| siblings(game, id).0).collect();
        let mut reports = read_reports(game, &line[same..]);
        reports.append(&mut read_reports(game, &others));
        for &id in &line[same..] {
            self.push_turn(game, id, &mut reports);
        }
    }

    /// Reads the notes of a node again.
    pub fn relabel(&mut self, game: &dyn History, id: NodeId) {
        let node = game.node(id);
        for row in self.rows.iter_mut().filter(|row| row.id == id) {
            row.notes = node.notes.clone();
        }
        let marked =
            |&row: &usize| Some(self.rows[row].turn).filter(|_| self.rows[row].notes.bookmark.is_some());
        self.bookmarks = self.turns.iter().filter_map(marked).collect();
        let named = |&row: &usize| Some(self.rows[row].turn).filter(|_| self.rows[row].label().is_some());
        self.named = self.turns.iter().filter_map(named).collect();
    }

    fn forget_from(&mut self, turn: usize) {
        if let Some(&row) = self.turns.get(turn) {
            self.rows.truncate(row);
            self.turns.truncate(turn);
            // A fork is recorded at the turn before the rows that show it.
            self.forks.retain(|&fork| (fork as usize) + 1 < turn);
            self.bookmarks.retain(|&mark| (mark as usize) < turn);
            self.named.retain(|&mark| (mark as usize) < turn);
            self.signs.retain(|&(sign, _)| (sign as usize) < turn);
        }
    }

    fn push_turn(&mut self, game: &dyn Inspect, id: NodeId, reports: &mut BTreeMap<NodeId, RowReport>) {
        self.turns.push(self.rows.len());
        let row = row(game, id, true, reports);
        let (others, more) = siblings(game, id);
        if !others.is_empty() {
            self.forks.push(row.turn - 1);
        }
        if row.notes.bookmark.is_some() {
            self.bookmarks.push(row.turn);
        }
        self.named.extend(row.label().map(|_| row.turn));
        self.signs.extend(row.sign.map(|sign| (row.turn, sign)));
        self.rows.push(row);
        self.rows.extend(others.into_iter().map(|other| self::row(game, other, false, reports)));
        if let (Some(last), 1..) = (self.rows.last_mut(), more) {
            last.text += &format!(" (and {more} more branches from here)");
        }
    }
}

fn read_reports(game: &dyn Inspect, path: &[NodeId]) -> BTreeMap<NodeId, RowReport> {
    let mut texts = BTreeMap::new();
    game.reports(path, &mut |id, report| {
        let words = [report.action, report.text].map(|words| plain::line(&words).into_owned());
        let [action, text] = words;
        texts.insert(id, (action, text, report.sign));
    });
    texts
}

fn row(game: &dyn History, id: NodeId, on_line: bool, reports: &mut BTreeMap<NodeId, RowReport>) -> LogRow {
    let node = game.node(id);
    let (action, text, sign) = reports.remove(&id).unwrap_or_default();
    LogRow { id, turn: node.turn, action, text, notes: node.notes, on_line, sign }
}

/// Maximum number of alternatives listed at one turn: listing a hundred thousand would take too long, and the
/// panel of branches has all of them.
const MOST_ALTERNATIVES: usize = 100;

/// Returns the other children of the same parent, oldest first, and the number of older ones that are left
/// out.
fn siblings(game: &dyn History, id: NodeId) -> (Vec<NodeId>, usize) {
    let tree = game.tree();
    let Some(parent) = tree.parent(id) else { return (Vec::new(), 0) };
    let others = tree.newest_first(parent).filter(|&child| child != id);
    let mut shown: Vec<_> = others.take(MOST_ALTERNATIVES).collect();
    shown.reverse();
    let more = tree.child_count(parent) - 1 - shown.len();
    (shown, more)
}
