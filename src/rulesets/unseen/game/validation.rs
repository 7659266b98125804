//! Checks where the player can go and which things the player can move: every check that needs only one
//! position or one chain.
//!
//! Used to compute the effect of an action, and by front ends for hints. Does not check whether an action
//! contradicts an earlier turn. Checks of a target come in this order: time, bounds, blockers, the player's
//! own path.

use super::actions::{Action, ActionError, MoveError};
use super::state::GameState;
use crate::rulesets::unseen::core::{Direction, EntityId, Position, Shift, Thing, TimeCube, Traits};

/// Checks whether the player can be at a position.
pub fn validate_move_target(state: &GameState, target: Position) -> Result<(), MoveError> {
    target_is_free(state, target, &[])
}

/// Returns the target of a step in a direction, if the player can be there.
pub fn validate_directional_move(state: &GameState, direction: Direction) -> Result<Position, MoveError> {
    let target = state.player_position().step(direction);
    validate_move_target(state, target).map(|()| target)
}

/// Returns the target of waiting, if the player can be there.
pub fn validate_wait(state: &GameState) -> Result<Position, MoveError> {
    let target = state.player_position().wait();
    validate_move_target(state, target).map(|()| target)
}

/// Returns the target of the rift here, if the player can be there.
pub fn validate_rift(state: &GameState) -> Result<Position, ActionError> {
    let target = state.rift_target().ok_or(ActionError::NoRiftHere)?;
    let refused = |error: MoveError| ActionError::InvalidRiftTarget { target, reason: error.to_string() };
    validate_move_target(state, target).map(|()| target).map_err(refused)
}

/// Returns the boxes that a push would move, the nearest first: id, from, to. The boxes are there now and elsewhere
/// one tick later.
pub fn validate_push(
    state: &GameState,
    direction: Direction,
) -> Result<Vec<(EntityId, Position, Position)>, ActionError> {
    let shifts = push_shifts(state, direction)?;
    all_have_room(state, direction, &shifts)?;
    Ok(shifts.iter().map(|shift| state.described(shift)).collect())
}

/// Returns the box that a pull would move: id, from, to.
pub fn validate_pull(
    state: &GameState,
    direction: Direction,
) -> Result<(EntityId, Position, Position), ActionError> {
    let shift = pull_shift(state, direction)?;
    all_have_room(state, direction, &[shift])?;
    Ok(state.described(&shift))
}

/// Returns whether the player has been at a position before.
pub fn would_self_intersect(state: &GameState, pos: Position) -> bool {
    state.world_line().would_intersect(pos)
}

/// Returns the positions that one step, waiting or the rift here would lead to, with the action: in the order of
/// [`Action::all`].
pub fn find_reachable_positions(state: &GameState) -> Vec<(Position, Action)> {
    if !state.is_active() {
        return Vec::new();
    }
    let steps = Direction::all()
        .into_iter()
        .map(|dir| (validate_directional_move(state, dir).ok(), Action::Move(dir)));
    let wait = (validate_wait(state).ok(), Action::Wait);
    let rift = (validate_rift(state).ok(), Action::UseRift);
    steps.chain([wait, rift]).filter_map(|(target, action)| Some((target?, action))).collect()
}

/// Returns the boxes in a row from the player's position `start_pos`: id and position, the nearest first. At most one
/// more than `max_chain`, which then shows that there are too many.
pub fn compute_push_chain(
    cube: &TimeCube,
    start_pos: Position,
    direction: Direction,
    max_chain: usize,
) -> Vec<(EntityId, Position)> {
    let chain = chain_from(|pos| pushable(cube, pos), start_pos, direction, max_chain.saturating_add(1));
    chain.into_iter().map(|(thing, pos)| (cube.base().id(thing), pos)).collect()
}

/// Returns the boxes in a row, at most `limit`, given the box that a push would move in a cell.
pub(crate) fn chain_from(
    box_at: impl Fn(Position) -> Option<Thing>,
    start: Position,
    direction: Direction,
    limit: usize,
) -> Vec<(Thing, Position)> {
    let cells = std::iter::successors(Some(start.move_dir(direction)), |pos| Some(pos.move_dir(direction)));
    let boxes = cells.map_while(|pos| Some((box_at(pos)?, pos)));
    boxes.take(limit).collect()
}

