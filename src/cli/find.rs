//! `timeloom find`: finds the first turn where a condition holds.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde_json::{Map, Value, json};
use timeloom::game::{History, Inspect, Moment};
use timeloom::predicate::{ListAnswer, Predicate};
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, View};
use timeloom::show::LongList;
use timeloom::timeline::{Below, NodeId};

use super::output::{Answer, Failure, Output};
use super::seat::Seat;

/// Find the first turn where a condition holds
///
/// Exit code 1 if there is none.
#[derive(clap::Args)]
#[command(
    after_help = "A condition is a path in the state as `timeloom show --json` and `timeloom diff` write it, one of \
= != < <= > >=, and a value; a path alone means that its value is not false, null or empty. `[*]` is any member of a list. \
Text is compared without regard to case, and of a text such as `won: by moving` the word before the colon is enough. \
Besides the state there are turn, node, action and result. Several conditions must hold at the same turn.\n\nExamples:\n  \
timeloom find sneak.loom result=won\n  timeloom find sneak.loom 'player.x>=5' 'player.t<3'\n  \
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
    let mut search = ListSearch::new(game, &arguments.questions);
    if arguments.branches {
        game.visit_tree(&mut |moment| search.look_for_first(moment));
    } else {
        game.visit(game.line(), &mut |moment| match search.look_for_first(moment) {
            Below::Visit => ControlFlow::Continue(()),
            Below::Skip => ControlFlow::Break(()),
        });
    }
    let ListSearch { questions, known, found, .. } = search;
    match found {
        Some((node, facts)) => tell(game, node, questions, &facts, output),
        None => nothing(game, questions, &known, output),
    }
}

/// The search for the first node of the log at which all conditions hold. Nodes may come in any order, but
/// parents before their children.
struct ListSearch<'a> {
    game: &'a dyn History,
    questions: &'a [Predicate],
    /// For each condition, whether it is about something that exists at some turn.
    known: Vec<bool>,
    /// Answers of the list that grows with every turn, at nodes whose children are still to come.
    answers: BTreeMap<NodeId, Vec<ListAnswer>>,
    found: Option<(NodeId, Value)>,
}

impl<'a> ListSearch<'a> {
    fn new(game: &'a dyn History, questions: &'a [Predicate]) -> Self {
        let (known, answers) = (vec![false; questions.len()], BTreeMap::new());
        Self { game, questions, known, answers, found: None }
    }

    /// Examines a node unless an earlier match is known; the nodes after a match are skipped.
    fn look_for_first(&mut self, moment: &dyn Moment) -> Below {
        let id = moment.id();
        if self.found.as_ref().is_some_and(|(found, _)| *found < id) {
            return Below::Skip;
        }
        if !self.holds(moment) {
            return Below::Visit;
        }
        let facts = facts(self.game, moment, &|key| self.questions.iter().any(|it| it.begins_with(key)));
        self.found = Some((id, facts));
        Below::Skip
    }

    /// Whether all conditions hold at a node.
    fn holds(&mut self, moment: &dyn Moment) -> bool {
        let list = moment.long_list();
        let long = list.as_ref().map(|list| list.key);
        let is_wanted = |key: &str| Some(key) != long && self.questions.iter().any(|it| it.begins_with(key));
        let facts = facts(self.game, moment, &is_wanted);
        let answers = list.map(|list| self.ask(moment.id(), &list)).unwrap_or_default();
        let mut all = true;
        for (at, (question, known)) in self.questions.iter().zip(&mut self.known).enumerate() {
            let on_list = long.and_then(|key| question.on_list(key)).and(answers.get(at));
            let exists = on_list.map_or_else(|| !question.values(&facts).is_empty(), |answer| answer.exists);
            *known |= exists;
            all &= on_list.map_or_else(|| question.holds(&facts), |answer| answer.holds);
        }
        all
    }

    /// Evaluates the conditions on the list of a node, which continues that of its parent.
    fn ask(&mut self, id: NodeId, list: &LongList<'_>) -> Vec<ListAnswer> {
        let tree = self.game.tree();
        let parent = tree.parent(id);
        let before = parent.and_then(|parent| match tree.only_child(parent) {
            Some(_) => self.answers.remove(&parent),
            None => self.answers.get(&parent).cloned(),
        });
        let before = before.unwrap_or_else(|| vec![ListAnswer::default(); self.questions.len()]);
        let ask = |(question, before): (&Predicate, ListAnswer)| {
            question.on_list(list.key).map_or(before, |question| question.ask(before, list.len, &list.get))
        };
        let answers: Vec<_> = self.questions.iter().zip(before).map(ask).collect();
        if !tree.is_tip(id) {
            self.answers.insert(id, answers.clone());
        }
        answers
    }
}

/// Returns the wanted parts of the state, plus the turn, node, action and result. Computing all of it would
/// cost as much as all earlier turns, because of the list that grows with every turn.
fn facts(game: &dyn History, moment: &dyn Moment, is_wanted: &dyn Fn(&str) -> bool) -> Value {
    let state = moment.part(View::default(), is_wanted);
    let Value::Object(mut facts) = state else { return Value::Null };
    let at = game.node(moment.id());
    let mut add = |key: &str, value: Value| _ = facts.entry(key).or_insert(value);
    add("turn", json!(at.turn));
    add("node", json!(at.id.to_string()));
    add("action", json!(at.action));
    add("result", json!(moment.result().map(|result| result.to_string())));
    Value::Object(facts)
}

fn tell(
    game: &dyn History,
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

/// Formats one value as it is, and several separated by commas; long texts are cut.
fn listed(values: &Value) -> String {
    let all: Vec<_> = values.as_array().into_iter().flatten().map(Value::to_string).collect();
    let text = all.join(", ");
    if text.chars().count() <= 100 { text } else { text.chars().take(97).chain("...".chars()).collect() }
}

/// Reports that no turn matched. A path that never exists is an error; a value that never occurs is a valid
/// answer.
fn nothing(
    game: &dyn Inspect,
    questions: &[Predicate],
    known: &[bool],
    output: &mut Output,
) -> Result<Answer, Failure> {
    if let Some((question, _)) = questions.iter().zip(known).find(|(_, known)| !**known) {
        let known = facts(game, game.at(game.cursor()).as_ref(), &|_| true);
        return Err(Failure::bad(question.missing(&known)));
    }
    let wanted: Vec<_> = questions.iter().map(ToString::to_string).collect();
    output.either(&json!({ "found": false }), || format!("no turn matches {}", wanted.join(" and ")))?;
    Ok(Answer::No)
}
