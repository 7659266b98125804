//! Destruction, in its order: marked, then the ship's effects upon destruction, then destroyed and out of the fleet.
//!
//! Part of resolving a phase, and its last step: what a destroyed ship leaves behind exists at once, but acts in
//! later phases only.

use super::Turn;
use super::shots::{Doomed, Shot};
use crate::rulesets::fleet::id::{Kind, ShipId};
use crate::rulesets::fleet::outcome::{Event, Source};
use crate::rulesets::fleet::passive::source;
use crate::rulesets::fleet::power::{Rule, Standard};
use crate::rulesets::fleet::state::Status;

impl Turn<'_> {
    /// Destroys ships, each once no matter how many powers hit it.
    pub(super) fn destroy(&mut self, mut doomed: Vec<Doomed>) {
        doomed.sort();
        let marked: Vec<(ShipId, Kind)> = doomed
            .chunk_by(|(a, _), (b, _)| a == b)
            .filter_map(|hits| self.mark(hits[0].0, hits.iter().map(|(_, source)| source.clone()).collect()))
            .collect();
        for (ship, kind) in marked {
            self.upon_destruction(ship);
            self.change(ship, |ship| ship.status = Status::Destroyed);
            self.events.push(Event::Destroyed { ship, kind });
        }
    }

    fn mark(&mut self, id: ShipId, by: Vec<Source>) -> Option<(ShipId, Kind)> {
        let kind = self.state.ship(id).filter(|ship| ship.is_alive())?.kind.clone();
        self.events.push(Event::Marked { ship: id, kind: kind.clone(), by });
        Some((id, kind))
    }

    /// Fires the ship's powers upon destruction. The ship is still alive while they fire.
    fn upon_destruction(&mut self, id: ShipId) {
        for shot in self.last_shots(id) {
            if let Standard::Build(kind, count) = &shot.effect {
                self.leave(&shot.source, kind, *count, |ship, kind, source| Event::Created {
                    ship,
                    kind,
                    source,
                });
            } else {
                self.take_effect(shot);
            }
        }
    }

    fn last_shots(&self, id: ShipId) -> Vec<Shot> {
        let Some(ship) = self.state.ship(id) else { return Vec::new() };
        let powers = self.ships.of(&ship.kind).powers.iter().enumerate();
        let fired = powers.filter_map(|(index, power)| match &power.rule {
            Rule::Destroyed(effect) => {
                Some(Shot::new(source(ship, &power.name), index, self.expand(effect, id.owner)?))
            }
            _ => None,
        });
        fired.collect()
    }

    /// Creates ships that trigger nothing.
    pub(super) fn leave(
        &mut self,
        source: &Source,
        kind: &Kind,
        count: u16,
        tell: impl Fn(ShipId, Kind, Source) -> Event,
    ) {
        for _ in 0..count {
            match self.launch(source.ship.owner, kind) {
                Some(ship) => self.events.push(tell(ship, kind.clone(), source.clone())),
                None => return self.no_room(source.ship.owner, kind, source),
            }
        }
    }
}
