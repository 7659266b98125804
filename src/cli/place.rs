//! Checks for places given on the command line: nodes, slices and seats. The library resolves texts that mean a node.

use timeloom::game::{About, Game, Look};
use timeloom::place;
use timeloom::scene::View;
use timeloom::timeline::NodeId;

use super::output::Failure;

/// Checks that a slice of time exists at a node.
pub(super) fn slice(look: &dyn Look, t: i64) -> Result<u32, Failure> {
    let Some(slices) = look.scene(View::default()).slices else {
        let ruleset = look.about().ruleset;
        return Err(Failure::bad(format!("{ruleset} has no slices of time: leave --t out")));
    };
    let found = u32::try_from(t).ok().filter(|t| *t <= slices.last);
    found.ok_or_else(|| {
        Failure::bad(format!("there is no slice t {t}: this level has t 0 to {}", slices.last))
    })
}

/// Checks that a player may act at a node: without undo, only a node without children.
pub(super) fn check_undo(game: &dyn Game, node: NodeId) -> Result<(), Failure> {
    let about = game.about();
    if about.allow_undo || game.node(node).children.is_empty() {
        return Ok(());
    }
    Err(Failure::bad(format!(
        "'{}' does not allow undo, and {node} already has later turns: continue at the tip of a branch, or start again",
        about.level
    )))
}

/// Finds a seat by player name or number.
pub(super) fn seat(game: &dyn Game, text: Option<&str>) -> Result<Option<u8>, Failure> {
    seat_in(&game.about(), text)
}

/// Finds a seat of a game by player name or number.
pub(super) fn seat_in(about: &About, text: Option<&str>) -> Result<Option<u8>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let seats = &about.seats;
    if seats.is_empty() {
        return Err(Failure::bad(format!(
            "in {} everybody sees everything: leave --seat out",
            about.ruleset
        )));
    }
    let named = seats.iter().position(|name| name.eq_ignore_ascii_case(text));
    let numbered = || text.parse().ok().filter(|seat: &usize| *seat < seats.len());
    let found = named.or_else(numbered).and_then(|seat| u8::try_from(seat).ok());
    let unknown =
        || Failure::bad(format!("there is no player '{text}' in this save: they are {}", seats.join(", ")));
    found.map(Some).ok_or_else(unknown)
}

/// Finds a node given as `34`, `n34`, or any other text that means a place.
pub(super) fn node_text(game: &dyn Game, text: &str) -> Result<NodeId, Failure> {
    Ok(match text.parse() {
        Ok(number) => place::node(game, number)?,
        Err(_) => place::find(game, text)?,
    })
}
