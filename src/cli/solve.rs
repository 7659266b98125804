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
use timeloom::solver::{Answer as SolverAnswer, Effort, Limit, Puzzle, Verdict, Watch, Ways};

use self::store::Stored;
use super::output::{Answer, Failure, Output};
use super::question::{Ending, Question, reason};

/// Find the shortest way to win a level, or prove that there is none
///
/// Searches from the start of a level, or from any turn of a save. Exit code 0 if it can be won, 1 if it
/// cannot, and 3 if that is unknown when the budget is used up. A turn at which the game is over needs no
/// search: exit code 0 if it was won, else 1.
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
    /// Find the last turn of the branch, since its last restart, from which it could still be won
    #[arg(long, conflicts_with_all = ["all", "difficulty", "output"])]
    no_return: bool,
    /// Measure how hard it is: choices, dead ends, states, and things that no shortest way needs
    #[arg(long, conflicts_with_all = ["all", "output"])]
    difficulty: bool,
    /// Level file to store the solution in; an existing one keeps everything else
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
    let puzzle = arguments.question.puzzle_at(subject.game.as_ref(), subject.node)?;
    let solution = match Ending::of(&subject) {
        Some(ending) => Solution::of_ended(ending),
        None => arguments.question.search(|watch| solve(puzzle.as_ref(), watch)),
    };
    let stored = match (&arguments.output, &solution.found.verdict) {
        (Some(out), Verdict::Solved(actions)) => Some(store::store(&subject, actions, out)),
        _ => None,
    };
    solution.print(arguments.all, stored.as_ref().and_then(|stored| stored.as_ref().ok()), output)?;
    stored.transpose()?;
    Ok(solution.exit())
}

/// Result of the search.
struct Solution {
    found: SolverAnswer<String>,
    /// How long the search took, and the counting of the ways.
    seconds: (f64, f64),
    /// All shortest ways; `None` if there is none.
    ways: Option<Result<Ways<String>, Limit>>,
    /// Set if the game is over, so that nothing was searched.
    ending: Option<Ending>,
}

fn solve(puzzle: &dyn Puzzle, watch: &Watch) -> Solution {
    let begun = Instant::now();
    let found = puzzle.solve(watch);
    let searched = begun.elapsed().as_secs_f64();
    let ways = match &found.verdict {
        Verdict::Solved(actions) => Some(puzzle.ways(actions.len() as u32, watch)),
        _ => None,
    };
    let seconds = (searched, begun.elapsed().as_secs_f64() - searched);
    Solution { found, seconds, ways, ending: None }
}

impl Solution {
    /// The answer of a search whose ways are not counted.
    fn without_ways(found: SolverAnswer<String>, seconds: f64) -> Self {
        Self { found, seconds: (seconds, 0.0), ways: None, ending: None }
    }

    /// Prints the answer; returns the exit code.
    fn report(&self, output: &mut Output) -> Result<Answer, Failure> {
        self.print(false, None, output)?;
        Ok(self.exit())
    }

    fn exit(&self) -> Answer {
        match self.found.verdict {
            Verdict::Solved(_) => Answer::Yes,
            Verdict::Unsolvable => Answer::No,
            Verdict::Unknown { .. } => Answer::Unknown,
        }
    }

    /// A game that is over: won in no turns, or not to be won.
    fn of_ended(ending: Ending) -> Self {
        let verdict = if ending.is_won { Verdict::Solved(Vec::new()) } else { Verdict::Unsolvable };
        let found = SolverAnswer { verdict, effort: Effort::default(), world: "ended" };
        let ways = ending.is_won.then(|| Ok(Ways { count: 1, listed: vec![Vec::new()] }));
        Self { found, seconds: (0.0, 0.0), ways, ending: Some(ending) }
    }

    /// Prints the answer, and where the solution was stored.
    fn print(&self, all: bool, stored: Option<&Stored>, output: &mut Output) -> Result<(), Failure> {
        let mut data = self.data(all);
        stored.inspect(|stored| stored.add_to(&mut data));
        output.either(&data, || {
            let stored = stored.map(|stored| format!("\n{stored}")).unwrap_or_default();
            self.text(all) + &stored
        })
    }

    fn data(&self, all: bool) -> Value {
        let Self { found, seconds, ways, .. } = self;
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
            "seconds": micros(seconds.0), "seconds_counting": micros(seconds.1), "world": found.world});
        let ways = ways.as_ref().map(|ways| ways_data(ways, all)).unwrap_or_default();
        if let (Some(data), Value::Object(rest)) = (data.as_object_mut(), rest) {
            data.extend(ways);
            data.extend(rest);
        }
        data
    }

    fn text(&self, all: bool) -> String {
        if let Some(ending) = &self.ending {
            return ending.to_string();
        }
        let (effort, world) = (&self.found.effort, self.found.world);
        let mut lines = vec![self.verdict()];
        lines.extend(self.ways.as_ref().map(counted));
        if let (true, Some(Ok(ways))) = (all, &self.ways) {
            lines.extend(ways.listed.iter().map(|way| format!("  {}", way.join(" "))));
        }
        let (searched, counted) = self.seconds;
        let searched = format!("{} states in {searched:.2} s, as a {world} search", effort.states);
        lines.push(match &self.ways {
            Some(_) => format!("{searched}; ways counted in {counted:.2} s"),
            None => searched,
        });
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

fn micros(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
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

/// Describes how many shortest ways there are.
fn counted(ways: &Result<Ways<String>, Limit>) -> String {
    match ways {
        Ok(Ways { count: 1, .. }) => "this is the only shortest way".to_owned(),
        Ok(Ways { count: u64::MAX, .. }) => "more shortest ways than can be counted".to_owned(),
        Ok(Ways { count, .. }) => format!("one of {count} shortest ways"),
        Err(limit) => format!("shortest ways not counted: {}", reason(*limit)),
    }
}
