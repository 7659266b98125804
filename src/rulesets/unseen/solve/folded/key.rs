//! Which states have the same future.
//!
//! A state is its whole history, but little of that can still matter. No point of space-time is entered twice, so each
//! end of a rift is entered at most once, and nothing before the earliest moment that can still be entered can
//! change: `F`, the next tick, or the earliest end of a rift that was not entered yet. What the future can see:
//!
//! - where the player is, and which ends of rifts are left;
//! - the player's points from `F` on, which cannot be entered again, and as much before it as light is under way;
//! - the latest moment reached, if there are guards: sight is judged up to it;
//! - boxes from `F - 1` on, which is where the player may be now: their cells then and their moves after it;
//! - the pushes and pulls from `F - 1` on, which must stay possible: where from, and which boxes.
//!
//! Turns are not numbered in it, and boxes of the same kind stand for each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::codec;
use crate::rulesets::unseen::core::{Position, Record, SpatialPos, Thing, TimeCube, Traits};
use crate::rulesets::unseen::game::deeds::Deed;
use crate::rulesets::unseen::game::{Detection, GameState};

/// What is the same for all states of a level.
pub(super) struct Keys {
    /// Where rifts lead to, each point once.
    ends: Vec<Position>,
    /// How long light is under way at most; `None` without guards.
    lag: Option<i32>,
    /// The kind of each thing that can be moved; boxes of the same kind stand for each other.
    kinds: BTreeMap<Thing, u32>,
}

impl Keys {
    pub(super) fn new(state: &GameState) -> Self {
        let cube = state.cube();
        let watches = state.config().detection != Detection::None && cube.base().enemies().next().is_some();
        Self { ends: ends(cube), lag: watches.then(|| state.setup().longest_lag), kinds: kinds(cube) }
    }

    /// Returns the key of a state: a hash of 128 bits of all that the future can see.
    pub(super) fn key(&self, state: &GameState) -> u128 {
        let mut bytes = Bytes::default();
        let line = state.world_line();
        let open = |end: &&Position| !line.contains(**end);
        let earliest = self.ends.iter().filter(open).map(|end| end.t).min();
        let first = earliest.unwrap_or(i32::MAX).min(state.current_time() + 1);
        bytes.point(state.player_position());
        self.ends.iter().for_each(|end| bytes.0.push(u8::from(line.contains(*end))));
        if self.lag.is_some() {
            bytes.number(line.time_range().map_or(0, |(_, last)| last));
        }
        self.add_points(state, first, &mut bytes);
        self.add_boxes(state, first - 1, &mut bytes);
        codec::hash_128(&bytes.0)
    }

    fn add_points(&self, state: &GameState, first: i32, bytes: &mut Bytes) {
        let since = first.saturating_sub(self.lag.unwrap_or(0));
        let line = state.world_line();
        let last = line.time_range().map_or(0, |(_, last)| last);
        let mut points: Vec<Position> = Vec::new();
        for t in since.max(0)..=last {
            line.visit_turns(t, |turn| points.extend(line.position_at_turn(turn)));
        }
        points.sort_unstable_by_key(|point| (point.t, point.y, point.x));
        bytes.number(points.len() as i32);
        points.into_iter().for_each(|point| bytes.point(point));
    }

