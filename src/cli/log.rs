//! `timeloom log`: the tree of turns, branches and names, the newest first.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde_json::{Value, json};
use timeloom::game::{History, Inspect, Moment, NodeView, Report};
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, plain};
use timeloom::timeline::NodeId;

use super::output::{Answer, Failure, ListWriter, Output};
use super::seat::Seat;

/// Draw the tree of turns, branches and names
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom log battle.loom\n  timeloom log battle.loom --last 20")]
pub(super) struct Arguments {
    /// Save to read
    save: PathBuf,
    /// Print only the first N lines of the tree
    #[arg(long, value_name = "N")]
    last: Option<usize>,
    #[command(flatten)]
    seat: Seat,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let game = arguments.seat.look_into(&arguments.save)?;
    let game = game.as_ref();
    if output.is_json() {
        write_data(game, arguments.last, output.writer())?;
    } else {
        draw(game, arguments.last, |line| output.line(line))?;
    }
    Ok(Answer::Yes)
}

/// Draws the tree line by line. A branch other than the current one is drawn to the right of the one it
/// leaves.
pub(super) fn draw(
    game: &dyn Inspect,
    last: Option<usize>,
    mut line: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let rows = rows(game);
    let shown = &rows[..last.unwrap_or(rows.len()).min(rows.len())];
    let page = Page::new(game, shown);
    for part in shown.chunks(AT_ONCE) {
        let reports = node_reports(game, part);
        for row in part {
            line(&page.entry(row, reports.get(&row.node)))?;
            if row.joins {
                line(rails(row.column - 1, "|/").trim_end())?;
            }
        }
    }
    if shown.len() < rows.len() {
        line(&format!("({} more; omit --last to see them)", rows.len() - shown.len()))?;
    }
    Ok(())
}

/// Number of entries that are computed together: they share a replay, and the first ones do not wait for the
/// last.
const AT_ONCE: usize = 4096;

/// One node in the drawing.
struct Row {
    node: NodeId,
    column: usize,
    /// Whether its branch leaves another one just below.
    joins: bool,
}

/// Returns every node, tips first: each branch in one piece, the current one in the first column.
fn rows(game: &dyn History) -> Vec<Row> {
    let (tree, line) = (game.tree(), game.line());
    let on_line = |id: NodeId| line.get(tree.turn(id) as usize) == Some(&id);
    let mut rows = Vec::with_capacity(game.node_count());
    let mut open = vec![Row { node: NodeId::ROOT, column: 0, joins: false }];
    while let Some(row) = open.pop() {
        let mut children = tree.children(row.node);
        // The branch added last is drawn nearest to its parent, so the one that goes straight on comes first.
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

/// Maximum number of nested branches that are drawn side by side.
const WIDEST: usize = 20;

fn rails(column: usize, end: &str) -> String {
    let hidden = column.saturating_sub(WIDEST);
    let more = if hidden > 0 { format!("({hidden}) ") } else { String::new() };
    format!("{more}{}{end} ", "| ".repeat(column - hidden))
}

/// Layout of the entries: columns line up, and an entry takes one line on a terminal.
struct Page<'a> {
    game: &'a dyn History,
    id: usize,
    turn: usize,
    width: Option<usize>,
}

impl<'a> Page<'a> {
    fn new(game: &'a dyn History, rows: &[Row]) -> Self {
        let widest =
            |text: &dyn Fn(&Row) -> String| rows.iter().map(|row| text(row).len()).max().unwrap_or(0);
        let id = widest(&|row| row.node.to_string());
        let turn = widest(&|row| game.tree().turn(row.node).to_string());
        let width = terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0.into());
        Self { game, id, turn, width }
    }

    fn entry(&self, row: &Row, known: Option<&NodeReport>) -> String {
        let node = self.game.node(row.node);
        let (id, turn) = (node.id.to_string(), format!("turn {:>width$}", node.turn, width = self.turn));
        let head = format!("{}{id:<width$} {turn} ", rails(row.column, "*"), width = self.id);
        let tail = self.remarks(&node, known.and_then(|known| known.result.as_deref()));
        let (action, text) = match known.and_then(|known| known.report.as_ref()) {
            Some(report) => (plain::line(&report.action), plain::line(&report.text)),
            None => ("start".into(), "".into()),
        };
        let widths = tail.iter().map(|(tail, _)| 1 + tail.chars().count());
        let taken = head.chars().count() + action.chars().count() + 1 + widths.sum::<usize>();
        let text = self.width.map_or(text.to_string(), |width| shortened(&text, width.saturating_sub(taken)));
        let mut words = vec![Ink::Marked.dye(&action, Tone::Accent)];
        words.extend(Some(text).filter(|text| !text.is_empty()));
        words.extend(tail.iter().map(|(tail, tone)| Ink::Marked.dye(tail, *tone)));
        Ink::Marked.dye(&head, Tone::Muted) + &words.join(" ")
    }

    /// Returns names, bookmarks, the result, and the cursor.
    fn remarks(&self, node: &NodeView, result: Option<&str>) -> Vec<(String, Tone)> {
        let name = node.notes.name.iter().map(|name| (format!("[{}]", plain::line(name)), Tone::Green));
        let bookmark =
            node.notes.bookmark.iter().map(|text| (format!("\"{}\"", plain::line(text)), Tone::Yellow));
        let result = result.map(|result| (format!("({})", plain::line(result)), Tone::Accent));
        let here = (node.id == self.game.cursor()).then(|| ("<- here".to_owned(), Tone::Good));
        name.chain(bookmark).chain(result).chain(here).collect()
    }
}

