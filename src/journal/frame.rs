//! The frame around records: a length and a checksum that also covers the frame's offset and its save.
//!
//! Used by the journal to write and by [`super::scan`] to read. The byte table is in [`super::record`].

use super::record::varint;
use super::repair;

/// Maximum length of a payload.
pub(super) const MOST: usize = 1 << 20;
/// Pending records are written as a frame when they reach this length, even without a flush.
pub(super) const COMFORTABLE: usize = 32 << 10;
/// Maximum number of bytes before a payload: three of length, four of checksum.
pub(super) const LONGEST_HEAD: usize = 7;

/// Builds the frame around `payload`, for writing at `offset`.
pub(super) fn wrap(payload: &[u8], salt: u32, offset: u64) -> Vec<u8> {
    let mut frame = Vec::with_capacity(payload.len() + LONGEST_HEAD);
    varint::write(payload.len() as u64, &mut frame);
    frame.extend_from_slice(&checksum(payload, salt, offset).to_le_bytes());
    frame.extend_from_slice(payload);
    frame
}

/// The decoded bytes before a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Length of the head itself.
    pub(super) size: usize,
    /// Length of the payload.
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

    /// Length of the whole frame.
    pub(super) fn frame(self) -> usize {
        self.size + self.payload
    }

    /// Whether this payload was written at this offset of this save.
    pub(super) fn fits(self, payload: &[u8], salt: u32, offset: u64) -> bool {
        payload.len() == self.payload && self.difference(payload, salt, offset) == 0
    }

    /// Difference between the stored checksum and the one of this payload; 0 if they match.
    pub(super) fn difference(self, payload: &[u8], salt: u32, offset: u64) -> u32 {
        checksum(payload, salt, offset) ^ self.checksum
    }

    /// Returns the salt with which this payload, at this place, has the stored checksum.
    pub(super) fn salt_of(self, payload: &[u8], offset: u64) -> u32 {
        let place = repair::backwards(self.checksum, payload);
        repair::backwards(place, &offset.to_le_bytes())
    }
}

impl Head {
    /// Returns the offset below 2^32 at which this payload has the stored checksum: there is exactly one, because the
    /// checksum of four bytes takes every value once, and each changes it as if it were added to the salt.
    pub(super) fn offset_of(self, payload: &[u8], salt: u32) -> u32 {
        self.salt_of(payload, 0) ^ salt
    }
}

/// Computes the checksum as if the header's salt and the offset preceded the payload: a frame that was moved, or that
/// belongs to another save, does not match.
fn checksum(payload: &[u8], salt: u32, offset: u64) -> u32 {
    let place = crc32c::crc32c_append(salt, &offset.to_le_bytes());
    crc32c::crc32c_append(place, payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_tells_where_it_was_written() {
        for offset in [0, 18, 4096, 0xDEAD_BEEF] {
            let frame = wrap(b"some records", 0x1234_5678, offset);
            let head = Head::read(&frame).expect("it was just written");
            assert_eq!(u64::from(head.offset_of(b"some records", 0x1234_5678)), offset);
        }
    }
}
