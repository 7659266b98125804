//! Resolves the texts that people use for places in a game: a turn of the current branch, a node, a note, or a
//! keyword; and for seats and slices of time. Decides which texts can be notes, and where the name of a branch stands.
//!
//! Used by the command line and the editor, so that the same text means the same node in both. A bare number is a
//! turn everywhere, except after `--node`, where it is a node. Knows only [`History`], [`About`] and scenes.

use crate::game::{About, History};
use crate::scene::Scene;
use crate::timeline::NodeId;

/// The texts that [`find`] accepts, for help texts.
pub const PLACES: &str = "A place is a turn of the current branch (12), a node as `timeloom log` shows it (n34), the \
text of a bookmark, the name of a branch (its tip), or one of: start, here, tip.";

/// Keywords for fixed places.
const WORDS: [&str; 3] = ["start", "here", "tip"];

/// Why a text is not a place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// The current branch is shorter.
    #[error("there is no turn {turn}: the current branch has turns 0 to {last}")]
    NoTurn {
        /// The requested turn.
        turn: u64,
        /// The last turn of the branch.
        last: usize,
    },
    /// The log has fewer nodes.
    #[error("there is no node n{number}: this save has n0 to n{last}")]
    NoNode {
        /// The requested node.
        number: u32,
        /// The last node of the log.
        last: usize,
    },
    /// The turn and the node with this number differ.
    #[error(
        "{number} may be turn {number}, which is {turn}, or the node n{number}: write {turn} or n{number}"
    )]
    Ambiguous {
        /// The number as given.
        number: u32,
        /// The node of the turn with this number.
        turn: NodeId,
    },
    /// The game has no slices of time.
    #[error("there are no slices of time: omit --t")]
    NoSlices,
    /// The slice does not exist.
    #[error("there is no slice t {t}: this level has t 0 to {last}")]
    NoSlice {
        /// The requested slice.
        t: i64,
        /// The last slice.
        last: u32,
    },
    /// The text of a note always means a place.
    #[error("'{text}' already means a place, so it cannot be a name: choose another one")]
    Reserved {
        /// The text.
        text: String,
    },
    /// No note has this text.
    #[error("there is no place '{text}' in this save. {PLACES}")]
    Unknown {
        /// The text as given.
        text: String,
    },
    /// The game has no hidden choices, and so no seats.
    #[error("{ruleset} has no hidden information: omit --seat")]
    NoSeats {
        /// Name of the ruleset.
        ruleset: String,
    },
    /// No player has this name or number.
    #[error("there is no player '{text}' in this save: they are {players}")]
    NoPlayer {
        /// The text as given.
        text: String,
        /// Names of the players.
        players: String,
    },
}

/// A place as given by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'t> {
    /// The start of the game.
    Start,
    /// The cursor.
    Here,
    /// The tip of the current branch.
    Tip,
    /// A turn of the current branch.
    Turn(u64),
    /// A node.
    Node(u32),
    /// The text of a bookmark, or the name of a branch.
    Note(&'t str),
}

impl<'t> Place<'t> {
    /// Reads a text. A bare number is a turn.
    pub fn read(text: &'t str) -> Self {
        let text = text.trim();
        let node = || text.strip_prefix('n').and_then(|number| number.parse().ok());
        match text {
            "start" => Self::Start,
            "here" => Self::Here,
            "tip" => Self::Tip,
            _ => match text.parse() {
                Ok(turn) => Self::Turn(turn),
                Err(_) => node().map_or(Self::Note(text), Self::Node),
            },
        }
    }

    /// Reads the value of an option that is called a node. A bare number is a node.
    pub fn read_node(text: &'t str) -> Self {
        match Self::read(text) {
            Self::Turn(number) => number.try_into().map_or(Self::Turn(number), Self::Node),
            other => other,
        }
    }

    /// Finds its node.
    pub fn find(self, game: &dyn History) -> Result<NodeId, PlaceError> {
        match self {
            Self::Start => Ok(NodeId::ROOT),
            Self::Here => Ok(game.cursor()),
            Self::Tip => turn(game, game.line().len() as u64 - 1),
            Self::Turn(number) => turn(game, number),
            Self::Node(number) => node(game, number),
            Self::Note(text) => {
                by_note(game, text).ok_or_else(|| PlaceError::Unknown { text: text.to_owned() })
            }
        }
    }
}

