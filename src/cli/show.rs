//! `timeloom show`: prints the board as text, or the state as JSON.

use std::path::PathBuf;

use timeloom::catalog::look;
use timeloom::game::{Game, NodeSnapshot};
use timeloom::place::Place;
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
    /// Node as `timeloom log` shows it (n34 or 34), or another place: a bookmark, the name of a branch, start, here, tip
    #[arg(long, value_name = "PLACE")]
    node: Option<String>,
    #[command(flatten)]
    seat: Seat,
}

impl Arguments {
    /// Returns the place to show; by default the cursor.
    fn place(&self) -> Place<'_> {
        match (self.turn, &self.node) {
            (Some(turn), _) => Place::Turn(turn),
            (None, Some(text)) => Place::read_node(text),
            (None, None) => Place::Here,
        }
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    // What a player may know is decided by an open game, so a seat is never shown through keyframes.
    let quick = arguments.seat.is_none().then(|| look::glimpse(&arguments.save, arguments.place()));
    if let Some(node) = quick.flatten() {
        return print(arguments, &node, output);
    }
    let game = arguments.seat.look_into(&arguments.save)?;
    let game = game.as_ref();
    if game.node_count() >= LONG {
        look::remember(&arguments.save, game);
    }
    let node = arguments.place().find(game)?;
    print(arguments, &NodeSnapshot::of(game, node), output)
}

/// Minimum number of nodes for which `show` stores a keyframe file beside a save.
const LONG: usize = 200_000;

fn print(arguments: &Arguments, node: &NodeSnapshot<'_>, output: &mut Output) -> Result<Answer, Failure> {
    let t = arguments.t.map(|t| place::slice(node, t)).transpose()?;
    let view = View { t, ..View::default() };
    if output.is_json() {
        output.data(&node.moment.data(view))?;
        return Ok(Answer::Yes);
    }
    output.line(painted(node, view).trim_end_matches('\n'))?;
    Ok(Answer::Yes)
}

/// Returns the scene of a node under a line with its position.
pub(super) fn picture(game: &dyn Game, node: NodeId, view: View) -> String {
    painted(&NodeSnapshot::of(game, node), view)
}

/// Maximum number of problems shown for a drawing: fixing the first ones often fixes the rest.
const MOST_PROBLEMS: usize = 10;

fn painted(node: &NodeSnapshot<'_>, view: View) -> String {
    let NodeSnapshot { about, turn, notes, moment, problems } = node;
    let mut scene = moment.scene(view);
    let own = std::mem::take(&mut scene.title);
    scene.title = format!("{} - {} - turn {turn}, {own}", about.level, about.ruleset);
    if let Some(description) = about.description.as_ref().filter(|_| !about.drawing) {
        scene.title += &format!("\n{description}");
    }
    let details = std::mem::take(&mut scene.details);
    scene.notes.extend(details);
    scene.notes.extend(problems.iter().take(MOST_PROBLEMS).map(|problem| {
        Label::new(problem.message.clone(), if problem.is_error { Tone::Bad } else { Tone::Yellow })
    }));
    if let Some(bookmark) = &notes.bookmark {
        scene.notes.push(Label::new(format!("bookmark: {bookmark}"), Tone::Accent));
    }
    text::paint(&scene, Ink::Marked)
}
