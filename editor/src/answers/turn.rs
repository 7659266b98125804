//! Questions about a turn of a game: can it still be won, since when not, and what does each action lead to?

use timeloom::game::{Game, last_attempt};
use timeloom::rules::GameResult;
use timeloom::solver::hint::{Hint, Prospect, hint, hint_given};
use timeloom::solver::no_return::{NoReturn, no_return};
use timeloom::solver::{After, Answer, Budget, Puzzle, Verdict, Watch};
use timeloom::timeline::NodeId;

use super::Part;
use super::inquiry::Asker;

/// Answers about a turn.
#[derive(Clone, Debug, Default)]
pub struct TurnAnswers {
    /// How the game ended there, if it is over.
    pub ending: Option<GameResult>,
    /// If it is over: number of turns since the start or the last restart.
    pub played: u32,
    /// Whether it can be won, and how; `None` while that is searched for.
    pub answer: Option<Answer<String>>,
    /// The outlook after each action, if requested.
    pub hint: Option<Hint>,
    /// Lower bound on the turns of a win that earlier searches have proven.
    pub proven: u32,
}

impl TurnAnswers {
    /// Returns the outlook of the turn.
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

    /// Forgets what was searched for, but not what was proven.
    pub(super) fn forget(&mut self) {
        let bound = self.answer.take().and_then(|answer| answer.verdict.lower_bound());
        self.proven = self.proven.max(bound.unwrap_or(0));
        self.hint = None;
    }

    /// Remembers a lower bound on the turns of a win, if the search that proved it has not answered yet.
    pub(super) fn remember(&mut self, proven: u32) {
        if self.answer.is_none() {
            self.proven = self.proven.max(proven);
        }
    }

    pub(super) fn learn(&mut self, part: TurnPart) {
        match part {
            TurnPart::Now(answer) => self.answer = Some(answer.with_lower_bound(self.proven)),
            TurnPart::Hint(hint) => self.hint = Some(hint),
            TurnPart::Start(_) | TurnPart::Line(_) => {}
        }
    }
}

/// Answers about a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAnswers {
    /// Its point of no return.
    pub no_return: NoReturn,
    /// A shortest way from the last turn that could be won.
    pub missed: Option<Vec<String>>,
}

/// A part of the answer.
pub(super) enum TurnPart {
    Now(Answer<String>),
    Start(Answer<String>),
    Line(LineAnswers),
    Hint(Hint),
}

/// A turn and its branch; questions with known answers are left out.
pub(super) struct TurnQuestion {
    pub(super) now: Option<Box<dyn Puzzle>>,
    /// The known answer about the turn.
    pub(super) known: Option<Answer<String>>,
    /// The turn, if the outlook after every action is requested.
    pub(super) hint: Option<Box<dyn Puzzle>>,
    /// The start of the game, if it is asked in how few turns it could have been won.
    pub(super) start: Option<Box<dyn Puzzle>>,
    pub(super) line: Option<Line>,
    pub(super) budget: Budget,
}

/// The last attempt of a branch: from its start or its last restart to its tip.
pub(super) struct Line {
    start: Box<dyn Puzzle>,
    /// The turn at which it begins.
    first: u32,
    /// Its actions.
    actions: Vec<String>,
    ending: Option<GameResult>,
}

impl Line {
    /// Returns the branch to a tip; `None` if the game is not for one player.
    pub(super) fn of(game: &dyn Game, tip: NodeId) -> Option<Self> {
        let start = game.puzzle(NodeId::ROOT)?;
        let first = last_attempt(game, tip);
        let actions = game.recorded(tip).actions.split_off(first as usize);
        Some(Self { start, first, actions, ending: game.at(tip).result() })
    }

    fn answers(&self, watch: &Watch) -> LineAnswers {
        let attempt = self.first..=self.first + self.actions.len() as u32;
        let (no_return, missed) = no_return(attempt, |turn| self.solve(turn - self.first, watch));
        LineAnswers { no_return, missed }
    }

    /// Solves a turn of the attempt.
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
    /// Whether there is a question.
    pub(super) fn has_work(&self) -> bool {
        self.now.is_some() || self.hint.is_some() || self.start.is_some() || self.line.is_some()
    }

    pub(super) fn work(self, asker: &Asker<Part>) {
        let solve = |puzzle: &dyn Puzzle| puzzle.solve(&asker.watch(self.budget));
        let found = self.now.as_deref().map(solve);
        found.iter().for_each(|answer| asker.tell(TurnPart::Now(answer.clone())));
        if let Some(puzzle) = self.hint.filter(|_| !asker.is_stopped()) {
            let (known, watch) = (found.or(self.known), asker.watch(self.budget));
            asker.tell(TurnPart::Hint(match known {
                Some(answer) => hint_given(puzzle.as_ref(), answer.verdict, &watch),
                None => hint(puzzle.as_ref(), &watch),
            }));
        }
        if let Some(start) = self.start.filter(|_| !asker.is_stopped()) {
            asker.tell(TurnPart::Start(solve(start.as_ref())));
        }
        if let Some(line) = self.line.filter(|_| !asker.is_stopped()) {
            asker.tell(TurnPart::Line(line.answers(&asker.watch(self.budget))));
        }
    }
}
