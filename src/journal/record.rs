//! The format of a save: the byte table, and the code that writes and reads records. The header code is in `header`.
//!
//! ```text
//! offset  size  what
//! 0       8     89 4C 4F 4F 4D 0D 0A 1A, so that text tools and copies in text mode are noticed
//! 8       2     format version: 1 to 4
//! 10      4     length n of the header's body
//! 14      4     CRC-32C of bytes 8..14 and of the body; these 18 bytes look the same in every version
//! 18      n     the body: ruleset name, ruleset version, kind (0 play, 1 workshop), seed, fingerprint of the first
//!               state, text of the level (see `codec` for the bytes of values)
//! 18+n          frames, up to the end of the file
//!
//! a frame
//!         1-3   length of the payload as a varint (7 bits a byte, low ones first), 1 to 2^20
//!         4     CRC-32C of the header's checksum, the frame's offset (8 bytes), in format 4 the spread number of the node
//!               that the next act makes (4 bytes), and the payload; from format 3 on the highest bit of the offset is set
//!               if everything before the frame was synced when it was written. The spread of n is
//!               (h xor h >> 16) times 85EBCA6B, where h is n times 9E3779B1 (both modulo 2^32)
//!         ...   the payload: one or more records
//!
//! a record: if the low 3 bits of its first byte are 0 or 1, the high 5 are a number k
//!   0  act on the newest node       k = length of the action, or 31 and the length follows as a varint;
//!                                   the action; fingerprint of the state it leads to (8)
//!   1  act on another node          the same, with the distance to the parent as a varint before the action
//!
//! from format 2 on any other first byte is a kind, and the length of a body as a varint and the body follow
//!   02 note                         body: what it is (0 name of a branch, 1 bookmark); node as a varint; UTF-8 text
//!   04 cursor                       body: node as a varint; tip of the branch through it as a varint
//!   82 mark                         body: number of the node that the next act makes, as a varint; number of acts just
//!                                   before it that it does not repeat, as a varint; some acts before these (none if they
//!                                   are longer than 64 KB), in groups: number of acts as a
//!                                   varint, 2 l as a varint, where l is the length of their actions, the actions; or
//!                                   2 l + 1, and before each action its distance to the parent as a varint
//!   83 copy of the header           body: all bytes of the header, from byte 0 on
//!   84 synced                       body: empty; carries nothing but the frame around it
//!   85 to FF                        if unknown, skipped: it stays in the file, and the rest is read (as for all kinds,
//!                                   the low 3 bits are 2 to 7: 80, 81, 88, 89, ... are acts)
//!   others                          if unknown, the save is not opened: a newer program is needed
//!   a note that is neither a name nor a bookmark is skipped too
//!
//! in format 1 there are three others, without a length, and nothing unknown is skipped
//!   02 name of a branch             node as a varint; length of the text as a varint; UTF-8 text
//!   03 bookmark                     the same
//!   04 cursor                       node as a varint; tip of the branch through it as a varint
//! ```
//! Integers of fixed size are little endian. Nodes are numbered in the order of their acts, from 1; 0 is the start.
//! An empty name or bookmark removes the earlier one.
//!
//! Marks and copies add no information; recovery needs them after damage. Each is in a frame of its own. A
//! mark comes before the first frame that begins 2,048 bytes or more after the previous mark, or after the
//! header. It repeats the acts whose frames end at least 4,096 bytes before it (1,024 in the first 8 KB after
//! the header) and that no mark 4,096 bytes after them repeats. A copy of the header follows the first mark
//! from byte 5 (18 + n) on, so that it costs at most a fifth; if that is less than 4,096 bytes after the
//! header, a second copy follows the first mark that is at least that far and from byte 10 (18 + n) on.
//! Earlier programs wrote one copy, and marks in other places, in the same format: a save in which they are
//! missing or elsewhere is read like any other, and a program that does not know them skips them.
//!
//! Records that are written together are in frames with payloads of at most 127 bytes, unless one record is
//! longer. Older programs wrote up to 32 KB into one frame.
//!
//! From format 3 on, the first frame of a write that follows a sync says so, as above. A hole before such a
//! frame is damage; a hole with sectors of zeros and no such frame after it may be an unfinished write. When
//! a log is closed after a write of more than one frame, a frame with a record of kind 84 follows (7 bytes),
//! which says so about that write; it is not synced itself.
//!
//! In format 4 the checksum of a frame gives the number of its first act, so that the number of turns missing
//! in a gap is known. The number is spread because a checksum is linear: with the plain number, two
//! neighbouring frames would match in many places with other numbers. The factors are odd, so that spreading
//! is reversible.
//!
//! New saves have format 4. A save of an earlier format is read, verified and appended to in its own format,
//! so that the program that wrote it can still read it; `timeloom recover` makes a copy in format 4. Knows
//! bytes and node numbers, not the meaning of actions.

