//! Saves that were written once and must open for ever, each with a playthrough that people can read: a change of the rules
//! shows as a difference in the text. And the samples, which must stay good.
//!
//! `UPDATE_GOLDEN=1 cargo test --test golden` writes the text of a save that has none yet. It never changes one.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use timeloom::catalog;
use timeloom::game::Game;
use timeloom::journal::file::Access;
use timeloom::journal::{Durability, Health};
use timeloom::scene::View;
use timeloom::scene::text::{Ink, paint};
use timeloom::timeline::NodeId;

fn saves(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves").join(folder);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut saves: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "loom")).collect();
    saves.sort();
    assert!(!saves.is_empty());
    saves
}

fn open(path: &Path) -> Box<dyn Game> {
    catalog::open(path, Access::Read, Durability::OnClose, &mut |_| {})
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Everything that happened, in the order of the log: what was done, what it did, and the board after it.
fn playthrough(game: &dyn Game) -> String {
    let about = game.about();
    let mut text = format!("{} {} on '{}', seed {}\n", about.ruleset, about.version, about.level, about.seed);
    let nodes: Vec<_> = (0..game.node_count() as u32).map(NodeId).collect();
    let mut told = vec!["start".to_owned()];
    game.told(&nodes, &mut |_, what| told.push(format!("{}: {}", what.action, what.text)));
    for (&id, told) in nodes.iter().zip(told) {
        let node = game.node(id);
        let after = node.parent.map_or(String::new(), |parent| format!(" after {parent}"));
        writeln!(text, "\n== {id}{after}, turn {}, state {:016x}", node.turn, node.fingerprint).unwrap();
        writeln!(text, "{told}").unwrap();
        node.name.iter().for_each(|name| writeln!(text, "branch: {name}").unwrap());
        node.bookmark.iter().for_each(|bookmark| writeln!(text, "bookmark: {bookmark}").unwrap());
        writeln!(text, "{}", paint(&game.scene(id, View::default()), Ink::Plain).trim_end()).unwrap();
        game.result(id).iter().for_each(|result| writeln!(text, "{result}").unwrap());
    }
    writeln!(text, "\ncursor: {}", game.cursor()).unwrap();
    text
}

#[test]
fn golden_saves_play_as_they_always_did() {
    for save in saves("golden") {
        let text = playthrough(open(&save).as_ref());
        let beside = save.with_extension("txt");
        if std::env::var_os("UPDATE_GOLDEN").is_some() && !beside.exists() {
            fs::write(&beside, &text).unwrap();
        }
        let expected = fs::read_to_string(&beside).unwrap();
        let line = text.lines().zip(expected.lines()).position(|(now, then)| now != then);
        assert!(
            text == expected,
            "{} differs from line {:?} on",
            beside.display(),
            line.map(|line| line + 1)
        );
    }
}

#[test]
fn golden_saves_and_samples_are_whole_and_keep_their_invariants() {
    for save in saves("golden").into_iter().chain(saves("games")) {
        let game = open(&save);
        assert_eq!(game.health(), &Health::Whole, "{}", save.display());
        let nodes: Vec<_> = (0..game.node_count() as u32).map(NodeId).collect();
        game.broken(&nodes, &mut |node, what| panic!("{} {node}: {what}", save.display()));
    }
}

#[test]
fn sample_games_are_worth_opening() {
    for save in saves("games") {
        let game = open(&save);
        let tips = (0..game.node_count() as u32).map(NodeId).filter(|&id| game.node(id).children.is_empty());
        let results: Vec<_> = tips.filter_map(|tip| game.result(tip)).collect();
        assert!(game.line().len() > 20 && results.len() > 1, "{}: {results:?}", save.display());
    }
}
