//! Decides which states have the same future.
//!
//! A state is its whole history, but little of that still matters. No point of space-time is entered twice,
//! so each end of a rift is entered at most once, and nothing changes before the earliest moment that can
//! still be entered: `F`, the next tick, or the earliest end of a rift that was not entered yet. The future
//! depends on:
//!
//! - `F`, and the position of the player;
//! - the player's points from `F` on, which cannot be entered again, and earlier points whose light is still
//!   under way;
//! - boxes from `F - 1` on, which is where the player may be now: their cells then and their later moves;
//! - the pushes, pulls and uses of rifts from `F - 1` on, which must stay possible, if some boxes are not
//!   plain.
//!
//! The rest follows from these. *The remaining ends of rifts* are those from `F` on that are not among the
//! points; there are none before `F`. *The latest moment reached*, up to which vision is judged, is that of
//! the latest of these points, or else the player's, who is at `F - 1` then. *The deeds that must stay
//! possible* are known if every box is plain (blocks its cell and does nothing else): a box that moves from
//! `a` to `b` at some moment was pushed by the player from beside `a`, or pulled by the player from `b`.
//! Those are points from `F` on, so it is known which of them it was, unless the player was at both. In that
//! case neither deed is undone by another box in `b`, which holds the player, nor in `a`, which holds the
//! box, so both stay possible under the same conditions. In a row of boxes that move at once, those after the
//! first were pushed with it if they can be pushed, because the row was longer then; otherwise they were
//! pulled. At `F - 1` itself nothing changes: the only thing that could be undone is the room for the box in
//! `b`, which the box itself takes.
//!
//! Turns are not numbered in the key, and boxes of the same kind are interchangeable.

use std::collections::BTreeMap;

use crate::codec;
use crate::rulesets::unseen::core::{Position, Record, SpatialPos, Thing, TimeCube, Traits, VisionData};
use crate::rulesets::unseen::game::deeds::Deed;
use crate::rulesets::unseen::game::{Detection, GameState};

/// Facts that are the same for all states of a level.
pub(super) struct Keys {
    /// Targets of rifts, each point once, by time.
    ends: Vec<Position>,
    /// Maximum travel time of light; 0 without guards.
    lag: i32,
    /// By number of a thing: the fixed facts about a box.
    boxes: Vec<Option<KnownBox>>,
    /// Whether all boxes are plain.
    are_plain: bool,
}

/// Fixed facts about a box.
#[derive(Clone, Copy)]
struct KnownBox {
    /// Boxes of the same kind are interchangeable.
    kind: u32,
    home: SpatialPos,
    /// Hash of the box in its place in the level, without later moves.
    at_home: u128,
}

impl Keys {
    pub(super) fn new(state: &GameState) -> Self {
        let cube = state.cube();
        let watches = state.config().detection != Detection::None && cube.base().enemies().next().is_some();
        let lag = if watches { state.setup().longest_lag } else { 0 };
        let (boxes, are_plain) = known_boxes(cube);
        Self { ends: ends(cube), lag, boxes, are_plain }
    }

    /// Returns the key of a state: a sum of 128-bit hashes of everything that affects the future, in no
    /// particular order.
    pub(super) fn key(&self, state: &GameState, scratch: &mut Vec<u8>) -> u128 {
        self.key_from(state, self.first(state), scratch)
    }

    /// Returns the same for a future in which no rift is used: then nothing changes before the next tick.
    pub(super) fn key_without_rifts(&self, state: &GameState, scratch: &mut Vec<u8>) -> u128 {
        self.key_from(state, state.current_time() + 1, scratch)
    }

    /// Returns the key if nothing changes before the moment `first`.
    fn key_from(&self, state: &GameState, first: i32, scratch: &mut Vec<u8>) -> u128 {
        let bytes = &mut Bytes(scratch);
        let head = bytes.part(Part::Head).point(state.player_position()).number(first).hash();
        let needs = if self.are_plain { BTreeMap::new() } else { promises(state, first - 1) };
        let points = self.points(state, first, bytes);
        head.wrapping_add(points).wrapping_add(self.moved_boxes(state, first - 1, &needs, bytes))
    }

    /// Returns the earliest moment that can still be entered.
    fn first(&self, state: &GameState) -> i32 {
        let (line, next) = (state.world_line(), state.current_time() + 1);
        let soon = self.ends.iter().take_while(|end| end.t < next);
        soon.into_iter().find(|end| !line.contains(**end)).map_or(next, |end| end.t)
    }

    fn points(&self, state: &GameState, first: i32, bytes: &mut Bytes<'_>) -> u128 {
        let line = state.world_line();
        let last = line.time_range().map_or(0, |(_, last)| last);
        let mut sum = 0_u128;
        for t in first.saturating_sub(self.lag).max(0)..=last {
            line.visit_turns(t, |turn| {
                let point = line.position_at_turn(turn).unwrap_or_else(|| state.player_position());
                sum = sum.wrapping_add(bytes.part(Part::Point).point(point).hash());
            });
        }
        sum
    }

