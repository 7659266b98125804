//! Properties of every game: random small levels, random actions with rifts into the past and the future, and after
//! each of them the same answers from the real rules and from the slow model.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::model::Model;
use super::*;
use crate::rulesets::unseen::vision::{Sighting, danger, field, rescan};

const SIZE: (i32, i32, i32) = (5, 4, 9);

#[derive(Debug, Clone)]
struct Sketch {
    start: Position,
    entities: Vec<Entity>,
    config: GameConfig,
}

fn cells() -> impl Strategy<Value = SpatialPos> {
    (0..SIZE.0, 0..SIZE.1).prop_map(|(x, y)| SpatialPos::new(x, y))
}

fn positions() -> impl Strategy<Value = Position> {
    (cells(), 0..SIZE.2).prop_map(|(cell, t)| cell.at(t))
}

fn visions() -> impl Strategy<Value = VisionData> {
    (1u32..4, 0usize..4, 1u32..5).prop_map(|(speed, facing, quarters)| {
        VisionData::with_fov(speed, Direction::all()[facing], quarters * 90)
    })
}

/// Builders of things without ids.
fn things() -> impl Strategy<Value = EntityBuilder> {
    let lasting = |pos: SpatialPos| EntityBuilder::new(pos.at(0)).persistent();
    let pushable = cells().prop_map(move |cell| lasting(cell).blocking().pushable());
    let opaque = cells().prop_map(move |cell| lasting(cell).blocking().opaque().pushable());
    let both = cells().prop_map(move |cell| lasting(cell).blocking().pushable().pullable());
    let pull_only = cells().prop_map(move |cell| lasting(cell).blocking().pullable());
    let light = cells().prop_map(move |cell| lasting(cell).pushable().pullable());
    let wall = cells().prop_map(move |cell| lasting(cell).blocking().opaque());
    let brief = positions().prop_map(|pos| EntityBuilder::new(pos).blocking().opaque());
    let exit = cells().prop_map(move |cell| lasting(cell).with_component(Component::Exit));
    let goal = cells().prop_map(move |cell| lasting(cell).with_component(Component::Goal));
    let rift =
        (positions(), positions(), any::<bool>(), 0u32..8).prop_map(|(pos, target, bidirectional, loose)| {
            let data = Component::Rift(RiftData { target, bidirectional });
            let rift = EntityBuilder::new(pos).with_component(data).persistent();
            if loose == 0 { rift.pushable() } else { rift }
        });
    let enemy = (vec(cells(), 1..4), any::<bool>(), visions()).prop_map(move |(path, loops, vision)| {
        let patrol = Component::Patrol(PatrolData::new(path.clone(), loops));
        lasting(path[0]).with_component(patrol).with_component(Component::VisionCone(vision))
    });
    let pushed_enemy = (cells(), visions()).prop_map(move |(cell, vision)| {
        lasting(cell).with_component(Component::VisionCone(vision)).pushable().blocking()
    });
    prop_oneof![
        4 => pushable, 2 => opaque, 3 => both, 1 => pull_only, 1 => light, 1 => wall, 1 => brief, 1 => exit,
        1 => goal, 8 => rift, 1 => enemy, 1 => pushed_enemy
    ]
}

fn configs() -> impl Strategy<Value = GameConfig> {
    let detection = prop_oneof![
        3 => Just(Detection::None), 3 => Just(Detection::LightCone),
        1 => (0u32..4).prop_map(|turns| Detection::Delayed { turns })
    ];
    let win = prop_oneof![3 => Just(WinMode::Exit), 1 => Just(WinMode::Goals), 1 => Just(WinMode::Both)];
    (detection, win, any::<bool>(), 0usize..4, 0u32..6).prop_map(|(detection, win, lose, chain, radius)| {
        GameConfig {
            detection,
            win,
            paradox: if lose { ParadoxMode::Lose } else { ParadoxMode::Prevent },
            max_push_chain: chain,
            vision_radius: radius,
            ..Default::default()
        }
    })
}

