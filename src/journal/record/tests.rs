//! Tests of the bytes of records, in every format.

use super::*;

fn act(parent: u32, action: &[u8]) -> Record {
    Record::Act { parent: NodeId(parent), action: action.to_vec(), fingerprint: 0x0123_4567_89AB_CDEF }
}

const FORMATS: [Format; 4] = Format::ALL;

fn name(node: u32, text: &str) -> Record {
    Record::Note(Note::name(NodeId(node), text))
}

fn bookmark(node: u32, text: &str) -> Record {
    Record::Note(Note::bookmark(NodeId(node), text))
}

fn cursor(node: u32, tip: u32) -> Record {
    Record::Cursor { node: NodeId(node), tip: NodeId(tip) }
}

/// Builds a mark that repeats acts, each given by the distance to its parent and its action.
fn mark(acts: &[(u32, &[u8])]) -> Record {
    let acts = acts.iter().map(|&(distance, action)| MarkedAct { distance, action: action.to_vec() });
    Record::Mark { next: NodeId(300), behind: 2, acts: acts.collect() }
}

fn bytes_of(record: &Record, format: Format, next: u32) -> Vec<u8> {
    let mut out = Vec::new();
    record.write(format, NodeId(next), &mut out).expect("small enough");
    out
}

fn read(mut bytes: &[u8], format: Format, next: u32) -> Result<Record, Unreadable> {
    let record = Record::read(&mut bytes, format, NodeId(next))?;
    assert!(bytes.is_empty(), "{record:?}");
    Ok(record)
}

fn check_round_trip(record: Record, next: u32) {
    for format in FORMATS {
        assert_eq!(read(&bytes_of(&record, format, next), format, next), Ok(record.clone()), "{format:?}");
    }
}

#[test]
fn records_survive_the_round_trip() {
    check_round_trip(act(6, &[1, 2]), 7);
    check_round_trip(act(0, &[]), 70_000);
    check_round_trip(act(3, &[9; 30]), 7);
    check_round_trip(act(6, &[9; 31]), 7);
    check_round_trip(act(6, &[9; 5000]), 7);
    check_round_trip(name(5, "über den Fluß"), 6);
    check_round_trip(bookmark(0, ""), 6);
    check_round_trip(bookmark(3, &"x".repeat(LONGEST_TEXT)), 6);
    check_round_trip(cursor(7, 500), 501);
}

#[test]
fn a_mark_repeats_acts_on_any_node_whatever_the_length_of_their_actions() {
    let check = |record: Record| {
        assert_eq!(read(&bytes_of(&record, Format::Two, 300), Format::Two, 300), Ok(record));
    };
    check(mark(&[]));
    check(mark(&[(1, &[7]), (1, &[8])]));
    check(mark(&[(1, &[7]), (4, &[8]), (299, &[9])]));
    check(mark(&[(3, &[]), (200, &[1, 2]), (1, &[1, 2])]));
}

#[test]
fn a_common_act_with_its_frame_takes_sixteen_bytes() {
    for format in FORMATS {
        let record = bytes_of(&act(999_999, &[1, 2]), format, 1_000_000);
        let (key, place) =
            (frame::Key::new(1, Format::Four), frame::FramePlace { offset: 1 << 30, next: 1 << 20 });
        assert_eq!(frame::wrap(&record, key, place, frame::Before::Synced).len(), 16);
    }
}

#[test]
fn a_record_that_points_at_what_is_not_there_is_none() {
    for record in [act(0, &[1]), cursor(0, 3), name(3, "a")] {
        for format in FORMATS {
            let bytes = bytes_of(&record, format, 4);
            let missing = Record::read(&mut bytes.as_slice(), format, NodeId(3));
            assert_eq!(missing, Err(Unreadable::Malformed), "{record:?}");
        }
    }
}

#[test]
fn a_record_cut_short_is_none() {
    let unknown = Record::Unknown { kind: 0x8A, body: vec![1, 2, 3] };
    for record in [act(2, &[1, 2, 3]), bookmark(1, "here"), cursor(1, 2), unknown] {
        let bytes = bytes_of(&record, Format::Two, 4);
        for cut in 0..bytes.len() {
            let part = Record::read(&mut &bytes[..cut], Format::Two, NodeId(4));
            assert_eq!(part, Err(Unreadable::Malformed), "{record:?}");
        }
    }
    for record in [act(2, &[1, 2, 3]), bookmark(1, "here"), cursor(1, 2)] {
        let bytes = bytes_of(&record, Format::One, 4);
        for cut in 0..bytes.len() {
            let part = Record::read(&mut &bytes[..cut], Format::One, NodeId(4));
            assert_eq!(part, Err(Unreadable::Malformed), "{record:?}");
        }
    }
}

#[track_caller]
fn check_bytes(record: &Record, one: &[u8], two: &[u8]) {
    assert_eq!(bytes_of(record, Format::One, 300), one, "{record:?} in format 1");
    assert_eq!(bytes_of(record, Format::Two, 300), two, "{record:?} in format 2");
    assert_eq!(bytes_of(record, Format::Three, 300), two, "{record:?} in format 3");
}

