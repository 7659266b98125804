//! Any game in progress as plain data: the one `dyn` interface, shared by the command line and the editor.
//!
//! Implemented once, for every [`crate::session::Session`]. No state, action or level type crosses it: states cross
//! as JSON and scenes, actions as their bytes in the log. Holds no rules and paints nothing.

use std::ops::{ControlFlow, Range};

use serde::Serialize;
use serde_json::Value;

use crate::diff::Cause;
use crate::journal::keyframes::Keyframes;
use crate::journal::storage::Storage;
use crate::journal::{Health, JournalError};
use crate::rules::{GameResult, Refused};
use crate::scene::cube::{Cube, Thread};
use crate::scene::{BoardCell, Layer, Scene, Sign, View};
use crate::show::{Cue, LongList};
use crate::sketch::{DrawingView, Problem};
use crate::solver::{Puzzle, no_return};
use crate::timeline::{Below, NodeId, Note, Notes, Tree};

/// An action in its log encoding. Can be read only by the game that produced it, or one of the same ruleset and
/// level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionBytes(pub Vec<u8>);

/// General facts about a game, independent of its history.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct About {
    /// Name of the ruleset.
    pub ruleset: String,
    /// Version of the ruleset that wrote the log.
    pub version: u16,
    /// Title of the level.
    pub level: String,
    /// Description by the author of the level, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether a player may take turns back; serialized only if `false`. Enforced by front ends for players, not by
    /// viewers.
    #[serde(skip_serializing_if = "is_allowed")]
    pub allow_undo: bool,
    /// Seed of the game; `None` for a seat, because all of chance follows from it.
    pub seed: Option<u64>,
    /// Names of the players by seat, in games with hidden choices; empty if everybody sees everything.
    #[serde(skip)]
    pub seats: Vec<String>,
    /// Whether this is a drawing of a level, not a game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub drawing: bool,
    /// Format of its log, which stays the one it was begun in.
    pub format: u16,
}

fn is_allowed(allow: &bool) -> bool {
    *allow
}

impl About {
    /// Whether a player may take turns back: in a drawing always.
    pub fn allows_undo(&self) -> bool {
        self.drawing || self.allow_undo
    }

    /// Whether a player may act at a node of the game: without undo only where nothing follows, because acting earlier
    /// would take back what came after.
    pub fn may_act(&self, tree: &Tree, node: NodeId) -> bool {
        self.allows_undo() || tree.is_tip(node)
    }
}

/// One turn of one branch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeView {
    /// Number in the log; the start is 0.
    pub id: NodeId,
    /// The node it follows; `None` for the start.
    pub parent: Option<NodeId>,
    /// Number of actions that lead to it.
    pub turn: u32,
    /// Action that leads to it, as text; empty at the start, [`HIDDEN_ACTION`] if the seat may not know it.
    pub action: String,
    /// Name and bookmark, if any.
    #[serde(flatten)]
    pub notes: Notes,
    /// Fingerprint of its state; `None` for a seat, because it tells hidden choices apart.
    pub fingerprint: Option<u64>,
}

/// Text of an action that the seat may not know.
pub const HIDDEN_ACTION: &str = "?";

/// Effect of an action, past or possible.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The action as text.
    pub action: String,
    /// Short description.
    pub text: String,
    /// Outcome as data.
    pub outcome: Value,
    /// The changes of the state as data, with the rules that caused them; empty if the ruleset does not track
    /// this.
    pub causes: Vec<Cause>,
    /// Marker for a turn worth finding again, if it is one.
    #[serde(skip)]
    pub sign: Option<Sign>,
}

impl Report {
    /// The report of an action for players who may not know it yet.
    pub fn hidden() -> Self {
        let text = "chosen in secret".to_owned();
        Self { action: HIDDEN_ACTION.to_owned(), text, outcome: Value::Null, causes: Vec::new(), sign: None }
    }

    /// The preview of an action that would reveal what others chose in secret.
    pub fn unforeseen(action: String) -> Self {
        Self::previewed(action, "then what was chosen in secret is revealed".to_owned())
    }

