//! `timeloom show`: prints the board as text, or the state as JSON.

use std::path::PathBuf;

use timeloom::game::Game;
use timeloom::scene::text::{self, Ink};
use timeloom::scene::{Label, Tone, View};
use timeloom::timeline::NodeId;

use super::output::{Answer, Failure, Output};
use super::place;
use super::seat::Seat;

/// Show the board at any turn of any branch
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom show battle.loom\n  timeloom show battle.loom --turn 12\n  \
timeloom show battle.loom --node n34 --json")]
pub(super) struct Arguments {
    /// Save to read
    save: PathBuf,
    /// Turn of the current branch
    #[arg(long, value_name = "N", conflicts_with = "node")]
    turn: Option<u64>,
    /// Slice of time, in games that have them
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    t: Option<i64>,
    /// Node, as `timeloom log` shows it
    #[arg(long, value_name = "ID")]
    node: Option<String>,
    #[command(flatten)]
    seat: Seat,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let game = arguments.seat.look_into(&arguments.save)?;
    let game = game.as_ref();
    let node = match (&arguments.turn, &arguments.node) {
        (Some(turn), _) => timeloom::place::turn(game, *turn)?,
        (None, Some(text)) => place::node_text(game, text)?,
        (None, None) => game.cursor(),
    };
    let t = arguments.t.map(|t| place::slice(game, node, t)).transpose()?;
    let view = View { t, ..View::default() };
    if output.is_json() {
        output.data(&game.inspect(node, view))?;
        return Ok(Answer::Yes);
    }
    output.line(picture(game, node, view).trim_end_matches('\n'))?;
    Ok(Answer::Yes)
}

/// Maximum number of problems shown for a drawing: fixing the first ones often fixes the rest.
const MOST_PROBLEMS: usize = 10;

/// Returns the scene of a node under a line with its position.
pub(super) fn picture(game: &dyn Game, node: NodeId, view: View) -> String {
    let (about, at) = (game.about(), game.node(node));
    let mut scene = game.scene(node, view);
    let own = std::mem::take(&mut scene.title);
    scene.title = format!("{} - {} - turn {}, {own}", about.level, about.ruleset, at.turn);
    if let Some(description) = about.description.filter(|_| !about.drawing) {
        scene.title += &format!("\n{description}");
    }
    let details = std::mem::take(&mut scene.details);
    scene.notes.extend(details);
    scene.notes.extend(
        game.drawing()
            .map(|drawing| drawing.problems(node))
            .unwrap_or_default()
            .into_iter()
            .take(MOST_PROBLEMS)
            .map(|problem| {
                Label::new(problem.message, if problem.is_error { Tone::Bad } else { Tone::Yellow })
            }),
    );
    if let Some(bookmark) = at.notes.bookmark {
        scene.notes.push(Label::new(format!("bookmark: {bookmark}"), Tone::Accent));
    }
    text::paint(&scene, Ink::Marked)
}
