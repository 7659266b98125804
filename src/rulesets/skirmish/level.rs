//! Level: the arena and the fighters in it.
//!
//! `read` reads a level file into this resolved form and `write` writes it; both forms are equivalent. Knows what can
//! be played; does not know how the battle goes.

mod read;
mod roll;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::census;
use super::id::{CharacterId, Faction};
use super::state::{Character, State};
use crate::level_text::quoted;
use crate::rng;
use crate::rules::{self, Fault};
use crate::scene::{Cell, skin};

/// Default hit points of a character.
pub const DEFAULT_HP: i32 = 100;
/// Default width and height of an arena.
pub const DEFAULT_SIDE: u32 = 12;

/// A battle before its first tick. In JSON only `characters` is required, with `id`, `faction` and `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "LevelForm", into = "LevelForm")]
pub struct Level {
    name: Arc<str>,
    description: Arc<str>,
    skin: Arc<str>,
    width: u32,
    height: u32,
    fighters: Arc<[Fighter]>,
}

/// A fighter of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Unique id.
    pub id: CharacterId,
    /// Display name.
    pub name: Arc<str>,
    /// Its side.
    pub faction: Faction,
    /// Starting cell.
    pub at: Cell,
    /// Starting hit points.
    pub hp: i32,
    /// Rank: the smaller one comes first where order matters.
    pub slot: u32,
}

impl Level {
    /// Creates a level with its fighters in their fixed order: by side, in the order in which the sides first appear,
    /// then by slot and id.
    pub fn new(name: &str, description: &str, width: u32, height: u32, fighters: Vec<Fighter>) -> Self {
        let fighters = Self::arrange(fighters, |fighter| fighter);
        let (name, description, skin) = (name.into(), description.into(), "".into());
        Self { name, description, skin, width, height, fighters: fighters.into() }
    }

    /// Returns the level with the name of a skin; none if it is empty.
    pub(super) fn with_skin(self, skin: &str) -> Self {
        Self { skin: skin.into(), ..self }
    }

    /// Returns the name of the skin, if it asks for one.
    pub(super) fn skin(&self) -> Option<Arc<str>> {
        Some(self.skin.clone()).filter(|name| !name.is_empty())
    }

    /// Puts fighters, and whatever travels with them, in their fixed order.
    pub(super) fn arrange<T>(mut items: Vec<T>, fighter: impl Fn(&T) -> &Fighter) -> Vec<T> {
        let mut sides = BTreeMap::new();
        for item in &items {
            let next = sides.len();
            sides.entry(fighter(item).faction.clone()).or_insert(next);
        }
        let rank = |item: &T| {
            let Fighter { faction, slot, id, .. } = fighter(item);
            (sides[faction], *slot, id.clone())
        };
        items.sort_by_cached_key(rank);
        items
    }

    /// Reads a level file, playable or not; only a file that cannot be understood is refused.
    pub(super) fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let (level, faults) = read::reading(text);
        level.ok_or(faults)
    }

    /// Returns the name of the level; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the author's description; may be empty.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the width: cells from west to east.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height: cells from north to south.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the fighters, grouped by side.
    pub fn fighters(&self) -> &[Fighter] {
        &self.fighters
    }

    /// Returns the sides, in order.
    pub fn factions(&self) -> impl Iterator<Item = &Faction> {
        self.fighters.chunk_by(|a, b| a.faction == b.faction).map(|side| &side[0].faction)
    }

    /// Returns the first state for a seed.
    pub(super) fn start(&self, seed: u64) -> State {
        let characters = self.fighters.iter().map(Fighter::enter).collect();
        let rng_state = rng::init_rng(seed);
        State { width: self.width, height: self.height, tick: 0, rng_state, quiet: 0, characters }
    }

    /// Returns the level that a state from outside would have started from, had it been the first state.
    pub(super) fn of(state: &State) -> Self {
        let fighters = state.characters.iter().map(Fighter::of).collect();
        Self::new("A battle in progress", "", state.width, state.height, fighters)
    }

    /// Returns everything that keeps this level from being played.
    pub(super) fn faults(&self) -> Vec<Fault> {
        self.findings().into_iter().map(|(_, sentence)| Fault::new(sentence)).collect()
    }

    /// Returns the same faults, each with its place in the level.
    pub(super) fn findings(&self) -> Vec<(FaultPlace, String)> {
        let mut found = faults(self.width, self.height, &self.fighters);
        let skin = self.skin().and_then(|skin| skin::check(&skin).err());
        found.extend(skin.map(|sentence| (FaultPlace::Arena, sentence)));
        found
    }
}

