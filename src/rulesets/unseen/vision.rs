//! Vision of enemies: light needs time, so they see where the player was.
//!
//! Checked after every turn, over the whole world line, and used by front ends to show dangerous cells.
//! Integers only. Does not know the consequences of being seen.
//!
//! A turn does not check everything again. While a game is not over, nobody has seen anything; so only new
//! things can be seen: the position reached, moments that had not been reached before, and, when something
//! that blocks vision or looks was moved, the moments from then on.

mod blinds;
mod cast;
mod field;
mod light;
mod plane;
mod sight;

use std::ops::RangeInclusive;

pub(crate) use blinds::Blinds;
#[cfg(test)]
pub(crate) use field::MOST_STEPS;
pub(crate) use field::{Watchers, field, seen_at_once};
pub(crate) use light::Light;
pub use sight::{delay, in_view, line_of_sight};

use super::core::{Entity, EntityId, Position, Shift, SpatialPos, Thing, TimeCube, Traits};
use super::game::{Detection, GameConfig, GameState};

/// A sighting of a position by an enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sighting {
    /// The enemy.
    pub by: EntityId,
    /// Time of the sighting.
    pub when: i32,
    /// Position seen.
    pub seen_at: Position,
}

/// Returns the enemies that would see the player at a position, and when: by id, then by time.
pub fn danger(state: &GameState, pos: Position) -> Vec<Sighting> {
    let (look, last) = (Lookout::new(state), state.cube().time_depth - 1);
    let seen = |thing| {
        look.light
            .times(pos.t, last)
            .filter(move |te| look.sees_at(thing, *te, pos))
            .map(move |te| (thing, te))
    };
    let sightings = look.cube.base().enemies().flat_map(seen);
    sightings.map(|(thing, when)| look.sighting(thing, when, pos)).collect()
}

/// Returns the first sighting of the world line, checking everything: by enemy, then by time, then by turn.
pub fn rescan(state: &GameState) -> Option<Sighting> {
    let look = Lookout::new(state);
    look.first_hit(0..=look.explored(), None)
}

/// Returns the first sighting after a turn: the same as [`rescan`] if nobody saw anything before it. `before` is the
/// interval of time that had been explored by then, `shifts` is what the turn moved.
pub(crate) fn after_turn(
    state: &GameState,
    before: Option<(i32, i32)>,
    shifts: &[Shift],
) -> Option<Sighting> {
    if state.setup().start_is_seen && state.turn() == 1 {
        return rescan(state);
    }
    let (explored, now) = (before.map_or(0, |(_, last)| last), state.player_position());
    let look = Lookout::new(state);
    let moments = if look.are_telling(shifts, now.t) {
        now.t..=explored.max(now.t)
    } else {
        explored + 1..=now.t.min(explored.saturating_add(look.light.longest_lag))
    };
    look.first_hit(moments, Some(now))
}

/// Returns the longest delay with which an enemy of a level can see something.
pub(crate) fn longest_lag(cube: &TimeCube, config: &GameConfig) -> i32 {
    let enemies = cube.base().enemies().flat_map(|thing| cube.base().records(thing));
    Light::new(config, enemies.filter_map(|record| record.entity.vision_data())).longest_lag
}

/// Vision in one state.
#[derive(Clone, Copy)]
struct Lookout<'a> {
    state: &'a GameState,
    cube: &'a TimeCube,
    light: Light,
}

impl<'a> Lookout<'a> {
    fn new(state: &'a GameState) -> Self {
        let GameConfig { detection, vision_radius: radius, light_speed: default_speed, .. } = *state.config();
        let light = Light { detection, radius, longest_lag: state.setup().longest_lag, default_speed };
        Self { state, cube: state.cube(), light }
    }

    /// Returns the first sighting at these moments, or of the newest position at any moment: by enemy, time and turn.
    fn first_hit(&self, moments: RangeInclusive<i32>, newest: Option<Position>) -> Option<Sighting> {
        if self.light.detection == Detection::None || self.cube.base().enemies().next().is_none() {
            return None;
        }
        let newest = newest.map(|pos| (pos, self.light.times(pos.t, self.explored())));
        let newest = newest.filter(|(_, times)| !is_within(times, &moments));
        let mut watched = Vec::new();
        moments.for_each(|te| self.watch(te, &mut watched));
        let mut hits = self.cube.base().enemies().filter_map(|thing| {
            let late = newest.as_ref().and_then(|(pos, times)| self.late_hit(thing, *pos, times.clone()));
            let (when, _, pos) = self.hit(thing, &watched).into_iter().chain(late).min()?;
            Some(self.sighting(thing, when, pos))
        });
        hits.next()
    }

