//! The only change of health: at the end of the automatic phase everything due is added up for each player and takes
//! effect at once.
//!
//! Part of resolving a phase. Knows sums; does not know their sources.

use std::sync::Arc;

use super::Turn;
use crate::rulesets::fleet::id::{SEATS, Seat};
use crate::rulesets::fleet::outcome::Event;
use crate::rulesets::fleet::state::{Due, Impact};

impl Turn<'_> {
    pub(super) fn settle(&mut self) {
        let mut tally = std::mem::take(&mut self.state.tally).to_vec();
        tally.sort();
        self.events.extend(tally.iter().cloned().map(Event::Counted));
        for seat in SEATS {
            self.settle_player(seat, &tally);
        }
        self.state.tally = Arc::default();
    }

    fn settle_player(&mut self, seat: Seat, tally: &[Due]) {
        let sum = |wanted: Impact| {
            let due = tally.iter().filter(|due| due.player == seat && due.effect == wanted);
            due.fold(0, |sum: u32, due| sum.saturating_add(due.amount))
        };
        let (damage, healing) = (sum(Impact::Damage), sum(Impact::Heal));
        let most = self.rules.level.most_health();
        let player = self.player(seat);
        let before = player.health;
        let health = i64::from(before) - i64::from(damage) + i64::from(healing);
        player.health = i32::try_from(health.min(most.into())).unwrap_or(i32::MIN);
        let after = player.health;
        if damage > 0 || healing > 0 {
            self.events.push(Event::Health { player: seat, before, damage, healing, after });
        }
    }
}