fn sketch(start: SpatialPos, things: Vec<EntityBuilder>, salt: u64, config: GameConfig) -> Sketch {
    let id = |index: usize| {
        EntityId::from_u128(u128::from(salt.rotate_left(index as u32 * 7)) << 8 | index as u128)
    };
    let entities = things.into_iter().enumerate().map(|(index, thing)| thing.with_id(id(index)).build());
    let in_the_way = |e: &Entity| e.blocks_movement() && e.position.spatial() == start;
    let entities = entities.filter(|entity| !in_the_way(entity)).collect();
    Sketch { start: start.at(0), entities, config }
}

/// Levels with a bit of everything.
fn sketches() -> impl Strategy<Value = Sketch> {
    (cells(), vec(things(), 1..14), any::<u64>(), configs())
        .prop_map(|(start, things, salt, config)| sketch(start, things, salt, config))
}

/// Levels full of boxes and of rifts into the past.
fn journeys() -> impl Strategy<Value = Sketch> {
    let back = (cells(), cells(), 0..3, any::<bool>()).prop_map(|(cell, target, t, bidirectional)| {
        let data = Component::Rift(RiftData { target: target.at(t), bidirectional });
        EntityBuilder::new(cell.at(0)).with_component(data).persistent()
    });
    let wood = (cells(), 0u32..6).prop_map(|(cell, kind)| {
        let thing = EntityBuilder::new(cell.at(0)).persistent();
        match kind {
            0 => thing.blocking().opaque().pushable().pullable(),
            1 => thing.blocking().pullable(),
            2 => thing.pushable().pullable(),
            _ => thing.blocking().pushable().pullable(),
        }
    });
    (cells(), vec(back, 5..9), vec(wood, 2..6), vec(things(), 0..2), any::<u64>(), configs()).prop_map(
        |(start, rifts, boxes, others, salt, config)| {
            let things = rifts.into_iter().chain(boxes).chain(others).collect();
            sketch(start, things, salt, GameConfig { max_push_chain: config.max_push_chain + 1, ..config })
        },
    )
}

/// An action that can be taken: rifts first of all, then pushes and pulls.
fn lively(state: &GameState, pick: Index) -> Action {
    let weight = |action: &Action| match action {
        Action::UseRift => 8,
        Action::Push(_) | Action::Pull(_) => 4,
        Action::Move(_) => 2,
        Action::Wait => 1,
        Action::Restart => usize::from(!state.is_active()),
    };
    let valid = state.valid_actions();
    let weighted: Vec<Action> = valid.iter().flat_map(|a| std::iter::repeat_n(*a, weight(a))).collect();
    *pick.get(if weighted.is_empty() { &valid } else { &weighted })
}

impl Sketch {
    fn real(&self) -> GameState {
        GameState::new(cube_of(SIZE, self.start, &self.entities), self.config.clone()).unwrap()
    }

    fn model(&self) -> Model {
        Model::new(SIZE, self.start, &self.entities, self.config.clone())
    }
}

fn without_reason(result: Result<ActionOutcome, ActionError>) -> Result<ActionOutcome, ActionError> {
    let reason = String::new();
    match result {
        Err(ActionError::Paradox { broken_turn, .. }) => Err(ActionError::Paradox { broken_turn, reason }),
        Ok(ActionOutcome::Paradox { broken_turn, .. }) => Ok(ActionOutcome::Paradox { broken_turn, reason }),
        other => other,
    }
}

