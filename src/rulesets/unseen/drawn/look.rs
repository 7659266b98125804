//! A sketch, worked out: its level, and a game on it as far as one can be set up, for what guards see.
//!
//! Made once for each sketch. What cannot be placed is left out here; `problems` says so.

use std::sync::OnceLock;

use uuid::Uuid;

use super::{convert, problems};
use crate::rulesets::unseen::build;
use crate::rulesets::unseen::core::{Component, EntityBuilder, EntityId, Position, TimeCube};
use crate::rulesets::unseen::game::GameState;
use crate::rulesets::unseen::level::{Kind, Level};
use crate::sketch::{Drawn, Problem, Sketch, ThingId};

/// A sketch, worked out.
pub struct Look {
    pub(super) sketch: Sketch,
    pub(super) level: Level,
    /// Which thing of the sketch each thing of the level is.
    pub(super) ids: Vec<ThingId>,
    /// A game on the level, or as much of it as can be placed; none if the board has no cells.
    pub(super) game: Option<GameState>,
    /// The world of that game, without anybody who stands in for a player.
    pub(super) world: TimeCube,
    problems: OnceLock<Vec<Problem>>,
}

impl Look {
    pub(super) fn new(sketch: &Sketch) -> Self {
        let (level, ids) = convert::level(sketch);
        let (world, has_player) = world(&level, &ids);
        let game = game(world.clone(), has_player, &level);
        Self { sketch: sketch.clone(), level, ids, game, world, problems: OnceLock::new() }
    }

    /// What is wrong or odd about it; worked out when it is first asked for.
    pub(super) fn problems(&self) -> &[Problem] {
        self.problems.get_or_init(|| problems::problems(self))
    }

    /// What people call an entity of the game: its name, or what its brush is called.
    pub(super) fn name(&self, id: EntityId) -> &str {
        let thing = Self::thing(id).and_then(|id| self.sketch.thing(id));
        thing.map_or("something", |thing| Level::KIT.name_of(thing))
    }

    /// The thing that an entity of the game stands for.
    pub(super) fn thing(id: EntityId) -> Option<ThingId> {
        u32::try_from(id.as_u128()).ok().map(ThingId)
    }
}

/// All that can be placed, and whether a player is among it.
fn world(level: &Level, ids: &[ThingId]) -> (TimeCube, bool) {
    let mut world = TimeCube::new(level.width(), level.height(), level.world().time_depth);
    let mut has_player = false;
    for (thing, id) in level.things().iter().zip(ids) {
        let is_player = thing.kind == Kind::Player;
        let walks_nowhere = thing.patrol.as_ref().is_some_and(|patrol| patrol.path.is_empty());
        if walks_nowhere || (is_player && has_player) {
            continue;
        }
        let entity = build::entity(Uuid::from_u128(id.0.into()), thing, level.world().light_speed);
        let placed = if thing.persists() { world.spawn_and_propagate(entity) } else { world.spawn(entity) };
        has_player |= is_player && placed.is_ok();
    }
    (world, has_player)
}

/// The id of a player who stands in for the one that is missing. No thing has it.
const NOBODY: EntityId = Uuid::max();

fn game(mut world: TimeCube, has_player: bool, level: &Level) -> Option<GameState> {
    if !has_player {
        let nobody = EntityBuilder::new(Position::new(0, 0, 0)).with_id(NOBODY);
        world.spawn(nobody.with_components(vec![Component::Player]).build()).ok()?;
    }
    GameState::new(world, build::config(level)).ok()
}
