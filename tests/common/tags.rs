//! Names of the codes in actions, for tests that want each of them somewhere.

use timeloom::rules::{Rules, Testable};
use timeloom::sketch::Edit;

use super::catalog_entries::CatalogEntry;

/// The codes of a game, or of its drawings.
pub(crate) struct Tags {
    /// Returns the names of the codes in an action.
    pub(crate) of: fn(&str) -> Vec<String>,
    /// Returns the names of all codes.
    pub(crate) all: fn() -> Vec<String>,
}

impl Tags {
    /// Returns the codes of an entry of the catalog.
    pub(crate) fn new(entry: &CatalogEntry) -> Self {
        macro_rules! games {
            ($($rules:ty),+ $(,)?) => { [$((<$rules as Rules>::NAME, Self::game::<$rules>())),+] };
        }
        if entry.drawing {
            return Self { of: |edit| edit.parse::<Edit>().unwrap().tags(), all: Edit::all_tags };
        }
        let games = timeloom::for_each_ruleset!(games);
        let game = games.into_iter().find(|(name, _)| *name == entry.rules.name());
        game.expect("every game is in the list").1
    }

    fn game<R: Testable>() -> Self {
        Self { of: |action| R::tags(&action.parse().unwrap()), all: R::all_tags }
    }
}
