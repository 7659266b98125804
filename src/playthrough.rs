//! A whole game as readable text: every action, its outcome and the board after it, in the order of the log.
//!
//! Used by `timeloom export` and by the golden saves, where a change of the rules shows as a difference in this text.
//! Knows only [`Inspect`] and scenes.

use std::io::{self, Write};
use std::ops::ControlFlow;

use crate::game::{History, Inspect, Moment};
use crate::scene::text::{Ink, paint};
use crate::scene::{View, plain};

/// Returns everything that happened, node by node.
pub fn playthrough(game: &dyn Inspect) -> String {
    let mut text = Vec::new();
    write(game, &mut text).expect("memory has room");
    String::from_utf8(text).expect("only text was written")
}

/// Writes everything that happened, node by node: one replay, and no more than one node in memory.
pub fn write(game: &dyn Inspect, out: &mut dyn Write) -> io::Result<()> {
    let about = game.about();
    let what = format!("{} {} on '{}'", about.ruleset, about.version, about.level);
    let head = if about.drawing { format!("drawing {what}") } else { format!("{what}{}", seed(about.seed)) };
    writeln!(out, "{}", plain::line(&head))?;
    let nodes: Vec<_> = game.tree().ids().collect();
    let mut written = Ok(());
    game.visit(&nodes, &mut |moment| {
        written = out.write_all(entry(game, moment).as_bytes());
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    writeln!(out, "\ncursor: {}", game.cursor())
}

/// Formats the seed; nothing if the seat may not know it.
fn seed(seed: Option<u64>) -> String {
    seed.map(|seed| format!(", seed {seed}")).unwrap_or_default()
}

/// Formats a fingerprint; nothing if the seat may not know it.
fn state(fingerprint: Option<u64>) -> String {
    fingerprint.map(|print| format!(", state {print:016x}")).unwrap_or_default()
}

fn entry(game: &dyn History, moment: &dyn Moment) -> String {
    let node = game.node(moment.id());
    let after = node.parent.map_or(String::new(), |parent| format!(" after {parent}"));
    let event =
        moment.report().map_or("start".to_owned(), |report| format!("{}: {}", report.action, report.text));
    let mut lines = vec![
        String::new(),
        format!("== {}{after}, turn {}{}", node.id, node.turn, state(node.fingerprint)),
        plain::lines(&event).into_owned(),
    ];
    lines.extend(node.notes.name.iter().map(|name| format!("branch: {}", plain::line(name))));
    lines.extend(node.notes.bookmark.iter().map(|bookmark| format!("bookmark: {}", plain::line(bookmark))));
    lines.push(paint(&moment.scene(View::default()), Ink::Plain).trim_end().to_owned());
    lines.extend(moment.result().map(|result| plain::line(&result.to_string()).into_owned()));
    lines.join("\n") + "\n"
}
