//! Finds the header of a damaged save, and the beginning of its frames.
//!
//! Part of [`super`]. Tries the likely cases first: the header as it is, repaired, its copy; then the header
//! given by the caller.

use super::HeaderSource;
use super::reader::Reader;
use crate::journal::frame::{FramePlace, Key};
use crate::journal::header::{self, Format, Header, HeaderError, MAGIC, PRELUDE};
use crate::journal::moved::frame_at;
use crate::journal::search::{FrameSearch, SHORTEST_ACT, UNKNOWN};
use crate::journal::source::{Head, SEARCH_BUDGET, parse, read_header};
use crate::journal::{JournalError, repair};

/// Header of a save, and the place where reading starts.
pub(super) struct Start {
    pub(super) head: Head,
    pub(super) source: HeaderSource,
    /// Whether the frames belong to exactly this header.
    pub(super) is_proven: bool,
    /// Offset in the file of the first frame.
    pub(super) at: usize,
    /// Distance by which the bytes there moved from where they were written.
    pub(super) moved: i64,
}

/// Offset of the repaired byte of the header.
pub(super) fn mended(source: HeaderSource) -> Option<u64> {
    match source {
        HeaderSource::Mended(byte) => Some(byte),
        _ => None,
    }
}

pub(super) fn find(file: &[u8], given: Option<Header>) -> Result<Start, JournalError> {
    let proven = |head: Head, source| {
        let at = usize::try_from(head.end).unwrap_or(file.len()).min(file.len());
        Ok(Start { head, source, is_proven: true, at, moved: 0 })
    };
    let error = match read_header(&mut &*file) {
        Ok(head) => return proven(head, HeaderSource::Intact),
        Err(JournalError::NotASave(
            error @ (HeaderError::Empty | HeaderError::Newer { .. } | HeaderError::Unknown { .. }),
        )) => return Err(error.into()),
        Err(error) => error,
    };
    if let Some((mended, byte)) = repair::header(file) {
        return proven(read_header(&mut &*mended)?, HeaderSource::Mended(byte as u64));
    }
    if let Some((head, at)) = copies(file).next() {
        return proven(head, HeaderSource::Copy(at as u64));
    }
    match given {
        Some(header) => given_start(header, file)?.ok_or(error),
        None => Err(error),
    }
}

/// Starts with a header that is not in the file. If it is the lost header, its checksum is part of those of
/// all frames; otherwise (with another title, for instance) the frames determine the salt.
fn given_start(header: Header, file: &[u8]) -> Result<Option<Start>, JournalError> {
    for format in Format::ALL {
        if let Some(start) = start_in(format, &header, file)? {
            return Ok(Some(start));
        }
    }
    let most = header.to_bytes().len();
    let found = [Format::NEWEST, Format::Three].into_iter().find_map(|format| {
        let (salt, at) = some_frame(file, format).or_else(|| only_frame(file, format))?;
        Some((format, salt, at))
    });
    Ok(found.map(|(format, salt, at)| {
        let at = first_frame(file, salt, format, at).min(most);
        // The beginning of the frames is unknown: assume the earliest, so that no number is too large.
        let head = Head { header, format, salt, end: PRELUDE as u64 };
        Start { head, source: HeaderSource::Given, is_proven: false, at, moved: 0 }
    }))
}

