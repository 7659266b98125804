//! The envelope around records: a length and a checksum that also covers where the frame stands and in which save.
//!
//! Used by the journal to write and by [`super::scan`] to read. The byte table is in [`super::record`].

use super::record::varint;

/// The longest payload that is read or written.
pub(super) const MOST: usize = 1 << 20;
/// Waiting records are put into a frame when they are this long, even if nobody asked for it.
pub(super) const COMFORTABLE: usize = 32 << 10;
/// The most bytes that come before a payload: three of length, four of checksum.
pub(super) const LONGEST_HEAD: usize = 7;

/// The frame around `payload`, to be written at `offset`.
pub(super) fn wrap(payload: &[u8], salt: u32, offset: u64) -> Vec<u8> {
    let mut frame = Vec::with_capacity(payload.len() + LONGEST_HEAD);
    varint::write(payload.len() as u64, &mut frame);
    frame.extend_from_slice(&checksum(payload, salt, offset).to_le_bytes());
    frame.extend_from_slice(payload);
    frame
}

/// What the bytes before a payload say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// How long the head itself is.
    pub(super) size: usize,
    /// How long the payload is.
    pub(super) payload: usize,
    checksum: u32,
}

impl Head {
    /// Reads a head; `None` if these bytes cannot be one.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let payload = usize::try_from(varint::read(&mut rest)?).ok()?;
        let checksum = u32::from_le_bytes(*rest.first_chunk()?);
        let size = bytes.len() - rest.len() + 4;
        (1..=MOST).contains(&payload).then_some(Self { size, payload, checksum })
    }

    /// The length of the whole frame.
    pub(super) fn frame(self) -> usize {
        self.size + self.payload
    }

    /// Whether this payload is the one that was written at this place of this save.
    pub(super) fn fits(self, payload: &[u8], salt: u32, offset: u64) -> bool {
        payload.len() == self.payload && checksum(payload, salt, offset) == self.checksum
    }
}

/// The offset and the salt of the header count as if they stood before the payload: a frame that was moved, or that
/// belongs to another save, is not good.
fn checksum(payload: &[u8], salt: u32, offset: u64) -> u32 {
    let place = crc32c::crc32c_append(salt, &offset.to_le_bytes());
    crc32c::crc32c_append(place, payload)
}
