//! The guards of a drawing for `vision`: their positions and directions at a time, and the obstacles to their
//! view.
//!
//! Made once for each sketch, without setting up a game, so that levels that cannot be played yet can be
//! shown too.

use super::{analysis, convert};
use crate::rulesets::unseen::build;
use crate::rulesets::unseen::core::{EntityId, SpatialPos, VisionData};
use crate::rulesets::unseen::game::GameConfig;
use crate::rulesets::unseen::grid::Grid;
use crate::rulesets::unseen::level::{Kind, Thing, World};
use crate::rulesets::unseen::scene::off_board;
use crate::rulesets::unseen::vision::{Light, Watchers};
use crate::sketch::{self, Sketch};

/// The guards of a drawing.
pub(super) struct Sight {
    light: Light,
    time_depth: i32,
    found: Scenery,
}

/// The guards, and the things that block vision.
struct Scenery {
    /// Guards in the order of their ids.
    guards: Vec<(EntityId, Thing, VisionData)>,
    /// Cells in which something blocks vision at all times.
    walls: Grid<bool>,
    /// Things that block vision and appear, disappear or walk.
    moving: Vec<Thing>,
}

impl Sight {
    /// Returns the vision of the guards of a sketch; `None` without guards.
    pub(super) fn new(sketch: &Sketch) -> Option<Self> {
        let World { light_speed, vision_radius, detection, time_depth, .. } = convert::world(sketch);
        let walls = Grid::new(convert::side(sketch.width), convert::side(sketch.height), false);
        let mut found = Scenery { guards: Vec::new(), walls, moving: Vec::new() };
        sketch.things().for_each(|(id, thing)| found.add(analysis::entity(id), thing, light_speed));
        let config = GameConfig { vision_radius, detection, ..GameConfig::default() };
        let light = Light::new(&config, found.guards.iter().map(|(.., vision)| vision));
        (!found.guards.is_empty()).then_some(Self { light, time_depth, found })
    }
}

impl Scenery {
    /// Adds a thing. Most things neither look nor block vision; most of those that do are walls.
    fn add(&mut self, id: EntityId, thing: &sketch::Thing, light_speed: u32) {
        match convert::kind(thing) {
            Kind::Wall if thing.spot.t == 0 => self.walls.set(off_board(thing.spot.at), true),
            Kind::Wall | Kind::Enemy | Kind::Custom => self.add_item(id, convert::item(thing), light_speed),
            _ => {}
        }
    }

    fn add_item(&mut self, id: EntityId, item: Thing, light_speed: u32) {
        if item.blocks_vision() {
            self.moving.push(item.clone());
        }
        if let Some(vision) = item.vision {
            self.guards.push((id, item, build::sight(&vision, light_speed)));
        }
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
        self.found.guards.iter().map(|(id, ..)| *id).collect()
    }

    fn eyes(&self, te: i32, meet: &mut dyn FnMut(usize, SpatialPos, &VisionData)) {
        for (rank, (_, guard, vision)) in self.found.guards.iter().enumerate() {
            let cell = stands(guard, te).filter(|cell| self.found.walls.has(*cell));
            cell.into_iter().for_each(|cell| meet(rank, cell, vision));
        }
    }

    fn moving(&self) -> usize {
        self.found.moving.len()
    }

    fn hiding(&self, te: i32) -> Grid<bool> {
        let mut hiding = self.found.walls.clone();
        self.found
            .moving
            .iter()
            .filter_map(|thing| stands(thing, te))
            .for_each(|cell| hiding.set(cell, true));
        hiding
    }
}

fn stands(thing: &Thing, t: i32) -> Option<SpatialPos> {
    let (x, y) = thing.is_there(t).then(|| thing.cell_at(t))?;
    Some(SpatialPos::new(x, y))
}
