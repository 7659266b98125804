//! Powers that fire in a phase: which ones, what they expand to, and what the standard effects change.
//!
//! Part of resolving a phase. Conditional and custom powers become standard effects here and nowhere else; passives
//! and events are not considered.

use std::sync::Arc;

use super::Turn;
use crate::rulesets::fleet::action::Action;
use crate::rulesets::fleet::id::{Seat, ShipId};
use crate::rulesets::fleet::outcome::{Event, Source, Why};
use crate::rulesets::fleet::passive::{self, source};
use crate::rulesets::fleet::phase::Phase;
use crate::rulesets::fleet::power::{Condition, Effect, Often, Rule, Standard};
use crate::rulesets::fleet::state::{Due, Impact, Ship};

/// A power that fires.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shot {
    /// The power.
    pub(super) source: Source,
    /// Index among the powers of its ship.
    pub(super) index: usize,
    /// Target, if any.
    pub(super) target: Option<ShipId>,
    /// Its effect.
    pub(super) effect: Standard,
    /// The ship that doubles it, if any.
    pub(super) doubled_by: Option<ShipId>,
}

impl Shot {
    pub(super) fn new(source: Source, index: usize, effect: Standard) -> Self {
        Self { source, index, target: None, effect, doubled_by: None }
    }
}

/// A ship to be destroyed, and the power that destroys it.
pub(super) type Doomed = (ShipId, Source);

impl Turn<'_> {
    /// Returns the powers that the players chose to spend charges on.
    pub(super) fn charged(&mut self, choices: &[Action]) -> Vec<Shot> {
        choices.iter().filter_map(|choice| self.charge(choice)).collect()
    }

    fn charge(&mut self, choice: &Action) -> Option<Shot> {
        let Action::Use { ship: id, target } = choice else { return None };
        let ship = self.state.ship(*id)?;
        let (index, power) = self.ships.of(&ship.kind).charged(self.state.phase)?;
        let Rule::Scheduled { effect, often: Often::Charged(price), .. } = &power.rule else { return None };
        let (source, left) = (source(ship, &power.name), ship.charges.saturating_sub(*price));
        let expanded = self.expand(effect, id.owner);
        self.change(*id, |ship| ship.charges = left);
        self.events.push(Event::Spent { source: source.clone(), left, target: *target });
        Some(Shot { target: *target, ..Shot::new(source, index, expanded?) })
    }

    /// Continuous powers: they fire every round as long as the ship lives. In the build phases that begins the round
    /// after it was built; a ship completed in this very phase never acts in it.
    pub(super) fn continuous(&self) -> Vec<Shot> {
        let (round, phase) = (self.state.round, self.state.phase);
        let acts = |ship: &&Ship| {
            let old = if phase.is_build() {
                ship.born < round
            } else {
                ship.id.number <= self.before[ship.id.owner.index()]
            };
            ship.is_alive() && old
        };
        self.firing(Often::Continuous, acts)
    }

    /// Once-only powers: they fire in the round their ship was completed, even if the ship is gone. Records those
    /// that fired.
    pub(super) fn once_only(&mut self) -> Vec<Shot> {
        let round = self.state.round;
        let mut shots = self.firing(Often::Once, |ship| ship.born == round);
        shots.retain(|shot| {
            let used =
                self.state.ship(shot.source.ship).is_none_or(|ship| ship.fired.contains(&(shot.index as u8)));
            !used
        });
        for shot in &shots {
            self.change(shot.source.ship, |ship| ship.fired.push(shot.index as u8));
            self.events.push(Event::UsedUp { source: shot.source.clone() });
        }
        shots
    }

    fn firing(&self, wanted: Often, acts: impl Fn(&&Ship) -> bool) -> Vec<Shot> {
        let mut shots = Vec::new();
        for ship in self.state.ships.iter().filter(acts) {
            for (index, power) in self.ships.of(&ship.kind).powers.iter().enumerate() {
                match &power.rule {
                    Rule::Scheduled { phase, often, effect }
                        if *phase == self.state.phase && *often == wanted =>
                    {
                        let shot = |effect| Shot::new(source(ship, &power.name), index, effect);
                        shots.extend(self.expand(effect, ship.id.owner).map(shot));
                    }
                    _ => {}
                }
            }
        }
        if wanted == Often::Continuous && self.state.phase == Phase::Automatic {
            shots.iter_mut().for_each(|shot| self.double(shot));
        }
        shots
    }

    fn double(&self, shot: &mut Shot) {
        let doubler = passive::doubler(self.ships, &self.state, shot.source.ship.owner);
        if let (Standard::Heal(amount), Some(doubler)) = (&mut shot.effect, doubler) {
            *amount = amount.saturating_mul(2);
            shot.doubled_by = Some(doubler.id);
        }
    }

    /// Returns the standard effect that a power expands to now, if any.
    pub(super) fn expand(&self, effect: &Effect, owner: Seat) -> Option<Standard> {
        match effect {
            Effect::Standard(standard) => Some(standard.clone()),
            Effect::Conditional { condition, then, otherwise } => {
                if self.holds(*condition, owner) {
                    Some(then.clone())
                } else {
                    otherwise.clone()
                }
            }
            Effect::PerShips { each, then } => {
                let times = passive::count(self.ships, &self.state, owner) / u16::from(*each).max(1);
                (times > 0).then(|| then.times(times))
            }
        }
    }

    fn holds(&self, condition: Condition, owner: Seat) -> bool {
        let player = self.state.player(owner);
        match condition {
            Condition::DieAtLeast(least) => player.reads.is_some_and(|reads| reads >= least),
            Condition::DieEven => player.reads.is_some_and(|reads| reads.is_multiple_of(2)),
            Condition::Behind => player.health < self.state.player(owner.other()).health,
        }
    }

    /// Carries out shots, but only returns the ships to be destroyed.
    pub(super) fn shoot(&mut self, mut shots: Vec<Shot>) -> Vec<Doomed> {
        shots.sort();
        let mut doomed = Vec::new();
        for shot in shots {
            match (&shot.effect, shot.target) {
                (Standard::Destroy, Some(target)) => doomed.push((target, shot.source)),
                (Standard::Build(kind, count), _) => self.build(&shot.source, kind, *count),
                _ => self.take_effect(shot),
            }
        }
        doomed
    }

    /// Applies an effect on lines or health.
    pub(super) fn take_effect(&mut self, shot: Shot) {
        let owner = shot.source.ship.owner;
        match shot.effect {
            Standard::Damage(amount) => self.promise(owner.other(), Impact::Damage, amount, shot),
            Standard::Heal(amount) => self.promise(owner, Impact::Heal, amount, shot),
            Standard::GainLines(amount) => self.gain_lines(owner, amount.into(), Why::Power(shot.source)),
            Standard::Build(..) | Standard::Destroy => {}
        }
    }

    /// Records damage or healing as due: health changes only in the automatic phase.
    fn promise(&mut self, player: Seat, effect: Impact, amount: u16, shot: Shot) {
        let due =
            Due { player, effect, amount: amount.into(), source: shot.source, doubled_by: shot.doubled_by };
        if self.state.phase != Phase::Automatic {
            self.events.push(Event::Promised(due.clone()));
        }
        Arc::make_mut(&mut self.state.tally).push(due);
    }
}
