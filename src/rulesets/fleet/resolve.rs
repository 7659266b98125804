//! Carries out what was chosen: notes a choice, or reveals both players' and takes the turn on until somebody is asked.
//!
//! Called with an effect that `legality` found. Cannot fail. What a phase does is in order: what was drawn, what was
//! charged, what goes on by itself, what fires once, and destruction last; within each the order never matters, because
//! effects are added up, and ships are numbered after sorting.

mod dice;
mod health;
mod shots;
mod wreck;
mod yard;

use std::sync::Arc;

use super::action::Action;
use super::id::{Kind, MAX_SHIPS, SEATS, Seat, ShipId};
use super::legality::{self, Effect};
use super::level::Level;
use super::outcome::{Event, Outcome, Source, Step, Why};
use super::phase::Phase;
use super::ships::Catalogue;
use super::state::{MAX_LINES, Player, Ship, State, Status};

/// Carries out an effect on the state it was found for.
pub(super) fn carry(level: &Level, mut state: State, effect: Effect) -> (State, Outcome) {
    if let Effect::Choose { player, choice, last } = effect {
        let chooser = &mut state.players[player.index()];
        Arc::make_mut(&mut chooser.declared).push(choice.clone());
        chooser.ready = last;
        if !state.both_ready() {
            return (state, Outcome::Declared { player, choice, ready: last });
        }
    }
    let (revealed, mut steps) = (revealed(&state), Vec::new());
    loop {
        let (turn, phase) = (state.turn, state.phase);
        let (next, events) = resolve(level, state, phase);
        state = next;
        if !events.is_empty() {
            steps.push(Step { turn, phase, events });
        }
        if state.phase == Phase::DiceRoll || !state.both_ready() {
            let now = (state.turn, state.phase);
            return (state, Outcome::Resolved { revealed, steps, now });
        }
    }
}

/// Resolves a phase if it is the one that waits and both players are ready, and opens the next. Otherwise nothing
/// happens, so that resolving a phase a second time changes nothing.
pub(super) fn resolve(level: &Level, state: State, phase: Phase) -> (State, Vec<Event>) {
    if state.phase != phase || !state.both_ready() || legality::result(level, &state).is_some() {
        return (state, Vec::new());
    }
    let mut turn = Turn::new(level, state);
    turn.resolve();
    turn.open_next();
    (turn.state, turn.events)
}

fn revealed(state: &State) -> Vec<Action> {
    state.players.iter().flat_map(|player| player.declared.iter().cloned()).collect()
}

/// A phase that is being resolved.
struct Turn<'r> {
    level: &'r Level,
    ships: &'r Catalogue,
    state: State,
    events: Vec<Event>,
    /// How many ships each player had ever had when the phase began: newer ones do not act in it.
    before: [u8; 2],
}

impl<'r> Turn<'r> {
    fn new(level: &'r Level, state: State) -> Self {
        let before = [state.players[0].built, state.players[1].built];
        Self { level, ships: level.ships(), state, events: Vec::new(), before }
    }

    fn resolve(&mut self) {
        match self.state.phase {
            Phase::DiceRoll => self.roll(),
            Phase::ConditionalResponse if !self.state.response => self.events.push(Event::Skipped),
            Phase::LineGeneration => {
                self.generate_lines();
                self.powers();
            }
            Phase::Automatic => {
                self.powers();
                self.settle();
            }
            _ => self.powers(),
        }
    }

    /// Everything that fires in this phase.
    fn powers(&mut self) {
        let choices = revealed(&self.state);
        self.draw(&choices);
        let mut shots = self.charged(&choices);
        if self.state.phase == Phase::SimultaneousDeclaration {
            self.state.response = !shots.is_empty();
        }
        shots.extend(self.continuous());
        let doomed = self.shoot(shots);
        let once = self.once_only();
        self.shoot(once);
        self.destroy(doomed);
    }

    /// Opens the phase after this one. Readiness is cleared, and whoever has nothing to choose is ready by itself.
    fn open_next(&mut self) {
        let state = &mut self.state;
        match state.phase.next() {
            Some(phase) => state.phase = phase,
            None => {
                (state.turn, state.phase) = (state.turn.saturating_add(1), Phase::DiceRoll);
                (state.die, state.response) = (None, false);
            }
        }
        let begins = state.phase == Phase::DiceRoll;
        for seat in SEATS {
            let ready = legality::questions(self.level, &self.state, seat).is_empty();
            let player = self.player(seat);
            player.ready = ready;
            player.reads = player.reads.filter(|_| !begins);
            if !player.declared.is_empty() {
                player.declared = Arc::default();
            }
        }
    }

    fn player(&mut self, seat: Seat) -> &mut Player {
        &mut self.state.players[seat.index()]
    }

    fn change(&mut self, id: ShipId, change: impl FnOnce(&mut Ship)) {
        if let Some(ship) = Arc::make_mut(&mut self.state.ships).iter_mut().find(|ship| ship.id == id) {
            change(ship);
        }
    }

    fn gain_lines(&mut self, seat: Seat, amount: u32, why: Why) {
        let player = self.player(seat);
        let lines = player.lines.saturating_add(amount).min(MAX_LINES);
        let change = lines.saturating_sub(player.lines) as i32;
        player.lines = lines;
        self.events.push(Event::Lines { player: seat, change, lines, why });
    }

    /// A new ship, unless its owner has had all that a player can have.
    fn launch(&mut self, owner: Seat, kind: &Kind) -> Option<ShipId> {
        let (design, born) = (self.ships.of(kind), self.state.turn);
        let player = self.player(owner);
        if player.built >= MAX_SHIPS {
            return None;
        }
        player.built += 1;
        let id = ShipId { owner, number: player.built };
        let (kind, charges) = (design.kind.clone(), design.charges);
        let ship = Ship { id, kind, status: Status::Alive, charges, born, fired: Vec::new() };
        Arc::make_mut(&mut self.state.ships).push(ship);
        Some(id)
    }

    /// Completes ships for a power, and tells those who wait for that.
    fn build(&mut self, source: &Source, kind: &Kind, count: u16) {
        for _ in 0..count {
            let owner = source.ship.owner;
            match self.launch(owner, kind) {
                Some(ship) => self.completed(ship, kind, Why::Power(source.clone())),
                None => return self.no_room(owner, kind, source),
            }
        }
    }

    fn no_room(&mut self, player: Seat, kind: &Kind, source: &Source) {
        self.events.push(Event::NoRoom { player, kind: kind.clone(), source: source.clone() });
    }
}
