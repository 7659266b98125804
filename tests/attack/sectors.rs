//! Zeroes every sector and page of a save that several finished runs wrote: synced bytes are never cut.

use std::time::Duration;

use timeloom::game::{History, LogStatus, Play, Save};
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Health};

use crate::pebble::{begin, open, open_on, play};
use crate::rounds;

const SECTOR: usize = 512;
const PAGE: usize = 4096;

/// Plays runs with these numbers of turns, each of which closes the save.
fn runs(durability: Durability, turns: &[usize]) -> Vec<u8> {
    let memory = Memory::new(begin::<1>(9));
    for turns in turns {
        let mut game = open_on::<1>(memory.clone(), durability).unwrap();
        play(&mut game, &"RL".repeat(turns / 2));
        game.close().unwrap();
    }
    memory.bytes()
}

fn turns_in(bytes: &[u8]) -> usize {
    open::<1>(bytes).unwrap().node_count() - 1
}

/// Returns the offset of the last frame: without a byte of it the save is torn there.
fn last_frame(bytes: &[u8]) -> usize {
    match open::<1>(&bytes[..bytes.len() - 1]).unwrap().health() {
        Health::Torn { at, .. } => *at as usize,
        health => panic!("{health:?}"),
    }
}

/// Zeroes each part of this length in turn, and continues the game; returns the number of parts.
fn check_every(length: usize, bytes: &[u8]) -> usize {
    let (header, last) = (begin::<1>(9).len(), last_frame(bytes));
    let parts = (0..bytes.len()).step_by(length).filter(|at| *at >= header);
    let checked = parts.inspect(|&at| {
        let mut bad = bytes.to_vec();
        let end = (at + length).min(bad.len());
        bad[at..end].fill(0);
        let memory = Memory::new(bad.clone());
        let mut game = open_on::<1>(memory.clone(), Durability::EachAction).unwrap();
        let kept = game.node_count() - 1;
        assert!(kept >= turns_in(&bytes[..at]), "{length} zeros at {at}: {kept} turns");
        if end <= last {
            assert!(
                matches!(game.health(), Health::Damaged { .. }),
                "{length} zeros at {at} of {}",
                bad.len()
            );
            let push = game.parse("R").unwrap();
            assert!(Play::act(&mut game, &push).is_err());
            assert!(
                memory.bytes() == bad && memory.aside().is_empty(),
                "{length} zeros at {at}: it was changed"
            );
        }
    });
    checked.count()
}

#[test]
fn a_zeroed_sector_or_page_before_the_last_frame_is_damage_and_nothing_is_cut() {
    let batched = Durability::Batched { actions: 1000, delay: Duration::MAX };
    let calls = vec![2; rounds(300).min(3000)];
    let saves = [
        runs(Durability::EachAction, &calls),
        runs(Durability::EachAction, &[600, 2, 300]),
        runs(batched, &calls),
        runs(batched, &[40, 200, 2, 900, 12, 60, 3000]),
        runs(batched, &[3000, 3000, 2]),
        runs(Durability::OnClose, &[100, 1000, 6000]),
    ];
    let zeroed = saves.iter().map(|bytes| check_every(SECTOR, bytes) + check_every(PAGE, bytes));
    println!("{} sectors and pages zeroed: nothing that was synced was cut", zeroed.sum::<usize>());
}

#[test]
fn only_a_write_of_several_frames_costs_a_proof_when_the_save_is_closed() {
    let (batched, each) = (Durability::OnClose, Durability::EachAction);
    let header = begin::<1>(9).len();
    assert_eq!(runs(each, &[2]).len() - header, 2 * 15);
    assert_eq!(runs(batched, &[2]).len() - header, 2 * 10 + 5);
    assert_eq!(runs(batched, &[20]).len() - header, 20 * 10 + 2 * 5 + 7);
    assert_eq!(runs(batched, &[20, 0]).len() - header, 20 * 10 + 2 * 5 + 7);
}

#[test]
fn bytes_put_in_or_taken_out_are_damage_and_nothing_is_cut() {
    let bytes =
        runs(Durability::Batched { actions: 64, delay: Duration::from_secs(3600) }, &[30, 40, 20, 30]);
    let (header, last) = (begin::<1>(9).len(), last_frame(&bytes));
    let mut tried = 0;
    for at in header..last {
        for length in [1, 7, 16] {
            let without = [&bytes[..at], &bytes[(at + length).min(last)..]].concat();
            let with = [&bytes[..at], &vec![0xA5; length], &bytes[at..]].concat();
            for bad in [without, with] {
                let game = open::<1>(&bad).unwrap();
                let is_damaged = matches!(game.health(), Health::Damaged { .. });
                assert!(is_damaged, "{} bytes instead of {} at {at}", bad.len(), bytes.len());
                tried += 1;
            }
        }
    }
    println!("{tried} saves with bytes put in or taken out: none is taken for unfinished");
}
