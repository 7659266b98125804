//! Formats of saves, old and new: a save of format 1 or 2 is read and continued in its own; records of a newer program
//! are skipped or reported, and never misread, lost or treated as damage.

#[path = "common/formats.rs"]
mod formats;
#[path = "common/pebble.rs"]
mod pebble;

use std::fs;
use std::path::Path;

use formats::{with_format, with_frame};
use pebble::{Pebble, begin, open, open_on, play, start};
use timeloom::catalog;
use timeloom::game::{Game, History, Inspect as _, LogStatus as _, Save as _};
use timeloom::journal::record::{Format, Header, LONGEST_ACTION, Record};
use timeloom::journal::salvage::Salvage;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Health, Journal, JournalError, Scan};
use timeloom::session::{OpenError, Opening, Recovered, Session, recover};
use timeloom::timeline::{NodeId, Note};

type Played = Session<Pebble<1>>;

fn head() -> Vec<u8> {
    begin::<1>(9)
}

fn old_head() -> Vec<u8> {
    with_format(&head(), 1)
}

fn open_in(memory: &Memory) -> Played {
    open_on(memory.clone(), Durability::EachAction).unwrap()
}

/// Returns the kinds of all records that a program that knows only format 1 finds in a save, in order.
fn kinds_of_format_1(save: &[u8]) -> Vec<u8> {
    assert_eq!(save[8..10], [1, 0]);
    let head = 18 + u32::from_le_bytes(save[10..14].try_into().unwrap()) as usize;
    let (mut rest, mut kinds) = (&save[head..], Vec::new());
    while !rest.is_empty() {
        let length = varint(&mut rest);
        rest = &rest[4..];
        let (mut payload, after) = rest.split_at(length);
        while !payload.is_empty() {
            kinds.push(skip_record(&mut payload));
        }
        rest = after;
    }
    kinds
}

/// Takes a record of format 1 off the front and returns its kind.
fn skip_record(bytes: &mut &[u8]) -> u8 {
    let (kind, k) = (bytes[0] & 7, usize::from(bytes[0] >> 3));
    *bytes = &bytes[1..];
    match kind {
        0 | 1 => {
            let length = if k == 31 { varint(bytes) } else { k };
            if kind == 1 {
                varint(bytes);
            }
            *bytes = &bytes[length + 8..];
        }
        2 | 3 => {
            varint(bytes);
            let length = varint(bytes);
            *bytes = &bytes[length..];
        }
        4 => {
            varint(bytes);
            varint(bytes);
        }
        _ => panic!("format 1 has no record of kind {kind}"),
    }
    kind
}

fn varint(bytes: &mut &[u8]) -> usize {
    let length = bytes.iter().position(|byte| *byte < 0x80).expect("it ends") + 1;
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    number.iter().rev().fold(0, |value, byte| value << 7 | usize::from(byte & 0x7F))
}

#[test]
fn new_saves_have_format_4() {
    assert_eq!(head()[8..10], [4, 0]);
    assert_eq!(open::<1>(&head()).unwrap().about().format, 4);
    assert_eq!(Scan::begin(Box::new(Memory::new(head()))).unwrap().format(), Format::Four);
}

#[test]
fn a_save_of_format_1_goes_on_in_format_1() {
    let memory = Memory::new(old_head());
    let mut game = open_in(&memory);
    play(&mut game, "RRuL");
    game.note(Note::name(NodeId(3), "back")).unwrap();
    game.note(Note::bookmark(NodeId(1), "here")).unwrap();
    game.seek(NodeId(2));
    game.close().unwrap();
    assert_eq!(kinds_of_format_1(&memory.bytes()), [0, 0, 1, 2, 3, 4]);
    let again = open_in(&memory);
    assert_eq!((again.about().format, again.health(), again.cursor()), (1, &Health::Whole, NodeId(2)));
    assert_eq!(again.node(NodeId(3)).notes.name.as_deref(), Some("back"));
    assert_eq!(again.node(NodeId(1)).notes.bookmark.as_deref(), Some("here"));
}

