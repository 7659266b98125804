//! Damages games in which states repeat, so that a turn may also fit in a wrong place, and checks the claims
//! of recovery: if it reports no loss, the tree is the old one; if its count is not an estimate, the count is
//! right.

use timeloom::catalog::{self, LostLevel, drawable};
use timeloom::game::Game;
use timeloom::journal::record::Header;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Health, Scan};
use timeloom::rng::Mulberry32;
use timeloom::session::{Opening, Recovered};
use timeloom::timeline::{NodeId, Note, Notes};

use crate::format_number::with_format;
use crate::rounds;

const LEVEL: &str = include_str!("../../saves/levels/unseen-02-heavy-furniture.toml");

/// Parent, action, name and bookmark of each node.
type Tree = Vec<(Option<NodeId>, String, Notes)>;

fn tree_of(game: &dyn Game) -> Tree {
    let node = |id| {
        let node = game.node(id);
        (game.tree().parent(id), node.action, node.notes)
    };
    game.tree().ids().map(node).collect()
}

fn below(rng: &mut Mulberry32, most: usize) -> usize {
    rng.below(most.max(1) as u32) as usize
}

/// Walks about, sometimes restarts, which leads to the same state from everywhere, and sometimes continues
/// elsewhere.
fn walk(game: &mut dyn Game, rng: &mut Mulberry32) {
    let legal: Vec<_> = game.offers().into_iter().filter(|offer| offer.refused.is_none()).collect();
    let restart = game.parse("R").unwrap();
    let chosen = below(rng, legal.len());
    let action = legal.get(chosen).filter(|_| rng.below(5) > 0).map_or(restart, |offer| offer.bytes.clone());
    game.act(&action).unwrap();
    if rng.below(20) == 0 {
        game.seek(NodeId(rng.below(game.node_count() as u32)));
    }
}

/// Renames a level back and forth, so that the drawing repeats.
fn rename(game: &mut dyn Game, rng: &mut Mulberry32) {
    let edits = ["setting:name=a", "setting:name=b", "setting:name=c"];
    let edit = game.parse(edits[below(rng, 3)]).unwrap();
    // The same name again is refused.
    drop(game.act(&edit));
}

/// A save of several runs, and its tree.
struct Saved {
    bytes: Vec<u8>,
    header: usize,
    tree: Tree,
}

fn played(head: Vec<u8>, rng: &mut Mulberry32, step: fn(&mut dyn Game, &mut Mulberry32)) -> Saved {
    played_in(1 + rng.below(20), 60, head, rng, step)
}

/// Plays a save of this many runs, with at most this many steps each.
fn played_in(
    runs: u32,
    steps: u32,
    head: Vec<u8>,
    rng: &mut Mulberry32,
    step: fn(&mut dyn Game, &mut Mulberry32),
) -> Saved {
    let (memory, header) = (Memory::new(head.clone()), head.len());
    for _ in 0..runs {
        let durability = if rng.below(2) == 0 { Durability::OnClose } else { Durability::EachAction };
        let opening = Opening { durability, progress: &mut |_| {} };
        let mut game = catalog::open_storage("it", Box::new(memory.clone()), opening).unwrap();
        (0..1 + rng.below(steps)).for_each(|_| step(game.as_mut(), rng));
        game.close().unwrap();
    }
    let bytes = memory.bytes();
    let tree = tree_of(catalog::open_bytes("it", &bytes).unwrap().as_ref());
    Saved { bytes, header, tree }
}

/// Changes some bytes after the header of a save; describes the change.
fn damaged(save: &Saved, rng: &mut Mulberry32) -> (String, Vec<u8>) {
    let len = save.bytes.len();
    let at = save.header + below(rng, len - save.header);
    let most = [1, 4, 30, 300, 1500][below(rng, 5)];
    let end = (at + 1 + below(rng, most)).min(len);
    let part = &save.bytes[at..end];
    let random: Vec<u8> = part.iter().map(|_| rng.below(256) as u8).collect();
    let mut bad = save.bytes.clone();
    let what = match rng.below(6) {
        0 => {
            bad[at..end].fill(0);
            "zeroed"
        }
        1 => {
            bad[at..end].copy_from_slice(&random);
            "overwritten"
        }
        2 => {
            bad.drain(at..end);
            "taken out"
        }
        3 => {
            bad.splice(at..at, part.iter().copied());
            "repeated"
        }
        4 => {
            let over = end..(end + part.len()).min(len);
            bad[over.clone()].copy_from_slice(&part[..over.len()]);
            "copied over what follows"
        }
        _ => {
            bad.splice(at..at, random);
            "put in"
        }
    };
    (format!("{} bytes {what} at {at} of {len}", part.len()), bad)
}

