//! Crashes, full disks and flipped bits: every effect on a save is noticed, and everything reported as safe
//! is kept.

#[path = "crash/detached.rs"]
mod detached;
#[path = "common/disk.rs"]
mod disk;
#[path = "crash/fault_points.rs"]
mod fault_points;
#[path = "common/faulty.rs"]
mod faulty;
#[path = "common/formats.rs"]
mod formats;
#[path = "common/pebble.rs"]
mod pebble;

use std::fs;
use std::path::Path;
use std::time::Duration;

use disk::Liar;
use formats::{with_format, with_frame};
use pebble::{Pebble, Push, begin, open, open_on, play, start};
use proptest::prelude::*;
use timeloom::game::{History, Inspect, LogStatus, Play, Save as _};
use timeloom::journal::file::{Access, FileStorage};
use timeloom::journal::record::HeaderError;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Health, JournalError};
use timeloom::session::{Denied, OpenError, Session};
use timeloom::timeline::{NodeId, Note};

type Played = Session<Pebble<1>>;
/// A game, its bytes, and the end of its header.
type Save = (Played, Vec<u8>, usize);

/// A save with three branches, a name, a bookmark and a cursor in the past; and the end of its header.
fn branched() -> Save {
    branched_from(begin::<1>(9))
}

fn branched_from(head: Vec<u8>) -> Save {
    let header = head.len();
    let memory = Memory::new(head);
    let mut game = open_on(memory.clone(), Durability::EachAction).unwrap();
    play(&mut game, "RRRR");
    game.note(Note::bookmark(NodeId(2), "halfway")).unwrap();
    play(&mut game, "uuRLR");
    game.note(Note::name(NodeId(5), "the long way")).unwrap();
    play(&mut game, "0RRuR");
    game.close().unwrap();
    (game, memory.bytes(), header)
}

/// The same save in an older format.
fn in_format(format: u16) -> Save {
    branched_from(with_format(&begin::<1>(9), format))
}

/// A save to which a newer program has added a record and a note that only that program knows.
fn with_unknown_records() -> Save {
    let (_, bytes, header) = branched();
    let bytes = with_frame(&bytes, &[0x8B, 3, 1, 2, 3, 0x02, 4, 99, 0, b'h', b'i', 0xFF, 0]);
    let memory = Memory::new(bytes);
    let mut game: Played = open_on(memory.clone(), Durability::EachAction).unwrap();
    play(&mut game, "RL");
    game.note(Note::bookmark(NodeId(3), "after it")).unwrap();
    game.seek(NodeId(4));
    game.close().unwrap();
    (game, memory.bytes(), header)
}

fn every_kind_of_save() -> [Save; 4] {
    [branched(), in_format(1), in_format(2), with_unknown_records()]
}

/// Starts a game on a faulty disk.
fn start_on_a_liar(durability: Durability) -> (Played, Liar) {
    let disk = Liar::holding(begin::<1>(1_000_000));
    (open_on(disk.clone(), durability).unwrap(), disk)
}

/// Returns everything a log says about its first nodes.
fn history(game: &dyn History, nodes: usize) -> Vec<(Option<NodeId>, String, u64)> {
    let nodes = (0..nodes as u32).map(|id| game.node(NodeId(id)));
    nodes.map(|node| (node.parent, node.action, node.fingerprint.expect("no seat"))).collect()
}

fn check_prefix(part: &dyn History, whole: &dyn History) {
    let count = part.node_count();
    assert!(count <= whole.node_count(), "history was invented");
    assert_eq!(history(part, count), history(whole, count));
}

fn open_file(path: &Path) -> Result<Played, OpenError> {
    let storage = FileStorage::open(path, Access::Write).expect("the file is there");
    open_on(storage, Durability::EachAction)
}

#[test]
fn a_save_cut_after_every_byte_opens_as_a_prefix_and_is_not_changed_on_disk() {
    every_kind_of_save().into_iter().for_each(check_every_cut);
}