/// Starts with exactly this header in a format, if frames match it: at its end, at the beginning of the file
/// if the header was removed, or somewhere later.
fn start_in(format: Format, header: &Header, file: &[u8]) -> Result<Option<Start>, JournalError> {
    let bytes = header.to_bytes_in(format);
    let (salt, end) = (header::salt(&bytes), bytes.len());
    let search = FrameSearch::new(Key::new(salt, format), format, FramePlace { offset: end as u64, next: 1 });
    let taken_out = FrameSearch { moved: -(end as i64), ..search };
    let places = [(end.min(file.len()), search), (0, taken_out)];
    let mut found = Vec::new();
    for (at, search) in places {
        let mut reader = Reader::new(file, search, at, true);
        let rank =
            if reader.is_here()? { Some(0) } else { reader.find_next()?.map(|_| reader.place().offset) };
        found.extend(rank.map(|rank| (rank, at, search.moved)));
    }
    let best = found.into_iter().min_by_key(|(rank, ..)| *rank);
    Ok(best.map(|(_, at, moved)| {
        let head = Head { header: header.clone(), format, salt, end: end as u64 };
        Start { head, source: HeaderSource::Given, is_proven: true, at, moved }
    }))
}

/// Offset of the first good frame for a known salt; there is one at `at`.
fn first_frame(file: &[u8], salt: u32, format: Format, at: usize) -> usize {
    let from = FramePlace { offset: PRELUDE as u64, next: 1 };
    let (search, mut spent) = (FrameSearch::new(Key::new(salt, format), format, from), 0);
    let mut is_good = |from: usize| {
        let found = search.frame(&mut &*file, from as u64, &mut spent);
        spent <= SEARCH_BUDGET && matches!(found, Ok(Some(_)))
    };
    (PRELUDE..at).find(|&from| is_good(from)).unwrap_or(at)
}

/// Returns good headers that are not at the beginning, and their offsets. Frames begin where the first header
/// ends, and its copy has the same length.
fn copies(file: &[u8]) -> impl Iterator<Item = (Head, usize)> + '_ {
    let places = (1..file.len()).filter(|&at| file[at..].starts_with(&MAGIC));
    places.filter_map(|at| read_header(&mut &file[at..]).ok().map(|head| (head, at)))
}

/// Finds the frame at the end of a save that has no other, without knowing the salt: the longest one with
/// valid records up to the last byte. Replay proves whether it is one.
fn only_frame(file: &[u8], format: Format) -> Option<(u32, usize)> {
    (0..file.len()).find_map(|at| {
        let (head, payload) = frame_at(file, at).filter(|(head, _)| at + head.frame() == file.len())?;
        parse(payload, format, 1).ok()?;
        let place = FramePlace { offset: at as u64, next: 1 };
        Some((head.origin(payload).key(place, Key::new(0, format).is_numbered).salt, at))
    })
}

/// Finds two neighbouring frames that agree on a salt. Returns the salt and the offset of the first.
fn some_frame(file: &[u8], format: Format) -> Option<(u32, usize)> {
    let is_numbered = Key::new(0, format).is_numbered;
    let mut spent = 0;
    // The first frame is likely to be undamaged.
    let first = (0..file.len()).find_map(|at| neighbours(file, format, at, 1, &mut spent));
    first.or_else(|| {
        let places = (0..file.len()).filter(|_| is_numbered);
        places.into_iter().find_map(|at| {
            let mut numbers = 2..=(at as u64 / SHORTEST_ACT) as u32 + 1;
            numbers.find_map(|next| neighbours(file, format, at, next, &mut spent))
        })
    })
}

/// Returns the salt and offset of the frame here, if its first act has this number and the next frame agrees.
fn neighbours(file: &[u8], format: Format, at: usize, next: u32, spent: &mut u64) -> Option<(u32, usize)> {
    let (head, payload) = frame_at(file, at).filter(|_| *spent <= SEARCH_BUDGET)?;
    let (after, following) = frame_at(file, at + head.frame())?;
    *spent += (payload.len() + following.len()) as u64;
    let (_, last) = parse(payload, format, UNKNOWN).ok()?;
    let place = FramePlace { offset: at as u64, next };
    let key = head.origin(payload).key(place, Key::new(0, format).is_numbered);
    let behind = FramePlace { offset: (at + head.frame()) as u64, next: next + (last - UNKNOWN) };
    after.fits(following, key, behind).map(|_| (key.salt, at))
}