/// Returns a description of a false claim of a recovery.
fn untrue(save: &Saved, bad: Vec<u8>, counts: bool) -> Option<String> {
    let is_prefix = save.bytes.starts_with(&bad);
    let (bytes, found) = catalog::rescued("it", Box::new(Memory::new(bad)), None).unwrap();
    let tree = tree_of(catalog::open_bytes("it", &bytes).unwrap().as_ref());
    let listed: usize = found.pieces.iter().map(|piece| piece.turns.len()).sum();
    let Recovered { kept, lost, left_out, .. } = found;
    let turns = save.tree.len() - 1;
    // Cut at the end of a frame, it is a whole save of fewer turns.
    let is_cut = found.health == Some(Health::Whole) && is_prefix;
    // Turns that may have been overwritten, or read twice, are reported but not counted.
    let is_known = counts && !found.is_estimated && found.put_in + found.unproven == 0;
    let is_counted = !is_known || kept + lost + left_out + listed == turns;
    let is_true = tree == save.tree || is_cut || !found.is_complete() && is_counted;
    (!is_true).then(|| format!("{turns} turns, {found:?}"))
}

/// Damages games of this kind, played by this function. `counts` if the format gives the number of missing
/// turns.
fn check(head: &Header, format: u16, step: fn(&mut dyn Game, &mut Mulberry32)) {
    let (mut rng, mut wrong) = (Mulberry32::new(11), Vec::new());
    let (games, each) = (rounds(2), 100);
    for _ in 0..games {
        let save = played(with_format(&head.to_bytes(), format), &mut rng, step);
        for _ in 0..each {
            let (what, bad) = damaged(&save, &mut rng);
            wrong.extend(untrue(&save, bad, format > 3).map(|why| format!("{what}: {why}")));
        }
    }
    println!("{} times damaged, {} untrue claims", games * each, wrong.len());
    assert!(wrong.is_empty(), "{} of {}: {:#?}", wrong.len(), games * each, &wrong[..wrong.len().min(20)]);
}

/// Returns the offsets of the frames of a save, and its end.
fn frames(save: &Saved) -> Vec<usize> {
    let mut scan = Scan::begin(Box::new(Memory::new(save.bytes.clone()))).unwrap();
    let mut offsets = vec![scan.progress().done as usize];
    while scan.next_frame().unwrap().is_some() {
        offsets.push(scan.progress().done as usize);
    }
    offsets
}

/// Removes or moves whole frames of a save, or copies them into or over others.
fn reordered(save: &Saved, rng: &mut Mulberry32) -> (String, Vec<u8>) {
    let (frames, mut bad) = (frames(save), save.bytes.clone());
    let mut place = || frames[below(rng, frames.len())];
    let (one, other, to) = (place(), place(), place());
    let (from, end) = (one.min(other), one.max(other));
    let part = save.bytes[from..end].to_vec();
    let what = match rng.below(4) {
        0 => {
            bad.drain(from..end);
            "taken out"
        }
        1 => {
            bad.drain(from..end);
            let to = to.min(bad.len());
            bad.splice(to..to, part);
            "moved"
        }
        2 => {
            bad.splice(to..to, part);
            "copied"
        }
        _ => {
            let length = part.len().min(bad.len() - to);
            bad[to..to + length].copy_from_slice(&part[..length]);
            "copied over others"
        }
    };
    (format!("{from}..{end} {what} to {to} of {}", save.bytes.len()), bad)
}

/// Walks about, and sets a name or bookmark on a turn now and then.
fn walk_and_note(game: &mut dyn Game, rng: &mut Mulberry32) {
    walk(game, rng);
    if rng.below(8) == 0 {
        let node = NodeId(rng.below(game.node_count() as u32));
        let text = ["x", "a name", "a longer text, which fills most of a frame"][below(rng, 3)];
        let note = if rng.below(2) == 0 { Note::name(node, text) } else { Note::bookmark(node, text) };
        game.note(note).unwrap();
    }
}

