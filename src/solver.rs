//! Searches for the shortest way to win a level. The answer is exact, or says that it is unknown.
//!
//! A ruleset for one player returns a [`Search`] from [`crate::rules::Rules::search`]: over states packed
//! into a few words ([`packed`]), over its own states merged by a key ([`states`]), or, with no further code,
//! over its own states as they are ([`plain`]). A [`Puzzle`] is such a search with its types erased;
//! [`hint`], [`no_return`] and [`difficulty`] query it several times. Runs on any thread; a [`Watch`]
//! observes and stops it. Searches over whole states use as many workers as the [`Budget`] has; their number
//! changes neither the answer nor the effort. Knows no game, files or screens.

mod buckets;
mod chunks;
pub mod difficulty;
pub mod hint;
pub mod no_return;
pub mod packed;
pub mod plain;
pub mod puzzle;
pub mod states;
pub mod survey;
mod watch;
pub mod ways;
mod workers;

pub use survey::Survey;
pub use watch::{Budget, Limit, Watch};
pub use ways::Ways;

/// A search from one state that is ready to run.
pub trait Search<A> {
    /// Searches for a shortest win until there is an answer or the budget is used up.
    fn run(&mut self, watch: &Watch) -> Answer<A>;
    /// Returns the legal actions at the state, without those that never help.
    fn actions(&self) -> Vec<A>;
    /// Finds every win in this many turns, given that there is none in fewer.
    fn ways(&mut self, turns: u32, watch: &Watch) -> Result<Ways<A>, Limit>;
    /// Counts the reachable states, and those of them from which a win is reachable.
    fn survey(&mut self, watch: &Watch) -> Result<Survey, Limit>;
}

/// Questions about one state of a game, independent of the game: can be asked on any thread. Actions are
/// text.
pub trait Puzzle: Send + Sync {
    /// Searches for a shortest way to win. A solution was replayed by the rules.
    fn solve(&self, watch: &Watch) -> Answer<String>;
    /// Returns the legal actions, without those that never help.
    fn actions(&self) -> Vec<String>;
    /// Returns the result of an action; `None` if it is not legal.
    fn after(&self, action: &str) -> Option<After>;
    /// Finds every win in this many turns, given that there is none in fewer.
    fn ways(&self, turns: u32, watch: &Watch) -> Result<Ways<String>, Limit>;
    /// Counts the reachable states, and those of them from which a win is reachable.
    fn survey(&self, watch: &Watch) -> Result<Survey, Limit>;
}

/// Result of an action.
pub enum After {
    /// The game continues.
    Open(Box<dyn Puzzle>),
    /// It is won.
    Won,
    /// It ended without a win.
    Lost,
}

/// Answer of a search, and its effort.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<A> {
    /// The answer.
    pub verdict: Verdict<A>,
    /// The effort.
    pub effort: Effort,
    /// The kind of search, in one word for people.
    pub world: &'static str,
}

impl<A> Answer<A> {
    /// Returns the same answer with what an earlier search has proven: that a win takes at least so many turns.
    pub fn with_lower_bound(self, proven: u32) -> Self {
        Self { verdict: self.verdict.with_lower_bound(proven), ..self }
    }
}

/// Whether a level can be won.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<A> {
    /// It can be won with these actions, and not with fewer.
    Solved(Vec<A>),
    /// It cannot be won.
    Unsolvable,
    /// The search ended without an answer.
    Unknown {
        /// Reason why it ended.
        limit: Limit,
        /// A win takes at least this many turns.
        at_least: u32,
    },
}

impl<A> Verdict<A> {
    /// Number of turns that a win is proven to take at least, if that is all that is known.
    pub fn lower_bound(&self) -> Option<u32> {
        if let Self::Unknown { at_least, .. } = self { Some(*at_least) } else { None }
    }

    /// Returns the same verdict with what an earlier search has proven: that a win takes at least so many turns.
    pub fn with_lower_bound(self, proven: u32) -> Self {
        match self {
            Self::Unknown { limit, at_least } => Self::Unknown { limit, at_least: at_least.max(proven) },
            known => known,
        }
    }

    /// Returns the same verdict with converted actions.
    pub fn map<B>(self, change: impl FnMut(A) -> B) -> Verdict<B> {
        self.map_way(|actions| actions.into_iter().map(change).collect())
    }

    /// Returns the same verdict with a converted way to win.
    pub fn map_way<B>(self, change: impl FnOnce(Vec<A>) -> Vec<B>) -> Verdict<B> {
        match self {
            Self::Solved(actions) => Verdict::Solved(change(actions)),
            Self::Unsolvable => Verdict::Unsolvable,
            Self::Unknown { limit, at_least } => Verdict::Unknown { limit, at_least },
        }
    }
}

/// Effort of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Number of different states reached.
    pub states: u64,
    /// Number of states generated, with repetitions.
    pub generated: u64,
    /// Number of bytes held at the end.
    pub bytes: u64,
}
