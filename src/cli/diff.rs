//! `timeloom diff`: shows the differences between two places.

use std::path::PathBuf;

use serde_json::json;
use timeloom::diff::{self, Change};
use timeloom::game::{Inspect, Moment};
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, View};
use timeloom::show::LongList;
use timeloom::timeline::NodeId;

use super::output::{Answer, Failure, ListWriter, Output};
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
    if output.is_json() {
        let mut list = ListWriter::begin(output.writer(), &json!({ "from": from, "to": to }), "changes")?;
        each_change(game, from, to, &mut |change| Ok(list.add(&change)?))?;
        list.end()?;
        return Ok(Answer::Yes);
    }
    let turn = |node| game.tree().turn(node);
    let head = format!("from turn {} ({from}) to turn {} ({to}):", turn(from), turn(to));
    let mut is_same = true;
    each_change(game, from, to, &mut |change| {
        if std::mem::replace(&mut is_same, false) {
            output.line(&head)?;
        }
        output.line(&shown(&change))
    })?;
    if is_same {
        output.line(&format!("{head} no difference"))?;
    }
    Ok(Answer::Yes)
}

/// Calls `see` with every difference between two nodes. Lists that grow with every turn are compared member
/// by member and never held as a whole.
fn each_change(
    game: &dyn Inspect,
    from: NodeId,
    to: NodeId,
    see: &mut dyn FnMut(Change) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut done = Ok(());
    // After a failure, such as a closed pipe, print nothing more.
    let mut see = |change| {
        if done.is_ok() {
            done = see(change);
        }
    };
    let (before, after) = (game.at(from), game.at(to));
    let lists = before.long_list().zip(after.long_list());
    let is_short = |key: &str| lists.as_ref().is_none_or(|(list, _)| list.key != key);
    let short = |moment: &dyn Moment| moment.part(View::default(), &is_short);
    diff::each_change("", Some(&short(before.as_ref())), Some(&short(after.as_ref())), &mut see);
    if let Some((a, b)) = &lists {
        compare_lists(a, b, &mut see);
    }
    done
}

fn compare_lists(a: &LongList<'_>, b: &LongList<'_>, see: &mut dyn FnMut(Change)) {
    let member = |list: &LongList<'_>, index| (index < list.len).then(|| (list.get)(index));
    for index in 0..a.len.max(b.len) {
        let (before, after) = (member(a, index), member(b, index));
        diff::each_change(&format!("{}[{index}]", a.key), before.as_ref(), after.as_ref(), see);
    }
}

fn shown(change: &Change) -> String {
    let tone = match (&change.before, &change.after) {
        (Some(_), None) => Tone::Bad,
        (None, Some(_)) => Tone::Good,
        _ => Tone::Plain,
    };
    format!("  {}", Ink::Marked.dye(&change.to_string(), tone))
}
