//! Searches for the shortest way to win a level. The answer is exact, or says that it is not known.
//!
//! A ruleset for one player returns a [`Search`] from [`crate::rules::Rules::search`]: over states packed into a few
//! words ([`packed`]), or over its own states with a key that says which of them have the same future ([`states`]).
//! Runs on any thread and is watched and stopped through a [`Watch`]. Knows no game, files or screens.

mod buckets;
pub mod packed;
pub mod states;
mod watch;

pub use watch::{Budget, Limit, Watch};

/// A search that is ready to run.
pub trait Search<A> {
    /// Searches until there is an answer or the budget is used up.
    fn run(&mut self, watch: &Watch) -> Answer<A>;
}

/// A question about one state of some game, apart from that game: can be answered on any thread.
pub trait Puzzle: Send + Sync {
    /// Searches for a shortest way to win; its actions as text. What is found has been played by the rules.
    fn solve(&self, watch: &Watch) -> Answer<String>;
}

/// The answer of a search, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<A> {
    /// The answer.
    pub verdict: Verdict<A>,
    /// What it took.
    pub effort: Effort,
    /// The kind of search, in one word for people.
    pub world: &'static str,
}

/// Whether a level can be won.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<A> {
    /// It can: these actions win, and no fewer do.
    Solved(Vec<A>),
    /// It cannot.
    Unsolvable,
    /// The search ended before it could tell.
    Unknown {
        /// Why it ended.
        limit: Limit,
        /// A win takes at least this many turns.
        at_least: u32,
    },
}

impl<A> Verdict<A> {
    /// Returns the same verdict with other actions.
    pub fn map<B>(self, change: impl FnMut(A) -> B) -> Verdict<B> {
        self.map_way(|actions| actions.into_iter().map(change).collect())
    }

    /// Returns the same verdict with another way to win.
    pub fn map_way<B>(self, change: impl FnOnce(Vec<A>) -> Vec<B>) -> Verdict<B> {
        match self {
            Self::Solved(actions) => Verdict::Solved(change(actions)),
            Self::Unsolvable => Verdict::Unsolvable,
            Self::Unknown { limit, at_least } => Verdict::Unknown { limit, at_least },
        }
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Different states reached.
    pub states: u64,
    /// States generated, with those reached before.
    pub generated: u64,
    /// Bytes held at the end.
    pub bytes: u64,
}
