//! A level and what happened in it, through some slices of time at once: what stands still as columns, what moves as lines.
//!
//! Asked for by the look of the game and by those who draw levels. What it costs follows from the things of the level and
//! from the slices asked for, never from how deep time is or how long the game has lasted. Reads the world, decides nothing.

use std::ops::Range;

use super::core::{EntityId, EntityType, Position, Record, SpatialPos, Thing, TimeCube, Traits, WorldLine};
use super::notation;
use super::scene::{look_of, on_board};
use crate::scene::Tone;
use crate::scene::cube::{Cube, Point, Rift, Solid, Thread, ThreadKind};

/// Of a world line that is longer within the slices asked for, the newest turns are told.
const MOST_TURNS: usize = 4096;

/// The world through some slices, with the player's path if there is one.
pub(super) fn of<'a>(
    world: &'a TimeCube,
    line: Option<&WorldLine>,
    name: &'a dyn Fn(EntityId) -> &'a str,
    slices: Range<u32>,
) -> Cube {
    let until = slices.end.min(world.time_depth.unsigned_abs());
    let slices = slices.start.min(until)..until;
    let cube = Cube {
        width: world.width.unsigned_abs(),
        height: world.height.unsigned_abs(),
        slices: slices.clone(),
        threads: line.map(|line| world_line(line, &ticks(&slices))).unwrap_or_default(),
        ..Cube::default()
    };
    let mut told = Told { world, name, window: ticks(&slices), walks: line.is_some(), cube };
    world.base().things().for_each(|(_, thing)| told.thing(thing));
    told.cube
}

/// The player's path within a stretch of time: a thread for each time it passes through, oldest first.
fn world_line(line: &WorldLine, window: &Range<i32>) -> Vec<Thread> {
    let mut turns: Vec<usize> = window.clone().flat_map(|t| line.turns_at_time(t)).collect();
    turns.sort_unstable();
    let newest = turns.split_off(turns.len().saturating_sub(MOST_TURNS));
    newest.chunk_by(|a, b| a + 1 == *b).map(|run| passage(line, run[0], run[run.len() - 1])).collect()
}

/// From one turn to another, with the turns before and after.
fn passage(line: &WorldLine, first: usize, last: usize) -> Thread {
    let (first, last) = (first.saturating_sub(1), (last + 1).min(line.len() - 1));
    let positions = (first..=last).filter_map(|turn| line.position_at_turn(turn));
    Thread {
        kind: ThreadKind::WorldLine,
        points: positions.filter_map(point).collect(),
        ago: u32::try_from(line.len() - 1 - last).ok(),
        tone: Tone::Blue,
        label: "the player".to_owned(),
    }
}

/// A cube while it is being told.
struct Told<'a> {
    world: &'a TimeCube,
    name: &'a dyn Fn(EntityId) -> &'a str,
    window: Range<i32>,
    /// Whether the player is told by the world line.
    walks: bool,
    cube: Cube,
}

impl Told<'_> {
    fn thing(&mut self, thing: Thing) {
        for record in self.world.base().records(thing) {
            let there = record.from.max(self.window.start)..record.until.min(self.window.end);
            if record.traits.meets(Traits::RIFT) {
                self.rift(record);
            } else if !there.is_empty() && self.is_told(record) {
                self.bends(thing, record, there);
            }
        }
    }

    /// The player is told by the world line if there is one, and there is floor everywhere.
    fn is_told(&self, record: &Record) -> bool {
        match record.entity.entity_type() {
            EntityType::Floor => false,
            EntityType::Player => !self.walks,
            _ => true,
        }
    }

    /// What stays in its cell is a column; what does not is a line with a bend wherever it sets out or arrives.
    fn bends(&mut self, thing: Thing, record: &Record, there: Range<i32>) {
        let steps: Vec<(Range<i32>, SpatialPos)> = self.steps(thing, record, there);
        if let [(there, cell)] = &steps[..] {
            return self.solid(record, there.clone(), *cell);
        }
        let arrive_and_leave = |(there, cell): &(Range<i32>, SpatialPos)| {
            let leaves = Some(there.end - 1).filter(|last| *last > there.start);
            [Some(there.start), leaves].into_iter().flatten().map(|t| cell.at(t)).collect::<Vec<_>>()
        };
        // A path may lead out of bounds and back: then there is nobody in between.
        for together in steps.chunk_by(|a, b| a.0.end == b.0.start) {
            let points = together.iter().flat_map(arrive_and_leave).filter_map(point).collect();
            self.thread(record, points);
        }
    }

    /// Where something is, and from when until when: a cell after the other.
    fn steps(&self, thing: Thing, record: &Record, there: Range<i32>) -> Vec<(Range<i32>, SpatialPos)> {
        let mut steps: Vec<(Range<i32>, SpatialPos)> = Vec::new();
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

    /// When something may next be elsewhere.
    fn next_step(&self, thing: Thing, record: &Record, t: i32) -> Option<i32> {
        if record.path().is_some() { Some(t + 1) } else { self.world.overlay().next_move(thing, t) }
    }

    fn solid(&mut self, record: &Record, there: Range<i32>, cell: SpatialPos) {
        let (shape, _, tone) = look_of(&record.entity, record.kind);
        let (label, slices) = ((self.name)(record.entity.id).to_owned(), slices(&there));
        let solid = on_board(cell).map(|at| Solid { at, slices, shape, tone, label });
        self.cube.solids.extend(solid);
    }

    fn thread(&mut self, record: &Record, points: Vec<Point>) {
        let (_, _, tone) = look_of(&record.entity, record.kind);
        let kind = if record.path().is_some() { ThreadKind::Patrol } else { ThreadKind::Box };
        let label = (self.name)(record.entity.id).to_owned();
        self.cube.threads.push(Thread { kind, points, ago: None, tone, label });
    }

    /// A rift, and the way back if it has one.
    fn rift(&mut self, record: &Record) {
        let (Some(rift), here) = (record.entity.rift_data(), record.entity.position) else { return };
        self.lead(record, here.spatial(), record.from..record.until, rift.target);
        if rift.bidirectional {
            self.lead(record, rift.target.spatial(), rift.target.t..rift.target.t + 1, here);
        }
    }

    fn lead(&mut self, record: &Record, from: SpatialPos, there: Range<i32>, target: Position) {
        let begins = there.start < self.window.end && self.window.start < there.end;
        let (Some(at), Some(to)) = (on_board(from), point(target)) else { return };
        if begins || self.window.contains(&target.t) {
            let label = format!("{} to {}", (self.name)(record.entity.id), notation::place(target));
            let there = there.start..there.end.min(self.world.time_depth);
            self.cube.rifts.push(Rift { at, slices: slices(&there), to, tone: Tone::Violet, label });
        }
    }
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