fn check_every_cut((whole, bytes, header): Save) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.loom");
    let mut most = 0;
    for cut in 0..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        match open_file(&path) {
            Err(OpenError::Journal(JournalError::NotASave(HeaderError::Empty))) => assert_eq!(cut, 0),
            Err(OpenError::Journal(JournalError::NotASave(HeaderError::Cut { .. }))) => assert!(cut < header),
            Err(error) => panic!("cut at {cut}: {error}"),
            Ok(part) => {
                check_prefix(&part, &whole);
                assert!(part.node_count() >= most, "more bytes, fewer turns");
                most = part.node_count();
                assert_eq!(part.health() == &Health::Whole, part.health().complaint().is_none());
            }
        }
        assert_eq!(fs::read(&path).unwrap(), bytes[..cut], "opening changed the file cut at {cut}");
    }
    assert_eq!(most, whole.node_count());
}

#[test]
fn going_on_after_any_cut_keeps_what_is_cut_and_gives_a_whole_save() {
    every_kind_of_save().into_iter().for_each(check_going_on);
}

fn check_going_on((whole, bytes, header): Save) {
    for cut in header..bytes.len() {
        let memory = Memory::new(bytes[..cut].to_vec());
        let mut game: Played = open_on(memory.clone(), Durability::EachAction).unwrap();
        let torn = game.health().clone();
        game.seek(NodeId::ROOT);
        let known = game.node_count() > 1;
        play(&mut game, if known { "RLR" } else { "R" });
        match torn {
            Health::Torn { at, .. } => assert_eq!(memory.aside(), [bytes[at as usize..cut].to_vec()]),
            other => assert_eq!(other, Health::Whole),
        }
        let again = open::<1>(&memory.bytes()).unwrap();
        assert_eq!(again.health(), &Health::Whole, "cut at {cut}");
        assert_eq!(again.about().format, whole.about().format);
        assert_eq!(history(&again, again.node_count()), history(&game, game.node_count()));
    }
}

#[test]
fn what_is_cut_lies_beside_the_save_and_is_never_overwritten() {
    let (_, bytes, _) = branched();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("torn.loom");
    for name in ["torn.loom.lost", "torn.loom.lost.2"] {
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let mut game = open_file(&path).unwrap();
        let Health::Torn { at, .. } = *game.health() else { panic!("not torn: {:?}", game.health()) };
        play(&mut game, "0RRRRR");
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), bytes[at as usize..bytes.len() - 1]);
    }
}

#[test]
fn every_flipped_bit_is_noticed_and_invents_nothing() {
    every_kind_of_save().into_iter().for_each(check_every_bit);
}

fn check_every_bit((whole, bytes, header): Save) {
    for bit in 0..bytes.len() * 8 {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        match open::<1>(&bad) {
            Err(error) => assert!(bit / 8 < header, "bit {bit}: {error}"),
            Ok(part) => {
                assert_ne!(part.health(), &Health::Whole, "bit {bit} was not noticed");
                check_prefix(&part, &whole);
            }
        }
    }
}

#[test]
fn damage_in_the_middle_is_told_apart_from_a_torn_tail_and_seals_the_save() {
    let (_, mut bad, header) = branched();
    bad[header + 20] ^= 4;
    let memory = Memory::new(bad.clone());
    let mut game: Played = open_on(memory.clone(), Durability::EachAction).unwrap();
    assert!(matches!(game.health(), Health::Damaged { good_again: Some(_), .. }), "{:?}", game.health());
    let push = game.parse("R").unwrap();
    let refused = Play::act(&mut game, &push).unwrap_err().to_string();
    assert!(refused.contains("damaged at byte") && refused.contains("timeloom recover"), "{refused}");
    assert_eq!(memory.bytes(), bad);
}

