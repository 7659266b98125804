//! Vision over a whole slice: the cells that enemies look at, and those where it is dangerous.
//!
//! For front ends that paint it. The same rules as for one position, from the enemies' side: all cells that an enemy
//! sees are found together, see [`cast`]. The work is counted and bounded, whatever the level. [`Watchers`] provides
//! the enemies and blockers, so that a drawing can be shown without a game.

use std::ops::RangeInclusive;

use super::cast::{StepBudget, cast};
use super::plane::Plane;
use super::{Light, in_view, line_of_sight};
use crate::rulesets::unseen::core::{EntityId, SpatialPos, VisionData};
use crate::rulesets::unseen::grid::Grid;

/// Enemies, and what blocks their view.
pub(crate) trait Watchers {
    /// Returns how light travels.
    fn light(&self) -> Light;
    /// Returns the number of slices of time.
    fn time_depth(&self) -> i32;
    /// Returns all enemies that ever look, by rank: the lower one is named first.
    fn ids(&self) -> Vec<EntityId>;
    /// Calls `meet` with every enemy that looks at a time: its rank, cell and vision.
    fn eyes(&self, te: i32, meet: &mut dyn FnMut(usize, SpatialPos, &VisionData));
    /// Returns the number of things that block the view only at some times, or walk; 0 if the same cells block it
    /// at all times.
    fn moving(&self) -> usize;
    /// Returns the cells that block the view at a time.
    fn hiding(&self, te: i32) -> Grid<bool>;
}

/// Most steps of work for a slice that is shown: about 75 ms in release. Levels that people draw take a hundredth.
pub(crate) const MOST_STEPS: u64 = 8_000_000;

/// Steps that count for each cell of the board, because it is also marked and painted.
const STEPS_PER_CELL: u64 = 6;

/// The view of the enemies on a slice.
pub(crate) struct Field {
    ids: Vec<EntityId>,
    /// The first enemy that looks at a cell, by rank, and the moment of the cell that it sees.
    watched: Grid<Option<(u32, i32)>>,
    /// The first enemy that would see the player in a cell, by rank, and when.
    danger: Grid<Option<(u32, i32)>>,
    /// Steps it took.
    steps: u64,
}

/// Returns what enemies see of the slice at time `t`: where they look, if `watched`, and where it is dangerous, if
/// `danger`; `None` if that takes more than is left of [`MOST_STEPS`].
pub(crate) fn field(watchers: &impl Watchers, t: i32, watched: bool, danger: bool) -> Option<Field> {
    let hiding = watchers.hiding(t);
    let (width, height) = hiding.size();
    let mut field =
        Field { ids: watchers.ids(), watched: hiding.filled(None), danger: hiding.filled(None), steps: 0 };
    let cells = u64::from(width.unsigned_abs()) * u64::from(height.unsigned_abs());
    let most = MOST_STEPS.saturating_sub(STEPS_PER_CELL * cells);
    let mut work = StepBudget::new(most);
    if watched {
        field.watch(watchers, t, &Plane::of(&hiding), &mut work)?;
    }
    if danger {
        field.endanger(watchers, t, &mut work)?;
    }
    field.steps = most - work.left();
    Some(field)
}

/// Returns the enemy that sees a position at its own time, if any: the first by rank.
pub(crate) fn seen_at_once(watchers: &impl Watchers, cell: SpatialPos, t: i32) -> Option<EntityId> {
    let moment = CellVision::new(watchers, t);
    let mut first = None;
    watchers.eyes(t, &mut |rank, from, vision| {
        let distance = from.manhattan_distance(&cell);
        let at_once = distance <= moment.reach && moment.light.lag(vision, distance) == Some(0);
        if first.is_none() && at_once && moment.is_in_sight(from, vision, cell) {
            first = Some(rank);
        }
    });
    first.and_then(|rank| watchers.ids().get(rank).copied())
}

impl Field {
    /// Returns the enemy that light from a cell reaches at this time, the first by rank, and when that light left the
    /// cell.
    pub(crate) fn watched(&self, cell: SpatialPos) -> Option<(usize, i32)> {
        self.watched.get(cell)?.map(|(rank, then)| (rank as usize, then))
    }

    /// Returns the enemy that would see the player in a cell at this time: the first by rank, with its earliest time.
    pub(crate) fn danger(&self, cell: SpatialPos) -> Option<(usize, i32)> {
        self.danger.get(cell)?.map(|(rank, when)| (rank as usize, when))
    }

    /// Returns all enemies that look, by rank.
    pub(crate) fn ids(&self) -> &[EntityId] {
        &self.ids
    }

    /// Returns the steps of work it took.
    #[cfg(test)]
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    fn watch(
        &mut self,
        watchers: &impl Watchers,
        te: i32,
        hiding: &Plane,
        work: &mut StepBudget,
    ) -> Option<()> {
        let (light, mut done) = (watchers.light(), Some(()));
        let reach = light.radius.min(hiding.across());
        work.take_things(self.ids.len())?;
        let mut known = Plane::new(hiding.width, hiding.height);
        watchers.eyes(te, &mut |rank, eye, vision| {
            if done.is_some() {
                let has_been = |lag: u32| i32::try_from(lag).is_ok_and(|lag| lag <= te);
                let in_time = |distance: u32| light.lag(vision, distance).is_some_and(has_been);
                let distances = match first_without(reach, in_time) {
                    0 => RangeInclusive::new(1, 0),
                    beyond => 0..=beyond - 1,
                };
                done = cast(hiding, eye, vision, distances, work, |run| {
                    known.claim(run, |cell| {
                        let lag = light.lag(vision, eye.manhattan_distance(&cell)).unwrap_or_default();
                        self.watched.set(cell, Some((rank as u32, te.saturating_sub_unsigned(lag))));
                    });
                });
            }
        });
        done
    }

