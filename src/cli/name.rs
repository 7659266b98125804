//! `timeloom name`: names a branch or puts a bookmark on a turn.

use std::path::PathBuf;

use serde_json::json;
use timeloom::journal::Durability;
use timeloom::timeline::Note;

use super::output::{Answer, Failure, Output};
use super::seat::Seat;

/// Name a branch, or put a bookmark on a turn
#[derive(clap::Args)]
#[command(after_help = format!("{}\n\nExamples:\n  timeloom name battle.loom n34 'left flank'\n  \
timeloom name battle.loom 12 'turning point' --bookmark", timeloom::place::PLACES))]
pub(super) struct Arguments {
    /// Save to change
    save: PathBuf,
    /// First node of the branch, or turn of the bookmark
    place: String,
    /// Name or bookmark; an empty text removes it
    text: String,
    /// Set a bookmark instead of naming a branch
    #[arg(long)]
    bookmark: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let mut game = Seat::default().go_on(&arguments.save, Durability::EachAction)?;
    let node = timeloom::place::find(game.as_ref(), &arguments.place)?;
    if timeloom::place::is_reserved(&arguments.text) {
        let text = &arguments.text;
        return Err(Failure::bad(format!(
            "'{text}' already means a place, so it cannot be a name: choose another one"
        )));
    }
    let written = if arguments.bookmark {
        game.note(Note::bookmark(node, &arguments.text))
    } else {
        game.note(Note::name(node, &arguments.text))
    };
    written.map_err(|error| Failure::not_saved(&arguments.save, game.as_ref(), &error))?;
    let view = game.node(node);
    output.either(
        &json!({ "node": node, "name": view.notes.name, "bookmark": view.notes.bookmark }),
        || {
            let what = if arguments.bookmark { "bookmark" } else { "branch name" };
            match arguments.text.as_str() {
                "" => format!("turn {} ({node}): {what} removed", view.turn),
                text => format!("turn {} ({node}): {what} '{text}'", view.turn),
            }
        },
    )?;
    Ok(Answer::Yes)
}
