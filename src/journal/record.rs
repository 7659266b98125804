//! The format of a save, in one place: the byte table, and the code that writes and reads headers and records.
//!
//! ```text
//! offset  size  what
//! 0       8     89 4C 4F 4F 4D 0D 0A 1A, so that text tools and copies in text mode are noticed
//! 8       2     format version, now 1
//! 10      4     length n of the header's body
//! 14      4     CRC-32C of bytes 8..14 and of the body; these 18 bytes look the same in every version
//! 18      n     the body: ruleset name, ruleset version, kind (0 play, 1 workshop), seed, fingerprint of the first
//!               state, text of the level (see `codec` for the bytes of values)
//! 18+n          frames, up to the end of the file
//!
//! a frame
//!         1-3   length of the payload as a varint (7 bits a byte, low ones first), 1 to 2^20
//!         4     CRC-32C of the header's checksum, the frame's offset (8 bytes) and the payload
//!         ...   the payload: one or more records
//!
//! a record: the low 3 bits of its first byte are its kind, the high 5 are a number k
//!   0  act on the newest node       k = length of the action, or 31 and the length follows as a varint;
//!                                   the action; fingerprint of the state it leads to (8)
//!   1  act on another node          the same, with the distance to the parent as a varint before the action
//!   2  name of a branch             k = 0; node as a varint; length of the text as a varint; UTF-8 text
//!   3  bookmark                     the same
//!   4  cursor                       k = 0; node as a varint; tip of the branch through it as a varint
//! ```
//! Integers of fixed size are little endian. Nodes are numbered in the order of their acts, from 1; 0 is the start. An
//! empty name or bookmark takes the one before away. Knows bytes and node numbers; what an action means is not its business.

use serde::{Deserialize, Serialize};

use super::JournalError;
use super::frame;
use crate::codec;
use crate::timeline::NodeId;

pub(super) const MAGIC: [u8; 8] = *b"\x89LOOM\r\n\x1a";
/// The version of the format that this program writes; it reads this one and all before.
pub const FORMAT: u16 = 1;
/// The bytes before the header's body.
pub(super) const PRELUDE: usize = 18;
/// The longest text on a node, in bytes.
pub const LONGEST_TEXT: usize = 1000;

/// What a log is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A game being played.
    Play,
    /// A level being drawn.
    Workshop,
}

/// What stands at the head of a log and never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The name of the ruleset.
    pub ruleset: String,
    /// Its version when the log was begun.
    pub version: u16,
    /// Playing or drawing.
    pub kind: Kind,
    /// The seed the game was started with.
    pub seed: u64,
    /// The fingerprint of the first state.
    pub start: u64,
    /// The text of the level.
    pub level: String,
}

/// Why the head of a file is not the head of a save.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// Nothing in it.
    #[error("the file is empty, so it is not a save; `timeloom new` makes one")]
    Empty,
    /// Something else.
    #[error("this is not a Timeloom save: its first bytes are not those of one")]
    Foreign,
    /// Too short.
    #[error("the file ends within its header, at byte {len}: nothing in it can be replayed")]
    Cut {
        /// Its length.
        len: u64,
    },
    /// The checksum does not fit.
    #[error(
        "the header is damaged (bytes 8 to {end} do not fit their checksum): the level and the seed are not to be trusted"
    )]
    Damaged {
        /// Where the header ends, by its own word.
        end: u64,
    },
    /// From the future.
    #[error(
        "this save has format {found}, and this program reads up to {FORMAT}: open it with a newer Timeloom"
    )]
    Newer {
        /// The format of the file.
        found: u16,
    },
}

impl Header {
    /// The first bytes of a save.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = codec::encode(self);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&checksum(&bytes[8..14], &body).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    /// What makes the frames of this save different from those of another.
    pub(super) fn salt(&self) -> u32 {
        let bytes = self.to_bytes();
        u32::from_le_bytes(*bytes[14..].first_chunk().expect("a header is longer than its prelude"))
    }

    /// Reads the body of a header whose checksum was found good.
    pub(super) fn from_body(body: &[u8], end: u64) -> Result<Self, HeaderError> {
        codec::decode(body).map_err(|_| HeaderError::Damaged { end })
    }
}

/// The bytes that look the same in every version.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prelude {
    pub(super) body: u32,
    format: u16,
    checksum: u32,
    checked: [u8; 6],
}

