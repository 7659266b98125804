//! Determines how many turns are missing before a stretch of a damaged log.
//!
//! Part of recovery. A mark gives the number; without one, it is the number with which an act of the stretch
//! replays on a turn before the gap and gives its recorded fingerprint.

use super::{Fate, Rescue};
use crate::journal::salvage::{Item, Stretch};
use crate::show::Show;

/// Minimum length of an act: its kind, a byte of action and a fingerprint.
pub(super) const SHORTEST_ACT: usize = 10;
/// Minimum length of the head of a frame: its length and checksum.
pub(super) const SHORTEST_HEAD: usize = 5;
/// Maximum number of attempts.
const TRIES: u32 = 20_000;

/// Maximum number of acts in this many bytes, which may include the head of a frame.
pub(super) fn most_acts(bytes: usize, with_head: bool) -> u32 {
    let acts = bytes.saturating_sub(if with_head { SHORTEST_HEAD } else { 0 });
    u32::try_from(acts / SHORTEST_ACT).unwrap_or(u32::MAX)
}

impl<R: Show> Rescue<R> {
    /// Number of turns missing before a stretch, at most `most`; `None` if unknown.
    pub(super) fn missing_before(&self, stretch: &Stretch, most: u32) -> Option<u32> {
        let by_mark = stretch.first.map(|first| first.saturating_sub(self.next()));
        by_mark
            .or(Some(0).filter(|_| most == 0))
            .or_else(|| (0..=most.min(TRIES)).find(|&missing| self.is_proven(stretch, missing)))
    }

    /// Whether, with this many turns missing, the first act of the stretch that follows a turn before the gap
    /// gives its recorded fingerprint.
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
