//! Lines through time: the player's path as a ribbon, the paths of other branches, patrols, moved boxes, and rifts.
//!
//! Part of the painter. A line is smoothed between its points and shaded by nearness; where time does not advance by
//! one, a glowing arc leads to the other time.

use egui::{Color32, Pos2};
use timeloom::scene::Tone;
use timeloom::scene::cube::{Point, Rift, Thread, ThreadKind};

use super::camera::CubePoint;
use super::faces::{Joint, LYING, PaintOrder, STANDING};
use super::paint::{CubePainter, LIGHT, clear};
use super::stack::{Branch, BranchPath};
use crate::theme::mix;

/// Width of a ribbon, in cells, and its range in points.
const WIDTH: f32 = 0.17;
const WIDTHS: std::ops::RangeInclusive<f32> = 1.3..=6.5;
/// With more points than this on all lines together, lines are painted without curves.
const CURVED: usize = 900;

/// Below this half width, in points, a line has no shading.
const THIN: f32 = 1.1;

/// Segments of a curve between two points.
const PARTS: u8 = 4;

/// Style of a line.
#[derive(Clone, Copy)]
struct Style {
    /// Half width, in points.
    half: f32,
    /// Colours at the first and the last point.
    colours: [Color32; 2],
    /// Opacity.
    strength: f32,
    /// Whether it is dashed.
    dashed: bool,
    /// Whether it glows.
    glows: bool,
}

