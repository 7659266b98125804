//! State of a battle: the characters, their cells, hit points and actions, and the random state.
//!
//! Made by the level, changed only by `apply`. Knows what a possible state is; does not know what happens in a tick.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::census;
use super::deed::CharacterAction;
use super::id::{CharacterId, Faction};
use crate::collections::List;
use crate::rules::Fault;
use crate::scene::Cell;

/// State of a battle at one moment. Cloning costs the same no matter how many characters there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a state of a battle")]
pub struct State {
    /// Cells from west to east.
    pub width: u32,
    /// Cells from north to south.
    pub height: u32,
    /// Number of ticks so far.
    pub tick: u32,
    /// The state of [`crate::rng::SeedVariant`].
    pub rng_state: u32,
    /// Number of ticks in a row in which no position or hit points changed.
    #[serde(default)]
    pub quiet: u32,
    /// Living characters, in the order of the level.
    pub characters: List<Character>,
}

/// A character in the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a character")]
pub struct Character {
    /// Unique id.
    pub id: CharacterId,
    /// Display name.
    pub name: Arc<str>,
    /// Its side.
    pub faction: Faction,
    /// Its cell.
    pub position: Cell,
    /// Hit points left.
    pub hp: i32,
    /// Starting hit points.
    pub max_hp: i32,
    /// Rank: the smaller one comes first where order matters.
    pub slot_position: u32,
    /// Current action; idle if `None`.
    pub current_action: Option<CharacterAction>,
}

impl Character {
    /// Returns whether it has hit points left.
    pub fn lives(&self) -> bool {
        self.hp > 0
    }

    /// Returns whether it is free to begin an action.
    pub fn is_idle(&self) -> bool {
        self.current_action.is_none()
    }

    /// Returns the sort key wherever the order of characters matters.
    pub(super) fn rank(&self) -> (u32, &CharacterId) {
        (self.slot_position, &self.id)
    }
}

impl State {
    /// Returns whether a cell lies on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// Returns the index of a character in the list.
    pub fn find(&self, id: &CharacterId) -> Option<usize> {
        self.characters.iter().position(|character| character.id == *id)
    }

    /// Returns everything that makes this state impossible.
    pub fn faults(&self) -> Vec<Fault> {
        let size = census::size(self.width, self.height).into_iter();
        let crowd = census::crowd(self.characters.len());
        if crowd.is_some() {
            return size.chain(crowd).map(Fault::new).collect();
        }
        let people = self.characters.iter().map(|character| (&character.id, character.position));
        let places =
            census::places(self.width, self.height, people).into_iter().map(|(_, sentence)| sentence);
        let health = self.characters.iter().filter_map(health_fault);
        let deeds = self.characters.iter().flat_map(|character| self.deed_faults(character));
        size.chain(places).chain(health).chain(deeds).map(Fault::new).collect()
    }

    fn deed_faults(&self, character: &Character) -> impl Iterator<Item = String> {
        let id = &character.id;
        let deed = character.current_action;
        let outside = deed.filter(|deed| !self.contains(deed.target_cell)).map(|deed| {
            let Cell { x, y } = deed.target_cell;
            format!(
                "the target cell ({x}, {y}) of {id} is outside the {} x {} board",
                self.width, self.height
            )
        });
        let late = deed.filter(|deed| deed.ticks_remaining == 0).map(|_| {
            format!(
                "the action of {id} has 0 ticks remaining: it takes at least 1, or `current_action` is null"
            )
        });
        outside.into_iter().chain(late)
    }
}

fn health_fault(character: &Character) -> Option<String> {
    let Character { id, hp, max_hp, .. } = character;
    if *hp < 1 {
        Some(format!("{id} has {hp} hit points: those with none left are not in the list"))
    } else if hp > max_hp {
        Some(format!("{id} has {hp} hit points, more than its {max_hp} at most"))
    } else {
        None
    }
}
