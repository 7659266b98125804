//! The paradox check: finds earlier turns that an action in the past would contradict.
//!
//! Called for every push and pull, before it is allowed. Does not replay anything: a box that is moved changes one
//! cell it leaves and one it enters, for an interval of time, and only turns that needed one of these cells then can
//! break. Those are found in the indexes: the player's own visits to the cell in the world line, the pushes and pulls
//! that changed the cell in the cube's overlay. The few found are checked one by one. Knows no phases and no
//! outcomes.

use super::core::{Direction, Planned, Position, Record, Shift, Thing, Traits, WhatIf};
use super::game::GameState;
use super::game::deeds::Deed;
use super::game::validation::chain_from;

/// A turn that could not have happened, counted from the start or the last restart, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Broken {
    pub(crate) turn: usize,
    pub(crate) reason: String,
}

/// Returns the earliest turn that moving these boxes would contradict. Moves nothing.
pub(crate) fn broken_by(state: &GameState, shifts: &[Shift]) -> Option<Broken> {
    let start = state.current_time() + 1;
    let planned: Vec<_> = shifts.iter().map(|shift| Planned::new(state.cube(), *shift, start)).collect();
    let check = Check { state, after: WhatIf::new(state.cube(), &planned), start };
    let broken = planned.iter().filter_map(|planned| check.broken_by(planned));
    broken.min_by_key(|broken| broken.turn)
}

/// Returns whether something else moves one of these boxes at this very moment.
pub(crate) fn are_taken(state: &GameState, shifts: &[Shift]) -> bool {
    let (cube, next) = (state.cube(), state.current_time() + 1);
    cube.has_time(next) && shifts.iter().any(|shift| cube.place(shift.thing, next) != Some(shift.from))
}

struct Check<'a> {
    state: &'a GameState,
    /// The cube after the move.
    after: WhatIf<'a>,
    start: i32,
}

impl Check<'_> {
    fn broken_by(&self, planned: &Planned) -> Option<Broken> {
        let (shift, end) = (planned.shift(), planned.end());
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

    /// The player cannot have been in a cell with a box that blocks. Immediate collisions were refused before.
    fn stood_upon(&self, shift: &Shift, end: i32) -> Option<Broken> {
        let line = self.state.world_line();
        let records = self.after.base().records(shift.thing).iter();
        let blocking = records.filter(|record| record.traits.meets(Traits::BLOCKS_MOVEMENT));
        let first = |record: &Record| {
            line.first_turn_in(shift.to, self.start.max(record.from), end.min(record.until))
        };
        let turn = blocking.filter_map(first).min()?;
        let at = line.position_at_turn(turn)?;
        Some(Broken { turn, reason: format!("the player was at {at}, where a box would be") })
    }

    /// Pushes, pulls and rifts that needed the box where it was, or not where it would be.
    fn undone(&self, shift: &Shift, end: i32) -> Option<Broken> {
        let until = end.saturating_add(1);
        let overlay = self.state.cube().overlay();
        let touched = [shift.from, shift.to].into_iter();
        let touched = touched.flat_map(|cell| overlay.causes(cell, self.start, until));
        // They come in the order of time, mostly that of turns: then only the first that breaks is checked.
        touched.chain(self.rifts_used(shift, end)).fold(None, |broken: Option<Broken>, turn| {
            let earlier = broken.as_ref().is_none_or(|broken| (turn as usize) < broken.turn);
            if earlier { self.fault(turn).or(broken) } else { broken }
        })
    }

    /// Turns that used the box itself as a rift.
    fn rifts_used(&self, shift: &Shift, end: i32) -> impl Iterator<Item = u32> {
        let (line, base) = (self.state.world_line(), self.after.base());
        let is_rift = base.records(shift.thing).iter().any(|record| record.traits.meets(Traits::RIFT));
        let until = if is_rift { end } else { self.start };
        let times = line.times_in_cell(shift.from, self.start, until);
        let from = shift.from;
        times.filter_map(move |t| u32::try_from(line.turn_at(from.at(t))? + 1).ok())
    }

    fn moves(&self, turn: u32, thing: Thing) -> bool {
        self.state.deeds().get(turn).is_some_and(|deed| deed.boxes().contains(&thing))
    }

    /// Returns why a turn could not have happened after the change, if so.
    fn fault(&self, turn: u32) -> Option<Broken> {
        let at = self.state.world_line().position_at_turn(turn.checked_sub(1)? as usize)?;
        let deed = self.state.deeds().get(turn)?;
        let (holds, reason) = match deed {
            Deed::Push { direction, .. } => (
                self.still_pushes(at, *direction, &deed.boxes()),
                "the boxes it pushed would not be as they were",
            ),
            Deed::Pull { direction, thing } => {
                (self.still_pulls(at, *direction, *thing), "the box it pulled would not be as it was")
            }
            Deed::Rift { thing } => (self.still_leads(at, *thing), "the rift it used would be elsewhere"),
        };
        (!holds).then(|| Broken { turn: turn as usize, reason: reason.to_owned() })
    }

    fn still_pushes(&self, at: Position, direction: Direction, boxes: &[Thing]) -> bool {
        let box_at = |pos| self.after.lowest(pos, Traits::PUSHABLE, |_| true);
        let chain = chain_from(box_at, at, direction, boxes.len() + 1);
        let cells = chain.iter().map(|(_, pos)| pos.step(direction));
        chain.iter().map(|(thing, _)| thing).eq(boxes) && self.is_free_for(boxes, cells)
    }

    fn still_pulls(&self, at: Position, direction: Direction, thing: Thing) -> bool {
        let behind = at.move_dir(direction.opposite());
        let same = self.after.lowest(behind, Traits::PULLABLE, |_| true) == Some(thing);
        same && self.is_free_for(&[thing], [at.tick()])
    }

    fn still_leads(&self, at: Position, rift: Thing) -> bool {
        let base = self.after.base();
        self.after.place(rift, at.t) == Some(at.spatial())
            || base.returns(at).any(|(id, _)| id == base.id(rift))
    }

    /// Returns whether nothing but these boxes blocks these cells.
    fn is_free_for(&self, boxes: &[Thing], cells: impl IntoIterator<Item = Position>) -> bool {
        let blocks = |pos| self.after.lowest(pos, Traits::BLOCKS_MOVEMENT, |thing| !boxes.contains(&thing));
        cells.into_iter().all(|pos| blocks(pos).is_none())
    }
}