/// Checks that every cell of every slice holds the same.
fn same_world(real: &GameState, model: &Model) {
    for t in 0..SIZE.2 {
        let slice: Vec<Entity> =
            real.cube().slice(t).unwrap().all_entities().filter(|e| !e.is_player()).collect();
        assert_eq!(slice, model.slice(t), "slice {t}");
        for (x, y) in (0..SIZE.0).flat_map(|x| (0..SIZE.1).map(move |y| (x, y))) {
            let here: Vec<_> =
                model.slice(t).into_iter().filter(|entity| entity.position == at(x, y, t)).collect();
            let found = real.cube().entities_at(at(x, y, t));
            let found: Vec<_> = found.into_iter().filter(|entity| !entity.is_player()).collect();
            assert_eq!(found, here, "cell ({x}, {y}, {t})");
            let player = real.cube().entity_ids_at(at(x, y, t)).contains(&real.player_id());
            assert_eq!(player, real.player_position() == at(x, y, t));
        }
    }
    assert_eq!(real.world_line().path(), model.path);
    assert_eq!(real.phase(), model.phase);
}

fn same_danger(real: &GameState, model: &Model, pos: Position) {
    let mut all = Vec::new();
    for te in 0..SIZE.2 {
        let enemies = model.slice(te).into_iter().filter(Entity::is_enemy);
        let seeing = enemies.filter(|enemy| model.sees(enemy, pos));
        all.extend(seeing.map(|enemy| Sighting { by: enemy.id, when: te, seen_at: pos }));
    }
    all.sort_by_key(|sighting| (sighting.by, sighting.when));
    assert_eq!(danger(real, pos), all);
}

/// Checks that the field of a slice agrees with the answers for each of its cells.
fn same_field(real: &GameState, model: &Model, t: i32) {
    let field = field(real, t, true, true).expect("it is small");
    let enemies: Vec<Entity> = model.slice(t).into_iter().filter(Entity::is_enemy).collect();
    for (x, y) in (0..SIZE.0).flat_map(|x| (0..SIZE.1).map(move |y| (x, y))) {
        let cell = SpatialPos::new(x, y);
        assert_eq!(
            field.danger(cell).map(|(rank, when)| (field.ids()[rank], when)),
            danger(real, cell.at(t)).first().map(|sighting| (sighting.by, sighting.when)),
            "danger at {cell:?}, t {t}"
        );
        let seen = enemies.iter().any(|enemy| (0..=t).any(|tp| model.sees(enemy, cell.at(tp))));
        assert_eq!(field.watched(cell).is_some(), seen, "watched at {cell:?}, t {t}");
    }
}

/// Plays the same game by the rules and by the model, and compares every answer.
fn compare(sketch: &Sketch, picks: &[Index], place: Position) {
    let (mut real, mut model) = (sketch.real(), sketch.model());
    let mut past = vec![(real.clone(), model.clone())];
    for pick in picks {
        for action in Action::all() {
            let expected = model.apply(action).map(|(_, outcome)| outcome);
            assert_eq!(without_reason(preview_action(&real, action)), expected, "{action:?}");
            assert_eq!(validate_action(&real, action), apply_action(&real, action).map(|_| ()));
        }
        let (action, history) = (lively(&real, *pick), real.history().to_vec());
        real = apply_action(&real, action).unwrap().state;
        model = model.apply(action).unwrap().0;
        same_danger(&real, &model, place);
        same_field(&real, &model, place.t);
        if action != Action::Restart {
            assert_eq!(real.history().to_vec(), [history, vec![action]].concat());
        }
        if real.phase() != GamePhase::Paradox && real.turn() > 0 {
            assert_eq!(real.phase() == GamePhase::Detected, rescan(&real).is_some());
        }
        past.push((real.clone(), model.clone()));
    }
    for (real, model) in &past {
        same_world(real, model);
        let again = play(&past[0].0, &real.history().to_vec());
        assert_eq!(real.fingerprint(), again.fingerprint());
        assert_eq!(real, &again);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_rules_agree_with_the_model(
        sketch in sketches(), picks in vec(any::<Index>(), 24), place in positions()
    ) {
        compare(&sketch, &picks, place);
    }

    #[test]
    fn the_rules_agree_with_the_model_on_journeys_through_time(
        sketch in journeys(), picks in vec(any::<Index>(), 30), place in positions()
    ) {
        compare(&sketch, &picks, place);
    }
}