#[test]
fn a_save_of_format_2_goes_on_in_format_2_with_frames_that_its_program_reads() {
    let memory = Memory::new(with_format(&head(), 2));
    for _ in 0..2 {
        let mut game = open_on::<1>(memory.clone(), Durability::OnClose).unwrap();
        play(&mut game, &"RL".repeat(2000));
        game.close().unwrap();
    }
    let bytes = memory.bytes();
    assert_eq!((bytes[8], open::<1>(&bytes).unwrap().node_count()), (2, 8001));
    let mut rebuilt = with_format(&head(), 2);
    let mut rest = &bytes[rebuilt.len()..];
    while !rest.is_empty() {
        let length = varint(&mut rest);
        let (payload, after) = rest[4..].split_at(length);
        rebuilt = with_frame(&rebuilt, payload);
        rest = after;
    }
    assert!(rebuilt == bytes, "a frame has another checksum than in format 2");
}

#[test]
fn a_lost_sector_in_a_save_of_an_older_format_is_damage_if_frames_follow() {
    let memory = Memory::new(with_format(&head(), 2));
    let mut game = open_on::<1>(memory.clone(), Durability::OnClose).unwrap();
    play(&mut game, &"RL".repeat(60));
    game.flush().unwrap();
    let mut bytes = memory.bytes();
    bytes[512..1024].fill(0);
    let game = open::<1>(&bytes).unwrap();
    assert!(matches!(game.health(), Health::Damaged { .. }), "{:?}", game.health());
}

#[test]
fn a_lost_header_of_an_older_format_is_proven_by_the_level() {
    for format in [1, 2, 3] {
        let memory = Memory::new(with_format(&head(), format));
        play(&mut open_in(&memory), "RRLRLRLLRL");
        let mut bad = memory.bytes();
        bad[..40].fill(0);
        let given = Salvage::read(&head(), None).unwrap().header;
        let salvage = Salvage::read(&bad, Some(given)).unwrap();
        assert!(salvage.is_proven, "format {format}");
        assert_eq!(recover::<Pebble<1>>(salvage).unwrap().1.kept, 10, "format {format}");
    }
}

#[test]
fn every_golden_save_of_format_1_is_added_to_and_the_program_that_wrote_it_still_reads_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/golden");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let saves: Vec<Vec<u8>> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "loom"))
        .map(|path| fs::read(path).unwrap())
        .filter(|save| save[8] == 1)
        .collect();
    assert!(saves.len() > 8, "there are fewer golden saves of format 1 than there were");
    saves.iter().for_each(|save| check_added_to(save));
}

fn check_added_to(save: &[u8]) {
    let memory = Memory::new(save.to_vec());
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    let mut game = catalog::open_storage("golden", Box::new(memory.clone()), opening).unwrap();
    let nodes = game.node_count();
    let acted = act_anywhere(game.as_mut());
    game.note(Note::name(acted, "one more branch")).unwrap();
    game.note(Note::bookmark(acted, "added later")).unwrap();
    game.close().unwrap();
    assert!(memory.bytes().starts_with(save), "what was there stays as it is");
    assert!(kinds_of_format_1(&memory.bytes()).ends_with(&[2, 3]));
    let again = catalog::open_bytes("golden", &memory.bytes()).unwrap();
    assert_eq!((again.about().format, again.node_count()), (1, nodes + 1));
    let node = again.node(acted);
    assert_eq!(
        (node.notes.name.as_deref(), node.notes.bookmark.as_deref()),
        (Some("one more branch"), Some("added later"))
    );
}

/// Takes an action that was not taken before.
fn act_anywhere(game: &mut dyn Game) -> NodeId {
    if game.about().drawing {
        let edit = game.parse("setting:name=another%20name").unwrap();
        return game.act(&edit).unwrap();
    }
    let before = game.node_count();
    for node in game.tree().ids() {
        game.seek(node);
        for choice in game.offers().into_iter().filter(|offer| offer.refused.is_none()) {
            let acted = game.act(&choice.bytes).unwrap();
            if game.node_count() > before {
                return acted;
            }
            game.seek(node);
        }
    }
    panic!("everything was done before");
}

