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

/// What the writer of a frame knew about everything before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// It was synced: whatever is missing there now was lost later.
    Synced,
    /// Nothing: the frame may be of the same write.
    Unknown,
}

impl Before {
    pub(super) const ALL: [Self; 2] = [Self::Unknown, Self::Synced];

    /// The offset of a frame as its checksum covers it.
    fn mark(self, offset: u64) -> u64 {
        match self {
            Self::Synced => offset | 1 << 63,
            Self::Unknown => offset,
        }
    }
}

/// Builds the frame around `payload`, for writing at `offset`.
pub(super) fn wrap(payload: &[u8], salt: u32, offset: u64, before: Before) -> Vec<u8> {
    let mut frame = Vec::with_capacity(payload.len() + LONGEST_HEAD);
    varint::write(payload.len() as u64, &mut frame);
    frame.extend_from_slice(&checksum(payload, salt, before.mark(offset)).to_le_bytes());
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

    /// What the frame says about everything before it, if this payload was written at this offset of this save.
    pub(super) fn fits(self, payload: &[u8], salt: u32, offset: u64) -> Option<Before> {
        let fits = |before: &Before| self.difference(payload, salt, offset, *before) == 0;
        Before::ALL.into_iter().find(fits).filter(|_| payload.len() == self.payload)
    }

    /// Difference between the stored checksum and the one of this payload; 0 if they match.
    pub(super) fn difference(self, payload: &[u8], salt: u32, offset: u64, before: Before) -> u32 {
        checksum(payload, salt, before.mark(offset)) ^ self.checksum
    }

    /// Returns a salt with which this payload, at this place, has the stored checksum. There is another one for each
    /// [`Before`]; with either, all frames of the save fit.
    pub(super) fn salt_of(self, payload: &[u8], offset: u64) -> u32 {
        let place = repair::backwards(self.checksum, payload);
        repair::backwards(place, &offset.to_le_bytes())
    }

    /// Returns the offsets below 2^32 at which this payload has the stored checksum: there is exactly one for each
    /// [`Before`], because the checksum of four bytes takes every value once, and each changes it as if it were added to
    /// the salt.
    pub(super) fn offsets_of(self, payload: &[u8], salt: u32) -> [u32; 2] {
        let place = repair::backwards(self.checksum, payload);
        Before::ALL.map(|before| repair::backwards(place, &before.mark(0).to_le_bytes()) ^ salt)
    }
}

/// Computes the checksum as if the header's salt and the marked offset preceded the payload: a frame that was moved, or
/// that belongs to another save, does not match.
fn checksum(payload: &[u8], salt: u32, marked: u64) -> u32 {
    let place = crc32c::crc32c_append(salt, &marked.to_le_bytes());
    crc32c::crc32c_append(place, payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_tells_where_it_was_written_and_what_was_known_before_it() {
        for (offset, before) in [0, 18, 4096, 0xDEAD_BEEF].into_iter().zip(Before::ALL.into_iter().cycle()) {
            let frame = wrap(b"some records", 0x1234_5678, offset, before);
            let head = Head::read(&frame).expect("it was just written");
            assert!(head.offsets_of(b"some records", 0x1234_5678).contains(&(offset as u32)));
            assert_eq!(head.fits(b"some records", 0x1234_5678, offset), Some(before));
            assert_eq!(head.fits(b"some records", 0x1234_5678, offset + 1), None);
        }
    }

    #[test]
    fn frames_fit_also_with_a_salt_that_was_found_without_knowing_what_they_say() {
        for before in Before::ALL {
            let [first, second] = [18, 40].map(|offset| wrap(b"some records", 7, offset, before));
            let salt = Head::read(&first).unwrap().salt_of(b"some records", 18);
            assert!(Head::read(&second).unwrap().fits(b"some records", salt, 40).is_some());
        }
    }
}
