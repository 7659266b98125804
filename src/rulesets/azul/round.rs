//! The end of a round: complete lines go to the walls, floor lines are scored, and a new round or the end of the game
//! follows.
//!
//! Called by `apply` when nothing is left to take. Knows the order of the steps; `scoring` knows the points.

use super::outcome::Event;
use super::refill;
use super::scoring::{self, Bonuses, Runs};
use super::state::{PatternLine, PlayerBoard, Position, SIDE, get_wall_column_for_color};
use super::tiles::TileCounts;

/// Ends the round, and begins the next one unless the game is over.
pub(super) fn end(position: &mut Position, events: &mut Vec<Event>) {
    events.push(Event::RoundEnded { round: position.round });
    let starter = position.token_holder().map_or(position.next_player(), |holder| holder as u8);
    for (id, player) in (0..).zip(&mut position.players) {
        tile(id, player, &mut position.lid, events);
        clear_floor(id, player, &mut position.lid, events);
    }
    return_token(position, events);
    if !scoring::has_complete_row(position) {
        begin(position, starter, events);
    }
    if scoring::winners(position).is_some() {
        finish(position, events);
    }
}

/// Moves complete lines to the wall, from top to bottom: each tile counts for those below it.
fn tile(id: u8, player: &mut PlayerBoard, lid: &mut TileCounts, events: &mut Vec<Event>) {
    for row in 0..SIDE {
        let line = player.pattern_lines[row];
        let Some(color) = line.color.filter(|_| line.is_complete()) else { continue };
        let column = get_wall_column_for_color(row, color);
        let runs = Runs::at(&player.wall, row, column);
        let (points, discarded) = (runs.points(), line.count_filled.saturating_sub(1));
        player.wall[row][column] = true;
        player.score = player.score.saturating_add(points);
        player.pattern_lines[row] = PatternLine { color: None, count_filled: 0, ..line };
        lid.add(color, discarded);
        let Runs { horizontal, vertical } = runs;
        events.push(Event::Tiled { player: id, row, column, color, horizontal, vertical, points, discarded });
    }
}

fn clear_floor(id: u8, player: &mut PlayerBoard, lid: &mut TileCounts, events: &mut Vec<Event>) {
    let penalty = scoring::floor_penalty(&player.floor_line);
    if penalty == 0 {
        return;
    }
    let mut tiles = TileCounts::NONE;
    player.floor_line.tiles.drain(..).for_each(|color| tiles.add(color, 1));
    lid.pour(tiles);
    let lost = penalty.min(player.score);
    player.score -= lost;
    let token = player.floor_line.has_first_player_token;
    events.push(Event::Penalized { player: id, tiles, token, penalty, lost });
}

fn return_token(position: &mut Position, events: &mut Vec<Event>) {
    let Some(holder) = position.token_holder() else { return };
    position.players[holder].floor_line.has_first_player_token = false;
    position.center.has_first_player_token = true;
    events.push(Event::TokenReturned { player: holder as u8 });
}

fn begin(position: &mut Position, starter: u8, events: &mut Vec<Event>) {
    refill::refill(position, events);
    position.round = position.round.saturating_add(1);
    position.active_player_id = starter;
    events.push(Event::RoundBegan { round: position.round, player: starter });
}

fn finish(position: &mut Position, events: &mut Vec<Event>) {
    for (id, player) in (0..).zip(&mut position.players) {
        let bonuses = Bonuses::of(&player.wall);
        let (Bonuses { rows, columns, colors }, points) = (bonuses, bonuses.points());
        player.score = player.score.saturating_add(points);
        events.extend((points > 0).then_some(Event::Bonus { player: id, rows, columns, colors, points }));
    }
    let scores = position.players.iter().map(|player| player.score).collect();
    events.push(Event::GameEnded { scores, winners: scoring::leaders(position) });
}
