//! Movement and its collisions: who reaches which cell when all move at once.
//!
//! Called once in every tick, and public because it is a rule of its own: a pure function of characters, tick and
//! random state. Does not know boards, attacks or why a character moves.

use serde::{Deserialize, Serialize};

use super::deed::ActionKind;
use super::id::CharacterId;
use super::state::Character;
use crate::rng::SeedVariant;
use crate::scene::Cell;

/// Result of the movement of a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementResult {
    /// All characters as given, at the cells they reached.
    pub updated_characters: Vec<Character>,
    /// One event for each character that tried to leave its cell: by target cell (y, then x), then by slot and id.
    pub events: Vec<MovementEvent>,
    /// Random state after the draws that were needed.
    pub rng_state: u32,
}

/// A character tried to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementEvent {
    /// The tick.
    pub tick: u32,
    /// The character.
    pub character: CharacterId,
    /// Cell it started from.
    pub from: Cell,
    /// Target cell. Reached unless it collided; a mover that was blocked or lost the draw is still on `from`.
    pub to: Cell,
    /// Whether it had to stay because the cell was taken or another character got there.
    pub collided: bool,
}

/// Moves every character whose move is due.
///
/// A character blocks the cell it stands on when the tick starts, even if it leaves: so places are never swapped,
/// nobody moves up behind another, and two never end on one cell. Those who want the same free cell draw for it, once
/// for all of them. A move to one's own cell holds it: it blocks and is no event.
pub fn resolve_movement(characters: &[Character], tick: u32, rng_state: u32) -> MovementResult {
    let taken = Taken::by(characters.iter());
    let mut rng = SeedVariant::from_state(rng_state);
    let mut updated_characters = characters.to_vec();
    let mut events = Vec::new();
    for group in movers(characters).chunk_by(|a, b| a.target == b.target) {
        let winner = if taken.holds(group[0].target) { None } else { Some(draw(group, &mut rng)) };
        for (place, mover) in group.iter().enumerate() {
            let collided = winner != Some(place);
            events.push(event(&characters[mover.index], mover.target, tick, collided));
            if !collided {
                updated_characters[mover.index].position = mover.target;
            }
        }
    }
    MovementResult { updated_characters, events, rng_state: rng.state() }
}

/// Occupied cells.
pub(super) struct Taken(Vec<Cell>);

impl Taken {
    /// Returns the cells of these characters.
    pub(super) fn by<'a>(characters: impl Iterator<Item = &'a Character>) -> Self {
        let mut cells: Vec<Cell> = characters.map(|character| character.position).collect();
        cells.sort_unstable();
        Self(cells)
    }

    /// Returns whether a cell is occupied.
    pub(super) fn holds(&self, cell: Cell) -> bool {
        self.0.binary_search(&cell).is_ok()
    }
}

struct Mover {
    index: usize,
    target: Cell,
}

/// Returns the characters that are about to leave their cell, by target (y, then x), then by slot and id.
fn movers(characters: &[Character]) -> Vec<Mover> {
    let leaving = characters.iter().enumerate().filter_map(|(index, character)| {
        let deed = character.current_action.filter(|deed| deed.kind == ActionKind::Move && deed.is_due())?;
        (deed.target_cell != character.position).then_some(Mover { index, target: deed.target_cell })
    });
    let mut movers: Vec<Mover> = leaving.collect();
    movers.sort_by_key(|mover| (mover.target.y, mover.target.x, characters[mover.index].rank()));
    movers
}

/// Returns the index of the winner of the cell in the group. A single mover needs no draw.
fn draw(group: &[Mover], rng: &mut SeedVariant) -> usize {
    let contestants = u32::try_from(group.len()).unwrap_or(u32::MAX);
    if contestants > 1 { rng.below(contestants) as usize } else { 0 }
}

fn event(character: &Character, to: Cell, tick: u32, collided: bool) -> MovementEvent {
    MovementEvent { tick, character: character.id.clone(), from: character.position, to, collided }
}
