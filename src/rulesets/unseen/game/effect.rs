//! The computed effect of an action: where the player goes, what is moved, and what that would contradict. Computed
//! without changing anything, then carried out without checking again.
//!
//! Used by the three functions in [`super::actions`] and by the ruleset. Decides nothing itself: legality is in
//! `validation`, contradiction in `paradox`, what enemies see in `vision`.

use std::collections::BTreeSet;

use super::actions::{Action, ActionError, ActionOutcome, ActionResult};
use super::config::{GamePhase, ParadoxMode};
use super::deeds::Deed;
use super::state::GameState;
use super::validation;
use super::win;
use crate::rulesets::unseen::core::{
    Direction, EntityId, Position, PropagationContext, PropagationResult, PropagationWarning, Shift, Traits,
    first_blocker,
};
use crate::rulesets::unseen::paradox::{self, Broken};
use crate::rulesets::unseen::vision;

/// A legal action and its effect on one state.
#[derive(Debug, Clone)]
pub struct Effect {
    /// Effect of the turn; `None` restarts the game.
    turn: Option<Turn>,
}

/// Effect of a turn.
#[derive(Debug, Clone)]
struct Turn {
    action: Action,
    from: Position,
    to: Position,
    shifts: Vec<Shift>,
    deed: Option<Deed>,
    broken: Option<Broken>,
}

/// Computes the effect of an action, or says why it cannot be taken.
pub(crate) fn work_out(state: &GameState, action: Action) -> Result<Effect, ActionError> {
    if action == Action::Restart {
        return Ok(Effect { turn: None });
    }
    if !state.is_active() {
        return Err(ActionError::GameNotActive { phase: state.phase() });
    }
    let turn = match action {
        Action::Move(direction) => {
            Turn::step(state, action, validation::validate_directional_move(state, direction)?)
        }
        Action::Wait => Turn::step(state, action, validation::validate_wait(state)?),
        Action::UseRift => rift(state)?,
        Action::Push(direction) => push(state, direction)?,
        Action::Pull(direction) => pull(state, direction)?,
        Action::Restart => unreachable!("it was answered above"),
    };
    Ok(Effect { turn: Some(turn) })
}

fn rift(state: &GameState) -> Result<Turn, ActionError> {
    let to = validation::validate_rift(state)?;
    let (id, _) = state.cube().rift(state.player_position()).ok_or(ActionError::NoRiftHere)?;
    let deed = state.cube().base().thing(id).map(|thing| Deed::Rift { thing });
    Ok(Turn { deed, ..Turn::step(state, Action::UseRift, to) })
}

fn push(state: &GameState, direction: Direction) -> Result<Turn, ActionError> {
    let shifts = validation::push_shifts(state, direction)?;
    let deed = Deed::push(direction, shifts.iter().map(|shift| shift.thing));
    moving(state, Action::Push(direction), direction, shifts, deed)
}

fn pull(state: &GameState, direction: Direction) -> Result<Turn, ActionError> {
    let shift = validation::pull_shift(state, direction)?;
    let deed = Deed::Pull { direction, thing: shift.thing };
    moving(state, Action::Pull(direction), direction, vec![shift], Some(deed))
}

/// A turn that moves boxes: the only kind that can contradict others. If contradictions are refused, a box that
/// something else moves at this very moment is refused before the check for room.
fn moving(
    state: &GameState,
    action: Action,
    direction: Direction,
    shifts: Vec<Shift>,
    deed: Option<Deed>,
) -> Result<Turn, ActionError> {
    let to = state.player_position().step(direction);
    let mut turn = Turn { shifts, deed, ..Turn::step(state, action, to) };
    let refuses = state.config().paradox == ParadoxMode::Prevent;
    if !(refuses && paradox::are_taken(state, &turn.shifts)) {
        validation::all_have_room(state, direction, &turn.shifts)?;
    }
    turn.broken = paradox::broken_by(state, &turn.shifts);
    match &turn.broken {
        Some(Broken { turn, reason }) if refuses => {
            Err(ActionError::Paradox { broken_turn: *turn, reason: reason.clone() })
        }
        _ => Ok(turn),
    }
}

impl Effect {
    /// Applies the effect to the state it was computed for.
    pub(crate) fn carry_out(self, state: GameState) -> (GameState, ActionOutcome) {
        match self.turn {
            None => (state.restarted(), ActionOutcome::Restarted),
            Some(turn) => turn.carry_out(state),
        }
    }

