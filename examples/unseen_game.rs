//! Builds a small level and plays it without a front end.

use timeloom::rulesets::unseen::core::*;
use timeloom::rulesets::unseen::game::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Create a simple level
    let mut cube = TimeCube::new(10, 10, 20);

    // Spawn player at (1, 1, 0)
    cube.spawn(Entity::player(Position::new(1, 1, 0)))?;

    // Spawn walls around edges
    for x in 0..10 {
        cube.spawn_and_propagate(Entity::wall(Position::new(x, 0, 0)))?;
        cube.spawn_and_propagate(Entity::wall(Position::new(x, 9, 0)))?;
    }
    for y in 1..9 {
        cube.spawn_and_propagate(Entity::wall(Position::new(0, y, 0)))?;
        cube.spawn_and_propagate(Entity::wall(Position::new(9, y, 0)))?;
    }

    // Spawn exit at (8, 8, 0)
    cube.spawn_and_propagate(Entity::exit(Position::new(8, 8, 0)))?;

    // Spawn a pushable box
    cube.spawn_and_propagate(Entity::pushable_box(Position::new(3, 1, 0)))?;

    // Create game state
    let config = GameConfig { level_name: "Test Level".into(), ..Default::default() };
    let mut state = GameState::new(cube, config)?;

    // Play the game
    println!("Start: {:?}", state.player_position()); // (1, 1, 0)

    // Move east
    let result = apply_action(&state, Action::Move(Direction::East))?;
    state = result.state;
    println!("After move east: {:?}", state.player_position()); // (2, 1, 1)

    // Push the box
    let result = apply_action(&state, Action::Push(Direction::East))?;
    state = result.state;
    println!("After push: {:?}", state.player_position()); // (3, 1, 2)
    if let ActionOutcome::Pushed { pushed, .. } = &result.outcome {
        println!("Pushed box to: {:?}", pushed[0].1); // (4, 1, 2)
    }

    // Wait
    let result = apply_action(&state, Action::Wait)?;
    state = result.state;
    println!("After wait: {:?}", state.player_position()); // (3, 1, 3)

    // Check valid actions
    let valid = state.valid_actions();
    println!("Valid actions: {:?}", valid);

    // Preview a move (doesn't apply)
    let preview = preview_action(&state, Action::Move(Direction::South))?;
    println!("Preview move south: {:?}", preview);

    Ok(())
}
