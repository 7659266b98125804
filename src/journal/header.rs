//! The header of a save: the prelude, which is the same in every format, and the facts that never change.
//!
//! Read by [`super::Scan`], written when a log is begun. The byte table is in [`super::record`].

use serde::{Deserialize, Serialize};

use crate::codec;

pub(super) const MAGIC: [u8; 8] = *b"\x89LOOM\r\n\x1a";
/// Number of the format that this program writes; it reads this one and all earlier ones.
pub const FORMAT: u16 = Format::NEWEST.number();

/// Formats of a save. A save keeps its first format, because its header is never rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Names and bookmarks are separate kinds of records, and no record can be skipped.
    One,
    /// One kind of record for all notes; every record except an act has a length.
    Two,
    /// The same records; the first frame of a write says that everything before it was synced.
    Three,
    /// The same records; the checksum of a frame covers the number of the next node.
    Four,
}

impl Format {
    /// Format of new saves.
    pub const NEWEST: Self = Self::Four;
    /// All formats, the newest first.
    pub(super) const ALL: [Self; 4] = [Self::Four, Self::Three, Self::Two, Self::One];

    /// Number of the format in the header.
    pub const fn number(self) -> u16 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    fn from_number(number: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.number() == number)
    }
}

/// Length of the prelude, the bytes before the header's body.
pub(super) const PRELUDE: usize = 18;

/// Type of a log.
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
            _ => Err(format!("unknown kind of log {code}")),
        }
    }
}

/// The contents of a header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the ruleset.
    pub ruleset: String,
    /// Version of the ruleset when the log was begun.
    pub version: u16,
    /// Whether this is a game or a drawing.
    pub kind: Kind,
    /// Seed of the game.
    pub seed: u64,
    /// Fingerprint of the first state.
    pub start: u64,
    /// Text of the level.
    pub level: String,
}

/// Reason why the first bytes of a file are not a valid header.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The file is empty.
    #[error("the file is empty, so it is not a save; `timeloom new` makes one")]
    Empty,
    /// The file is something else.
    #[error("this is not a Timeloom save: it does not begin like one")]
    Foreign,
    /// The file is too short.
    #[error("the file ends within its header, at byte {len}: nothing in it can be replayed")]
    Cut {
        /// Length of the file.
        len: u64,
    },
    /// The checksum does not match.
    #[error(
        "the header is damaged (bytes 8 to {end} do not match their checksum): the level and the seed cannot be trusted; \
         `timeloom recover` mends it, or takes the level from a file (--level)"
    )]
    Damaged {
        /// End of the header, by its own length field.
        end: u64,
    },
    /// The checksum matches, but this program does not know the content.
    #[error(
        "the header is whole but holds something that this program does not know (bytes 18 to {end}): \
         open it with a newer Timeloom"
    )]
    Unknown {
        /// End of the header.
        end: u64,
    },
    /// Written in a newer format.
    #[error(
        "this save has format {found}, and this program reads up to {FORMAT}: open it with a newer Timeloom"
    )]
    Newer {
        /// Format of the file.
        found: u16,
    },
}

/// Maximum length of the level in a header: the limit for one encoded value, less 64 KB for the other fields.
pub const LONGEST_LEVEL: usize = codec::MAX_VALUE_BYTES - (1 << 16);

impl Header {
    /// Returns the first bytes of a new save, in the newest format.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes_in(Format::NEWEST)
    }

    /// Returns the first bytes of a save in this format.
    pub(super) fn to_bytes_in(&self, format: Format) -> Vec<u8> {
        let body = codec::encode(self);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&format.number().to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&checksum(&bytes[8..14], &body).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Decodes the body of a header whose checksum matched. Ruleset versions start at 1.
    pub(super) fn from_body(body: &[u8], end: u64) -> Result<Self, HeaderError> {
        let header: Option<Self> = codec::decode(body).ok();
        header.filter(|header| header.version > 0).ok_or(HeaderError::Unknown { end })
    }
}

/// The bytes that are the same in every format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prelude {
    pub(super) body: u32,
    format: u16,
    /// Distinguishes the frames of this save from those of another.
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

    /// Returns the format, after checking the checksum: a flipped bit in the version must not look like a newer
    /// format.
    pub(super) fn check(&self, body: &[u8], end: u64) -> Result<Format, HeaderError> {
        match Format::from_number(self.format) {
            _ if self.difference(body) != 0 => Err(HeaderError::Damaged { end }),
            Some(format) => Ok(format),
            None if self.format == 0 => Err(HeaderError::Damaged { end }),
            None => Err(HeaderError::Newer { found: self.format }),
        }
    }

    /// Difference between the stored checksum and the one of this body; 0 if they match.
    pub(super) fn difference(&self, body: &[u8]) -> u32 {
        checksum(&self.checked, body) ^ self.checksum
    }
}

/// Returns the frame salt of a save that begins with these header bytes.
pub(super) fn salt(header: &[u8]) -> u32 {
    u32::from_le_bytes(*header[14..].first_chunk().expect("a header is longer than its prelude"))
}

fn checksum(checked: &[u8], body: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(checked), body)
}