impl rules::Level for Level {
    const RULESET: &'static str = "skirmish";

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        match read::reading(text) {
            (Some(level), faults) if faults.is_empty() => Ok(level),
            (_, faults) => Err(faults),
        }
    }

    fn to_text(&self) -> String {
        write::text(self)
    }

    fn title(&self) -> String {
        if self.name.is_empty() { "Unnamed battle".into() } else { self.name.to_string() }
    }

    fn description(&self) -> Option<String> {
        Some(self.description.to_string()).filter(|words| !words.is_empty())
    }
}

impl Fighter {
    fn enter(&self) -> Character {
        Character {
            id: self.id.clone(),
            name: self.name.clone(),
            faction: self.faction.clone(),
            position: self.at,
            hp: self.hp,
            max_hp: self.hp,
            slot_position: self.slot,
            current_action: None,
        }
    }

    fn of(character: &Character) -> Self {
        Self {
            id: character.id.clone(),
            name: character.name.clone(),
            faction: character.faction.clone(),
            at: character.position,
            hp: character.max_hp,
            slot: character.slot_position,
        }
    }
}

/// Place of a fault in a level.
pub(super) enum FaultPlace {
    /// The sides.
    Sides,
    /// The board.
    Arena,
    /// A fighter, by its index.
    Fighter(usize),
    /// Hit points of a fighter.
    Health(usize),
}

/// Returns everything that keeps these fighters from fighting on a board of this size.
fn faults(width: u32, height: u32, fighters: &[Fighter]) -> Vec<(FaultPlace, String)> {
    let mut found: Vec<_> = census::size(width, height).into_iter().map(|s| (FaultPlace::Arena, s)).collect();
    if let Some(crowd) = census::crowd(fighters.len()) {
        found.push((FaultPlace::Arena, crowd));
        return found;
    }
    let people = fighters.iter().map(|fighter| (&fighter.id, fighter.at));
    found.extend(census::places(width, height, people).into_iter().map(|(i, s)| (FaultPlace::Fighter(i), s)));
    found.extend(
        fighters.iter().enumerate().filter_map(|(i, fighter)| Some((FaultPlace::Health(i), weak(fighter)?))),
    );
    found.extend(peace(fighters).map(|s| (FaultPlace::Sides, s)));
    found
}

fn weak(fighter: &Fighter) -> Option<String> {
    let Fighter { id, hp, .. } = fighter;
    (*hp < 1).then(|| format!("{id} would start with {hp} hit points: give it at least 1"))
}

fn peace(fighters: &[Fighter]) -> Option<String> {
    match fighters {
        [] => Some("there are no fighters: add at least two factions with characters".into()),
        [first, rest @ ..] => rest.iter().all(|other| other.faction == first.faction).then(|| {
            format!("there is only the faction {}: a battle needs at least two", quoted(&first.faction.0))
        }),
    }
}

/// Form in JSON and in bytes: missing values follow from the rest.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a level")]
struct LevelForm {
    #[serde(default)]
    name: Arc<str>,
    #[serde(default)]
    description: Arc<str>,
    #[serde(default)]
    skin: Arc<str>,
    #[serde(default = "default_side")]
    width: u32,
    #[serde(default = "default_side")]
    height: u32,
    characters: Vec<FighterForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a character of a level")]
struct FighterForm {
    id: CharacterId,
    name: Option<Arc<str>>,
    faction: Faction,
    at: Cell,
    #[serde(default = "default_hp")]
    hp: i32,
    slot: Option<u32>,
}

fn default_side() -> u32 {
    DEFAULT_SIDE
}

fn default_hp() -> i32 {
    DEFAULT_HP
}

impl From<LevelForm> for Level {
    fn from(written: LevelForm) -> Self {
        let mut counts = BTreeMap::new();
        let fighters = written.characters.into_iter().map(|fighter| {
            let count = counts.entry(fighter.faction.clone()).or_insert(0);
            let slot = fighter.slot.unwrap_or(*count);
            *count += 1;
            let name = fighter.name.unwrap_or_else(|| fighter.id.spoken());
            Fighter { id: fighter.id, name, faction: fighter.faction, at: fighter.at, hp: fighter.hp, slot }
        });
        let fighters = fighters.collect();
        let level = Self::new(&written.name, &written.description, written.width, written.height, fighters);
        level.with_skin(&written.skin)
    }
}

impl From<Level> for LevelForm {
    fn from(level: Level) -> Self {
        let characters = level.fighters.iter().cloned().map(|fighter| FighterForm {
            id: fighter.id,
            name: Some(fighter.name),
            faction: fighter.faction,
            at: fighter.at,
            hp: fighter.hp,
            slot: Some(fighter.slot),
        });
        let characters = characters.collect();
        let Level { name, description, skin, width, height, .. } = level;
        Self { name, description, skin, width, height, characters }
    }
}
