//! Recovers damaged saves of any ruleset, also without their header.
//!
//! Part of the catalog, because a lost header leaves open which ruleset it was. What can be read and replayed is decided
//! by the journal and the session.

use std::path::Path;

use super::{CatalogError, declared, drawable, find, ruleset_of};
use crate::journal::file::{Access, FileStorage, Sharing};
use crate::journal::record::{Header, HeaderError};
use crate::journal::salvage::{HeaderSource, Salvage};
use crate::journal::storage::{self, Memory, Storage};
use crate::journal::{Health, JournalError, Scan};
use crate::session::{OpenError, Recovered};

/// Recovers what can be replayed of a save into a new one, which is written completely or not at all.
///
/// If the save has lost its header, `level` is taken for the level it was played on.
pub fn rescue(path: &Path, out: &Path, level: Option<LostLevel<'_>>) -> Result<Recovered, CatalogError> {
    let file = FileStorage::open(path, Access::Read)?;
    let (bytes, found) = rescued(&path.display().to_string(), Box::new(file), level)?;
    FileStorage::create_from(out, &bytes, &Sharing::like(path))?;
    Ok(found)
}

/// Returns the bytes of a new save with what can be replayed of this one, whose name is used in messages.
pub fn rescued(
    name: &str,
    log: Box<dyn Storage>,
    level: Option<LostLevel<'_>>,
) -> Result<(Vec<u8>, Recovered), CatalogError> {
    let failed =
        |error| CatalogError::Open { path: name.to_owned(), source: JournalError::reading(error).into() };
    let file = storage::read_all(log.as_ref()).map_err(failed)?;
    let (bytes, found) = recovered(name, &file, level)?;
    Ok((bytes, Recovered { health: health(file).ok(), ..found }))
}

fn health(file: Vec<u8>) -> Result<Health, JournalError> {
    let mut scan = Scan::begin(Box::new(Memory::new(file)))?;
    while scan.next_frame()?.is_some() {}
    Ok(scan.finish()?.health().clone())
}

/// The level of a save whose header is lost, and the seed it was played with.
#[derive(Clone, Copy, Debug)]
pub struct LostLevel<'a> {
    /// Text of the level.
    pub text: &'a str,
    /// The seed.
    pub seed: u64,
}

impl LostLevel<'_> {
    /// Headers that the save may have had: a game by any version of the rules, or a drawing.
    fn headers(self) -> Result<Vec<Header>, CatalogError> {
        let ruleset = find(&declared(self.text))?;
        let faulty = |faults| CatalogError::Level { path: "the given level".to_owned(), faults };
        let played =
            (1..=ruleset.version()).rev().map(|version| ruleset.begin_by(version, self.text, self.seed));
        let mut headers: Vec<_> = played.collect::<Result<_, _>>().map_err(faulty)?;
        headers.extend(drawable(ruleset.name()).ok().and_then(|drawable| drawable.begin(self.text).ok()));
        Ok(headers)
    }
}

/// Bytes of a new save with what can be replayed of this one. Without a header, that of the given ones is right by which
/// the most turns replay.
fn recovered(
    name: &str,
    file: &[u8],
    level: Option<LostLevel<'_>>,
) -> Result<(Vec<u8>, Recovered), CatalogError> {
    let failed = |source: OpenError| CatalogError::Open { path: name.to_owned(), source };
    let given = level.map_or(Ok(Vec::new()), LostLevel::headers)?;
    let headers = given.into_iter().map(Some).chain([None]);
    let mut best = Err(failed(JournalError::from(HeaderError::Foreign).into()));
    for header in headers {
        let salvage = Salvage::read(file, header).map_err(|error| failed(error.into()));
        let found =
            salvage.and_then(|salvage| ruleset_of(name, &salvage.header)?.recover(salvage).map_err(failed));
        if found.as_ref().is_ok_and(|(_, found)| found.header != HeaderSource::Given) {
            return found;
        }
        let kept = |found: &Result<(_, Recovered), _>| found.as_ref().map_or(0, |(_, found)| found.kept + 1);
        if kept(&found) >= kept(&best) {
            best = found;
        }
    }
    best
}
