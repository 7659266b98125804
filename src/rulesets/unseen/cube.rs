//! A level and what happened in it over a range of slices: columns for things that stand still, lines for things that
//! move.
//!
//! Called by the game's `Show` and by the drawing of levels. The cost depends on the things of the level and the
//! slices requested, never on the depth of time or the length of the game. Reads the world, decides nothing.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::core::{EntityType, Overlay, Position, Record, SpatialPos, Thing, TimeCube, Traits, WorldLine};
use super::look::Look;
use super::scene::on_board;
use crate::scene::Tone;
use crate::scene::cube::{Cube, Point, Rift, Solid, Thread, ThreadKind};

/// Most turns of a world line that are included within the requested slices; the newest ones are kept.
const MOST_TURNS: usize = 4096;

/// Returns the world over some slices; the player stands where the level has it.
pub(super) fn of(world: &TimeCube, name: &dyn Fn(Thing) -> Arc<str>, slices: Range<u32>) -> Cube {
    build(world, name, within(world, slices), false)
}

fn build(world: &TimeCube, name: &dyn Fn(Thing) -> Arc<str>, slices: Range<u32>, walks: bool) -> Cube {
    let (width, height) = (world.width.unsigned_abs(), world.height.unsigned_abs());
    let window = ticks(&slices);
    let cube = Cube { width, height, slices, ..Cube::default() };
    let mut builder = CubeBuilder { world, name, window, walks, cube };
    world.base().placed().for_each(|thing| builder.thing(thing));
    builder.cube
}

/// The last cube without the player: from turn to turn it is mostly the same.
#[derive(Default)]
pub(super) struct SpaceTimeCache(Mutex<Option<(Overlay, Cube)>>);

impl SpaceTimeCache {
    /// Returns the world over some slices, with the player's path; every call must be for the same level.
    pub(super) fn of(
        &self,
        world: &TimeCube,
        line: &WorldLine,
        name: &dyn Fn(Thing) -> Arc<str>,
        slices: Range<u32>,
    ) -> Cube {
        let slices = within(world, slices);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |known: &(Overlay, Cube)| known.0.is(world.overlay()) && known.1.slices == slices;
        let known = match known.take().filter(same) {
            Some(same) => known.insert(same),
            None => known.insert((world.overlay().clone(), build(world, name, slices.clone(), true))),
        };
        let mut threads = world_line(line, &ticks(&slices));
        threads.extend_from_slice(&known.1.threads);
        let Cube { width, height, solids, rifts, .. } = &known.1;
        Cube { width: *width, height: *height, slices, solids: solids.clone(), threads, rifts: rifts.clone() }
    }
}

/// Returns only the player's path, over some slices.
pub(super) fn way(world: &TimeCube, line: &WorldLine, slices: Range<u32>) -> Vec<Thread> {
    world_line(line, &ticks(&within(world, slices)))
}

/// Restricts the slices to those that exist.
fn within(world: &TimeCube, slices: Range<u32>) -> Range<u32> {
    let until = slices.end.min(world.time_depth.unsigned_abs());
    slices.start.min(until)..until
}

/// Returns the player's path within an interval of time: a thread for each pass through it, oldest first.
fn world_line(line: &WorldLine, window: &Range<i32>) -> Vec<Thread> {
    let mut turns: Vec<usize> = window.clone().flat_map(|t| line.turns_at_time(t)).collect();
    turns.sort_unstable();
    let newest = turns.split_off(turns.len().saturating_sub(MOST_TURNS));
    newest.chunk_by(|a, b| a + 1 == *b).map(|run| passage(line, run[0], run[run.len() - 1])).collect()
}

/// Returns the thread from one turn to another, with the turns before and after.
fn passage(line: &WorldLine, first: usize, last: usize) -> Thread {
    let (first, last) = (first.saturating_sub(1), (last + 1).min(line.len() - 1));
    let positions = (first..=last).filter_map(|turn| line.position_at_turn(turn));
    Thread {
        kind: ThreadKind::WorldLine,
        points: positions.filter_map(point).collect(),
        ago: u32::try_from(line.len() - 1 - last).ok(),
        tone: Tone::Blue,
        label: "the player".into(),
    }
}

/// A cube that is being built.
struct CubeBuilder<'a> {
    world: &'a TimeCube,
    name: &'a dyn Fn(Thing) -> Arc<str>,
    window: Range<i32>,
    /// Whether the world line includes the player.
    walks: bool,
    cube: Cube,
}

