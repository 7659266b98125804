//! Drawing levels of `unseen`: the kit, conversion between levels and sketches, and the scene of an
//! unfinished level.
//!
//! Called by the workshop through [`Drawn`]. Knows levels and, for the vision of guards, the game; knows no
//! log.

mod analysis;
mod convert;
mod kit;
mod problems;
mod reach;
mod scene;
mod sight;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use self::analysis::Analysis;
use super::cube;
use super::level::{
    Kind, Level, LevelPosition, MAX_SIDE, MAX_TIME_DEPTH, Meta, Reading, Thing as Item, World,
};
use crate::rules::Fault;
use crate::scene::cube::Cube;
use crate::scene::{Cell, Layer, Scene, View};
use crate::sketch::{Drawn, FieldValue, Kit, Problem, Sketch, Thing};

impl Drawn for Level {
    const KIT: &'static Kit = &kit::KIT;
    const DRAWING: u16 = 1;
    const LAYERS: &'static [Layer] = scene::LAYERS;

    type Analysis = Analysis;

    fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let Reading { level, faults, .. } = Level::read(text);
        let Some(level) = level else { return Err(faults) };
        if convert::is_whole(&level) {
            return Ok(level);
        }
        let lost = || vec![Fault::new("something in this level cannot be drawn and would be lost")];
        Err(if faults.is_empty() { lost() } else { faults })
    }

    /// Returns a room with the player in one corner and the exit in the other.
    fn blank(width: u32, height: u32) -> Self {
        let [width, height] =
            [width, height].map(|side| side.clamp(3, MAX_SIDE.unsigned_abs()).cast_signed());
        let is_edge = |x, y| x == 0 || y == 0 || x == width - 1 || y == height - 1;
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let at = |(x, y)| LevelPosition::new(x, y, 0);
        let walls = cells.filter(|&(x, y)| is_edge(x, y)).map(|cell| Item::new(Kind::Wall, at(cell)));
        let ends = [Item::new(Kind::Player, at((1, 1))), Item::new(Kind::Exit, at((width - 2, height - 2)))];
        let things = walls.chain(ends).collect();
        Level::new(Meta::default(), World::with_depth(50), (width, height), things, Vec::new())
    }

    fn sketch(&self) -> Sketch {
        convert::sketch(self)
    }

    fn level(sketch: &Sketch) -> Self {
        convert::level(sketch).0
    }

    fn slices(sketch: &Sketch) -> u32 {
        convert::world(sketch).time_depth.clamp(1, MAX_TIME_DEPTH).unsigned_abs()
    }

    fn stands(thing: &Thing, t: u32) -> Option<Cell> {
        if !convert::stay(thing).is_there(t) {
            return None;
        }
        Some(convert::walk(thing, t).unwrap_or(thing.spot.at))
    }

    fn clash(new: &Thing, old: &Thing) -> bool {
        let excludes = match (rank(new), rank(old)) {
            (Rank::Wall, _) | (_, Rank::Wall) | (Rank::Body, Rank::Body) => true,
            (Rank::Floor, Rank::Floor) => new.kind == old.kind,
            _ => false,
        };
        excludes
            && if old.walks() { Self::stands(old, new.spot.t) == Some(new.spot.at) } else { meet(new, old) }
    }

    /// An id from a file belongs to a single thing; a name that is taken gets a number.
    fn arrive(sketch: &Sketch, mut things: Vec<Thing>) -> Vec<Thing> {
        things.iter_mut().for_each(|thing| drop(thing.fields.remove("id")));
        if things.iter().any(|thing| thing.text("name").is_some()) {
            let mut taken: BTreeSet<Arc<str>> =
                sketch.things().filter_map(|(_, thing)| thing.text("name").cloned()).collect();
            things.iter_mut().for_each(|thing| rename(thing, &mut taken));
        }
        things
    }

    /// Moves a thing with a path onto its path.
    fn settle(thing: Thing) -> Thing {
        let mut thing = thing;
        if thing.path("patrol").is_some_and(|path| path.is_empty()) {
            thing.fields.remove("patrol");
        }
        thing.spot.at = convert::walk(&thing, thing.spot.t).unwrap_or(thing.spot.at);
        thing
    }

    fn analyze(sketch: &Sketch) -> Analysis {
        Analysis::new(sketch)
    }

    fn analyzed_level(analysis: &Analysis) -> &Self {
        analysis.level()
    }

    fn problems(analysis: &Analysis) -> Vec<Problem> {
        analysis.problems().to_vec()
    }

    fn scene(analysis: &Analysis, view: View) -> Scene {
        scene::scene(analysis, view)
    }

    fn cube(analysis: &Analysis, slices: Range<u32>) -> Option<Cube> {
        let name = |thing| analysis.name(analysis.world().base().id(thing)).into();
        Some(cube::of(analysis.world(), &name, slices))
    }
}

/// Rules for sharing a cell.
#[derive(PartialEq, Eq)]
enum Rank {
    /// Shares its cell with nothing.
    Wall,
    /// Shares its cell with things on the floor.
    Body,
    /// Shares its cell with everything but its own kind.
    Floor,
}

fn rank(thing: &Thing) -> Rank {
    let is = |key| thing.flag(key) == Some(true);
    match convert::kind(thing) {
        Kind::Wall => Rank::Wall,
        Kind::Exit | Kind::Goal | Kind::Rift => Rank::Floor,
        Kind::Custom if !is("blocks_movement") => Rank::Floor,
        Kind::Custom if !is("pushable") && !is("pullable") => Rank::Wall,
        Kind::Custom | Kind::Player | Kind::Box | Kind::Enemy => Rank::Body,
    }
}

/// Whether two things that stay in the same cell ever exist at the same time.
fn meet(a: &Thing, b: &Thing) -> bool {
    a.spot.at == b.spot.at && convert::stay(a).meets(convert::stay(b))
}

fn rename(thing: &mut Thing, taken: &mut BTreeSet<Arc<str>>) {
    let Some(name) = thing.text("name").cloned() else { return };
    let stem = name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end();
    let numbered = (2u32..).map(|number| Arc::from(format!("{stem} {number}").trim_start()));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
    if let Some(free) = free {
        taken.insert(free.clone());
        thing.fields.insert("name".into(), FieldValue::Text(free));
    }
}