/// A save with one turn, followed by a frame with this payload.
fn followed_by(payload: &[u8]) -> Vec<u8> {
    let (mut game, memory) = start::<1>(9);
    play(&mut game, "R");
    with_frame(&memory.bytes(), payload)
}

#[test]
fn what_a_newer_program_wrote_and_may_be_passed_over_is_passed_over_and_stays() {
    let bookmark = [&[0x02, 6, 1, 1][..], b"here"].concat();
    let save = followed_by(&[&[0x8B, 2, 7, 7][..], &[0x02, 3, 99, 0, 0], &bookmark].concat());
    let memory = Memory::new(save.clone());
    let mut game = open_in(&memory);
    assert_eq!((game.health(), game.node_count()), (&Health::Whole, 2));
    assert_eq!(game.node(NodeId(1)).notes.bookmark.as_deref(), Some("here"));
    play(&mut game, "RR");
    game.close().unwrap();
    assert!(memory.bytes().starts_with(&save));
    assert_eq!(open_in(&memory).node_count(), 4);
}

#[test]
fn what_must_not_be_passed_over_is_named_with_its_place_and_nothing_is_called_damaged() {
    let payload = [0x8B, 0, 0x13, 1, 0];
    let save = followed_by(&payload);
    let place = save.len() - payload.len() + 2;
    let memory = Memory::new(save.clone());
    let error = open_on::<1>(memory.clone(), Durability::EachAction).map(|_| ()).unwrap_err();
    assert!(
        matches!(error, OpenError::Journal(JournalError::NewerRecord { kind: 0x13, at }) if at == place as u64)
    );
    let sentence = error.to_string();
    assert_eq!(
        sentence,
        format!(
            "the record at byte {place} is of kind 0x13, which this program does not know: nothing is damaged, and \
             nothing was changed; open the save with a newer Timeloom"
        )
    );
    let recovered = Salvage::read(&memory.bytes(), None).map(|_| ());
    assert_eq!(recovered.unwrap_err().to_string(), sentence);
    assert_eq!(memory.bytes(), save);
}

#[test]
fn a_record_that_claims_more_than_its_frame_holds_makes_the_frame_a_bad_one() {
    for payload in [&[0x8B, 9, 1][..], &[0x8B, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], &[0x13, 9, 1], &[0x02, 2, 0]] {
        let game = open::<1>(&followed_by(payload)).unwrap();
        assert_eq!(game.node_count(), 2);
        assert!(matches!(game.health(), Health::Damaged { .. }), "{payload:02x?}: {:?}", game.health());
    }
}

#[test]
fn in_format_1_no_record_is_passed_over() {
    let memory = Memory::new(old_head());
    play(&mut open_in(&memory), "R");
    let game = open::<1>(&with_frame(&memory.bytes(), &[0x8B, 2, 7, 7])).unwrap();
    assert!(matches!(game.health(), Health::Damaged { .. }), "{:?}", game.health());
}

#[test]
fn what_format_1_cannot_hold_is_refused_and_leaves_the_log_as_it_was() {
    let memory = Memory::new(old_head());
    let scanned = Scan::begin(Box::new(memory.clone())).unwrap().finish().unwrap();
    let mut journal = Journal::resume(scanned, Durability::EachAction);
    let unknown = Record::Unknown { kind: 0x8B, body: vec![1] };
    let error = journal.append(&unknown).unwrap_err().to_string();
    assert!(error.contains("a save of format 1 cannot hold"), "{error}");
    assert_eq!(memory.bytes(), old_head());
    journal.append(&Record::Note(Note::name(NodeId::ROOT, "a name"))).unwrap();
    assert_eq!(kinds_of_format_1(&memory.bytes()), [2]);
}

