//! Questions about a drawn level, independent of its drawing: can be asked on any thread.
//!
//! Made by [`crate::catalog::Drawable`] for the editor and `timeloom solve --difficulty`. Knows no log and no
//! file.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use crate::check::{self, PlayedGame, Recording, Rerun};
use crate::rules::Level;
use crate::show::Show;
use crate::sketch::{Drawn, Sketch, Spot, ThingId};
use crate::solver::{Puzzle, Verdict, Watch, puzzle};

/// A drawn level.
pub trait DrawnLevel: Send + Sync {
    /// Returns the start of the level as a question for the solver; `None` if it cannot be played by one
    /// player.
    fn puzzle(&self) -> Option<Box<dyn Puzzle>>;
    /// Returns the same without one thing.
    fn without(&self, thing: ThingId) -> Option<Box<dyn Puzzle>>;
    /// Returns all things, in the order of their ids.
    fn things(&self) -> Vec<Named>;
    /// Returns its text.
    fn text(&self) -> String;
    /// Returns its recorded solutions.
    fn solutions(&self) -> Vec<Recording>;
    /// Re-runs recordings on it; `None` if it cannot be played.
    fn rerun(&self, recordings: &[Recording]) -> Option<Vec<Rerun>>;
    /// Re-runs every branch of some games on it, until `see` returns a break; `None` if it cannot be played.
    fn rerun_games(
        &self,
        games: &[Arc<PlayedGame>],
        see: &mut dyn FnMut(usize, Rerun) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>>;
}

/// A thing with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Id of the thing.
    pub id: ThingId,
    /// Its name, or that of its kind.
    pub name: String,
    /// Cell and slice of the thing.
    pub spot: Spot,
}

/// Things that no shortest way needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unused {
    /// Things without which the shortest way is as long as with them; each is tested alone.
    pub things: Vec<Named>,
    /// Number of things that were not tested within the budget.
    pub unknown: usize,
}

/// Unused things as they are listed: one by one, or many of a kind together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnusedGroup<'a> {
    /// One thing.
    One(&'a Named),
    /// Many things of the same name.
    Many {
        /// Their name.
        name: &'a str,
        /// Number of things.
        count: usize,
    },
}

/// Maximum number of things of one name that are listed one by one.
const MOST_OF_A_NAME: usize = 3;

impl Unused {
    /// Returns the things grouped by name.
    pub fn grouped(&self) -> Vec<UnusedGroup<'_>> {
        let mut by_name: BTreeMap<&str, Vec<&Named>> = BTreeMap::new();
        self.things.iter().for_each(|thing| by_name.entry(&thing.name).or_default().push(thing));
        let groups = by_name.into_iter().flat_map(|(name, things)| match things.len() {
            count if count > MOST_OF_A_NAME => vec![UnusedGroup::Many { name, count }],
            _ => things.into_iter().map(UnusedGroup::One).collect(),
        });
        groups.collect()
    }
}

/// Returns the questions about a sketch.
pub fn drawn_level<R: Show<Level: Drawn>>(sketch: Sketch) -> Box<dyn DrawnLevel> {
    Box::new(OfSketch::<R>(sketch, PhantomData))
}

/// Finds the things that no shortest way needs: without any one of them a shortest way still takes `shortest`
/// turns.
pub fn unused(level: &dyn DrawnLevel, shortest: u32, watch: &Watch) -> Unused {
    let mut unused = Unused::default();
    for thing in level.things() {
        match level.without(thing.id).map(|puzzle| puzzle.solve(watch).verdict) {
            Some(Verdict::Solved(way)) if way.len() as u32 == shortest => unused.things.push(thing),
            Some(Verdict::Unknown { .. }) => unused.unknown += 1,
            Some(Verdict::Solved(_) | Verdict::Unsolvable) | None => {}
        }
    }
    unused
}

struct OfSketch<R>(Sketch, PhantomData<fn() -> R>);

impl<R: Show<Level: Drawn>> DrawnLevel for OfSketch<R> {
    fn puzzle(&self) -> Option<Box<dyn Puzzle>> {
        puzzle::of_level::<R>(R::Level::level(&self.0))
    }

    fn without(&self, thing: ThingId) -> Option<Box<dyn Puzzle>> {
        let mut sketch = self.0.clone();
        sketch.remove(thing)?;
        puzzle::of_level::<R>(R::Level::level(&sketch))
    }

    fn things(&self) -> Vec<Named> {
        let name = |thing| R::Level::KIT.name_of(thing).to_owned();
        self.0.things().map(|(id, thing)| Named { id, name: name(thing), spot: thing.spot }).collect()
    }

    fn text(&self) -> String {
        R::Level::level(&self.0).to_text()
    }

    fn solutions(&self) -> Vec<Recording> {
        R::Level::level(&self.0).solutions().into_iter().map(Recording::from).collect()
    }

    fn rerun(&self, recordings: &[Recording]) -> Option<Vec<Rerun>> {
        let rules = R::new(R::Level::level(&self.0)).ok()?;
        Some(recordings.iter().map(|recording| check::rerun(&rules, recording)).collect())
    }

    fn rerun_games(
        &self,
        games: &[Arc<PlayedGame>],
        see: &mut dyn FnMut(usize, Rerun) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let rules = R::new(R::Level::level(&self.0)).ok()?;
        Some(check::rerun_games(&rules, games, see))
    }
}
