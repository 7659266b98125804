//! Counts all states of a level, for its difficulty.
//!
//! The states are those of the folded search. If nothing depends on `t`, states that differ only in `t` count
//! as one.

use super::folded::Folded;
use super::timeless::Timeless;
use crate::codec;
use crate::rulesets::unseen::core::{SpatialPos, Thing, Traits};
use crate::rulesets::unseen::game::{Action, GameState};
use crate::solver::states::Space;
use crate::solver::{Limit, Survey, Watch, survey};

/// Counts the states.
pub(super) fn survey(from: &GameState, watch: &Watch) -> Result<Survey, Limit> {
    let mut folded = Folded::new(from);
    if Timeless::new(from).is_none() {
        return survey::survey(&mut folded, u32::MAX, watch);
    }
    let left = from.cube().time_depth - 1 - from.current_time();
    survey::survey(&mut Untimed(folded), left.unsigned_abs(), watch)
}

/// The same states without `t`.
struct Untimed<'s>(Folded<'s>);

impl Space for Untimed<'_> {
    type State = GameState;
    type Action = Action;

    fn start(&self) -> GameState {
        self.0.start()
    }

    fn expand(&self, state: &GameState, found: &mut dyn FnMut(Action, GameState)) {
        self.0.expand(state, found);
    }

    fn is_won(&self, state: &GameState) -> bool {
        self.0.is_won(state)
    }

    fn key(&self, state: &GameState, _scratch: &mut Vec<u8>) -> u128 {
        let cube = state.cube();
        let cell = |SpatialPos { x, y }: SpatialPos| (y, x);
        let place = |thing: Thing| {
            let record = cube.base().records(thing).first()?;
            let home = record.entity.position.spatial();
            let here = cube.overlay().place(thing, state.current_time()).unwrap_or(home);
            record.traits.meets(Traits::BOX).then(|| (record.traits, cell(here)))
        };
        let mut boxes: Vec<_> = cube.base().placed().filter_map(place).collect();
        boxes.sort_unstable();
        codec::hash_128(&codec::encode(&(cell(state.player_position().spatial()), boxes)))
    }

    fn bound(&self, _state: &GameState) -> u32 {
        0
    }

    fn bytes(&self, action: Option<&Self::Action>) -> usize {
        self.0.bytes(action)
    }
}