mod mark;

use super::JournalError;
use super::frame;
pub use super::header::{FORMAT, Format, Header, HeaderError, Kind, LONGEST_LEVEL};
use crate::timeline::{NodeId, Note, NoteKind};
pub use mark::MarkedAct;

/// Maximum length of a text on a node, in bytes.
pub const LONGEST_TEXT: usize = 1000;

/// One entry of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// An action; it creates the next node.
    Act {
        /// Node it was taken at.
        parent: NodeId,
        /// The action, in the encoding of the ruleset.
        action: Vec<u8>,
        /// Fingerprint of the resulting state.
        fingerprint: u64,
    },
    /// A name or bookmark was set.
    Note(Note),
    /// The position when the log was closed.
    Cursor {
        /// The current node.
        node: NodeId,
        /// Tip of the current branch.
        tip: NodeId,
    },
    /// Data for recovery after damage: the number of the next node, and the acts since the previous mark.
    Mark {
        /// Number of the node that the next act makes.
        next: NodeId,
        /// Number of acts just before it that the next mark repeats.
        behind: u32,
        /// Acts before these.
        acts: Vec<MarkedAct>,
    },
    /// All bytes of the header.
    HeaderCopy(Vec<u8>),
    /// An empty record, for a frame that says only that everything before it was synced.
    Synced,
    /// A record of a newer program that may be skipped.
    Unknown {
        /// Kind of the record.
        kind: u8,
        /// Body of the record.
        body: Vec<u8>,
    },
}

/// Reason why bytes are not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// No program writes such bytes.
    Malformed,
    /// A newer program wrote it, and it must not be skipped.
    Unknown(u8),
}

const ACT_ON_NEWEST: u8 = 0;
const ACT: u8 = 1;
const NOTE: u8 = 2;
const CURSOR: u8 = 4;
const MARK: u8 = 0x82;
const HEADER_COPY: u8 = 0x83;
const SYNCED: u8 = 0x84;
/// Bit of the kinds that may be skipped.
const MAY_PASS: u8 = 0x80;
/// Mask of the low bits that identify an act.
const LOW: u8 = 7;
const LENGTH_FOLLOWS: u8 = 31;
/// Maximum length of an action or unknown body: it shares a frame with its own framing bytes and with pending
/// records.
pub const LONGEST_ACTION: usize = frame::MOST - frame::COMFORTABLE - 64;

impl Record {
    /// Bytes of [`Record::Synced`].
    pub(super) const PROOF: [u8; 2] = [SYNCED, 0];

    /// Whether one record other than an act, judged by its kind and length, fills a payload; its body may be
    /// damaged.
    pub(super) fn is_filled_by_other(payload: &[u8]) -> bool {
        let Some((kind, mut rest)) = payload.split_first() else { return false };
        let length = varint::read(&mut rest);
        let is_other = matches!(*kind, CURSOR | MARK | HEADER_COPY) || payload == Self::PROOF;
        is_other && length == Some(rest.len() as u64)
    }