impl CubeBuilder<'_> {
    fn thing(&mut self, thing: Thing) {
        for record in self.world.base().records(thing) {
            let there = record.from.max(self.window.start)..record.until.min(self.window.end);
            if record.traits.meets(Traits::RIFT) {
                self.rift(thing, record);
            } else if !there.is_empty() && self.is_shown(record) {
                self.bends(thing, record, there);
            }
        }
    }

    /// Returns whether a record is included: not the player if there is a world line, and not floor, which is
    /// everywhere.
    fn is_shown(&self, record: &Record) -> bool {
        match record.kind {
            EntityType::Floor => false,
            EntityType::Player => !self.walks,
            _ => true,
        }
    }

    /// A thing that stays in its cell is a column; others are a line with a bend at each departure and arrival.
    fn bends(&mut self, thing: Thing, record: &Record, there: Range<i32>) {
        if let Some(cell) = self.stays(thing, record, &there) {
            return self.solid(thing, record, there, cell);
        }
        let steps = self.steps(thing, record, there);
        if let [(there, cell)] = &steps[..] {
            return self.solid(thing, record, there.clone(), *cell);
        }
        // A path may lead out of bounds and back: the thing does not exist in between.
        for together in steps.chunk_by(|a, b| a.0.end == b.0.start) {
            let mut points = Vec::with_capacity(together.len());
            points.extend(together.iter().flat_map(arrive_and_leave).filter_map(point));
            self.thread(thing, record, points);
        }
    }

    /// Returns the cell of a thing that neither walks nor was moved, which is most of them.
    fn stays(&self, thing: Thing, record: &Record, there: &Range<i32>) -> Option<SpatialPos> {
        let moved = || self.world.overlay().place(thing, there.end - 1).is_some();
        let moves = record.path().is_some() || (record.traits.meets(Traits::BOX) && moved());
        (!moves).then(|| record.entity.position.spatial())
    }

    /// Returns the cells of a thing with their times, one after the other.
    fn steps(&self, thing: Thing, record: &Record, there: Range<i32>) -> Vec<(Range<i32>, SpatialPos)> {
        let walks = record.path().map_or(0, |_| there.len().min(MOST_TURNS));
        let mut steps: Vec<(Range<i32>, SpatialPos)> = Vec::with_capacity(walks);
        let mut t = there.start;
        while t < there.end {
            let next = self.next_step(thing, record, t).unwrap_or(there.end).min(there.end);
            match (self.world.place_of(thing, record, t), steps.last_mut()) {
                (Some(cell), Some((there, last))) if *last == cell && there.end == t => there.end = next,
                (Some(cell), _) => steps.push((t..next, cell)),
                (None, _) => {}
            }
            t = next;
        }
        steps
    }

    /// Returns the next time at which a thing may be in another cell.
    fn next_step(&self, thing: Thing, record: &Record, t: i32) -> Option<i32> {
        if record.path().is_some() { Some(t + 1) } else { self.world.overlay().next_move(thing, t) }
    }

    fn solid(&mut self, thing: Thing, record: &Record, there: Range<i32>, cell: SpatialPos) {
        let Look { shape, tone, .. } = Look::of(&record.entity, record.kind);
        let (label, slices) = ((self.name)(thing), slices(&there));
        let solid = on_board(cell).map(|at| Solid { at, slices, shape, tone, label });
        self.cube.solids.extend(solid);
    }

    fn thread(&mut self, thing: Thing, record: &Record, points: Vec<Point>) {
        let Look { tone, .. } = Look::of(&record.entity, record.kind);
        let kind = if record.path().is_some() { ThreadKind::Patrol } else { ThreadKind::Box };
        self.cube.threads.push(Thread { kind, points, ago: None, tone, label: (self.name)(thing) });
    }

    /// A rift, and the way back if it has one.
    fn rift(&mut self, thing: Thing, record: &Record) {
        let (Some(rift), here) = (record.entity.rift_data(), record.entity.position) else { return };
        self.lead(thing, here.spatial(), record.from..record.until, rift.target);
        if rift.bidirectional {
            self.lead(thing, rift.target.spatial(), rift.target.t..rift.target.t + 1, here);
        }
    }

    fn lead(&mut self, thing: Thing, from: SpatialPos, there: Range<i32>, target: Position) {
        let begins = there.start < self.window.end && self.window.start < there.end;
        let (Some(at), Some(to)) = (on_board(from), point(target)) else { return };
        if begins || self.window.contains(&target.t) {
            let label = format!("{} to {target}", (self.name)(thing)).into();
            let there = there.start..there.end.min(self.world.time_depth);
            self.cube.rifts.push(Rift { at, slices: slices(&there), to, tone: Tone::Violet, label });
        }
    }
}

/// Returns the arrival of a thing in a cell, and its last moment there.
fn arrive_and_leave((there, cell): &(Range<i32>, SpatialPos)) -> impl Iterator<Item = Position> {
    let leaves = Some(there.end - 1).filter(|last| *last > there.start);
    let cell = *cell;
    [Some(there.start), leaves].into_iter().flatten().map(move |t| cell.at(t))
}

fn point(position: Position) -> Option<Point> {
    Some(Point { at: on_board(position.spatial())?, t: u32::try_from(position.t).ok()? })
}

fn ticks(slices: &Range<u32>) -> Range<i32> {
    let tick = |t: u32| i32::try_from(t).unwrap_or(i32::MAX);
    tick(slices.start)..tick(slices.end)
}

fn slices(ticks: &Range<i32>) -> Range<u32> {
    ticks.start.max(0).unsigned_abs()..ticks.end.max(0).unsigned_abs()
}
