//! What can be seen of a whole slice: the cells that enemies look at, and those where it is dangerous to be.
//!
//! For front ends that paint it. The same rules as for one position, asked from the enemies' side, so that the cost is that
//! of the cells around them and not of the board.

use std::collections::{BTreeMap, BTreeSet};

use super::{Eye, Look, Sighting};
use crate::rulesets::unseen::core::{SpatialPos, Thing};
use crate::rulesets::unseen::game::GameState;

/// What enemies see of a slice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    /// The cells of which light arrives at an enemy at this time; what they show may be older.
    pub watched: BTreeSet<SpatialPos>,
    /// The cells in which the player would be seen at this time, and the first who would.
    pub danger: BTreeMap<SpatialPos, Sighting>,
}

/// What enemies see of the slice at time `t`.
pub fn field(state: &GameState, t: i32) -> Field {
    let look = Look::new(state);
    let mut field = Field::default();
    for thing in look.cube.base().enemies() {
        look.survey(thing, t, &mut field.watched);
        look.endanger(thing, t, &mut field.danger);
    }
    field
}

impl Look<'_> {
    /// The cells of which light arrives at an enemy at time `te`.
    fn survey(&self, thing: Thing, te: i32, watched: &mut BTreeSet<SpatialPos>) {
        let Some(eye) = self.eye(thing, te) else { return };
        for tp in (0..=self.longest_lag()).filter_map(|lag| te.checked_sub(lag)).filter(|tp| *tp >= 0) {
            watched.extend(self.around(&eye).filter(|cell| self.sees(&eye, cell.at(tp))));
        }
    }

    /// The cells in which an enemy would see, sooner or later, who is there at time `tp`.
    fn endanger(&self, thing: Thing, tp: i32, danger: &mut BTreeMap<SpatialPos, Sighting>) {
        let last = (self.cube.time_depth - 1).min(tp.saturating_add(self.longest_lag()));
        for eye in (tp..=last).filter_map(|te| self.eye(thing, te)) {
            for cell in self.around(&eye).filter(|cell| self.sees(&eye, cell.at(tp))) {
                danger.entry(cell).or_insert_with(|| self.sighting(thing, eye.te, cell.at(tp)));
            }
        }
    }

    /// The cells of the board that are near enough to be seen.
    fn around(&self, eye: &Eye<'_>) -> impl Iterator<Item = SpatialPos> + use<> {
        let (width, height, SpatialPos { x, y }) = (self.cube.width, self.cube.height, eye.cell);
        let reach =
            i32::try_from(self.config.vision_radius).unwrap_or(i32::MAX).min(width.saturating_add(height));
        let rows = (y - reach).max(0)..=(y + reach).min(height - 1);
        rows.flat_map(move |row| {
            let wide = reach - (y - row).abs();
            let columns = (x - wide).max(0)..=(x + wide).min(width - 1);
            columns.map(move |column| SpatialPos::new(column, row))
        })
    }
}
