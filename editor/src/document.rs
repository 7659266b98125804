//! A game that is open, and what is shown of it, worked out once per change and not once per frame.
//!
//! Panels read it; only the app changes it. Every change goes through [`Game`] and is followed by one refresh. Knows no
//! widgets and no rules.

use std::sync::atomic::{AtomicU64, Ordering};

use timeloom::game::{About, ActError, ActionBytes, Choice, Game, NodeView};
use timeloom::journal::JournalError;
use timeloom::rules::GameResult;
use timeloom::scene::{Entry, Scene, Table, View};
use timeloom::sketch::{Edit, Studio};
use timeloom::timeline::NodeId;

use crate::log::Log;

/// Tells changes of documents apart, so that what was worked out about one is not taken for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Which document.
    pub document: u64,
    /// Which change of it.
    pub change: u64,
}

/// An open game.
pub struct Document {
    game: Box<dyn Game>,
    stamp: Stamp,
    note: Option<String>,
    about: About,
    view: View,
    shown: Shown,
    log: Log,
}

/// What there is to see at the cursor.
struct Shown {
    here: NodeView,
    scene: Scene,
    widths: Vec<Vec<usize>>,
    choices: Vec<Choice>,
    result: Option<GameResult>,
    studio: Option<Studio>,
    revision: u64,
}

/// No two moments of any documents have the same revision.
static REVISION: AtomicU64 = AtomicU64::new(1);

impl Document {
    /// A game, and what is to be said about how it was opened.
    pub fn new(game: Box<dyn Game>, note: Option<String>) -> Self {
        let view = View::default();
        let shown = Shown::at_cursor(&*game, view);
        let about = game.about();
        let mut log = Log::default();
        log.follow(&*game);
        Self { game, stamp: Stamp::next(), note, about, view, shown, log }
    }

    /// Another one after every change, and for every document.
    pub fn stamp(&self) -> Stamp {
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

    /// What is to be seen at the cursor.
    pub fn scene(&self) -> &Scene {
        &self.shown.scene
    }

    /// The drawing at the cursor; nothing in a game that is played.
    pub fn studio(&self) -> Option<&Studio> {
        self.shown.studio.as_ref()
    }

    /// Differs whenever what is shown may differ.
    pub fn revision(&self) -> u64 {
        self.shown.revision
    }

    /// For each table of the scene and each of its columns: the most characters in it.
    pub fn widths(&self) -> &[Vec<usize>] {
        &self.shown.widths
    }

    /// The node at the cursor.
    pub fn here(&self) -> &NodeView {
        &self.shown.here
    }

    /// What can be done at the cursor.
    pub fn choices(&self) -> &[Choice] {
        &self.shown.choices
    }

    /// How the game has ended at the cursor, if it has.
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
        self.here().turn == self.last_turn()
    }

    /// What is asked for: a slice of time, a seat.
    pub fn view(&self) -> View {
        self.view
    }

    /// Looks at another slice of time, or through other eyes.
    pub fn look(&mut self, view: View) {
        self.view = view;
        self.refresh();
    }

    /// Goes to a node.
    pub fn seek(&mut self, id: NodeId) {
        self.game.seek(id);
        self.refresh();
    }

    /// Goes to a turn of the current branch, or to its last if there are not so many.
    pub fn seek_turn(&mut self, turn: u32) {
        let line = self.game.line();
        let id = line.get(turn as usize).or(line.last()).copied();
        self.seek(id.unwrap_or(NodeId::ROOT));
    }

    /// Goes one turn back; `false` at the start.
    pub fn back(&mut self) -> bool {
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

    /// Acts at the cursor; the error is a sentence, and then nothing has happened.
    pub fn act(&mut self, action: &ActionBytes) -> Result<NodeId, String> {
        let done = self.game.act(action).map_err(|error| error.to_string());
        self.refresh();
        done
    }

    /// Changes the drawing; `false` if that is how it was already. The error is a sentence without the edit itself, which
    /// may speak of thousands of cells.
    pub fn edit(&mut self, edit: &Edit) -> Result<bool, String> {
        let done = self.game.act(&ActionBytes(edit.to_bytes()));
        self.refresh();
        match done {
            Ok(_) => Ok(true),
            Err(ActError::Illegal { refused, .. }) if refused.code == "NothingChanges" => Ok(false),
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

    fn refresh(&mut self) {
        self.stamp.change += 1;
        self.shown = Shown::at_cursor(&*self.game, self.view);
        self.log.follow(&*self.game);
    }
}

impl Stamp {
    fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self { document: NEXT.fetch_add(1, Ordering::Relaxed), change: 0 }
    }
}

impl Shown {
    fn at_cursor(game: &dyn Game, view: View) -> Self {
        let here = game.node(game.cursor());
        let scene = game.scene(here.id, view);
        let widths = scene.tables.iter().map(widths).collect();
        let studio = game.studio(here.id, view);
        let revision = REVISION.fetch_add(1, Ordering::Relaxed);
        Self {
            scene,
            widths,
            choices: game.choices(None),
            result: game.result(here.id),
            studio,
            revision,
            here,
        }
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
