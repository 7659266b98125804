//! Damages games in which states repeat, so that a turn may fit in a place where it did not stand: what recovery claims is
//! true. If it says that nothing is lost, the tree is the old one; if it counts and is sure, the count is right.

use timeloom::catalog::{self, drawable};
use timeloom::game::Game;
use timeloom::journal::record::Header;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Health};
use timeloom::rng::Mulberry32;
use timeloom::session::{Opening, Recovered};
use timeloom::timeline::NodeId;

use crate::format_number::with_format;
use crate::rounds;

const LEVEL: &str = include_str!("../../saves/levels/unseen-02-heavy-furniture.toml");

/// Parent and action of each node.
type Tree = Vec<(Option<NodeId>, String)>;

fn tree_of(game: &dyn Game) -> Tree {
    game.tree().ids().map(|id| (game.tree().parent(id), game.node(id).action)).collect()
}

fn below(rng: &mut Mulberry32, most: usize) -> usize {
    rng.below(most.max(1) as u32) as usize
}

/// Walks about, goes back to the start of the level now and then, where the state is the same from everywhere, and
/// sometimes goes on elsewhere.
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

/// Renames a level to and fro: the drawing is the same again and again.
fn rename(game: &mut dyn Game, rng: &mut Mulberry32) {
    let edits = ["setting:name=a", "setting:name=b", "setting:name=c"];
    let edit = game.parse(edits[below(rng, 3)]).unwrap();
    // The same name again is refused.
    drop(game.act(&edit));
}

/// A save that several runs wrote, and its tree.
struct Saved {
    bytes: Vec<u8>,
    header: usize,
    tree: Tree,
}

fn played(head: Vec<u8>, rng: &mut Mulberry32, step: fn(&mut dyn Game, &mut Mulberry32)) -> Saved {
    let (memory, header) = (Memory::new(head.clone()), head.len());
    for _ in 0..1 + rng.below(20) {
        let durability = if rng.below(2) == 0 { Durability::OnClose } else { Durability::EachAction };
        let opening = Opening { durability, progress: &mut |_| {} };
        let mut game = catalog::open_storage("it", Box::new(memory.clone()), opening).unwrap();
        (0..1 + rng.below(60)).for_each(|_| step(game.as_mut(), rng));
        game.close().unwrap();
    }
    let bytes = memory.bytes();
    let tree = tree_of(catalog::open_bytes("it", &bytes).unwrap().as_ref());
    Saved { bytes, header, tree }
}

/// The save with some of its bytes behind the header changed, and what was done to them.
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

/// Returns what is wrong about the claims of a recovery.
fn untrue(save: &Saved, bad: Vec<u8>, counts: bool) -> Option<String> {
    let (bytes, found) = catalog::rescued("it", Box::new(Memory::new(bad)), None).unwrap();
    let tree = tree_of(catalog::open_bytes("it", &bytes).unwrap().as_ref());
    let listed: usize = found.pieces.iter().map(|piece| piece.turns.len()).sum();
    let Recovered { kept, lost, left_out, .. } = found;
    let turns = save.tree.len() - 1;
    // Cut where a frame ends, it is a whole save of fewer turns.
    let is_cut = found.health == Some(Health::Whole) && save.tree.starts_with(&tree);
    // What may have been written over, or read twice, is told but not counted.
    let is_known = counts && !found.is_estimated && found.repeated_at_end + found.unproven == 0;
    let is_counted = !is_known || kept + lost + left_out + listed == turns;
    let is_true = tree == save.tree || is_cut || !found.is_complete() && is_counted;
    (!is_true).then(|| format!("{turns} turns, {found:?}"))
}

/// Damages games of this kind, played by this function. `counts` if the format tells how many turns are missing.
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
