//! The guards of a drawing as vision has them: where they stand and look at a time, and what is in their way.
//!
//! Made once for each sketch, without setting up a game: what cannot be played yet can be looked at all the same.

use crate::rulesets::unseen::build;
use crate::rulesets::unseen::core::{EntityId, SpatialPos, VisionData};
use crate::rulesets::unseen::grid::Grid;
use crate::rulesets::unseen::level::{Cell, Level, Thing};
use crate::rulesets::unseen::vision::{Light, Watchers};

/// The guards of a drawing.
pub(super) struct Sight {
    light: Light,
    time_depth: i32,
    /// In the order of the ids.
    guards: Vec<(EntityId, Thing, VisionData)>,
    /// Where something hides for all of time.
    walls: Grid<bool>,
    /// What hides and comes, goes or walks.
    moving: Vec<Thing>,
}

impl Sight {
    /// What the guards of a level see; none without guards.
    pub(super) fn new(level: &Level, ids: impl Iterator<Item = EntityId>) -> Option<Self> {
        let speed = level.world().light_speed;
        let guard = |(id, thing): (EntityId, &Thing)| {
            Some((id, thing.clone(), build::sight(thing.vision.as_ref()?, speed)))
        };
        let mut guards: Vec<_> = ids.zip(level.things()).filter_map(guard).collect();
        guards.sort_by_key(|(id, ..)| *id);
        let light = Light::new(&build::config(level), guards.iter().map(|(.., vision)| vision));
        let walls = Grid::new(level.width(), level.height(), false);
        let time_depth = level.world().time_depth;
        let sight = Self { light, time_depth, guards, walls, moving: Vec::new() };
        (!sight.guards.is_empty()).then(|| sight.hidden_by(level.things()))
    }

    fn hidden_by(mut self, things: &[Thing]) -> Self {
        for thing in things.iter().filter(|thing| thing.blocks_vision()) {
            if thing.persists() && thing.at.t <= 0 && thing.patrol.is_none() {
                self.walls.set(place(thing.at.cell()), true);
            } else {
                self.moving.push(thing.clone());
            }
        }
        self
    }
}

impl Watchers for Sight {
    fn light(&self) -> Light {
        self.light
    }

    fn time_depth(&self) -> i32 {
        self.time_depth
    }

    fn ids(&self) -> Vec<EntityId> {
        self.guards.iter().map(|(id, ..)| *id).collect()
    }

    fn eyes(&self, te: i32, meet: &mut dyn FnMut(usize, SpatialPos, &VisionData)) {
        for (rank, (_, guard, vision)) in self.guards.iter().enumerate() {
            let cell = stands(guard, te).filter(|cell| self.walls.has(*cell));
            cell.into_iter().for_each(|cell| meet(rank, cell, vision));
        }
    }

    fn hiding(&self, te: i32) -> Grid<bool> {
        let mut hiding = self.walls.clone();
        self.moving.iter().filter_map(|thing| stands(thing, te)).for_each(|cell| hiding.set(cell, true));
        hiding
    }
}

fn stands(thing: &Thing, t: i32) -> Option<SpatialPos> {
    thing.is_there(t).then(|| place(thing.cell_at(t)))
}

fn place((x, y): Cell) -> SpatialPos {
    SpatialPos::new(x, y)
}