    /// Adds the boxes that are not where the level has them, or have a future: what left, and what came.
    fn add_boxes(&self, state: &GameState, since: i32, bytes: &mut Bytes) {
        let mut left: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        let mut came: Vec<Vec<u8>> = Vec::new();
        let mut promises = promises(state, since);
        promises.retain(|thing, _| self.kinds.contains_key(thing));
        let mut moved: BTreeSet<Thing> =
            state.cube().overlay().tracks().into_iter().map(|(thing, ..)| thing).collect();
        moved.extend(promises.keys());
        for thing in moved {
            let home = self.at_home(state.cube(), thing);
            *left.entry(home).or_default() += 1;
            came.push(self.with_future(state, thing, since, promises.get(&thing)));
        }
        came.retain(|now| match left.get_mut(now) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        came.sort_unstable();
        left.retain(|_, count| *count > 0);
        bytes.number(left.len() as i32);
        left.iter().for_each(|(home, count)| bytes.part(home, *count as i32));
        came.iter().for_each(|now| bytes.part(now, 1));
    }

    /// Describes a box where the level has it, without a future.
    fn at_home(&self, cube: &TimeCube, thing: Thing) -> Vec<u8> {
        let mut bytes = Bytes::default();
        bytes.number(self.kinds.get(&thing).map_or(-1, |kind| *kind as i32));
        let record = cube.base().records(thing).first();
        bytes.cell(record.map(|record| record.entity.position.spatial()));
        bytes.0
    }

    /// Describes a box from a moment on: its cell, its moves, and the deeds that need it.
    fn with_future(&self, state: &GameState, thing: Thing, since: i32, needs: Option<&Vec<Need>>) -> Vec<u8> {
        let (overlay, mut bytes) = (state.cube().overlay(), Bytes::default());
        bytes.number(self.kinds.get(&thing).map_or(-1, |kind| *kind as i32));
        let home = state.cube().base().records(thing).first().map(|record| record.entity.position.spatial());
        bytes.cell(overlay.place(thing, since).or(home));
        let mut t = since;
        while let Some(next) = overlay.next_move(thing, t) {
            bytes.number(next);
            bytes.cell(overlay.place(thing, next));
            t = next;
        }
        for (point, deed, place) in needs.into_iter().flatten() {
            bytes.number(-1);
            bytes.point(*point);
            bytes.0.push(*deed);
            bytes.number(*place);
        }
        bytes.0
    }
}

/// Where a deed was done, what it was, and the place of a box in its row.
type Need = (Position, u8, i32);

/// Returns the deeds from a moment on that need a box to be where it was, by box.
fn promises(state: &GameState, since: i32) -> BTreeMap<Thing, Vec<Need>> {
    let mut promises: BTreeMap<Thing, Vec<Need>> = BTreeMap::new();
    for (turn, deed) in state.deeds().iter() {
        let at =
            (*turn as usize).checked_sub(1).and_then(|before| state.world_line().position_at_turn(before));
        let Some(at) = at.filter(|at| at.t >= since) else { continue };
        let kind = match deed {
            Deed::Push { direction, .. } => *direction as u8,
            Deed::Pull { direction, .. } => 4 + *direction as u8,
            Deed::Rift { .. } => 8,
        };
        for (thing, place) in deed.needed().into_iter().zip(0..) {
            promises.entry(thing).or_default().push((at, kind, place));
        }
    }
    let order = |(at, kind, place): &Need| (at.t, at.y, at.x, *kind, *place);
    promises.values_mut().for_each(|needs| needs.sort_unstable_by_key(order));
    promises
}

/// Returns the points that rifts lead to, both ways.
fn ends(cube: &TimeCube) -> Vec<Position> {
    let mut ends = Vec::new();
    for record in cube.base().placed().flat_map(|thing| cube.base().records(thing)) {
        let Some(rift) = record.entity.rift_data() else { continue };
        ends.push(rift.target);
        ends.extend(rift.bidirectional.then_some(record.entity.position));
    }
    ends.retain(|end| cube.in_bounds(*end));
    ends.sort_unstable_by_key(|end| (end.t, end.y, end.x));
    ends.dedup();
    ends
}

/// Numbers the kinds of boxes. Each is its own where two boxes can be in one cell: then the lowest id decides.
fn kinds(cube: &TimeCube) -> BTreeMap<Thing, u32> {
    let records = |thing: &Thing| cube.base().records(*thing);
    let is_box = |thing: &Thing| records(thing).iter().any(|record| record.traits.meets(Traits::BOX));
    let boxes: Vec<Thing> = cube.base().placed().filter(is_box).collect();
    let are_plain = boxes.iter().all(|thing| matches!(records(thing), [only] if is_plain(cube, only)));
    let mut traits: Vec<Traits> = Vec::new();
    let mut kind_of = |thing: &Thing| {
        let own = records(thing).first().map(|record| record.traits).unwrap_or(Traits::ANY);
        traits.iter().position(|other| *other == own).unwrap_or_else(|| {
            traits.push(own);
            traits.len() - 1
        }) as u32
    };
    boxes.iter().map(|thing| (*thing, if are_plain { kind_of(thing) } else { thing.0 })).collect()
}

/// Whether a box blocks its cell, is there in every slice, and neither looks, leads away, nor counts as something else.
fn is_plain(cube: &TimeCube, record: &Record) -> bool {
    let has = |traits| record.traits.meets(traits);
    let is_other = [Traits::ENEMY, Traits::RIFT, Traits::EXIT, Traits::GOAL].into_iter().any(has);
    has(Traits::BLOCKS_MOVEMENT) && !is_other && record.from <= 0 && record.until >= cube.time_depth
}

/// Bytes of a key.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, number: i32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn point(&mut self, Position { x, y, t }: Position) {
        [x, y, t].into_iter().for_each(|number| self.number(number));
    }

    fn cell(&mut self, cell: Option<SpatialPos>) {
        let SpatialPos { x, y } = cell.unwrap_or(SpatialPos::new(-1, -1));
        [x, y].into_iter().for_each(|number| self.number(number));
    }

    /// Adds a part with its length, so that parts cannot run into each other.
    fn part(&mut self, part: &[u8], count: i32) {
        self.number(part.len() as i32);
        self.0.extend_from_slice(part);
        self.number(count);
    }
}
