//! A ruleset as the laws see it: its levels, and its types erased.
//!
//! Knows no catalog: the example is tested like the rulesets of the catalog.

use serde_json::Value;
use timeloom::game::Game;
use timeloom::journal::record::Header;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Scan};
use timeloom::rules::{Level as _, Testable};
use timeloom::session::{Opening, Session, begin_by};
use timeloom::show::Show;

use super::laws::check_chance_is_not_told;

/// A ruleset and the levels that it is tested on.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) version: u16,
    pub(crate) levels: Vec<String>,
    /// Returns the header of a game by a version of the rules.
    pub(crate) begin: fn(u16, &str, u64) -> Header,
    open: fn(Scan, Opening<'_>) -> Box<dyn Game>,
    /// Names of the codes in an action.
    pub(crate) tags: fn(&str) -> Vec<String>,
    pub(crate) all_tags: fn() -> Vec<String>,
    pub(crate) check_chance: fn(&[String]),
    /// Answers a request of another program.
    pub(crate) answer: fn(Value) -> Value,
    /// Returns a level as data.
    pub(crate) level_data: fn(&str) -> Value,
}

impl Subject {
    pub(crate) fn of<R: Show + Testable>(levels: Vec<String>) -> Self {
        Self {
            name: R::NAME,
            version: R::VERSION,
            levels,
            begin: |version, level, seed| {
                begin_by::<R>(version, R::Level::parse(level).unwrap(), seed).unwrap()
            },
            open: |log, opening| Box::new(Session::<R>::open(log, opening).unwrap()),
            tags: |action| R::tags(&action.parse().unwrap()),
            all_tags: R::all_tags,
            check_chance: check_chance_is_not_told::<R>,
            answer: timeloom::answer::answer::<R>,
            level_data: |level| serde_json::to_value(R::Level::parse(level).unwrap()).unwrap(),
        }
    }

    pub(crate) fn for_every_level(&self, check: impl FnMut(&str)) {
        self.levels.iter().map(String::as_str).for_each(check);
    }

    /// Starts a game in memory.
    pub(crate) fn start(&self, level: &str, seed: u64) -> (Box<dyn Game>, Memory) {
        let memory = Memory::new((self.begin)(self.version, level, seed).to_bytes());
        (self.open(memory.clone()), memory)
    }

    /// Opens a log.
    pub(crate) fn open(&self, log: Memory) -> Box<dyn Game> {
        let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
        (self.open)(Scan::begin(Box::new(log)).unwrap(), opening)
    }
}
