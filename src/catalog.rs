//! Every ruleset with its types erased. Opens any save, starts any game or drawing, and answers requests for
//! any ruleset.
//!
//! Takes the games from the list in [`crate::rulesets`]; all other code goes through [`Game`]. Knows paths;
//! prints nothing.

mod drawable;
mod error;
pub mod look;
mod rescue;
mod solution;

use std::marker::PhantomData;
use std::path::Path;

use serde_json::Value;

use crate::answer;
use crate::check::{self, Finding, Playthroughs};
use crate::game::{Game, NodeSnapshot};
use crate::journal::file::{Access, FileStorage, Sharing, path_text};
pub use crate::journal::file::{SAVE_EXTENSION, is_save_path};
use crate::journal::keyframes::Keyframes;
use crate::journal::record::{Header, Kind};
use crate::journal::salvage::Salvage;
use crate::journal::storage::{Memory, Storage};
use crate::journal::{Durability, Progress, Scan};
use crate::level_text;
use crate::place::Place;
use crate::rules::{Fault, Level, Recorded};
use crate::rulesets::skirmish::Skirmish;
use crate::rulesets::unseen::Unseen;
pub use crate::session::Opening;
use crate::session::{self, OpenError, Recovered, Session, recover};
use crate::show::Show;
pub use drawable::Drawable;
pub use error::CatalogError;
pub use rescue::{LostLevel, rescue, rescued};
pub use solution::NotStored;

macro_rules! listed {
    ($($rules:ty),+ $(,)?) => { &[$(&RulesetOf::<$rules>(Kind::Play, PhantomData)),+] };
}

/// Every ruleset, in display order.
pub static RULESETS: &[&dyn Ruleset] = crate::for_each_ruleset!(listed);

/// Every ruleset whose levels can be drawn, in display order.
pub static DRAWABLES: &[Drawable] = &[Drawable::of::<Unseen>(), Drawable::of::<Skirmish>()];

/// Maximum size of a level file in bytes.
pub const LARGEST_LEVEL: u64 = 64 << 20;

