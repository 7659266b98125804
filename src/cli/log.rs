//! `timeloom log`: the tree of turns, branches and names, the newest first.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};
use timeloom::game::{Game, NodeView, Told};
use timeloom::scene::Tone;
use timeloom::scene::text::Ink;
use timeloom::timeline::NodeId;

use super::output::{Answer, Failure, Output, look_into};

/// Draw the tree of turns, branches and names
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom log battle.loom\n  timeloom log battle.loom --last 20")]
pub(super) struct Arguments {
    /// The save to look into
    save: PathBuf,
    /// Only the first so many lines of the tree
    #[arg(long, value_name = "N")]
    last: Option<usize>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let game = look_into(&arguments.save)?;
    let game = game.as_ref();
    if output.is_json() {
        output.data(&data(game, arguments.last))?;
    } else {
        draw(game, arguments.last, |line| output.line(line))?;
    }
    Ok(Answer::Yes)
}

/// Draws the tree line by line. Branches that are not the current one stand to the right of where they leave it.
pub(super) fn draw(
    game: &dyn Game,
    last: Option<usize>,
    mut line: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let rows = rows(game);
    let shown = &rows[..last.unwrap_or(rows.len()).min(rows.len())];
    let told = told(game, shown.iter().map(|row| row.node).collect());
    for row in shown {
        let node = game.node(row.node);
        line(&format!("{}{}", rails(row.column, "*"), describe(game, &node, told.get(&row.node))))?;
        if row.joins {
            line(&rails(row.column - 1, "|/"))?;
        }
    }
    if shown.len() < rows.len() {
        line(&format!("({} more; leave --last out to see them)", rows.len() - shown.len()))?;
    }
    Ok(())
}

/// One node in the drawing.
struct Row {
    node: NodeId,
    column: usize,
    /// Whether its branch leaves another one just below.
    joins: bool,
}

/// Every node, tips first: each branch in one piece, the current one in the first column.
fn rows(game: &dyn Game) -> Vec<Row> {
    let on_line = |id: NodeId| game.line().binary_search(&id).is_ok();
    let mut rows = Vec::with_capacity(game.node_count());
    let mut open = vec![Row { node: NodeId::ROOT, column: 0, joins: false }];
    while let Some(row) = open.pop() {
        let mut children = game.node(row.node).children;
        // What is opened last is drawn nearest to its parent, so the branch that goes straight on comes first.
        let main =
            children.iter().position(|&child| on_line(child)).unwrap_or(children.len().saturating_sub(1));
        if !children.is_empty() {
            let straight = children.remove(main);
            open.push(Row { node: straight, column: row.column, joins: false });
        }
        let sides = children.into_iter().map(|node| Row { node, column: row.column + 1, joins: true });
        open.extend(sides);
        rows.push(row);
    }
    rows.reverse();
    rows
}

/// More branches within branches than this are not drawn side by side.
const WIDEST: usize = 20;

fn rails(column: usize, end: &str) -> String {
    let hidden = column.saturating_sub(WIDEST);
    let more = if hidden > 0 { format!("({hidden}) ") } else { String::new() };
    format!("{more}{}{end} ", "| ".repeat(column - hidden))
}

fn describe(game: &dyn Game, node: &NodeView, told: Option<&Told>) -> String {
    let dye = |text: &str, tone| Ink::Colour.dye(text, tone);
    let mut words =
        vec![dye(&node.id.to_string(), Tone::Yellow), dye(&format!("turn {}", node.turn), Tone::Muted)];
    match told {
        Some(told) => words.extend([dye(&told.action, Tone::Accent), told.text.clone()]),
        None => words.push(format!("start of '{}'", game.about().level)),
    }
    words.extend(node.name.iter().map(|name| dye(&format!("[{name}]"), Tone::Green)));
    words.extend(node.bookmark.iter().map(|text| dye(&format!("\"{text}\""), Tone::Green)));
    if node.children.is_empty() {
        words.extend(game.result(node.id).map(|result| dye(&format!("({result})"), Tone::Accent)));
    }
    if node.id == game.cursor() {
        words.push(dye("<- here", Tone::Good));
    }
    words.join(" ")
}

/// What the actions that lead to these nodes did.
fn told(game: &dyn Game, mut nodes: Vec<NodeId>) -> BTreeMap<NodeId, Told> {
    nodes.sort_unstable();
    let mut all = BTreeMap::new();
    game.told(&nodes, &mut |id, told| {
        all.insert(id, told);
    });
    all
}

fn data(game: &dyn Game, last: Option<usize>) -> Value {
    let count = game.node_count();
    let first = count - last.unwrap_or(count).min(count);
    let ids: Vec<_> = (first..count).map(|id| NodeId(id as u32)).collect();
    let told = told(game, ids.clone());
    let node = |id: &NodeId| {
        let node = game.node(*id);
        json!({
            "node": node.id, "parent": node.parent, "turn": node.turn, "action": told.get(id).map(|told| &told.action),
            "outcome": told.get(id).map(|told| &told.outcome), "children": node.children, "name": node.name,
            "bookmark": node.bookmark, "result": game.result(*id).map(|result| result.to_string()),
            "fingerprint": format!("{:016x}", node.fingerprint),
        })
    };
    json!({ "about": game.about(), "cursor": game.cursor(), "nodes": ids.iter().map(node).collect::<Vec<_>>() })
}
