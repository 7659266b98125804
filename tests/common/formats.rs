//! Saves as other programs would write them: with another format number, and with unknown records.

#[path = "format_number.rs"]
mod format_number;

pub(crate) use format_number::with_format;
use timeloom::journal::Scan;
use timeloom::journal::storage::Memory;

/// Number of the node that the next act makes.
fn next_node(save: &[u8]) -> u32 {
    let mut scan = Scan::begin(Box::new(Memory::new(save.to_vec()))).expect("a save");
    while scan.next_frame().expect("a good save").is_some() {}
    scan.position().nodes
}

/// A node number as checksums cover it.
fn covered(next: u32) -> u32 {
    let half = next.wrapping_mul(0x9E37_79B1);
    (half ^ half >> 16).wrapping_mul(0x85EB_CA6B)
}

/// Returns a save with one more frame of this payload.
pub(crate) fn with_frame(save: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut length = payload.len();
    let mut head = Vec::new();
    while length >= 0x80 {
        head.push(length as u8 | 0x80);
        length >>= 7;
    }
    head.push(length as u8);
    let salt = u32::from_le_bytes(save[14..18].try_into().expect("four bytes"));
    let place = crc32c::crc32c_append(salt, &(save.len() as u64).to_le_bytes());
    let place = if save[8] < 4 {
        place
    } else {
        crc32c::crc32c_append(place, &covered(next_node(save)).to_le_bytes())
    };
    let sum = crc32c::crc32c_append(place, payload);
    [save, &head, &sum.to_le_bytes(), payload].concat()
}
