//! Tables of which guard sees the player where, moment by moment, and where an opaque box would prevent it.
//!
//! A guard sees where the player was as many ticks ago as light takes. So for each moment and cell there is a
//! list of looks: how long ago the player must have been there to be seen now, and the cells in between in
//! which a box hides the player. Made once for a search. Decides as `vision` does; guards that are boxes
//! themselves are checked one by one.

use super::scenery::{Moments, present};
use crate::rulesets::unseen::core::{Record, SpatialPos, Thing, Traits, VisionData};
use crate::rulesets::unseen::game::{Detection, GameState};
use crate::rulesets::unseen::grid::Grid;
use crate::rulesets::unseen::solve::boxes::Boxes;
use crate::rulesets::unseen::solve::floor::{Cell, Floor, WALL};
use crate::rulesets::unseen::vision::{delay, in_view, line_of_sight};

/// Maximum number of lines of sight that are traced.
const MOST_LINES: usize = 1 << 19;
/// Maximum delay: ages of points are bits of a word.
const LONGEST_LAG: usize = 63;
/// Maximum number of cells of all moments, times the ticks of the longest delay.
const MOST_AGES: usize = 1 << 24;

/// Effect of a box on vision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoxSight {
    pub(super) hides: bool,
    /// Its own vision, if it looks.
    pub(super) eye: Option<VisionData>,
}

impl BoxSight {
    pub(super) fn of(state: &GameState, record: &Record) -> Self {
        let looks = state.config().detection != Detection::None;
        let eye = record.entity.vision_data().filter(|_| looks).cloned();
        Self { hides: record.traits.meets(Traits::BLOCKS_VISION), eye }
    }

    /// Whether moving such a box changes what is seen.
    fn tells(&self) -> bool {
        self.hides || self.eye.is_some()
    }
}

/// A look at a cell.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Number of ticks since the player must have been there.
    lag: u32,
    /// First index in `between` of the cells in which a box hides the player.
    first: u32,
    end: u32,
}

/// All looks.
pub(super) struct Sight {
    cells: usize,
    /// By moment and cell: the index of its first look; its looks end where the next ones begin.
    starts: Vec<u32>,
    looks: Vec<Look>,
    between: Vec<Cell>,
    /// By moment and cell: the ages, as bits, at which a point there can still be seen at a later moment.
    ages: Vec<u64>,
    /// Longest delay of any look.
    pub(super) lag: usize,
    /// By number, as in the kinds of boxes.
    kinds: Vec<BoxSight>,
    /// For guards that are boxes: the permanent obstacles to the view at each moment.
    walls: Vec<Grid<bool>>,
    light: Light,
}

/// Settings for the travel of light.
#[derive(Clone, Copy)]
struct Light {
    detection: Detection,
    radius: u32,
    default_speed: u32,
}

impl Light {
    /// Returns the delay with which a guard sees a cell, if nothing is in between; `None` if it does not see
    /// it.
    fn lag(&self, vision: &VisionData, eye: SpatialPos, cell: SpatialPos) -> Option<u32> {
        let distance = eye.manhattan_distance(&cell);
        let lag = match self.detection {
            Detection::LightCone => delay(distance, vision.speed_in(self.default_speed)),
            Detection::Delayed { turns } => Some(turns),
            Detection::None => None,
        };
        lag.filter(|_| distance <= self.radius && in_view(vision, eye, cell))
    }

    /// Returns the longest delay with which a guard sees anything on a board.
    fn longest(&self, vision: &VisionData, across: u32) -> u32 {
        match self.detection {
            Detection::LightCone => {
                delay(self.radius.min(across), vision.speed_in(self.default_speed)).unwrap_or(0)
            }
            Detection::Delayed { turns } => turns,
            Detection::None => 0,
        }
    }
}

impl Sight {
    /// Returns the looks of these things, which are not boxes; `None` if there would be too many.
    pub(super) fn new(
        state: &GameState,
        moments: Moments,
        floor: &Floor,
        things: &[Thing],
        kinds: Vec<BoxSight>,
    ) -> Option<Self> {
        let (cells, config) = (floor.next.len(), state.config());
        let light = Light {
            detection: config.detection,
            radius: config.vision_radius,
            default_speed: config.light_speed,
        };
        let mut sight = Self {
            cells,
            starts: vec![0],
            looks: Vec::new(),
            between: Vec::new(),
            ages: Vec::new(),
            lag: 0,
            kinds,
            walls: Vec::new(),
            light,
        };
        let mut lines = 0;
        for t in moments.times() {
            lines += sight.add_moment(state, floor, things, t);
            if lines > MOST_LINES {
                return None;
            }
        }
        sight.measure(state);
        let ages = moments.count * cells * sight.lag;
        (sight.lag <= LONGEST_LAG && ages <= MOST_AGES).then(|| sight.age(moments))
    }

