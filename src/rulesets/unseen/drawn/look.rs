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
use crate::sketch::{Problem, Sketch, ThingId};

/// A sketch, worked out.
pub struct Look {
    pub(super) sketch: Sketch,
    pub(super) level: Level,
    /// Which thing of the sketch each thing of the level is.
    pub(super) ids: Vec<ThingId>,
    /// A game on the level, or as much of it as can be placed; none if the board has no cells.
    pub(super) game: Option<GameState>,
    problems: OnceLock<Vec<Problem>>,
}

impl Look {
    pub(super) fn new(sketch: &Sketch) -> Self {
        let (level, ids) = convert::level(sketch);
        let game = game(&level, &ids);
        Self { sketch: sketch.clone(), level, ids, game, problems: OnceLock::new() }
    }

    /// What is wrong or odd about it; worked out when it is first asked for.
    pub(super) fn problems(&self) -> &[Problem] {
        self.problems.get_or_init(|| problems::problems(self))
    }

    /// What people call an entity of the game: its name, or its kind.
    pub(super) fn name(&self, id: EntityId) -> &str {
        let thing = Self::thing(id).and_then(|id| self.sketch.thing(id));
        thing.map_or("something", |thing| thing.text("name").map_or(&*thing.kind, |name| name))
    }

    /// The thing that an entity of the game stands for.
    pub(super) fn thing(id: EntityId) -> Option<ThingId> {
        u32::try_from(id.as_u128()).ok().map(ThingId)
    }
}

/// The id of a player who stands in for the one that is missing. No thing has it.
const NOBODY: EntityId = Uuid::max();

fn game(level: &Level, ids: &[ThingId]) -> Option<GameState> {
    let mut cube = TimeCube::new(level.width(), level.height(), level.world().time_depth);
    let mut has_player = false;
    for (thing, id) in level.things().iter().zip(ids) {
        if thing.kind == Kind::Player && has_player {
            continue;
        }
        let entity = build::entity(Uuid::from_u128(id.0.into()), thing, level.world().light_speed);
        let placed = if thing.persists() { cube.spawn_and_propagate(entity) } else { cube.spawn(entity) };
        has_player |= thing.kind == Kind::Player && placed.is_ok();
    }
    if !has_player {
        let nobody = EntityBuilder::new(Position::new(0, 0, 0)).with_id(NOBODY);
        cube.spawn(nobody.with_components(vec![Component::Player]).build()).ok()?;
    }
    GameState::new(cube, build::config(level)).ok()
}
