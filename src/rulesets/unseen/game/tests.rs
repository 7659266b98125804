//! Tests of the rules: a module for each source file, the golden cases, what enemies see, paradoxes, and random games
//! against a slow model.

mod actions;
mod golden;
mod model;
mod paradox;
mod properties;
mod state;
mod validation;
mod vision;

use super::*;
use crate::rulesets::unseen::core::*;

const N: Direction = Direction::North;
const S: Direction = Direction::South;
const E: Direction = Direction::East;
const W: Direction = Direction::West;

fn at(x: i32, y: i32, t: i32) -> Position {
    Position::new(x, y, t)
}

/// A cube of 10 x 10 x 20 with the player at (5, 5, 0) and the given entities; persistent ones last to the end.
fn cube(entities: impl AsRef<[Entity]>) -> TimeCube {
    cube_of((10, 10, 20), at(5, 5, 0), entities)
}

fn cube_of(
    (width, height, depth): (i32, i32, i32),
    player: Position,
    entities: impl AsRef<[Entity]>,
) -> TimeCube {
    let mut cube = TimeCube::new(width, height, depth);
    cube.spawn(Entity::player(player)).unwrap();
    for entity in entities.as_ref() {
        cube.spawn_and_propagate(entity.clone()).unwrap();
    }
    cube
}

fn game(entities: impl AsRef<[Entity]>) -> GameState {
    GameState::from_cube(cube(entities)).unwrap()
}

fn game_with(entities: impl AsRef<[Entity]>, config: GameConfig) -> GameState {
    GameState::new(cube(entities), config).unwrap()
}

/// A wall in one slice only.
fn brief_wall(pos: Position) -> Entity {
    EntityBuilder::new(pos).blocking().opaque().build()
}

fn play(state: &GameState, actions: &[Action]) -> GameState {
    actions.iter().fold(state.clone(), |state, action| {
        let done = apply_action(&state, *action);
        done.unwrap_or_else(|error| panic!("{action:?} at {:?}: {error}", state.player_position())).state
    })
}

fn outcome(state: &GameState, action: Action) -> ActionOutcome {
    apply_action(state, action).unwrap().outcome
}

fn refusal(state: &GameState, action: Action) -> ActionError {
    let error = apply_action(state, action).unwrap_err();
    assert_eq!(validate_action(state, action), Err(error.clone()));
    assert_eq!(preview_action(state, action), Err(error.clone()));
    error
}

/// The times at which a box is in a cell.
fn times_of(state: &GameState, id: EntityId, x: i32, y: i32) -> Vec<i32> {
    (0..state.cube().time_depth).filter(|t| state.cube().entity_ids_at(at(x, y, *t)).contains(&id)).collect()
}
