//! Movement and its collisions: who gets to which cell when all go at once.
//!
//! Called once in every tick, and public because it is a rule of its own: a pure function of characters, tick and
//! chance. Does not know boards, attacks or why anybody moves.

use serde::{Deserialize, Serialize};

use super::deed::ActionKind;
use super::id::CharacterId;
use super::state::Character;
use crate::rng::SeedVariant;
use crate::scene::Cell;

/// Where everybody is after movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementResult {
    /// All characters as they were given, at the places they reached.
    pub updated_characters: Vec<Character>,
    /// One event for each who tried to leave its cell: by target cell (y, then x), then by slot and id.
    pub events: Vec<MovementEvent>,
    /// Chance after the draws that were needed.
    pub rng_state: u32,
}

/// Somebody tried to go somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementEvent {
    /// In which tick.
    pub tick: u32,
    /// Who.
    pub character: CharacterId,
    /// From where.
    pub from: Cell,
    /// The cell it wanted. Reached unless it collided; of a mover that was blocked or lost the draw this stays the wanted
    /// cell, and `from` is the cell it still stands on.
    pub to: Cell,
    /// Whether it had to stay because the cell was taken or somebody else got there.
    pub collided: bool,
}

/// Moves everybody whose move is due.
///
/// Whoever stands on a cell when the tick starts blocks it, even if leaving: so places are never swapped, nobody moves
/// up behind another, and two never end on one cell. Those who want the same free cell draw for it, once for all of
/// them. To move to one's own cell is to hold it: it blocks and is no event.
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

/// The cells that somebody stands on.
pub(super) struct Taken(Vec<Cell>);

impl Taken {
    /// The cells these characters stand on.
    pub(super) fn by<'a>(characters: impl Iterator<Item = &'a Character>) -> Self {
        let mut cells: Vec<Cell> = characters.map(|character| character.position).collect();
        cells.sort_unstable();
        Self(cells)
    }

    /// Whether somebody stands there.
    pub(super) fn holds(&self, cell: Cell) -> bool {
        self.0.binary_search(&cell).is_ok()
    }
}

struct Mover {
    index: usize,
    target: Cell,
}

/// Those who are about to leave their cell, by target (y, then x), then by slot and id.
fn movers(characters: &[Character]) -> Vec<Mover> {
    let leaving = characters.iter().enumerate().filter_map(|(index, character)| {
        let deed = character.current_action.filter(|deed| deed.kind == ActionKind::Move && deed.is_due())?;
        (deed.target_cell != character.position).then_some(Mover { index, target: deed.target_cell })
    });
    let mut movers: Vec<Mover> = leaving.collect();
    movers.sort_by_key(|mover| (mover.target.y, mover.target.x, characters[mover.index].rank()));
    movers
}

/// The place in the group of the one who gets the cell. Who is alone draws nothing.
fn draw(group: &[Mover], rng: &mut SeedVariant) -> usize {
    let contestants = u32::try_from(group.len()).unwrap_or(u32::MAX);
    if contestants > 1 { rng.below(contestants) as usize } else { 0 }
}

fn event(character: &Character, to: Cell, tick: u32, collided: bool) -> MovementEvent {
    MovementEvent { tick, character: character.id.clone(), from: character.position, to, collided }
}
