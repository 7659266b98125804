//! Finds the point of no return of a playthrough: the last turn from which it could still be won.
//!
//! A game that cannot be won stays so until it is restarted, so a binary search over the turns since then finds
//! the turn with few questions. Used by the command line and the editor; knows turns by number only.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::{Limit, Verdict};

/// Result of the search for the point of no return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum NoReturn {
    /// It can be won at its last turn, or is won there.
    StillWinnable,
    /// It could be won at this turn, and at no later one.
    LostAfter {
        /// The last turn from which it could be won.
        turn: u32,
    },
    /// It could not be won from the start.
    #[serde(rename = "unsolvable")]
    NeverWinnable,
    /// Some turns could not be judged within the budget.
    Unknown {
        /// The last turn from which it is known to be winnable.
        winnable: Option<u32>,
        /// The first turn from which it is known not to be.
        lost: Option<u32>,
        /// Reason why the search ended.
        limit: Limit,
    },
}

/// Returns the turn at which the last attempt begins, given the fingerprints of the states of a branch: the
/// last turn that leads back to the state of the start, as a restart does.
pub fn last_attempt(fingerprints: impl IntoIterator<Item = Option<u64>>) -> u32 {
    let mut turns = (0..).zip(fingerprints);
    let Some((_, start)) = turns.next() else { return 0 };
    let is_start = |(turn, fingerprint)| (start.is_some() && fingerprint == start).then_some(turn);
    turns.filter_map(is_start).last().unwrap_or(0)
}

/// Searches for the last of the turns of an attempt from which a win is possible, and returns a shortest way
/// from it if it is not the last turn. `solve` answers for one turn; a turn at which the game is over counts
/// as solved by no actions, or as unsolvable.
pub fn no_return(
    attempt: RangeInclusive<u32>,
    mut solve: impl FnMut(u32) -> Verdict<String>,
) -> (NoReturn, Option<Vec<String>>) {
    let (first, last) = attempt.into_inner();
    let mut bounds = Bounds { first, last, ..Bounds::default() };
    bounds.learn(last, solve(last));
    while let Some(turn) = bounds.next() {
        if !bounds.learn(turn, solve(turn)) {
            break;
        }
    }
    let found = bounds.answer();
    let missed = bounds.way.filter(|_| matches!(found, NoReturn::LostAfter { .. }));
    (found, missed)
}

/// Knowledge so far.
#[derive(Default)]
struct Bounds {
    first: u32,
    last: u32,
    winnable: Option<u32>,
    lost: Option<u32>,
    /// A shortest way from the last turn that is known to be winnable.
    way: Option<Vec<String>>,
    /// Why a turn could not be judged.
    limit: Option<Limit>,
}

impl Bounds {
    /// Records the verdict for a turn; returns `false` if the verdict is unknown.
    fn learn(&mut self, turn: u32, verdict: Verdict<String>) -> bool {
        match verdict {
            Verdict::Solved(way) => (self.winnable, self.way) = (Some(turn), Some(way)),
            Verdict::Unsolvable => self.lost = Some(turn),
            Verdict::Unknown { limit, .. } => {
                self.limit = Some(limit);
                return false;
            }
        }
        true
    }

    /// The next turn to judge; `None` if the answer is known. The start comes first: most levels can be won
    /// there.
    fn next(&self) -> Option<u32> {
        let lost = self.lost.unwrap_or(self.last + 1);
        match self.winnable {
            Some(winnable) if winnable + 1 >= lost => None,
            Some(winnable) => Some(winnable + (lost - winnable) / 2),
            None if lost == self.first => None,
            None => Some(self.first),
        }
    }

    fn answer(&self) -> NoReturn {
        match (self.winnable, self.lost) {
            (Some(turn), _) if turn == self.last => NoReturn::StillWinnable,
            (_, Some(turn)) if turn == self.first => NoReturn::NeverWinnable,
            (Some(turn), Some(lost)) if turn + 1 == lost => NoReturn::LostAfter { turn },
            (winnable, lost) => {
                NoReturn::Unknown { winnable, lost, limit: self.limit.unwrap_or(Limit::Time) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    const UNKNOWN: Verdict<String> = Verdict::Unknown { limit: Limit::Time, at_least: 1 };

    /// Says that turns before `until` can be won, each by an action with its number.
    fn winnable_before(until: u32) -> impl Fn(u32) -> Verdict<String> {
        move |turn| if turn < until { Verdict::Solved(vec![turn.to_string()]) } else { Verdict::Unsolvable }
    }

    #[test]
    fn the_last_turn_that_can_be_won_is_found() {
        for last in 0..40 {
            for until in 0..=last + 1 {
                let expected = match until {
                    0 => NoReturn::NeverWinnable,
                    _ if until == last + 1 => NoReturn::StillWinnable,
                    _ => NoReturn::LostAfter { turn: until - 1 },
                };
                let (found, missed) = no_return(0..=last, winnable_before(until));
                assert_eq!(found, expected, "{until} of {last}");
                let way = (0 < until && until <= last).then(|| vec![(until - 1).to_string()]);
                assert_eq!(missed, way, "{until} of {last}");
            }
        }
    }

    #[test]
    fn it_takes_as_many_questions_as_halvings() {
        let mut asked = 0;
        let count = |turn| {
            asked += 1;
            winnable_before(777)(turn)
        };
        assert_eq!(no_return(0..=1_000_000, count).0, NoReturn::LostAfter { turn: 776 });
        assert!(asked <= 23, "{asked}");
    }

    #[test]
    fn a_turn_that_cannot_be_judged_leaves_the_bounds() {
        let ask = |turn| if (20..60).contains(&turn) { UNKNOWN } else { winnable_before(40)(turn) };
        let unknown = |winnable, lost| NoReturn::Unknown { winnable, lost, limit: Limit::Time };
        assert_eq!(no_return(0..=100, ask).0, unknown(Some(0), Some(100)));
        assert_eq!(no_return(0..=5, |_| UNKNOWN).0, unknown(None, None));
    }

    #[test]
    fn only_the_last_attempt_counts() {
        for (first, last) in [(3, 3), (3, 9), (7, 40)] {
            for until in first..=last + 1 {
                let ask = |turn| {
                    assert!(turn >= first, "turn {turn} belongs to an earlier attempt");
                    winnable_before(until)(turn)
                };
                let expected = match until {
                    _ if until == first => NoReturn::NeverWinnable,
                    _ if until == last + 1 => NoReturn::StillWinnable,
                    _ => NoReturn::LostAfter { turn: until - 1 },
                };
                assert_eq!(no_return(first..=last, ask).0, expected, "{until} of {first} to {last}");
            }
        }
    }

    #[test]
    fn the_last_attempt_begins_where_the_start_comes_back() {
        let attempt = |states: &[u64]| last_attempt(states.iter().copied().map(Some));
        assert_eq!(attempt(&[7, 1, 2, 7, 1, 7]), 5);
        assert_eq!(attempt(&[7, 1, 7, 1, 2]), 2);
        assert_eq!(attempt(&[7, 1, 2]), 0);
        assert_eq!(last_attempt([None, None, None]), 0);
    }
}
