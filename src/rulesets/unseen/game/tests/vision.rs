//! Tests of what enemies see.

use super::*;
use crate::rulesets::unseen::vision::{Sighting, danger, in_view, rescan};

/// An enemy that stands still.
fn watcher(x: i32, y: i32, vision: VisionData) -> Entity {
    Entity::enemy(at(x, y, 0), PatrolData::new(vec![SpatialPos::new(x, y)], true), vision)
}

#[test]
fn who_is_near_and_in_view_is_seen_at_once() {
    let enemy = watcher(5, 2, VisionData::new(3, S));
    let state = game(&[enemy.clone(), Entity::wall(at(5, 3, 0))]);
    assert_eq!(outcome(&state, Action::Wait), ActionOutcome::Waited { at: at(5, 5, 1) });
    let state = game(&[enemy.clone(), brief_wall(at(5, 3, 0))]);
    let seen = ActionOutcome::Detected { by: enemy.id, seen_at: at(5, 5, 1) };
    assert_eq!(outcome(&state, Action::Wait), seen);
    let state = play(&state, &[Action::Wait]);
    assert_eq!(state.phase(), GamePhase::Detected);
    assert_eq!(refusal(&state, Action::Wait), ActionError::GameNotActive { phase: GamePhase::Detected });
}

#[test]
fn who_is_far_is_seen_where_they_were() {
    let enemy = watcher(5, 0, VisionData::new(3, S));
    let state = game([enemy.clone()]);
    let (by, seen_at) = (enemy.id, at(5, 5, 0));
    assert_eq!(outcome(&state, Action::Move(W)), ActionOutcome::Detected { by, seen_at });
    assert_eq!(danger(&state, at(5, 5, 0)), [Sighting { by, when: 1, seen_at }]);
    assert!(danger(&state, at(5, 5, 19)).is_empty());
}

#[test]
fn the_first_of_those_who_see_has_the_lowest_id() {
    let mut enemies = [watcher(5, 3, VisionData::new(3, S)), watcher(3, 5, VisionData::new(3, E))];
    enemies.sort_by_key(|enemy| enemy.id);
    let state =
        game(&[enemies[0].clone(), enemies[1].clone(), brief_wall(at(5, 4, 0)), brief_wall(at(4, 5, 0))]);
    let seen = ActionOutcome::Detected { by: enemies[0].id, seen_at: at(5, 5, 1) };
    assert_eq!(outcome(&state, Action::Wait), seen);
}

#[test]
fn fields_of_view_are_as_wide_as_they_say() {
    let seen = |fov: u32| -> String {
        let vision = VisionData::with_fov(3, E, fov);
        let eye = SpatialPos::new(2, 2);
        let cells = (0..5).flat_map(|y| (0..5).map(move |x| SpatialPos::new(x, y)));
        cells.map(|cell| if in_view(&vision, eye, cell) { '#' } else { '.' }).collect()
    };
    assert_eq!(seen(90), "....#...##..###...##....#");
    assert_eq!(seen(180), "..###..###..###..###..###");
    assert_eq!(seen(270), "#####.####..###.#########");
    assert_eq!(seen(360), "#".repeat(25));
}

#[test]
fn a_push_in_the_past_can_open_a_line_of_sight() {
    let screen = EntityBuilder::new(at(5, 3, 0)).blocking().opaque().pushable().persistent().build();
    let enemy = watcher(5, 0, VisionData::new(9, S));
    let (wall, back) = (Entity::wall(at(4, 2, 0)), Entity::rift(at(5, 5, 0), at(4, 3, 0), false));
    let state =
        play(&game(&[screen, enemy.clone(), wall, back]), &[Action::Wait, Action::Wait, Action::UseRift]);
    assert!(state.is_active());
    let seen = ActionOutcome::Detected { by: enemy.id, seen_at: at(5, 5, 1) };
    assert_eq!(outcome(&state, Action::Push(E)), seen);
}

#[test]
fn levels_choose_how_late_enemies_see() {
    let enemy = watcher(5, 3, VisionData::new(3, S));
    let with = |detection| game_with([enemy.clone()], GameConfig { detection, ..Default::default() });
    let late = with(Detection::Delayed { turns: 2 });
    let state = play(&late, &[Action::Move(W)]);
    let seen = ActionOutcome::Detected { by: enemy.id, seen_at: at(5, 5, 0) };
    assert_eq!(outcome(&state, Action::Wait), seen);
    assert_eq!(danger(&late, at(5, 5, 4)), [Sighting { by: enemy.id, when: 6, seen_at: at(5, 5, 4) }]);
    let blind = play(&with(Detection::None), &[Action::Wait, Action::Wait]);
    assert!(blind.is_active() && danger(&blind, at(5, 5, 4)).is_empty() && rescan(&blind).is_none());
}

#[test]
fn the_radius_is_the_limit() {
    let enemy = watcher(5, 0, VisionData::new(9, S));
    let with = |vision_radius| game_with([enemy.clone()], GameConfig { vision_radius, ..Default::default() });
    assert!(play(&with(4), &[Action::Wait]).is_active());
    assert!(!play(&with(5), &[Action::Wait]).is_active());
}

#[test]
fn being_seen_counts_more_than_winning() {
    let things = [watcher(7, 5, VisionData::new(1, N)), Entity::exit(at(7, 5, 0))];
    let state = play(&game(&things), &[Action::Move(E)]);
    assert!(matches!(outcome(&state, Action::Move(E)), ActionOutcome::Detected { .. }));
}

#[test]
fn the_light_speed_of_the_settings_holds_for_enemies_that_state_none() {
    let enemy = watcher(5, 0, VisionData::with_fov(VisionData::UNSTATED, S, 90));
    let seen_after = |speed| {
        let built = GameStateBuilder::new().with_cube(cube([enemy.clone()])).with_light_speed(speed);
        danger(&built.build().unwrap(), at(5, 5, 0)).iter().map(|sighting| sighting.when).collect::<Vec<_>>()
    };
    assert_eq!([1, 2, 4, 5].map(seen_after), [[4], [2], [1], [0]], "d = 5: (d - 1) / speed turns late");
    let own = watcher(5, 0, VisionData::new(2, S));
    let stated = GameStateBuilder::new().with_cube(cube([own])).with_light_speed(5).build().unwrap();
    assert_eq!(danger(&stated, at(5, 5, 0))[0].when, 2, "a speed of one's own comes first");
}

#[test]
fn a_game_is_the_same_whether_enemies_state_the_speed_or_leave_it_to_the_settings() {
    for speed in 1..6 {
        let with = |vision| {
            let built =
                GameStateBuilder::new().with_cube(cube([watcher(5, 0, vision)])).with_light_speed(speed);
            let state = built.build().unwrap();
            let cells = (0..10).flat_map(|y| (0..10).map(move |x| (x, y)));
            let when = |(x, y)| danger(&state, at(x, y, 3)).iter().map(|seen| seen.when).collect::<Vec<_>>();
            (cells.map(when).collect::<Vec<_>>(), rescan(&state).map(|seen| seen.when))
        };
        assert_eq!(
            with(VisionData::new(speed, S)),
            with(VisionData::with_fov(VisionData::UNSTATED, S, 90)),
            "speed {speed}"
        );
    }
}
