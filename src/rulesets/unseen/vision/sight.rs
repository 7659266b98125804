//! The geometry of sight: delay, directions, and lines of cells. Integers only.
//!
//! Used by vision, and by front ends that paint it. Knows no cube.

use crate::rulesets::unseen::core::{SpatialPos, VisionData};

/// Returns the number of turns that light takes over a distance: none for the first `light_speed` tiles, one for the
/// next as many, and so on. Light with speed 0 never arrives.
pub fn delay(distance: u32, light_speed: u32) -> Option<u32> {
    match distance {
        0 => Some(0),
        _ => (distance - 1).checked_div(light_speed),
    }
}

/// Returns whether a cell lies in the field of view from `eye`; the eye's own cell always does.
pub fn in_view(vision: &VisionData, eye: SpatialPos, cell: SpatialPos) -> bool {
    let (fx, fy) = vision.facing.delta();
    let (vx, vy) = (i64::from(cell.x) - i64::from(eye.x), i64::from(cell.y) - i64::from(eye.y));
    let forward = vx * i64::from(fx) + vy * i64::from(fy);
    let side = (vx * i64::from(fy) - vy * i64::from(fx)).abs();
    let seen = match vision.fov_degrees {
        360 => true,
        270 => !(forward < 0 && side < -forward),
        180 => forward >= 0,
        _ => forward > 0 && forward >= side,
    };
    seen || eye == cell
}

/// Returns the cells between two others, in a straight line (Bresenham), traced from the one that is smaller by (y,
/// x): the same in both directions. Excludes the ends.
pub fn line_of_sight(a: SpatialPos, b: SpatialPos) -> impl Iterator<Item = SpatialPos> {
    let (from, to) = if (a.y, a.x) <= (b.y, b.x) { (a, b) } else { (b, a) };
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let steps = dx.abs().max(dy.abs());
    let (mut x, mut y) = (Axis::new(from.x, dx, steps), Axis::new(from.y, dy, steps));
    (1..steps).map(move |_| SpatialPos::new(x.step(), y.step()))
}

/// One coordinate along a line, without a division at each step: the nearest cell; of two that are equally near, the
/// one that the line comes from.
struct Axis {
    at: i32,
    sign: i32,
    /// Doubled steps; `full` of them make a cell.
    rest: i64,
    by: i64,
    full: i64,
}

impl Axis {
    fn new(at: i32, delta: i64, steps: i64) -> Self {
        let sign = if delta < 0 { -1 } else { 1 };
        Self { at, sign, rest: steps - 1, by: 2 * delta.abs(), full: 2 * steps }
    }

    fn step(&mut self) -> i32 {
        self.rest += self.by;
        if self.rest >= self.full {
            self.rest -= self.full;
            self.at += self.sign;
        }
        self.at
    }
}
