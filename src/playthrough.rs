//! A whole game as readable text: every action, its outcome and the board after it, in the order of the log.
//!
//! Used by `timeloom export` and by the golden saves, where a change of the rules shows as a difference in this text.
//! Knows only [`Game`].

use crate::game::{Game, NodeView};
use crate::scene::View;
use crate::scene::text::{Ink, paint};

/// Returns everything that happened, node by node.
pub fn playthrough(game: &dyn Game) -> String {
    let about = game.about();
    let what = format!("{} {} on '{}'", about.ruleset, about.version, about.level);
    let head =
        if about.drawing { format!("drawing {what}\n") } else { format!("{what}, seed {}\n", about.seed) };
    let nodes: Vec<_> = game.tree().ids().collect();
    let mut told = vec!["start".to_owned()];
    game.reports(&nodes, None, &mut |_, what| told.push(format!("{}: {}", what.action, what.text)));
    let entries = nodes.iter().zip(told).map(|(&id, told)| entry(game, &game.node(id), &told));
    format!("{head}{}\ncursor: {}\n", entries.collect::<String>(), game.cursor())
}

fn entry(game: &dyn Game, node: &NodeView, told: &str) -> String {
    let after = node.parent.map_or(String::new(), |parent| format!(" after {parent}"));
    let mut lines = vec![
        String::new(),
        format!("== {}{after}, turn {}, state {:016x}", node.id, node.turn, node.fingerprint),
        told.to_owned(),
    ];
    lines.extend(node.notes.name.iter().map(|name| format!("branch: {name}")));
    lines.extend(node.notes.bookmark.iter().map(|bookmark| format!("bookmark: {bookmark}")));
    lines.push(paint(&game.scene(node.id, View::default()), Ink::Plain).trim_end().to_owned());
    lines.extend(game.result(node.id).map(|result| result.to_string()));
    lines.join("\n") + "\n"
}
