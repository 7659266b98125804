//! The kinds of ships, as data: the built-in catalogue, or one from a level.
//!
//! `read` reads it from text and finds everything that is wrong, `write` writes it. Knows what kinds there are; does
//! not know which ships are in play.

mod read;
mod read_power;
mod write;

use std::sync::{Arc, LazyLock};

pub(super) use read::read;
pub(super) use write::document;

use super::id::Kind;
use super::phase::Phase;
use super::power::{Effect, Power, Query, Rule, Standard};
use crate::level_text::Reader;

/// Text of the built-in catalogue.
pub const BUILT_IN: &str = include_str!("ships/fleet.toml");

/// One kind of ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Word for it in files and actions.
    pub kind: Kind,
    /// Name for people.
    pub name: Arc<str>,
    /// Letter for it on a board.
    pub glyph: char,
    /// Its cost in lines; a kind without a cost cannot be drawn.
    pub cost: Option<u16>,
    /// The player's ships that go into it. A kind that takes none is basic, the others are upgrades.
    pub takes: Vec<Kind>,
    /// Charges of a new ship.
    pub charges: u8,
    /// Its powers.
    pub powers: Vec<Power>,
}

impl Design {
    /// Returns whether powers can destroy it.
    pub fn is_basic(&self) -> bool {
        self.takes.is_empty()
    }

    /// Returns the power that its owner may spend charges on in a phase, with its index.
    pub fn charged(&self, phase: Phase) -> Option<(usize, &Power)> {
        self.powers.iter().enumerate().find(|(_, power)| power.price(phase).is_some())
    }

    /// Returns the answer of its passives to a query, if any.
    pub(super) fn answers<T>(&self, question: impl Fn(Query) -> Option<T>) -> Option<T> {
        self.powers.iter().find_map(|power| match power.rule {
            Rule::Passive(query) => question(query),
            _ => None,
        })
    }
}

/// All kinds of ships of a match, in the order of the text. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue(Arc<[Design]>);

impl Catalogue {
    /// Returns the built-in ships.
    pub fn built_in() -> Self {
        static SHIPS: LazyLock<Catalogue> = LazyLock::new(|| {
            let mut reader = Reader::new(BUILT_IN);
            let document = reader.document(BUILT_IN);
            let ships = read(&mut reader, &document);
            let faults = reader.finish();
            assert!(faults.is_empty(), "the built-in ships are sound, a test reads them: {faults:?}");
            Catalogue::new(ships)
        });
        SHIPS.clone()
    }

    pub(super) fn new(designs: Vec<Design>) -> Self {
        Self(designs.into())
    }

    /// Returns all kinds.
    pub fn designs(&self) -> &[Design] {
        &self.0
    }

    /// Returns the design of a kind.
    pub fn get(&self, kind: &Kind) -> Option<&Design> {
        // Ships in play mostly share the word with the catalogue; comparing addresses first avoids comparing letters.
        let same = |design: &&Design| Arc::ptr_eq(&design.kind.0, &kind.0);
        self.0.iter().find(same).or_else(|| self.0.iter().find(|design| design.kind == *kind))
    }

    /// Returns the design of a kind that a valid state or level names.
    pub(super) fn of(&self, kind: &Kind) -> &Design {
        self.get(kind).unwrap_or_else(|| unreachable!("ships in play are of kinds in the catalogue"))
    }
}

/// Returns the standard effects that an effect may expand to.
pub(super) fn standards(effect: &Effect) -> impl Iterator<Item = &Standard> {
    let (first, second) = match effect {
        Effect::Standard(standard) => (standard, None),
        Effect::Conditional { then, otherwise, .. } => (then, otherwise.as_ref()),
        Effect::PerShips { then, .. } => (then, None),
    };
    std::iter::once(first).chain(second)
}

/// Returns the effect of a power, if it has one.
pub(super) fn effect_of(rule: &Rule) -> Option<&Effect> {
    match rule {
        Rule::Scheduled { effect, .. } | Rule::Destroyed(effect) | Rule::Completed(effect) => Some(effect),
        Rule::Reroll(_) | Rule::Passive(_) => None,
    }
}
