//! Names the places of the state that each event changed, and the rule behind it.
//!
//! Called through `Show`. Knows events and the names of places in the state as data; reads no state.

use super::action::ActionSource;
use super::outcome::{Event, Outcome};
use crate::diff::Cause;

const TAKEN: &str = "all tiles of the chosen colour are taken";
const CLEARED: &str = "the rest of a factory goes to the centre";
const TOKEN: &str = "the first to take from the centre gets the token";
const PLACED: &str = "tiles of one colour fill a line";
const BROKEN: &str = "tiles that find no place in a line go to the floor";
const PASSED: &str = "the turn passes on";
const TILED: &str = "a complete line puts one tile on the wall and the rest into the lid";
const SCORED: &str = "a tile on the wall scores the runs it joins";
const PENALTY: &str = "broken tiles and the token cost points, never below 0";
const SWEPT: &str = "broken tiles go into the lid when the round ends";
const RETURNED: &str = "the token goes back to the centre when the round ends";
const POURED: &str = "when the bag is empty, the lid is poured into it";
const DEALT: &str = "factories are filled from the bag by chance";
const BEGAN: &str = "whoever has the token starts the next round, else the next in turn order";
const BONUS: &str = "complete rows, columns and colours score when the game ends";

/// Returns all places that an outcome changed, in the order of its events.
pub(super) fn causes(outcome: &Outcome) -> Vec<Cause> {
    outcome.events.iter().flat_map(|event| of(outcome.player, event)).collect()
}

fn of(active: u8, event: &Event) -> Vec<Cause> {
    let board = |player: &u8, part: &str| format!("players[{player}].{part}");
    let token = |player: &u8| board(player, "floor_line.has_first_player_token");
    let center_token = || "center.has_first_player_token".to_owned();
    let all =
        |rule: &str, places: Vec<String>| places.into_iter().map(|place| Cause::new(place, rule)).collect();
    match event {
        Event::Took { source: ActionSource::Center, .. } => all(TAKEN, vec!["center.tiles".into()]),
        Event::Took { source: ActionSource::Factory(index), .. } => {
            all(TAKEN, vec![format!("factories[{index}]")])
        }
        Event::Cleared { factory, .. } => {
            all(CLEARED, vec![format!("factories[{factory}]"), "center.tiles".into()])
        }
        Event::TookToken => all(TOKEN, vec![center_token(), token(&active)]),
        Event::Placed { row, .. } => all(PLACED, vec![board(&active, &format!("pattern_lines[{row}]"))]),
        Event::Broke { .. } => all(BROKEN, vec![board(&active, "floor_line.tiles")]),
        Event::Passed { .. } => all(PASSED, vec!["active_player_id".into()]),
        Event::Tiled { player, row, column, .. } => tiled(*player, *row, *column),
        Event::Penalized { player, .. } => vec![
            Cause::new(board(player, "score"), PENALTY),
            Cause::new(board(player, "floor_line.tiles"), SWEPT),
            Cause::new("lid", SWEPT),
        ],
        Event::TokenReturned { player } => all(RETURNED, vec![token(player), center_token()]),
        Event::LidPoured { .. } => all(POURED, vec!["lid".into(), "bag".into()]),
        Event::Dealt { .. } => all(DEALT, vec!["factories".into(), "bag".into(), "rng_state".into()]),
        Event::RoundBegan { .. } => all(BEGAN, vec!["round".into(), "active_player_id".into()]),
        Event::Bonus { player, .. } => all(BONUS, vec![board(player, "score")]),
        Event::RoundEnded { .. } | Event::GameEnded { .. } => Vec::new(),
    }
}

fn tiled(player: u8, row: usize, column: usize) -> Vec<Cause> {
    let board = |part: String| format!("players[{player}].{part}");
    vec![
        Cause::new(board(format!("pattern_lines[{row}]")), TILED),
        Cause::new(board(format!("wall[{row}][{column}]")), TILED),
        Cause::new("lid", TILED),
        Cause::new(board("score".into()), SCORED),
    ]
}
