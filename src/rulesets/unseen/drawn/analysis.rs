//! A sketch, worked out: its level, what its guards see, and what is wrong with it.
//!
//! Made once for each sketch. What cannot be placed is left out here; `problems` says so.

use std::sync::OnceLock;

use uuid::Uuid;

use super::sight::Sight;
use super::{convert, problems};
use crate::rulesets::unseen::build;
use crate::rulesets::unseen::core::{EntityId, TimeCube};
use crate::rulesets::unseen::level::{Kind, Level};
use crate::sketch::{self, Drawn, Problem, Sketch, ThingId};

/// A sketch, worked out.
pub struct Analysis {
    pub(super) sketch: Sketch,
    /// The level, and which thing of the sketch each of its things is.
    level: OnceLock<(Level, Vec<ThingId>)>,
    /// What guards see; none without guards.
    pub(super) sight: Option<Sight>,
    world: OnceLock<TimeCube>,
    problems: OnceLock<Vec<Problem>>,
}

impl Analysis {
    pub(super) fn new(sketch: &Sketch) -> Self {
        let sight = Sight::new(sketch);
        let (level, world, problems) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { sketch: sketch.clone(), level, sight, world, problems }
    }

    /// The level that it is of; worked out when it is first asked for.
    pub(super) fn level(&self) -> &Level {
        &self.level.get_or_init(|| convert::level(&self.sketch)).0
    }

    /// Which thing of the sketch each thing of the level is.
    pub(super) fn ids(&self) -> &[ThingId] {
        &self.level.get_or_init(|| convert::level(&self.sketch)).1
    }

    /// The player, of several the first.
    pub(super) fn player(&self) -> Option<&sketch::Thing> {
        self.sketch.things().map(|(_, thing)| thing).find(|thing| &*thing.kind == "player")
    }

    /// All that can be placed; worked out when it is first asked for.
    pub(super) fn world(&self) -> &TimeCube {
        self.world.get_or_init(|| place(self.level(), self.ids()))
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

/// The entity that stands for a thing.
pub(super) fn entity(id: ThingId) -> EntityId {
    Uuid::from_u128(id.0.into())
}

/// Those of the things that can be placed.
fn place(level: &Level, ids: &[ThingId]) -> TimeCube {
    let mut world = TimeCube::new(level.width(), level.height(), level.world().time_depth);
    let mut has_player = false;
    for (thing, id) in level.things().iter().zip(ids) {
        let is_player = thing.kind == Kind::Player;
        let walks_nowhere = thing.patrol.as_ref().is_some_and(|patrol| patrol.path.is_empty());
        if walks_nowhere || (is_player && has_player) {
            continue;
        }
        let entity = build::entity(entity(*id), thing, level.world().light_speed);
        let placed = if thing.persists() { world.spawn_and_propagate(entity) } else { world.spawn(entity) };
        has_player |= is_player && placed.is_ok();
    }
    world
}
