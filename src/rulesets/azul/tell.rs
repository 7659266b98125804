//! An outcome in one line: what was taken and where it went, and what the end of a round brought to whom.
//!
//! Called through `Show`. Knows outcomes and the players' names, no state.

use super::action::ActionSource;
use super::level::Level;
use super::outcome::{Event, Outcome};

/// The outcome in a few words.
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

/// What happened in the turn itself.
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

/// What each player won and lost, such as "Ann +7 -2".
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
    let told = players.map(|id| match (tiled(id), lost(id)) {
        (won, 0) => format!("{} +{won}", level.player(id)),
        (won, lost) => format!("{} +{won} -{lost}", level.player(id)),
    });
    told.collect::<Vec<_>>().join(", ")
}

fn sum(events: &[Event], points: impl Fn(&Event) -> Option<u32>) -> u32 {
    events.iter().filter_map(points).sum()
}

/// What followed from the end of the round.
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
    let best = scores.iter().max().copied().unwrap_or(0);
    let names: Vec<String> = winners.iter().map(|&id| level.player(id).to_string()).collect();
    let others =
        (0..).zip(scores).filter(|(id, _)| !winners.contains(id)).map(|(_, score)| score.to_string());
    let others = others.collect::<Vec<_>>().join(", ");
    match names.split_last() {
        Some((last, [])) => format!("{last} wins with {best} to {others}"),
        Some((last, rest)) => format!("{} and {last} share it with {best} each", rest.join(", ")),
        None => "nobody wins".into(),
    }
}
