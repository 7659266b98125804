//! An open game and everything shown of it, computed once per change instead of once per frame.
//!
//! Panels read it; only the app changes it. Every change goes through [`Game`] and is followed by one
//! refresh; parts that only some panels need are computed when first requested. Knows no widgets and no
//! rules.

mod lazy;

mod navigation;
mod stored_game;

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use timeloom::game::{About, ActError, ActionBytes, Game, Inspect, NodeView};
use timeloom::place;
use timeloom::rules::{GameResult, RefusalKind};
use timeloom::scene::cube::Point;
use timeloom::scene::{Entry, Scene, Table, View, plain};
use timeloom::sketch::{DrawingView, Edit, FieldValue};
use timeloom::timeline::{NodeId, Note};

use self::lazy::Lazy;
pub use self::navigation::Route;
pub use self::stored_game::StoredGame;
use crate::log::Log;

/// Identifies a state of a document, so that data cached for one is not used for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChangeId {
    /// The document.
    pub document: u64,
    /// The number of its changes.
    pub change: u64,
}

/// An open game.
pub struct Document {
    stored: StoredGame,
    stamp: ChangeId,
    note: Option<String>,
    about: About,
    /// Whether it is a game for one player, about which the solver can be asked.
    is_for_one: bool,
    view: View,
    cursor: NodeView,
    /// The node being previewed; the cursor stays where it is.
    preview: Option<NodeId>,
    /// The cursor before the last jump, and the tip of its branch.
    origin: Option<(NodeId, NodeId)>,
    shown: ShownNode,
    log: Log,
    lazy: Lazy,
    /// A shortest way to win, if it is shown.
    solution: Option<Arc<[Point]>>,
}

/// The shown content of one node: that at the cursor, or the previewed one.
struct ShownNode {
    here: NodeView,
    scene: Scene,
    widths: Vec<Vec<usize>>,
    result: Option<GameResult>,
    drawing_view: Option<DrawingView>,
    revision: u64,
}

/// Message for a player who tries to undo where that is not allowed.
pub const NO_UNDO: &str = "this level does not allow undo";

