//! Builds a space-time cube, and walks through it and back in time.

use timeloom::rulesets::unseen::core::*;

fn main() -> Result<(), CubeError> {
    // Create a 10x10 cube with 20 time slices
    let mut cube = TimeCube::new(10, 10, 20);

    // Spawn a player at (5, 5, 0)
    let player = Entity::player(Position::new(5, 5, 0));
    let player_id = cube.spawn(player)?;

    // Spawn walls around the edge (will propagate through time)
    for x in 0..10 {
        cube.spawn_and_propagate(Entity::wall(Position::new(x, 0, 0)))?;
        cube.spawn_and_propagate(Entity::wall(Position::new(x, 9, 0)))?;
    }
    for y in 1..9 {
        cube.spawn_and_propagate(Entity::wall(Position::new(0, y, 0)))?;
        cube.spawn_and_propagate(Entity::wall(Position::new(9, y, 0)))?;
    }

    // Spawn an enemy with patrol (position computed from t)
    let patrol = PatrolData::new(
        vec![SpatialPos::new(3, 3), SpatialPos::new(3, 7)],
        true, // loops
    );
    let vision = VisionData::new(3, Direction::South);
    let enemy = Entity::enemy(Position::new(3, 3, 0), patrol, vision);
    cube.spawn_and_propagate(enemy)?;

    // Spawn a rift that sends player from (7, 5, t) to (2, 2, 0) — back to the past!
    let rift = Entity::rift(Position::new(7, 5, 0), Position::new(2, 2, 0), false);
    cube.spawn_and_propagate(rift)?;

    // Spawn exit
    cube.spawn_and_propagate(Entity::exit(Position::new(8, 8, 0)))?;

    // Create player world line (ordered by turn, not by t)
    let mut world_line = WorldLine::new(Position::new(5, 5, 0));

    // Turn 1: Move player east
    let next_pos = Position::new(6, 5, 1);
    if cube.is_walkable(next_pos) && !world_line.would_intersect(next_pos) {
        world_line.extend(next_pos)?;

        // Spawn player at new position (different time slice)
        let moved_player = Entity::with_id(player_id, next_pos, vec![Component::Player]);
        cube.spawn_or_replace(moved_player)?;
    }

    // Turn 2: Move to rift position
    let rift_pos = Position::new(7, 5, 2);
    if cube.is_walkable(rift_pos) && !world_line.would_intersect(rift_pos) {
        world_line.extend(rift_pos)?;
        let moved_player = Entity::with_id(player_id, rift_pos, vec![Component::Player]);
        cube.spawn_or_replace(moved_player)?;
    }

    // Turn 3: Use rift — travel to the past!
    if let Some(rift_target) = cube.rift_target(rift_pos) {
        // rift_target = (2, 2, 0) — back to t=0 but different spatial position
        if !world_line.would_intersect(rift_target) {
            world_line.extend_via_rift(rift_target)?; // No adjacency check for rifts
            let moved_player = Entity::with_id(player_id, rift_target, vec![Component::Player]);
            cube.spawn_or_replace(moved_player)?;
        }
    }

    // World line is now: [(5,5,0), (6,5,1), (7,5,2), (2,2,0)]
    // Ordered by turn, NOT by t. Note t goes: 0 → 1 → 2 → 0 (non-monotonic)
    println!("Player world line: {:?}", world_line.path());
    println!("Current time: {:?}", world_line.current_time()); // Some(0)
    println!("Positions at t=0: {:?}", world_line.positions_at_time(0)); // [(5,5,0), (2,2,0)]

    Ok(())
}