    /// The preview of an action whose outcome is not known yet: text without hidden or random results.
    pub fn previewed(action: String, text: String) -> Self {
        Self { action, text, outcome: Value::Null, causes: Vec::new(), sign: None }
    }
}

/// An action a player might consider at the cursor. Its effect is computed on request.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The action, for [`Play::act`] and [`Play::preview`].
    pub bytes: ActionBytes,
    /// The action as text.
    pub action: String,
    /// The action in words, for people who choose; the same as its text if the ruleset has no words for it.
    pub words: String,
    /// The steps of pointing at it: first at one of these cells, then at one of those. Empty if it is not chosen by
    /// pointing.
    pub steps: Vec<Vec<BoardCell>>,
    /// The key-bound cue it answers to, if any.
    pub cue: Option<Cue>,
    /// Why it is not legal here; `None` if it is legal.
    pub refused: Option<Refused>,
}

/// Why an action did not happen.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// The text or bytes are not an action of this game.
    #[error("'{text}' is not an action of {ruleset}: {reason}")]
    Unreadable {
        /// The text as given.
        text: String,
        /// Name of the ruleset.
        ruleset: &'static str,
        /// The problem.
        reason: String,
    },
    /// The rules do not allow it here.
    #[error("{action} is refused at turn {turn} ({node}): {refused}")]
    Illegal {
        /// The action as text.
        action: String,
        /// Turn of the log at which it was tried.
        turn: u32,
        /// Node of that turn.
        node: NodeId,
        /// The reason.
        refused: Box<Refused>,
    },
    /// The action is legal but could not be written to the log, so it did not happen.
    #[error(transparent)]
    NotSaved(#[from] JournalError),
}

/// A game in progress, with one trait for each concern: [`History`], [`Play`], [`Inspect`], [`LogStatus`],
/// [`LogContents`] and [`Save`]. A function takes the one that it uses (`&dyn Inspect`); a `&dyn Game` converts to each.
///
/// All results are limited to the knowledge of the player on its [seat](Game::seat); without a seat they are
/// complete. Only [`LogContents`] is always complete: it is for logs, not for showing.
///
/// Node ids must come from this game; the methods panic on others.
pub trait Game: Play + Inspect + LogStatus + Save + Send {
    /// Seat of the player who views the game; `None` sees everything.
    fn seat(&self) -> Option<u8>;
    /// Views the game from a seat of [`About::seats`]; ignored in games without hidden choices.
    fn sit(&mut self, seat: Option<u8>);
    /// Returns the text of its level.
    fn level(&self) -> String;
    /// The game in space and time; `None` if it has no slices.
    fn space_time(&self) -> Option<Box<dyn SpaceTime + '_>>;
    /// The state of a node as a question for the solver, to be answered on any thread; `None` in games that are not for
    /// one player.
    fn puzzle(&self, id: NodeId) -> Option<Box<dyn Puzzle>>;
    /// The drawing; `None` in a game that is played.
    fn drawing(&self) -> Option<Box<dyn Drawing + '_>>;
}

/// The tree of turns and the cursor.
pub trait History {
    /// The shape of the history, with the notes on it: for code that lists, draws or searches many nodes.
    fn tree(&self) -> &Tree;
    /// Number of nodes; ids run from 0 to one less.
    fn node_count(&self) -> usize {
        self.tree().node_count()
    }
    /// The current node.
    fn cursor(&self) -> NodeId;
    /// Returns one node.
    fn node(&self, id: NodeId) -> NodeView;
    /// The branch through the cursor, from the start to its tip: entry `n` is turn `n`.
    fn line(&self) -> &[NodeId];
    /// Moves the cursor.
    fn seek(&mut self, id: NodeId);
    /// Moves the cursor back by one turn; returns `false` at the start.
    fn undo(&mut self) -> bool;
    /// Moves the cursor forward by one turn along the branch last visited; returns `false` at its tip.
    fn redo(&mut self) -> bool;
    /// Writes a note on a node; empty text removes it.
    fn note(&mut self, note: Note) -> Result<(), JournalError>;
}

/// Returns the turn at which the last attempt on the way to a node begins: the start, or the last restart.
pub fn last_attempt(game: &dyn History, node: NodeId) -> u32 {
    let path = game.tree().path(node);
    no_return::last_attempt(path.into_iter().map(|node| game.node(node).fingerprint))
}