/// Returns the box that a push would move in a cell; of several, the one with the lowest id.
fn pushable(cube: &TimeCube, pos: Position) -> Option<Thing> {
    cube.lowest(pos, Traits::PUSHABLE, |_| true)
}

/// Returns the boxes that a push moves.
pub(super) fn push_shifts(state: &GameState, direction: Direction) -> Result<Vec<Shift>, ActionError> {
    let (from, max) = (state.player_position(), state.config().max_push_chain);
    let chain = chain_from(|pos| pushable(state.cube(), pos), from, direction, max.saturating_add(1));
    if chain.is_empty() {
        return Err(ActionError::NothingToPush { direction });
    }
    if chain.len() > max {
        return Err(ActionError::PushChainTooLong { chain_length: chain.len(), max });
    }
    let shift = |(thing, pos): &(Thing, Position)| {
        let cell = pos.spatial();
        Shift { thing: *thing, from: cell, to: cell.move_dir(direction) }
    };
    Ok(chain.iter().map(shift).collect())
}

/// Returns the box that a pull moves.
pub(super) fn pull_shift(state: &GameState, direction: Direction) -> Result<Shift, ActionError> {
    let from = state.player_position();
    let behind = from.move_dir(direction.opposite());
    let found = |wanted| state.cube().lowest(behind, wanted, |_| true);
    match (found(Traits::PULLABLE), found(Traits::SOLID)) {
        (Some(thing), _) => Ok(Shift { thing, from: behind.spatial(), to: from.spatial() }),
        (None, Some(other)) => Err(ActionError::NotPullable { entity_id: state.cube().base().id(other) }),
        (None, None) => Err(ActionError::NothingToPull { direction }),
    }
}

/// Checks that there is room for the player and for the boxes that are moved.
pub(super) fn all_have_room(
    state: &GameState,
    direction: Direction,
    shifts: &[Shift],
) -> Result<(), ActionError> {
    target_is_free(state, state.player_position().step(direction), shifts)?;
    shifts.iter().try_for_each(|shift| has_room(state, shift, shifts))
}

/// Checks whether the player can be at a position that these boxes have left.
fn target_is_free(state: &GameState, target: Position, gone: &[Shift]) -> Result<(), MoveError> {
    let (cube, Position { x, y, t }) = (state.cube(), target);
    if t >= cube.time_depth {
        return Err(MoveError::TimeOverflow { t, max_t: cube.time_depth - 1 });
    }
    if !cube.in_bounds(target) {
        return Err(MoveError::OutOfBounds { x, y, t });
    }
    if let Some(thing) = blocker(cube, target, gone) {
        let entity = cube.base().record(thing, t).map(|record| &record.entity);
        let entity_type = entity.map(|entity| entity.entity_type().to_string()).unwrap_or_default();
        return Err(MoveError::Blocked { x, y, t, entity_id: cube.base().id(thing), entity_type });
    }
    if would_self_intersect(state, target) {
        return Err(MoveError::SelfIntersection { x, y, t });
    }
    Ok(())
}

/// Checks whether a box can go to its target, one tick later, when these boxes have left.
fn has_room(state: &GameState, shift: &Shift, gone: &[Shift]) -> Result<(), ActionError> {
    let to = shift.to.at(state.current_time() + 1);
    let free = state.cube().in_bounds(to)
        && blocker(state.cube(), to, gone).is_none()
        && !would_self_intersect(state, to);
    if free { Ok(()) } else { Err(ActionError::PushBlocked { blocked_at: to }) }
}

/// Returns the thing that blocks a position when these boxes have left; of several, the one with the lowest id.
pub(crate) fn blocker(cube: &TimeCube, pos: Position, gone: &[Shift]) -> Option<Thing> {
    cube.lowest(pos, Traits::BLOCKS_MOVEMENT, |thing| gone.iter().all(|shift| shift.thing != thing))
}
