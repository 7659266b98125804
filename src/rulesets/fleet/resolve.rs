//! Carries out choices: records a choice, or reveals those of both players and advances the round until a player is
//! asked.
//!
//! Called with an effect that `legality` returned. Cannot fail. A phase resolves in order: drawn ships, charges,
//! continuous powers, once-only powers, and destruction last; within each step the order never matters, because
//! effects are added up, and ships are numbered after sorting.

mod dice;
mod health;
mod shots;
mod wreck;
mod yard;

use std::sync::Arc;

use super::Fleet;
use super::action::Action;
use super::id::{Kind, MAX_SHIPS, SEATS, Seat, ShipId};
use super::legality::{self, Effect};
use super::outcome::{Event, Outcome, Source, Step, Why};
use super::phase::Phase;
use super::ships::Catalogue;
use super::state::{MAX_LINES, Player, Ship, State, Status};

/// Applies an effect to the state it was computed for.
pub(super) fn apply_effect(rules: &Fleet, mut state: State, effect: Effect) -> (State, Outcome) {
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
        let (round, phase) = (state.round, state.phase);
        let (next, events) = resolve(rules, state, phase);
        state = next;
        if !events.is_empty() {
            steps.push(Step { round, phase, events });
        }
        if state.phase == Phase::DiceRoll || !state.both_ready() {
            let now = (state.round, state.phase);
            return (state, Outcome::Resolved { revealed, steps, now });
        }
    }
}

/// Resolves a phase if it is the current one and both players are ready, and opens the next. Otherwise nothing
/// happens, so that resolving a phase a second time changes nothing.
pub(super) fn resolve(rules: &Fleet, state: State, phase: Phase) -> (State, Vec<Event>) {
    if state.phase != phase || !state.both_ready() || legality::result(rules, &state).is_some() {
        return (state, Vec::new());
    }
    let mut turn = Turn::new(rules, state);
    turn.resolve();
    turn.open_next();
    (turn.state, turn.events)
}

fn revealed(state: &State) -> Vec<Action> {
    state.players.iter().flat_map(|player| player.declared.iter().cloned()).collect()
}

/// A phase that is being resolved.
struct Turn<'r> {
    rules: &'r Fleet,
    ships: &'r Catalogue,
    state: State,
    events: Vec<Event>,
    /// Number of ships that each player had ever had when the phase began: newer ones do not act in it.
    before: [u8; 2],
}

impl<'r> Turn<'r> {
    fn new(rules: &'r Fleet, state: State) -> Self {
        let before = [state.players[0].built, state.players[1].built];
        Self { rules, ships: rules.level.ships(), state, events: Vec::new(), before }
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

    /// Fires all powers of this phase.
    fn powers(&mut self) {
        let choices = revealed(&self.state);
        self.draw(&choices);
        let mut shots = self.charged(&choices);
        if self.state.phase == Phase::SimultaneousDeclaration {
            let spent = choices.iter().any(|choice| matches!(choice, Action::Use { .. }));
            self.state.response = if self.rules.answers_effects() { !shots.is_empty() } else { spent };
        }
        shots.extend(self.continuous());
        let doomed = self.shoot(shots);
        let once = self.once_only();
        self.shoot(once);
        self.destroy(doomed);
    }

    /// Opens the next phase. Readiness is reset; a player with nothing to choose is ready at once.
    fn open_next(&mut self) {
        let state = &mut self.state;
        match state.phase.next() {
            Some(phase) => state.phase = phase,
            None => {
                (state.round, state.phase) = (state.round.saturating_add(1), Phase::DiceRoll);
                (state.die, state.response) = (None, false);
            }
        }
        let begins = state.phase == Phase::DiceRoll;
        for seat in SEATS {
            let ready = legality::questions(self.rules, &self.state, seat).is_empty();
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
        let index = self.state.ships.iter().position(|ship| ship.id == id);
        if let Some(ship) = index.and_then(|index| self.state.ships.get_mut(index)) {
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

    /// Creates a ship, unless its owner has had the maximum number of ships.
    fn launch(&mut self, owner: Seat, kind: &Kind) -> Option<ShipId> {
        let (design, born) = (self.ships.of(kind), self.state.round);
        let player = self.player(owner);
        if player.built >= MAX_SHIPS {
            return None;
        }
        player.built += 1;
        let id = ShipId { owner, number: player.built };
        let (kind, charges) = (design.kind.clone(), design.charges);
        let ship = Ship { id, kind, status: Status::Alive, charges, born, fired: Vec::new() };
        self.state.ships.push_back_mut(ship);
        Some(id)
    }

    /// Completes ships for a power, and fires the powers that wait for that.
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
