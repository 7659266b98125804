//! `timeloom find`: finds the first turn where a condition holds.

use std::path::PathBuf;

use serde_json::{Map, Value, json};
use timeloom::game::Game;
use timeloom::predicate::Predicate;
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, View};
use timeloom::timeline::NodeId;

use super::output::{Answer, Failure, Output};
use super::seat::Seat;

/// Find the first turn where a condition holds
///
/// Exit code 1 if there is none.
#[derive(clap::Args)]
#[command(
    after_help = "A condition is a path in the state as `timeloom show --json` and `timeloom diff` write it, one of \
= != < <= > >=, and a value; a path alone means that its value is not false, null or empty. `[*]` is any member of a list. \
Besides the state there are turn, node, action and result. Several conditions must hold at the same turn.\n\nExamples:\n  \
timeloom find sneak.loom phase=Won\n  timeloom find sneak.loom 'player.x>=5' 'player.t<3'\n  \
timeloom find battle.loom 'characters[*].hp<20' --branches"
)]
pub(super) struct Arguments {
    /// Save to read
    save: PathBuf,
    /// Conditions that must hold
    #[arg(required = true, value_name = "CONDITION")]
    questions: Vec<Predicate>,
    /// Search all branches, in the order in which they were played, instead of only the current one
    #[arg(long)]
    branches: bool,
    #[command(flatten)]
    seat: Seat,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let game = arguments.seat.look_into(&arguments.save)?;
    let game = game.as_ref();
    let places: Vec<NodeId> =
        if arguments.branches { game.tree().ids().collect() } else { game.line().to_vec() };
    let questions = &arguments.questions;
    let mut known = vec![false; questions.len()];
    for &node in &places {
        let facts = facts(game, node);
        for (question, known) in questions.iter().zip(&mut known) {
            *known |= !question.values(&facts).is_empty();
        }
        if questions.iter().all(|question| question.holds(&facts)) {
            return tell(game, node, questions, &facts, output);
        }
    }
    nothing(game, questions, &known, output)
}

/// Returns the state plus the turn, node, action and result.
fn facts(game: &dyn Game, node: NodeId) -> Value {
    let Value::Object(mut facts) = game.inspect(node, View::default()) else { return Value::Null };
    let at = game.node(node);
    let mut add = |key: &str, value: Value| _ = facts.entry(key).or_insert(value);
    add("turn", json!(at.turn));
    add("node", json!(node.to_string()));
    add("action", json!(at.action));
    add("result", json!(game.result(node).map(|result| result.to_string())));
    Value::Object(facts)
}

fn tell(
    game: &dyn Game,
    node: NodeId,
    questions: &[Predicate],
    facts: &Value,
    output: &mut Output,
) -> Result<Answer, Failure> {
    let at = game.node(node);
    let values = questions.iter().map(|question| (question.path.clone(), json!(question.values(facts))));
    let values: Map<String, Value> = values.collect();
    let data = json!({ "found": true, "node": node, "turn": at.turn, "action": at.action, "values": values });
    output.either(&data, || {
        let shown = |(path, values): (&String, &Value)| format!("{path} is {}", listed(values));
        let values: Vec<_> = values.iter().map(shown).collect();
        let after = if at.action.is_empty() { "at the start".into() } else { format!("after {}", at.action) };
        let head = Ink::Marked.dye(&format!("turn {} ({node})", at.turn), Tone::Accent);
        format!("{head} {after}: {}", values.join(", "))
    })?;
    Ok(Answer::Yes)
}

/// Formats one value as it is and several separated by commas; long texts are cut.
fn listed(values: &Value) -> String {
    let all: Vec<_> = values.as_array().into_iter().flatten().map(Value::to_string).collect();
    let text = all.join(", ");
    if text.chars().count() <= 100 { text } else { text.chars().take(97).chain("...".chars()).collect() }
}

/// Reports that no turn matched. A path that never exists is an error; a value that never occurs is an answer.
fn nothing(
    game: &dyn Game,
    questions: &[Predicate],
    known: &[bool],
    output: &mut Output,
) -> Result<Answer, Failure> {
    if let Some((question, _)) = questions.iter().zip(known).find(|(_, known)| !**known) {
        return Err(Failure::bad(question.missing(&facts(game, game.cursor()))));
    }
    let wanted: Vec<_> = questions.iter().map(ToString::to_string).collect();
    output.either(&json!({ "found": false }), || format!("no turn matches {}", wanted.join(" and ")))?;
    Ok(Answer::No)
}