impl Prelude {
    pub(super) fn read(bytes: &[u8; PRELUDE]) -> Result<Self, HeaderError> {
        let checked: [u8; 6] = *bytes[8..].first_chunk().expect("within the prelude");
        let format = u16::from_le_bytes([checked[0], checked[1]]);
        let body = u32::from_le_bytes([checked[2], checked[3], checked[4], checked[5]]);
        let checksum = u32::from_le_bytes(*bytes[14..].first_chunk().expect("within the prelude"));
        if bytes[..8] == MAGIC {
            Ok(Self { body, format, checksum, checked })
        } else {
            Err(HeaderError::Foreign)
        }
    }

    /// The checksum first: a flipped bit in the version must not pass for a newer format.
    pub(super) fn check(&self, body: &[u8], end: u64) -> Result<(), HeaderError> {
        if checksum(&self.checked, body) != self.checksum {
            return Err(HeaderError::Damaged { end });
        }
        if self.format > FORMAT { Err(HeaderError::Newer { found: self.format }) } else { Ok(()) }
    }
}

fn checksum(checked: &[u8], body: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(checked), body)
}

/// One thing that happened to a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// Somebody acted; this makes the next node.
    Act {
        /// Where.
        parent: NodeId,
        /// What was done, in the bytes of the ruleset.
        action: Vec<u8>,
        /// The fingerprint of the state it led to.
        fingerprint: u64,
    },
    /// Somebody named the branch that begins at a node.
    Name {
        /// Which.
        node: NodeId,
        /// The name; empty to take it away.
        text: String,
    },
    /// Somebody put a bookmark on a node.
    Bookmark {
        /// Which.
        node: NodeId,
        /// Its text; empty to take it away.
        text: String,
    },
    /// Where somebody was when the log was closed.
    Cursor {
        /// The node.
        node: NodeId,
        /// The tip of the branch they were on.
        tip: NodeId,
    },
}

const ACT_ON_NEWEST: u8 = 0;
const ACT: u8 = 1;
const NAME: u8 = 2;
const BOOKMARK: u8 = 3;
const CURSOR: u8 = 4;
const LENGTH_FOLLOWS: u8 = 31;
/// The longest action: it shares a frame with its own few bytes of framing and with waiting records.
pub const LONGEST_ACTION: usize = frame::MOST - frame::COMFORTABLE - 64;

impl Record {
    /// Adds the bytes of this record; an act makes node `next`.
    pub(super) fn write(&self, next: NodeId, out: &mut Vec<u8>) -> Result<(), JournalError> {
        match self {
            Self::Act { parent, action, fingerprint } => write_act(next, *parent, action, *fingerprint, out),
            Self::Name { node, text } => write_text(NAME, *node, text, out),
            Self::Bookmark { node, text } => write_text(BOOKMARK, *node, text, out),
            Self::Cursor { node, tip } => {
                out.push(CURSOR);
                varint::write(node.0.into(), out);
                varint::write(tip.0.into(), out);
                Ok(())
            }
        }
    }

    /// Takes a record off the front of `bytes`; an act would make node `next`. `None` if there is no such record.
    pub(super) fn read(bytes: &mut &[u8], next: NodeId) -> Option<Self> {
        let (&first, rest) = bytes.split_first()?;
        *bytes = rest;
        match (first & 7, first >> 3) {
            (kind @ (ACT_ON_NEWEST | ACT), k) => read_act(kind, k, bytes, next),
            (NAME, 0) => read_text(bytes, next).map(|(node, text)| Self::Name { node, text }),
            (BOOKMARK, 0) => read_text(bytes, next).map(|(node, text)| Self::Bookmark { node, text }),
            (CURSOR, 0) => Some(Self::Cursor { node: read_node(bytes, next)?, tip: read_node(bytes, next)? }),
            _ => None,
        }
    }
}

fn write_act(
    next: NodeId,
    parent: NodeId,
    action: &[u8],
    fingerprint: u64,
    out: &mut Vec<u8>,
) -> Result<(), JournalError> {
    if action.len() > LONGEST_ACTION {
        return Err(JournalError::TooLarge { bytes: action.len(), most: LONGEST_ACTION });
    }
    let distance = next.0 - parent.0;
    let kind = if distance == 1 { ACT_ON_NEWEST } else { ACT };
    let short = u8::try_from(action.len()).ok().filter(|&length| length < LENGTH_FOLLOWS);
    out.push(kind | (short.unwrap_or(LENGTH_FOLLOWS) << 3));
    if short.is_none() {
        varint::write(action.len() as u64, out);
    }
    if kind == ACT {
        varint::write(distance.into(), out);
    }
    out.extend_from_slice(action);
    out.extend_from_slice(&fingerprint.to_le_bytes());
    Ok(())
}

