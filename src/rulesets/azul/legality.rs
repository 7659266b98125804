//! Legality: the check that every action passes, and the list of all actions that would pass it.
//!
//! Called by the rules. The check returns the effect that `apply` carries out, or the first reason against it, in
//! this order: INVALID_PLAYER, GAME_OVER, ROUND_OVER, INVALID_SOURCE, SOURCE_EMPTY, INVALID_DESTINATION,
//! PATTERN_LINE_COMPLETE, COLOR_MISMATCH, WALL_CONFLICT. Changes nothing.

use super::action::{ActionSource, Destination, DraftAction, index};
use super::error::ValidationError;
use super::scoring;
use super::state::{PlayerBoard, Position, SIDE, State, get_wall_column_for_color};
use super::tiles::TileColor;

/// A legal action and its computed effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The action.
    pub action: DraftAction,
    /// Number of tiles taken.
    pub count: u8,
    /// Number of them that go into the line.
    pub placed: u8,
    /// Number of them that go to the floor.
    pub broken: u8,
    /// Whether the first-player token is taken with them.
    pub takes_token: bool,
}

/// Returns the effect of an action, or why it is not legal.
pub(super) fn check(position: &Position, action: &DraftAction) -> Result<Effect, ValidationError> {
    let player = active(position)?;
    let count = count_at(position, action.source, action.color)?;
    let placed = match action.destination {
        Destination::Floor => 0,
        Destination::PatternLine(row) if index(row) >= SIDE => {
            return Err(ValidationError::invalid_destination(row));
        }
        Destination::PatternLine(row) => {
            let (row, color) = (index(row), action.color);
            space(player, row, color).map_err(|closed| closed.error(row, color))?.min(count)
        }
    };
    let takes_token = action.source == ActionSource::Center && position.center.has_first_player_token;
    Ok(Effect { action: *action, count, placed, broken: count - placed, takes_token })
}

/// Returns every legal action: by source, the centre last; then by colour; then by line, the floor last.
pub(super) fn actions(position: &Position) -> Vec<DraftAction> {
    let Ok(player) = active(position) else { return Vec::new() };
    let is_open = |action: &DraftAction| match action.destination {
        Destination::Floor => true,
        Destination::PatternLine(row) => can_place_in_pattern_line(player, index(row), action.color),
    };
    drafts(position).filter(is_open).collect()
}

/// Returns every way to take tiles that are on offer, legal or not, in the order of [`actions`]; none when no action is
/// possible.
pub(super) fn candidates(position: &Position) -> Vec<DraftAction> {
    if active(position).is_ok() { drafts(position).collect() } else { Vec::new() }
}

/// Combines the tiles on offer with every destination.
fn drafts(position: &Position) -> impl Iterator<Item = DraftAction> {
    let sources =
        (0..position.factories.len() as u64).map(ActionSource::Factory).chain([ActionSource::Center]);
    let takings = sources.flat_map(|source| tiles_at(position, source).map(move |color| (source, color)));
    takings.flat_map(|(source, color)| {
        Destination::all().map(move |destination| DraftAction { source, color, destination })
    })
}

/// Returns whether tiles of a colour may be put into a line.
pub fn can_place_in_pattern_line(player: &PlayerBoard, row: usize, color: TileColor) -> bool {
    row < SIDE && space(player, row, color).is_ok()
}

/// Returns every legal action of a state, in a fixed order; none when the game is over.
pub fn legal_actions(state: &State) -> Vec<DraftAction> {
    actions(state)
}

/// Returns the board of the active player, or why no action is possible.
fn active(position: &Position) -> Result<&PlayerBoard, ValidationError> {
    let id = position.active_player_id;
    let player = position.players.get(usize::from(id)).ok_or_else(|| ValidationError::invalid_player(id))?;
    if scoring::has_complete_row(position) {
        Err(ValidationError::game_over(&scoring::leaders(position)))
    } else if !position.has_tiles_on_offer() {
        Err(ValidationError::round_over())
    } else {
        Ok(player)
    }
}

fn count_at(position: &Position, source: ActionSource, color: TileColor) -> Result<u8, ValidationError> {
    let tiles = match source {
        ActionSource::Center => &position.center.tiles,
        ActionSource::Factory(number) => {
            position.factories.get(index(number)).ok_or_else(|| ValidationError::invalid_source(number))?
        }
    };
    match tiles.get(color) {
        0 => Err(ValidationError::source_empty(source, color)),
        count => Ok(count),
    }
}

/// Returns the colours that a source offers.
fn tiles_at(position: &Position, source: ActionSource) -> impl Iterator<Item = TileColor> + use<> {
    let tiles = match source {
        ActionSource::Center => position.center.tiles,
        ActionSource::Factory(number) => position.factories[index(number)],
    };
    tiles.iter().map(|(color, _)| color)
}

/// Reason why a line does not take a colour. Small, because most checks made while listing are refused.
#[derive(Clone, Copy)]
enum Closed {
    Complete,
    Holds(TileColor),
    OnTheWall,
}

impl Closed {
    fn error(self, row: usize, color: TileColor) -> ValidationError {
        match self {
            Self::Complete => ValidationError::pattern_line_complete(row),
            Self::Holds(existing) => ValidationError::color_mismatch(row, existing, color),
            Self::OnTheWall => ValidationError::wall_conflict(row, color),
        }
    }
}

/// Returns the number of tiles of a colour that a line still takes, or why it takes none; `row` is one of the five.
fn space(player: &PlayerBoard, row: usize, color: TileColor) -> Result<u8, Closed> {
    let line = &player.pattern_lines[row];
    if line.is_complete() {
        return Err(Closed::Complete);
    }
    if let Some(existing) = line.color.filter(|existing| line.count_filled > 0 && *existing != color) {
        return Err(Closed::Holds(existing));
    }
    if player.wall[row][get_wall_column_for_color(row, color)] {
        return Err(Closed::OnTheWall);
    }
    Ok(line.space())
}
