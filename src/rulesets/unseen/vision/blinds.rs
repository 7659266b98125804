//! What nobody sees through, as grids: a line of sight is then a walk over bits.
//!
//! For looking at many cells of a slice. Walls that never move are put into a grid once in a game, whatever moves once for
//! each moment. Knows nothing of who looks.

use super::Look;
use crate::rulesets::unseen::core::{Record, SpatialPos, Thing, TimeCube, Traits};
use crate::rulesets::unseen::grid::Grid;

/// What nobody sees through in a level, apart by whether it moves.
#[derive(Debug)]
pub(crate) struct Blinds {
    /// Where something stands for all of time.
    walls: Grid<bool>,
    /// What comes, goes, walks or can be moved.
    moving: Vec<Thing>,
}

impl Blinds {
    fn new(cube: &TimeCube) -> Self {
        let mut blinds = Self { walls: Grid::new(cube, false), moving: Vec::new() };
        for thing in cube.base().placed() {
            let hides = |record: &Record| record.traits.meets(Traits::BLOCKS_VISION);
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

/// Whether a record is in its cell for all of time, whatever the player does.
fn stays(cube: &TimeCube, record: &Record) -> bool {
    let always = record.from <= 0 && record.until >= cube.time_depth;
    always && record.path().is_none() && !record.traits.meets(Traits::BOX)
}

/// A look at many cells at one time.
pub(super) struct Moment<'a> {
    pub(super) look: Look<'a>,
    pub(super) te: i32,
    hiding: Grid<bool>,
}

impl<'a> Moment<'a> {
    pub(super) fn new(look: Look<'a>, te: i32) -> Self {
        let blinds = look.state.setup().blinds.get_or_init(|| Blinds::new(look.cube));
        let mut hiding = blinds.walls.clone();
        for thing in &blinds.moving {
            let record = look.cube.base().record(*thing, te);
            let hides = record.filter(|record| record.traits.meets(Traits::BLOCKS_VISION));
            let cell = hides.and_then(|record| look.cube.place_of(*thing, record, te));
            cell.into_iter().for_each(|cell| hiding.set(cell, true));
        }
        Self { look, te, hiding }
    }

    /// Whether nobody sees through a cell of the board.
    pub(super) fn hides(&self, cell: SpatialPos) -> bool {
        self.hiding.get(cell).unwrap_or_default()
    }
}
