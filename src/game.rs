//! Any game in progress as plain data: the one `dyn` border, which the command line and the editor share.
//!
//! Implemented once, for every [`crate::session::Session`]. No state, action or level type crosses it: states cross as
//! JSON and scenes, actions as the bytes that stand in the log. Holds no rules and paints nothing.

use std::ops::Range;

use serde::Serialize;
use serde_json::Value;

use crate::diff::Cause;
use crate::journal::{Health, JournalError};
use crate::rules::{GameResult, Refused};
use crate::scene::cube::{Cube, Thread};
use crate::scene::{Layer, Scene, Sign, View};
use crate::show::Cue;
use crate::sketch::{DrawingView, Problem};
use crate::timeline::{NodeId, Note, Notes, Tree};

/// An action as it stands in the log. Only the game that gave it, or one of the same ruleset and level, can read it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionBytes(pub Vec<u8>);

/// What a game is, apart from what happened in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct About {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The version of the ruleset that wrote the log.
    pub version: u16,
    /// What people call the level.
    pub level: String,
    /// What its author says about it, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether a player may take turns back; as data it is said only where it is forbidden. A front end for players obeys
    /// it; whoever only looks need not.
    #[serde(skip_serializing_if = "is_allowed")]
    pub allow_undo: bool,
    /// The seed the game was started with.
    pub seed: u64,
    /// Names of the players who may keep something from each other, by seat; empty if everybody sees everything.
    #[serde(skip)]
    pub seats: Vec<String>,
    /// Whether a level is drawn, not played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub drawing: bool,
    /// The format of its log; it keeps the one it was begun in.
    pub format: u16,
}

fn is_allowed(allow: &bool) -> bool {
    *allow
}

/// One turn of one branch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeView {
    /// Its number in the log; the start is 0.
    pub id: NodeId,
    /// The turn it follows; the start follows none.
    pub parent: Option<NodeId>,
    /// How many actions lead to it.
    pub turn: u32,
    /// The action that leads to it, as text; empty at the start.
    pub action: String,
    /// The turns that follow it, oldest first.
    pub children: Vec<NodeId>,
    /// What people wrote on it.
    #[serde(flatten)]
    pub notes: Notes,
    /// The fingerprint of its state.
    pub fingerprint: u64,
}

/// What an action did, or would do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The action, as text.
    pub action: String,
    /// In a few words.
    pub text: String,
    /// As data.
    pub outcome: Value,
    /// What it changed in the state as data, and by which rules; empty if the ruleset does not say.
    pub causes: Vec<Cause>,
    /// What makes this turn worth finding again, if anything does.
    #[serde(skip)]
    pub sign: Option<Sign>,
}

impl Report {
    /// What is told of an action to those who are not to know it yet.
    pub fn hidden() -> Self {
        let text = "chosen in secret".to_owned();
        Self { action: "?".to_owned(), text, outcome: Value::Null, causes: Vec::new(), sign: None }
    }

    /// What is told beforehand of an action that would lay open what others chose in secret.
    pub fn unforeseen(action: String) -> Self {
        Self::previewed(action, "then what was chosen in secret is revealed".to_owned())
    }

    /// What is told beforehand of an action whose outcome is not known yet: words without what is hidden or drawn.
    pub fn previewed(action: String, text: String) -> Self {
        Self { action, text, outcome: Value::Null, causes: Vec::new(), sign: None }
    }
}

/// An action that a player might think of at the cursor. What it would do is told when asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What [`Play::act`] and [`Play::preview`] take.
    pub bytes: ActionBytes,
    /// The action, as text.
    pub action: String,
    /// What players are used to pressing a key for.
    pub cue: Option<Cue>,
    /// Why it is not legal here; nothing if it is.
    pub refused: Option<Refused>,
}