    /// Appends the bytes of this record; an act creates node `next`.
    pub(super) fn write(&self, format: Format, next: NodeId, out: &mut Vec<u8>) -> Result<(), JournalError> {
        match self {
            Self::Act { parent, action, fingerprint } => {
                return write_act(next, *parent, action, *fingerprint, out);
            }
            Self::Note(note) if format == Format::One => old::write_note(checked(note)?, out),
            Self::Cursor { node, tip } if format == Format::One => old::write_cursor(*node, *tip, out),
            _ if format == Format::One => {
                return Err(JournalError::NotInFormat { kind: self.kind(), format: format.number() });
            }
            Self::Unknown { body, .. } if body.len() > LONGEST_ACTION => {
                return Err(JournalError::TooLarge { bytes: body.len(), most: LONGEST_ACTION });
            }
            Self::Note(note) => write_sized(NOTE, &note_body(checked(note)?), out),
            Self::Cursor { node, tip } => write_sized(CURSOR, &cursor_body(*node, *tip), out),
            Self::Mark { next, behind, acts } => write_sized(MARK, &mark::body(*next, *behind, acts), out),
            Self::HeaderCopy(body) => write_sized(HEADER_COPY, body, out),
            Self::Synced => write_sized(SYNCED, &[], out),
            Self::Unknown { kind, body } => write_sized(*kind, body, out),
        }
        Ok(())
    }

    /// Kind of the record from format 2 on.
    fn kind(&self) -> u8 {
        match self {
            Self::Act { .. } => ACT,
            Self::Note(_) => NOTE,
            Self::Cursor { .. } => CURSOR,
            Self::Mark { .. } => MARK,
            Self::HeaderCopy(_) => HEADER_COPY,
            Self::Synced => SYNCED,
            Self::Unknown { kind, .. } => *kind,
        }
    }

    /// Removes a record from the front of `bytes` and returns it; an act would create node `next`.
    pub(super) fn read(bytes: &mut &[u8], format: Format, next: NodeId) -> Result<Self, Unreadable> {
        let (&first, rest) = bytes.split_first().ok_or(Unreadable::Malformed)?;
        *bytes = rest;
        match (first & LOW, format) {
            (kind @ (ACT_ON_NEWEST | ACT), _) => read_act(kind, first >> 3, bytes, next),
            (_, Format::One) => old::read(first, bytes, next),
            (_, Format::Two | Format::Three | Format::Four) => {
                let body = take_sized(bytes).ok_or(Unreadable::Malformed)?;
                return read_body(first, body, next);
            }
        }
        .ok_or(Unreadable::Malformed)
    }
}

fn read_body(kind: u8, body: &[u8], next: NodeId) -> Result<Record, Unreadable> {
    match kind {
        NOTE => read_note(body, next).ok_or(Unreadable::Malformed),
        CURSOR => read_cursor(body, next).ok_or(Unreadable::Malformed),
        MARK => Ok(mark::read(body).unwrap_or_else(|| Record::Unknown { kind, body: body.to_vec() })),
        HEADER_COPY => Ok(Record::HeaderCopy(body.to_vec())),
        SYNCED if body.is_empty() => Ok(Record::Synced),
        _ if kind & MAY_PASS != 0 => Ok(Record::Unknown { kind, body: body.to_vec() }),
        _ => Err(Unreadable::Unknown(kind)),
    }
}

fn note_code(kind: NoteKind) -> u8 {
    match kind {
        NoteKind::Name => 0,
        NoteKind::Bookmark => 1,
    }
}

fn note_from_code(code: u8) -> Option<NoteKind> {
    match code {
        0 => Some(NoteKind::Name),
        1 => Some(NoteKind::Bookmark),
        _ => None,
    }
}