/// Actions at the cursor of the history.
pub trait Play: History {
    /// Lists every action a player might consider, in a fixed order; for a seat, without what others choose in
    /// secret. Costs one check per action; use [`Play::preview`] to see what a legal one would do.
    fn offers(&self) -> Vec<Offer>;
    /// Returns what an action would do, as far as it can be known in advance: for a seat, without what others
    /// [have chosen](Report::unforeseen); random results are [never included](Report::previewed).
    fn preview(&self, action: &ActionBytes) -> Result<Report, ActError>;
    /// Returns the actions that lead the player to a cell, one turn after the other, if the ruleset knows a safe way;
    /// for a seat, only if nothing is hidden from it.
    fn route(&self, to: BoardCell) -> Vec<ActionBytes>;
    /// Returns the move of the game's built-in player, if it has one; for a seat, only a move of its own.
    fn advice(&self) -> Option<ActionBytes>;
    /// Reads an action from text.
    fn parse(&self, text: &str) -> Result<ActionBytes, ActError>;
    /// Acts: checks, writes to the log, and only then moves on. Grows a branch if the cursor is in the past;
    /// repeating an action that was taken here before moves to its existing node. A seat cannot choose for others.
    fn act(&mut self, action: &ActionBytes) -> Result<NodeId, ActError>;
}

/// States and outcomes at any node of the history.
pub trait Inspect: History {
    /// Returns general facts about the game.
    fn about(&self) -> About;
    /// Layers that can be shown or hidden over the scene.
    fn layers(&self) -> &'static [Layer];
    /// Returns one node with its state. Its state is computed once, so keep it to ask for several things.
    fn at(&self, id: NodeId) -> Box<dyn Moment + '_>;
    /// Reports what the actions that lead to these nodes did; the start is skipped. A whole branch costs one replay.
    /// For a seat, what others chose in secret is [hidden](Report::hidden) until it is revealed.
    fn reports(&self, path: &[NodeId], see: &mut dyn FnMut(NodeId, Report)) {
        self.visit(path, &mut |moment| {
            moment.report().into_iter().for_each(|report| see(moment.id(), report));
            ControlFlow::Continue(())
        });
    }
    /// Visits these nodes one after the other, until `see` breaks off. A whole branch costs one replay; the start is
    /// visited only if it comes first.
    fn visit(&self, path: &[NodeId], see: &mut dyn FnMut(&dyn Moment) -> ControlFlow<()>);
    /// Visits the whole tree, parents before their children but otherwise in no particular order, for one replay and few
    /// states in memory. `see` decides whether what follows a node is visited.
    fn visit_tree(&self, see: &mut dyn FnMut(&dyn Moment) -> Below);
}

/// A visited node together with its state, so that several queries cost one replay.
pub trait Moment {
    /// The node.
    fn id(&self) -> NodeId;
    /// Returns the state as data.
    fn data(&self, view: View) -> Value;
    /// Returns at least the wanted entries of the state as data.
    fn part(&self, view: View, is_wanted: &dyn Fn(&str) -> bool) -> Value;
    /// The list in the state that grows with every turn, if there is one, member by member.
    fn long_list(&self) -> Option<LongList<'_>>;
    /// Returns the scene.
    fn scene(&self, view: View) -> Scene;
    /// Returns how the game ended here, if it had ended.
    fn result(&self) -> Option<GameResult>;
    /// Returns the invariant that is broken here, if any.
    fn broken(&self) -> Option<String>;
    /// Reports what the action that led here did, see [`Inspect::reports`]; `None` at the start and in [`Inspect::at`].
    fn report(&self) -> Option<Report>;
}

/// One node of a save, for front ends that need no more.
pub struct NodeSnapshot<'a> {
    /// General facts about the game.
    pub about: About,
    /// Number of actions that lead to the node.
    pub turn: u32,
    /// Notes on the node.
    pub notes: Notes,
    /// The node with its state.
    pub moment: Box<dyn Moment + 'a>,
    /// Problems of a drawing; none if it is a game.
    pub problems: Vec<Problem>,
}