/// Why nothing happened.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// The words or bytes are not an action of this game.
    #[error("'{text}' is not an action of {ruleset}: {reason}")]
    Unreadable {
        /// What was given.
        text: String,
        /// Whose action it should be.
        ruleset: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The rules do not allow it here.
    #[error("{action} is refused at turn {turn} ({node}): {refused}")]
    Illegal {
        /// The action, as text.
        action: String,
        /// The turn of the log at which it was tried.
        turn: u32,
        /// The node of that turn.
        node: NodeId,
        /// Why.
        refused: Box<Refused>,
    },
    /// It is legal but could not be written down, so it did not happen.
    #[error(transparent)]
    NotSaved(#[from] JournalError),
}

/// A game in progress, asked through one trait for each concern: [`History`], [`Play`], [`Inspect`] and [`Save`]. A front
/// end that needs only one of them takes only that one.
///
/// Node ids come from this game; with an id from elsewhere the methods panic.
pub trait Game: History + Play + Inspect + Save + Send {
    /// What is being played.
    fn about(&self) -> About;
    /// The text of the level it is played on.
    fn level(&self) -> String;
    /// The game in space and time; `None` if it has no slices.
    fn space_time(&self) -> Option<Box<dyn SpaceTime + '_>>;
    /// The drawing; `None` in a game that is played.
    fn drawing(&self) -> Option<Box<dyn Drawing + '_>>;
}

/// The tree of turns and the cursor.
pub trait History {
    /// The shape of the history, with the notes on it: for whatever lists, draws or searches many nodes.
    fn tree(&self) -> &Tree;
    /// How many nodes there are; ids run from 0 to one less.
    fn node_count(&self) -> usize {
        self.tree().node_count()
    }
    /// Where we are.
    fn cursor(&self) -> NodeId;
    /// One node.
    fn node(&self, id: NodeId) -> NodeView;
    /// The branch through the cursor, from the start to its tip: entry `n` is turn `n`.
    fn line(&self) -> &[NodeId];
    /// Moves the cursor.
    fn seek(&mut self, id: NodeId);
    /// One turn back; `false` at the start.
    fn undo(&mut self) -> bool;
    /// One turn on along the branch last visited; `false` at its tip.
    fn redo(&mut self) -> bool;
    /// Writes a note on a node; empty text removes it.
    fn note(&mut self, note: Note) -> Result<(), JournalError>;
}

/// Actions at the cursor.
pub trait Play {
    /// Every action that a player might think of, in a fixed order; on a seat, without what others choose in secret.
    /// Costs a check each; what a legal one would do is left to [`Play::preview`].
    fn offers(&self, seat: Option<u8>) -> Vec<Offer>;
    /// What an action would do, as far as that is known before: on a seat, without what others
    /// [have chosen](Report::unforeseen); what is up to chance is [told to nobody](Report::previewed).
    fn preview(&self, seat: Option<u8>, action: &ActionBytes) -> Result<Report, ActError>;
    /// What the game would play by itself, if it has a player of its own.
    fn advice(&self) -> Option<ActionBytes>;
    /// Reads an action from text.
    fn parse(&self, text: &str) -> Result<ActionBytes, ActError>;
    /// Acts: checks, writes down, and only then moves on. Grows a branch when the cursor is in the past; an action that
    /// was taken here before leads to where it led then.
    fn act(&mut self, action: &ActionBytes) -> Result<NodeId, ActError>;
}

/// States and outcomes at any node.
pub trait Inspect {
    /// What is to be seen at a node.
    fn scene(&self, id: NodeId, view: View) -> Scene;
    /// The state at a node, as data.
    fn inspect(&self, id: NodeId, view: View) -> Value;
    /// Layers that can be shown over the scene or hidden.
    fn layers(&self) -> &'static [Layer];
    /// How the game had ended at a node, if it had.
    fn result(&self, id: NodeId) -> Option<GameResult>;
    /// Reports what the actions that lead to these nodes did; the start is skipped. A whole branch costs one replay. On a
    /// seat, what was chosen in secret by others is [hidden](Report::hidden) until it is revealed.
    fn reports(&self, path: &[NodeId], seat: Option<u8>, see: &mut dyn FnMut(NodeId, Report));
    /// Reports at which of these nodes something does not hold that must, and what.
    fn broken(&self, path: &[NodeId], see: &mut dyn FnMut(NodeId, String));
}

/// The log on disk.
pub trait Save {
    /// What opening found on disk: whole, torn or damaged.
    fn health(&self) -> &Health;
    /// Why nothing can be written down, if so; then [`Play::act`] is refused.
    fn sealed(&self) -> Option<&str>;
    /// All bytes of the log as they would stand in a file, with what is not written down yet.
    fn bytes(&mut self) -> Result<Vec<u8>, JournalError>;
    /// Makes everything that was done durable.
    fn flush(&mut self) -> Result<(), JournalError>;
    /// How many nodes are safe on disk; those with smaller ids.
    fn durable_count(&self) -> usize;
    /// Writes down where the cursor is, if it moved, and makes everything durable.
    fn close(&mut self) -> Result<(), JournalError>;
}

/// A game in space and time.
pub trait SpaceTime {
    /// Everything at a node in some slices.
    fn cube(&self, id: NodeId, slices: Range<u32>) -> Option<Cube>;
    /// Only the player's path: cheap where the rest is not needed.
    fn path(&self, id: NodeId, slices: Range<u32>) -> Vec<Thread>;
}

/// A level that is being drawn.
pub trait Drawing {
    /// What an editor needs to draw on at a node.
    fn view(&self, id: NodeId, view: View) -> DrawingView;
    /// Errors that keep it from being played, then warnings.
    fn problems(&self, id: NodeId) -> Vec<Problem>;
    /// The text of the level at a node.
    fn level_text(&self, id: NodeId) -> String;
}
