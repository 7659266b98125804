//! Damage loses only the turns that it hits, and mostly none: flipped bits, overwritten bytes, lost sectors,
//! lost headers.

#[path = "recover/headers.rs"]
mod headers;
#[path = "recover/notes.rs"]
mod notes;
#[path = "common/pebble.rs"]
mod pebble;

use std::fs;

use pebble::{Pebble, begin, open, open_on, play, start};
use timeloom::catalog;
use timeloom::game::{History, LogStatus, Save};
use timeloom::journal::salvage::Salvage;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Health};
use timeloom::session::{Recovered, recover};
use timeloom::timeline::NodeId;

fn recovered(bytes: &[u8]) -> (Vec<u8>, Recovered) {
    recover::<Pebble<1>>(Salvage::read(bytes, None).unwrap()).unwrap()
}

/// A save with branches, notes and a cursor in the past, one frame for each record.
fn branched() -> Vec<u8> {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RRRLRuuuRRL0RR");
    game.note(timeloom::timeline::Note::bookmark(NodeId(3), "here")).unwrap();
    game.seek(NodeId(2));
    game.close().unwrap();
    memory.bytes()
}

/// A save of this many turns back and forth, one frame each.
fn long(turns: usize) -> Vec<u8> {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, &"RL".repeat(turns / 2));
    memory.bytes()
}

#[test]
fn every_single_flipped_bit_is_mended() {
    let whole = branched();
    for bit in 0..whole.len() * 8 {
        let mut bad = whole.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let (mended, found) = recovered(&bad);
        assert_eq!(
            open::<1>(&mended).unwrap().node_count(),
            open::<1>(&whole).unwrap().node_count(),
            "{bit}"
        );
        assert_eq!(found.mended, [bit as u64 / 8]);
        let again = recovered(&whole).0;
        assert!(mended == again, "bit {bit} leaves a trace");
    }
}

#[test]
fn flipped_bits_in_games_of_every_ruleset_are_mended() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/games");
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let whole = fs::read(&path).unwrap();
        for bit in (0..whole.len() * 8).step_by(whole.len() / 3 + 1) {
            let mut bad = whole.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let (mended, found) = catalog::rescued("it", Box::new(Memory::new(bad)), None).unwrap();
            let turns = catalog::open_bytes("it", &mended).unwrap().node_count() - 1;
            let all = catalog::open_bytes("it", &whole).unwrap().node_count() - 1;
            assert_eq!((turns, found.kept), (all, all), "{} bit {bit}", path.display());
        }
    }
}

#[test]
fn a_flipped_bit_in_the_last_frame_is_damage_and_nothing_is_cut() {
    let whole = long(6);
    for bit in whole.len() * 8 - 15 * 8..whole.len() * 8 {
        let mut bad = whole.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let game = open::<1>(&bad).unwrap();
        assert!(matches!(game.health(), Health::Damaged { .. }), "bit {bit}: {:?}", game.health());
        assert!(game.sealed().is_some());
    }
}

#[test]
fn a_length_that_was_overwritten_is_damage_and_mended_whatever_it_is_now() {
    for whole in [long(6), batch(40)] {
        let turns = open::<1>(&whole).unwrap().node_count() - 1;
        let last =
            (0..whole.len()).rfind(|&cut| open::<1>(&whole[..cut]).unwrap().health() == &Health::Whole);
        for at in [start::<1>(9).1.bytes().len(), last.unwrap()] {
            for length in (0..=255).filter(|length| *length != whole[at]) {
                let mut bad = whole.clone();
                bad[at] = length;
                let game = open::<1>(&bad).unwrap();
                assert!(
                    matches!(game.health(), Health::Damaged { .. }),
                    "{length} at {at}: {:?}",
                    game.health()
                );
                let (_, found) = recovered(&bad);
                assert_eq!((found.kept, found.is_complete()), (turns, true), "{length} at {at}: {found:?}");
            }
        }
    }
}

#[test]
fn zeros_that_begin_within_a_frame_and_reach_the_end_are_damage_unless_they_begin_with_a_sector() {
    let memory = Memory::new(begin::<1>(9));
    let mut game = open_on::<1>(memory.clone(), Durability::OnClose).unwrap();
    play(&mut game, &"RL".repeat(300));
    game.close().unwrap();
    let whole = memory.bytes();
    for at in 1024..1024 + 512 {
        let mut bad = whole.clone();
        bad[at..].fill(0);
        let game = open::<1>(&bad).unwrap();
        let is_end = |at: usize| open::<1>(&whole[..at]).unwrap().health() == &Health::Whole;
        let first = (at..).find(|&at| whole[at] != 0).unwrap();
        let begins_there = (at..=first).any(|at| at % 512 == 0 || is_end(at));
        let is_damaged = matches!(game.health(), Health::Damaged { .. });
        // The last bytes of a sector have too few zeros to decide.
        if begins_there || at % 512 < 512 - 40 {
            assert_eq!(is_damaged, !begins_there, "zeros from {at} on: {:?}", game.health());
        }
    }
}