    /// The same with the full result; not needed for replay.
    pub(crate) fn carry_out_in_full(self, state: GameState) -> ActionResult {
        let moved = self.turn.as_ref().map(|turn| (turn.moved_entities(&state), turn.propagation(&state)));
        let (moved_entities, propagation) = moved.unwrap_or_default();
        let (state, outcome) = self.carry_out(state);
        ActionResult { state, outcome, moved_entities, propagation }
    }
}

impl Turn {
    fn step(state: &GameState, action: Action, to: Position) -> Self {
        let from = state.player_position();
        Self { action, from, to, shifts: Vec::new(), deed: None, broken: None }
    }

    fn carry_out(self, state: GameState) -> (GameState, ActionOutcome) {
        let plain = self.plain_outcome(&state);
        let Self { action, to, shifts, deed, broken, .. } = self;
        let before = state.world_line().time_range();
        let mut state = state.advanced(to, action, &shifts, deed);
        let outcome = game_end(&state, before, broken, &shifts).unwrap_or(plain);
        state.set_phase(phase_of(&outcome));
        (state, outcome)
    }

    fn plain_outcome(&self, state: &GameState) -> ActionOutcome {
        let (from, to) = (self.from, self.to);
        let mut moved = self.shifts.iter().map(|shift| state.described(shift)).map(|(id, _, to)| (id, to));
        match self.action {
            Action::Move(_) => ActionOutcome::Moved { from, to },
            Action::UseRift => ActionOutcome::Rifted { from, to },
            Action::Push(_) => ActionOutcome::Pushed { player_to: to, pushed: moved.collect() },
            Action::Pull(_) => {
                moved.next().map_or(ActionOutcome::Waited { at: to }, |(pulled_id, pulled_to)| {
                    ActionOutcome::Pulled { player_to: to, pulled_id, pulled_to }
                })
            }
            Action::Wait | Action::Restart => ActionOutcome::Waited { at: to },
        }
    }

    fn moved_entities(&self, state: &GameState) -> Vec<(EntityId, Position, Position)> {
        let boxes = self.shifts.iter().map(|shift| state.described(shift));
        [(state.player_id(), self.from, self.to)].into_iter().chain(boxes).collect()
    }

    /// Returns the slices from here until each box is moved again, or to the end.
    fn propagation(&self, state: &GameState) -> Option<PropagationResult> {
        let until = |shift: &Shift| {
            let next = state.cube().overlay().next_move(shift.thing, self.to.t);
            next.unwrap_or(state.cube().time_depth)
        };
        let last = self.shifts.iter().map(until).max()?;
        let ids = self.shifts.iter().map(|shift| state.cube().base().id(shift.thing));
        let context = PropagationContext {
            dirty_from: self.to.t,
            affected_entities: ids.collect::<BTreeSet<_>>(),
            slices_updated: usize::try_from(last - self.to.t).unwrap_or_default(),
        };
        let meets = self.shifts.iter().filter_map(|shift| self.collision(state, shift, until(shift)));
        Some(PropagationResult { context, warnings: meets.collect() })
    }

    /// Returns the first thing that a box collides with where it is put, before it is moved again at time `until`.
    fn collision(&self, state: &GameState, shift: &Shift, until: i32) -> Option<PropagationWarning> {
        let base = state.cube().base();
        let blocks = base.record(shift.thing, self.to.t)?.traits.meets(Traits::BLOCKS_MOVEMENT);
        let others = |thing| self.shifts.iter().all(|moved| moved.thing != thing);
        let times = if blocks { self.to.t..until } else { 0..0 };
        let (other, at) = first_blocker(state.cube(), shift.to, times, others)?;
        let (entity_a, entity_b) = (base.id(shift.thing), base.id(other));
        Some(PropagationWarning::EntityCollision { entity_a, entity_b, at })
    }
}

/// Returns how the game ends with this turn, if it does: by a paradox, by being seen, or by winning.
fn game_end(
    state: &GameState,
    explored: Option<(i32, i32)>,
    broken: Option<Broken>,
    shifts: &[Shift],
) -> Option<ActionOutcome> {
    if let Some(Broken { turn, reason }) = broken {
        return Some(ActionOutcome::Paradox { broken_turn: turn, reason });
    }
    if let Some(seen) = vision::after_turn(state, explored, shifts) {
        return Some(ActionOutcome::Detected { by: seen.by, seen_at: seen.seen_at });
    }
    win::is_won(state).then(|| ActionOutcome::Won { at: state.player_position() })
}

fn phase_of(outcome: &ActionOutcome) -> GamePhase {
    match outcome {
        ActionOutcome::Won { .. } => GamePhase::Won,
        ActionOutcome::Detected { .. } => GamePhase::Detected,
        ActionOutcome::Paradox { .. } => GamePhase::Paradox,
        _ => GamePhase::Playing,
    }
}