fn recovered<const V: u16>(save: &[u8]) -> (Vec<u8>, Recovered) {
    recover::<Pebble<V>>(Salvage::read(save, None).unwrap()).unwrap()
}

#[test]
fn recovery_makes_a_copy_in_the_newest_format() {
    let memory = Memory::new(old_head());
    let mut game = open_in(&memory);
    play(&mut game, "RRuL");
    game.note(Note::name(NodeId(3), "back")).unwrap();
    let (copy, report) = recovered::<1>(&memory.bytes());
    assert_eq!((report.kept, report.left_out), (3, 0));
    let copy = open::<1>(&copy).unwrap();
    assert_eq!((copy.about().format, copy.node_count()), (4, 4));
    assert_eq!(copy.node(NodeId(3)), game.node(NodeId(3)));
}

#[test]
fn recovery_keeps_what_it_does_not_know_unless_turns_before_it_are_left_out() {
    let unknown = [0x8B, 2, 7, 7];
    let (copy, report) = recovered::<1>(&followed_by(&unknown));
    assert_eq!((report.kept, report.unknown_left_out), (1, 0));
    assert!(copy.ends_with(&unknown));
    let memory = Memory::new(head());
    play(&mut open_in(&memory), "RRRRRR");
    let (copy, report) = recovered::<2>(&with_frame(&memory.bytes(), &unknown));
    assert_eq!((report.kept, report.left_out, report.unknown_left_out), (4, 2, 1));
    assert!(!copy.ends_with(&unknown));
}

#[test]
fn the_longest_records_are_kept_or_left_out_and_never_make_a_frame_that_cannot_be_read() {
    for (length, kept) in [(LONGEST_ACTION, true), (LONGEST_ACTION + 1, false), ((1 << 20) - 4, false)] {
        let mut payload =
            vec![0x8B, length as u8 & 0x7F | 0x80, (length >> 7) as u8 & 0x7F | 0x80, (length >> 14) as u8];
        payload.resize(payload.len() + length, 7);
        let (copy, report) = recovered::<1>(&followed_by(&payload));
        assert_eq!(report.unknown_left_out, usize::from(!kept), "{length} bytes");
        assert_eq!((open::<1>(&copy).unwrap().health(), copy.len() > length), (&Health::Whole, kept));
    }
}

#[test]
fn a_header_that_is_whole_but_strange_is_not_called_damaged() {
    let scan = Scan::begin(Box::new(Memory::new(head()))).unwrap();
    let header = Header { version: 0, ..scan.header().clone() };
    let error = open::<1>(&header.to_bytes()).map(|_| ()).unwrap_err().to_string();
    assert!(
        error.contains("the header is whole but holds something that this program does not know"),
        "{error}"
    );
}

#[test]
fn a_note_with_a_line_break_that_somebody_put_there_is_one_line_and_can_be_recovered() {
    let save = with_frame(&head(), &[2, 5, 1, 0, b'a', b'\n', b'b']);
    assert_eq!(open::<1>(&save).unwrap().node(NodeId::ROOT).notes.bookmark.as_deref(), Some("a b"));
    let (copy, _) = recovered::<1>(&save);
    assert_eq!(open::<1>(&copy).unwrap().node(NodeId::ROOT).notes.bookmark.as_deref(), Some("a b"));
}

#[test]
fn one_frame_with_many_turns_as_older_programs_wrote_it_is_read_turn_by_turn() {
    let (mut game, memory) = start::<1>(9);
    let header = memory.bytes();
    play(&mut game, &"RL".repeat(20));
    let frames = memory.bytes()[header.len()..].to_vec();
    let acts: Vec<u8> = frames.chunks(15).flat_map(|frame| frame[5..].to_vec()).collect();
    let whole = with_frame(&header, &acts);
    assert_eq!(open::<1>(&whole).unwrap().node_count(), 41);
    let mut bad = whole;
    bad[header.len() + 100..][..3].fill(0xEE);
    let (_, found) = recovered::<1>(&bad);
    assert_eq!((found.kept, found.lost), (40, 0), "{found:?}");
}
