//! Finds the point of no return of a playthrough: the last turn from which it could still be won.
//!
//! A game that cannot be won stays so in all later turns, so a binary search finds the turn with few
//! questions. Used by the command line and the editor; knows turns by number only.

use serde::Serialize;

use super::Verdict;

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
    NeverWinnable,
    /// Some turns could not be judged within the budget.
    Unknown {
        /// The last turn from which it is known to be winnable.
        winnable: Option<u32>,
        /// The first turn from which it is known not to be.
        lost: Option<u32>,
    },
}

/// Searches for the last of the turns 0 to `last` from which a win is possible, and returns a shortest way
/// from it if it is not the last turn. `solve` answers for one turn; a turn at which the game is over counts
/// as solved by no actions, or as unsolvable.
pub fn no_return(
    last: u32,
    mut solve: impl FnMut(u32) -> Verdict<String>,
) -> (NoReturn, Option<Vec<String>>) {
    let mut bounds = Bounds::default();
    bounds.learn(last, solve(last));
    while let Some(turn) = bounds.next(last) {
        if !bounds.learn(turn, solve(turn)) {
            break;
        }
    }
    let found = bounds.answer(last);
    let missed = bounds.way.filter(|_| matches!(found, NoReturn::LostAfter { .. }));
    (found, missed)
}

/// Knowledge so far.
#[derive(Default)]
struct Bounds {
    winnable: Option<u32>,
    lost: Option<u32>,
    /// A shortest way from the last turn that is known to be winnable.
    way: Option<Vec<String>>,
}

impl Bounds {
    /// Records the verdict for a turn; returns `false` if the verdict is unknown.
    fn learn(&mut self, turn: u32, verdict: Verdict<String>) -> bool {
        match verdict {
            Verdict::Solved(way) => (self.winnable, self.way) = (Some(turn), Some(way)),
            Verdict::Unsolvable => self.lost = Some(turn),
            Verdict::Unknown { .. } => return false,
        }
        true
    }

    /// The next turn to judge; `None` if the answer is known. The start comes first: most levels can be won there.
    fn next(&self, last: u32) -> Option<u32> {
        let lost = self.lost.unwrap_or(last + 1);
        match self.winnable {
            Some(winnable) if winnable + 1 >= lost => None,
            Some(winnable) => Some(winnable + (lost - winnable) / 2),
            None if lost == 0 => None,
            None => Some(0),
        }
    }

    fn answer(&self, last: u32) -> NoReturn {
        match (self.winnable, self.lost) {
            (Some(turn), _) if turn == last => NoReturn::StillWinnable,
            (_, Some(0)) => NoReturn::NeverWinnable,
            (Some(turn), Some(lost)) if turn + 1 == lost => NoReturn::LostAfter { turn },
            (winnable, lost) => NoReturn::Unknown { winnable, lost },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Limit;

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
                let (found, missed) = no_return(last, winnable_before(until));
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
        assert_eq!(no_return(1_000_000, count).0, NoReturn::LostAfter { turn: 776 });
        assert!(asked <= 23, "{asked}");
    }

    #[test]
    fn a_turn_that_cannot_be_judged_leaves_the_bounds() {
        let ask = |turn| if (20..60).contains(&turn) { UNKNOWN } else { winnable_before(40)(turn) };
        assert_eq!(no_return(100, ask).0, NoReturn::Unknown { winnable: Some(0), lost: Some(100) });
        assert_eq!(no_return(5, |_| UNKNOWN).0, NoReturn::Unknown { winnable: None, lost: None });
    }
}
