//! Carries out actions: a whole tick, from its decisions to its dead, or the recording of an order.
//!
//! Called with an effect that `legality` returned. Cannot fail and does not check again.

use super::deed::{ActionKind, CharacterAction};
use super::legality::Effect;
use super::movement::resolve_movement;
use super::outcome::{Event, Outcome};
use super::policy;
use super::state::{Character, State};
use crate::collections::List;
use crate::scene::Cell;

/// Applies an effect to the state it was computed for.
pub(super) fn apply_effect(state: State, effect: Effect) -> (State, Outcome) {
    match effect {
        Effect::Tick => tick(state),
        Effect::Order { index, intent, action } => {
            let character = state.characters[index].id.clone();
            (order(state, index, action), Outcome::Ordered { character, intent })
        }
    }
}

fn order(mut state: State, index: usize, action: CharacterAction) -> State {
    if let Some(character) = state.characters.get_mut(index) {
        character.current_action = Some(action);
    }
    state
}

/// All decide, then all move, then all strike at once, then the dead leave, then time passes for the others.
fn tick(mut state: State) -> (State, Outcome) {
    let moved = resolve_movement(&policy::decide(&state), state.tick, state.rng_state);
    let mut characters = moved.updated_characters;
    let mut events: Vec<Event> = moved.events.into_iter().map(Event::Moved).collect();
    strike(&mut characters, &mut events);
    remove_fallen(&mut characters, &mut events);
    count_down(&mut characters, &mut events);
    let quiet = if events.iter().any(changes) { 0 } else { state.quiet.saturating_add(1) };
    let outcome = Outcome::Ticked { tick: state.tick, events };
    let tick = state.tick.saturating_add(1);
    replace(&mut state.characters, characters);
    (State { tick, quiet, rng_state: moved.rng_state, ..state }, outcome)
}

/// Replaces the characters. Unchanged ones stay shared with the state before.
fn replace(list: &mut List<Character>, characters: Vec<Character>) {
    if list.len() != characters.len() {
        *list = characters.into_iter().collect();
        return;
    }
    for (index, character) in characters.into_iter().enumerate() {
        if list[index] != character {
            list.set_mut(index, character);
        }
    }
}

fn strike(characters: &mut [Character], events: &mut Vec<Event>) {
    let standing = standing(characters);
    for attacker in 0..characters.len() {
        let Some(deed) = characters[attacker].current_action.filter(is_due_attack) else { continue };
        let victims = those_at(&standing, deed.target_cell);
        if victims.is_empty() {
            let attacker = characters[attacker].id.clone();
            events.push(Event::Missed { attacker, cell: deed.target_cell });
        }
        events.extend(victims.iter().map(|&(_, victim)| hit(characters, attacker, victim, deed)));
    }
}

fn is_due_attack(deed: &CharacterAction) -> bool {
    deed.kind != ActionKind::Move && deed.is_due()
}

/// Strikes once. The victim strikes back even if this kills it: all blows of a tick fall at once.
fn hit(characters: &mut [Character], attacker: usize, victim: usize, deed: CharacterAction) -> Event {
    let damage = deed.kind.damage();
    let struck = &mut characters[victim];
    struck.hp = struck.hp.saturating_sub(damage).max(0);
    let (victim, hp_left) = (struck.id.clone(), struck.hp);
    Event::Hit { attacker: characters[attacker].id.clone(), victim, cell: deed.target_cell, damage, hp_left }
}

/// Returns the positions of all characters, sorted by cell.
fn standing(characters: &[Character]) -> Vec<(Cell, usize)> {
    let mut standing: Vec<_> = characters.iter().map(|character| character.position).zip(0..).collect();
    standing.sort_unstable();
    standing
}

fn those_at(standing: &[(Cell, usize)], cell: Cell) -> &[(Cell, usize)] {
    let from = standing.partition_point(|(other, _)| *other < cell);
    let upto = standing.partition_point(|(other, _)| *other <= cell);
    &standing[from..upto]
}

fn remove_fallen(characters: &mut Vec<Character>, events: &mut Vec<Event>) {
    let dead = characters.iter().filter(|character| !character.lives());
    events.extend(dead.map(|who| Event::Fell { character: who.id.clone(), cell: who.position }));
    characters.retain(Character::lives);
}

fn count_down(characters: &mut [Character], events: &mut Vec<Event>) {
    for character in characters {
        let Some(deed) = character.current_action else { continue };
        let rest = deed.ticks_remaining.saturating_sub(1);
        character.current_action = (rest > 0).then_some(CharacterAction { ticks_remaining: rest, ..deed });
        if rest > 0 {
            let character = character.id.clone();
            events.push(Event::Prepares { character, target_cell: deed.target_cell, ticks_remaining: rest });
        }
    }
}

/// Returns whether a position or hit points changed, which keeps a battle from ending as a draw.
fn changes(event: &Event) -> bool {
    match event {
        Event::Moved(movement) => !movement.collided,
        Event::Hit { .. } | Event::Fell { .. } => true,
        Event::Missed { .. } | Event::Prepares { .. } => false,
    }
}
