//! A level of `unseen`: the board, the settings, the things on it and recorded solutions.
//!
//! `read` reads a level file, TOML or JSON, into this form and `write` writes it; both forms are equivalent. Knows
//! what can be played; does not know how the game goes.
//!
//! ```
//! use timeloom::rules::Level as _;
//! use timeloom::rulesets::unseen::level::Level;
//!
//! let level = Level::parse(
//!     r#"
//!     [meta]
//!     id = "sneak"
//!     name = "Sneak past"
//!     [world]
//!     time_depth = 20
//!     [map]
//!     rows = ["@..B..>", "......."]  # wall '#', floor '.', player '@', exit '>', goal 'o', boxes 'B' and 'P'
//!     [[entity]]                     # details beyond a letter
//!     kind = "enemy"
//!     name = "guard"
//!     patrol = { path = [[5, 1], [6, 1]], loops = true }
//!     vision = { facing = "east", fov = 90 }
//!     [[solution]]
//!     name = "below"
//!     actions = "E E S E E N E E"
//!     "#,
//! )
//! .unwrap();
//! assert_eq!((level.width(), level.height()), (7, 2));
//! assert_eq!(Level::parse(&level.to_text()), Ok(level));
//! ```

mod drawing;
mod form;
mod ids;
pub(super) mod keywords;
mod model;
mod read;
#[cfg(test)]
pub(super) mod tests;
mod validate;
mod write;

use std::sync::Arc;

pub use ids::NAMESPACE;
pub use model::{
    Cell, Detection, Facing, Flag, Kind, LevelPosition, Meta, Paradox, Patrol, Rift, Solution, Thing, Vision,
    Win, World,
};
pub use read::Reading;
use uuid::Uuid;
pub(super) use validate::{
    Finding, Location, MAX_SETTING, Missing, Part, Severity, described, validate as findings,
};

use crate::rules::{self, Fault, Recorded};

/// Most cells of a side of the board.
pub const MAX_SIDE: i32 = 1024;
/// Most slices of a cube.
pub const MAX_TIME_DEPTH: i32 = 1_000_000;
/// Most things in a level.
pub const MAX_THINGS: usize = 100_000;
/// Most bytes of a level file; longer texts are refused unread.
pub const MAX_BYTES: usize = 2 << 20;

/// A level of `unseen`. Its things have a fixed order: first those that a letter of the map can show, row by row,
/// then the rest in the order in which they were given.
///
/// In JSON it has the keys of the TOML file: `meta`, `world`, `map`, `entity` and `solution`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    meta: Arc<Meta>,
    world: World,
    width: i32,
    height: i32,
    things: Arc<[Thing]>,
    solutions: Arc<[Solution]>,
}

impl Level {
    /// Creates a level; [`Level::faults`] says whether it can be played.
    pub fn new(
        meta: Meta,
        world: World,
        (width, height): (i32, i32),
        things: Vec<Thing>,
        solutions: Vec<Solution>,
    ) -> Self {
        let things = drawing::arrange(width, height, things, |thing| thing);
        Self::arranged(meta, world, (width, height), things, solutions)
    }

    /// Creates a level whose things are already in their fixed order.
    pub(super) fn arranged(
        meta: Meta,
        world: World,
        (width, height): (i32, i32),
        things: Vec<Thing>,
        solutions: Vec<Solution>,
    ) -> Self {
        Self { meta: meta.into(), world, width, height, things: things.into(), solutions: solutions.into() }
    }

    /// Puts things, and whatever travels with them, in the fixed order of a level on a board of this size.
    pub(super) fn arrange<T>(
        (width, height): (i32, i32),
        items: Vec<T>,
        thing: impl Fn(&T) -> &Thing,
    ) -> Vec<T> {
        drawing::arrange(width, height, items, thing)
    }

    /// Returns whether a cell is on the board.
    pub(super) fn is_on_board(&self, cell: Cell) -> bool {
        is_on_board(self.width, self.height, cell)
    }

    /// Reads a level file as far as it can be understood, with all its faults and warnings.
    pub fn read(text: &str) -> Reading {
        read::read(text)
    }

    /// Returns its name and other metadata.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Returns its settings.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the width: cells from west to east.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Returns the height: cells from north to south.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Returns all things on the board, in the order of the level.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

    /// Returns the recorded solutions.
    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// Returns the same level with other recorded solutions.
    pub fn with_solutions(&self, solutions: Vec<Solution>) -> Self {
        Self { solutions: solutions.into(), ..self.clone() }
    }

    /// Returns the id of every thing, in the order of [`Level::things`]: the one in the file, or else a version 5
    /// UUID of the level's id and the thing's name, or of its kind and its number among the unnamed ones of that
    /// kind. The same level gives the same ids on every machine, before and after it was saved.
    pub fn ids(&self) -> Vec<Uuid> {
        ids::ids(&self.meta.id, &self.things)
    }

    /// Returns everything that keeps this level from being played, as far as that shows without playing.
    pub fn faults(&self) -> Vec<Fault> {
        let errors = validate::validate(self)
            .into_iter()
            .filter(|finding| finding.severity != validate::Severity::Warning);
        errors.map(|finding| Fault::new(finding.sentence)).collect()
    }

    /// Returns the warnings: what is unusual about this level but harmless.
    pub fn warnings(&self) -> Vec<Fault> {
        let warnings = validate::validate(self)
            .into_iter()
            .filter(|finding| finding.severity == validate::Severity::Warning);
        warnings.map(|finding| Fault::new(finding.sentence)).collect()
    }
}

impl rules::Level for Level {
    const RULESET: &'static str = "unseen";

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        let Reading { level, faults, .. } = read::read(text);
        match level {
            Some(level) if faults.is_empty() => Ok(level),
            _ => Err(faults),
        }
    }

    fn to_text(&self) -> String {
        write::text(self)
    }

    fn title(&self) -> String {
        self.meta.name.clone()
    }

    fn id(&self) -> String {
        let Meta { id, name, .. } = self.meta.as_ref();
        if *id == Meta::default().id { name.clone() } else { id.clone() }
    }

    fn description(&self) -> Option<String> {
        self.meta.description.clone()
    }

    fn allows_undo(&self) -> bool {
        self.world.allow_undo
    }

    fn solutions(&self) -> Vec<Recorded> {
        let recorded = |solution: &Solution| Recorded {
            name: solution.name.clone(),
            actions: solution.steps().map(str::to_owned).collect(),
        };
        self.solutions.iter().map(recorded).collect()
    }

    fn with_solution(&self, Recorded { name, actions }: Recorded) -> Option<Self> {
        let solution = Solution { name, actions: actions.join(" ") };
        Some(self.with_solutions(self.solutions.iter().cloned().chain([solution]).collect()))
    }

    fn warnings(text: &str) -> Vec<Fault> {
        read::read(text).warnings
    }
}

/// Returns whether a cell is on a board of this size.
fn is_on_board(width: i32, height: i32, (x, y): Cell) -> bool {
    (0..width).contains(&x) && (0..height).contains(&y)
}