#[test]
fn a_last_frame_that_was_written_and_changed_is_damage_and_one_that_was_cut_short_is_not() {
    let whole = long(6);
    let mut changed = whole.clone();
    changed[whole.len() - 8..].fill(0x5A);
    assert!(matches!(open::<1>(&changed).unwrap().health(), Health::Damaged { .. }));
    for cut in 1..15 {
        let game = open::<1>(&whole[..whole.len() - cut]).unwrap();
        assert!(matches!(game.health(), Health::Torn { .. }), "{cut}: {:?}", game.health());
    }
    let mut never_written = whole.clone();
    never_written[whole.len() - 15..].fill(0);
    assert!(matches!(open::<1>(&never_written).unwrap().health(), Health::Torn { .. }));
}

#[test]
fn a_write_with_a_sector_that_was_never_written_can_be_played_on_unless_it_is_proven_that_it_was() {
    let memory = Memory::new(begin::<1>(9));
    let mut game = open_on::<1>(memory.clone(), Durability::OnClose).unwrap();
    play(&mut game, &"RL".repeat(60));
    game.flush().unwrap();
    let mut bytes = memory.bytes();
    bytes[512..1024].fill(0);
    let torn = open::<1>(&bytes).unwrap();
    assert!(matches!(torn.health(), Health::Torn { .. }), "{:?}", torn.health());
    assert_eq!(torn.sealed(), None);
    game.close().unwrap();
    let mut bytes = memory.bytes();
    bytes[512..1024].fill(0);
    let damaged = open::<1>(&bytes).unwrap();
    assert!(matches!(damaged.health(), Health::Damaged { .. }), "{:?}", damaged.health());
}

#[test]
fn a_lost_sector_among_turns_that_were_written_one_by_one_is_damage_and_nothing_is_cut() {
    let mut bytes = long(120);
    bytes[512..1024].fill(0);
    let game = open::<1>(&bytes).unwrap();
    assert!(matches!(game.health(), Health::Damaged { .. }), "{:?}", game.health());
}

/// A save of twenty turns of which this many are overwritten, and the result of its recovery.
fn without(lost: usize) -> (Vec<u8>, Recovered) {
    let (mut bad, frame) = (long(20), 15);
    let first = bad.len() - 20 * frame;
    bad[first + 5 * frame..first + (5 + lost) * frame].fill(0xEE);
    recovered(&bad)
}

#[test]
fn a_turn_whose_record_is_gone_is_worked_out_from_the_next() {
    let (mended, found) = without(1);
    assert_eq!((found.kept, found.worked_out, found.lost), (20, 1, 0), "{found:?}");
    assert_eq!(fingerprints(&open::<1>(&mended).unwrap()), fingerprints(&open::<1>(&long(20)).unwrap()));
}

#[test]
fn turns_that_could_have_been_others_stay_lost_and_what_follows_them_is_listed() {
    let (_, found) = without(2);
    assert_eq!((found.kept, found.worked_out), (5, 0), "{found:?}");
    let [piece] = &found.pieces[..] else { panic!("{found:?}") };
    assert_eq!((piece.after, piece.turns.len(), piece.turns[0].action.as_str()), (NodeId(5), 13, "L"));
}

/// A save of this many turns back and forth, written at once.
fn batch(turns: usize) -> Vec<u8> {
    recovered(&long(turns)).0
}

/// Returns the number of turns kept when this many bytes are overwritten, for each place after the header.
fn kept_without(whole: &[u8], turns: usize, bytes: usize) -> Vec<usize> {
    let header = start::<1>(9).1.bytes().len();
    let places = header..=whole.len() - bytes;
    let kept = places.map(|at| {
        let mut bad = whole.to_vec();
        bad[at..at + bytes].iter_mut().for_each(|byte| *byte ^= 0x5A);
        let (mended, found) = recovered(&bad);
        assert_eq!(open::<1>(&mended).unwrap().node_count() - 1, found.kept);
        assert!(!found.is_complete() || found.kept == turns, "{bytes} at {at}: {found:?}");
        // No checksum confirms the turns of a frame without its head.
        assert!(found.is_complete() || found.kept < turns || bytes > 1, "{bytes} at {at}: {found:?}");
        found.kept
    });
    kept.collect()
}

