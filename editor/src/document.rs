//! A game that is open, and what is shown of it, worked out once per change and not once per frame.
//!
//! Panels read it; only the app changes it. Every change goes through [`Game`] and is followed by one refresh; what only
//! some panels need is worked out when the first of them asks. Knows no widgets and no rules.

mod lazy;
mod navigation;

use std::sync::atomic::{AtomicU64, Ordering};

use timeloom::game::{About, ActError, ActionBytes, Game, NodeView};
use timeloom::journal::JournalError;
use timeloom::rules::GameResult;
use timeloom::scene::{Entry, Scene, Table, View};
use timeloom::sketch::{DrawingView, Edit};
use timeloom::timeline::{NodeId, Note};

use self::lazy::Lazy;
use crate::log::Log;

/// Tells changes of documents apart, so that what was worked out about one is not taken for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChangeId {
    /// Which document.
    pub document: u64,
    /// Which change of it.
    pub change: u64,
}

/// An open game.
pub struct Document {
    game: Box<dyn Game>,
    stamp: ChangeId,
    note: Option<String>,
    about: About,
    seats: Vec<String>,
    view: View,
    cursor: NodeView,
    /// Looked at in passing, without going there.
    preview: Option<NodeId>,
    /// Where we were before we went somewhere else, and the tip of that branch.
    origin: Option<(NodeId, NodeId)>,
    shown: Shown,
    log: Log,
    asked: Lazy,
}

/// What there is to see at the cursor, or at the node that is looked at in passing.
struct Shown {
    here: NodeView,
    scene: Scene,
    widths: Vec<Vec<usize>>,
    result: Option<GameResult>,
    drawing_view: Option<DrawingView>,
    revision: u64,
}

/// What is said to a player who wants to take a turn back where that is not allowed.
pub const NO_UNDO: &str = "this level does not allow undo";

