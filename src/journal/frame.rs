//! The frame around records: a length, and a checksum that also covers the save, the frame's offset, and the
//! number of the node that the next act makes.
//!
//! Used by the journal to write and by [`super::scan`] to read. The byte table is in [`super::record`].

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::record::{Format, varint};
use super::repair;

/// Maximum length of a payload.
pub(super) const MOST: usize = 1 << 20;
/// Pending records are written as a frame when they reach this length, even without a flush.
pub(super) const COMFORTABLE: usize = 32 << 10;
/// Maximum number of bytes before a payload: three of length, four of checksum.
pub(super) const LONGEST_HEAD: usize = 7;

/// What the writer of a frame knew about the bytes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// They were synced: a later reader knows that missing bytes were lost afterwards.
    Synced,
    /// Nothing: they may belong to the same write.
    Unknown,
}

impl Before {
    pub(super) const ALL: [Self; 2] = [Self::Unknown, Self::Synced];

    /// Returns the offset of a frame in the form that its checksum covers.
    fn mark(self, offset: u64) -> u64 {
        match self {
            Self::Synced => offset | 1 << 63,
            Self::Unknown => offset,
        }
    }
}

/// Position of a frame in a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FramePlace {
    pub(super) offset: u64,
    /// Number of the node that the next act makes.
    pub(super) next: u32,
}

/// The part of the checksum input that is the same for all frames of a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// Checksum of the header, so that frames of another save do not match.
    pub(super) salt: u32,
    /// Whether the checksum also covers the number of the next node.
    pub(super) is_numbered: bool,
}

impl Key {
    pub(super) fn new(salt: u32, format: Format) -> Self {
        Self { salt, is_numbered: format >= Format::Four }
    }

    /// Returns the checksum of everything before the payload.
    pub(super) fn before_payload(self, place: FramePlace, before: Before) -> u32 {
        let offset = self.before_number(place.offset, before);
        if self.is_numbered {
            crc32c::crc32c_append(offset, &spread(place.next).to_le_bytes())
        } else {
            offset
        }
    }

    fn before_number(self, offset: u64, before: Before) -> u32 {
        crc32c::crc32c_append(self.salt, &before.mark(offset).to_le_bytes())
    }
}

/// Returns a number in the form that checksums cover. A checksum is linear: with the plain number, two
/// neighbouring frames would also match in many other places with other numbers.
fn spread(next: u32) -> u32 {
    let half = next.wrapping_mul(SPREAD[0]);
    (half ^ half >> 16).wrapping_mul(SPREAD[1])
}

/// Inverse of [`spread`].
fn gathered(spread: u32) -> u32 {
    let half = spread.wrapping_mul(GATHERED[1]);
    (half ^ half >> 16).wrapping_mul(GATHERED[0])
}

const SPREAD: [u32; 2] = [0x9E37_79B1, 0x85EB_CA6B];
/// Multiplicative inverses of [`SPREAD`].
const GATHERED: [u32; 2] = [0x0E8B_2F51, 0xA5CB_9243];

/// Builds the frame around `payload` for this place.
pub(super) fn wrap(payload: &[u8], key: Key, place: FramePlace, before: Before) -> Vec<u8> {
    let mut frame = Vec::with_capacity(payload.len() + LONGEST_HEAD);
    varint::write(payload.len() as u64, &mut frame);
    let checksum = crc32c::crc32c_append(key.before_payload(place, before), payload);
    frame.extend_from_slice(&checksum.to_le_bytes());
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
    /// Reads a head; `None` if the bytes cannot be one.
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

    /// Returns what the frame says about the bytes before it, if its checksum matches this payload at this
    /// place of this save.
    pub(super) fn fits(self, payload: &[u8], key: Key, place: FramePlace) -> Option<Before> {
        let fits = |before: &Before| self.difference(payload, key, place, *before) == 0;
        Before::ALL.into_iter().find(fits).filter(|_| payload.len() == self.payload)
    }

    /// Difference between the stored checksum and the one of this payload; 0 if they match.
    pub(super) fn difference(self, payload: &[u8], key: Key, place: FramePlace, before: Before) -> u32 {
        crc32c::crc32c_append(key.before_payload(place, before), payload) ^ self.checksum
    }

    /// The stored checksum, which is different for nearly all frames.
    pub(super) fn checksum(self) -> u32 {
        self.checksum
    }

    /// Returns what the checksum reveals about the place of this payload.
    pub(super) fn origin(self, payload: &[u8]) -> Origin {
        Origin(repair::backwards(self.checksum, payload))
    }
}

/// Checksum of everything before the payload: the salt, the offset with its mark, and the number. Each of
/// these can be computed from the others, because the checksum of four bytes takes every value exactly once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin(u32);

impl Origin {
    /// Returns the places at this offset that match the checksum: at most one for each [`Before`]. Without
    /// numbers in the checksum every number matches, and `any` is returned.
    pub(super) fn at(self, offset: u64, key: Key, any: u32) -> impl Iterator<Item = (Before, FramePlace)> {
        let before_number = self.before_number(key.is_numbered, 0);
        Before::ALL.into_iter().filter_map(move |before| {
            let rest = before_number ^ key.before_number(offset, before);
            let next = if key.is_numbered { gathered(rest) } else { any };
            (key.is_numbered || rest == 0).then_some((before, FramePlace { offset, next }))
        })
    }

