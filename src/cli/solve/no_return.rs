//! `timeloom solve --no-return`: the last turn of a branch from which it could still be won.

use std::ops::RangeInclusive;

use serde_json::json;
use timeloom::game::{Game, last_attempt};
use timeloom::rules::GameResult;
use timeloom::scene::Tone;
use timeloom::scene::plain::turns;
use timeloom::scene::text::Ink;
use timeloom::solver::no_return::{NoReturn, no_return};
use timeloom::solver::{Verdict, Watch};
use timeloom::timeline::NodeId;

use crate::cli::output::{Answer, Failure, Output};
use crate::cli::question::{Question, Subject, reason};

pub(super) fn run(question: &Question, output: &mut Output) -> Result<Answer, Failure> {
    let branch = Branch::new(question)?;
    let (found, way) = question.search(|watch| no_return(branch.attempt(), |turn| branch.solve(turn, watch)));
    let mut data = json!(found);
    if let (NoReturn::LostAfter { turn }, Some(entries)) = (found, data.as_object_mut()) {
        entries.insert("node".into(), json!(branch.nodes[turn as usize]));
        entries.insert("mistake".into(), json!(branch.action(turn + 1)));
        entries.insert("instead".into(), json!(way));
    }
    output.either(&data, || branch.text(found, way.as_deref()))?;
    Ok(match found {
        NoReturn::StillWinnable => Answer::Yes,
        NoReturn::LostAfter { .. } | NoReturn::NeverWinnable => Answer::No,
        NoReturn::Unknown { .. } => Answer::Unknown,
    })
}

/// A branch of a save from its start.
struct Branch {
    game: Box<dyn Game>,
    nodes: Vec<NodeId>,
}

impl Branch {
    /// Returns the branch that leads to the requested turn, or else the whole branch that was played last.
    fn new(question: &Question) -> Result<Self, Failure> {
        let Subject { mut game, node } = question.open()?;
        question.puzzle_at(game.as_ref(), NodeId::ROOT)?;
        game.seek(node);
        let mut nodes = game.line().to_vec();
        if question.node.is_some() {
            nodes.truncate(game.node(node).turn as usize + 1);
        }
        Ok(Self { game, nodes })
    }

    /// Returns the turns since the last restart.
    fn attempt(&self) -> RangeInclusive<u32> {
        let last = self.last();
        last_attempt(self.game.as_ref(), self.nodes[last as usize])..=last
    }

    fn last(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    fn action(&self, turn: u32) -> String {
        self.game.node(self.nodes[turn as usize]).action
    }

    fn is_won(&self) -> bool {
        let last = self.nodes[self.last() as usize];
        matches!(self.game.at(last).result(), Some(GameResult::Won(_)))
    }

    fn solve(&self, turn: u32, watch: &Watch) -> Verdict<String> {
        let node = self.nodes[turn as usize];
        match (self.game.at(node).result(), self.game.puzzle(node)) {
            (Some(GameResult::Won(_)), _) => Verdict::Solved(Vec::new()),
            (None, Some(puzzle)) => puzzle.solve(watch).verdict,
            _ => Verdict::Unsolvable,
        }
    }

    fn text(&self, found: NoReturn, way: Option<&[String]>) -> String {
        let at = |turn: u32| format!("turn {turn} ({})", self.nodes[turn as usize]);
        match found {
            NoReturn::StillWinnable if self.is_won() => {
                format!("{} at {}", Ink::Marked.dye("won", Tone::Good), at(self.last()))
            }
            NoReturn::StillWinnable => {
                format!("{} at {}", Ink::Marked.dye("can still be won", Tone::Good), at(self.last()))
            }
            NoReturn::NeverWinnable => {
                format!("{}: not even from the start", Ink::Marked.dye("cannot be won", Tone::Bad))
            }
            NoReturn::LostAfter { turn } => {
                let since = format!("cannot be won since turn {}", turn + 1);
                let instead = way.map(|way| {
                    format!("; at {} {} still won in {}", at(turn), way[0], turns(way.len() as u32))
                });
                let mistake = self.action(turn + 1);
                format!(
                    "{} with {mistake}{}",
                    Ink::Marked.dye(&since, Tone::Bad),
                    instead.unwrap_or_default()
                )
            }
            NoReturn::Unknown { winnable, lost, limit } => {
                let known = |turn: Option<u32>, what| turn.map(|turn| format!("; {what} {}", at(turn)));
                format!(
                    "{}: {}{}{}",
                    Ink::Marked.dye("unknown", Tone::Yellow),
                    reason(limit),
                    known(winnable, "it can be won at").unwrap_or_default(),
                    known(lost, "it cannot be won at").unwrap_or_default()
                )
            }
        }
    }
}
