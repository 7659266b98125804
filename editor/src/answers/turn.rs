//! Questions about a turn of a game: can it still be won, since when not, and what would each action mean?

use std::time::Duration;

use timeloom::game::Game;
use timeloom::rules::GameResult;
use timeloom::solver::hint::{self, Hint, Prospect};
use timeloom::solver::no_return::{NoReturn, no_return};
use timeloom::solver::{After, Answer, Budget, Puzzle, Verdict, Watch};
use timeloom::timeline::NodeId;

use super::inquiry::Asker;

/// What is known about a turn.
#[derive(Clone, Debug, Default)]
pub struct TurnAnswers {
    /// Whether it can be won, and how; `None` while that is searched for.
    pub answer: Option<Answer<String>>,
    /// What each action would mean, if that was asked for.
    pub hint: Option<Hint>,
}

impl TurnAnswers {
    /// What is to be expected of the turn.
    pub fn prospect(&self) -> Option<Prospect> {
        self.answer.as_ref().map(|answer| Prospect::from(&answer.verdict))
    }

    /// A shortest way to win from there, if one is known.
    pub fn solution(&self) -> Option<&[String]> {
        match &self.answer {
            Some(Answer { verdict: Verdict::Solved(actions), .. }) => Some(actions),
            _ => None,
        }
    }

    pub(super) fn learn(&mut self, part: TurnPart) {
        match part {
            TurnPart::Now(answer) => self.answer = Some(answer),
            TurnPart::Hint(hint) => self.hint = Some(hint),
            TurnPart::Line(_) => {}
        }
    }
}

/// What is known about a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAnswers {
    /// Where it stopped being winnable.
    pub no_return: NoReturn,
    /// A shortest way from the last turn that could be won.
    pub missed: Option<Vec<String>>,
}

/// A part of the answer.
pub(super) enum TurnPart {
    Now(Answer<String>),
    Line(LineAnswers),
    Hint(Hint),
}

/// A turn, and the branch that it is on; what is known is left out.
pub(super) struct TurnQuestion {
    pub(super) now: Option<Box<dyn Puzzle>>,
    pub(super) line: Option<Line>,
    pub(super) budget: Budget,
}

/// A branch from its start to its tip.
pub(super) struct Line {
    start: Box<dyn Puzzle>,
    actions: Vec<String>,
    ending: Option<GameResult>,
}

impl Line {
    /// The branch to a tip; `None` if the game is not for one player.
    pub(super) fn of(game: &dyn Game, tip: NodeId) -> Option<Self> {
        let start = game.puzzle(NodeId::ROOT)?;
        Some(Self { start, actions: game.recorded(tip).actions, ending: game.result(tip) })
    }

    fn answers(&self, watch: &Watch) -> LineAnswers {
        let no_return = no_return(self.actions.len() as u32, |turn| self.judge(turn, watch));
        let missed = match no_return {
            NoReturn::LostAfter { turn } => self.solved_at(turn, watch),
            _ => None,
        };
        LineAnswers { no_return, missed }
    }

    fn solved_at(&self, turn: u32, watch: &Watch) -> Option<Vec<String>> {
        match self.solve_at(turn, watch)? {
            Verdict::Solved(actions) => Some(actions),
            _ => None,
        }
    }

    fn judge(&self, turn: u32, watch: &Watch) -> Prospect {
        match &self.ending {
            Some(result) if turn as usize == self.actions.len() => match result {
                GameResult::Won(_) => Prospect::Wins { turns: 0 },
                GameResult::Lost(_) | GameResult::Draw(_) => Prospect::Never,
            },
            _ => self.solve_at(turn, watch).map_or(Prospect::Never, |verdict| Prospect::from(&verdict)),
        }
    }

    /// Solves the state after some turns; `None` if the game is over there.
    fn solve_at(&self, turn: u32, watch: &Watch) -> Option<Verdict<String>> {
        let mut later: Option<Box<dyn Puzzle>> = None;
        for action in &self.actions[..turn as usize] {
            let puzzle = later.as_deref().unwrap_or(self.start.as_ref());
            let Some(After::Open(next)) = puzzle.after(action) else { return None };
            later = Some(next);
        }
        let puzzle = later.as_deref().unwrap_or(self.start.as_ref());
        Some(puzzle.solve(watch).verdict)
    }
}

impl TurnQuestion {
    /// Whether anything is asked.
    pub(super) fn has_work(&self) -> bool {
        self.now.is_some() || self.line.is_some()
    }

    pub(super) fn work(self, asker: &Asker<TurnPart>) {
        if let Some(puzzle) = &self.now {
            asker.tell(TurnPart::Now(puzzle.solve(&asker.watch(self.budget))));
        }
        if let Some(line) = self.line.filter(|_| !asker.is_stopped()) {
            asker.tell(TurnPart::Line(line.answers(&asker.watch(self.budget))));
        }
    }
}

/// Answers what each action would mean.
pub(super) fn hint(puzzle: &dyn Puzzle, budget: Budget, asker: &Asker<TurnPart>) {
    asker.tell(TurnPart::Hint(hint::hint(puzzle, &asker.watch(budget))));
}

/// What a question may use; more each time the user asks to search on.
pub(super) fn budget(patience: u32) -> Budget {
    Budget { time: Some(Duration::from_secs(20 << (2 * patience.min(8)))), memory: 512 << 20 }
}
