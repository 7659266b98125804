//! The kinds of ships there are, as data: a catalogue that comes with the program, or one that a level brings.
//!
//! `read` makes it from text and finds all that is wrong, `write` gives the text back. Knows what kinds there are; does
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

/// The text of the catalogue that comes with the program.
pub const BUILT_IN: &str = include_str!("ships/fleet.toml");

/// One kind of ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The word for it in files and actions.
    pub kind: Kind,
    /// What people call it.
    pub name: Arc<str>,
    /// The letter that stands for it on a board.
    pub glyph: char,
    /// The lines it takes; a kind without a cost cannot be drawn.
    pub cost: Option<u16>,
    /// The ships of the player that go into it. A kind that takes none is basic, the others are upgrades.
    pub takes: Vec<Kind>,
    /// The charges a new one has.
    pub charges: u8,
    /// What it can do.
    pub powers: Vec<Power>,
}

impl Design {
    /// Whether powers can destroy it.
    pub fn is_basic(&self) -> bool {
        self.takes.is_empty()
    }

    /// The power that its owner may spend charges on in a phase, and the place of it.
    pub fn charged(&self, phase: Phase) -> Option<(usize, &Power)> {
        self.powers.iter().enumerate().find(|(_, power)| power.price(phase).is_some())
    }

    /// The answer of its passives to a question, if one of them answers it.
    pub(super) fn answers<T>(&self, question: impl Fn(Query) -> Option<T>) -> Option<T> {
        self.powers.iter().find_map(|power| match power.rule {
            Rule::Passive(query) => question(query),
            _ => None,
        })
    }
}

/// All kinds of ships of a match, in the order of the text. Cloning it costs nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue(Arc<[Design]>);

impl Catalogue {
    /// The ships that come with the program.
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

    /// All kinds.
    pub fn designs(&self) -> &[Design] {
        &self.0
    }

    /// The design of a kind.
    pub fn get(&self, kind: &Kind) -> Option<&Design> {
        // Ships in play mostly share the word with the catalogue; comparing the address first spares the letters.
        let same = |design: &&Design| Arc::ptr_eq(&design.kind.0, &kind.0);
        self.0.iter().find(same).or_else(|| self.0.iter().find(|design| design.kind == *kind))
    }

    /// The design of a kind that a sound state or level names.
    pub(super) fn of(&self, kind: &Kind) -> &Design {
        self.get(kind).unwrap_or_else(|| unreachable!("ships in play are of kinds in the catalogue"))
    }
}

/// The standard effects that an effect may expand to.
pub(super) fn standards(effect: &Effect) -> impl Iterator<Item = &Standard> {
    let (first, second) = match effect {
        Effect::Standard(standard) => (standard, None),
        Effect::Conditional { then, otherwise, .. } => (then, otherwise.as_ref()),
        Effect::PerShips { then, .. } => (then, None),
    };
    std::iter::once(first).chain(second)
}

/// The effect of a power, if it has one.
pub(super) fn effect_of(rule: &Rule) -> Option<&Effect> {
    match rule {
        Rule::Scheduled { effect, .. } | Rule::Destroyed(effect) | Rule::Completed(effect) => Some(effect),
        Rule::Reroll(_) | Rule::Passive(_) => None,
    }
}