    /// Returns the first of the watched positions that a thing sees.
    fn hit(&self, thing: Thing, watched: &[Point]) -> Option<Point> {
        watched.chunk_by(|a, b| a.0 == b.0).find_map(|points| {
            let eye = self.eye(thing, points.first()?.0)?;
            points.iter().find(|(_, _, pos)| self.sees(&eye, *pos)).copied()
        })
    }

    fn late_hit(&self, thing: Thing, pos: Position, mut times: RangeInclusive<i32>) -> Option<Point> {
        let te = times.find(|te| self.sees_at(thing, *te, pos))?;
        Some((te, self.state.turn(), pos))
    }

    fn explored(&self) -> i32 {
        self.state.world_line().time_range().map_or(0, |(_, last)| last)
    }

    /// Adds the positions of the player that can be seen at a time, by turn.
    fn watch(&self, te: i32, watched: &mut Vec<Point>) {
        let (line, first) = (self.state.world_line(), watched.len());
        let lags = match self.light.detection {
            Detection::Delayed { .. } => self.light.longest_lag..=self.light.longest_lag,
            _ => 0..=self.light.longest_lag,
        };
        for tp in lags.filter_map(|lag| te.checked_sub(lag)).filter(|tp| *tp >= 0) {
            let watch = |turn| watched.extend(line.position_at_turn(turn).map(|pos| (te, turn, pos)));
            line.visit_turns(tp, watch);
        }
        watched[first..].sort_unstable();
    }

    fn sees_at(&self, thing: Thing, te: i32, pos: Position) -> bool {
        self.eye(thing, te).is_some_and(|eye| self.sees(&eye, pos))
    }

    /// Returns the eye of a thing at a time, if it looks then.
    fn eye(&self, thing: Thing, te: i32) -> Option<Eye<'a>> {
        let record =
            self.cube.base().record(thing, te).filter(|record| record.traits.meets(Traits::ENEMY))?;
        Some(Eye { te, cell: self.cube.place_of(thing, record, te)?, entity: &record.entity })
    }

    fn sees(&self, eye: &Eye<'_>, pos: Position) -> bool {
        let (point, distance) = (pos.spatial(), eye.cell.manhattan_distance(&pos.spatial()));
        distance <= self.light.radius
            && eye.entity.vision_data().is_some_and(|vision| {
                self.light.lag(vision, distance) == u32::try_from(eye.te - pos.t).ok()
                    && in_view(vision, eye.cell, point)
                    && self.is_clear(eye.cell, point, eye.te)
            })
    }

    fn is_clear(&self, from: SpatialPos, to: SpatialPos, t: i32) -> bool {
        line_of_sight(from, to).all(|cell| !self.cube.blocks_vision(cell.at(t)))
    }

    /// Returns whether moving these boxes changes what is seen: whether one of them blocks vision or looks.
    fn are_telling(&self, shifts: &[Shift], t: i32) -> bool {
        let tells = |shift: &Shift| {
            let records = self.cube.base().records(shift.thing).iter().filter(|record| t < record.until);
            records
                .into_iter()
                .any(|r| r.traits.meets(Traits::BLOCKS_VISION) || r.traits.meets(Traits::ENEMY))
        };
        shifts.iter().any(tells)
    }

    fn sighting(&self, thing: Thing, when: i32, seen_at: Position) -> Sighting {
        Sighting { by: self.cube.base().id(thing), when, seen_at }
    }
}

/// An enemy that looks at a time.
struct Eye<'a> {
    te: i32,
    cell: SpatialPos,
    entity: &'a Entity,
}

/// A time at which enemies look, a turn, and the player's position in it.
type Point = (i32, usize, Position);

fn is_within(inner: &RangeInclusive<i32>, outer: &RangeInclusive<i32>) -> bool {
    inner.is_empty() || (outer.contains(inner.start()) && outer.contains(inner.end()))
}
