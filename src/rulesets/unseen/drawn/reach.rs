//! Checks which cells, and which exits, the player could reach if there were no boxes and no guards.
//!
//! A cell that is out of reach here is so in play; a cell within reach may still be unreachable in play.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::rulesets::unseen::core::{Direction, Position, SpatialPos, TimeCube, Traits};
use crate::rulesets::unseen::grid::Grid;
use crate::rulesets::unseen::level::{Cell, Kind, Level, Thing, Win};

/// Returns the first exit, if the player needs one and can reach none.
pub(super) fn walled_off(level: &Level) -> Option<usize> {
    if level.world().win == Win::Goals {
        return None;
    }
    let things = || level.things().iter().enumerate();
    let player = level.things().iter().find(|thing| thing.kind == Kind::Player)?;
    let (first, _) = things().find(|(_, thing)| thing.is_exit())?;
    let mut board = Board::of(level);
    board.flood(player.at.cell(), &rifts(level));
    let is_reached =
        |thing: &Thing| thing.patrol.is_some() || board.at(thing.at.cell()) == Some(Ground::Reached);
    let mut exits = things().filter(|(_, thing)| thing.is_exit());
    (!exits.any(|(_, exit)| is_reached(exit))).then_some(first)
}

/// Returns the free cells that the player cannot reach in time, even if no box or guard were in the way. If there are too
/// many positions in space and time to tell, only the cells that are cut off by walls.
pub(super) fn out_of_reach(level: &Level, world: &TimeCube) -> Vec<Cell> {
    let Some(player) = level.things().iter().find(|thing| thing.kind == Kind::Player) else {
        return Vec::new();
    };
    let mut board = Board::of(level);
    board.flood(player.at.cell(), &rifts(level));
    let cells = (0..level.height()).flat_map(|y| (0..level.width()).map(move |x| (x, y)));
    let (near, mut far): (Vec<Cell>, Vec<Cell>) = cells
        .filter(|cell| board.at(*cell) != Some(Ground::Wall))
        .partition(|cell| board.at(*cell) == Some(Ground::Reached));
    let start = Position::new(player.at.x, player.at.y, player.at.t);
    far.extend(too_late(world, start, near));
    far.sort_unstable_by_key(|(x, y)| (*y, *x));
    far
}

/// Most positions that are visited.
const MOST_POSITIONS: usize = 250_000;

/// Returns those of these cells that cannot be reached before time runs out; none if there is too much to visit.
fn too_late(world: &TimeCube, start: Position, cells: Vec<Cell>) -> BTreeSet<Cell> {
    let mut left = BTreeSet::from_iter(cells);
    let (mut seen, mut open) = (BTreeSet::from([start]), VecDeque::from([start]));
    while let Some(position) = open.pop_front() {
        left.remove(&(position.x, position.y));
        if left.is_empty() || seen.len() > MOST_POSITIONS {
            return BTreeSet::new();
        }
        let steps = Direction::all().map(|direction| position.step(direction));
        let through = world.rift(position).map(|(_, target)| target);
        for next in steps.into_iter().chain([position.wait()]).chain(through) {
            if is_free(world, next) && seen.insert(next) {
                open.push_back(next);
            }
        }
    }
    left
}

/// Whether only boxes and things that walk can be in the way.
fn is_free(world: &TimeCube, position: Position) -> bool {
    let mut is_free = world.in_bounds(position);
    world.visit(position, |_, traits| {
        is_free &= !traits.meets(Traits::BLOCKS_MOVEMENT)
            || traits.meets(Traits::BOX)
            || traits.meets(Traits::PATROLS);
    });
    is_free
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Free,
    Wall,
    Reached,
}

struct Board(Grid<Ground>);

impl Board {
    fn of(level: &Level) -> Self {
        let mut board = Self(Grid::new(level.width(), level.height(), Ground::Free));
        for wall in level.things().iter().filter(|thing| is_wall(thing)) {
            board.set(wall.at.cell(), Ground::Wall);
        }
        board
    }

    fn at(&self, (x, y): Cell) -> Option<Ground> {
        self.0.get(SpatialPos::new(x, y))
    }

    fn set(&mut self, (x, y): Cell, ground: Ground) {
        self.0.set(SpatialPos::new(x, y), ground);
    }

    fn flood(&mut self, from: Cell, rifts: &BTreeMap<Cell, Vec<Cell>>) {
        self.set(from, Ground::Reached);
        let mut open = vec![from];
        while let Some((x, y)) = open.pop() {
            let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
            let through = rifts.get(&(x, y)).into_iter().flatten().copied();
            for next in beside.into_iter().chain(through) {
                if self.at(next) == Some(Ground::Free) {
                    self.set(next, Ground::Reached);
                    open.push(next);
                }
            }
        }
    }
}

/// Whether it blocks its cell forever.
fn is_wall(thing: &Thing) -> bool {
    thing.blocks_movement()
        && thing.persists()
        && thing.at.t == 0
        && !thing.is_box()
        && thing.patrol.is_none()
}

fn rifts(level: &Level) -> BTreeMap<Cell, Vec<Cell>> {
    let mut rifts: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    for (thing, rift) in level.things().iter().filter_map(|thing| Some((thing, thing.rift?))) {
        let (here, there) = (thing.at.cell(), rift.target.cell());
        rifts.entry(here).or_default().push(there);
        if rift.bidirectional {
            rifts.entry(there).or_default().push(here);
        }
    }
    rifts
}
