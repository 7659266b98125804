//! `timeloom show`: prints the board as text, or the state as JSON.

use std::path::PathBuf;

use serde_json::Value;
use timeloom::catalog::look::{self, LookTarget};
use timeloom::game::{About, Game, NodeSnapshot};
use timeloom::place::Place;
use timeloom::scene::text::{self, Ink};
use timeloom::scene::{Label, Scene, Tone, View};
use timeloom::sketch::Problem;
use timeloom::timeline::{NodeId, Notes};

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
    /// Where to look; by default at the cursor.
    fn place(&self) -> Place<'_> {
        match (self.turn, &self.node) {
            (Some(turn), _) => Place::Turn(turn),
            (None, Some(text)) => Place::read_node(text),
            (None, None) => Place::Here,
        }
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    if let Some(node) = quick_target(arguments).and_then(|target| look::glimpse(&arguments.save, target)) {
        return print(arguments, node.as_ref(), output);
    }
    let game = arguments.seat.look_into(&arguments.save)?;
    let game = game.as_ref();
    if game.node_count() >= LONG {
        look::remember(&arguments.save, game);
    }
    let node = arguments.place().find(game)?;
    print(arguments, &OpenNode { game, node }, output)
}

/// Number of nodes from which on `show` stores a keyframe file beside a save.
const LONG: usize = 200_000;

/// The place to look at, if it can be found without the notes of the save. What a player may know is decided by an
/// open game, so a seat is never shown this way.
fn quick_target(arguments: &Arguments) -> Option<LookTarget> {
    if !arguments.seat.is_none() {
        return None;
    }
    match arguments.place() {
        Place::Turn(turn) => Some(LookTarget::Turn(u32::try_from(turn).ok()?)),
        Place::Node(number) => Some(LookTarget::Node(NodeId(number))),
        Place::Start => Some(LookTarget::Node(NodeId::ROOT)),
        Place::Here => Some(LookTarget::Cursor),
        Place::Tip | Place::Note(_) => None,
    }
}

fn print(arguments: &Arguments, node: &dyn NodeSnapshot, output: &mut Output) -> Result<Answer, Failure> {
    let t = arguments.t.map(|t| place::slice(node, t)).transpose()?;
    let view = View { t, ..View::default() };
    if output.is_json() {
        output.data(&node.data(view))?;
        return Ok(Answer::Yes);
    }
    output.line(painted(node, view).trim_end_matches('\n'))?;
    Ok(Answer::Yes)
}

/// A node of an open game.
struct OpenNode<'a> {
    game: &'a dyn Game,
    node: NodeId,
}

impl NodeSnapshot for OpenNode<'_> {
    fn about(&self) -> About {
        self.game.about()
    }

    fn turn(&self) -> u32 {
        self.game.tree().turn(self.node)
    }

    fn notes(&self) -> Notes {
        self.game.tree().notes(self.node)
    }

    fn scene(&self, view: View) -> Scene {
        self.game.at(self.node).scene(view)
    }

    fn data(&self, view: View) -> Value {
        self.game.at(self.node).data(view)
    }

    fn problems(&self) -> Vec<Problem> {
        self.game.drawing().map(|drawing| drawing.problems(self.node)).unwrap_or_default()
    }
}

/// Returns the scene of a node under a line with its position.
pub(super) fn picture(game: &dyn Game, node: NodeId, view: View) -> String {
    painted(&OpenNode { game, node }, view)
}

/// Maximum number of problems shown for a drawing: fixing the first ones often fixes the rest.
const MOST_PROBLEMS: usize = 10;

fn painted(node: &dyn NodeSnapshot, view: View) -> String {
    let about = node.about();
    let mut scene = node.scene(view);
    let own = std::mem::take(&mut scene.title);
    scene.title = format!("{} - {} - turn {}, {own}", about.level, about.ruleset, node.turn());
    if let Some(description) = about.description.filter(|_| !about.drawing) {
        scene.title += &format!("\n{description}");
    }
    let details = std::mem::take(&mut scene.details);
    scene.notes.extend(details);
    scene.notes.extend(
        node.problems().into_iter().take(MOST_PROBLEMS).map(|problem| {
            Label::new(problem.message, if problem.is_error { Tone::Bad } else { Tone::Yellow })
        }),
    );
    if let Some(bookmark) = node.notes().bookmark {
        scene.notes.push(Label::new(format!("bookmark: {bookmark}"), Tone::Accent));
    }
    text::paint(&scene, Ink::Marked)
}
