//! What an action in the past would contradict: turns that were taken and could not have been.
//!
//! Asked for every push and pull, before it is allowed. Does not replay anything: a box that is moved changes one cell
//! it leaves and one it enters, for a stretch of time, and only turns that needed one of these cells then can break.
//! Those are found in the indexes: the player's own visits to the cell in the world line, the pushes and pulls that
//! changed the cell in the cube's overlay. The few found are looked at one by one. Knows no phases and no outcomes.

use std::collections::BTreeSet;

use super::core::{Position, Shift, Thing, TimeCube, Traits};
use super::game::GameState;
use super::game::deeds::Deed;
use super::game::validation::chain_from;

/// A turn that could not have happened, counted from the start or the last restart, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Broken {
    pub(crate) turn: usize,
    pub(crate) reason: String,
}

/// The earliest turn that moving these boxes would contradict. `after` is the cube once they have been moved.
pub(crate) fn broken_by(state: &GameState, shifts: &[Shift], after: &TimeCube) -> Option<Broken> {
    let check = Check { state, after, start: state.current_time() + 1 };
    let broken = shifts.iter().filter_map(|shift| check.broken_by(shift));
    broken.min_by_key(|broken| broken.turn)
}

/// Whether something else moves one of these boxes at this very moment.
pub(crate) fn are_taken(state: &GameState, shifts: &[Shift]) -> bool {
    let (cube, next) = (state.cube(), state.current_time() + 1);
    cube.has_time(next) && shifts.iter().any(|shift| cube.place(shift.thing, next) != Some(shift.from))
}

struct Check<'a> {
    state: &'a GameState,
    after: &'a TimeCube,
    start: i32,
}

impl Check<'_> {
    fn broken_by(&self, shift: &Shift) -> Option<Broken> {
        let end = self.state.cube().overlay().next_move(shift.thing, self.start).unwrap_or(i32::MAX);
        let found = [self.moved_already(shift), self.stood_upon(shift, end), self.undone(shift, end)];
        found.into_iter().flatten().min_by_key(|broken| broken.turn)
    }

    /// A box must still be there one tick later: otherwise something else moves it at this very moment.
    fn moved_already(&self, shift: &Shift) -> Option<Broken> {
        let cube = self.state.cube();
        if cube.place(shift.thing, self.start) == Some(shift.from) {
            return None;
        }
        let movers = cube.overlay().causes(shift.from, self.start, self.start + 1);
        let mover = movers.filter(|turn| self.moves(*turn, shift.thing)).min();
        let turn = mover.map_or(self.state.turn() + 1, |turn| turn as usize);
        let reason = format!("the box at {} is already moved at t {}", shift.from, self.start);
        Some(Broken { turn, reason })
    }

    /// Nobody can be in a cell with a box that blocks. Those it meets at once were refused before.
    fn stood_upon(&self, shift: &Shift, end: i32) -> Option<Broken> {
        let blocks = |t| {
            let record = self.after.base().record(shift.thing, t);
            record.is_some_and(|record| record.traits.meets(Traits::BLOCKS_MOVEMENT))
        };
        let line = self.state.world_line();
        let times = line.times_in_cell(shift.to, self.start, end).filter(|t| blocks(*t));
        let (turn, at) = times.filter_map(|t| Some((line.turn_at(shift.to.at(t))?, shift.to.at(t)))).min()?;
        Some(Broken { turn, reason: format!("the player was at {at}, where a box would be") })
    }

    /// Pushes, pulls and rifts that needed the box where it was, or not where it would be.
    fn undone(&self, shift: &Shift, end: i32) -> Option<Broken> {
        let until = end.saturating_add(1);
        let overlay = self.state.cube().overlay();
        let touched = [shift.from, shift.to].into_iter();
        let touched = touched.flat_map(|cell| overlay.causes(cell, self.start, until));
        let turns: BTreeSet<u32> = touched.chain(self.rifts_used(shift, end)).collect();
        turns.into_iter().find_map(|turn| self.fault(turn))
    }

    /// The turns that used the box itself as a rift.
    fn rifts_used(&self, shift: &Shift, end: i32) -> impl Iterator<Item = u32> {
        let (line, base) = (self.state.world_line(), self.after.base());
        let is_rift = base.records(shift.thing).iter().any(|record| record.traits.meets(Traits::RIFT));
        let until = if is_rift { end } else { self.start };
        let times = line.times_in_cell(shift.from, self.start, until);
        let from = shift.from;
        times.filter_map(move |t| u32::try_from(line.turn_at(from.at(t))? + 1).ok())
    }

    fn moves(&self, turn: u32, thing: Thing) -> bool {
        match self.state.deeds().get(turn) {
            Some(Deed::Push { boxes, .. }) => boxes.contains(&thing),
            Some(Deed::Pull { thing: pulled, .. }) => *pulled == thing,
            Some(Deed::Rift { .. }) | None => false,
        }
    }

    /// Why a turn could not have happened after the change, if so.
    fn fault(&self, turn: u32) -> Option<Broken> {
        let at = self.state.world_line().position_at_turn(turn.checked_sub(1)? as usize)?;
        let fault = match self.state.deeds().get(turn)? {
            Deed::Push { direction, boxes } => {
                let chain = chain_from(self.after, at, *direction, boxes.len() + 1);
                let same = chain.iter().map(|(thing, _)| thing).eq(boxes.iter());
                let cells = chain.iter().map(|(_, pos)| pos.step(*direction));
                (!same || !self.is_free_for(boxes, cells))
                    .then_some("the boxes it pushed would not be as they were")
            }
            Deed::Pull { direction, thing } => {
                let behind = at.move_dir(direction.opposite());
                let same = self.after.lowest(behind, Traits::PULLABLE, |_| true) == Some(*thing);
                let free = self.is_free_for(&[*thing], [at.tick()]);
                (!same || !free).then_some("the box it pulled would not be as it was")
            }
            Deed::Rift { id } => {
                let rift = self.after.base().thing(*id).and_then(|thing| self.after.place(thing, at.t));
                let far_end = self.after.base().returns(at).any(|(end, _)| end == *id);
                (rift != Some(at.spatial()) && !far_end).then_some("the rift it used would be elsewhere")
            }
        };
        fault.map(|reason| Broken { turn: turn as usize, reason: reason.to_owned() })
    }

    /// Whether nothing but these boxes blocks these cells.
    fn is_free_for(&self, boxes: &[Thing], cells: impl IntoIterator<Item = Position>) -> bool {
        let blocks = |pos| self.after.lowest(pos, Traits::BLOCKS_MOVEMENT, |thing| !boxes.contains(&thing));
        cells.into_iter().all(|pos| blocks(pos).is_none())
    }
}
