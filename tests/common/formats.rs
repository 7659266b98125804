//! Saves as other programs would write them: with another format number, and with unknown records.

/// Returns the header of a save with another format number, with correct checksums.
pub(crate) fn with_format(head: &[u8], format: u16) -> Vec<u8> {
    let mut other = head.to_vec();
    other[8..10].copy_from_slice(&format.to_le_bytes());
    let sum = crc32c::crc32c_append(crc32c::crc32c(&other[8..14]), &other[18..]);
    other[14..18].copy_from_slice(&sum.to_le_bytes());
    other
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
    let sum = crc32c::crc32c_append(place, payload);
    [save, &head, &sum.to_le_bytes(), payload].concat()
}