#[test]
fn a_damaged_byte_in_a_batch_costs_a_turn_at_most() {
    let kept = kept_without(&batch(40), 40, 1);
    assert!(kept.iter().all(|&kept| kept >= 39), "{kept:?}");
    assert!(kept.iter().filter(|&&kept| kept == 40).count() > kept.len() * 9 / 10, "{kept:?}");
}

#[test]
fn turns_of_a_batch_before_the_damage_are_kept_and_what_is_lost_is_counted() {
    for bytes in [2, 8] {
        let whole = batch(40);
        let kept = kept_without(&whole, 40, bytes);
        for (at, kept) in kept.iter().enumerate() {
            assert!(*kept + 2 >= at * 40 / whole.len(), "{kept} turns with {bytes} bytes damaged at {at}");
        }
    }
}

#[test]
fn a_lost_page_in_the_middle_of_a_long_save_costs_nothing_also_with_batches() {
    for whole in [batch(6000), long(4000)] {
        let turns = open::<1>(&whole).unwrap().node_count() - 1;
        for at in (0..whole.len() - 3 * 4096).step_by(1024) {
            let mut bad = whole.clone();
            bad[at..at + 4096].fill(0);
            let (_, found) = recovered(&bad);
            assert_eq!((found.kept, found.lost), (turns, 0), "page at {at} of {}: {found:?}", whole.len());
            // A page holds marks, and a name could have been there instead.
            assert_eq!((found.notes_lost, found.is_complete()), (1, false), "page at {at}: {found:?}");
        }
    }
}

#[test]
fn a_batch_takes_little_more_than_its_turns() {
    let (short, long) = (batch(100).len(), batch(20_100).len());
    let each = (long - short) as f64 / 20_000.0;
    assert!(each < 12.0, "{each} bytes for each turn");
}

#[test]
fn bytes_that_were_put_in_taken_out_or_repeated_cost_what_they_hit() {
    for whole in [batch(3000), long(1500)] {
        let (turns, half) = (open::<1>(&whole).unwrap().node_count() - 1, whole.len() / 2);
        let (start, end) = whole.split_at(half);
        let changed: [(&str, Vec<u8>); 5] = [
            ("one byte put in", [start, &[7], end].concat()),
            ("one byte taken out", [start, &end[1..]].concat()),
            ("a page repeated", [start, &start[half - 4096..], end].concat()),
            ("a hundred bytes before all", [&[0; 100], start, end].concat()),
            ("put in twice", [&start[..half / 2], &[9; 300], &start[half / 2..], &[7; 30], end].concat()),
        ];
        for (what, bad) in changed {
            let (_, found) = recovered(&bad);
            assert_eq!((found.kept, found.lost), (turns, 0), "{what}: {found:?}");
        }
    }
}

#[test]
fn a_lost_sector_costs_nothing_where_a_mark_repeats_it() {
    let whole = long(2000);
    // Acts after the last mark, and those just before it, are not repeated yet.
    let marked = whole.len() - 9000;
    let mut kept = Vec::new();
    for at in (0..whole.len() - 512).step_by(512) {
        let mut bad = whole.clone();
        bad[at..at + 512].fill(0);
        let (_, found) = recovered(&bad);
        if at < marked {
            assert_eq!((found.kept, found.lost), (2000, 0), "sector at {at}");
        }
        kept.push(found.kept);
    }
    assert!(kept.iter().sum::<usize>() / kept.len() > 1850, "{kept:?}");
}

#[test]
fn what_makes_a_save_whole_again_costs_a_tenth_of_it_at_most() {
    let lean = 18 + 15 * 20_000;
    let size = long(20_000).len();
    assert!(size < lean * 11 / 10, "{size} bytes instead of {lean}");
    assert_eq!(long(120).len() - long(20).len(), 100 * 15, "a small save stays small");
}

#[test]
fn a_branch_before_the_gap_is_kept_though_turns_before_it_are_lost() {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "RRRRLLRR");
    let from = memory.bytes().len();
    play(&mut game, "RLRRLL");
    let to = memory.bytes().len();
    game.seek(NodeId(2));
    play(&mut game, "LLRRR");
    let mut bad = memory.bytes();
    bad[from..to].fill(0x77);
    let (mended, found) = recovered(&bad);
    assert_eq!((found.kept, found.pieces.len()), (8 + 5, 0), "{found:?}");
    let game = open::<1>(&mended).unwrap();
    assert_eq!(game.tree().parent(NodeId(9)), Some(NodeId(2)));
}