/// Finds the node that a text means. A bare number is a turn.
pub fn find(game: &dyn History, text: &str) -> Result<NodeId, PlaceError> {
    Place::read(text).find(game)
}

/// Finds the node to act at. Bare numbers used to be nodes here, so one is refused if the turn and the node with this
/// number differ.
pub fn find_to_act(game: &dyn History, text: &str) -> Result<NodeId, PlaceError> {
    let place = Place::read_node(text);
    let found = place.find(game)?;
    match (Place::read(text).find(game), place) {
        (Ok(other), Place::Node(number)) if other != found => {
            Err(PlaceError::Ambiguous { number, turn: other })
        }
        _ => Ok(found),
    }
}

/// Finds the node that carries the name of the branch which a text means, or that a name for it belongs on. The current
/// name means its node; any other place means the branch that it is on.
pub fn find_name(game: &dyn History, text: &str) -> Result<NodeId, PlaceError> {
    let named = if let Place::Note(name) = Place::read(text) { by_name(game, name) } else { None };
    named.map_or_else(|| find(game, text).map(|at| game.tree().name_bearer(at)), Ok)
}

/// Checks that a slice of time exists in a scene.
pub fn slice(scene: &Scene, t: i64) -> Result<u32, PlaceError> {
    let last = scene.slices.ok_or(PlaceError::NoSlices)?.last;
    u32::try_from(t).ok().filter(|t| *t <= last).ok_or(PlaceError::NoSlice { t, last })
}

/// Returns the text of a note as it is kept, without the white space around it. Fails if it always means a place.
pub fn check_note(text: &str) -> Result<&str, PlaceError> {
    let text = text.trim();
    if is_reserved(text) { Err(PlaceError::Reserved { text: text.to_owned() }) } else { Ok(text) }
}

fn is_reserved(text: &str) -> bool {
    let number = text.strip_prefix('n').unwrap_or(text);
    WORDS.contains(&text) || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Finds a seat by the name of the player or by number, from 0.
pub fn seat(about: &About, text: &str) -> Result<u8, PlaceError> {
    let seats = &about.seats;
    if seats.is_empty() {
        return Err(PlaceError::NoSeats { ruleset: about.ruleset.clone() });
    }
    let named = seats.iter().position(|name| name.eq_ignore_ascii_case(text));
    let numbered = || text.parse().ok().filter(|seat: &usize| *seat < seats.len());
    let found = named.or_else(numbered).and_then(|seat| u8::try_from(seat).ok());
    found.ok_or_else(|| PlaceError::NoPlayer { text: text.to_owned(), players: seats.join(", ") })
}

/// Finds a turn of the current branch.
pub fn turn(game: &dyn History, turn: u64) -> Result<NodeId, PlaceError> {
    let line = game.line();
    let found = usize::try_from(turn).ok().and_then(|turn| line.get(turn));
    found.copied().ok_or(PlaceError::NoTurn { turn, last: line.len() - 1 })
}

/// Finds a node by its number.
pub fn node(game: &dyn History, number: u32) -> Result<NodeId, PlaceError> {
    let found = Some(NodeId(number)).filter(|_| (number as usize) < game.node_count());
    let found = found.map(|id| game.tree().meant(id));
    found.ok_or(PlaceError::NoNode { number, last: game.node_count() - 1 })
}

/// Finds a bookmark, or else the tip of the branch with this name; if several match, the newest branch.
fn by_note(game: &dyn History, text: &str) -> Option<NodeId> {
    let mut notes = game.tree().all_notes().nodes();
    let marked = notes.find(|(_, notes)| notes.bookmark.as_deref() == Some(text));
    marked.map(|(id, _)| id).or_else(|| by_name(game, text).map(|named| tip(game, named)))
}

/// Finds the node with this name; if there are several, the newest.
fn by_name(game: &dyn History, text: &str) -> Option<NodeId> {
    let notes = game.tree().all_notes().nodes();
    notes.filter(|(_, notes)| notes.name.as_deref() == Some(text)).map(|(id, _)| id).last()
}

/// Returns the tip of a branch, following the newest child each time.
fn tip(game: &dyn History, first: NodeId) -> NodeId {
    std::iter::successors(Some(first), |&at| game.tree().newest_first(at).next()).last().unwrap_or(first)
}
