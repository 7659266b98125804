//! Carries out actions: tiles go from a source to a line and the floor, the rest to the centre, and the turn passes
//! on.
//!
//! Called with an effect that `legality` returned. Cannot fail and does not check again; when nothing is left to
//! take, `round` takes over.

use super::action::{ActionSource, Destination, DraftAction, index};
use super::conservation;
use super::error::ValidationError;
use super::legality::{self, Effect};
use super::outcome::{Event, Outcome};
use super::round;
use super::state::{PlayerBoard, Position, State};

/// Returns the state after an action, or why the action is not legal. Leaves the given state unchanged.
pub fn apply_action(state: &State, action: &DraftAction) -> Result<State, ValidationError> {
    apply(state, action).map(|(next, _)| next)
}

/// Returns the state after an action and its outcome; an error if the number of tiles changed.
pub(super) fn apply(state: &State, action: &DraftAction) -> Result<(State, Outcome), ValidationError> {
    let effect = legality::check(state, action)?;
    let (next, outcome) = apply_effect(state.clone(), &effect);
    conservation::check_same(state, &next).map_err(ValidationError::invariant_violation)?;
    Ok((next, outcome))
}

/// Applies an effect to the state it was computed for.
pub(super) fn apply_effect(mut state: State, effect: &Effect) -> (State, Outcome) {
    let position: &mut Position = &mut state;
    let player = position.active_player_id;
    let mut events = Vec::with_capacity(6);
    draft(position, effect, &mut events);
    if position.has_tiles_on_offer() {
        position.active_player_id = position.next_player();
        events.push(Event::Passed { player: position.active_player_id });
    } else {
        round::end(position, &mut events);
    }
    (state, Outcome { player, events })
}

fn draft(position: &mut Position, effect: &Effect, events: &mut Vec<Event>) {
    let DraftAction { source, color, .. } = effect.action;
    events.push(Event::Took { source, color, count: effect.count });
    take(position, effect, events);
    let Some(player) = position.players.get_mut(usize::from(position.active_player_id)) else { return };
    player.floor_line.has_first_player_token |= effect.takes_token;
    put(player, effect, events);
}

fn take(position: &mut Position, effect: &Effect, events: &mut Vec<Event>) {
    let color = effect.action.color;
    match effect.action.source {
        ActionSource::Center => {
            position.center.tiles.remove(color);
            position.center.has_first_player_token &= !effect.takes_token;
        }
        ActionSource::Factory(number) => {
            let factory = index(number);
            position.factories[factory].remove(color);
            let tiles = position.factories[factory].take();
            position.center.tiles.pour(tiles);
            events.extend((!tiles.is_empty()).then_some(Event::Cleared { factory, tiles }));
        }
    }
    events.extend(effect.takes_token.then_some(Event::TookToken));
}

fn put(player: &mut PlayerBoard, effect: &Effect, events: &mut Vec<Event>) {
    let (color, count) = (effect.action.color, effect.placed);
    if let Destination::PatternLine(number) = effect.action.destination {
        let row = index(number);
        let line = &mut player.pattern_lines[row];
        line.count_filled += count;
        line.color = Some(color);
        let (filled, capacity) = (line.count_filled, line.capacity);
        events.push(Event::Placed { row, color, count, filled, capacity });
    }
    if effect.broken > 0 {
        player.floor_line.tiles.extend(std::iter::repeat_n(color, effect.broken.into()));
        events.push(Event::Broke { color, count: effect.broken });
    }
}
