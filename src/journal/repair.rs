//! Finds a single flipped bit by the checksum that covers it, finds the length that matches a checksum, and
//! computes checksums backwards.
//!
//! CRC-32C is linear: flipping one bit of a message changes its checksum by a value that depends only on the
//! distance of the bit from the end, and these values all differ for messages of this size. So the difference
//! between the stored and the computed checksum identifies the bit. Used by recovery, and by the scan to
//! judge the end of a save. Knows checksums and the shape of frames and headers; parsing and replay prove
//! whether a repair makes sense.

use std::sync::LazyLock;

use super::frame::{self, Before, FramePlace, Key, LONGEST_HEAD, MOST};
use super::header::{MAGIC, PRELUDE, Prelude};

/// A repaired frame.
pub(super) struct MendedFrame {
    pub(super) payload: Vec<u8>,
    /// Length of the whole frame.
    pub(super) length: usize,
    /// Position in the frame of the first repaired byte.
    pub(super) byte: usize,
}

/// Repairs the frame at the beginning of `bytes`, which was written at this place, if one flipped bit of its
/// payload or checksum, or a wrong length, explains the mismatch.
///
/// The frame may say either thing about the bytes before it: that is one more bit under the checksum. No four
/// bits of a frame cancel each other out, so that at most one good frame matches.
pub(super) fn frame(bytes: &[u8], key: Key, place: FramePlace) -> Option<MendedFrame> {
    let mut as_it_is =
        Before::ALL.into_iter().filter_map(|before| with_length_as_it_is(bytes, key, place, before));
    as_it_is.next().or_else(|| with_another_length(bytes, key, place))
}

fn with_length_as_it_is(bytes: &[u8], key: Key, place: FramePlace, before: Before) -> Option<MendedFrame> {
    let head = frame::Head::read(bytes)?;
    let mut payload = bytes.get(head.size..head.frame())?.to_vec();
    let difference = head.difference(&payload, key, place, before);
    if difference.is_power_of_two() {
        // The flipped bit is in the checksum itself, which is stored low byte first, before the payload.
        let byte = head.size - 4 + difference.trailing_zeros() as usize / 8;
        return Some(MendedFrame { payload, length: head.frame(), byte });
    }
    let (byte, mask) = locate(difference, payload.len())?;
    payload[byte] ^= mask;
    Some(MendedFrame { payload, length: head.frame(), byte: head.size + byte })
}

/// Finds the length with which the checksum matches, whatever the damaged length is.
fn with_another_length(bytes: &[u8], key: Key, place: FramePlace) -> Option<MendedFrame> {
    (1..=LONGEST_HEAD - 4).find_map(|digits| {
        let (stored, rest) = bytes.get(digits..)?.split_first_chunk()?;
        let length = fitting_length(rest, u32::from_le_bytes(*stored), key, place, digits)?;
        let payload = rest[..length].to_vec();
        Some(MendedFrame { payload, length: digits + 4 + length, byte: 0 })
    })
}

/// Returns the length, of this many digits, of the payload that has this checksum.
fn fitting_length(rest: &[u8], stored: u32, key: Key, place: FramePlace, digits: usize) -> Option<usize> {
    let shortest = if digits == 1 { 1 } else { 1 << (7 * (digits - 1)) };
    let longest = ((1 << (7 * digits)) - 1).min(MOST).min(rest.len());
    let mut sums = Before::ALL.map(|before| {
        crc32c::crc32c_append(key.before_payload(place, before), &rest[..(shortest - 1).min(rest.len())])
    });
    (shortest..=longest).find(|length| {
        sums.iter_mut().for_each(|sum| *sum = crc32c::crc32c_append(*sum, &rest[length - 1..*length]));
        sums.contains(&stored)
    })
}

/// Returns the bytes of a file with its header repaired, and the position of the repaired byte. Repairs any
/// bits of the magic number, or one bit of the rest.
pub(super) fn header(file: &[u8]) -> Option<(Vec<u8>, usize)> {
    let prelude: &[u8; PRELUDE] = file.first_chunk()?;
    let mut mended = file.to_vec();
    mended[..MAGIC.len()].copy_from_slice(&MAGIC);
    let first_bad = prelude.iter().zip(MAGIC).position(|(byte, magic)| *byte != magic);
    if is_good_header(&mended) {
        return Some((mended, first_bad?));
    }
    let byte = length_flip(&mended).or_else(|| body_flip(&mended))?;
    mended[byte.0] ^= byte.1;
    is_good_header(&mended).then_some((mended, byte.0))
}

/// Whether these bytes begin with a header that matches its checksum.
pub(super) fn is_good_header(bytes: &[u8]) -> bool {
    is_good_prelude(bytes, bytes)
}

