//! Tests of the battle. The ten sections of the movement tests come first, one module for each; then whole ticks
//! drawn as text, files and logs, properties, and the sample battles.
//!
//! Drawings: an uppercase letter fights for "red", a lowercase one for "blue", `.` is floor; slots follow the
//! alphabet.

mod basic_movement;
mod blockers;
mod chance;
mod drawing;
mod edge_cases;
mod fairness;
mod groups;
mod levels;
mod looks;
mod multi_way;
mod properties;
mod rng_determinism;
mod samples;
mod states;
mod stress;
mod texts;
mod ticks;
mod two_way;

use super::*;
use crate::rng;
use crate::scene::Cell;

/// An idle character of the side given by its letter.
fn character(id: &str, x: u32, y: u32) -> Character {
    let capital = id.starts_with(char::is_uppercase);
    let slot = id.chars().next().map_or(0, |letter| u32::from(letter.to_ascii_lowercase()) - u32::from('a'));
    Character {
        id: id.into(),
        name: id.into(),
        faction: if capital { "red" } else { "blue" }.into(),
        position: Cell { x, y },
        hp: 100,
        max_hp: 100,
        slot_position: slot,
        current_action: None,
    }
}

/// A character about to move to a cell.
fn mover(id: &str, from: (u32, u32), to: (u32, u32)) -> Character {
    busy(character(id, from.0, from.1), ActionKind::Move, to)
}

/// A character that has just begun an action.
fn busy(character: Character, kind: ActionKind, (x, y): (u32, u32)) -> Character {
    Character { current_action: Some(CharacterAction::new(kind, Cell { x, y })), ..character }
}

/// A character whose action still takes this many ticks.
fn later(mut character: Character, ticks_remaining: u32) -> Character {
    let deed = character.current_action.as_mut().expect("the character has something to do");
    deed.ticks_remaining = ticks_remaining;
    character
}

/// Characters that all want (5, 5) from different cells, with slots in the order of their letters.
fn rivals(count: u32) -> Vec<Character> {
    let letters = "ABCDEFGH".chars().zip(0..count);
    letters.map(|(letter, index)| mover(&letter.to_string(), (index, 9), (5, 5))).collect()
}

/// Movement in tick 1, with the generator started from a seed.
fn moved(characters: &[Character], seed: u64) -> MovementResult {
    resolve_movement(characters, 1, rng::init_rng(seed))
}

/// Cell of a character.
fn place(result: &MovementResult, id: &str) -> (u32, u32) {
    let Cell { x, y } =
        result.updated_characters.iter().find(|c| c.id == id.into()).expect("still there").position;
    (x, y)
}

/// Movement event of a character.
fn event<'a>(result: &'a MovementResult, id: &str) -> &'a MovementEvent {
    result.events.iter().find(|event| event.character == id.into()).expect("an event")
}

/// The character that reached (5, 5).
fn winner(result: &MovementResult) -> String {
    let there = |c: &&Character| c.position == Cell { x: 5, y: 5 };
    let winners: Vec<String> =
        result.updated_characters.iter().filter(there).map(|c| c.id.to_string()).collect();
    winners.join(" and ")
}

/// Random state after this many draws.
fn drawn(mut rng_state: u32, draws: usize) -> u32 {
    for _ in 0..draws {
        let mut rng = rng::SeedVariant::from_state(rng_state);
        rng.draw();
        rng_state = rng.state();
    }
    rng_state
}

/// Reads the state from a drawing, with the generator started from 1000.
fn battle(drawing: &str) -> State {
    let rows: Vec<&str> = drawing.split_whitespace().collect();
    let cells =
        rows.iter().zip(0..).flat_map(|(row, y)| row.chars().zip(0..).map(move |(letter, x)| (letter, x, y)));
    let mut characters: Vec<Character> = cells
        .filter(|(letter, ..)| *letter != '.')
        .map(|(letter, x, y)| character(&letter.to_string(), x, y))
        .collect();
    characters.sort_by(|a, b| a.id.cmp(&b.id));
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    State {
        width,
        height,
        tick: 0,
        rng_state: rng::init_rng(1000),
        quiet: 0,
        characters: characters.into_iter().collect(),
    }
}

/// Draws a state.
fn drawing(state: &State) -> String {
    let mut rows = vec![vec!['.'; state.width as usize]; state.height as usize];
    for character in state.characters.iter() {
        let Cell { x, y } = character.position;
        rows[y as usize][x as usize] = character.id.as_letter().expect("a letter");
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join(" ")
}

/// Returns the state after some actions, each of which must be legal and keep the invariants.
fn played(state: &State, actions: &str) -> State {
    let rules = Skirmish::resume(state).expect("a possible state");
    actions.split_whitespace().fold(state.clone(), |state, text| {
        let action = text.parse().expect("an action");
        let (next, _) = rules.apply(&state, &action).expect(text);
        assert_eq!(rules.invariants(&next), Ok(()), "after {text}");
        next
    })
}

/// Checks that these actions lead from the first drawing to the second.
#[track_caller]
fn check(before: &str, actions: &str, after: &str) {
    assert_eq!(
        drawing(&played(&battle(before), actions)),
        after.split_whitespace().collect::<Vec<_>>().join(" ")
    );
}

/// Hit points of a character; `None` if it has fallen.
fn hp(state: &State, id: &str) -> Option<i32> {
    state.find(&id.into()).map(|index| state.characters[index].hp)
}