#[test]
fn bytes_that_nobody_can_read_are_counted_between_turns_and_after_them() {
    let whole = long(8);
    let torn = [whole.clone(), vec![0x77; 5]].concat();
    assert_eq!(recovered(&torn).1.unreadable, 5);
    let mut bad = whole.clone();
    let gap = whole.len() - 4 * 15..whole.len() - 3 * 15;
    bad[gap].fill(0x77);
    assert_eq!(recovered(&bad).1.unreadable, 15);
}

#[test]
fn bytes_taken_out_of_the_last_frames_are_told() {
    for (whole, turns) in [(long(40), 40), (batch(40), 40)] {
        for at in whole.len() - 60..whole.len() - 8 {
            for length in 1..=whole.len().min(at + 20) - at {
                let end = (at + length).min(whole.len());
                let bad = [&whole[..at], &whole[end..]].concat();
                let (_, found) = recovered(&bad);
                let is_told = !found.is_complete() || end == whole.len();
                assert!(
                    found.kept == turns || is_told,
                    "{length} bytes at {at} of {}: {found:?}",
                    whole.len()
                );
            }
        }
    }
}

#[test]
fn bytes_that_are_there_twice_are_not_lost() {
    for whole in [long(3000), batch(3000)] {
        for from in [0, 200, whole.len() / 2, whole.len() - 300] {
            let twice = [&whole[..], &whole[from..]].concat();
            let (_, found) = recovered(&twice);
            assert_eq!((found.kept, found.lost), (3000, 0), "from {from}: {found:?}");
            assert_eq!((found.unreadable, found.put_in), (0, whole.len() - from), "{found:?}");
        }
    }
}

#[test]
fn what_was_set_aside_is_put_back_and_damage_that_both_have_is_told_once() {
    let whole = long(40);
    let first = whole.len() - 40 * 15;
    let (start, cut) = whole.split_at(first + 30 * 15);
    let memory = Memory::new(start.to_vec());
    let mut game = open_on::<1>(memory.clone(), Durability::EachAction).unwrap();
    play(&mut game, "0RR");
    let mut bytes = memory.bytes();
    let with_this = |bytes: &[u8], cut: &[u8]| {
        let mut salvage = Salvage::read(bytes, None).unwrap();
        salvage.read_set_aside(bytes, cut).unwrap();
        recover::<Pebble<1>>(salvage).unwrap().1
    };
    let with_cut = |bytes: &[u8]| with_this(bytes, cut);
    let mut damaged = cut.to_vec();
    damaged[7 * 15..].fill(0x77);
    let found = with_this(&bytes, &damaged);
    assert_eq!((found.kept, found.is_complete()), (30 + 1 + 7, false), "{found:?}");
    let nothing_of_ours = with_this(&bytes, b"nothing of ours");
    assert_eq!((nothing_of_ours.kept, nothing_of_ours.is_complete()), (30 + 1, false));
    let found = with_cut(&bytes);
    assert_eq!((found.kept, &found.set_aside[..]), (30 + 1 + 10, &[Some(10)][..]), "{found:?}");
    assert!(found.is_complete());
    bytes[first + 5 * 15..first + 8 * 15].fill(0xEE);
    let found = with_cut(&bytes);
    let pieces: Vec<_> = found.pieces.iter().map(|piece| piece.turns.len()).collect();
    assert_eq!((found.kept, pieces), (5 + 1, vec![22, 32]), "{found:?}");
}

#[test]
fn whatever_is_overwritten_recovery_neither_fails_nor_invents() {
    let whole = branched();
    let all: Vec<u64> = fingerprints(&open::<1>(&whole).unwrap());
    let mut rng = timeloom::rng::Mulberry32::new(7);
    for _ in 0..3000 {
        let mut bad = whole.clone();
        let (at, length) = (rng.below(whole.len() as u32) as usize, 1 + rng.below(40) as usize);
        let end = (at + length).min(bad.len());
        bad[at..end].iter_mut().for_each(|byte| *byte = rng.below(256) as u8);
        let Ok(salvage) = Salvage::read(&bad, None) else { continue };
        let Ok((mended, _)) = recover::<Pebble<1>>(salvage) else { continue };
        let game = open::<1>(&mended).unwrap();
        assert!(fingerprints(&game).iter().all(|print| all.contains(print)));
    }
}

fn fingerprints(game: &dyn History) -> Vec<u64> {
    game.tree().ids().filter_map(|id| game.node(id).fingerprint).collect()
}
