//! Vision over a whole slice: the cells that enemies look at, and those where it is dangerous.
//!
//! For front ends that paint it. The same rules as for one position, from the enemies' side: a cell near an enemy is
//! looked at once, at the time at which light from it arrives. [`Watchers`] provides the enemies and blockers, so
//! that a drawing can be shown without a game.

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
    /// Returns the cells that block the view at a time.
    fn hiding(&self, te: i32) -> Grid<bool>;
}

/// What enemies see of a slice.
pub(crate) struct Field {
    ids: Vec<EntityId>,
    cells: Grid<Seen>,
}

#[derive(Clone, Copy, Default)]
struct Seen {
    watched: bool,
    /// The first enemy that would see the player here, by rank, and when.
    danger: Option<(usize, i32)>,
}

/// Returns what enemies see of the slice at time `t`: where they look, if `watched`, and where it is dangerous, if
/// `danger`.
pub(crate) fn field(watchers: &impl Watchers, t: i32, watched: bool, danger: bool) -> Field {
    let now = Moment::new(watchers, t);
    let mut field = Field { ids: watchers.ids(), cells: now.hiding.filled(Seen::default()) };
    if watched {
        field.watch(&now);
    }
    if danger {
        field.endanger(&now);
    }
    field
}

/// Returns the enemy that sees a position at its own time, if any: the first by rank.
pub(crate) fn seen_at_once(watchers: &impl Watchers, cell: SpatialPos, t: i32) -> Option<EntityId> {
    let moment = Moment::new(watchers, t);
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
    /// Returns whether light from a cell reaches an enemy at this time; what it shows may be older.
    pub(crate) fn is_watched(&self, cell: SpatialPos) -> bool {
        self.cells.get(cell).is_some_and(|seen| seen.watched)
    }

    /// Returns the enemy that would see the player in a cell at this time: the first by rank, with its earliest time.
    pub(crate) fn danger(&self, cell: SpatialPos) -> Option<(usize, i32)> {
        self.cells.get(cell)?.danger
    }

    /// Returns all enemies that look, by rank.
    pub(crate) fn ids(&self) -> &[EntityId] {
        &self.ids
    }

    fn watch<W: Watchers>(&mut self, now: &Moment<'_, W>) {
        now.watchers.eyes(now.te, &mut |_, from, vision| {
            let has_been = |lag: u32| i32::try_from(lag).is_ok_and(|lag| lag <= now.te);
            let in_time = |distance: &u32| now.light.lag(vision, *distance).is_some_and(has_been);
            for distance in (0..=now.reach).filter(in_time) {
                now.see(from, vision, distance, |cell| self.note(cell, |seen| seen.watched = true));
            }
        });
    }

    fn endanger<W: Watchers>(&mut self, now: &Moment<'_, W>) {
        let times = now.light.times(now.te, now.watchers.time_depth() - 1);
        for te in times.take(now.reach as usize + 1) {
            if te == now.te {
                self.endanger_from(now, 0);
            } else {
                self.endanger_from(&Moment::new(now.watchers, te), te.abs_diff(now.te));
            }
        }
    }

    /// Adds what is seen at a moment with this delay.
    fn endanger_from<W: Watchers>(&mut self, moment: &Moment<'_, W>, lag: u32) {
        moment.watchers.eyes(moment.te, &mut |rank, from, vision| {
            for distance in moment.light.distances(vision, lag, moment.reach) {
                moment.see(from, vision, distance, |cell| self.warn(cell, (rank, moment.te)));
            }
        });
    }

    fn warn(&mut self, cell: SpatialPos, found: (usize, i32)) {
        self.note(cell, |seen| seen.danger = Some(seen.danger.map_or(found, |known| known.min(found))));
    }

    fn note(&mut self, cell: SpatialPos, note: impl FnMut(&mut Seen)) {
        self.cells.get_mut(cell).into_iter().for_each(note);
    }
}

/// Vision over many cells at one time.
struct Moment<'a, W> {
    watchers: &'a W,
    te: i32,
    light: Light,
    /// Longest distance of sight on this board.
    reach: u32,
    hiding: Grid<bool>,
}

impl<'a, W: Watchers> Moment<'a, W> {
    fn new(watchers: &'a W, te: i32) -> Self {
        let (light, hiding) = (watchers.light(), watchers.hiding(te));
        let reach = light.radius.min(hiding.across());
        Self { watchers, te, light, reach, hiding }
    }

    /// Calls `see` with the cells at a distance that are in sight.
    fn see(&self, from: SpatialPos, vision: &VisionData, distance: u32, mut see: impl FnMut(SpatialPos)) {
        let cells = ring(from, i32::try_from(distance).unwrap_or(i32::MAX));
        cells.filter(|cell| self.is_in_sight(from, vision, *cell)).for_each(&mut see);
    }

    /// Returns whether a cell of the board lies in a field of view with nothing in front of it.
    fn is_in_sight(&self, from: SpatialPos, vision: &VisionData, cell: SpatialPos) -> bool {
        self.hiding.has(cell)
            && in_view(vision, from, cell)
            && line_of_sight(from, cell).all(|between| self.hiding.get(between) != Some(true))
    }
}

/// Returns the cells at a distance, each once.
fn ring(centre: SpatialPos, distance: i32) -> impl Iterator<Item = SpatialPos> {
    (-distance..=distance).flat_map(move |dx| {
        let dy = distance - dx.abs();
        let lower = (dy != 0).then(|| SpatialPos::new(centre.x + dx, centre.y + dy));
        [SpatialPos::new(centre.x + dx, centre.y - dy)].into_iter().chain(lower)
    })
}
