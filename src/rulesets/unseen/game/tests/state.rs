//! Tests of states and their builder.

use super::*;

#[test]
fn test_game_state_new_finds_player() {
    let cube = cube(&[]);
    let id = cube.player_at(0).unwrap().id;
    let state = GameState::from_cube(cube).unwrap();
    assert_eq!((state.player_id(), state.player_position()), (id, at(5, 5, 0)));
    assert_eq!((state.turn(), state.phase(), state.history().len()), (0, GamePhase::Playing, 0));
    assert_eq!(state.config(), &GameConfig::default());
}

#[test]
fn a_player_may_start_in_a_later_slice() {
    let state = GameState::from_cube(cube_of((10, 10, 20), at(5, 5, 3), [])).unwrap();
    assert_eq!(state.player_position(), at(5, 5, 3));
    assert_eq!(play(&state, &[Action::Move(E)]).player_position(), at(6, 5, 4));
}

#[test]
fn test_game_state_new_fails_no_player() {
    let error = GameState::from_cube(TimeCube::new(5, 5, 5)).unwrap_err();
    assert_eq!(error, GameError::NoPlayer);
}

#[test]
fn test_game_state_new_fails_multiple_players() {
    let mut two = cube(&[]);
    two.spawn(Entity::player(at(1, 1, 0))).unwrap();
    assert_eq!(GameState::from_cube(two).unwrap_err(), GameError::MultiplePlayers { count: 2 });
    let mut twice = cube(&[]);
    let player = twice.player_at(0).unwrap();
    twice.spawn(player.at_time(3)).unwrap();
    assert_eq!(GameState::from_cube(twice).unwrap_err(), GameError::MultiplePlayers { count: 2 });
}

#[test]
fn test_player_position_matches_world_line() {
    let state = play(&game(&[]), &[Action::Move(E), Action::Wait]);
    assert_eq!(Some(state.player_position()), state.world_line().current());
    assert_eq!(state.player_position(), at(6, 5, 2));
    let shown = state.cube().slices().filter_map(|slice| slice.player()).collect::<Vec<_>>();
    assert_eq!(shown.iter().map(|player| player.position).collect::<Vec<_>>(), [at(6, 5, 2)]);
    assert_eq!(state.cube().player_at(2).unwrap().id, state.player_id());
    assert!(state.cube().entities_at(at(5, 5, 0)).is_empty());
}

#[test]
fn test_current_time_matches_player_t() {
    let state = play(&game(&[]), &[Action::Wait, Action::Wait]);
    assert_eq!((state.current_time(), state.player_position().t), (2, 2));
}

#[test]
fn test_is_active_when_playing() {
    assert!(game(&[]).is_active());
    assert!(!game(&[]).has_won());
}

#[test]
fn test_is_active_false_when_won() {
    let state = play(&game(&[Entity::exit(at(6, 5, 0))]), &[Action::Move(E)]);
    assert!(!state.is_active() && state.has_won());
    assert_eq!(state.phase(), GamePhase::Won);
}

#[test]
fn test_can_move_to_empty_space() {
    assert!(game(&[]).can_move_to(at(6, 5, 1)));
    assert!(game(&[]).validate_position(at(6, 5, 1)).is_ok());
}

#[test]
fn test_can_move_to_blocked_by_wall() {
    let state = game(&[Entity::wall(at(6, 5, 0))]);
    assert!(!state.can_move_to(at(6, 5, 1)));
    let blocking = state.blocking_entity_at(at(6, 5, 1)).unwrap();
    assert_eq!((blocking.entity_type(), blocking.position), (EntityType::Wall, at(6, 5, 1)));
    assert_eq!(state.blocking_entity_at(at(7, 5, 1)), None);
}

#[test]
fn test_can_move_to_self_intersection() {
    assert!(!game(&[]).can_move_to(at(5, 5, 0)));
}

#[test]
fn test_at_rift_detection() {
    let state = game(&[Entity::rift(at(6, 5, 0), at(1, 1, 3), false)]);
    assert!(!state.at_rift() && state.rift_target().is_none());
    let state = play(&state, &[Action::Move(E)]);
    assert!(state.at_rift());
    assert_eq!(state.rift_target(), Some(at(1, 1, 3)));
}

#[test]
fn test_at_exit_detection() {
    let state = game(&[Entity::exit(at(6, 5, 0))]);
    assert!(!state.at_exit());
    assert!(play(&state, &[Action::Move(E)]).at_exit());
}

#[test]
fn test_valid_actions_basic() {
    let state = game(&[Entity::wall(at(5, 4, 0)), Entity::pushable_box(at(6, 5, 0))]);
    let all = [Action::Move(S), Action::Move(W), Action::Wait, Action::Push(E), Action::Restart];
    assert_eq!(state.valid_actions(), all);
}

#[test]
fn test_valid_actions_at_rift() {
    let state = game(&[Entity::rift(at(5, 5, 0), at(1, 1, 3), false)]);
    assert!(state.valid_actions().contains(&Action::UseRift));
    assert!(!game(&[]).valid_actions().contains(&Action::UseRift));
}

#[test]
fn test_reachable_positions() {
    let state = game(&[Entity::wall(at(5, 4, 0)), Entity::rift(at(5, 5, 0), at(1, 1, 3), false)]);
    let all = [at(5, 6, 1), at(6, 5, 1), at(4, 5, 1), at(5, 5, 1), at(1, 1, 3)];
    assert_eq!(state.reachable_positions(), all);
}

#[test]
fn test_builder_pattern() {
    let builder = GameStateBuilder::new().with_cube(cube(&[])).with_light_speed(7).with_level_name("Hall");
    let state = builder.build().unwrap();
    assert_eq!((state.config().light_speed, state.config().level_name.as_str()), (7, "Hall"));
    assert_eq!(GameStateBuilder::new().build().unwrap_err(), GameError::NoCube);
    let config = GameConfig { max_push_chain: 9, ..Default::default() };
    let state = GameStateBuilder::new().with_config(config.clone()).with_cube(cube(&[])).build().unwrap();
    assert_eq!(state.config(), &config);
}

#[test]
fn the_defaults_are_as_written_down() {
    let config = GameConfig::default();
    assert_eq!((config.light_speed, config.max_push_chain, config.vision_radius), (3, 3, 8));
    assert_eq!((config.level_name.as_str(), config.level_id.as_str()), ("Unnamed", "unknown"));
    assert_eq!((config.detection, config.paradox), (Detection::LightCone, ParadoxMode::Prevent));
    assert!(config.win == WinMode::Exit && !config.allow_undo);
}

#[test]
fn a_fingerprint_tells_states_apart_and_nothing_else() {
    let start = game(&[Entity::pushable_box(at(6, 5, 0))]);
    let mut seen = std::collections::BTreeSet::from([start.fingerprint()]);
    let actions = [Action::Push(E), Action::Pull(W), Action::Wait, Action::Move(W), Action::Move(N)];
    for action in actions {
        let Ok(after) = apply_action(&start, action) else { continue };
        assert!(seen.insert(after.state.fingerprint()), "{action:?}");
        assert_eq!(play(&start, &[action]), after.state);
        assert_eq!(play(&start, &[action, Action::Restart]), start);
        assert_eq!(play(&start, &[action, Action::Restart]).fingerprint(), start.fingerprint());
    }
}