impl<'a> NodeSnapshot<'a> {
    /// Returns a node of an open game.
    pub fn of(game: &'a dyn Game, node: NodeId) -> Self {
        let (turn, notes) = (game.tree().turn(node), game.tree().notes(node));
        let problems = game.drawing().map(|drawing| drawing.problems(node)).unwrap_or_default();
        Self { about: game.about(), turn, notes, moment: game.at(node), problems }
    }
}

/// Everything needed to play a game again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayable {
    /// The seed.
    pub seed: u64,
    /// The actions, as text.
    pub actions: Vec<String>,
}

/// State of the log on disk.
pub trait LogStatus {
    /// State of the log on disk when it was opened: whole, torn or damaged.
    fn health(&self) -> &Health;
    /// Describes the problem of the log on disk, if there is one.
    fn complaint(&self) -> Option<String>;
    /// Returns a message about this save as the viewer may see it. A message may contain byte offsets or actions, so a seat
    /// from which something is hidden gets a neutral one instead.
    fn disclosed<'m>(&self, message: &'m str) -> &'m str;
    /// Why nothing can be written to the log, if so; then [`Play::act`] is refused.
    fn sealed(&self) -> Option<&str>;
    /// Number of nodes that are safe on disk; these have the smallest ids. 0 while the log is only in memory.
    fn durable_count(&self) -> usize;
    /// Whether the log is only in memory, after [`Save::detach`].
    fn is_detached(&self) -> bool;
    /// Whether the log would open at the current cursor, or cannot be written.
    fn is_cursor_noted(&self) -> bool;
}

/// Contents of the log, to be written elsewhere or played again.
pub trait LogContents {
    /// Returns all bytes of the log as they would be in a file, including those not written yet.
    fn bytes(&mut self) -> Result<Vec<u8>, JournalError>;
    /// Returns the bytes of a new log with everything done so far, built from memory: for a save whose file
    /// was removed or damaged. In the newest format, with the current notes and position.
    fn rebuilt(&self) -> Result<Vec<u8>, JournalError>;
    /// Returns the seed and the actions that lead to a node, to play them again on another level.
    fn recorded(&self, id: NodeId) -> Replayable;
    /// Returns up to `most` encoded states from all over the tree, for a cache outside; none if they are large.
    fn keyframes(&self, most: usize) -> Keyframes;
}

/// Writes the log, and moves it.
pub trait Save: LogContents {
    /// Makes everything done so far durable.
    fn flush(&mut self) -> Result<(), JournalError>;
    /// Writes the cursor to the log if it moved since it was last written there, as durably as an action. Does nothing
    /// if the log cannot be written.
    fn note_cursor(&mut self) -> Result<(), JournalError>;
    /// Writes the cursor to the log if it moved, makes everything durable, and checks that the log is still in place.
    fn close(&mut self) -> Result<(), JournalError>;
    /// Fails if another program deleted, moved, replaced, cut or extended the file of the log. Passes for a
    /// log that cannot be written anyway.
    fn check_in_place(&mut self) -> Result<(), JournalError>;
    /// Releases the storage and continues in memory, after a disk failed. Keeps everything, even if the
    /// storage no longer has it. Fails if the log was opened for reading only or is damaged.
    fn detach(&mut self) -> Result<(), JournalError>;
    /// Continues in this storage, which must hold exactly [`LogContents::bytes`], and durably.
    fn attach(&mut self, storage: Box<dyn Storage>) -> Result<(), JournalError>;
}

/// A game in space and time.
pub trait SpaceTime {
    /// Returns everything at a node in some slices.
    fn cube(&self, id: NodeId, slices: Range<u32>) -> Option<Cube>;
    /// Returns only the player's path: cheap where the rest is not needed.
    fn path(&self, id: NodeId, slices: Range<u32>) -> Vec<Thread>;
}

/// A level that is being drawn.
pub trait Drawing {
    /// Returns what an editor needs to draw at a node.
    fn view(&self, id: NodeId, view: View) -> DrawingView;
    /// Returns errors that keep the level from being played, then warnings.
    fn problems(&self, id: NodeId) -> Vec<Problem>;
    /// Returns the text of the level at a node.
    fn level_text(&self, id: NodeId) -> String;
}