#[test]
fn a_frame_moved_or_from_another_save_is_not_taken() {
    let (_, bytes, header) = branched();
    let moved = [&bytes[..header], &bytes[header + 15..]].concat();
    assert_eq!(open::<1>(&moved).unwrap().node_count(), 1);
    let (mut other, memory) = start::<1>(8);
    play(&mut other, "R");
    let spliced = [&memory.bytes()[..header], &bytes[header..]].concat();
    assert_eq!(open::<1>(&spliced).unwrap().node_count(), 1);
}

#[test]
fn headers_that_are_not_ours_are_told_apart() {
    let (_, bytes, header) = branched();
    let error = |bytes: &[u8]| match open::<1>(bytes).map(|_| ()) {
        Err(OpenError::Journal(JournalError::NotASave(error))) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error(&[]), HeaderError::Empty);
    assert_eq!(error(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), HeaderError::Foreign);
    assert_eq!(error(&bytes[..3]), HeaderError::Cut { len: 3 });
    assert_eq!(error(&bytes[..header - 1]), HeaderError::Cut { len: header as u64 - 1 });
    assert_eq!(error(&with_format(&bytes[..header], 5)), HeaderError::Newer { found: 5 });
    assert_eq!(error(&with_format(&bytes[..header], 0)), HeaderError::Damaged { end: header as u64 });
}

/// Plays a fixed game with branches until a call fails; returns the number of nodes reported as safe by then.
fn play_on(game: &mut Played) -> usize {
    let mut safe = game.durable_count();
    for turn in 0..40 {
        if turn % 7 == 3 {
            game.undo();
        }
        if game.act(if turn % 3 == 2 { Push::Left } else { Push::Right }).is_err() {
            break;
        }
        safe = game.durable_count();
    }
    safe
}

/// Makes each call of a game fail in turn. After a power cut that keeps any part of the unsynced bytes,
/// everything reported as safe must be there, and nothing that was not done.
fn check_nothing_safe_is_lost(durability: Durability) {
    let (mut whole, _) = start(1_000_000);
    play_on(&mut whole);
    for call in 1.. {
        let (mut game, disk) = start_on_a_liar(durability);
        disk.write_short(5);
        disk.fail_at(call, true);
        let safe = play_on(&mut game);
        for keep in 0..=disk.unsynced() {
            let left = open::<1>(&disk.after_power_cut(keep)).unwrap();
            assert!(left.node_count() >= safe, "call {call}, keep {keep}: {} of {safe}", left.node_count());
            check_prefix(&left, &whole);
        }
        if !disk.has_failed() {
            assert!(call > 10, "the disk was hardly used");
            return;
        }
    }
}

#[test]
fn nothing_said_to_be_safe_is_lost_when_each_action_is_synced() {
    check_nothing_safe_is_lost(Durability::EachAction);
}

#[test]
fn nothing_said_to_be_safe_is_lost_when_actions_are_synced_in_batches() {
    check_nothing_safe_is_lost(Durability::Batched { actions: 4, delay: Duration::from_secs(3600) });
    check_nothing_safe_is_lost(Durability::Batched { actions: 1000, delay: Duration::ZERO });
}

#[test]
fn a_batch_is_safe_after_its_count_and_not_before() {
    let durability = Durability::Batched { actions: 4, delay: Duration::from_secs(3600) };
    let (mut game, _) = start_on_a_liar(durability);
    let counts = (0..9).map(|_| {
        game.act(Push::Right).unwrap();
        game.durable_count()
    });
    assert_eq!(counts.collect::<Vec<_>>(), [1, 1, 1, 5, 5, 5, 5, 9, 9]);
    game.close().unwrap();
    assert_eq!(game.durable_count(), 10);
}

#[test]
fn a_batch_is_safe_with_the_first_act_after_its_time() {
    let durability = Durability::Batched { actions: 1000, delay: Duration::from_millis(20) };
    let (mut game, _) = start_on_a_liar(durability);
    game.act(Push::Right).unwrap();
    std::thread::sleep(Duration::from_millis(25));
    game.act(Push::Right).unwrap();
    assert_eq!(game.durable_count(), 3);
}

