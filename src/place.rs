//! Resolves the texts that people use for places in a game: a turn of the current branch, a node, a note, or a
//! keyword; and for seats.
//!
//! Used by the command line and the editor, so that the same text means the same node in both. Knows only
//! [`Game`] and [`History`].

use crate::game::{Game, History};
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
    /// No note has this text.
    #[error("there is no place '{text}' in this save. {PLACES}")]
    Unknown {
        /// The text as given.
        text: String,
    },
    /// The game has no hidden choices, and so no seats.
    #[error("in {ruleset} everybody sees everything: leave --seat out")]
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

/// Finds the node that a text means.
pub fn find(game: &dyn History, text: &str) -> Result<NodeId, PlaceError> {
    let text = text.trim();
    match text {
        "start" => return Ok(NodeId::ROOT),
        "here" => return Ok(game.cursor()),
        "tip" => return turn(game, game.line().len() as u64 - 1),
        _ => {}
    }
    if let Ok(number) = text.parse() {
        return turn(game, number);
    }
    if let Some(number) = text.strip_prefix('n').and_then(|number| number.parse().ok()) {
        return node(game, number);
    }
    by_note(game, text).ok_or_else(|| PlaceError::Unknown { text: text.to_owned() })
}

/// Whether a text always means a place, and so cannot be used as a note.
pub fn is_reserved(text: &str) -> bool {
    let number = text.strip_prefix('n').unwrap_or(text);
    WORDS.contains(&text) || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Finds a seat by the name of the player or by number, from 0.
pub fn seat(game: &dyn Game, text: &str) -> Result<u8, PlaceError> {
    let about = game.about();
    let seats = &about.seats;
    if seats.is_empty() {
        return Err(PlaceError::NoSeats { ruleset: about.ruleset });
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
    let mut named = None;
    for (id, notes) in game.tree().all_notes() {
        if notes.bookmark.as_deref() == Some(text) {
            return Some(id);
        }
        if notes.name.as_deref() == Some(text) {
            named = Some(id);
        }
    }
    named.map(|first| tip(game, first))
}

/// Returns the tip of a branch, following the newest child each time.
fn tip(game: &dyn History, first: NodeId) -> NodeId {
    std::iter::successors(Some(first), |&at| game.tree().newest_first(at).next()).last().unwrap_or(first)
}
