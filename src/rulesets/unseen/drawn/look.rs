//! A sketch, worked out: its level, and as much of a game on it as can be set up, for what guards see.
//!
//! Made once for each sketch. What cannot be placed is left out here; `problems` says so.

use std::sync::OnceLock;

use uuid::Uuid;

use super::{convert, problems};
use crate::rulesets::unseen::build;
use crate::rulesets::unseen::core::{Component, EntityBuilder, EntityId, Position, TimeCube};
use crate::rulesets::unseen::game::GameState;
use crate::rulesets::unseen::level::{Cell, Kind, Level, Thing};
use crate::sketch::{Drawn, Problem, Sketch, ThingId};

/// A sketch, worked out.
pub struct Look {
    pub(super) sketch: Sketch,
    pub(super) level: Level,
    /// Which thing of the sketch each thing of the level is.
    pub(super) ids: Vec<ThingId>,
    /// A game with the guards, the player, and what is near enough to a guard to hide something; none without guards.
    pub(super) sight: Option<GameState>,
    world: OnceLock<TimeCube>,
    problems: OnceLock<Vec<Problem>>,
}

impl Look {
    pub(super) fn new(sketch: &Sketch) -> Self {
        let (level, ids) = convert::level(sketch);
        let sight = sight(&level, &ids);
        let (world, problems) = (OnceLock::new(), OnceLock::new());
        Self { sketch: sketch.clone(), level, ids, sight, world, problems }
    }

    /// All that can be placed; worked out when it is first asked for.
    pub(super) fn world(&self) -> &TimeCube {
        self.world.get_or_init(|| place(&self.level, &self.ids, |_| true).0)
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

/// Those of the things that can be placed and are wanted, and whether a player is among them.
fn place(level: &Level, ids: &[ThingId], is_wanted: impl Fn(&Thing) -> bool) -> (TimeCube, bool) {
    let mut world = TimeCube::new(level.width(), level.height(), level.world().time_depth);
    let mut has_player = false;
    for (thing, id) in level.things().iter().zip(ids).filter(|(thing, _)| is_wanted(thing)) {
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

fn sight(level: &Level, ids: &[ThingId]) -> Option<GameState> {
    let near = Near::new(level)?;
    let hides =
        |thing: &Thing| thing.blocks_vision() && (thing.patrol.is_some() || near.has(thing.at.cell()));
    let is_wanted = |thing: &Thing| thing.vision.is_some() || thing.kind == Kind::Player || hides(thing);
    let (mut world, has_player) = place(level, ids, is_wanted);
    if !has_player {
        let nobody = EntityBuilder::new(Position::new(0, 0, 0)).with_id(NOBODY);
        world.spawn(nobody.with_components(vec![Component::Player]).build()).ok()?;
    }
    GameState::new(world, build::config(level)).ok()
}

/// The cells that are near enough to a guard to be seen.
struct Near {
    width: i32,
    height: i32,
    cells: Vec<bool>,
}

impl Near {
    /// None if there are no guards.
    fn new(level: &Level) -> Option<Self> {
        let guards = || level.things().iter().filter(|thing| thing.vision.is_some());
        guards().next()?;
        let (width, height) = (level.width(), level.height());
        let cells = vec![false; width.unsigned_abs() as usize * height.unsigned_abs() as usize];
        let mut near = Self { width, height, cells };
        let reach = i32::try_from(level.world().vision_radius).unwrap_or(i32::MAX).min(width + height);
        for guard in guards() {
            near.mark(guard.at.cell(), reach);
            guard.patrol.iter().flat_map(|patrol| &patrol.path).for_each(|at| near.mark(*at, reach));
        }
        Some(near)
    }

    fn mark(&mut self, (x, y): Cell, reach: i32) {
        for row in y.saturating_sub(reach).max(0)..=y.saturating_add(reach).min(self.height - 1) {
            let wide = reach - (y - row).abs();
            let (from, to) = (x.saturating_sub(wide).max(0), x.saturating_add(wide).min(self.width - 1));
            if let (Some(from), Some(to)) = (self.index((from, row)), self.index((to, row))) {
                self.cells[from..=to.max(from)].fill(true);
            }
        }
    }

    fn has(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.cells[index])
    }

    fn index(&self, (x, y): Cell) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| (y * self.width + x).unsigned_abs() as usize)
    }
}