    fn endanger(&mut self, watchers: &impl Watchers, t: i32, work: &mut StepBudget) -> Option<()> {
        let (light, looks) = (watchers.light(), Gazes::new(watchers, t, work)?);
        let (width, height) = self.danger.size();
        let mut known = Plane::new(width, height);
        // By rank, then by time: whoever sees a cell first is the one to warn of.
        for Gaze { rank, eye, vision, distances, hiding, .. } in &looks.all {
            cast(&looks.hiding[*hiding], *eye, vision, distances.clone(), work, |run| {
                known.claim(run, |cell| {
                    let lag = light.lag(vision, eye.manhattan_distance(&cell)).unwrap_or_default();
                    self.danger.set(cell, Some((*rank as u32, t.saturating_add_unsigned(lag))));
                });
            })?;
        }
        Some(())
    }
}

/// Returns the first distance at which something does not hold that holds for all shorter ones; at most one more
/// than `reach`. Light from further away takes longer.
fn first_without(reach: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (0, reach.saturating_add(1));
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// An enemy that looks at some consecutive times, and the distances from which it then sees the slice in question.
struct Gaze {
    rank: usize,
    /// The last of these times.
    te: i32,
    eye: SpatialPos,
    vision: VisionData,
    distances: RangeInclusive<u32>,
    /// Obstacles to the view at these times, by index.
    hiding: usize,
}

impl Gaze {
    /// Returns whether nothing but the distances is different at the next time, so that both can be seen as one.
    fn goes_on(&self, te: i32, eye: SpatialPos, vision: &VisionData, hiding: usize, from: u32) -> bool {
        (self.te + 1, self.eye, self.hiding, *self.distances.end() + 1) == (te, eye, hiding, from)
            && self.vision == *vision
    }
}

/// Everybody who can see something of a slice, by rank and then by time.
struct Gazes {
    all: Vec<Gaze>,
    /// The newest of each enemy, by rank.
    newest: Vec<Option<usize>>,
    /// Obstacles to the view; times with the same obstacles share it.
    hiding: Vec<Plane>,
}

impl Gazes {
    fn new(watchers: &impl Watchers, t: i32, work: &mut StepBudget) -> Option<Self> {
        let (light, enemies) = (watchers.light(), watchers.ids().len());
        let mut looks = Self { all: Vec::new(), newest: vec![None; enemies], hiding: Vec::new() };
        for te in light.times(t, watchers.time_depth() - 1) {
            let reach = light.radius.min(looks.hide(watchers, te, work)?);
            if te.abs_diff(t) > reach && light.is_gradual() {
                break;
            }
            work.take_things(enemies)?;
            looks.meet(watchers, te, &light, reach, te.abs_diff(t));
        }
        looks.all.sort_by_key(|look| look.rank);
        Some(looks)
    }

    /// Adds what blocks the view at a time, unless it is the same as before; returns the longest distance on the board.
    fn hide(&mut self, watchers: &impl Watchers, te: i32, work: &mut StepBudget) -> Option<u32> {
        let moving = watchers.moving();
        if self.hiding.is_empty() || moving > 0 {
            work.take_things(moving)?;
            let hiding = Plane::of(&watchers.hiding(te));
            work.take(hiding.cells() / CELLS_PER_STEP)?;
            if self.hiding.last() != Some(&hiding) {
                self.hiding.push(hiding);
            }
        }
        self.hiding.last().map(Plane::across)
    }

    fn meet(&mut self, watchers: &impl Watchers, te: i32, light: &Light, reach: u32, lag: u32) {
        let (all, hiding) = (&mut self.all, self.hiding.len() - 1);
        let newest = &mut self.newest;
        watchers.eyes(te, &mut |rank, eye, vision| {
            let (distances, before) = (light.distances(vision, lag, reach), &mut newest[rank]);
            if distances.is_empty() {
                return;
            }
            match before.and_then(|index: usize| all.get_mut(index)) {
                Some(gaze) if gaze.goes_on(te, eye, vision, hiding, *distances.start()) => {
                    (gaze.te, gaze.distances) = (te, *gaze.distances.start()..=*distances.end());
                }
                _ => {
                    *before = Some(all.len());
                    all.push(Gaze { rank, te, eye, vision: vision.clone(), distances, hiding });
                }
            }
        });
    }
}

/// Cells of a board that are copied in the time of one step.
const CELLS_PER_STEP: u64 = 8;

/// Vision of single cells at one time.
struct CellVision {
    light: Light,
    /// Longest distance of sight on this board.
    reach: u32,
    hiding: Grid<bool>,
}

impl CellVision {
    fn new(watchers: &impl Watchers, te: i32) -> Self {
        let (light, hiding) = (watchers.light(), watchers.hiding(te));
        let reach = light.radius.min(hiding.across());
        Self { light, reach, hiding }
    }

    /// Returns whether a cell of the board lies in a field of view with nothing in front of it.
    fn is_in_sight(&self, from: SpatialPos, vision: &VisionData, cell: SpatialPos) -> bool {
        self.hiding.has(cell)
            && in_view(vision, from, cell)
            && line_of_sight(from, cell).all(|between| self.hiding.get(between) != Some(true))
    }
}
