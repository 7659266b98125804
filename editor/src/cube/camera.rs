//! Where one looks at the cube from: turned, tilted, nearer or farther, to the side; and what that makes of a place.
//!
//! The camera is kept by egui between frames, as scroll positions are, and by the settings between starts. There is no perspective: what is equally large
//! looks equally large, and slices stay parallel. Knows numbers only.

use egui::{Context, Id, Pos2, Rect, Vec2, vec2};

use crate::settings::Orbit;

/// No tilt is flatter, and none steeper: time always points upward, and slices always show their upper side.
const TILTS: std::ops::RangeInclusive<f32> = 0.1..=1.45;
const ZOOMS: std::ops::RangeInclusive<f32> = 0.3..=24.0;

/// Where one looks from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// How far the cube is turned, in radians.
    pub yaw: f32,
    /// How far it is tilted: 0 would be from the side, a quarter turn from above.
    pub pitch: f32,
    /// How large it is; at 1 it just fits.
    pub zoom: f32,
    /// How far it was moved aside, in points.
    pub pan: Vec2,
}

impl Default for Camera {
    fn default() -> Self {
        Self { yaw: 0.56, pitch: 0.46, zoom: 1.0, pan: Vec2::ZERO }
    }
}

impl Camera {
    /// The camera as it was left.
    pub fn of(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(id())).unwrap_or_default()
    }

    /// Leaves it so.
    pub fn keep(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(id(), self));
    }

    /// The camera of the settings, however odd they are.
    fn from_orbit(orbit: Orbit) -> Self {
        let (default, Orbit { turn, tilt, zoom }) = (Self::default(), orbit);
        let sane = |value: f32, default: f32| if value.is_finite() { value } else { default };
        Self {
            yaw: sane(turn, default.yaw).rem_euclid(std::f32::consts::TAU),
            pitch: sane(tilt, default.pitch).clamp(*TILTS.start(), *TILTS.end()),
            zoom: sane(zoom, default.zoom).clamp(*ZOOMS.start(), *ZOOMS.end()),
            pan: Vec2::ZERO,
        }
    }

    /// What settings say about it; nothing if it is as usual. How far it was moved aside holds for one window only.
    fn orbit_to_keep(self) -> Option<Orbit> {
        let orbit = Orbit { turn: self.yaw, tilt: self.pitch, zoom: self.zoom };
        (Self { pan: Vec2::ZERO, ..self } != Self::default()).then_some(orbit)
    }

    /// Turns and tilts.
    pub fn orbit(&mut self, by: Vec2) {
        self.yaw = (self.yaw - by.x).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + by.y).clamp(*TILTS.start(), *TILTS.end());
    }

    /// Comes nearer by a factor; what lies under a point, given from the middle of the room, stays there.
    pub fn approach(&mut self, factor: f32, point: Vec2) {
        let zoom = (self.zoom * factor).clamp(*ZOOMS.start(), *ZOOMS.end());
        self.pan = point - (point - self.pan) * (zoom / self.zoom);
        self.zoom = zoom;
    }
}

/// At the beginning the camera follows the settings, and from then on the settings follow the camera.
pub fn follow(ctx: &Context, kept: &mut Option<Orbit>) {
    let given =
        ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id().with("given")), true));
    if !given {
        Camera::keep(kept.map(Camera::from_orbit).unwrap_or_default(), ctx);
    } else if ctx.input(|input| input.smooth_scroll_delta != Vec2::ZERO) {
        // Settings are written once the wheel has come to rest.
        ctx.request_repaint();
    } else {
        *kept = Camera::of(ctx).orbit_to_keep();
    }
}

fn id() -> Id {
    Id::unique("the camera of the cube")
}

/// A place in the cube: in cells to the right and down the board, and upward in the same measure.
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

/// How large a cube is: columns, rows and slices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) slices: f32,
}

impl Extent {
    /// From one slice to the next, in cells: so that the whole is about as high as it is wide, and higher where there is
    /// room for it.
    fn rise(&self, room: Vec2) -> f32 {
        let default = (1.15 * self.width.max(self.height) / self.slices.max(1.0)).clamp(0.5, 1.5);
        let (wide, deep) = self.across();
        let room = room.y / (room.x / wide).max(0.01) - deep * Camera::default().pitch.sin();
        let fills = room / (Camera::default().pitch.cos() * self.slices.max(1.0));
        fills.clamp(default, default.max(1.8))
    }

