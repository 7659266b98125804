//! Level: two players with their first ships, the kinds of ships, and when the match ends.
//!
//! `read` reads it from a level file, TOML or JSON of the same shape, and finds everything that is wrong; the written
//! form holds every ship, so that a save never depends on the built-in ships. Knows what can be played; does not know
//! how the match goes.

mod read;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::id::{Kind, SEATS, Seat, ShipId};
use super::phase::Phase;
use super::ships::{self, Catalogue};
use super::state::{Player, Ship, State, Status};
use crate::level_text::to_toml;
use crate::rng::Mulberry32;
use crate::rules::{self, Fault};

/// Default starting health.
pub const DEFAULT_HEALTH: i32 = 25;
/// Default maximum health.
pub const DEFAULT_MOST_HEALTH: i32 = 35;
/// Default number of rounds.
pub const DEFAULT_ROUNDS: u16 = 30;

/// A match before its first round. In JSON it has the keys of the TOML file, all of them optional.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub struct Level {
    name: Arc<str>,
    description: Arc<str>,
    skin: Arc<str>,
    most_health: i32,
    rounds: u16,
    setups: Arc<[Setup; 2]>,
    ships: Catalogue,
}

/// Starting position of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Name of the player.
    pub name: Arc<str>,
    /// Starting health.
    pub health: i32,
    /// Starting lines.
    pub lines: u32,
    /// Starting ships.
    pub ships: Vec<Kind>,
}

impl Level {
    /// Returns the name of the skin, if it asks for one.
    pub(super) fn skin(&self) -> Option<Arc<str>> {
        Some(self.skin.clone()).filter(|name| !name.is_empty())
    }

    /// Returns the author's description; may be empty.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the maximum health of a player.
    pub fn most_health(&self) -> i32 {
        self.most_health
    }

    /// Returns the number of rounds; after the last one the healthier player wins.
    pub fn rounds(&self) -> u16 {
        self.rounds
    }

    /// Returns the kinds of ships.
    pub fn ships(&self) -> &Catalogue {
        &self.ships
    }

    /// Returns the starting position of a player.
    pub fn setup(&self, seat: Seat) -> &Setup {
        &self.setups[seat.index()]
    }

    /// Creates the level of a match that came from outside without its own: the built-in ships, and default setups.
    pub(super) fn unknown() -> Self {
        let setup =
            |name: &str| Setup { name: name.into(), health: DEFAULT_HEALTH, lines: 0, ships: Vec::new() };
        Self {
            name: "A match in progress".into(),
            description: "".into(),
            skin: "".into(),
            most_health: DEFAULT_MOST_HEALTH,
            rounds: DEFAULT_ROUNDS,
            setups: [setup("A"), setup("B")].into(),
            ships: Catalogue::built_in(),
        }
    }

    /// Returns the first state for a seed. Seeds that differ only above 32 bits differ too.
    pub(super) fn start(&self, seed: u64) -> State {
        State {
            round: 1,
            phase: Phase::DiceRoll,
            rng: Mulberry32::from_seed(seed),
            die: None,
            response: false,
            players: SEATS.map(|seat| self.enter(seat)),
            ships: SEATS.into_iter().flat_map(|seat| self.first_ships(seat)).collect(),
            tally: Arc::default(),
        }
    }

    fn enter(&self, seat: Seat) -> Player {
        let Setup { health, lines, ships, .. } = self.setup(seat);
        let (built, declared) = (ships.len() as u8, Arc::default());
        // Nobody has anything to choose before the die is rolled.
        Player { id: seat, health: *health, lines: *lines, reads: None, ready: true, built, declared }
    }

    fn first_ships(&self, owner: Seat) -> impl Iterator<Item = Ship> {
        let kinds = self.setup(owner).ships.iter().zip(1..);
        kinds.map(move |(kind, number)| {
            let design = self.ships.of(kind);
            let (id, kind) = (ShipId { owner, number }, design.kind.clone());
            Ship { id, kind, status: Status::Alive, charges: design.charges, born: 0, fired: Vec::new() }
        })
    }

    fn document(&self) -> Map<String, Value> {
        let player = |setup: &Setup| json!({ "name": setup.name, "health": setup.health, "lines": setup.lines, "ships": setup.ships });
        let mut document = Map::new();
        document.insert("ruleset".into(), "fleet".into());
        let mut meta = json!({ "name": self.name, "description": self.description });
        if let Some(skin) = self.skin() {
            meta["skin"] = json!(skin);
        }
        document.insert("meta".into(), meta);
        document.insert("match".into(), json!({ "most_health": self.most_health, "rounds": self.rounds }));
        document.insert("player".into(), self.setups.iter().map(player).collect());
        document.insert("ship".into(), self.ships.designs().iter().map(ships::document).collect());
        document
    }
}

impl rules::Level for Level {
    const RULESET: &'static str = "fleet";

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        read::parse(text)
    }

    fn to_text(&self) -> String {
        to_toml(&self.document())
    }

    fn title(&self) -> String {
        if self.name.is_empty() { "Unnamed match".into() } else { self.name.to_string() }
    }

    fn description(&self) -> Option<String> {
        Some(self.description.to_string()).filter(|words| !words.is_empty())
    }
}

impl TryFrom<Value> for Level {
    type Error = String;

    fn try_from(document: Value) -> Result<Self, String> {
        if !document.is_object() {
            return Err("expected a level: an object, which may be empty".to_owned());
        }
        // The text is a single line, so line numbers would be useless.
        let sentences =
            |faults: Vec<Fault>| faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>();
        read::parse(&document.to_string()).map_err(|faults| sentences(faults).join("; "))
    }
}

impl From<Level> for Value {
    fn from(level: Level) -> Self {
        level.document().into()
    }
}
