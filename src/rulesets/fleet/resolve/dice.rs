//! The die of a round: one for both players, read by each as modified by its ships, and the lines it gives.
//!
//! Part of resolving a phase. Queries passives; fires nothing.

use super::Turn;
use crate::rulesets::fleet::id::{SEATS, Seat};
use crate::rulesets::fleet::outcome::{Event, Source, Why};
use crate::rulesets::fleet::passive;

const SIDES: u32 = 6;

impl Turn<'_> {
    pub(super) fn roll(&mut self) {
        let die = self.draw_die();
        self.state.die = Some(die);
        self.events.push(Event::Rolled { die });
        for seat in SEATS {
            let (value, source) = self.read(seat, die);
            self.player(seat).reads = Some(value);
            self.events.push(Event::Reads { player: seat, value, source });
        }
    }

    /// Gives each player as many lines as it reads.
    pub(super) fn generate_lines(&mut self) {
        for seat in SEATS {
            let reads = self.state.player(seat).reads.unwrap_or(0);
            self.gain_lines(seat, reads.into(), Why::Die(reads));
        }
    }

    /// Returns the value that a player reads, and the power that changed it: an override takes precedence over a
    /// reroll.
    fn read(&mut self, seat: Seat, die: u8) -> (u8, Option<Source>) {
        if let Some((value, source)) = passive::override_of_die(self.ships, &self.state, seat) {
            return (value, Some(source));
        }
        match passive::reroll(self.ships, &self.state, seat, die) {
            Some(source) => (self.draw_die(), Some(source)),
            None => (die, None),
        }
    }

    fn draw_die(&mut self) -> u8 {
        1 + self.state.rng.below(SIDES) as u8
    }
}
