//! Describes an outcome in one line: who moved, who was held up, who hit whom, who fell.
//!
//! Called through `Show`. Knows outcomes only, no state. Many moves are counted rather than named, and blows are
//! grouped by victim; nothing is left out.

use super::compass::{direction, word};
use super::id::CharacterId;
use super::movement::MovementEvent;
use super::outcome::{Event, Outcome};
use crate::scene::{Cell, Sign, Tone};

/// Most events of a kind that are named one by one; more are counted.
const NAMED: usize = 3;

/// Describes an outcome briefly.
pub(super) fn tell(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ordered { character, intent } => match intent.facing() {
            None => format!("{character} will hold"),
            Some(facing) => format!("{character} will {} {}", intent.kind().verb(), word(facing)),
        },
        Outcome::Ticked { events, .. } => tick(events),
    }
}

/// Describes what is certain in a tick before characters draw for the same free cell; `None` if none do.
pub(super) fn by_chance(outcome: &Outcome) -> Option<String> {
    let Outcome::Ticked { events, .. } = outcome else { return None };
    let movements: Vec<&MovementEvent> = events
        .iter()
        .filter_map(|event| if let Event::Moved(movement) = event { Some(movement) } else { None })
        .collect();
    let contested = movements.chunk_by(|one, other| one.to == other.to).filter(|group| is_drawn_for(group));
    let draws: Vec<String> = contested.map(rivals).collect();
    match draws.len() {
        0 => None,
        1..=NAMED => Some(draws.join(", ")),
        many => Some(format!("{many} cells are drawn for")),
    }
}

/// Returns whether several wanted a cell and one of them got it.
fn is_drawn_for(group: &[&MovementEvent]) -> bool {
    group.len() > 1 && group.iter().any(|movement| !movement.collided)
}

/// "A and B draw for (5, 5)".
fn rivals(group: &[&MovementEvent]) -> String {
    let (names, cell): (Vec<_>, _) =
        (group.iter().map(|movement| &movement.character).collect(), group[0].to);
    format!("{} draw for ({}, {})", listed(&names), cell.x, cell.y)
}

/// Marks a turn worth finding again: a character fell, was hit, or was given an order.
pub(super) fn sign(outcome: &Outcome) -> Option<Sign> {
    let Outcome::Ticked { events, .. } = outcome else { return Some(Sign::new('o', Tone::Blue, "order")) };
    let any = |is: fn(&Event) -> bool| events.iter().any(is);
    if any(|event| matches!(event, Event::Fell { .. })) {
        return Some(Sign::new('x', Tone::Bad, "fall"));
    }
    any(|event| matches!(event, Event::Hit { .. })).then_some(Sign::new('!', Tone::Yellow, "hit"))
}

fn tick(events: &[Event]) -> String {
    let moves: Vec<&MovementEvent> = events.iter().filter_map(|event| event.movement(false)).collect();
    let bumps: Vec<&MovementEvent> = events.iter().filter_map(|event| event.movement(true)).collect();
    let mut clauses = group(&moves, moved, "move");
    clauses.extend(group(&bumps, bumped, "collide"));
    clauses.extend(events.iter().filter_map(|event| blows(event, events)));
    if clauses.is_empty() { "nothing happens".into() } else { clauses.join(", ") }
}

fn group(movements: &[&MovementEvent], clause: fn(&MovementEvent) -> String, verb: &str) -> Vec<String> {
    if movements.len() > NAMED {
        return vec![format!("{} {verb}", movements.len())];
    }
    movements.iter().map(|movement| clause(movement)).collect()
}

fn moved(movement: &MovementEvent) -> String {
    format!("{} moves {}", movement.character, way(movement.from, movement.to))
}

fn bumped(movement: &MovementEvent) -> String {
    format!("{} collides {}", movement.character, way(movement.from, movement.to))
}

fn way(from: Cell, to: Cell) -> &'static str {
    direction(from, to).map_or("nowhere", word)
}

fn blows(event: &Event, events: &[Event]) -> Option<String> {
    match event {
        Event::Hit { attacker, victim, .. } => hits(attacker, victim, events),
        Event::Missed { attacker, cell } => Some(format!("{attacker} misses at ({}, {})", cell.x, cell.y)),
        Event::Prepares { character, ticks_remaining, .. } => Some(prepares(character, *ticks_remaining)),
        Event::Moved(_) | Event::Fell { .. } => None,
    }
}

/// Describes all hits on one victim, at the first of them: "A and B hit c (30 left)", "A and B fell c".
fn hits(attacker: &CharacterId, victim: &CharacterId, events: &[Event]) -> Option<String> {
    let on_victim = events.iter().filter_map(|event| match event {
        Event::Hit { attacker, victim: hit, hp_left, .. } if hit == victim => Some((attacker, *hp_left)),
        _ => None,
    });
    let (attackers, left): (Vec<_>, Vec<_>) = on_victim.unzip();
    if attackers.first() != Some(&attacker) {
        return None;
    }
    let (who, verb) = (listed(&attackers), if attackers.len() == 1 { "s" } else { "" });
    let fell =
        events.iter().any(|event| matches!(event, Event::Fell { character, .. } if character == victim));
    Some(match left.last() {
        Some(left) if !fell => format!("{who} hit{verb} {victim} ({left} left)"),
        _ => format!("{who} fell{verb} {victim}"),
    })
}

/// "A", "A and B", "A, B and C".
fn listed(names: &[&CharacterId]) -> String {
    let names: Vec<_> = names.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn prepares(character: &CharacterId, ticks: u32) -> String {
    let plural = if ticks == 1 { "" } else { "s" };
    format!("{character} needs {ticks} more tick{plural}")
}
