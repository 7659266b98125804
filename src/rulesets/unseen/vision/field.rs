//! What can be seen of a whole slice: the cells that enemies look at, and those where it is dangerous to be.
//!
//! For front ends that paint it. The same rules as for one position, asked from the enemies' side: a cell near an enemy is
//! looked at once, at the time at which light from it arrives.

use std::ops::RangeInclusive;

use super::blinds::Moment;
use super::{Eye, Look, Sighting, in_view, line_of_sight};
use crate::rulesets::unseen::core::{SpatialPos, Thing, VisionData};
use crate::rulesets::unseen::game::{Detection, GameState};
use crate::rulesets::unseen::grid::Grid;

/// What enemies see of a slice.
pub struct Field<'a> {
    look: Look<'a>,
    t: i32,
    cells: Grid<Seen>,
}

#[derive(Clone, Copy, Default)]
struct Seen {
    watched: bool,
    /// The first enemy that would see the player here, by rank, and when it would.
    danger: Option<(usize, Thing, i32)>,
}

impl Seen {
    fn note(&mut self, found: (usize, Thing, i32)) {
        self.danger = Some(self.danger.map_or(found, |known| known.min(found)));
    }
}

/// What enemies see of the slice at time `t`: where they look, if that is wanted, and where it is dangerous, if that is.
pub fn field(state: &GameState, t: i32, watched: bool, danger: bool) -> Field<'_> {
    let look = Look::new(state);
    let mut field = Field { look, t, cells: Grid::new(look.cube, Seen::default()) };
    if watched {
        field.watch();
    }
    if danger {
        field.endanger();
    }
    field
}

impl Field<'_> {
    /// Whether light of a cell arrives at an enemy at this time; what it shows may be older.
    pub fn is_watched(&self, cell: SpatialPos) -> bool {
        self.cells.get(cell).is_some_and(|seen| seen.watched)
    }

    /// Who would see the player in a cell at this time: the first of them, when first.
    pub fn danger(&self, cell: SpatialPos) -> Option<Sighting> {
        let (_, thing, when) = self.cells.get(cell)?.danger?;
        Some(self.look.sighting(thing, when, cell.at(self.t)))
    }

    fn watch(&mut self) {
        let moment = Moment::new(self.look, self.t);
        for thing in self.look.cube.base().enemies() {
            let cells = &mut self.cells;
            moment.watched_by(thing, |cell| {
                cells.get_mut(cell).into_iter().for_each(|seen| seen.watched = true);
            });
        }
    }

    fn endanger(&mut self) {
        let times = self.look.times(SpatialPos::new(0, 0).at(self.t), self.look.cube.time_depth - 1);
        for te in times.take(self.look.reach() as usize + 1) {
            let moment = Moment::new(self.look, te);
            for (rank, thing) in self.look.cube.base().enemies().enumerate() {
                let cells = &mut self.cells;
                moment.seen_by(thing, self.t, |cell| {
                    cells.get_mut(cell).into_iter().for_each(|seen| seen.note((rank, thing, te)));
                });
            }
        }
    }
}

impl Look<'_> {
    /// How far anybody sees on this board.
    fn reach(&self) -> u32 {
        let across = self.cube.width.unsigned_abs().saturating_add(self.cube.height.unsigned_abs());
        self.config.vision_radius.min(across)
    }

    /// The distances from which light arrives after so many turns.
    fn distances(&self, vision: &VisionData, lag: u32) -> RangeInclusive<u32> {
        let (reach, speed) = (self.reach(), vision.light_speed);
        match self.config.detection {
            Detection::LightCone if lag == 0 => 0..=speed.min(reach),
            Detection::LightCone => {
                speed.saturating_mul(lag).saturating_add(1)..=speed.saturating_mul(lag + 1).min(reach)
            }
            Detection::Delayed { turns } if turns == lag => 0..=reach,
            _ => RangeInclusive::new(1, 0),
        }
    }
}

impl<'a> Moment<'a> {
    /// Calls `see` with the cells of which light arrives at an enemy now.
    fn watched_by(&self, thing: Thing, mut see: impl FnMut(SpatialPos)) {
        let Some((eye, vision)) = self.eye(thing) else { return };
        let has_been = |lag: u32| i32::try_from(lag).is_ok_and(|lag| lag <= self.te);
        let in_time = |distance: &u32| self.look.lag(vision, *distance).is_some_and(has_been);
        let distances = (0..=self.look.reach()).filter(in_time);
        distances.for_each(|distance| self.seen_at(&eye, vision, distance, &mut see));
    }

    /// Calls `see` with the cells in which an enemy sees now who was there at time `tp`.
    fn seen_by(&self, thing: Thing, tp: i32, mut see: impl FnMut(SpatialPos)) {
        let Some((eye, vision)) = self.eye(thing) else { return };
        let distances = self.look.distances(vision, self.te.abs_diff(tp));
        distances.for_each(|distance| self.seen_at(&eye, vision, distance, &mut see));
    }

    fn eye(&self, thing: Thing) -> Option<(Eye<'a>, &'a VisionData)> {
        let eye = self.look.eye(thing, self.te)?;
        let vision = eye.entity.vision_data()?;
        Some((eye, vision))
    }

    /// Calls `see` with the cells at a distance that lie in the field of view with nothing before them.
    fn seen_at(&self, eye: &Eye<'_>, vision: &VisionData, distance: u32, see: &mut impl FnMut(SpatialPos)) {
        let from = eye.cell;
        for cell in ring(from, i32::try_from(distance).unwrap_or(i32::MAX)) {
            let in_view = self.look.cube.base().in_bounds(cell) && in_view(vision, from, cell);
            if in_view && line_of_sight(from, cell).all(|between| !self.hides(between)) {
                see(cell);
            }
        }
    }
}

/// The cells at a distance, each once.
fn ring(centre: SpatialPos, distance: i32) -> impl Iterator<Item = SpatialPos> {
    (-distance..=distance).flat_map(move |dx| {
        let dy = distance - dx.abs();
        let lower = (dy != 0).then(|| SpatialPos::new(centre.x + dx, centre.y + dy));
        [SpatialPos::new(centre.x + dx, centre.y - dy)].into_iter().chain(lower)
    })
}