/// Returns a new number each time, so that no two shown states have the same.
pub(crate) fn next_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Document {
    /// Opens a game; the note describes how it was opened, if that matters to the user.
    pub fn new(game: impl Into<StoredGame>, note: Option<String>) -> Self {
        let (stored, view) = (game.into(), View::default());
        let game = &*stored.game;
        let cursor = game.node(game.cursor());
        let (about, shown) = (about(game), ShownNode::at(game, cursor.id, view));
        let is_for_one = game.puzzle(NodeId::ROOT).is_some();
        let mut log = Log::default();
        log.follow(game);
        let (stamp, lazy) = (ChangeId::next(), Lazy::default());
        Self {
            stored,
            stamp,
            note,
            about,
            is_for_one,
            view,
            cursor,
            preview: None,
            origin: None,
            shown,
            log,
            lazy,
            solution: None,
        }
    }

    /// Identifies the current state: differs after every change, and for every document.
    pub fn stamp(&self) -> ChangeId {
        self.stamp
    }

    /// The game, read-only.
    pub fn game(&self) -> &dyn Game {
        &*self.stored.game
    }

    /// The game and the file of its log.
    pub fn stored(&self) -> &StoredGame {
        &self.stored
    }

    /// The game and the file of its log, mutable: to write and to close it.
    pub fn stored_mut(&mut self) -> &mut StoredGame {
        &mut self.stored
    }

    /// Description of the game: its ruleset, its level, and so on.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Name of the level: of a drawing, the one that it has now.
    pub fn level_name(&self) -> Cow<'_, str> {
        let drawn = self.drawing_view().and_then(|drawing| {
            let field = drawing.kit.name_setting?;
            match drawing.sketch.settings.get(field.key)? {
                FieldValue::Text(name) if !name.trim().is_empty() => Some(plain::line(name)),
                _ => None,
            }
        });
        drawn.unwrap_or(Cow::Borrowed(&self.about.level))
    }

    /// Whether it is a game for one player.
    pub fn is_for_one(&self) -> bool {
        self.is_for_one
    }

    /// Note about how the game was opened, if any, as far as the seat may know it.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref().map(|note| self.stored.game.disclosed(note))
    }

    /// Why nothing can be written to the log, if so: how the game was opened says more than the log does.
    pub fn read_only(&self) -> Option<&str> {
        self.stored.game.sealed().map(|reason| self.note().unwrap_or(reason))
    }

    /// The scene of the shown node.
    pub fn scene(&self) -> &Scene {
        &self.shown.scene
    }

    /// The shown drawing; `None` for a game being played.
    pub fn drawing_view(&self) -> Option<&DrawingView> {
        self.shown.drawing_view.as_ref()
    }

    /// The level text of the shown drawing; `None` for a game being played.
    pub fn level_text(&self) -> Option<String> {
        self.stored.game.drawing().map(|drawing| drawing.level_text(self.here().id))
    }

    /// Number that differs whenever the shown content may differ.
    pub fn revision(&self) -> u64 {
        self.shown.revision
    }

    /// For each table of the scene and each of its columns: the length of the longest entry.
    pub fn widths(&self) -> &[Vec<usize>] {
        &self.shown.widths
    }

    /// The shown node: that at the cursor, unless another one is previewed.
    pub fn here(&self) -> &NodeView {
        &self.shown.here
    }

    /// The node at the cursor, where actions are taken.
    pub fn cursor(&self) -> &NodeView {
        &self.cursor
    }

    /// Whether the shown node is a preview.
    pub fn is_preview(&self) -> bool {
        self.preview.is_some()
    }

    /// The result of the game at the shown node, if it has ended.
    pub fn result(&self) -> Option<&GameResult> {
        self.shown.result.as_ref()
    }

    /// The current branch as rows.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The last turn of the current branch.
    pub fn last_turn(&self) -> u32 {
        u32::try_from(self.stored.game.line().len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Whether the cursor is at the end of its branch.
    pub fn at_tip(&self) -> bool {
        self.cursor.turn == self.last_turn()
    }

    /// The requested view: slice of time and layers.
    pub fn view(&self) -> View {
        self.view
    }

    /// Changes the view: slice of time or layers.
    pub fn look(&mut self, view: View) {
        self.view = view;
        self.refresh();
    }

    /// Views the game from a seat: everything shown is limited to what that player may know.
    pub fn sit(&mut self, seat: Option<u8>) {
        self.stored.game.sit(seat);
        self.about = about(&*self.stored.game);
        self.log = Log::default();
        self.refresh();
    }

    /// A shortest way to win, if it is shown.
    pub fn solution(&self) -> Option<&[Point]> {
        self.solution.as_deref()
    }

    /// Shows or hides a shortest way to win.
    pub(crate) fn show_solution(&mut self, points: Option<&Arc<[Point]>>) {
        if self.solution.as_ref() != points {
            self.solution = points.cloned();
            self.stamp.change += 1;
        }
    }

    /// Goes back one turn; `false` at the start. In a drawing this is an undo, so the position is not remembered for
    /// a return.
    pub fn back(&mut self) -> bool {
        if !self.about.drawing {
            self.remember();
        }
        let moved = self.stored.game.undo();
        self.refresh();
        moved
    }

    /// Goes forward one turn; `false` at the tip.
    pub fn forward(&mut self) -> bool {
        let moved = self.stored.game.redo();
        self.refresh();
        moved
    }

    /// Whether the player may undo turns.
    pub fn allows_undo(&self) -> bool {
        self.about.allows_undo()
    }

    /// Whether the player may act at the cursor; the error is a sentence.
    pub fn may_act(&self) -> Result<(), String> {
        match self.about.may_act(self.stored.game.tree(), self.cursor.id) {
            true => Ok(()),
            false => Err(format!("{NO_UNDO}: go to the last turn to play on or to start again")),
        }
    }

    /// Takes an action at the cursor; the error is a sentence, and then nothing has changed. If undo is not
    /// allowed, earlier turns can be viewed but not acted on, because that would undo the later ones.
    pub fn act(&mut self, action: &ActionBytes) -> Result<NodeId, String> {
        self.may_act()?;
        self.take(action).map_err(|error| error.to_string())
    }

    /// Writes a note on a node; empty text removes it. The error is a sentence.
    pub fn note_on(&mut self, note: Note) -> Result<(), String> {
        let (id, text) = (note.node, place::check_note(&note.text).map_err(|error| error.to_string())?);
        let note = Note { text: text.to_owned(), ..note };
        let done = self.stored.add(|game| game.note(note.clone()).map_err(ActError::from));
        self.relabel(id);
        done.map_err(|error| error.to_string())
    }

    /// Edits the drawing; returns `false` if the edit changes nothing. The error is a sentence that leaves
    /// out the edit itself, which may concern thousands of cells.
    pub fn edit(&mut self, edit: &Edit) -> Result<bool, String> {
        match self.take(&ActionBytes(edit.to_bytes())) {
            Ok(_) => Ok(true),
            Err(ActError::Illegal { refused, .. }) if refused.kind == RefusalKind::NothingChanges => {
                Ok(false)
            }
            Err(ActError::Illegal { refused, .. }) => Err(refused.message),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Takes an action. Afterwards there is no position to return to.
    pub(crate) fn take(&mut self, action: &ActionBytes) -> Result<NodeId, ActError> {
        let done = self.stored.add(|game| game.act(action));
        if done.is_ok() {
            self.origin = None;
        }
        self.refresh();
        done
    }

    fn relabel(&mut self, id: NodeId) {
        self.log.relabel(&*self.stored.game, id);
        self.lazy.forget_notes();
        self.refresh();
    }

    /// Recomputes what is shown. Ends a preview.
    fn refresh(&mut self) {
        self.stamp.change += 1;
        self.preview = None;
        self.cursor = self.stored.game.node(self.stored.game.cursor());
        self.shown = ShownNode::at(&*self.stored.game, self.cursor.id, self.view);
        self.log.follow(&*self.stored.game);
        self.lazy.forget_moment();
        self.lazy.forget_cursor();
    }
}

impl ChangeId {
    fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self { document: NEXT.fetch_add(1, Ordering::Relaxed), change: 0 }
    }
}

impl ShownNode {
    fn at(game: &dyn Game, id: NodeId, view: View) -> Self {
        let (here, moment) = (game.node(id), game.at(id));
        let scene = moment.scene(view).cleaned();
        let widths = scene.tables.iter().map(widths).collect();
        let (drawing_view, result) = (game.drawing().map(|drawing| drawing.view(id, view)), moment.result());
        Self { scene, widths, result, drawing_view, revision: next_revision(), here }
    }
}

/// Returns the description of a game with its texts safe to show.
fn about(game: &dyn Inspect) -> About {
    let mut about = game.about();
    about.level = plain::line(&about.level).into_owned();
    about.description = about.description.map(|words| plain::lines(&words).into_owned());
    about.seats.iter_mut().for_each(|name| *name = plain::line(name).into_owned());
    about
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
