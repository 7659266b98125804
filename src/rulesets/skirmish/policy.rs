//! Behaviour of characters without orders: approach the nearest enemy, and strike it when it is within reach.
//!
//! Called at the start of a tick, for idle characters. Sees only the state at the start of the tick, draws no random
//! numbers, and does not know what others are about to do.

use super::compass::{direction, distance, neighbour};
use super::deed::{ActionKind, CharacterAction};
use super::movement::Taken;
use super::nearest::Nearest;
use super::state::{Character, State};
use crate::scene::Cell;

/// Returns the characters at the start of the tick, after all idle ones have decided.
pub(super) fn decide(state: &State) -> Vec<Character> {
    let taken = Taken::by(state.characters.iter());
    let nearest = Nearest::among(state.characters.iter());
    let decided = |character: &Character| {
        let own = character.current_action;
        let choose = || choose(state, &taken, character, nearest.enemy_of(character));
        let current_action = own.or_else(|| character.lives().then(choose));
        Character { current_action, ..character.clone() }
    };
    state.characters.iter().map(decided).collect()
}

fn choose(state: &State, taken: &Taken, character: &Character, enemy: Option<&Character>) -> CharacterAction {
    let at = character.position;
    match enemy {
        Some(enemy) if distance(at, enemy.position) == 1 => {
            CharacterAction::new(ActionKind::Light, enemy.position)
        }
        Some(enemy) => CharacterAction::new(ActionKind::Move, step(state, taken, character, enemy)),
        None => CharacterAction::new(ActionKind::Move, at),
    }
}

/// Returns the next cell on the way: straight on, or aside if a character is in the way and that also leads nearer.
fn step(state: &State, taken: &Taken, character: &Character, enemy: &Character) -> Cell {
    let from = character.position;
    let towards =
        |cell| direction(from, cell).and_then(|way| neighbour(from, way, state.width, state.height));
    let along_row = towards(Cell { y: from.y, ..enemy.position });
    let along_column = towards(Cell { x: from.x, ..enemy.position });
    let row_first = goes_along_row(character, enemy);
    let (straight, aside) = if row_first { (along_row, along_column) } else { (along_column, along_row) };
    match (straight, aside) {
        (Some(straight), Some(aside)) if taken.holds(straight) && !taken.holds(aside) => aside,
        (straight, _) => straight.unwrap_or(from),
    }
}

/// Along the row unless the column is longer. Diagonal neighbours would pass each other forever if both went along
/// the row, so there the one that ranks second goes along the column: they want the same cell, and one of them gets
/// it.
fn goes_along_row(character: &Character, enemy: &Character) -> bool {
    let (from, to) = (character.position, enemy.position);
    match (from.x.abs_diff(to.x), from.y.abs_diff(to.y)) {
        (1, 1) => character.rank() < enemy.rank(),
        (columns, rows) => columns >= rows,
    }
}