impl CubePainter<'_> {
    /// Paints the lines of everything but the player.
    pub(super) fn threads(&mut self) {
        let stack = self.stack;
        for thread in &stack.cube.threads {
            match thread.kind {
                ThreadKind::Patrol => self.patrol(thread),
                ThreadKind::Box => self.moved(thread),
                ThreadKind::WorldLine => {}
            }
        }
    }

    /// Paints the player's paths, and rifts.
    pub(super) fn ways(&mut self) {
        let stack = self.stack;
        stack.cube.rifts.iter().for_each(|rift| self.rift(rift));
        stack.ways.iter().for_each(|way| self.way(way));
    }

    fn half(&self) -> f32 {
        (self.lens.scale * WIDTH).clamp(*WIDTHS.start(), *WIDTHS.end())
    }

    fn way(&mut self, way: &BranchPath) {
        let style = self.way_style(way.branch);
        let runs = way.points.chunk_by(|a, b| a.t + 1 == b.t);
        let (total, mut done) = (way.points.len().max(2) as f32 - 1.0, 0.0);
        let mut last: Option<&Point> = None;
        for run in runs {
            if let (Some(from), Some(to)) = (last, run.first()) {
                self.leap(self.centre(from), self.centre(to), style);
            }
            let part = |at: f32| mix(style.colours[0], style.colours[1], at / total);
            let ends = [part(done), part(done + run.len() as f32 - 1.0)];
            let places: Vec<CubePoint> = run.iter().map(|point| self.centre(point)).collect();
            self.line(&places, Style { colours: ends, ..style });
            self.arrows(&places, Style { colours: ends, ..style });
            done += run.len() as f32;
            last = run.last();
        }
    }

    fn way_style(&self, branch: Branch) -> Style {
        let blue = self.palette.fill(Tone::Blue);
        let half = self.half();
        match branch {
            Branch::Walked => Style {
                half,
                colours: [mix(blue, self.palette.ground, 0.25), mix(blue, LIGHT, 0.08)],
                strength: 1.0,
                dashed: false,
                glows: true,
            },
            Branch::Ahead => {
                Style { half: half * 0.6, colours: [blue; 2], strength: 0.85, dashed: true, glows: false }
            }
            Branch::Solution => {
                let good = self.palette.fill(Tone::Good);
                Style { half: half * 0.8, colours: [good; 2], strength: 0.9, dashed: false, glows: true }
            }
            Branch::Other(number) => Style {
                half: half * 0.62,
                colours: [self.hue(number); 2],
                strength: 0.75,
                dashed: false,
                glows: false,
            },
        }
    }

    fn patrol(&mut self, thread: &Thread) {
        let places: Vec<CubePoint> = thread.points.iter().map(|point| self.centre(point)).collect();
        let colour = self.palette.fill(thread.tone);
        let half = self.half() * 0.62;
        self.line(&places, Style { half, colours: [colour; 2], strength: 0.85, dashed: false, glows: false });
    }

    /// Paints the broad, translucent trail of a box: standing, moved, standing.
    fn moved(&mut self, thread: &Thread) {
        let colour = self.palette.fill(thread.tone);
        for pair in thread.points.windows(2) {
            let [a, b] = [&pair[0], &pair[1]].map(|point| self.centre(point));
            if pair[0].at == pair[1].at {
                self.shaft(a, b.z + self.lens.rise * 0.55, 0.26, colour, 0.34);
            } else {
                self.shaft(a, a.z + self.lens.rise * 0.55, 0.26, colour, 0.34);
                self.skid(a, b, colour);
            }
        }
        if let Some(last) = thread.points.last().map(|point| self.centre(point)) {
            self.shaft(last, last.z + self.lens.rise * 0.55, 0.26, colour, 0.34);
        }
    }

    fn skid(&mut self, a: CubePoint, b: CubePoint, colour: Color32) {
        let half = self.lens.scale * 0.14;
        let style = Style { half, colours: [colour; 2], strength: 0.45, dashed: false, glows: false };
        self.line(&[a, b], style);
    }

    /// Paints a rift: rings at both ends, and a faint arc from the lit slice to its target.
    fn rift(&mut self, rift: &Rift) {
        let stack = self.stack;
        let from = stack.lit.clamp(rift.slices.start, rift.slices.end.saturating_sub(1));
        let (from, to) = (Point { at: rift.at, t: from }, rift.to);
        let colour = self.palette.fill(rift.tone);
        for (end, strength) in [(from, 1.0), (to, 0.7)] {
            if stack.cube.slices.contains(&end.t) {
                self.halo(self.centre(&end), colour, strength);
            }
        }
        if self.is_used(rift) {
            return;
        }
        let half = self.half() * 0.42;
        let style = Style { half, colours: [colour; 2], strength: 0.5, dashed: true, glows: false };
        let arc = self.arc(self.centre(&from), self.centre(&to));
        self.stroke(&arc, style);
    }

    /// Whether the path to the cursor goes through a rift: then the path's own arc is enough.
    fn is_used(&self, rift: &Rift) -> bool {
        let walked = self.stack.ways.iter().filter(|way| way.branch == Branch::Walked);
        let mut leaps = walked.flat_map(|way| way.points.windows(2));
        leaps.any(|pair| pair[0].at == rift.at && pair[1] == rift.to && pair[0].t + 1 != pair[1].t)
    }

    /// Paints the arc of a path that leaps through time.
    fn leap(&mut self, from: CubePoint, to: CubePoint, style: Style) {
        let violet = self.palette.fill(Tone::Violet);
        let arc = self.arc(from, to);
        let (first, rest) = arc.split_at(arc.len() / 2);
        let bright = mix(violet, LIGHT, 0.25);
        let first: Vec<CubePoint> = first.iter().chain(rest.first()).copied().collect();
        let whole = Style { half: style.half * 0.85, ..style };
        self.stroke(&first, Style { colours: [style.colours[1], bright], ..whole });
        self.stroke(rest, Style { colours: [bright, style.colours[0]], ..whole });
        if style.glows {
            [from, to].into_iter().for_each(|end| self.halo(end, violet, 1.0));
        }
        self.arrow_at(rest, rest.len() / 3, Style { colours: [bright; 2], ..whole });
    }

    /// Returns an arc from one time to another that leaves the stack upwards and enters it from below, on the nearer
    /// side.
    fn arc(&self, from: CubePoint, to: CubePoint) -> Vec<CubePoint> {
        let (right, middle) = (self.lens.right(), from.towards(to, 0.5));
        let (wide, deep) = (self.stack.cube.width as f32, self.stack.cube.height as f32);
        let aside = (middle.x - wide / 2.0) * right.0 + (middle.y - deep / 2.0) * right.1;
        let out = (0.9 + 0.34 * (from.z - to.z).abs()).min(0.3 * wide.max(deep) + 1.2).copysign(aside);
        let (up, rise) = (self.lens.rise * 1.6, (right.0 * out * 1.3, right.1 * out * 1.3));
        let (one, two) = (from.plus(rise.0, rise.1, up), to.plus(rise.0, rise.1, -up));
        let steps: u8 = 36;
        (0..=steps).map(|step| curve([from, one, two, to], f32::from(step) / f32::from(steps))).collect()
    }

    /// Paints a line as curves through its points, or as straight segments if there are too many.
    fn line(&mut self, places: &[CubePoint], style: Style) {
        match (self.points < CURVED, style.dashed) {
            (true, true) => self.stroke(&smooth(places), style),
            (true, false) => self.stroke(&thrifty(&smooth(places)), style),
            (false, _) => self.stroke(places, style),
        }
    }

    fn stroke(&mut self, places: &[CubePoint], style: Style) {
        let length = places.len().max(2) as f32 - 1.0;
        let joints: Vec<(CubePoint, Color32)> = (0u16..)
            .zip(places)
            .map(|(at, place)| (*place, self.shade(*place, style.colours, f32::from(at) / length)))
            .collect();
        if style.dashed {
            let dashes = (0..joints.len().saturating_sub(1)).step_by(4);
            dashes.for_each(|at| self.band(&joints[at..(at + 3).min(joints.len())], style));
        } else {
            self.band(&joints, style);
        }
    }

    /// Fades a colour into the background with distance.
    fn shade(&self, place: CubePoint, colours: [Color32; 2], part: f32) -> Color32 {
        let colour = if colours[0] == colours[1] { colours[0] } else { mix(colours[0], colours[1], part) };
        mix(self.palette.ground, colour, 0.8 + 0.2 * self.lens.closeness(place))
    }

    fn band(&mut self, joints: &[(CubePoint, Color32)], style: Style) {
        if style.glows {
            self.glow(joints, style.half * 3.4);
        }
        if style.half < THIN {
            return self.thin_band(joints, style);
        }
        let half = style.half;
        let (dark, shine) = if self.dark { (self.palette.ground, 0.2) } else { (Color32::BLACK, 0.14) };
        let joint = |(place, colour): &(CubePoint, Color32)| {
            let colour = colour.gamma_multiply(style.strength);
            let (rim, light) = (mix(colour, dark, shine * 1.8), mix(colour, LIGHT, shine));
            let across = [
                (-half - 0.8, clear()),
                (-half, rim),
                (-half * 0.25, light),
                (half, rim),
                (half + 0.8, clear()),
            ];
            Joint { at: self.lens.at(*place), order: self.order(*place, STANDING), across }
        };
        let joints: Vec<Joint<5>> = joints.iter().map(joint).collect();
        self.faces.band(&joints);
    }

    /// Paints a line too thin for shading.
    fn thin_band(&mut self, joints: &[(CubePoint, Color32)], style: Style) {
        let outer = style.half + 1.0;
        let joint = |(place, colour): &(CubePoint, Color32)| {
            let across = [(-outer, clear()), (0.0, colour.gamma_multiply(style.strength)), (outer, clear())];
            Joint { at: self.lens.at(*place), order: self.order(*place, STANDING), across }
        };
        let joints: Vec<Joint<3>> = joints.iter().map(joint).collect();
        self.faces.band(&joints);
    }

    fn glow(&mut self, joints: &[(CubePoint, Color32)], half: f32) {
        let joint = |(place, colour): &(CubePoint, Color32)| {
            let across = [
                (-half, clear()),
                (0.0, colour.gamma_multiply(if self.dark { 0.34 } else { 0.16 })),
                (half, clear()),
            ];
            Joint { at: self.lens.at(*place), order: self.order(*place, LYING), across }
        };
        let joints: Vec<Joint<3>> = joints.iter().map(joint).collect();
        self.faces.band(&joints);
    }

    /// Paints an arrow every few cells, to show the direction.
    fn arrows(&mut self, places: &[CubePoint], style: Style) {
        let every = ((26.0 / (self.lens.scale * self.lens.rise)).ceil() as usize).max(2);
        if style.half < 2.0 || self.points > CURVED {
            return;
        }
        let fine = smooth(places);
        let per_step = (fine.len() / places.len().max(1)).max(1);
        let marks = (per_step * every / 2..fine.len()).step_by(per_step * every);
        marks.for_each(|at| self.arrow_at(&fine, at, style));
    }

    fn arrow_at(&mut self, line: &[CubePoint], at: usize, style: Style) {
        let (Some(here), Some(next)) = (line.get(at), line.get(at + 1)) else { return };
        let (tail, tip) = (self.lens.at(*here), self.lens.at(*next));
        let along = (tip - tail).normalized() * (style.half * 1.7);
        let aside = along.rot90() * 0.8;
        let colour = mix(self.shade(*here, style.colours, 0.5), LIGHT, 0.75);
        let points: [Pos2; 4] =
            [tail + along * 0.9, tail - along * 0.6 + aside, tail - along * 0.15, tail - along * 0.6 - aside];
        let order = self.order(*here, STANDING);
        let order = PaintOrder { nearness: order.nearness + 0.6, ..order };
        self.faces.flat(order, points, colour.gamma_multiply(style.strength));
    }
}

