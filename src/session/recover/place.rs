//! Finds out how many turns are missing before a stretch of a damaged log.
//!
//! Part of recovery. A mark says it; without one, that number is right with which an act of the stretch replays on a turn
//! before the gap and gives the fingerprint that the log has for it.

use super::{Fate, Rescue};
use crate::journal::salvage::{Item, Stretch};
use crate::show::Show;

/// An act has at least so many bytes: its kind, a byte of action and a fingerprint.
const SHORTEST_ACT: u64 = 10;
/// Length and checksum of a frame.
const SHORTEST_HEAD: u64 = 5;
/// Numbers that are tried.
const TRIES: u32 = 20_000;

/// The most acts that so many bytes can have held: at least one frame was around them.
pub(super) fn most_acts(gap: u64) -> u32 {
    u32::try_from(gap.saturating_sub(SHORTEST_HEAD) / SHORTEST_ACT).unwrap_or(u32::MAX)
}

impl<R: Show> Rescue<R> {
    /// Number of turns missing before a stretch; `None` if unknown.
    pub(super) fn missing_before(&self, stretch: &Stretch) -> Option<u32> {
        let by_mark = stretch.first.map(|first| first.saturating_sub(self.next()));
        let nothing_missing = Some(0).filter(|_| stretch.gap == 0);
        by_mark.or(nothing_missing).or_else(|| {
            (0..=most_acts(stretch.gap).min(TRIES)).find(|&missing| self.is_proven(stretch, missing))
        })
    }

    /// Whether the first act of the stretch that then follows a turn before the gap gives the recorded fingerprint.
    fn is_proven(&self, stretch: &Stretch, missing: u32) -> bool {
        let mut number = self.next().saturating_add(missing);
        for item in &stretch.items {
            let Item::Act { distance, action, fingerprint } = item else { continue };
            let parent = number.checked_sub(*distance).filter(|&parent| parent < self.next());
            if let Some(Fate::Kept(parent)) = parent.map(|parent| self.fate[parent as usize]) {
                return self.outcome_of(parent, action) == Some(*fingerprint);
            }
            number = number.saturating_add(1);
        }
        false
    }
}
