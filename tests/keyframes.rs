//! The keyframe file beside a long save: it makes showing a turn fast, is never trusted, and nothing is lost
//! without it.

use std::fs;
use std::path::{Path, PathBuf};

use timeloom::catalog;
use timeloom::catalog::look::{glimpse, remember};
use timeloom::game::{Game, Inspect, NodeSnapshot};
use timeloom::journal::file::{Access, FileStorage};
use timeloom::journal::keyframes::{self, Keyframes};
use timeloom::journal::record::Record;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Journal, Scan};
use timeloom::place::Place;
use timeloom::scene::View;
use timeloom::timeline::{NodeId, Note};

const LEVEL: &str =
    "[meta]\nid = \"a\"\nname = \"A\"\n[world]\ntime_depth = 9\n[map]\nrows = [\"@....>\", \"......\"]\n";

/// A drawing with 6,000 edits, a branch from edit 3,000 on, and the cursor at edit 4,000 of the first.
fn drawing(folder: &Path) -> (PathBuf, Box<dyn Game>) {
    let (level, save) = (folder.join("a.toml"), folder.join("a.loom"));
    fs::write(&level, LEVEL).unwrap();
    drop(catalog::draw(&level, None, &save).unwrap());
    let mut game = catalog::open(&save, Access::Write, Durability::OnClose, &mut |_| {}).unwrap();
    let edit = |game: &mut Box<dyn Game>, text: String| {
        let edit = game.parse(&text).unwrap();
        game.act(&edit).unwrap()
    };
    let walls = |n: usize| format!("paint:{}:0:{},1", if n % 8 < 4 { "wall" } else { "box" }, n % 4);
    let first = (0..6000).map(|n| edit(&mut game, walls(n))).last().unwrap();
    game.seek(NodeId(3000));
    edit(&mut game, "paint:wall:0:4,1".into());
    (0..499).for_each(|n| _ = edit(&mut game, walls(n)));
    game.seek(first);
    game.seek(NodeId(4000));
    game.note(Note::bookmark(NodeId(4000), "here it is")).unwrap();
    game.close().unwrap();
    (save, game)
}

/// Checks that a node shown through the keyframes is the same as in the opened game.
#[track_caller]
fn check(game: &dyn Inspect, node: NodeId, look: Option<NodeSnapshot<'_>>) {
    let look = look.expect("the keyframes help");
    assert_eq!((look.turn, look.notes.bookmark), (game.tree().turn(node), game.tree().notes(node).bookmark));
    assert_eq!(look.moment.data(View::default()), game.at(node).data(View::default()));
    assert_eq!(look.moment.scene(View::default()), game.at(node).scene(View::default()));
    assert_eq!(look.about, game.about());
}

#[test]
fn every_turn_and_node_looks_as_in_the_opened_game() {
    let folder = tempfile::tempdir().unwrap();
    let (save, game) = drawing(folder.path());
    assert!(glimpse(&save, Place::Here).is_none(), "there are no keyframes yet");
    remember(&save, game.as_ref());
    check(game.as_ref(), game.cursor(), glimpse(&save, Place::Here));
    for turn in (1..6000).step_by(501) {
        check(game.as_ref(), game.line()[turn], glimpse(&save, Place::Turn(turn as u64)));
    }
    for node in (6001..6500).step_by(99).map(NodeId) {
        check(game.as_ref(), node, glimpse(&save, Place::Node(node.0)));
    }
    assert!(glimpse(&save, Place::Turn(6001)).is_none() && glimpse(&save, Place::Node(6501)).is_none());
}

#[test]
fn a_save_that_was_continued_still_uses_its_old_keyframes() {
    let folder = tempfile::tempdir().unwrap();
    let (save, mut game) = drawing(folder.path());
    remember(&save, game.as_ref());
    let edit = game.parse("paint:wall:0:5,1").unwrap();
    let new = game.act(&edit).unwrap();
    game.close().unwrap();
    check(game.as_ref(), new, glimpse(&save, Place::Here));
}

#[test]
fn a_state_that_does_not_fit_the_log_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let (save, game) = drawing(folder.path());
    remember(&save, game.as_ref());
    let path = keyframes::path_beside(&save);
    let states = keyframes::read(&path);
    let moved: Keyframes = states.iter().map(|(node, state)| (NodeId(node.0 + 1), state.clone())).collect();
    keyframes::write(&save, &moved);
    assert!(glimpse(&save, Place::Turn(2900)).is_none());
    for at in (0..fs::read(&path).unwrap().len()).step_by(211) {
        keyframes::write(&save, &states);
        let mut bytes = fs::read(&path).unwrap();
        bytes[at] ^= 0x10;
        fs::write(&path, bytes).unwrap();
        if let Some(look) = glimpse(&save, Place::Turn(2900)) {
            check(game.as_ref(), game.line()[2900], Some(look));
        }
    }
}