/// Another number each time: no two things that are shown have the same.
pub(crate) fn next_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Document {
    /// A game, and what is to be said about how it was opened.
    pub fn new(game: Box<dyn Game>, note: Option<String>) -> Self {
        let view = View::default();
        let cursor = game.node(game.cursor());
        let (about, seats, shown) = (game.about(), game.about().seats, Shown::at(&*game, cursor.id, view));
        let mut log = Log::default();
        log.follow(&*game, view.seat);
        let (preview, origin, asked) = (None, None, Lazy::default());
        let stamp = ChangeId::next();
        Self { game, stamp, note, about, seats, view, cursor, preview, origin, shown, log, asked }
    }

    /// Another one after every change, and for every document.
    pub fn stamp(&self) -> ChangeId {
        self.stamp
    }

    /// The game itself, to be read.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// What is being played.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// What is to be said about how it was opened.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// The players who may keep something from each other, by seat.
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// What is to be seen here.
    pub fn scene(&self) -> &Scene {
        &self.shown.scene
    }

    /// The drawing at the cursor; nothing in a game that is played.
    pub fn drawing_view(&self) -> Option<&DrawingView> {
        self.shown.drawing_view.as_ref()
    }

    /// The text of the level that is drawn here; nothing in a game that is played.
    pub fn level_text(&self) -> Option<String> {
        self.game.drawing().map(|drawing| drawing.level_text(self.here().id))
    }

    /// Differs whenever what is shown may differ.
    pub fn revision(&self) -> u64 {
        self.shown.revision
    }

    /// For each table of the scene and each of its columns: the most characters in it.
    pub fn widths(&self) -> &[Vec<usize>] {
        &self.shown.widths
    }

    /// The node that is shown: at the cursor, unless another one is looked at in passing.
    pub fn here(&self) -> &NodeView {
        &self.shown.here
    }

    /// The node at the cursor, where actions are taken.
    pub fn cursor(&self) -> &NodeView {
        &self.cursor
    }

    /// Whether what is shown is only looked at in passing.
    pub fn is_preview(&self) -> bool {
        self.preview.is_some()
    }

    /// How the game has ended here, if it has.
    pub fn result(&self) -> Option<&GameResult> {
        self.shown.result.as_ref()
    }

    /// The current branch as rows.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The last turn of the current branch.
    pub fn last_turn(&self) -> u32 {
        u32::try_from(self.game.line().len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Whether nothing on this branch comes after the cursor.
    pub fn at_tip(&self) -> bool {
        self.cursor.turn == self.last_turn()
    }

    /// What is asked for: a slice of time, a seat, layers.
    pub fn view(&self) -> View {
        self.view
    }

    /// Looks at another slice of time, through other eyes, or with other layers.
    pub fn look(&mut self, view: View) {
        self.view = view;
        self.refresh();
    }

    /// Goes one turn back; `false` at the start. Whoever undoes an edit means it, and is not on an excursion.
    pub fn back(&mut self) -> bool {
        if !self.about.drawing {
            self.remember();
        }
        let moved = self.game.undo();
        self.refresh();
        moved
    }

    /// Goes one turn on; `false` at the tip.
    pub fn forward(&mut self) -> bool {
        let moved = self.game.redo();
        self.refresh();
        moved
    }

    /// Whether a player may take turns back here.
    pub fn allows_undo(&self) -> bool {
        self.about.drawing || self.about.allow_undo
    }

    /// Acts at the cursor; the error is a sentence, and then nothing has happened. Where undo is not allowed, earlier
    /// turns can be looked at, but nobody acts there: that would take back what came after.
    pub fn act(&mut self, action: &ActionBytes) -> Result<NodeId, String> {
        if !self.allows_undo() && !self.cursor.children.is_empty() {
            return Err(format!("{NO_UNDO}: go to the last turn to play on or to start again"));
        }
        self.take(action).map_err(|error| error.to_string())
    }

    /// Writes a note on a node; empty text removes it. The error is a sentence.
    pub fn note_on(&mut self, note: Note) -> Result<(), String> {
        let (id, text) = (note.node, note.text.trim().to_owned());
        let done = self.game.note(Note { text, ..note });
        self.relabel(id);
        done.map_err(|error| error.to_string())
    }

    /// Changes the drawing; `false` if that is how it was already. The error is a sentence without the edit itself, which
    /// may speak of thousands of cells.
    pub fn edit(&mut self, edit: &Edit) -> Result<bool, String> {
        match self.take(&ActionBytes(edit.to_bytes())) {
            Ok(_) => Ok(true),
            Err(ActError::Illegal { refused, .. }) if refused.changes_nothing => Ok(false),
            Err(ActError::Illegal { refused, .. }) => Err(refused.message),
            Err(error) => Err(error.to_string()),
        }
    }

    /// All bytes of the log, wherever it lies.
    pub fn bytes(&mut self) -> Result<Vec<u8>, JournalError> {
        self.game.bytes()
    }

    /// Writes down where we are, and makes everything safe.
    pub fn close(&mut self) -> Result<(), JournalError> {
        self.game.close()
    }

    /// Whoever acts goes on from here, and no longer back to where it was.
    fn take(&mut self, action: &ActionBytes) -> Result<NodeId, ActError> {
        let done = self.game.act(action);
        if done.is_ok() {
            self.origin = None;
        }
        self.refresh();
        done
    }

    fn relabel(&mut self, id: NodeId) {
        self.log.relabel(&*self.game, id);
        self.asked.forget_notes();
        self.refresh();
    }

    /// Works out anew what is shown. Whatever was looked at in passing is past.
    fn refresh(&mut self) {
        self.stamp.change += 1;
        self.preview = None;
        self.cursor = self.game.node(self.game.cursor());
        self.shown = Shown::at(&*self.game, self.cursor.id, self.view);
        self.log.follow(&*self.game, self.view.seat);
        self.asked.forget_moment();
        self.asked.forget_cursor();
    }
}

impl ChangeId {
    fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self { document: NEXT.fetch_add(1, Ordering::Relaxed), change: 0 }
    }
}

impl Shown {
    fn at(game: &dyn Game, id: NodeId, view: View) -> Self {
        let here = game.node(id);
        let scene = game.scene(id, view);
        let widths = scene.tables.iter().map(widths).collect();
        let (drawing_view, result) = (game.drawing().map(|drawing| drawing.view(id, view)), game.result(id));
        Self { scene, widths, result, drawing_view, revision: next_revision(), here }
    }
}

fn widths(table: &Table) -> Vec<usize> {
    let mut widths: Vec<usize> = table.columns.iter().map(|name| name.chars().count()).collect();
    for row in &table.rows {
        for (width, entry) in widths.iter_mut().zip(row) {
            *width = (*width).max(characters(entry));
        }
    }
    widths
}

fn characters(entry: &Entry) -> usize {
    match entry {
        Entry::Text(label) => label.text.chars().count(),
        Entry::Bar(..) => 12,
    }
}
