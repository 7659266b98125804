//! Analysis of a sketch: its level, the vision of its guards, and its problems.
//!
//! Made once for each sketch. Leaves out things that cannot be placed; `problems` reports them.

use std::sync::OnceLock;

use uuid::Uuid;

use super::sight::Sight;
use super::{convert, problems, reach};
use crate::rules::Rules;
use crate::rulesets::unseen::Unseen;
use crate::rulesets::unseen::build;
use crate::rulesets::unseen::core::{EntityId, SpatialPos, TimeCube};
use crate::rulesets::unseen::level::{Cell, Kind, Level};
use crate::rulesets::unseen::solve::dead::dead_cells;
use crate::sketch::{self, Drawn, Problem, Sketch, ThingId};

/// Analysis of a sketch.
pub struct Analysis {
    pub(super) sketch: Sketch,
    /// The level, with the thing of the sketch for each of its things.
    level: OnceLock<(Level, Vec<ThingId>)>,
    /// Vision of the guards; `None` without guards.
    pub(super) sight: Option<Sight>,
    world: OnceLock<TimeCube>,
    problems: OnceLock<Vec<Problem>>,
    out_of_reach: OnceLock<Vec<Cell>>,
    dead: OnceLock<Vec<Cell>>,
}

impl Analysis {
    pub(super) fn new(sketch: &Sketch) -> Self {
        let sight = Sight::new(sketch);
        let (level, world, problems) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (out_of_reach, dead) = (OnceLock::new(), OnceLock::new());
        Self { sketch: sketch.clone(), level, sight, world, problems, out_of_reach, dead }
    }

    /// Returns the level of the sketch; computed on first use.
    pub(super) fn level(&self) -> &Level {
        &self.level.get_or_init(|| convert::level(&self.sketch)).0
    }

    /// Returns the thing of the sketch for each thing of the level.
    pub(super) fn ids(&self) -> &[ThingId] {
        &self.level.get_or_init(|| convert::level(&self.sketch)).1
    }

    /// Returns the player; the first of several.
    pub(super) fn player(&self) -> Option<&sketch::Thing> {
        self.sketch.things().map(|(_, thing)| thing).find(|thing| convert::kind(thing) == Kind::Player)
    }

    /// Returns all things that can be placed; computed on first use.
    pub(super) fn world(&self) -> &TimeCube {
        self.world.get_or_init(|| place(self.level(), self.ids()))
    }

    /// Returns the errors and warnings; computed on first use.
    pub(super) fn problems(&self) -> &[Problem] {
        self.problems.get_or_init(|| problems::problems(self))
    }

    /// Returns the free cells that the player can never get to; computed on first use.
    pub(super) fn out_of_reach(&self) -> &[Cell] {
        self.out_of_reach.get_or_init(|| reach::out_of_reach(self.level(), self.world()))
    }

    /// Returns the cells from which no box gets to a goal; computed on first use, none if the level cannot be played.
    pub(super) fn dead(&self) -> &[Cell] {
        self.dead.get_or_init(|| {
            let rules = Unseen::new(self.level().clone()).ok();
            let cells = rules.map(|rules| dead_cells(rules.start(0).game())).unwrap_or_default();
            cells.into_iter().map(|SpatialPos { x, y }| (x, y)).collect()
        })
    }

    /// Returns the display name of an entity of the game: its name, or that of its brush.
    pub(super) fn name(&self, id: EntityId) -> &str {
        let thing = Self::thing(id).and_then(|id| self.sketch.thing(id));
        thing.map_or("something", |thing| Level::KIT.name_of(thing))
    }

    /// Returns the thing for an entity of the game.
    pub(super) fn thing(id: EntityId) -> Option<ThingId> {
        u32::try_from(id.as_u128()).ok().map(ThingId)
    }
}

/// Returns the entity for a thing.
pub(super) fn entity(id: ThingId) -> EntityId {
    Uuid::from_u128(id.0.into())
}

/// Creates a cube of the things that can be placed.
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