/// Whether a recovery keeps all turns, but not all names and bookmarks.
fn loses_only_notes(save: &Saved, bad: &[u8]) -> bool {
    let (bytes, found) = catalog::rescued("it", Box::new(Memory::new(bad.to_vec())), None).unwrap();
    let tree = tree_of(catalog::open_bytes("it", &bytes).unwrap().as_ref());
    found.lost + found.pieces.len() == 0 && tree.len() == save.tree.len() && tree != save.tree
}

#[test]
fn recovery_tells_the_truth_about_names_and_bookmarks_among_turns_that_marks_restore() {
    let (mut rng, mut wrong, mut only_notes) = (Mulberry32::new(5), Vec::new(), 0);
    let (games, each) = (rounds(3), 60);
    for _ in 0..games {
        // Long enough for marks, which restore turns but not names.
        let save = played_in(2 + rng.below(4), 400, game().to_bytes(), &mut rng, walk_and_note);
        for _ in 0..each {
            let (what, bad) = damaged(&save, &mut rng);
            only_notes += usize::from(loses_only_notes(&save, &bad));
            wrong.extend(untrue(&save, bad, true).map(|why| format!("{what}: {why}")));
        }
    }
    let (all, untrue) = (games * each, wrong.len());
    println!("{all} times damaged, {only_notes} times only names were lost, {untrue} untrue claims");
    assert!(only_notes > 0, "no trial loses only names");
    assert!(wrong.is_empty(), "{untrue} of {all}: {:#?}", &wrong[..untrue.min(20)]);
}

#[test]
fn recovery_tells_the_truth_about_frames_that_were_taken_out_moved_or_copied() {
    let (mut rng, mut wrong, games) = (Mulberry32::new(3), Vec::new(), rounds(4));
    for _ in 0..games {
        // Some of the saves are long enough for marks that restore turns.
        let steps = [12, 150][below(&mut rng, 2)];
        let save = played_in(1 + rng.below(6), steps, game().to_bytes(), &mut rng, walk_and_note);
        for _ in 0..100 {
            let (what, bad) = reordered(&save, &mut rng);
            wrong.extend(untrue(&save, bad, true).map(|why| format!("{what}: {why}")));
        }
    }
    println!("frames taken out, moved or copied {} times, {} untrue claims", games * 100, wrong.len());
    assert!(wrong.is_empty(), "{} of {}: {:#?}", wrong.len(), games * 100, &wrong[..wrong.len().min(20)]);
}

/// Returns a description of a false claim of a recovery with the level that was played, or with another seed.
fn untrue_with_level(save: &Saved, bad: &[u8], seed: u64) -> Option<String> {
    let level = LostLevel { text: LEVEL, seed };
    let (bytes, found) = catalog::rescued("it", Box::new(Memory::new(bad.to_vec())), Some(level)).ok()?;
    let tree = tree_of(catalog::open_bytes("it", &bytes).unwrap().as_ref());
    let is_true = tree == save.tree || !found.is_complete();
    (!is_true).then(|| format!("{} bytes left, seed {seed}: {found:?}", bad.len()))
}

#[test]
fn recovery_with_a_level_tells_the_truth_about_a_save_without_its_beginning() {
    let mut rng = Mulberry32::new(8);
    let save = played_in(6, 3, game().to_bytes(), &mut rng, walk);
    let cuts = (0..save.bytes.len()).step_by(if rounds(1) > 1 { 1 } else { 7 });
    let trials: Vec<_> = cuts.flat_map(|cut| [(cut, 0), (cut, 7)]).collect();
    let wrong: Vec<_> =
        trials.iter().filter_map(|&(cut, seed)| untrue_with_level(&save, &save.bytes[cut..], seed)).collect();
    println!("{} saves without their beginning, {} untrue claims", trials.len(), wrong.len());
    assert!(wrong.is_empty(), "{} of {}: {:#?}", wrong.len(), trials.len(), &wrong[..wrong.len().min(20)]);
}

fn game() -> Header {
    catalog::find("unseen").unwrap().begin(LEVEL, 0).unwrap()
}

#[test]
fn recovery_tells_the_truth_about_a_game_whose_states_repeat() {
    check(&game(), 4, walk);
}

#[test]
fn recovery_tells_the_truth_about_a_drawing_whose_states_repeat() {
    check(&drawable("unseen").unwrap().begin(LEVEL).unwrap(), 4, rename);
}

#[test]
fn recovery_does_not_call_a_save_of_an_older_format_complete_if_turns_may_be_missing() {
    (1..=3).for_each(|format| check(&game(), format, walk));
}