/// Whether this prelude matches the body in this file.
fn is_good_prelude(prelude: &[u8], file: &[u8]) -> bool {
    let prelude = prelude.first_chunk().and_then(|start| Prelude::read(start).ok());
    let body = |prelude: &Prelude| file.get(PRELUDE..PRELUDE.checked_add(prelude.body as usize)?);
    prelude.is_some_and(|prelude| body(&prelude).is_some_and(|body| prelude.difference(body) == 0))
}

fn length_flip(file: &[u8]) -> Option<(usize, u8)> {
    let flips = (8..14).flat_map(|byte| (0..8).map(move |bit| (byte, 1u8 << bit)));
    flips.into_iter().find(|&(byte, mask)| {
        let mut start = file[..PRELUDE].to_vec();
        start[byte] ^= mask;
        is_good_prelude(&start, file)
    })
}

/// Finds a flipped bit of the checksum or the body, if the length is right.
fn body_flip(file: &[u8]) -> Option<(usize, u8)> {
    let prelude = Prelude::read(file.first_chunk()?).ok()?;
    let body = file.get(PRELUDE..PRELUDE.checked_add(prelude.body as usize)?)?;
    let difference = prelude.difference(body);
    if difference.is_power_of_two() {
        let bit = difference.trailing_zeros() as usize;
        return Some((14 + bit / 8, 1 << (bit % 8)));
    }
    locate(difference, body.len()).map(|(byte, mask)| (PRELUDE + byte, mask))
}

/// Finds the byte and the bit of a message of `length` bytes whose flip changes its checksum by `difference`.
fn locate(difference: u32, length: usize) -> Option<(usize, u8)> {
    let mut last = [0, 1, 2, 3, 4, 5, 6, 7].map(|bit| TABLE.0[1 << bit]);
    for byte in (0..length).rev() {
        if let Some(bit) = last.iter().position(|&change| change == difference) {
            return Some((byte, 1 << bit));
        }
        last = last.map(|change| TABLE.after_zero(change));
    }
    None
}

/// Returns the checksum that, continued over these bytes, gives `end`.
pub(super) fn backwards(end: u32, bytes: &[u8]) -> u32 {
    !bytes.iter().rev().fold(!end, |register, &byte| TABLE.before(register, byte))
}

/// Effect of each byte on the register of a checksum, and its inverse by the high byte.
struct Table([u32; 256], [u8; 256]);

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

impl Table {
    fn new() -> Self {
        let zero = crc32c::crc32c(&[0]);
        let mut table = [0; 256];
        (0..=255u8).for_each(|byte| table[usize::from(byte)] = crc32c::crc32c(&[byte]) ^ zero);
        let mut inverse = [0; 256];
        (0..=255u8).for_each(|byte| inverse[(table[usize::from(byte)] >> 24) as usize] = byte);
        Self(table, inverse)
    }

    /// Returns the register after one more zero byte.
    fn after_zero(&self, register: u32) -> u32 {
        (register >> 8) ^ self.0[(register & 0xFF) as usize]
    }

    /// Returns the register before this byte: every entry of the table has a different high byte.
    fn before(&self, register: u32, byte: u8) -> u32 {
        let index = self.1[(register >> 24) as usize];
        ((register ^ self.0[usize::from(index)]) << 8) | u32::from(index ^ byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_of_a_message_is_located() {
        let message: Vec<u8> = (0..200u8).map(|byte| byte.wrapping_mul(37)).collect();
        for (byte, bit) in (0..message.len()).flat_map(|byte| (0..8).map(move |bit| (byte, bit))) {
            let mut other = message.clone();
            other[byte] ^= 1 << bit;
            let difference = crc32c::crc32c(&message) ^ crc32c::crc32c(&other);
            assert_eq!(locate(difference, message.len()), Some((byte, 1 << bit)));
        }
    }

    #[test]
    fn two_flipped_bits_are_not_taken_for_one() {
        let message = vec![7; 64];
        for byte in 1..64 {
            let mut other = message.clone();
            (other[0], other[byte]) = (other[0] ^ 1, other[byte] ^ 16);
            let difference = crc32c::crc32c(&message) ^ crc32c::crc32c(&other);
            assert_eq!(locate(difference, message.len()), None);
        }
    }

    #[test]
    fn a_checksum_runs_backwards() {
        for start in [0, 1, 0xDEAD_BEEF, u32::MAX] {
            let end = crc32c::crc32c_append(start, b"some bytes of a frame");
            assert_eq!(backwards(end, b"some bytes of a frame"), start);
        }
    }
}
