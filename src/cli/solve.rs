//! `timeloom solve`: finds the shortest way to win, or proves that there is none.

mod difficulty;
mod no_return;
mod store;

use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Map, Value, json};
use timeloom::scene::Tone;
use timeloom::scene::plain::turns;
use timeloom::scene::text::Ink;
use timeloom::solver::{Answer as SolverAnswer, Limit, Puzzle, Verdict, Watch, Ways};

use super::output::{Answer, Failure, Output};
use super::question::{Question, reason};

/// Find the shortest way to win a level, or prove that there is none
///
/// Searches from the start of a level, or from any turn of a save. Exit code 0 if it can be won, 1 if it cannot, and 3
/// if that is not known when the budget is used up.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom solve saves/levels/unseen-01-first-steps.toml\n  \
timeloom solve sneak.loom --node tip --budget 10\n  \
timeloom solve sneak.loom --no-return         # since when can it not be won any more?\n  \
timeloom solve level.toml -o level.toml       # keep the solution in the level")]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// List every shortest way, up to 100
    #[arg(long)]
    all: bool,
    /// Find the last turn of the branch from which it could still be won
    #[arg(long, conflicts_with_all = ["all", "difficulty", "output"])]
    no_return: bool,
    /// Measure how hard it is: choices, dead ends, states, and things that no shortest way needs
    #[arg(long, conflicts_with_all = ["all", "output"])]
    difficulty: bool,
    /// Level file to keep the solution in; one that is there keeps everything else
    #[arg(short, long, value_name = "LEVEL")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    if arguments.no_return {
        return no_return::run(&arguments.question, output);
    }
    if arguments.difficulty {
        return difficulty::run(&arguments.question, output);
    }
    arguments.output.iter().try_for_each(|out| store::check_name(out))?;
    let subject = arguments.question.open()?;
    let puzzle = arguments.question.puzzle(&subject)?;
    let solution = arguments.question.search(|watch| solve(puzzle.as_ref(), watch));
    output.either(&solution.data(arguments.all), || solution.text(arguments.all))?;
    if let (Some(out), Verdict::Solved(actions)) = (&arguments.output, &solution.found.verdict) {
        store::store(&subject, actions, out, output)?;
    }
    Ok(match solution.found.verdict {
        Verdict::Solved(_) => Answer::Yes,
        Verdict::Unsolvable => Answer::No,
        Verdict::Unknown { .. } => Answer::Unknown,
    })
}

/// What was found.
struct Solution {
    found: SolverAnswer<String>,
    seconds: f64,
    /// All shortest ways; `None` if there is none.
    ways: Option<Result<Ways<String>, Limit>>,
}

fn solve(puzzle: &dyn Puzzle, watch: &Watch) -> Solution {
    let begun = Instant::now();
    let found = puzzle.solve(watch);
    let seconds = begun.elapsed().as_secs_f64();
    let ways = match &found.verdict {
        Verdict::Solved(actions) => Some(puzzle.ways(actions.len() as u32, watch)),
        _ => None,
    };
    Solution { found, seconds, ways }
}

impl Solution {
    fn data(&self, all: bool) -> Value {
        let Self { found, seconds, ways } = self;
        let effort = &found.effort;
        let mut data = match &found.verdict {
            Verdict::Solved(actions) => {
                json!({"status": "solved", "turns": actions.len(), "actions": actions})
            }
            Verdict::Unsolvable => json!({"status": "unsolvable"}),
            Verdict::Unknown { limit, at_least } => {
                json!({"status": "unknown", "limit": limit, "at_least": at_least})
            }
        };
        let rest = json!({"states": effort.states, "generated": effort.generated, "bytes": effort.bytes,
            "seconds": (seconds * 1e6).round() / 1e6, "world": found.world});
        let ways = ways.as_ref().map(|ways| ways_data(ways, all)).unwrap_or_default();
        if let (Some(data), Value::Object(rest)) = (data.as_object_mut(), rest) {
            data.extend(ways);
            data.extend(rest);
        }
        data
    }

    fn text(&self, all: bool) -> String {
        let (effort, world) = (&self.found.effort, self.found.world);
        let mut lines = vec![self.verdict()];
        lines.extend(self.ways.as_ref().map(counted));
        if let (true, Some(Ok(ways))) = (all, &self.ways) {
            lines.extend(ways.listed.iter().map(|way| format!("  {}", way.join(" "))));
        }
        lines.push(format!("{} states in {:.2} s, as a {world} search", effort.states, self.seconds));
        lines.join("\n")
    }

    fn verdict(&self) -> String {
        match &self.found.verdict {
            Verdict::Solved(actions) => {
                let solved = format!("solved in {}", turns(actions.len() as u32));
                format!("{}: {}", Ink::Marked.dye(&solved, Tone::Good), actions.join(" "))
            }
            Verdict::Unsolvable => {
                format!("{}: it cannot be won from here", Ink::Marked.dye("unsolvable", Tone::Bad))
            }
            Verdict::Unknown { limit, at_least } => {
                let unknown = Ink::Marked.dye("unknown", Tone::Yellow);
                format!("{unknown}: {}; winning takes at least {}", reason(*limit), turns(*at_least))
            }
        }
    }
}

/// Returns the number of shortest ways; a lower bound with a flag if they were not all counted.
fn ways_data(ways: &Result<Ways<String>, Limit>, all: bool) -> Map<String, Value> {
    let (count, is_capped) = match ways {
        Ok(ways) => (ways.count, ways.count == u64::MAX),
        Err(_) => (1, true),
    };
    let mut data =
        Map::from_iter([("shortest".into(), json!(count)), ("shortest_capped".into(), json!(is_capped))]);
    if let (true, Ok(ways)) = (all, ways) {
        data.insert("all".into(), json!(ways.listed));
    }
    data
}

/// Says how many shortest ways there are.
fn counted(ways: &Result<Ways<String>, Limit>) -> String {
    match ways {
        Ok(Ways { count: 1, .. }) => "this is the only shortest way".to_owned(),
        Ok(Ways { count: u64::MAX, .. }) => "more shortest ways than can be counted".to_owned(),
        Ok(Ways { count, .. }) => format!("one of {count} shortest ways"),
        Err(limit) => format!("shortest ways not counted: {}", reason(*limit)),
    }
}
