//! `timeloom name`: names a branch or puts a bookmark on a turn.

use std::path::PathBuf;

use serde_json::{Value, json};
use timeloom::game::{Game, NodeView};
use timeloom::journal::Durability;
use timeloom::place::{self, PlaceError};
use timeloom::timeline::Note;

use super::output::{Answer, Failure, Output};
use super::seat::Seat;

/// Name a branch, or put a bookmark on a turn
#[derive(clap::Args)]
#[command(after_help = format!("The name of a branch stands on its first turn after \
the fork. {}\n\nExamples:\n  timeloom name battle.loom n34 'left flank'\n  \
timeloom name battle.loom 12 'turning point' --bookmark", place::PLACES))]
pub(super) struct Arguments {
    /// Save to change
    save: PathBuf,
    /// Any place on the branch, or its current name; with --bookmark the turn of the bookmark
    place: String,
    /// Name or bookmark; an empty text removes it (exit code 1 if there is none)
    text: String,
    /// Set a bookmark instead of naming a branch
    #[arg(long)]
    bookmark: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let mut game = Seat::default().go_on(&arguments.save, Durability::EachAction)?;
    let note = arguments.note(game.as_ref())?;
    let known = game.tree().notes(note.node);
    let (what, text) = (arguments.what(), note.text.clone());
    let node = game.node(note.node);
    let at = format!("turn {} ({})", node.turn, node.id);
    if text.is_empty() && known.get(note.kind).is_none() {
        output.either(&data(&node), || format!("{at}: there is no {what} to remove"))?;
        return Ok(Answer::No);
    }
    let written = game.note(note);
    written.map_err(|error| Failure::not_saved(&arguments.save, game.as_ref(), &error))?;
    output.either(&data(&game.node(node.id)), || match text.as_str() {
        "" => format!("{at}: {what} removed"),
        text => format!("{at}: {what} '{text}'"),
    })?;
    Ok(Answer::Yes)
}

impl Arguments {
    /// The note to write: a name stands on the node that carries the name of the branch.
    fn note(&self, game: &dyn Game) -> Result<Note, PlaceError> {
        let text = place::check_note(&self.text)?;
        Ok(match self.bookmark {
            true => Note::bookmark(place::find(game, &self.place)?, text),
            false => Note::name(place::find_name(game, &self.place)?, text),
        })
    }

    fn what(&self) -> &'static str {
        if self.bookmark { "bookmark" } else { "branch name" }
    }
}

fn data(node: &NodeView) -> Value {
    json!({ "node": node.id, "name": node.notes.name, "bookmark": node.notes.bookmark })
}