#[test]
fn the_bytes_of_records_never_change() {
    let print = [0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01];
    let newest = [&[0x10, 1, 2][..], &print].concat();
    check_bytes(&act(299, &[1, 2]), &newest, &newest);
    let another = [&[0x09, 0xAC, 0x02, 7][..], &print].concat();
    check_bytes(&act(0, &[7]), &another, &another);
    check_bytes(&name(5, "ab"), &[2, 5, 2, b'a', b'b'], &[2, 4, 0, 5, b'a', b'b']);
    check_bytes(&bookmark(200, "c"), &[3, 0xC8, 1, 1, b'c'], &[2, 4, 1, 0xC8, 1, b'c']);
    check_bytes(&cursor(1, 200), &[4, 1, 0xC8, 1], &[4, 3, 1, 0xC8, 1]);
    let repeated = mark(&[(1, &[7]), (1, &[8]), (4, &[9])]);
    let expected = [0x82, 11, 0xAC, 2, 2, 2, 2, 7, 8, 1, 3, 4, 9];
    assert_eq!(bytes_of(&repeated, Format::Two, 300), expected);
    assert_eq!(bytes_of(&Record::Synced, Format::Three, 300), [0x84, 0]);
    assert_eq!(read(&[0x84, 0], Format::Three, 300), Ok(Record::Synced));
}

/// Reads each first byte, with an empty body and with zeros.
#[test]
fn every_first_byte_is_a_record_passed_over_told_or_refused() {
    for first in 0..=u8::MAX {
        let bytes = [first, 2, 0, 0];
        let known = matches!(first, 2 | 4);
        let expected = match first & 7 {
            0 | 1 => Err(Unreadable::Malformed),
            _ if known => Ok(()),
            _ if first >= 0x80 => Ok(()),
            _ => Err(Unreadable::Unknown(first)),
        };
        let found = read(&bytes, Format::Two, 5);
        assert_eq!(found.clone().map(|_| ()), expected, "{first:#04x}");
        if let Ok(record) = found {
            assert_eq!(bytes_of(&record, Format::Two, 5), bytes);
            let known = known || matches!(first, 0x82 | 0x83);
            assert_eq!(matches!(record, Record::Unknown { .. }), !known);
        }
        let old = Record::read(&mut [first, 0, 0].as_slice(), Format::One, NodeId(5));
        assert_eq!(old.is_ok(), matches!(first, 2..=4), "{first:#04x} in format 1");
    }
}

#[test]
fn a_note_of_an_unknown_kind_is_passed_over_whatever_is_in_it() {
    for rest in [&b""[..], b"\x05text", &[0xFF; 40]] {
        let bytes = [&[2, 1 + rest.len() as u8, 77][..], rest].concat();
        let record = read(&bytes, Format::Two, 5).expect("passed over");
        assert_eq!(record, Record::Unknown { kind: 2, body: [&[77], rest].concat() });
        assert_eq!(bytes_of(&record, Format::Two, 5), bytes);
    }
}

#[test]
fn a_length_that_goes_beyond_what_is_there_is_refused_before_anything_is_allocated() {
    for length in [&[4][..], &[0xFF, 0xFF, 0x3F], &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]]
    {
        for kind in [2, 4, 0x0A, 0x8A] {
            let bytes = [&[kind], length, &[0, 0, 0]].concat();
            let found = Record::read(&mut bytes.as_slice(), Format::Two, NodeId(5));
            assert_eq!(found, Err(Unreadable::Malformed), "{bytes:02x?}");
        }
    }
}

#[test]
fn what_format_1_has_no_record_for_is_refused_with_what_to_do() {
    let unknown = Record::Unknown { kind: 0x8A, body: Vec::new() };
    let error = unknown.write(Format::One, NodeId(1), &mut Vec::new()).unwrap_err().to_string();
    assert!(error.contains("format 1 cannot hold a record of kind 0x8a"), "{error}");
    assert!(error.contains("`timeloom recover` makes a copy in today's format"), "{error}");
}

#[test]
fn the_kind_of_a_log_has_a_code() {
    for (kind, code) in [(Kind::Play, 0), (Kind::Workshop, 1)] {
        assert_eq!((u8::from(kind), Kind::try_from(code)), (code, Ok(kind)));
        assert_eq!(crate::codec::encode(&kind), [code]);
    }
    assert!((2..=u8::MAX).all(|code| Kind::try_from(code).is_err()));
}

#[test]
fn numbers_have_one_spelling() {
    for value in [0, 1, 127, 128, 300, 1 << 20, u64::MAX] {
        let mut out = Vec::new();
        varint::write(value, &mut out);
        assert_eq!(varint::read(&mut out.as_slice()), Some(value));
    }
    assert_eq!(varint::read(&mut [0x80, 0x00].as_slice()), None);
    assert_eq!(varint::read(&mut [0xFF; 10].as_slice()), None);
}
