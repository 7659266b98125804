//! Vision blockers of a game as a grid, so that a line of sight is a walk over bits.
//!
//! For looking at many cells of a slice. Walls that never move enter a grid once per game, everything that moves once
//! for each moment.

use super::{Light, Lookout, Watchers};
use crate::rulesets::unseen::core::{EntityId, Record, SpatialPos, Thing, TimeCube, Traits, VisionData};
use crate::rulesets::unseen::game::GameState;
use crate::rulesets::unseen::grid::Grid;

/// Vision blockers of a level, separated by whether they move.
#[derive(Debug)]
pub(crate) struct Blinds {
    /// Cells that are blocked at all times.
    walls: Grid<bool>,
    /// Things that appear, disappear, walk or can be moved.
    moving: Vec<Thing>,
}

impl Blinds {
    fn new(cube: &TimeCube) -> Self {
        let mut blinds = Self { walls: Grid::new(cube.width, cube.height, false), moving: Vec::new() };
        for thing in cube.base().placed() {
            match cube.base().records(thing) {
                [record] if hides(record) && stays(cube, record) => {
                    blinds.walls.set(record.entity.position.spatial(), true);
                }
                records if records.iter().any(hides) => blinds.moving.push(thing),
                _ => {}
            }
        }
        blinds
    }
}

fn hides(record: &Record) -> bool {
    record.traits.meets(Traits::BLOCKS_VISION)
}

/// Returns whether a record is in its cell at all times, whatever the player does.
fn stays(cube: &TimeCube, record: &Record) -> bool {
    let always = record.from <= 0 && record.until >= cube.time_depth;
    always && record.path().is_none() && !record.traits.meets(Traits::BOX)
}

impl Watchers for GameState {
    fn light(&self) -> Light {
        Lookout::new(self).light
    }

    fn time_depth(&self) -> i32 {
        self.cube().time_depth
    }

    fn ids(&self) -> Vec<EntityId> {
        let base = self.cube().base();
        base.enemies().map(|thing| base.id(thing)).collect()
    }

    fn eyes(&self, te: i32, meet: &mut dyn FnMut(usize, SpatialPos, &VisionData)) {
        let look = Lookout::new(self);
        for (rank, thing) in look.cube.base().enemies().enumerate() {
            let eye = look.eye(thing, te);
            if let Some((eye, vision)) = eye.and_then(|eye| Some((eye.cell, eye.entity.vision_data()?))) {
                meet(rank, eye, vision);
            }
        }
    }

    fn moving(&self) -> usize {
        blinds(self).moving.len()
    }

    fn hiding(&self, te: i32) -> Grid<bool> {
        let (cube, blinds) = (self.cube(), blinds(self));
        let mut hiding = blinds.walls.clone();
        for thing in &blinds.moving {
            let record = cube.base().record(*thing, te).filter(|record| hides(record));
            let cell = record.and_then(|record| cube.place_of(*thing, record, te));
            cell.into_iter().for_each(|cell| hiding.set(cell, true));
        }
        hiding
    }
}

fn blinds(state: &GameState) -> &Blinds {
    state.setup().blinds.get_or_init(|| Blinds::new(state.cube()))
}