/// Shortens a text to this width, but never to less than 12 characters.
fn shortened(text: &str, width: usize) -> String {
    let width = width.max(12);
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 3).chain("...".chars()).collect()
}

/// The parts of a node's state that its entry shows.
struct NodeReport {
    report: Option<Report>,
    /// Result of the game at a tip; a finished game has no later turns.
    result: Option<String>,
}

impl NodeReport {
    fn of(game: &dyn History, moment: &dyn Moment) -> Self {
        let result = game.tree().is_tip(moment.id()).then(|| moment.result()).flatten();
        Self { report: moment.report(), result: result.map(|result| result.to_string()) }
    }
}

/// Collects the reports of these nodes, which are in the order of the drawing. They are visited from the
/// last, so that each comes after its parent.
fn node_reports(game: &dyn Inspect, rows: &[Row]) -> BTreeMap<NodeId, NodeReport> {
    let nodes: Vec<_> = rows.iter().rev().map(|row| row.node).collect();
    let mut all = BTreeMap::new();
    game.visit(&nodes, &mut |moment| {
        all.insert(moment.id(), NodeReport::of(game, moment));
        ControlFlow::Continue(())
    });
    all
}

/// Writes the newest nodes as one line of JSON each, in the order of the log.
pub(super) fn write_data(game: &dyn Inspect, last: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let count = game.node_count();
    let first = count - last.unwrap_or(count).min(count);
    let ids: Vec<_> = game.tree().ids().filter(|id| id.0 as usize >= first).collect();
    let head = json!({ "about": game.about(), "cursor": game.cursor() });
    let mut list = ListWriter::begin(out, &head, "nodes")?;
    let mut printed = Ok(());
    game.visit(&ids, &mut |moment| {
        printed = list.add(&node_data(game, moment));
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    printed?;
    list.end()
}

fn node_data(game: &dyn History, moment: &dyn Moment) -> Value {
    let NodeReport { report, result } = NodeReport::of(game, moment);
    let node = game.node(moment.id());
    json!({
        "node": node.id, "parent": node.parent, "turn": node.turn, "action": report.as_ref().map(|report| &report.action),
        "outcome": report.as_ref().map(|report| &report.outcome), "children": game.tree().children(node.id), "name": node.notes.name,
        "bookmark": node.notes.bookmark, "result": result,
        "fingerprint": node.fingerprint.map(|print| format!("{print:016x}")),
    })
}
