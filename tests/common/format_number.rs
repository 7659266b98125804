//! Saves as older programs would begin them.

/// Returns the header of a save with another format number, with correct checksums.
pub(crate) fn with_format(head: &[u8], format: u16) -> Vec<u8> {
    let mut other = head.to_vec();
    other[8..10].copy_from_slice(&format.to_le_bytes());
    let sum = crc32c::crc32c_append(crc32c::crc32c(&other[8..14]), &other[18..]);
    other[14..18].copy_from_slice(&sum.to_le_bytes());
    other
}
