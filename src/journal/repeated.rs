//! Finds bytes that occur a second time in a damaged save, because a part of the file was copied after
//! itself.
//!
//! Used by [`super::salvage`]: bytes that were read once are neither lost nor read again.

use std::collections::BTreeMap;
use std::ops::Range;

use super::moved::frame_at;

/// Returns the bytes of a range, without those that repeat bytes before it. `frames` has the offsets of the
/// frames before it, by their checksums.
pub(super) fn without_repeated(file: &[u8], frames: &BTreeMap<u32, usize>, range: Range<usize>) -> Vec<u8> {
    let (mut at, mut kept) = (range.start, Vec::new());
    // Start of the bytes in `kept` that directly precede `at`.
    let mut fresh = 0;
    while at < range.end {
        let Some(original) = original_of(&file[..range.end], frames, at) else {
            kept.push(file[at]);
            at += 1;
            continue;
        };
        // A copy may begin and end within a frame.
        let before = same(kept[fresh..].iter().rev(), file[..original].iter().rev());
        kept.truncate(kept.len() - before);
        at += same(file[at..range.end].iter(), file[original..range.start].iter());
        fresh = kept.len();
    }
    kept
}

/// Length of the frame here, if it repeats an earlier one.
pub(super) fn length_at(file: &[u8], frames: &BTreeMap<u32, usize>, at: usize) -> Option<usize> {
    let original = original_of(file, frames, at)?;
    frame_at(file, original).map(|(head, _)| head.frame())
}

/// Offset of the frame that is repeated here.
fn original_of(file: &[u8], frames: &BTreeMap<u32, usize>, at: usize) -> Option<usize> {
    let (head, _) = frame_at(file, at)?;
    let original = *frames.get(&head.checksum())?;
    let length = head.frame();
    (file.get(original..original + length) == Some(&file[at..at + length])).then_some(original)
}

/// Length of the common prefix.
fn same<'a>(one: impl Iterator<Item = &'a u8>, other: impl Iterator<Item = &'a u8>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}
