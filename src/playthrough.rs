//! A whole game as readable text: every action, its outcome and the board after it, in the order of the log.
//!
//! Used by `timeloom export` and by the golden saves, where a change of the rules shows as a difference in this text.
//! Knows only [`Game`].

use crate::game::{Game, NodeView};
use crate::scene::text::{Ink, paint};
use crate::scene::{View, plain};

/// Returns everything that happened, node by node.
pub fn playthrough(game: &dyn Game) -> String {
    let about = game.about();
    let what = format!("{} {} on '{}'", about.ruleset, about.version, about.level);
    let head =
        if about.drawing { format!("drawing {what}\n") } else { format!("{what}{}\n", seed(about.seed)) };
    let nodes: Vec<_> = game.tree().ids().collect();
    let mut told = vec!["start".to_owned()];
    game.reports(&nodes, &mut |_, what| {
        told.push(plain::lines(&format!("{}: {}", what.action, what.text)).into_owned());
    });
    let entries = nodes.iter().zip(told).map(|(&id, told)| entry(game, &game.node(id), &told));
    let head = plain::line(head.trim_end());
    format!("{head}\n{}\ncursor: {}\n", entries.collect::<String>(), game.cursor())
}

/// Formats the seed; nothing if the seat may not know it.
fn seed(seed: Option<u64>) -> String {
    seed.map(|seed| format!(", seed {seed}")).unwrap_or_default()
}

/// Formats a fingerprint; nothing if the seat may not know it.
fn state(fingerprint: Option<u64>) -> String {
    fingerprint.map(|print| format!(", state {print:016x}")).unwrap_or_default()
}

fn entry(game: &dyn Game, node: &NodeView, told: &str) -> String {
    let after = node.parent.map_or(String::new(), |parent| format!(" after {parent}"));
    let mut lines = vec![
        String::new(),
        format!("== {}{after}, turn {}{}", node.id, node.turn, state(node.fingerprint)),
        told.to_owned(),
    ];
    lines.extend(node.notes.name.iter().map(|name| format!("branch: {}", plain::line(name))));
    lines.extend(node.notes.bookmark.iter().map(|bookmark| format!("bookmark: {}", plain::line(bookmark))));
    lines.push(paint(&game.scene(node.id, View::default()), Ink::Plain).trim_end().to_owned());
    lines.extend(game.result(node.id).map(|result| plain::line(&result.to_string()).into_owned()));
    lines.join("\n") + "\n"
}
