//! The camera of the cube: rotation, tilt, zoom and pan; and the projection of points to the screen.
//!
//! Kept by the [`CubeView`](super::CubeView) between frames and by the settings between starts. There is no
//! perspective: equal sizes look equal, and slices stay parallel. Knows numbers only.

use egui::{Pos2, Rect, Vec2, vec2};

use crate::settings::Orbit;

/// Range of the tilt: time always points up, and slices always show their upper side.
const TILTS: std::ops::RangeInclusive<f32> = 0.1..=1.45;
const ZOOMS: std::ops::RangeInclusive<f32> = 0.3..=24.0;

/// Camera of the cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeCamera {
    /// Rotation, in radians.
    pub yaw: f32,
    /// Tilt, in radians: 0 is from the side, a quarter turn from above.
    pub pitch: f32,
    /// Zoom factor; 1 fits the cube.
    pub zoom: f32,
    /// Offset on the screen, in points.
    pub pan: Vec2,
}

impl Default for CubeCamera {
    fn default() -> Self {
        Self { yaw: 0.56, pitch: 0.46, zoom: 1.0, pan: Vec2::ZERO }
    }
}

impl CubeCamera {
    /// Reads a camera from the settings, whatever values they hold.
    pub fn from_orbit(orbit: Orbit) -> Self {
        let (default, Orbit { turn, tilt, zoom }) = (Self::default(), orbit);
        let sane = |value: f32, default: f32| if value.is_finite() { value } else { default };
        Self {
            yaw: sane(turn, default.yaw).rem_euclid(std::f32::consts::TAU),
            pitch: sane(tilt, default.pitch).clamp(*TILTS.start(), *TILTS.end()),
            zoom: sane(zoom, default.zoom).clamp(*ZOOMS.start(), *ZOOMS.end()),
            pan: Vec2::ZERO,
        }
    }

    /// Returns the settings of the camera; `None` if it is the default. The pan is not kept.
    pub fn orbit_to_keep(self) -> Option<Orbit> {
        let orbit = Orbit { turn: self.yaw, tilt: self.pitch, zoom: self.zoom };
        (Self { pan: Vec2::ZERO, ..self } != Self::default()).then_some(orbit)
    }

    /// Turns and tilts the cube.
    pub fn orbit(&mut self, by: Vec2) {
        self.yaw = (self.yaw - by.x).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + by.y).clamp(*TILTS.start(), *TILTS.end());
    }

    /// Zooms by a factor, keeping a point in place; the point is relative to the centre of the area.
    pub fn approach(&mut self, factor: f32, point: Vec2) {
        let zoom = (self.zoom * factor).clamp(*ZOOMS.start(), *ZOOMS.end());
        self.pan = point - (point - self.pan) * (zoom / self.zoom);
        self.zoom = zoom;
    }
}

/// A point in the cube, in cells: right and down on the board, and up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CubePoint {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) z: f32,
}

impl CubePoint {
    pub(super) fn new(x: f32, y: f32, z: f32) -> Self {
        Self { x, y, z }
    }

    pub(super) fn towards(self, other: Self, part: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * part;
        Self::new(mix(self.x, other.x), mix(self.y, other.y), mix(self.z, other.z))
    }

    pub(super) fn plus(self, x: f32, y: f32, z: f32) -> Self {
        Self::new(self.x + x, self.y + y, self.z + z)
    }
}

/// Size of a cube in columns, rows and slices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) slices: f32,
}

impl Extent {
    /// Returns the distance between two slices, in cells, with which the cube is about as high as it is wide,
    /// or higher if there is space.
    fn rise(&self, room: Vec2) -> f32 {
        let default = (1.15 * self.width.max(self.height) / self.slices.max(1.0)).clamp(0.5, 1.5);
        let (wide, deep) = self.across();
        let room = room.y / (room.x / wide).max(0.01) - deep * CubeCamera::default().pitch.sin();
        let fills = room / (CubeCamera::default().pitch.cos() * self.slices.max(1.0));
        fills.clamp(default, default.max(1.8))
    }

    /// Width and depth of the board as seen by the default camera.
    fn across(&self) -> (f32, f32) {
        let turn = Vec2::angled(CubeCamera::default().yaw);
        (self.width * turn.x + self.height * turn.y, self.width * turn.y + self.height * turn.x)
    }
}

/// Projection of a cube to an area of the screen, for one camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lens {
    pub(super) room: Rect,
    extent: Extent,
    /// Distance between two slices, in cells.
    pub(super) rise: f32,
    /// Height of the last slice, in cells.
    top: f32,
    /// Points per cell.
    pub(super) scale: f32,
    middle: Pos2,
    turn: Vec2,
    tilt: Vec2,
    /// Screen position of the corner of the first slice, and the screen vectors of one cell to the right, down and
    /// up.
    origin: Pos2,
    axes: [Vec2; 3],
    /// Fraction of the depth of the cube that one cell towards the viewer covers.
    depth: f32,
}

