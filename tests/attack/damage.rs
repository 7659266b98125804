//! Damages saves of every ruleset: cut after every byte, every bit flipped, bytes and sectors overwritten.

use std::fs;
use std::path::PathBuf;

use timeloom::catalog;
use timeloom::game::{Game, History};
use timeloom::journal::Health;
use timeloom::journal::salvage::Salvage;
use timeloom::journal::storage::Memory;
use timeloom::rng::Mulberry32;
use timeloom::session::recover;

use crate::pebble::{Pebble, play, start};
use crate::rounds;

/// The sample games.
fn saves() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/games");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

fn open(bytes: &[u8]) -> Option<Box<dyn Game>> {
    catalog::open_bytes("it", bytes).ok()
}

fn prints(game: &dyn History) -> Vec<u64> {
    game.tree().ids().filter_map(|id| game.node(id).fingerprint).collect()
}

/// Returns the number of turns kept by recovery, after checking that each is one of the whole save.
fn recovered(whole: &[u64], bad: Vec<u8>) -> usize {
    let Ok((bytes, found)) = catalog::rescued("it", Box::new(Memory::new(bad)), None) else { return 0 };
    let game = open(&bytes).expect("what was recovered opens");
    assert!(prints(game.as_ref()).iter().all(|print| whole.contains(print)), "something was invented");
    found.kept
}

#[test]
fn a_save_cut_anywhere_opens_at_a_prefix_or_not_at_all() {
    let (mut cuts, step) = (0, step());
    for (path, bytes) in saves() {
        let whole = prints(open(&bytes).unwrap().as_ref());
        for cut in (0..bytes.len()).step_by(step) {
            let Some(game) = open(&bytes[..cut]) else { continue };
            assert!(whole.starts_with(&prints(game.as_ref())), "{} cut at {cut}", path.display());
            cuts += 1;
        }
    }
    println!("{cuts} cuts, each a prefix");
}

/// Returns the step between tested bits and bytes: 1 in the long run, larger in the short one.
fn step() -> usize {
    if rounds(1) > 1 { 1 } else { 211 }
}

#[test]
fn every_flipped_bit_is_noticed_and_mended() {
    let (mut flips, mut kept, mut all) = (0, 0, 0);
    for (path, bytes) in saves() {
        let whole = prints(open(&bytes).unwrap().as_ref());
        for bit in (0..bytes.len() * 8).step_by(step()) {
            let mut bad = bytes.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let noticed = open(&bad).is_none_or(|game| game.health() != &Health::Whole);
            assert!(noticed, "{}: bit {bit} was not noticed", path.display());
            (flips, all) = (flips + 1, all + whole.len() - 1);
            kept += recovered(&whole, bad);
        }
    }
    println!("{flips} flipped bits: {kept} of {all} turns kept");
    assert!(kept * 100 >= all * 95, "{kept} of {all} turns kept");
}

#[test]
fn overwritten_bytes_never_invent_anything() {
    let mut rng = Mulberry32::new(5);
    let (mut trials, mut kept, mut all) = (0, 0, 0);
    for (_, bytes) in saves() {
        let whole = prints(open(&bytes).unwrap().as_ref());
        for _ in 0..rounds(4) {
            let mut bad = bytes.clone();
            let (at, length) = (rng.below(bytes.len() as u32) as usize, 1 + rng.below(64) as usize);
            let end = (at + length).min(bad.len());
            bad[at..end].iter_mut().for_each(|byte| *byte = rng.below(256) as u8);
            (trials, all) = (trials + 1, all + whole.len() - 1);
            kept += recovered(&whole, bad);
        }
    }
    println!("{trials} times 1 to 64 bytes overwritten: {kept} of {all} turns kept");
}

#[test]
fn lost_sectors_of_a_long_log_cost_next_to_nothing() {
    let (mut game, memory) = start::<1>(9);
    let turns = rounds(2000).min(20_000);
    play(&mut game, &"RL".repeat(turns / 2));
    let (bytes, mut sectors, mut kept) = (memory.bytes(), 0, 0);
    for at in (0..bytes.len() - 512).step_by(512) {
        let mut bad = bytes.clone();
        bad[at..at + 512].fill(0);
        let salvage = Salvage::read(&bad, None).unwrap();
        kept += recover::<Pebble<1>>(salvage).unwrap().1.kept;
        sectors += 1;
    }
    println!("{sectors} lost sectors of {} bytes: {kept} of {} turns kept", bytes.len(), sectors * turns);
    assert!(kept * 100 >= sectors * turns * 90);
}
