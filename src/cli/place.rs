//! How people say where in a game they mean: a turn of the current branch, a node, a name.

use timeloom::game::Game;
use timeloom::scene::View;
use timeloom::timeline::NodeId;

use super::output::Failure;

/// What every command that takes a place says about it in its help.
pub(super) const PLACES: &str = "A place is a turn of the current branch (12), a node as `timeloom log` shows it (n34), \
the text of a bookmark, the name of a branch (its tip), or one of: start, here, tip.";

/// The node that somebody means.
pub(super) fn find(game: &dyn Game, place: &str) -> Result<NodeId, Failure> {
    match place {
        "start" => return Ok(NodeId::ROOT),
        "here" => return Ok(game.cursor()),
        "tip" => return turn(game, game.line().len() as u64 - 1),
        _ => {}
    }
    if let Ok(number) = place.parse() {
        return turn(game, number);
    }
    if let Some(number) = place.strip_prefix('n').and_then(|number| number.parse().ok()) {
        return node(game, number);
    }
    by_text(game, place)
        .ok_or_else(|| Failure::bad(format!("there is no place '{place}' in this save. {PLACES}")))
}

/// Whether a text means a place without having been given as a name.
pub(super) fn is_taken(text: &str) -> bool {
    let number = text.strip_prefix('n').unwrap_or(text);
    ["start", "here", "tip"].contains(&text)
        || (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// A turn of the current branch.
pub(super) fn turn(game: &dyn Game, turn: u64) -> Result<NodeId, Failure> {
    let line = game.line();
    let found = usize::try_from(turn).ok().and_then(|turn| line.get(turn));
    found.copied().ok_or_else(|| {
        Failure::bad(format!("there is no turn {turn}: the current branch has turns 0 to {}", line.len() - 1))
    })
}

/// A node by its number.
pub(super) fn node(game: &dyn Game, number: u32) -> Result<NodeId, Failure> {
    if (number as usize) < game.node_count() {
        return Ok(NodeId(number));
    }
    Err(Failure::bad(format!("there is no node n{number}: this save has n0 to n{}", game.node_count() - 1)))
}

/// A slice of time at a node.
pub(super) fn slice(game: &dyn Game, node: NodeId, t: i64) -> Result<u32, Failure> {
    let Some(slices) = game.scene(node, View::default()).slices else {
        let ruleset = game.about().ruleset;
        return Err(Failure::bad(format!("{ruleset} has no slices of time: leave --t out")));
    };
    let found = u32::try_from(t).ok().filter(|t| *t <= slices.last);
    found.ok_or_else(|| {
        Failure::bad(format!("there is no slice t {t}: this level has t 0 to {}", slices.last))
    })
}

/// Checks that a player may act at a node: where undo is not allowed, only where nobody has acted before.
pub(super) fn check_undo(game: &dyn Game, node: NodeId) -> Result<(), Failure> {
    let about = game.about();
    if about.allow_undo || game.node(node).children.is_empty() {
        return Ok(());
    }
    Err(Failure::bad(format!(
        "'{}' does not allow undo, and {node} was played on from: go on at the tip of a branch, or start again",
        about.level
    )))
}

/// The seat of a player, given by name or by number.
pub(super) fn seat(game: &dyn Game, text: Option<&str>) -> Result<Option<u8>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let seats = game.seats();
    if seats.is_empty() {
        return Err(Failure::bad(format!(
            "in {} everybody sees everything: leave --seat out",
            game.about().ruleset
        )));
    }
    let named = seats.iter().position(|name| name.eq_ignore_ascii_case(text));
    let numbered = || text.parse().ok().filter(|seat: &usize| *seat < seats.len());
    let found = named.or_else(numbered).and_then(|seat| u8::try_from(seat).ok());
    let unknown =
        || Failure::bad(format!("there is no player '{text}' in this save: they are {}", seats.join(", ")));
    found.map(Some).ok_or_else(unknown)
}

/// A node given as `34` or `n34`.
pub(super) fn node_text(game: &dyn Game, text: &str) -> Result<NodeId, Failure> {
    match text.strip_prefix('n').unwrap_or(text).parse() {
        Ok(number) => node(game, number),
        Err(_) => find(game, text),
    }
}

fn by_text(game: &dyn Game, text: &str) -> Option<NodeId> {
    let nodes = (0..game.node_count() as u32).map(|number| game.node(NodeId(number)));
    let mut named = None;
    for node in nodes {
        if node.bookmark.as_deref() == Some(text) {
            return Some(node.id);
        }
        if node.name.as_deref() == Some(text) {
            named = Some(node.id);
        }
    }
    named.map(|begin| tip(game, begin))
}

/// The end of a branch: always on to the newest child.
fn tip(game: &dyn Game, begin: NodeId) -> NodeId {
    std::iter::successors(Some(begin), |&at| game.node(at).children.last().copied()).last().unwrap_or(begin)
}
