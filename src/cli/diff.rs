//! `timeloom diff`: shows the differences between two places.

use std::path::PathBuf;

use serde_json::json;
use timeloom::diff::{Change, changes};
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, View};

use super::output::{Answer, Failure, Output};
use super::seat::Seat;

/// Show what differs between two turns or branches
#[derive(clap::Args)]
#[command(after_help = format!("{}\n\nExamples:\n  timeloom diff battle.loom 3 12\n  timeloom diff battle.loom n12 n34", timeloom::place::PLACES))]
pub(super) struct Arguments {
    /// Save to read
    save: PathBuf,
    /// First place
    #[arg(value_name = "A")]
    from: String,
    /// Second place
    #[arg(value_name = "B")]
    to: String,
    #[command(flatten)]
    seat: Seat,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let game = arguments.seat.look_into(&arguments.save)?;
    let game = game.as_ref();
    let (from, to) =
        (timeloom::place::find(game, &arguments.from)?, timeloom::place::find(game, &arguments.to)?);
    let state = |node| game.inspect(node, View::default());
    let found = changes(&state(from), &state(to));
    let turn = |node| game.node(node).turn;
    output.either(&json!({ "from": from, "to": to, "changes": found }), || {
        let head = format!("from turn {} ({from}) to turn {} ({to}):", turn(from), turn(to));
        if found.is_empty() { format!("{head} no difference") } else { format!("{head}\n{}", listed(&found)) }
    })?;
    Ok(Answer::Yes)
}

fn listed(found: &[Change]) -> String {
    let line = |change: &Change| {
        let tone = match (&change.before, &change.after) {
            (Some(_), None) => Tone::Bad,
            (None, Some(_)) => Tone::Good,
            _ => Tone::Plain,
        };
        format!("  {}", Ink::Marked.dye(&change.to_string(), tone))
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}
