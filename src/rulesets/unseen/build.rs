//! Builds the game that a level starts: every thing becomes an entity, and the settings become those of the rules.
//!
//! Called when a level is set up. Knows level files on one side and the world on the other; decides no rule.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::core::{
    Component, Entity, EntityBuilder, EntityId, PatrolData, Position, RiftData, SpatialPos, TimeCube,
    VisionData,
};
use super::game::{GameConfig, GameState};
use super::level::{self, Flag, Kind, Level, LevelPosition, Thing, keywords};
use crate::rules::Fault;

/// Returns the game that a level starts, or everything that keeps it from being played.
pub(super) fn game(level: &Level) -> Result<GameState, Vec<Fault>> {
    let faults = level.faults();
    if !faults.is_empty() {
        return Err(faults);
    }
    let game =
        GameState::new(cube(level)?, config(level)).map_err(|error| vec![Fault::new(error.to_string())])?;
    if game.setup().start_is_seen {
        return Err(vec![Fault::new(
            "a guard sees the player before the first turn: move the player, turn the guard or put something between them",
        )]);
    }
    Ok(game)
}

/// Returns the display name of each thing, by its number: its name, or what it is.
pub(super) fn names(level: &Level, cube: &TimeCube) -> Vec<Arc<str>> {
    let name = |thing: &Thing| match &thing.name {
        Some(name) => name.clone(),
        None => format!("the {}", noun(thing)).into(),
    };
    let named: BTreeMap<EntityId, Arc<str>> =
        level.ids().into_iter().zip(level.things()).map(|(id, thing)| (id, name(thing))).collect();
    let nameless = || "something".into();
    let things = cube.base().placed();
    things.map(|thing| named.get(&cube.base().id(thing)).cloned().unwrap_or_else(nameless)).collect()
}

/// The noun for a thing, the same as in the palette of a drawing.
fn noun(thing: &Thing) -> &'static str {
    match thing.kind {
        Kind::Enemy => "guard",
        Kind::Custom if thing.is_box() => "crate",
        Kind::Custom => "thing",
        kind => keywords::word(keywords::KINDS, &kind),
    }
}

fn cube(level: &Level) -> Result<TimeCube, Vec<Fault>> {
    let mut cube = TimeCube::new(level.width(), level.height(), level.world().time_depth);
    let things = level.ids().into_iter().zip(level.things());
    let faults: Vec<_> = things
        .filter_map(|(id, thing)| {
            let entity = entity(id, thing, level.world().light_speed);
            let placed = if thing.persists() { cube.spawn_and_propagate(entity) } else { cube.spawn(entity) };
            placed.err().map(|error| Fault::new(error.to_string()))
        })
        .collect();
    if faults.is_empty() { Ok(cube) } else { Err(faults) }
}

/// Returns the entity for a thing.
pub(super) fn entity(id: EntityId, thing: &Thing, light_speed: u32) -> Entity {
    let named = match &thing.name {
        Some(name) => EntityBuilder::new(position(thing.at)).with_name(name.to_string()),
        None => EntityBuilder::new(position(thing.at)),
    };
    named.with_id(id).with_components(components(thing, light_speed)).build()
}

fn components(thing: &Thing, light_speed: u32) -> Vec<Component> {
    let mut components = match thing.kind {
        Kind::Player => vec![Component::Player],
        Kind::Wall => vec![Component::BlocksMovement, Component::BlocksVision],
        Kind::Box => vec![Component::BlocksMovement, Component::Pushable],
        Kind::Exit => vec![Component::Exit],
        Kind::Goal => vec![Component::Goal],
        Kind::Enemy | Kind::Rift | Kind::Custom => Vec::new(),
    };
    components.extend(thing.pullable.then_some(Component::Pullable));
    components
        .extend(thing.components.iter().filter(|flag| **flag != Flag::Persistent).map(|flag| marker(*flag)));
    components.extend(thing.persists().then_some(Component::TimePersistent));
    components.extend(thing.patrol.as_ref().map(|patrol| Component::Patrol(walk(patrol))));
    components.extend(thing.vision.as_ref().map(|vision| Component::VisionCone(sight(vision, light_speed))));
    components.extend(thing.rift.map(|rift| {
        let target = position(rift.target);
        Component::Rift(RiftData { target, bidirectional: rift.bidirectional })
    }));
    components
}

fn marker(flag: Flag) -> Component {
    match flag {
        Flag::BlocksMovement => Component::BlocksMovement,
        Flag::BlocksVision => Component::BlocksVision,
        Flag::Pushable => Component::Pushable,
        Flag::Pullable => Component::Pullable,
        Flag::Persistent => Component::TimePersistent,
        Flag::Exit => Component::Exit,
        Flag::Goal => Component::Goal,
    }
}

fn walk(patrol: &level::Patrol) -> PatrolData {
    PatrolData {
        path: patrol.path.iter().map(|&(x, y)| SpatialPos::new(x, y)).collect(),
        loops: patrol.loops,
    }
}

pub(super) fn sight(vision: &level::Vision, light_speed: u32) -> VisionData {
    VisionData {
        light_speed: vision.light_speed.unwrap_or(light_speed),
        facing: vision.facing,
        fov_degrees: vision.fov,
    }
}

fn position(LevelPosition { x, y, t }: LevelPosition) -> Position {
    Position::new(x, y, t)
}

/// Returns the settings of a level, in the form the rules use.
pub(super) fn config(level: &Level) -> GameConfig {
    let world = level.world();
    GameConfig {
        light_speed: world.light_speed,
        max_push_chain: world.max_push_chain as usize,
        level_name: level.meta().name.clone(),
        level_id: level.meta().id.clone(),
        allow_undo: world.allow_undo,
        vision_radius: world.vision_radius,
        detection: world.detection,
        paradox: world.paradox,
        win: world.win,
    }
}
