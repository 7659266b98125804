//! Finds bytes that stand in a damaged save a second time, because a part of the file was copied behind itself.
//!
//! Used by [`super::salvage`] to count what is lost: what is read elsewhere is not. A frame that was copied tells by its
//! checksum where the first one stands.

use std::ops::Range;

use super::salvage::{LONGEST_MOVED, frame_at};
use super::source::SEARCH_BUDGET;

/// Returns the bytes of a range, without those that repeat what stands before it. `spent` counts the bytes examined.
pub(super) fn without_repeated(file: &[u8], salt: u32, range: Range<usize>, spent: &mut u64) -> Vec<u8> {
    let (mut at, mut kept) = (range.start, Vec::new());
    // Start of the bytes in `kept` that stand just before `at`.
    let mut fresh = 0;
    while at < range.end {
        let Some(original) = original_of(file, salt, at, &range, spent) else {
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

/// Offset before the range of the frame that is repeated here.
fn original_of(file: &[u8], salt: u32, at: usize, range: &Range<usize>, spent: &mut u64) -> Option<usize> {
    *spent += 1;
    let (head, payload) =
        frame_at(&file[..range.end], at).filter(|(head, _)| head.payload <= LONGEST_MOVED)?;
    *spent += 2 * head.payload as u64;
    let offsets = Some(head.offsets_of(payload, salt)).filter(|_| *spent <= SEARCH_BUDGET)?;
    let frame = &file[at..at + head.frame()];
    let is_here = |offset: &usize| file[..range.start].get(*offset..*offset + frame.len()) == Some(frame);
    offsets.into_iter().map(|offset| offset as usize).find(is_here)
}

/// Number of equal bytes at the beginning of both.
fn same<'a>(one: impl Iterator<Item = &'a u8>, other: impl Iterator<Item = &'a u8>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}
