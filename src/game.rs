//! Any game in progress as plain data: the one `dyn` border, which the command line and the editor share.
//!
//! Implemented once, for every [`crate::session::Session`]. No state, action or level type crosses it: states cross as
//! JSON and scenes, actions as the bytes that stand in the log. Holds no rules and paints nothing.

use std::ops::Range;

use serde::Serialize;
use serde_json::Value;

use crate::diff::Cause;
use crate::journal::{Health, JournalError};
use crate::rules::{Cue, GameResult, Refused};
use crate::scene::cube::{Cube, Thread};
use crate::scene::{Layer, Scene, Sign, View};
use crate::sketch::{DrawingView, Problem};
use crate::timeline::{NodeId, Note};

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
    /// The name of the branch that begins here, if it has one.
    pub name: Option<String>,
    /// The text of the bookmark here, if there is one.
    pub bookmark: Option<String>,
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

/// An action that the rules list at the cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What [`Game::act`] takes.
    pub bytes: ActionBytes,
    /// The action, as text.
    pub action: String,
    /// What it would do.
    pub told: Result<Report, Refused>,
}

/// An action that a player might think of at the cursor. What it would do is told when asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What [`Game::act`] and [`Game::preview`] take.
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

/// A game in progress: its log, its cursor, and what can be asked about every moment of it.
///
/// Node ids come from this game; with an id from elsewhere the methods panic.
pub trait Game: Send {
    /// What is being played.
    fn about(&self) -> About;
    /// The text of the level it is played on.
    fn level(&self) -> String;
    /// What opening found on disk: whole, torn or damaged.
    fn health(&self) -> &Health;
    /// Why nothing can be written down, if so; then [`Game::act`] is refused.
    fn sealed(&self) -> Option<&str>;

    /// All bytes of the log as they would stand in a file, with what is not written down yet.
    fn bytes(&mut self) -> Result<Vec<u8>, JournalError>;

    /// How many nodes there are; ids run from 0 to one less.
    fn node_count(&self) -> usize;
    /// Where we are.
    fn cursor(&self) -> NodeId;
    /// One node.
    fn node(&self, id: NodeId) -> NodeView;
    /// The branch through the cursor, from the start to its tip: entry `n` is turn `n`.
    fn line(&self) -> &[NodeId];
    /// What is to be seen at a node.
    fn scene(&self, id: NodeId, view: View) -> Scene;
    /// What there is at a node in space and time, through some slices; nothing in games that have no slices.
    fn cube(&self, id: NodeId, slices: Range<u32>) -> Option<Cube>;
    /// Of that only the player's way: cheap where the rest is not asked for.
    fn way(&self, id: NodeId, slices: Range<u32>) -> Vec<Thread>;
    /// The drawing at a node; nothing in a game that is played.
    fn drawing_view(&self, id: NodeId, view: View) -> Option<DrawingView>;
    /// What keeps the drawing at a node from being played, and what is odd about it; the grave ones first.
    fn problems(&self, id: NodeId) -> Vec<Problem>;
    /// The text of the level that is drawn at a node; nothing in a game that is played.
    fn drawn(&self, id: NodeId) -> Option<String>;
    /// The state at a node, as data.
    fn inspect(&self, id: NodeId, view: View) -> Value;
    /// The players who may keep something from each other, by seat; none when everybody sees everything.
    fn seats(&self) -> Vec<String>;
    /// Tells what the actions that lead to these nodes did; the start is passed over. A whole branch costs one replay.
    /// On a seat, what was chosen in secret by others is [hidden](Report::hidden) until it is revealed.
    fn told(&self, path: &[NodeId], seat: Option<u8>, see: &mut dyn FnMut(NodeId, Report));
    /// How the game had ended at a node, if it had.
    fn result(&self, id: NodeId) -> Option<GameResult>;
    /// Tells at which of these nodes something does not hold that must, and what.
    fn broken(&self, path: &[NodeId], see: &mut dyn FnMut(NodeId, String));
    /// Every legal action at the cursor, in a fixed order; on a seat, without what others choose in secret, and
    /// without previewing what they [have chosen](Report::unforeseen). What is up to chance is [not told](Report::previewed)
    /// to anybody before it happens.
    fn choices(&self, seat: Option<u8>) -> Vec<Choice>;
    /// Every action that a player might think of at the cursor, in a fixed order; on a seat, without what others choose in
    /// secret. Costs a check each; what a legal one would do is left to [`Game::preview`].
    fn offers(&self, seat: Option<u8>) -> Vec<Offer>;
    /// What an action would do at the cursor, as far as that is known before: see [`Game::choices`].
    fn preview(&self, seat: Option<u8>, action: &ActionBytes) -> Result<Report, ActError>;
    /// What can be laid over the scene or left out of it.
    fn layers(&self) -> &'static [Layer];
    /// What the game would play by itself at the cursor, if it has a player of its own.
    fn advice(&self) -> Option<ActionBytes>;
    /// Reads an action from text.
    fn parse(&self, text: &str) -> Result<ActionBytes, ActError>;

    /// Acts at the cursor: checks, writes down, and only then moves on. Grows a branch when the cursor is in the past;
    /// an action that was taken here before leads to where it led then.
    fn act(&mut self, action: &ActionBytes) -> Result<NodeId, ActError>;
    /// Moves the cursor.
    fn seek(&mut self, id: NodeId);
    /// One turn back; `false` at the start.
    fn undo(&mut self) -> bool;
    /// One turn on along the branch last visited; `false` at its tip.
    fn redo(&mut self) -> bool;
    /// Writes a note on a node; empty text takes it away.
    fn note(&mut self, note: Note) -> Result<(), JournalError>;
    /// Makes everything that was done durable.
    fn flush(&mut self) -> Result<(), JournalError>;
    /// Does what is due by time under the chosen durability; call it when idle.
    fn flush_if_due(&mut self) -> Result<(), JournalError>;
    /// How many nodes are safe on disk; those with smaller ids.
    fn durable_count(&self) -> usize;
    /// Writes down where the cursor is, if it moved, and makes everything durable.
    fn close(&mut self) -> Result<(), JournalError>;

    /// Names the branch that begins at a node; empty text takes the name away.
    fn name(&mut self, id: NodeId, text: &str) -> Result<(), JournalError> {
        self.note(Note::name(id, text))
    }

    /// Puts a bookmark on a node; empty text takes it away.
    fn bookmark(&mut self, id: NodeId, text: &str) -> Result<(), JournalError> {
        self.note(Note::bookmark(id, text))
    }
}

/// Every node, in the order of the log.
pub fn nodes(game: &dyn Game) -> impl Iterator<Item = NodeId> + use<> {
    let count = u32::try_from(game.node_count()).unwrap_or(u32::MAX);
    (0..count).map(NodeId)
}

/// The ends of all branches, in the order of the log.
pub fn tips(game: &dyn Game) -> impl Iterator<Item = NodeId> {
    nodes(game).filter(|&id| game.node(id).children.is_empty())
}
