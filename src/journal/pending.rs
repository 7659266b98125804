//! Records that are not in the file yet, as the payloads of short frames.
//!
//! Kept by [`super::Journal`]. Records that are written together share one write and one sync, but not one
//! checksum: later damage costs a short frame, not the whole batch.

use std::time::Instant;

/// A frame takes another record up to this length, which fits into one byte.
pub(super) const SHORT: usize = 127;

/// Records of one frame.
#[derive(Default)]
pub(super) struct Payload {
    pub(super) bytes: Vec<u8>,
    /// Number of acts among them.
    pub(super) acts: u32,
}

/// Records that are not in the file yet.
#[derive(Default)]
pub(super) struct Pending {
    payloads: Vec<Payload>,
    /// Number of bytes of all records.
    pub(super) size: usize,
    /// Number of acts among all records.
    pub(super) acts: u32,
    /// Time when the oldest record was added.
    pub(super) since: Option<Instant>,
}

impl Pending {
    pub(super) fn is_empty(&self) -> bool {
        self.payloads.is_empty()
    }

    pub(super) fn payloads(&self) -> &[Payload] {
        &self.payloads
    }

    /// Adds a record; `acts` is 1 for an act and 0 for any other record.
    pub(super) fn push(&mut self, record: &[u8], acts: u32) {
        if self.payloads.last().is_none_or(|last| last.bytes.len() + record.len() > SHORT) {
            self.payloads.push(Payload::default());
        }
        if let Some(last) = self.payloads.last_mut() {
            last.bytes.extend_from_slice(record);
            last.acts += acts;
        }
        (self.size, self.acts) = (self.size + record.len(), self.acts + acts);
        self.since.get_or_insert_with(Instant::now);
    }

    /// Removes the last record, unless it was written.
    pub(super) fn pop(&mut self, length: usize, acts: u32) {
        let Some(last) = self.payloads.last_mut() else { return };
        last.bytes.truncate(last.bytes.len().saturating_sub(length));
        last.acts -= acts;
        self.payloads.pop_if(|last| last.bytes.is_empty());
        (self.size, self.acts) = (self.size - length, self.acts - acts);
    }
}

/// Minimum number of frames that hold records of these lengths, in this order.
pub(crate) fn fewest_frames(sizes: &[usize]) -> usize {
    let (mut frames, mut filled) = (0, SHORT);
    for size in sizes {
        let fits = filled + size <= SHORT;
        frames += usize::from(!fits);
        filled = if fits { filled + size } else { *size };
    }
    frames
}
