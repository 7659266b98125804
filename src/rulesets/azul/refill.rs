//! Fills the factories from the bag, tile by tile, with the random numbers kept in the state.
//!
//! Called when a game starts and when a round begins. Knows piles of tiles; does not know players' boards.

use super::outcome::Event;
use super::state::Position;
use super::tiles::{TileColor, TileCounts};
use crate::rng::Mulberry32;

/// Number of tiles on a factory when a round starts.
pub const TILES_PER_FACTORY: u32 = 4;

/// Returns the number of factories for a number of players.
pub fn factories_for(players: usize) -> usize {
    2 * players + 1
}

/// Fills all factories, as far as the tiles go: when the bag is empty the lid is poured into it; when both are empty,
/// factories stay short.
pub(super) fn refill(position: &mut Position, events: &mut Vec<Event>) {
    position.factories = vec![TileCounts::NONE; factories_for(position.players.len())];
    for index in 0..position.factories.len() {
        for _ in 0..TILES_PER_FACTORY {
            pour_if_empty(position, events);
            let Some(color) = draw(&mut position.bag, &mut position.rng_state) else { break };
            position.factories[index].add(color, 1);
        }
    }
    events.push(Event::Dealt { factories: position.factories.clone() });
}

fn pour_if_empty(position: &mut Position, events: &mut Vec<Event>) {
    if position.bag.is_empty() && !position.lid.is_empty() {
        position.bag = position.lid.take();
        events.push(Event::LidPoured { tiles: position.bag });
    }
}

/// Draws one tile from the bag, each equally likely. When the bag is empty: `None`, and no random number is drawn.
fn draw(bag: &mut TileCounts, rng: &mut Mulberry32) -> Option<TileColor> {
    let total = bag.total();
    let color = (total > 0).then(|| rng.below(total)).and_then(|place| bag.nth(place))?;
    bag.insert(color, bag.get(color) - 1);
    Some(color)
}
