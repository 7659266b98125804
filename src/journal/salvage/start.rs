//! Finds the header of a damaged save, and where its frames begin.
//!
//! Part of [`super`]. Tries what is likely first: the header as it is, mended, its copy; then what the caller gives.

use super::HeaderSource;
use super::reader::Reader;
use crate::journal::frame::{Key, Place};
use crate::journal::header::{self, Format, Header, HeaderError, MAGIC, PRELUDE};
use crate::journal::moved::frame_at;
use crate::journal::search::{SHORTEST_ACT, Search, UNKNOWN};
use crate::journal::source::{Head, SEARCH_BUDGET, parse, read_header};
use crate::journal::{JournalError, repair};

/// Where reading starts.
pub(super) struct Start {
    pub(super) head: Head,
    pub(super) source: HeaderSource,
    /// Whether the frames belong to exactly this header.
    pub(super) is_proven: bool,
    /// Offset of the file from which on frames are read.
    pub(super) at: usize,
    /// How far behind its old place everything stands there.
    pub(super) moved: i64,
}

/// Offset of the byte of the header that was mended.
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

/// Starts with a header that the file does not have. If it is the lost one, its checksum is part of those of all frames;
/// if not, as with another title, the frames tell which it was.
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
        // Where the frames began is not known: as far ahead as possible, so that no number is too large.
        let head = Head { header, format, salt, end: PRELUDE as u64 };
        Start { head, source: HeaderSource::Given, is_proven: false, at, moved: 0 }
    }))
}

/// Starts with exactly this header in a format, if frames fit it: they stand where it ended, or at the beginning if it was
/// taken out, or somewhere behind.
fn start_in(format: Format, header: &Header, file: &[u8]) -> Result<Option<Start>, JournalError> {
    let bytes = header.to_bytes_in(format);
    let (salt, end) = (header::salt(&bytes), bytes.len());
    let search = Search::new(Key::new(salt, format), format, Place { offset: end as u64, next: 1 });
    let taken_out = Search { moved: -(end as i64), ..search };
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

/// Offset of the first good frame, once the salt is known; one was found at `at`.
fn first_frame(file: &[u8], salt: u32, format: Format, at: usize) -> usize {
    let from = Place { offset: PRELUDE as u64, next: 1 };
    let (search, mut spent) = (Search::new(Key::new(salt, format), format, from), 0);
    let mut is_good = |from: usize| {
        let found = search.frame(&mut &*file, from as u64, &mut spent);
        spent <= SEARCH_BUDGET && matches!(found, Ok(Some(_)))
    };
    (PRELUDE..at).find(|&from| is_good(from)).unwrap_or(at)
}

/// Good headers that do not stand at the beginning, and their offsets. Frames begin where the first header ends, which is
/// as long as its copy.
fn copies(file: &[u8]) -> impl Iterator<Item = (Head, usize)> + '_ {
    let places = (1..file.len()).filter(|&at| file[at..].starts_with(&MAGIC));
    places.filter_map(|at| read_header(&mut &file[at..]).ok().map(|head| (head, at)))
}

/// Finds the frame at the end of a save that has no other, without knowing the salt: the longest that holds records to
/// its last byte. Replay tells whether it is one.
fn only_frame(file: &[u8], format: Format) -> Option<(u32, usize)> {
    (0..file.len()).find_map(|at| {
        let (head, payload) = frame_at(file, at).filter(|(head, _)| at + head.frame() == file.len())?;
        parse(payload, format, 1).ok()?;
        let place = Place { offset: at as u64, next: 1 };
        Some((head.origin(payload).key(place, Key::new(0, format).is_numbered).salt, at))
    })
}

/// Finds frames without knowing the salt: two neighbours that agree on it. Returns it and the offset of the first of them.
fn some_frame(file: &[u8], format: Format) -> Option<(u32, usize)> {
    let is_numbered = Key::new(0, format).is_numbered;
    let mut spent = 0;
    // The first frame is likely to be whole.
    let first = (0..file.len()).find_map(|at| neighbours(file, format, at, 1, &mut spent));
    first.or_else(|| {
        let places = (0..file.len()).filter(|_| is_numbered);
        places.into_iter().find_map(|at| {
            let mut numbers = 2..=(at as u64 / SHORTEST_ACT) as u32 + 1;
            numbers.find_map(|next| neighbours(file, format, at, next, &mut spent))
        })
    })
}

/// The salt and offset of the frame here, if its first act has this number and the frame behind it agrees.
fn neighbours(file: &[u8], format: Format, at: usize, next: u32, spent: &mut u64) -> Option<(u32, usize)> {
    let (head, payload) = frame_at(file, at).filter(|_| *spent <= SEARCH_BUDGET)?;
    let (after, following) = frame_at(file, at + head.frame())?;
    *spent += (payload.len() + following.len()) as u64;
    let (_, last) = parse(payload, format, UNKNOWN).ok()?;
    let place = Place { offset: at as u64, next };
    let key = head.origin(payload).key(place, Key::new(0, format).is_numbered);
    let behind = Place { offset: (at + head.frame()) as u64, next: next + (last - UNKNOWN) };
    after.fits(following, key, behind).map(|_| (key.salt, at))
}