/// Checks that the text of a note can be saved.
fn checked(note: &Note) -> Result<&Note, JournalError> {
    if note.text.len() > LONGEST_TEXT {
        return Err(JournalError::LongText { bytes: note.text.len(), most: LONGEST_TEXT });
    }
    match note.text.chars().find(|character| character.is_control()) {
        Some(character) => Err(JournalError::ControlCharacter(character)),
        None => Ok(note),
    }
}

fn note_body(note: &Note) -> Vec<u8> {
    let mut body = vec![note_code(note.kind)];
    varint::write(note.node.0.into(), &mut body);
    body.extend_from_slice(note.text.as_bytes());
    body
}

fn read_note(body: &[u8], next: NodeId) -> Option<Record> {
    let (&code, mut rest) = body.split_first()?;
    let Some(kind) = note_from_code(code) else {
        return Some(Record::Unknown { kind: NOTE, body: body.to_vec() });
    };
    let node = read_node(&mut rest, next)?;
    Some(Record::Note(Note { node, kind, text: text(rest)? }))
}

fn cursor_body(node: NodeId, tip: NodeId) -> Vec<u8> {
    let mut body = Vec::new();
    varint::write(node.0.into(), &mut body);
    varint::write(tip.0.into(), &mut body);
    body
}

fn read_cursor(mut body: &[u8], next: NodeId) -> Option<Record> {
    let (node, tip) = (read_node(&mut body, next)?, read_node(&mut body, next)?);
    body.is_empty().then_some(Record::Cursor { node, tip })
}

fn write_sized(kind: u8, body: &[u8], out: &mut Vec<u8>) {
    out.push(kind);
    varint::write(body.len() as u64, out);
    out.extend_from_slice(body);
}

fn take_sized<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(varint::read(bytes)?).ok()?;
    take(bytes, length)
}

/// Decodes a text of one line. No program writes control characters; replacing them prevents a manipulated
/// save from forging lines of a listing.
fn text(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST_TEXT)?;
    Some(text.replace(char::is_control, " "))
}

/// The records of format 1 that are encoded differently from format 2 on.
mod old {
    use super::{CURSOR, NodeId, Note, NoteKind, Record, cursor_body, read_node, take_sized, text, varint};

    const NAME: u8 = 2;
    const BOOKMARK: u8 = 3;

    pub(super) fn write_note(note: &Note, out: &mut Vec<u8>) {
        out.push(match note.kind {
            NoteKind::Name => NAME,
            NoteKind::Bookmark => BOOKMARK,
        });
        varint::write(note.node.0.into(), out);
        varint::write(note.text.len() as u64, out);
        out.extend_from_slice(note.text.as_bytes());
    }

    pub(super) fn write_cursor(node: NodeId, tip: NodeId, out: &mut Vec<u8>) {
        out.push(CURSOR);
        out.extend(cursor_body(node, tip));
    }

    pub(super) fn read(first: u8, bytes: &mut &[u8], next: NodeId) -> Option<Record> {
        let mut note = |kind| {
            let node = read_node(bytes, next)?;
            Some(Record::Note(Note { node, kind, text: text(take_sized(bytes)?)? }))
        };
        match first {
            NAME => note(NoteKind::Name),
            BOOKMARK => note(NoteKind::Bookmark),
            CURSOR => Some(Record::Cursor { node: read_node(bytes, next)?, tip: read_node(bytes, next)? }),
            _ => None,
        }
    }
}

/// Length of an act on the newest node whose action has this length.
pub(crate) fn act_size(action: usize) -> usize {
    let mut length = Vec::new();
    if action >= usize::from(LENGTH_FOLLOWS) {
        varint::write(action as u64, &mut length);
    }
    1 + length.len() + action + 8
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

fn read_node(bytes: &mut &[u8], next: NodeId) -> Option<NodeId> {
    u32::try_from(varint::read(bytes)?).ok().filter(|&node| node < next.0).map(NodeId)
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// Integers that are mostly small: 7 bits a byte, low ones first; only the shortest encoding is accepted.
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
mod tests;
