//! What characters do when nobody tells them: go for the nearest enemy, and strike it when it is within reach.
//!
//! Called at the start of a tick, for those who are idle. Sees only the moment at which the tick starts, draws no
//! chance, and does not know what others are about to do.

use super::compass::{direction, distance, neighbour};
use super::deed::{ActionKind, CharacterAction};
use super::movement::Taken;
use super::state::{Character, State};
use crate::scene::{Cell, Facing};

/// The characters as they go into the tick: whoever was idle has decided.
pub(super) fn decide(state: &State) -> Vec<Character> {
    let taken = Taken::by(&state.characters);
    let decided = |character: &Character| {
        let own = character.current_action;
        let current_action = own.or_else(|| character.lives().then(|| choose(state, &taken, character)));
        Character { current_action, ..character.clone() }
    };
    state.characters.iter().map(decided).collect()
}

fn choose(state: &State, taken: &Taken, character: &Character) -> CharacterAction {
    let at = character.position;
    match nearest_enemy(state, character).map(|enemy| enemy.position) {
        Some(enemy) if distance(at, enemy) == 1 => CharacterAction::new(ActionKind::Light, enemy),
        Some(enemy) => CharacterAction::new(ActionKind::Move, step(state, taken, at, enemy)),
        None => CharacterAction::new(ActionKind::Move, at),
    }
}

/// Ties go to the smaller slot, then to the smaller id: the same for all who look, so that enemies who are nearest to
/// each other agree on it and no ring of them can chase its own tail for ever.
fn nearest_enemy<'a>(state: &'a State, character: &Character) -> Option<&'a Character> {
    let enemies = state.characters.iter().filter(|other| other.lives() && other.faction != character.faction);
    enemies.min_by_key(|enemy| (distance(character.position, enemy.position), enemy.rank()))
}

/// The next cell on the way: along the longer axis, or along the other one if that is the way round somebody.
fn step(state: &State, taken: &Taken, from: Cell, to: Cell) -> Cell {
    let towards = |facing: Option<Facing>| facing.and_then(|f| neighbour(from, f, state.width, state.height));
    let Some(straight) = towards(direction(from, to)) else { return from };
    let corner = if straight.y == from.y { Cell { x: from.x, ..to } } else { Cell { y: from.y, ..to } };
    match towards(direction(from, corner)) {
        Some(aside) if taken.holds(straight) && !taken.holds(aside) => aside,
        _ => straight,
    }
}