#[test]
fn a_damaged_save_is_not_looked_at_through_keyframes() {
    let folder = tempfile::tempdir().unwrap();
    let (save, game) = drawing(folder.path());
    remember(&save, game.as_ref());
    drop(game);
    let mut bytes = fs::read(&save).unwrap();
    bytes.extend([7, 7, 7]);
    fs::write(&save, bytes).unwrap();
    assert!(glimpse(&save, Place::Turn(2900)).is_none());
}

#[test]
fn a_file_of_that_name_that_is_something_else_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (save, game) = drawing(folder.path());
    let path = keyframes::path_beside(&save);
    fs::write(&path, "my notes").unwrap();
    remember(&save, game.as_ref());
    assert_eq!(fs::read_to_string(&path).unwrap(), "my notes");
    assert!(glimpse(&save, Place::Here).is_none());
}

#[cfg(unix)]
#[test]
fn a_link_of_that_name_is_not_followed_wherever_it_leads() {
    let folder = tempfile::tempdir().unwrap();
    let (save, game) = drawing(folder.path());
    let (path, victim) = (keyframes::path_beside(&save), folder.path().join("victim"));
    std::os::unix::fs::symlink(&victim, &path).unwrap();
    remember(&save, game.as_ref());
    assert!(!victim.exists() && path.is_symlink());
}

#[cfg(unix)]
#[test]
fn keyframes_are_for_those_who_may_read_the_save() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (save, game) = drawing(folder.path());
    let path = keyframes::path_beside(&save);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    remember(&save, game.as_ref());
    assert_eq!(mode(&path), mode(&save));
    fs::set_permissions(&save, PermissionsExt::from_mode(0o600)).unwrap();
    remember(&save, game.as_ref());
    assert_eq!(mode(&path), 0o600);
}

#[test]
fn states_that_grow_with_every_turn_are_stored_where_the_game_starts_again() {
    let level = LEVEL.replace("time_depth = 9", "time_depth = 100000");
    let folder = tempfile::tempdir().unwrap();
    let (file, save) = (folder.path().join("a.toml"), folder.path().join("a.loom"));
    fs::write(&file, level).unwrap();
    drop(catalog::create(&file, None, 0, &save).unwrap());
    let mut game = catalog::open(&save, Access::Write, Durability::OnClose, &mut |_| {}).unwrap();
    let act = |game: &mut Box<dyn Game>, action: &str, times: usize| {
        let action = game.parse(action).unwrap();
        (0..times).for_each(|_| _ = game.act(&action).unwrap());
    };
    act(&mut game, ".", 50_000);
    assert!(game.keyframes(512).keys().eq(&[NodeId::ROOT]), "one life is replayed from its start");
    let second = NodeId(50_001);
    ["R", "E"].iter().for_each(|action| act(&mut game, action, 1));
    act(&mut game, ".", 40_000);
    assert!(game.keyframes(512).keys().eq(&[NodeId::ROOT, second]));
    assert_eq!(game.keyframes(1).len(), 1, "no more than asked for");
    game.close().unwrap();
    remember(&save, game.as_ref());
    for turn in [70, 49_000, 50_000, 50_001, 50_003, 90_000] {
        check(game.as_ref(), game.line()[turn], glimpse(&save, Place::Turn(turn as u64)));
    }
}

#[test]
fn a_note_on_an_act_that_repeats_a_sibling_is_shown_as_in_the_opened_game() {
    let folder = tempfile::tempdir().unwrap();
    let (save, mut game) = drawing(folder.path());
    remember(&save, game.as_ref());
    let acts = acts(&game.bytes().unwrap());
    drop(game);
    let (mut journal, repeat) = (append_to(&save), NodeId(acts.len() as u32 + 1));
    journal.append(&acts[10]).unwrap();
    journal.append(&Record::Note(Note::bookmark(repeat, "again"))).unwrap();
    drop(journal);
    let game = catalog::open(&save, Access::Read, Durability::OnClose, &mut |_| {}).unwrap();
    assert_eq!(game.tree().notes(NodeId(11)).bookmark.as_deref(), Some("again"));
    for node in [NodeId(11), repeat] {
        if let Some(look) = glimpse(&save, Place::Node(node.0)) {
            check(game.as_ref(), NodeId(11), Some(look));
        }
    }
    check(game.as_ref(), NodeId(12), glimpse(&save, Place::Node(12)));
}

/// Every act of a log, in its order.
fn acts(bytes: &[u8]) -> Vec<Record> {
    let mut log = Scan::begin(Box::new(Memory::new(bytes.to_vec()))).unwrap();
    let frames = std::iter::from_fn(|| log.next_frame().unwrap());
    frames.flatten().filter(|record| matches!(record, Record::Act { .. })).collect()
}

/// A journal that appends to a save.
fn append_to(save: &Path) -> Journal {
    let mut log = Scan::begin(Box::new(FileStorage::open(save, Access::Write).unwrap())).unwrap();
    while log.next_frame().unwrap().is_some() {}
    Journal::resume(log.finish().unwrap(), Durability::EachAction)
}
