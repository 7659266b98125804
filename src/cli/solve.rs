//! `timeloom solve`: finds the shortest way to win, or proves that there is none.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use timeloom::catalog;
use timeloom::game::Game;
use timeloom::journal::aside::is_save;
use timeloom::place::Place;
use timeloom::scene::Tone;
use timeloom::scene::text::Ink;
use timeloom::solver::{Answer as Found, Budget, Limit, Verdict, Watch};
use timeloom::timeline::NodeId;

use super::output::{Answer, Failure, Output};
use super::seat::Seat;

/// Find the shortest way to win a level, or prove that there is none
///
/// Searches from the start of a level, or from any turn of a save. Exit code 0 if it can be won, 1 if it cannot, and 3
/// if that is not known when the budget is used up.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom solve saves/levels/unseen-01-first-steps.toml\n  \
timeloom solve sneak.loom --node tip --budget 10")]
pub(super) struct Arguments {
    /// Level or save
    file: PathBuf,
    /// Turn of the save to start from: a node, `tip`, `here`, a branch or a bookmark; by default where it was left
    #[arg(long, value_name = "PLACE")]
    node: Option<String>,
    /// Seconds to search at most
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    budget: u32,
    /// Megabytes to use at most for the states that are found, besides the level itself
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: u32,
    /// Ruleset, if the level does not name one
    #[arg(long)]
    ruleset: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let (game, node) = start(arguments)?;
    let file = arguments.file.display();
    if let Some(result) = game.result(node) {
        return Err(Failure::bad(format!(
            "{file}: the game is over at {node} ({result}): choose an earlier turn"
        )));
    }
    let puzzle = game.puzzle(node).ok_or_else(|| {
        Failure::bad(format!(
            "{file}: {} is not a game for one player, so there is nothing to solve",
            game.about().ruleset
        ))
    })?;
    let (time, memory) = (Duration::from_secs(arguments.budget.into()), u64::from(arguments.memory) << 20);
    let (watch, begun) = (Watch::new(Budget { time: Some(time), memory }), Instant::now());
    let found = puzzle.solve(&watch);
    let seconds = begun.elapsed().as_secs_f64();
    output.either(&data(&found, seconds), || told(&found, seconds))?;
    Ok(match found.verdict {
        Verdict::Solved(_) => Answer::Yes,
        Verdict::Unsolvable => Answer::No,
        Verdict::Unknown { .. } => Answer::Unknown,
    })
}

/// Returns the game and the turn to start from.
fn start(Arguments { file, node, ruleset, .. }: &Arguments) -> Result<(Box<dyn Game>, NodeId), Failure> {
    let game = match is_level(file) {
        true => catalog::try_out(file, ruleset.as_deref())?,
        false => Seat::default().look_into(file)?,
    };
    if game.about().drawing {
        return Err(Failure::bad(format!("{}: this is a drawing: solve its level", file.display())));
    }
    let node = match node {
        Some(text) => Place::read_node(text).find(game.as_ref())?,
        None => game.cursor(),
    };
    Ok((game, node))
}

/// Whatever is not a save and does not claim to be one by its name is a level.
fn is_level(file: &Path) -> bool {
    // If it cannot be read, opening it says why.
    let is_save = is_save(file).unwrap_or(false);
    !is_save && file.extension().is_none_or(|ending| ending != "loom")
}

fn data(found: &Found<String>, seconds: f64) -> Value {
    let effort = &found.effort;
    let mut data = match &found.verdict {
        Verdict::Solved(actions) => json!({"status": "solved", "turns": actions.len(), "actions": actions}),
        Verdict::Unsolvable => json!({"status": "unsolvable"}),
        Verdict::Unknown { limit, at_least } => {
            json!({"status": "unknown", "limit": limit, "at_least": at_least})
        }
    };
    let rest = json!({"states": effort.states, "generated": effort.generated, "bytes": effort.bytes,
        "seconds": (seconds * 1e6).round() / 1e6, "world": found.world});
    if let (Some(data), Value::Object(rest)) = (data.as_object_mut(), rest) {
        data.extend(rest);
    }
    data
}

fn told(found: &Found<String>, seconds: f64) -> String {
    let first = match &found.verdict {
        Verdict::Solved(actions) => {
            let turns = if actions.len() == 1 { "turn" } else { "turns" };
            let solved = Ink::Marked.dye(&format!("solved in {} {turns}", actions.len()), Tone::Good);
            format!("{solved}: {}", actions.join(" "))
        }
        Verdict::Unsolvable => {
            format!("{}: it cannot be won from here", Ink::Marked.dye("unsolvable", Tone::Bad))
        }
        Verdict::Unknown { limit, at_least } => {
            let unknown = Ink::Marked.dye("unknown", Tone::Yellow);
            format!("{unknown}: {}; winning takes at least {at_least} turns", reason(*limit))
        }
    };
    let (states, world) = (found.effort.states, found.world);
    format!("{first}\n{states} states in {seconds:.2} s, as a {world} search")
}

fn reason(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time is up (--budget gives more)",
        Limit::Memory => "the memory is full (--memory gives more)",
        Limit::Stopped => "it was stopped",
        Limit::Refuted => {
            "the search contradicts the rules, which is a mistake in this program: please report this level"
        }
    }
}
