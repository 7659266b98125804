//! Level: the number of players and their names.
//!
//! `read` reads level files; [`Level`] writes them. Knows who plays; does not know how the game is played.

mod read;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::refill;
use super::state::{Center, PlayerBoard, Position, State};
use super::tiles::{TILES_PER_COLOR, TileCounts};
use crate::level_text;
use crate::rng::Mulberry32;
use crate::rules::{self, Fault};

/// Fewest players.
pub const MIN_PLAYERS: u8 = 2;
/// Most players.
pub const MAX_PLAYERS: u8 = 4;
/// Most characters of a name; longer ones would break the lines that contain them.
const MAX_NAME: usize = 40;

/// A game before its first round. In JSON only `players` is required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a level")]
pub struct Level {
    #[serde(default)]
    name: Arc<str>,
    #[serde(default)]
    description: Arc<str>,
    #[serde(default)]
    skin: Arc<str>,
    players: u8,
    #[serde(default)]
    names: Arc<[Arc<str>]>,
}

impl Level {
    /// Creates a level for a number of players, who are named by letters.
    pub fn new(players: u8) -> Self {
        Self { name: "".into(), description: "".into(), skin: "".into(), players, names: Arc::new([]) }
    }

    /// Returns the number of players.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Returns the name of a player.
    pub fn player(&self, id: u8) -> Arc<str> {
        let letter = char::from(b'A' + id.min(25));
        let given = self.names.get(usize::from(id)).cloned();
        given.unwrap_or_else(|| format!("Player {letter}").into())
    }

    /// Returns the name of the skin, if it asks for one.
    pub(super) fn skin(&self) -> Option<Arc<str>> {
        Some(self.skin.clone()).filter(|name| !name.is_empty())
    }

    /// Returns the author's description; may be empty.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the first state for a seed. Seeds that differ only above 32 bits differ too.
    pub(super) fn start(&self, seed: u64) -> State {
        let mut position = Position {
            center: Center { has_first_player_token: true, ..Center::default() },
            players: vec![PlayerBoard::default(); self.players.into()],
            bag: TileCounts::new([TILES_PER_COLOR as u8; 5]),
            rng_state: Mulberry32::from_seed(seed),
            ..Position::default()
        };
        refill::refill(&mut position, &mut Vec::new());
        position.into()
    }

    /// Returns the level that a valid state from outside would have started from.
    pub(super) fn of(position: &Position) -> Self {
        Self::new(position.players.len() as u8)
    }

    /// Returns everything that keeps this level from being played.
    pub(super) fn faults(&self) -> Vec<Fault> {
        let names = self.names.iter().filter_map(|name| name_fault(name));
        table_fault(self.players, self.names.len()).into_iter().chain(names).map(Fault::new).collect()
    }
}

/// Returns the fault of the number of players, if any.
pub(super) fn crowd_fault(players: usize) -> Option<String> {
    let fits = (usize::from(MIN_PLAYERS)..=usize::from(MAX_PLAYERS)).contains(&players);
    (!fits).then(|| format!("azul takes {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}"))
}

/// Returns the fault of the number of players or of names, if any.
fn table_fault(players: u8, names: usize) -> Option<String> {
    let unnamed = names > 0 && names != usize::from(players);
    let unnamed = || unnamed.then(|| format!("{players} players take {players} names, not {names}, or none"));
    crowd_fault(players.into()).or_else(unnamed)
}

fn name_fault(name: &str) -> Option<String> {
    let quoted = level_text::quoted(name);
    if name.trim().is_empty() || name.contains(char::is_control) {
        Some(format!("{quoted} is not a name: write at least one letter, and no line breaks"))
    } else if name.chars().count() > MAX_NAME {
        Some(format!("the name {quoted} is too long: write at most {MAX_NAME} letters"))
    } else {
        None
    }
}

impl rules::Level for Level {
    const RULESET: &'static str = "azul";

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        read::parse(text)
    }

    fn to_text(&self) -> String {
        let mut document = Map::new();
        document.insert("ruleset".into(), "azul".into());
        document.insert("players".into(), self.players.into());
        if !self.names.is_empty() {
            document.insert("names".into(), self.names.iter().map(|name| Value::from(&**name)).collect());
        }
        let meta = [("name", &self.name), ("description", &self.description), ("skin", &self.skin)];
        let said = meta.into_iter().filter(|(_, text)| !text.is_empty());
        let said: Map<String, Value> = said.map(|(key, text)| (key.to_owned(), json!(text))).collect();
        if !said.is_empty() {
            document.insert("meta".into(), said.into());
        }
        level_text::to_toml(&document)
    }

    fn title(&self) -> String {
        if self.name.is_empty() { format!("A table for {}", self.players) } else { self.name.to_string() }
    }

    fn description(&self) -> Option<String> {
        Some(self.description.to_string()).filter(|words| !words.is_empty())
    }
}
