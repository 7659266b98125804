//! The head of a save: the bytes that look the same in every format, and what stands in it and never changes.
//!
//! Read by [`super::Scan`], written by whoever begins a log. The byte table is in [`super::record`].

use serde::{Deserialize, Serialize};

use crate::codec;

pub(super) const MAGIC: [u8; 8] = *b"\x89LOOM\r\n\x1a";
/// The number of the format that this program writes; it reads this one and all before.
pub const FORMAT: u16 = Format::NEWEST.number();

/// The formats there are. A save keeps the one it was begun in: its head is never written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Names and bookmarks are records of two kinds, and no record can be passed over.
    One,
    /// One kind of record for all notes, and every record but an act tells its length.
    Two,
}

impl Format {
    /// What new saves are written in.
    pub const NEWEST: Self = Self::Two;

    /// The number that stands in the head.
    pub const fn number(self) -> u16 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    fn from_number(number: u16) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }
}

/// The bytes before the header's body.
pub(super) const PRELUDE: usize = 18;

/// What a log is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Kind {
    /// A game being played.
    Play,
    /// A level being drawn.
    Workshop,
}

impl From<Kind> for u8 {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Play => 0,
            Kind::Workshop => 1,
        }
    }
}

impl TryFrom<u8> for Kind {
    type Error = String;

    fn try_from(code: u8) -> Result<Self, String> {
        match code {
            0 => Ok(Self::Play),
            1 => Ok(Self::Workshop),
            _ => Err(format!("there is no kind of log {code}")),
        }
    }
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
    /// Whole, but not what any program writes that this one knows.
    #[error(
        "the header is whole but holds something that this program does not know (bytes 18 to {end}): \
         open it with a newer Timeloom"
    )]
    Unknown {
        /// Where the header ends.
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
    /// The first bytes of a new save, in the newest format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = codec::encode(self);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&checksum(&bytes[8..14], &body).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Reads the body of a header whose checksum was found good. Versions of rulesets count from 1.
    pub(super) fn from_body(body: &[u8], end: u64) -> Result<Self, HeaderError> {
        let header: Option<Self> = codec::decode(body).ok();
        header.filter(|header| header.version > 0).ok_or(HeaderError::Unknown { end })
    }
}

/// The bytes that look the same in every version.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prelude {
    pub(super) body: u32,
    format: u16,
    /// Makes the frames of this save different from those of another.
    pub(super) checksum: u32,
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

    /// The format, if the checksum fits; that first: a flipped bit in the version must not pass for a newer format.
    pub(super) fn check(&self, body: &[u8], end: u64) -> Result<Format, HeaderError> {
        match Format::from_number(self.format) {
            _ if checksum(&self.checked, body) != self.checksum => Err(HeaderError::Damaged { end }),
            Some(format) => Ok(format),
            None if self.format == 0 => Err(HeaderError::Damaged { end }),
            None => Err(HeaderError::Newer { found: self.format }),
        }
    }
}

/// The salt of the frames of a save that begins with these bytes of a header.
pub(super) fn salt(header: &[u8]) -> u32 {
    u32::from_le_bytes(*header[14..].first_chunk().expect("a header is longer than its prelude"))
}

fn checksum(checked: &[u8], body: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(checked), body)
}
