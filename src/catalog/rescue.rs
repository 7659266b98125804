//! Recovers damaged saves of any ruleset, even without their header.
//!
//! Part of the catalog, because without a header the ruleset is unknown. The journal and the session decide
//! what can be read and replayed.

use std::path::{Path, PathBuf};

use super::{CatalogError, declared, drawable, find, ruleset_of};
use crate::journal::JournalError;
use crate::journal::file::{Access, FileError, FileStorage, Sharing, path_text};
use crate::journal::record::{Header, HeaderError};
use crate::journal::salvage::Salvage;
use crate::journal::storage::{self, Storage};
use crate::session::{OpenError, Recovered};

/// Recovers everything that can be replayed of a save into a new one, which is written completely or not at
/// all.
///
/// If the header of the save is lost, `level` is used as the level that was played. `set_aside` are files
/// with bytes cut from the save. `beside` names the files that the caller will write next to the new save: if
/// one of them exists, nothing is written.
pub fn rescue(
    path: &Path,
    out: &Path,
    level: Option<LostLevel<'_>>,
    set_aside: &[PathBuf],
    beside: impl FnOnce(&Recovered) -> Vec<PathBuf>,
) -> Result<Recovered, CatalogError> {
    let file = read(path)?;
    let cut: Vec<_> = set_aside.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let (bytes, found) = Remains { name: &path_text(path), file: &file, cut: &cut }.recover(level)?;
    if let Some(taken) = beside(&found).into_iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(FileError::Exists { path: path_text(&taken) }.into());
    }
    FileStorage::create_from(out, &bytes, &Sharing::like(path))?;
    Ok(found)
}

/// Returns the bytes of a new save with everything that can be replayed of this one; `name` is used in
/// messages.
pub fn rescued(
    name: &str,
    log: Box<dyn Storage>,
    level: Option<LostLevel<'_>>,
) -> Result<(Vec<u8>, Recovered), CatalogError> {
    let failed =
        |error| CatalogError::Open { path: name.to_owned(), source: JournalError::reading(error).into() };
    let file = storage::read_all(log.as_ref()).map_err(failed)?;
    Remains { name, file: &file, cut: &[] }.recover(level)
}

fn read(path: &Path) -> Result<Vec<u8>, CatalogError> {
    let file = FileStorage::open(path, Access::Read)?;
    let failed = |source| FileError::Io { path: path_text(path), source };
    Ok(storage::read_all(&file).map_err(failed)?)
}

/// Level of a save without a header, and the seed it was played with.
#[derive(Clone, Copy, Debug)]
pub struct LostLevel<'a> {
    /// Text of the level.
    pub text: &'a str,
    /// The seed.
    pub seed: u64,
}

impl LostLevel<'_> {
    /// Returns the possible headers of the save: a game by each version of the rules, or a drawing.
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

/// The files of a damaged save.
struct Remains<'a> {
    /// Name of the save, for messages.
    name: &'a str,
    /// Its bytes.
    file: &'a [u8],
    /// Bytes that were cut from it earlier.
    cut: &'a [Vec<u8>],
}

impl Remains<'_> {
    /// Returns the bytes of a new save with everything that can be replayed of this one. Without a header,
    /// uses the given one that the checksums of the frames prove, or else the one with which the most turns
    /// replay.
    fn recover(&self, level: Option<LostLevel<'_>>) -> Result<(Vec<u8>, Recovered), CatalogError> {
        let given = level.map_or(Ok(Vec::new()), LostLevel::headers)?;
        let mut best: Option<(Vec<u8>, Recovered)> = None;
        for header in given {
            let Ok(salvage) = self.read(Some(header)) else { continue };
            let is_proven = salvage.is_proven;
            let found = self.replay(salvage);
            if is_proven {
                return found;
            }
            let kept = best.as_ref().map_or(0, |(_, found)| found.kept);
            // Acts repeated by a mark have no fingerprint, so they would replay on other levels too.
            let fits = |found: &Recovered| found.kept > kept.max(found.repeated);
            best = found.ok().filter(|(_, found)| fits(found)).or(best);
        }
        match (best, self.read(None)) {
            (Some(best), _) => Ok(best),
            (None, Ok(salvage)) => self.replay(salvage),
            (None, Err(error)) => Err(self.explain(error, level.is_some())),
        }
    }

    fn read(&self, given: Option<Header>) -> Result<Salvage, JournalError> {
        let mut salvage = Salvage::read(self.file, given)?;
        self.cut.iter().try_for_each(|cut| salvage.read_set_aside(self.file, cut))?;
        Ok(salvage)
    }

    fn replay(&self, salvage: Salvage) -> Result<(Vec<u8>, Recovered), CatalogError> {
        let failed = |source: OpenError| CatalogError::Open { path: self.name.to_owned(), source };
        ruleset_of(self.name, &salvage.header)?.recover(salvage).map_err(failed)
    }

    fn explain(&self, error: JournalError, is_level_given: bool) -> CatalogError {
        let path = self.name.to_owned();
        match error {
            JournalError::NotASave(
                HeaderError::Damaged { .. } | HeaderError::Cut { .. } | HeaderError::Foreign,
            ) if is_level_given => CatalogError::NothingFits { path },
            JournalError::NotASave(HeaderError::Foreign) => CatalogError::NoHeader { path },
            error => CatalogError::Open { path, source: error.into() },
        }
    }
}
