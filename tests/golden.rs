//! Saves that were written once and must open for ever, each with a playthrough that people can read: a change of the rules
//! shows as a difference in the text. And the samples, which must stay good.
//!
//! `UPDATE_GOLDEN=1 cargo test --test golden` writes the text of a save that has none yet. It never changes one.

use std::fs;
use std::path::{Path, PathBuf};

use timeloom::catalog;
use timeloom::game::{ActError, Game, nodes, tips};
use timeloom::journal::file::Access;
use timeloom::journal::{Durability, Health};
use timeloom::playthrough::playthrough;
use timeloom::rules::GameResult;
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
        let nodes: Vec<_> = nodes(game.as_ref()).collect();
        game.broken(&nodes, &mut |node, what| panic!("{} {node}: {what}", save.display()));
    }
}

fn results(game: &dyn Game) -> Vec<GameResult> {
    tips(game).filter_map(|tip| game.result(tip)).collect()
}

#[test]
fn every_sample_game_has_a_branch_that_was_played_to_its_end() {
    for save in saves("games") {
        assert!(!results(open(&save).as_ref()).is_empty(), "{}", save.display());
    }
}

/// A sample game of this name.
fn sample(name: &str) -> Box<dyn Game> {
    open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/games").join(name))
}

#[test]
fn the_samples_show_a_detection_and_a_branch_in_time() {
    let seen = results(sample("unseen-behind-his-back.loom").as_ref());
    assert!(
        matches!(&seen[..], [GameResult::Lost(why), GameResult::Won(_)] if why.contains("seen by guard"))
    );
    let game = sample("unseen-borrowed-time.loom");
    assert_eq!(game.node(NodeId(7)).children.len(), 2);
}

#[test]
fn the_accomplice_is_refused_what_an_earlier_turn_needs() {
    let bytes =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/games/unseen-my-own-accomplice.loom"));
    let mut game = catalog::open_bytes("the accomplice", &bytes.unwrap()).unwrap();
    assert!(game.node(game.cursor()).bookmark.is_some_and(|text| text.starts_with("PN is refused here")));
    let push = game.parse("PN").unwrap();
    let Err(ActError::Illegal { refused, .. }) = game.act(&push) else { panic!("it was allowed") };
    assert_eq!((refused.code.as_str(), &refused.context["broken_turn"]), ("Paradox", &4.into()));
}