fn read_act(kind: u8, k: u8, bytes: &mut &[u8], next: NodeId) -> Option<Record> {
    let length = if k == LENGTH_FOLLOWS { varint::read(bytes)? } else { k.into() };
    let distance = if kind == ACT { varint::read(bytes)? } else { 1 };
    let distance = u32::try_from(distance).ok().filter(|&distance| distance > 0)?;
    let parent = NodeId(next.0.checked_sub(distance)?);
    let action = take(bytes, usize::try_from(length).ok()?)?.to_vec();
    let fingerprint = u64::from_le_bytes(*take(bytes, 8)?.first_chunk()?);
    Some(Record::Act { parent, action, fingerprint })
}

fn write_text(kind: u8, node: NodeId, text: &str, out: &mut Vec<u8>) -> Result<(), JournalError> {
    if text.len() > LONGEST_TEXT {
        return Err(JournalError::LongText { bytes: text.len(), most: LONGEST_TEXT });
    }
    if let Some(character) = text.chars().find(|character| character.is_control()) {
        return Err(JournalError::ControlCharacter(character));
    }
    out.push(kind);
    varint::write(node.0.into(), out);
    varint::write(text.len() as u64, out);
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

fn read_text(bytes: &mut &[u8], next: NodeId) -> Option<(NodeId, String)> {
    let node = read_node(bytes, next)?;
    let length = usize::try_from(varint::read(bytes)?).ok().filter(|&length| length <= LONGEST_TEXT)?;
    let text = std::str::from_utf8(take(bytes, length)?).ok()?;
    Some((node, text.to_owned()))
}

fn read_node(bytes: &mut &[u8], next: NodeId) -> Option<NodeId> {
    u32::try_from(varint::read(bytes)?).ok().filter(|&node| node < next.0).map(NodeId)
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// Numbers that are mostly small: 7 bits a byte, low ones first, and only the shortest spelling is accepted.
pub(super) mod varint {
    pub(in crate::journal) fn write(mut value: u64, out: &mut Vec<u8>) {
        while value >= 0x80 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
    }

    pub(in crate::journal) fn read(bytes: &mut &[u8]) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = bytes.split_first()?;
            *bytes = rest;
            value |= u64::from(byte & 0x7F).checked_shl(shift).filter(|_| shift < 63 || byte < 2)?;
            if byte < 0x80 {
                return (byte != 0 || shift == 0).then_some(value);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(parent: u32, action: &[u8]) -> Record {
        Record::Act { parent: NodeId(parent), action: action.to_vec(), fingerprint: 0x0123_4567_89AB_CDEF }
    }

    fn bytes_of(record: &Record, next: u32) -> Vec<u8> {
        let mut out = Vec::new();
        record.write(NodeId(next), &mut out).expect("small enough");
        out
    }

    fn check_round_trip(record: Record, next: u32) {
        let bytes = bytes_of(&record, next);
        let mut rest = bytes.as_slice();
        assert_eq!(Record::read(&mut rest, NodeId(next)), Some(record));
        assert!(rest.is_empty());
    }

    #[test]
    fn records_survive_the_round_trip() {
        check_round_trip(act(6, &[1, 2]), 7);
        check_round_trip(act(0, &[]), 70_000);
        check_round_trip(act(3, &[9; 30]), 7);
        check_round_trip(act(6, &[9; 31]), 7);
        check_round_trip(act(6, &[9; 5000]), 7);
        check_round_trip(Record::Name { node: NodeId(5), text: "über den Fluß".into() }, 6);
        check_round_trip(Record::Bookmark { node: NodeId(0), text: String::new() }, 6);
        check_round_trip(Record::Cursor { node: NodeId(7), tip: NodeId(500) }, 501);
    }

    #[test]
    fn a_common_act_with_its_frame_takes_sixteen_bytes() {
        let record = bytes_of(&act(999_999, &[1, 2]), 1_000_000);
        assert_eq!(frame::wrap(&record, 1, 1 << 30).len(), 16);
    }

    #[test]
    fn a_record_that_points_at_what_is_not_there_is_none() {
        for record in [
            act(0, &[1]),
            Record::Cursor { node: NodeId(0), tip: NodeId(3) },
            Record::Name { node: NodeId(3), text: "a".into() },
        ] {
            let bytes = bytes_of(&record, 4);
            assert_eq!(Record::read(&mut bytes.as_slice(), NodeId(3)), None, "{record:?}");
        }
    }

    #[test]
    fn a_record_cut_short_is_none() {
        for record in [act(2, &[1, 2, 3]), Record::Bookmark { node: NodeId(1), text: "here".into() }] {
            let bytes = bytes_of(&record, 4);
            for cut in 0..bytes.len() {
                assert_eq!(Record::read(&mut &bytes[..cut], NodeId(4)), None);
            }
        }
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
}