#[test]
fn on_close_is_safe_when_closed_and_long_games_do_not_wait_in_memory() {
    let (mut game, disk) = start_on_a_liar(Durability::OnClose);
    (0..10_000).for_each(|_| assert!(game.act(Push::Right).is_ok()));
    assert_eq!(game.durable_count(), 1);
    assert!(disk.unsynced() > 60_000, "{} bytes have left memory", disk.unsynced());
    game.close().unwrap();
    assert_eq!(game.durable_count(), 10_001);
    assert_eq!(open::<1>(&disk.after_power_cut(0)).unwrap().node_count(), 10_001);
}

#[test]
fn after_a_write_that_failed_once_the_game_goes_on_as_if_nothing_had_happened() {
    let (mut whole, memory) = start::<1>(1_000_000);
    play(&mut whole, "RRRLR");
    let (mut game, disk) = start_on_a_liar(Durability::EachAction);
    play(&mut game, "RR");
    disk.fail_at(1, false);
    let before = disk.bytes();
    let Err(Denied::NotSaved(error)) = game.act(Push::Right) else { panic!("it should have failed") };
    assert!(error.to_string().contains("nothing else was changed; free some space"), "{error}");
    assert_eq!((game.cursor(), game.node_count()), (NodeId(2), 3));
    assert_eq!(disk.bytes(), before);
    play(&mut game, "RLR");
    assert_eq!(disk.bytes(), memory.bytes());
}

#[test]
fn after_a_sync_that_failed_nothing_more_is_written() {
    let (mut game, disk) = start_on_a_liar(Durability::EachAction);
    play(&mut game, "RR");
    disk.fail_at(2, false);
    assert!(game.act(Push::Right).is_err());
    let Err(Denied::NotSaved(error)) = game.act(Push::Right) else { panic!("it should be sealed") };
    assert!(error.to_string().contains("save a copy elsewhere"), "{error}");
    assert_eq!(open::<1>(&disk.bytes()).unwrap().node_count(), 3);
}

/// Each byte claims a frame of a megabyte, which makes the most work.
#[test]
fn bytes_that_claim_the_most_are_read_in_bounded_time() {
    let (_, mut bytes, header) = branched();
    bytes.truncate(header);
    bytes.resize(40 << 20, 0x80 | 0x3F);
    for at in (header..bytes.len()).step_by(3) {
        bytes[at] = 0x3F;
    }
    let game = open::<1>(&bytes).unwrap();
    assert_eq!(game.node_count(), 1);
    assert!(matches!(game.health(), Health::Damaged { good_again: None, .. }), "{:?}", game.health());
}

proptest! {
    #[test]
    fn any_bytes_whatever_are_a_save_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(open::<1>(&bytes).is_err());
    }

    #[test]
    fn any_bytes_after_a_good_header_are_a_torn_tail(bytes in proptest::collection::vec(any::<u8>(), 1..400)) {
        let (_, memory) = start::<1>(9);
        let game = open::<1>(&[memory.bytes(), bytes].concat()).unwrap();
        prop_assert_eq!(game.node_count(), 1);
        prop_assert!(game.health() != &Health::Whole);
    }

    #[test]
    fn any_bytes_in_the_middle_of_a_save_leave_a_prefix(
        at in 0.0..1.0f64,
        bytes in proptest::collection::vec(any::<u8>(), 1..40),
    ) {
        let (whole, good, header) = branched();
        let at = header + ((good.len() - header) as f64 * at) as usize;
        let mut bad = good[..at].to_vec();
        bad.extend(&bytes);
        bad.extend(&good[(at + bytes.len()).min(good.len())..]);
        let part = open::<1>(&bad).unwrap();
        check_prefix(&part, &whole);
        prop_assert!(part.health() != &Health::Whole || bad == good);
    }
}