    /// Adds the looks of a moment; returns the number of lines traced.
    fn add_moment(&mut self, state: &GameState, floor: &Floor, things: &[Thing], t: i32) -> usize {
        let mut walls = Grid::new(state.cube().width, state.cube().height, false);
        let mut eyes: Vec<(SpatialPos, &VisionData)> = Vec::new();
        for (record, place) in present(state, things, t) {
            if record.traits.meets(Traits::BLOCKS_VISION) {
                walls.set(place, true);
            }
            let looks = self.light.detection != Detection::None;
            eyes.extend(record.entity.vision_data().filter(|_| looks).map(|vision| (place, vision)));
        }
        for cell in &floor.cells {
            for (eye, vision) in &eyes {
                if let Some(lag) = self.light.lag(vision, *eye, *cell) {
                    self.add_look(floor, &walls, lag, line_of_sight(*eye, *cell));
                }
            }
            self.starts.push(self.looks.len() as u32);
        }
        if self.kinds.iter().any(|kind| kind.eye.is_some()) {
            self.walls.push(walls);
        }
        1 + eyes.len() * floor.cells.len()
    }

    fn add_look(
        &mut self,
        floor: &Floor,
        walls: &Grid<bool>,
        lag: u32,
        line: impl Iterator<Item = SpatialPos>,
    ) {
        let first = self.between.len();
        let hides = self.kinds.iter().any(|kind| kind.hides);
        for cell in line {
            if walls.get(cell) == Some(true) {
                self.between.truncate(first);
                return;
            }
            let number = if hides { floor.number(cell) } else { WALL };
            self.between.extend((number != WALL).then_some(number));
        }
        self.looks.push(Look { lag, first: first as u32, end: self.between.len() as u32 });
    }

    /// Finds the longest delay.
    fn measure(&mut self, state: &GameState) {
        let across = (state.cube().width + state.cube().height).unsigned_abs();
        let eyes = self.kinds.iter().filter_map(|kind| kind.eye.as_ref());
        let of_boxes = eyes.map(|vision| self.light.longest(vision, across));
        self.lag = self.looks.iter().map(|look| look.lag).chain(of_boxes).max().unwrap_or(0) as usize;
    }

    /// Computes how long points matter: a point of age `a` is seen `n` moments later by a look with a delay
    /// of `a + n`.
    fn age(mut self, moments: Moments) -> Self {
        let all = if self.kinds.iter().any(|kind| kind.eye.is_some()) { u64::MAX } else { 0 };
        self.ages = vec![all; moments.count * self.cells];
        for moment in 0..moments.count {
            for (cell, ages) in
                self.ages[moment * self.cells..(moment + 1) * self.cells].iter_mut().enumerate()
            {
                let mut later = moment;
                for ahead in 1..=self.lag as u32 {
                    later = moments.after(later);
                    let at = later * self.cells + cell;
                    let looks = &self.looks[self.starts[at] as usize..self.starts[at + 1] as usize];
                    looks
                        .iter()
                        .filter(|look| look.lag >= ahead)
                        .for_each(|look| *ages |= 1 << (look.lag - ahead));
                }
            }
        }
        self
    }

    /// Whether a point of this age can still be seen after a moment.
    pub(super) fn matters(&self, moment: usize, cell: Cell, age: usize) -> bool {
        self.ages[moment * self.cells + cell as usize] >> age & 1 == 1
    }

    /// Whether moving a box of a kind with this number changes what is seen.
    pub(super) fn tells(&self, kind: usize) -> bool {
        self.kinds.get(kind).is_some_and(BoxSight::tells)
    }

    /// Whether a point of this age is seen at a moment.
    pub(super) fn sees(&self, floor: &Floor, boxes: &Boxes, moment: usize, cell: Cell, age: usize) -> bool {
        let at = moment * self.cells + cell as usize;
        let looks = &self.looks[self.starts[at] as usize..self.starts[at + 1] as usize];
        let is_clear = |look: &Look| {
            let between = &self.between[look.first as usize..look.end as usize];
            !between.iter().any(|cell| self.is_hidden(floor, boxes, *cell))
        };
        looks.iter().any(|look| look.lag as usize == age && is_clear(look))
            || !self.walls.is_empty() && self.box_sees(floor, boxes, moment, cell, age)
    }

    fn is_hidden(&self, floor: &Floor, boxes: &Boxes, cell: Cell) -> bool {
        boxes.at(cell).is_some_and(|(_, kind)| self.kinds[floor.kinds[kind].sight].hides)
    }

    /// Whether a guard that is a box sees a point.
    fn box_sees(&self, floor: &Floor, boxes: &Boxes, moment: usize, cell: Cell, age: usize) -> bool {
        let point = floor.cells[cell as usize];
        let is_hidden = |between: SpatialPos| {
            let number = floor.number(between);
            self.walls[moment].get(between) == Some(true)
                || number != WALL && self.is_hidden(floor, boxes, number)
        };
        boxes.all.iter().any(|(at, kind)| {
            let (eye, place) = (&self.kinds[floor.kinds[*kind].sight].eye, floor.cells[*at as usize]);
            let lag = eye.as_ref().and_then(|vision| self.light.lag(vision, place, point));
            lag == Some(age as u32) && !line_of_sight(place, point).any(is_hidden)
        })
    }
}