    /// How wide and how deep the board looks, turned as usual.
    fn across(&self) -> (f32, f32) {
        let turn = Vec2::angled(Camera::default().yaw);
        (self.width * turn.x + self.height * turn.y, self.width * turn.y + self.height * turn.x)
    }
}

/// A camera in front of a cube, with a room on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lens {
    pub(super) room: Rect,
    extent: Extent,
    /// From one slice to the next, in cells.
    pub(super) rise: f32,
    /// How high the last slice lies, in cells.
    top: f32,
    /// Points to a cell.
    pub(super) scale: f32,
    middle: Pos2,
    turn: Vec2,
    tilt: Vec2,
    /// Where the corner of the first slice lies on the screen, and where a cell to the right, down and up leads from there.
    origin: Pos2,
    axes: [Vec2; 3],
    /// What part of the way from the far end to the near end a cell towards the eye is.
    depth: f32,
}

/// Room above and below, and for the key.
const ABOVE: f32 = 34.0;

impl Lens {
    pub(super) fn new(camera: Camera, room: Rect, extent: Extent) -> Self {
        // Numbers stand on the left, and arcs reach out on both sides.
        let aside = (room.width() * 0.12).clamp(36.0, 60.0);
        let space = (room.size() - 2.0 * vec2(aside, ABOVE)).max(Vec2::splat(10.0));
        let (rise, (wide, deep)) = (extent.rise(space), extent.across());
        let tilt = Vec2::angled(Camera::default().pitch);
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

    /// A place on the screen.
    pub(super) fn at(&self, place: CubePoint) -> Pos2 {
        self.origin + self.axes[0] * place.x + self.axes[1] * place.y + self.axes[2] * place.z
    }

    /// How near a place is to the eye.
    pub(super) fn nearness(&self, place: CubePoint) -> f32 {
        let seen = self.turned(place);
        seen.y * self.tilt.x + seen.z * self.tilt.y
    }

    /// Nothing in the cube is nearer than this, or farther than its opposite.
    pub(super) fn reach(&self) -> f32 {
        self.extent.width.hypot(self.extent.height) + self.top + 8.0
    }

    /// How many points high something looks that is so many cells high.
    pub(super) fn tall(&self, cells: f32) -> f32 {
        cells * self.scale * self.tilt.x
    }

    /// How near a place is: 0 at the far end of the cube, 1 at the near end.
    pub(super) fn closeness(&self, place: CubePoint) -> f32 {
        (self.turned(place).y * self.depth + 0.5).clamp(0.0, 1.0)
    }

    /// Where the board lies under a point, at a height.
    pub(super) fn under(&self, point: Pos2, z: f32) -> (f32, f32) {
        let seen = (point - self.middle) / self.scale;
        let z = z - self.top / 2.0;
        let (right, down) = (seen.x, (seen.y + z * self.tilt.x) / self.tilt.y);
        let x = right * self.turn.x + down * self.turn.y;
        let y = down * self.turn.x - right * self.turn.y;
        (x + self.extent.width / 2.0, y + self.extent.height / 2.0)
    }

    /// How much a side of the board that looks this way is turned to the eye; away from it below 0.
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
            let camera = Camera::from_orbit(Orbit { turn, tilt, zoom: tilt });
            assert!((0.0..=std::f32::consts::TAU).contains(&camera.yaw), "{camera:?}");
            assert!(TILTS.contains(&camera.pitch) && ZOOMS.contains(&camera.zoom), "{camera:?}");
        }
    }

    #[test]
    fn what_is_kept_is_the_same_camera() {
        let camera = Camera { yaw: 2.0, pitch: 1.0, zoom: 4.0, pan: Vec2::ZERO };
        assert_eq!(camera.orbit_to_keep().map(Camera::from_orbit), Some(camera));
        assert_eq!(Camera { pan: vec2(9.0, 9.0), ..Camera::default() }.orbit_to_keep(), None);
    }
}
