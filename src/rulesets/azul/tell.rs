//! Describes an outcome in one line: what was taken, where it went, and what the end of a round brought to each
//! player.
//!
//! Called through `Show`. Knows outcomes and the players' names, no state.

use super::action::ActionSource;
use super::level::Level;
use super::outcome::{Event, Outcome};
use crate::rules::GameResult;

/// Describes an outcome briefly.
pub(super) fn tell(level: &Level, outcome: &Outcome) -> String {
    let mut text = level.player(outcome.player).to_string();
    let round_end = outcome.events.iter().position(|event| matches!(event, Event::RoundEnded { .. }));
    let (turn, end) = outcome.events.split_at(round_end.unwrap_or(outcome.events.len()));
    turn.iter().for_each(|event| text += &clause(event));
    if !end.is_empty() {
        text += &format!("; the round ends: {}", gains(level, end));
        end.iter().for_each(|event| text += &sequel(level, event));
    }
    text
}

/// Describes what is certain before the factories are filled, which is everything but the drawn tiles; `None` if none
/// are drawn.
pub(super) fn by_chance(level: &Level, outcome: &Outcome) -> Option<String> {
    let deals = outcome.events.iter().any(|event| matches!(event, Event::Dealt { .. }));
    deals.then(|| format!("{}; the factories are filled from the bag", tell(level, outcome)))
}

/// Describes an event of the turn itself.
fn clause(event: &Event) -> String {
    match event {
        Event::Took { source, color, count } => match source {
            ActionSource::Factory(index) => format!(" takes {count} {color} from factory {index}"),
            ActionSource::Center => format!(" takes {count} {color} from the centre"),
        },
        Event::TookToken => " with the token".into(),
        Event::Placed { row, filled, capacity, .. } if filled == capacity => {
            format!(", completes line {row}")
        }
        Event::Placed { row, filled, capacity, .. } => {
            format!(", fills {filled} of {capacity} in line {row}")
        }
        Event::Broke { count, .. } => format!(", breaks {count}"),
        _ => String::new(),
    }
}

/// Returns the points that each player won and lost, such as "Ann +7 -2".
fn gains(level: &Level, events: &[Event]) -> String {
    let players = 0..level.players();
    let tiled = |id: u8| {
        sum(events, |event| match event {
            Event::Tiled { player, points, .. } if *player == id => Some(*points),
            _ => None,
        })
    };
    let lost = |id: u8| {
        sum(events, |event| match event {
            Event::Penalized { player, lost, .. } if *player == id => Some(*lost),
            _ => None,
        })
    };
    let parts = players.map(|id| match (tiled(id), lost(id)) {
        (won, 0) => format!("{} +{won}", level.player(id)),
        (won, lost) => format!("{} +{won} -{lost}", level.player(id)),
    });
    parts.collect::<Vec<_>>().join(", ")
}

fn sum(events: &[Event], points: impl Fn(&Event) -> Option<u32>) -> u32 {
    events.iter().filter_map(points).sum()
}

/// Describes an event at the end of the round.
fn sequel(level: &Level, event: &Event) -> String {
    match event {
        Event::LidPoured { .. } => "; the lid is poured into the bag".into(),
        Event::RoundBegan { round, player } => format!("; {} starts round {round}", level.player(*player)),
        Event::Bonus { player, points, .. } => format!("; bonus for {} +{points}", level.player(*player)),
        Event::GameEnded { scores, winners } => {
            format!("; the game ends, {}", victory(level, scores, winners))
        }
        _ => String::new(),
    }
}

/// "Ann wins with 57 to 44", "Ann and Ben share it with 40 each".
pub(super) fn victory(level: &Level, scores: &[u32], winners: &[u8]) -> String {
    match result(level, scores, winners) {
        GameResult::Won(_) => {
            format!("{} wins with {}", names(level, winners), figures(scores, winners))
        }
        GameResult::Draw(text) | GameResult::Lost(text) => text,
    }
}

/// Returns the result of a game that ended with these scores.
pub(super) fn result(level: &Level, scores: &[u32], winners: &[u8]) -> GameResult {
    let (who, figures) = (names(level, winners), figures(scores, winners));
    if winners.len() == 1 {
        GameResult::Won(format!("{who}, {figures}"))
    } else {
        GameResult::Draw(format!("{who} share it with {figures}"))
    }
}

/// "Ann", "Ann and Ben", "Ann, Ben and Cleo".
fn names(level: &Level, players: &[u8]) -> String {
    let names: Vec<String> = players.iter().map(|&id| level.player(id).to_string()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Returns the winner's points and those of the others, such as "57 to 44, 31".
fn figures(scores: &[u32], winners: &[u8]) -> String {
    let best = scores.iter().max().copied().unwrap_or(0);
    let others = (0..).zip(scores).filter(|(id, _)| !winners.contains(id));
    let others: Vec<String> = others.map(|(_, score)| score.to_string()).collect();
    let each = if winners.len() > 1 { " each" } else { "" };
    if others.is_empty() { format!("{best}{each}") } else { format!("{best}{each} to {}", others.join(", ")) }
}