    /// Adds the hashes of boxes that were moved or are needed, and subtracts their hashes at home.
    fn moved_boxes(
        &self,
        state: &GameState,
        since: i32,
        needs: &BTreeMap<Thing, Vec<Need>>,
        bytes: &mut Bytes<'_>,
    ) -> u128 {
        let mut sum = 0_u128;
        let overlay = state.cube().overlay();
        let needed = needs.keys().copied().filter(|thing| overlay.place(*thing, i32::MAX).is_none());
        for thing in overlay.moved_boxes().chain(needed) {
            let Some(known) = self.boxes[thing.0 as usize] else { continue };
            let now = with_future(bytes, state, (thing, known), since, needs.get(&thing));
            sum = sum.wrapping_add(now).wrapping_sub(known.at_home);
        }
        sum
    }
}

/// Hashes a box from a moment on: its cell, its moves, and the deeds that need it.
fn with_future(
    bytes: &mut Bytes<'_>,
    state: &GameState,
    (thing, known): (Thing, KnownBox),
    since: i32,
    needs: Option<&Vec<Need>>,
) -> u128 {
    let overlay = state.cube().overlay();
    let mut bytes = bytes.part(Part::Box).number(known.kind as i32);
    bytes = bytes.cell(overlay.place(thing, since).unwrap_or(known.home));
    let mut t = since;
    while let Some(next) = overlay.next_move(thing, t) {
        bytes = bytes.number(next).cell(overlay.place(thing, next).unwrap_or(known.home));
        t = next;
    }
    for (point, deed, place) in needs.into_iter().flatten() {
        bytes = bytes.number(-1).point(*point).number(i32::from(*deed)).number(*place);
    }
    bytes.hash()
}

/// Position and kind of a deed, and the place of a box in its row.
type Need = (Position, u8, i32);

/// Returns the deeds from a moment on that need a box in its position, by box.
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

/// Returns the points that rifts lead to, in both directions.
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

/// Returns the boxes by number of their things, and whether all are plain. If not, each is of its own kind,
/// because of two boxes in one cell the lowest id decides.
fn known_boxes(cube: &TimeCube) -> (Vec<Option<KnownBox>>, bool) {
    let records = |thing: &Thing| cube.base().records(*thing);
    let is_box = |thing: &Thing| records(thing).iter().any(|record| record.traits.meets(Traits::BOX));
    let are_plain = cube
        .base()
        .placed()
        .filter(is_box)
        .all(|thing| matches!(records(&thing), [only] if is_plain(cube, only)));
    let mut kinds: Vec<Kind<'_>> = Vec::new();
    let mut known = |thing: Thing| {
        let record = records(&thing).first().filter(|_| is_box(&thing))?;
        let kind = if are_plain { kind_of(&mut kinds, record) } else { thing.0 };
        let home = record.entity.position.spatial();
        let at_home = Bytes(&mut Vec::new()).part(Part::Box).number(kind as i32).cell(home).hash();
        Some(KnownBox { kind, home, at_home })
    };
    (cube.base().placed().map(&mut known).collect(), are_plain)
}

/// Properties that distinguish boxes: their traits and their vision.
type Kind<'a> = (Traits, Option<&'a VisionData>);

fn kind_of<'a>(kinds: &mut Vec<Kind<'a>>, record: &'a Record) -> u32 {
    let own = (record.traits, record.entity.vision_data());
    let found = kinds.iter().position(|kind| *kind == own);
    found.unwrap_or_else(|| {
        kinds.push(own);
        kinds.len() - 1
    }) as u32
}

/// Whether a box blocks its cell, exists in every slice, and has no other effect.
fn is_plain(cube: &TimeCube, record: &Record) -> bool {
    let has = |traits| record.traits.meets(traits);
    let is_other = [Traits::RIFT, Traits::EXIT, Traits::GOAL].into_iter().any(has);
    has(Traits::BLOCKS_MOVEMENT) && !is_other && record.from <= 0 && record.until >= cube.time_depth
}

/// Part of a key. Its number is hashed first, so that equal bytes of different parts have different hashes.
#[derive(Clone, Copy)]
enum Part {
    Head,
    Point,
    Box,
}

/// Bytes of a part of a key.
struct Bytes<'s>(&'s mut Vec<u8>);

impl Bytes<'_> {
    /// Begins a part.
    fn part(&mut self, part: Part) -> &mut Self {
        self.0.clear();
        self.number(part as i32)
    }

    fn number(&mut self, number: i32) -> &mut Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    fn cell(&mut self, SpatialPos { x, y }: SpatialPos) -> &mut Self {
        self.number(x).number(y)
    }

    fn point(&mut self, point: Position) -> &mut Self {
        self.cell(point.spatial()).number(point.t)
    }

    fn hash(&self) -> u128 {
        codec::hash_128(self.0)
    }
}