/// Margin above and below, and for the legend.
const ABOVE: f32 = 34.0;

impl Lens {
    pub(super) fn new(camera: CubeCamera, room: Rect, extent: Extent) -> Self {
        // Numbers are on the left, and arcs extend on both sides.
        let aside = (room.width() * 0.12).clamp(36.0, 60.0);
        let space = (room.size() - 2.0 * vec2(aside, ABOVE)).max(Vec2::splat(10.0));
        let (rise, (wide, deep)) = (extent.rise(space), extent.across());
        let tilt = Vec2::angled(CubeCamera::default().pitch);
        let top = (extent.slices - 1.0).max(0.0) * rise;
        let fits = (space.x / wide).min(space.y / (deep * tilt.y + (top + 0.6) * tilt.x));
        let (turn, tilt) = (Vec2::angled(camera.yaw), Vec2::angled(camera.pitch));
        let (scale, middle) = ((fits * camera.zoom).max(0.05), room.center() + camera.pan);
        let axes = [
            vec2(turn.x, turn.y * tilt.y) * scale,
            vec2(-turn.y, turn.x * tilt.y) * scale,
            vec2(0.0, -tilt.x) * scale,
        ];
        let origin = middle - (axes[0] * extent.width + axes[1] * extent.height + axes[2] * top) / 2.0;
        let depth = tilt.x / (extent.width.hypot(extent.height) * tilt.x).max(1.0);
        Self { room, extent, rise, top, scale, middle, turn, tilt, origin, axes, depth }
    }

    /// Projects a point to the screen.
    pub(super) fn at(&self, place: CubePoint) -> Pos2 {
        self.origin + self.axes[0] * place.x + self.axes[1] * place.y + self.axes[2] * place.z
    }

    /// Distance of a point from the centre plane, towards the viewer.
    pub(super) fn nearness(&self, place: CubePoint) -> f32 {
        let seen = self.turned(place);
        seen.y * self.tilt.x + seen.z * self.tilt.y
    }

    /// Upper bound of the absolute nearness of anything in the cube.
    pub(super) fn reach(&self) -> f32 {
        self.extent.width.hypot(self.extent.height) + self.top + 8.0
    }

    /// Height on the screen, in points, of something this many cells high.
    pub(super) fn tall(&self, cells: f32) -> f32 {
        cells * self.scale * self.tilt.x
    }

    /// Nearness of a point as a fraction: 0 at the far end of the cube, 1 at the near end.
    pub(super) fn closeness(&self, place: CubePoint) -> f32 {
        (self.turned(place).y * self.depth + 0.5).clamp(0.0, 1.0)
    }

    /// Returns the position on the board under a point of the screen, at height `z`.
    pub(super) fn under(&self, point: Pos2, z: f32) -> (f32, f32) {
        let seen = (point - self.middle) / self.scale;
        let z = z - self.top / 2.0;
        let (right, down) = (seen.x, (seen.y + z * self.tilt.x) / self.tilt.y);
        let x = right * self.turn.x + down * self.turn.y;
        let y = down * self.turn.x - right * self.turn.y;
        (x + self.extent.width / 2.0, y + self.extent.height / 2.0)
    }

    /// Returns the component of this normal of a side of the board towards the viewer; negative if it faces
    /// away.
    pub(super) fn faces(&self, x: f32, y: f32) -> f32 {
        x * self.turn.y + y * self.turn.x
    }

    /// The direction on the board that points to the right on the screen.
    pub(super) fn right(&self) -> (f32, f32) {
        (self.turn.x, -self.turn.y)
    }

    fn turned(&self, place: CubePoint) -> CubePoint {
        let (x, y) = (place.x - self.extent.width / 2.0, place.y - self.extent.height / 2.0);
        let z = place.z - self.top / 2.0;
        CubePoint::new(x * self.turn.x - y * self.turn.y, x * self.turn.y + y * self.turn.x, z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_settings_say_the_cube_can_be_seen() {
        let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 0.0];
        for (turn, tilt) in odd.iter().flat_map(|turn| odd.map(|tilt| (*turn, tilt))) {
            let camera = CubeCamera::from_orbit(Orbit { turn, tilt, zoom: tilt });
            assert!((0.0..=std::f32::consts::TAU).contains(&camera.yaw), "{camera:?}");
            assert!(TILTS.contains(&camera.pitch) && ZOOMS.contains(&camera.zoom), "{camera:?}");
        }
    }

    #[test]
    fn what_is_kept_is_the_same_camera() {
        let camera = CubeCamera { yaw: 2.0, pitch: 1.0, zoom: 4.0, pan: Vec2::ZERO };
        assert_eq!(camera.orbit_to_keep().map(CubeCamera::from_orbit), Some(camera));
        assert_eq!(CubeCamera { pan: vec2(9.0, 9.0), ..CubeCamera::default() }.orbit_to_keep(), None);
    }
}