/// Drops the interpolated points of a smooth line where it is straight.
fn thrifty(fine: &[CubePoint]) -> Vec<CubePoint> {
    let bends = |at: usize| {
        let [a, b, c] = [fine[at - 1], fine[at], fine[at + 1]];
        (a.x + c.x - 2.0 * b.x).abs() + (a.y + c.y - 2.0 * b.y).abs() > 0.002
    };
    let last = fine.len().saturating_sub(1);
    let kept = (0..fine.len()).filter(|at| at % usize::from(PARTS) == 0 || *at == last || bends(*at));
    kept.map(|at| fine[at]).collect()
}

/// Adds points to a line, on curves through its own.
fn smooth(places: &[CubePoint]) -> Vec<CubePoint> {
    let place = |at: usize| places[at.min(places.len() - 1)];
    let mut fine = Vec::with_capacity(places.len() * usize::from(PARTS));
    for at in 0..places.len().saturating_sub(1) {
        let [a, b, c, d] = [place(at.saturating_sub(1)), place(at), place(at + 1), place(at + 2)];
        let parts = (0..PARTS).map(|part| f32::from(part) / f32::from(PARTS));
        fine.extend(parts.map(|part| through(a, b, c, d, part)));
    }
    fine.extend(places.last());
    fine
}

/// Point between the second and third of four points, on a curve through all of them; the height is linear.
fn through(a: CubePoint, b: CubePoint, c: CubePoint, d: CubePoint, part: f32) -> CubePoint {
    let (square, cube) = (part * part, part * part * part);
    let mix = |a: f32, b: f32, c: f32, d: f32| {
        0.5 * (2.0 * b
            + (c - a) * part
            + (2.0 * a - 5.0 * b + 4.0 * c - d) * square
            + (3.0 * b - a - 3.0 * c + d) * cube)
    };
    CubePoint::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y), b.z + (c.z - b.z) * part)
}

/// Point on a Bézier curve with four control points.
fn curve([a, b, c, d]: [CubePoint; 4], part: f32) -> CubePoint {
    let (ab, bc, cd) = (a.towards(b, part), b.towards(c, part), c.towards(d, part));
    let (abc, bcd) = (ab.towards(bc, part), bc.towards(cd, part));
    abc.towards(bcd, part)
}
