//! Questions about a turn of a game: can it still be won, since when not, and what would each action mean?

use timeloom::game::Game;
use timeloom::rules::GameResult;
use timeloom::solver::hint::{Hint, Prospect, hint};
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
    /// The turn, if it is asked what every action would mean.
    pub(super) hint: Option<Box<dyn Puzzle>>,
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
        Some(Self { start, actions: game.recorded(tip).actions, ending: game.at(tip).result() })
    }

    fn answers(&self, watch: &Watch) -> LineAnswers {
        let (no_return, missed) = no_return(self.actions.len() as u32, |turn| self.solve(turn, watch));
        LineAnswers { no_return, missed }
    }

    fn solve(&self, turn: u32, watch: &Watch) -> Verdict<String> {
        match &self.ending {
            Some(GameResult::Won(_)) if turn as usize == self.actions.len() => Verdict::Solved(Vec::new()),
            _ => self.solve_open(turn, watch).unwrap_or(Verdict::Unsolvable),
        }
    }

    /// Solves the state after some turns; `None` if the game is over there.
    fn solve_open(&self, turn: u32, watch: &Watch) -> Option<Verdict<String>> {
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
        self.now.is_some() || self.hint.is_some() || self.line.is_some()
    }

    pub(super) fn work(self, asker: &Asker<TurnPart>) {
        if let Some(puzzle) = &self.now {
            asker.tell(TurnPart::Now(puzzle.solve(&asker.watch(self.budget))));
        }
        if let Some(puzzle) = self.hint.filter(|_| !asker.is_stopped()) {
            asker.tell(TurnPart::Hint(hint(puzzle.as_ref(), &asker.watch(self.budget))));
        }
        if let Some(line) = self.line.filter(|_| !asker.is_stopped()) {
            asker.tell(TurnPart::Line(line.answers(&asker.watch(self.budget))));
        }
    }
}