/// A ruleset with its types erased.
pub trait Ruleset: Sync {
    /// Name of the ruleset, as written in saves.
    fn name(&self) -> &'static str;
    /// Current version of the rules. Older logs are played by the version that began them.
    fn version(&self) -> u16;
    /// Returns the header of a new game on a level, under the rules of a version from 1 to the current one.
    fn begin_by(&self, version: u16, level: &str, seed: u64) -> Result<Header, Vec<Fault>>;
    /// Checks the text of a level and re-runs its solutions and these playthroughs on it; see [`check::check`].
    fn check(
        &self,
        level: &str,
        playthroughs: &[Playthroughs<'_>],
        see: &mut dyn FnMut(Finding),
    ) -> Result<(), Vec<Fault>>;
    /// Returns warnings about the text of a level, whether or not it can be played.
    fn warnings(&self, level: &str) -> Vec<Fault>;
    /// Returns the id of a level, which its later versions share; see [`Level::id`].
    fn level_id(&self, level: &str) -> Result<String, Vec<Fault>>;
    /// Returns the text of a level with one more solution; if its name is taken, it gets a number. Fails with the
    /// name of an existing solution that has the same actions.
    fn with_solution(&self, level: &str, solution: Recorded) -> Result<String, NotStored>;
    /// Opens a log that belongs to this ruleset.
    fn open(&self, log: Scan, opening: Opening<'_>) -> Result<Box<dyn Game>, OpenError>;
    /// Looks at one node of a log that belongs to this ruleset, with the help of keyframes; see [`look`].
    fn glimpse(&self, log: Scan, keyframes: &Keyframes, place: Place<'_>) -> Option<NodeSnapshot<'static>>;
    /// Returns the bytes of a new log with everything that can be replayed of an old one.
    fn recover(&self, salvage: Salvage) -> Result<(Vec<u8>, Recovered), OpenError>;
    /// Answers a JSON request, see [`answer`].
    fn answer(&self, request: Value) -> Value;

    /// Returns the header of a new game on a level.
    fn begin(&self, level: &str, seed: u64) -> Result<Header, Vec<Fault>> {
        self.begin_by(self.version(), level, seed)
    }
}

struct RulesetOf<R>(Kind, PhantomData<fn() -> R>);

impl<R: Show> Ruleset for RulesetOf<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn version(&self) -> u16 {
        R::VERSION
    }

    fn begin_by(&self, version: u16, level: &str, seed: u64) -> Result<Header, Vec<Fault>> {
        Ok(Header { kind: self.0, ..session::begin_by::<R>(version, R::Level::parse(level)?, seed)? })
    }

    fn check(
        &self,
        level: &str,
        playthroughs: &[Playthroughs<'_>],
        see: &mut dyn FnMut(Finding),
    ) -> Result<(), Vec<Fault>> {
        check::check::<R>(level, playthroughs, see)
    }

    fn warnings(&self, level: &str) -> Vec<Fault> {
        R::Level::warnings(level)
    }

    fn level_id(&self, level: &str) -> Result<String, Vec<Fault>> {
        Ok(R::Level::parse(level)?.id())
    }

    fn with_solution(&self, level: &str, solution: Recorded) -> Result<String, NotStored> {
        solution::store(&R::Level::parse(level)?, solution)
    }

    fn open(&self, log: Scan, opening: Opening<'_>) -> Result<Box<dyn Game>, OpenError> {
        Ok(Box::new(Session::<R>::open(log, opening)?))
    }

    fn glimpse(&self, log: Scan, keyframes: &Keyframes, place: Place<'_>) -> Option<NodeSnapshot<'static>> {
        session::glimpse::<R>(log, keyframes, place)
    }

    fn recover(&self, salvage: Salvage) -> Result<(Vec<u8>, Recovered), OpenError> {
        recover::<R>(salvage)
    }

    fn answer(&self, request: Value) -> Value {
        answer::answer::<R>(request)
    }
}

/// Finds a ruleset by name.
pub fn find(name: &str) -> Result<&'static dyn Ruleset, CatalogError> {
    let found = RULESETS.iter().find(|ruleset| ruleset.name() == name);
    found.copied().ok_or_else(|| CatalogError::UnknownRuleset { name: name.to_owned() })
}

/// Finds a drawable ruleset by name.
pub fn drawable(name: &str) -> Result<&'static Drawable, CatalogError> {
    let found = DRAWABLES.iter().find(|drawable| drawable.name() == name);
    found.ok_or_else(|| CatalogError::NotDrawn { name: name.to_owned() })
}

/// Opens a save of any ruleset. `progress` is called from time to time during replay.
pub fn open(
    path: &Path,
    access: Access,
    durability: Durability,
    progress: &mut dyn FnMut(Progress),
) -> Result<Box<dyn Game>, CatalogError> {
    let storage = Box::new(FileStorage::open(path, access)?);
    open_storage(&path_text(path), storage, Opening { durability, progress })
}

/// Opens a save from memory; `name` replaces its path in errors.
pub fn open_bytes(name: &str, bytes: &[u8]) -> Result<Box<dyn Game>, CatalogError> {
    let opening = Opening { durability: Durability::OnClose, progress: &mut |_| {} };
    open_storage(name, Box::new(Memory::new(bytes.to_vec())), opening)
}

/// Opens a save from any storage; `name` replaces its path in errors.
pub fn open_storage(
    name: &str,
    storage: Box<dyn Storage>,
    opening: Opening<'_>,
) -> Result<Box<dyn Game>, CatalogError> {
    let (ruleset, log) = begin(name, storage)?;
    ruleset.open(log, opening).map_err(|source| CatalogError::Open { path: name.to_owned(), source })
}

/// Starts a game on a level file, as a new save.
pub fn create(
    level: &Path,
    ruleset: Option<&str>,
    seed: u64,
    save: &Path,
) -> Result<Box<dyn Game>, CatalogError> {
    let (ruleset, text) = level_file(level, ruleset)?;
    let header = ruleset.begin(&text, seed).map_err(|faults| faulty(level, ruleset, &text, faults))?;
    let storage = FileStorage::create_from(save, &header.to_bytes(), &Sharing::like(level))?;
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    open_storage(&path_text(save), Box::new(storage), opening)
}

/// Starts a game on a level file, in memory.
pub fn try_out(level: &Path, ruleset: Option<&str>) -> Result<Box<dyn Game>, CatalogError> {
    let (ruleset, text) = level_file(level, ruleset)?;
    let header = ruleset.begin(&text, 0).map_err(|faults| faulty(level, ruleset, &text, faults))?;
    open_bytes(&path_text(level), &header.to_bytes())
}

/// Starts a drawing of a level file, as a new log.
pub fn draw(level: &Path, ruleset: Option<&str>, log: &Path) -> Result<Box<dyn Game>, CatalogError> {
    let (ruleset, text) = level_file(level, ruleset)?;
    let begun = drawable(ruleset.name())?.begin(&text);
    let header = begun.map_err(|faults| faulty(level, ruleset, &text, faults))?;
    let storage = FileStorage::create_from(log, &header.to_bytes(), &Sharing::like(level))?;
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    open_storage(&path_text(log), Box::new(storage), opening)
}

/// Starts a drawing of a level text in memory; `name` replaces its path in errors.
pub fn draw_text(name: &str, text: &str, ruleset: Option<&str>) -> Result<Box<dyn Game>, CatalogError> {
    let ruleset = ruleset.map_or_else(|| declared(text), str::to_owned);
    let begun = drawable(&ruleset)?.begin(text);
    let header = begun.map_err(|faults| CatalogError::Level { path: name.to_owned(), faults })?;
    open_bytes(name, &header.to_bytes())
}

/// Checks a level file and re-runs its solutions and these playthroughs on it; see [`check::check`].
pub fn check_level(
    level: &Path,
    ruleset: Option<&str>,
    playthroughs: &[Playthroughs<'_>],
    see: &mut dyn FnMut(Finding),
) -> Result<(), CatalogError> {
    let (ruleset, text) = level_file(level, ruleset)?;
    ruleset.check(&text, playthroughs, see).map_err(|faults| faulty(level, ruleset, &text, faults))
}

/// Returns warnings about a level file, whether or not it can be played.
pub fn level_warnings(level: &Path, ruleset: Option<&str>) -> Result<Vec<Fault>, CatalogError> {
    let (ruleset, text) = level_file(level, ruleset)?;
    Ok(ruleset.warnings(&text))
}

/// Reads a level file and finds its ruleset.
fn level_file(path: &Path, ruleset: Option<&str>) -> Result<(&'static dyn Ruleset, String), CatalogError> {
    let (name, text) = (path_text(path), crate::journal::file::read_text(path, LARGEST_LEVEL)?);
    let ruleset = match ruleset {
        Some(asked_for) => find(asked_for)?,
        None => {
            let declared = declared(&text);
            find(&declared).map_err(|_| CatalogError::UnknownLevel { path: name, name: declared })?
        }
    };
    Ok((ruleset, text))
}

/// Builds the error for a level file with faults; its warnings are added.
fn faulty(path: &Path, ruleset: &dyn Ruleset, text: &str, mut faults: Vec<Fault>) -> CatalogError {
    let warnings = ruleset.warnings(text).into_iter().filter(|warning| !faults.contains(warning));
    let warnings =
        warnings.map(|Fault { line, message }| Fault { line, message: format!("warning: {message}") });
    faults.extend(warnings.collect::<Vec<_>>());
    CatalogError::Level { path: path_text(path), faults }
}

fn begin(name: &str, storage: Box<dyn Storage>) -> Result<(&'static dyn Ruleset, Scan), CatalogError> {
    let log = Scan::begin(storage)
        .map_err(|error| CatalogError::Open { path: name.to_owned(), source: error.into() })?;
    Ok((ruleset_of(name, log.header())?, log))
}

fn ruleset_of(name: &str, header: &Header) -> Result<&'static dyn Ruleset, CatalogError> {
    let found = find(&header.ruleset)
        .map_err(|_| CatalogError::UnknownSave { path: name.to_owned(), name: header.ruleset.clone() })?;
    Ok(if header.kind == Kind::Workshop { drawable(&header.ruleset)?.workshop } else { found })
}

/// Returns the ruleset that a level names, or the first ruleset if it names none.
pub fn declared(text: &str) -> String {
    named(text).unwrap_or_else(|| RULESETS[0].name().to_owned())
}

/// Returns the ruleset that a level names, if it names one.
pub fn named(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('{') { declared_in_json(text) } else { declared_in_toml(text) }
}

/// Whether a text is a document of another program: it can be read, has entries, and names no ruleset.
pub fn is_other_document(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_json = text.trim_start().starts_with('{');
    let read = if is_json { serde_json::from_str(text).ok() } else { level_text::toml_data(text) };
    named(text).is_none() && read.is_some_and(|document| !document.is_empty())
}

/// Finds a `ruleset` line before the first table.
fn declared_in_toml(text: &str) -> Option<String> {
    let top = text.lines().map(str::trim).take_while(|line| !line.starts_with('['));
    let mut entries = top.filter_map(|line| line.split_once('='));
    let (_, value) = entries.find(|(key, _)| key.trim() == "ruleset")?;
    Some(value.split('#').next()?.trim().trim_matches(['"', '\'']).to_owned())
}

fn declared_in_json(text: &str) -> Option<String> {
    let level: Value = serde_json::from_str(text).ok()?;
    Some(level.get("ruleset")?.as_str()?.to_owned())
}

fn drawable_names() -> String {
    DRAWABLES.iter().map(Drawable::name).collect::<Vec<_>>().join(", ")
}

fn names() -> String {
    RULESETS.iter().map(|ruleset| ruleset.name()).collect::<Vec<_>>().join(", ")
}
