//! The yard: ships that players draw are paid for, consume the ships that go into them, and are completed.
//!
//! Part of resolving a phase. Knows what completing a ship triggers; does not know what the effects do.

use super::Turn;
use super::shots::Shot;
use crate::rulesets::fleet::action::Action;
use crate::rulesets::fleet::id::{Kind, Seat, ShipId};
use crate::rulesets::fleet::legality::parts;
use crate::rulesets::fleet::outcome::{Event, Why};
use crate::rulesets::fleet::passive::source;
use crate::rulesets::fleet::power::{Rule, Standard};
use crate::rulesets::fleet::state::Status;

impl Turn<'_> {
    pub(super) fn draw(&mut self, choices: &[Action]) {
        for choice in choices {
            if let Action::Build { player, ship } = choice {
                self.draw_one(*player, ship);
            }
        }
    }

    fn draw_one(&mut self, seat: Seat, kind: &Kind) {
        let design = self.ships.of(kind);
        let cost = u32::from(design.cost.unwrap_or(0));
        let player = self.player(seat);
        player.lines = player.lines.saturating_sub(cost);
        let (lines, why) = (player.lines, Why::Drawn(design.kind.clone()));
        self.events.push(Event::Lines { player: seat, change: -(cost as i32), lines, why: why.clone() });
        for part in parts(&self.state, seat, design).unwrap_or_default() {
            self.consume(part, kind);
        }
        if let Some(ship) = self.launch(seat, kind) {
            self.completed(ship, kind, why);
        }
    }

    fn consume(&mut self, part: ShipId, into: &Kind) {
        let Some(kind) = self.state.ship(part).map(|ship| ship.kind.clone()) else { return };
        self.change(part, |ship| ship.status = Status::Consumed);
        self.events.push(Event::Consumed { ship: part, kind, into: into.clone() });
    }

    /// Reports a new ship, and fires what its owner's older ships do in response. What those powers build triggers
    /// nothing, so that no chain can go on forever.
    pub(super) fn completed(&mut self, ship: ShipId, kind: &Kind, why: Why) {
        self.events.push(Event::Built { ship, kind: kind.clone(), why });
        for shot in self.witnesses(ship.owner) {
            if let Standard::Build(kind, count) = &shot.effect {
                self.leave(&shot.source, kind, *count, |ship, kind, source| Event::Built {
                    ship,
                    kind,
                    why: Why::Power(source),
                });
            } else {
                self.take_effect(shot);
            }
        }
    }

    /// Returns the powers of ships from before this phase that fire when their owner completes another.
    fn witnesses(&self, owner: Seat) -> Vec<Shot> {
        let before = self.before[owner.index()];
        let mut shots = Vec::new();
        for ship in self.state.living(owner).filter(|ship| ship.id.number <= before) {
            for (index, power) in self.ships.of(&ship.kind).powers.iter().enumerate() {
                if let Rule::Completed(effect) = &power.rule {
                    let expanded = self.expand(effect, owner);
                    shots.extend(expanded.map(|effect| Shot::new(source(ship, &power.name), index, effect)));
                }
            }
        }
        shots
    }
}
