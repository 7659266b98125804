//! An outcome in one line: who moved, who was held up, who hit whom, who fell.
//!
//! Called through `Show`. Knows outcomes only, no state. Many moves are counted rather than named; nothing is left out.

use super::compass::{direction, word};
use super::id::CharacterId;
use super::movement::MovementEvent;
use super::outcome::{Event, Outcome};
use crate::scene::Cell;

/// So many of a kind are named one by one; more are counted.
const NAMED: usize = 3;

/// The outcome in a few words.
pub(super) fn tell(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ordered { character, intent } => match intent.facing() {
            None => format!("{character} will hold"),
            Some(facing) => format!("{character} will {} {}", intent.kind().verb(), word(facing)),
        },
        Outcome::Ticked { events, .. } => tick(events),
    }
}

fn tick(events: &[Event]) -> String {
    let moves: Vec<&MovementEvent> = events.iter().filter_map(|event| event.movement(false)).collect();
    let bumps: Vec<&MovementEvent> = events.iter().filter_map(|event| event.movement(true)).collect();
    let mut clauses = group(&moves, moved, "move");
    clauses.extend(group(&bumps, bumped, "collide"));
    clauses.extend(events.iter().filter_map(blow));
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

fn blow(event: &Event) -> Option<String> {
    match event {
        Event::Moved(_) => None,
        Event::Hit { attacker, victim, damage, hp_left, .. } => {
            Some(format!("{attacker} hits {victim} for {damage} ({hp_left} left)"))
        }
        Event::Missed { attacker, cell } => Some(format!("{attacker} misses at ({}, {})", cell.x, cell.y)),
        Event::Fell { character, .. } => Some(format!("{character} falls")),
        Event::Prepares { character, ticks_remaining, .. } => Some(prepares(character, *ticks_remaining)),
    }
}

fn prepares(character: &CharacterId, ticks: u32) -> String {
    let plural = if ticks == 1 { "" } else { "s" };
    format!("{character} needs {ticks} more tick{plural}")
}