    /// Returns the places below 2^32 with these numbers that match the checksum: for each number exactly one
    /// for each [`Before`]. Without numbers in the checksum only the first number is tried.
    pub(super) fn places(self, numbers: RangeInclusive<u32>, key: Key) -> impl Iterator<Item = FramePlace> {
        let first = *numbers.start();
        let last = if key.is_numbered { *numbers.end() } else { first };
        let offsets = self.without_number(key);
        (first..=last).flat_map(move |next| {
            let change = if key.is_numbered { CHANGES.of(spread(next)) } else { 0 };
            offsets.map(|offset| FramePlace { offset: u64::from(offset ^ change), next })
        })
    }

    /// Returns the offsets that match the checksum if the covered number is 0.
    fn without_number(self, key: Key) -> [u32; 2] {
        let before_number = self.before_number(key.is_numbered, 0);
        Before::ALL.map(|before| repair::backwards(before_number, &before.mark(0).to_le_bytes()) ^ key.salt)
    }

    /// Removes the covered number from the end of the checksum, if numbers are covered.
    fn before_number(self, is_numbered: bool, covered: u32) -> u32 {
        if is_numbered { repair::backwards(self.0, &covered.to_le_bytes()) } else { self.0 }
    }

    /// Returns a key of this kind with which the checksum matches at this place. There is one for each
    /// [`Before`]; all frames of the save match either.
    pub(super) fn key(self, place: FramePlace, is_numbered: bool) -> Key {
        let before_number = self.before_number(is_numbered, spread(place.next));
        Key { salt: repair::backwards(before_number, &place.offset.to_le_bytes()), is_numbered }
    }
}

/// Change of the matching offset for each byte of the covered number; the bytes are independent because a
/// checksum is linear.
struct Changes([[u32; 256]; 4]);

static CHANGES: LazyLock<Changes> = LazyLock::new(|| {
    let with = |number: u32| repair::backwards(repair::backwards(0, &number.to_le_bytes()), &[0; 8]);
    Changes(std::array::from_fn(|byte| {
        std::array::from_fn(|value| with(0) ^ with((value as u32) << (8 * byte)))
    }))
});

impl Changes {
    fn of(&self, number: u32) -> u32 {
        let bytes = number.to_le_bytes();
        self.0.iter().zip(bytes).fold(0, |change, (of, byte)| change ^ of[usize::from(byte)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAYLOAD: &[u8] = b"some records";

    fn keys() -> [Key; 2] {
        [false, true].map(|is_numbered| Key { salt: 0x1234_5678, is_numbered })
    }

    fn places() -> impl Iterator<Item = (FramePlace, Before)> {
        let places = [(0, 1), (18, 1), (4096, 300), (0xDEAD_BEEF, 0xFEDC_BA98)];
        places
            .map(|(offset, next)| FramePlace { offset, next })
            .into_iter()
            .zip(Before::ALL.into_iter().cycle())
    }

    #[test]
    fn a_frame_tells_where_it_was_written_and_what_was_known_before_it() {
        for (key, (place, before)) in
            keys().into_iter().flat_map(|key| places().map(move |place| (key, place)))
        {
            let frame = wrap(PAYLOAD, key, place, before);
            let head = Head::read(&frame).expect("it was just written");
            let origin = head.origin(PAYLOAD);
            let numbers = place.next.saturating_sub(700).max(1)..=place.next.saturating_add(2);
            let numbers = if key.is_numbered { numbers } else { place.next..=place.next };
            assert!(origin.places(numbers, key).any(|found| found == place));
            assert!(origin.at(place.offset, key, place.next).any(|found| found == (before, place)));
            assert_eq!(head.fits(PAYLOAD, key, place), Some(before));
            assert_eq!(head.fits(PAYLOAD, key, FramePlace { offset: place.offset + 1, ..place }), None);
        }
    }

    #[test]
    fn a_spread_number_is_gathered_again() {
        (0..32).for_each(|bit| assert_eq!(gathered(spread(1 << bit)), 1 << bit));
    }

    #[test]
    fn a_frame_with_a_number_does_not_fit_with_another_one() {
        let [without, with] = keys();
        for (place, before) in places() {
            let other = FramePlace { next: place.next + 1, ..place };
            let fits = |key| {
                let frame = wrap(PAYLOAD, key, place, before);
                Head::read(&frame).expect("it was just written").fits(PAYLOAD, key, other)
            };
            assert_eq!((fits(without), fits(with)), (Some(before), None));
        }
    }

    #[test]
    fn frames_fit_also_with_a_salt_that_was_found_without_knowing_what_they_say() {
        for (key, before) in keys().into_iter().flat_map(|key| Before::ALL.map(|before| (key, before))) {
            let places = [(18, 1), (40, 2)].map(|(offset, next)| FramePlace { offset, next });
            let [first, second] = places.map(|place| Head::read(&wrap(PAYLOAD, key, place, before)).unwrap());
            let found = first.origin(PAYLOAD).key(places[0], key.is_numbered);
            assert!(second.fits(PAYLOAD, found, places[1]).is_some());
        }
    }
}
