//! Finds the levels and playthroughs among the files and folders that were given.

use std::path::{Path, PathBuf};
use std::{fs, io};

use timeloom::catalog::{self, CatalogError, LARGEST_LEVEL, SAVE_EXTENSION};
use timeloom::check::Playthroughs;
use timeloom::game::Game;
use timeloom::journal::Durability;
use timeloom::journal::file::{self, Access};
use timeloom::level_file::EXTENSIONS;

use crate::cli::output::{Failure, is_log, open, warn};

/// What was found.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) levels: Vec<LevelFile>,
    pub(super) saves: Vec<SaveFile>,
    /// Saves in folders that cannot be opened.
    pub(super) broken: Vec<BrokenSave>,
    /// Whether one level was named and no folder: then all saves are re-run on it, whatever its id.
    pub(super) is_one: bool,
}

/// A level file.
pub(super) struct LevelFile {
    pub(super) path: PathBuf,
    /// Its ruleset and its id; `None` if it cannot be read.
    id: Option<(String, String)>,
}

/// A playthrough.
pub(super) struct SaveFile {
    pub(super) path: PathBuf,
    pub(super) game: Box<dyn Game>,
    id: Option<(String, String)>,
}

/// A save that cannot be opened.
pub(super) struct BrokenSave {
    pub(super) path: PathBuf,
    pub(super) error: CatalogError,
}

impl SaveFile {
    /// Whether it was played on a version of this level.
    pub(super) fn is_of(&self, level: &LevelFile) -> bool {
        self.id.is_some() && self.id == level.id
    }

    /// Returns its branches.
    pub(super) fn branches(&self) -> Playthroughs<'_> {
        Playthroughs::of(self.game.as_ref(), self.path.display().to_string())
    }
}

/// Sorts the files, and looks into the folders.
pub(super) fn gather(files: &[PathBuf], ruleset: Option<&str>) -> Result<Gathered, Failure> {
    let (mut found, mut has_folder) = (Gathered::default(), false);
    for path in files {
        if path.is_dir() {
            has_folder = true;
            look_into(path, &mut found).map_err(|error| unreadable(path, &error))?;
        } else if is_log(path) {
            found.saves.push(SaveFile::open_named(path)?);
        } else {
            found.levels.push(LevelFile::open(path, ruleset)?);
        }
    }
    if found.levels.is_empty() {
        return Err(Failure::bad(
            "there is no level among these files: give the levels to check, then the saves",
        ));
    }
    check_ids(&found.levels)?;
    found.is_one = found.levels.len() == 1 && !has_folder;
    Ok(found)
}

impl LevelFile {
    fn open(path: &Path, ruleset: Option<&str>) -> Result<Self, Failure> {
        let text = file::read_text(path, LARGEST_LEVEL).map_err(|error| Failure::bad(error.to_string()))?;
        Ok(Self::new(path, ruleset.unwrap_or(&catalog::declared(&text)), &text))
    }

    /// Problems of the level are reported when it is checked.
    fn new(path: &Path, ruleset: &str, text: &str) -> Self {
        Self { path: path.to_owned(), id: level_id(ruleset, text) }
    }
}

impl SaveFile {
    /// Opens a save; `None` if it is a drawing.
    fn open(path: &Path) -> Result<Option<Self>, CatalogError> {
        let game = open(path, Access::Read, Durability::OnClose)?;
        game.complaint().iter().for_each(|complaint| warn(path, complaint));
        let id = level_id(&game.about().ruleset, &game.level());
        Ok((!game.about().drawing).then(|| Self { path: path.to_owned(), game, id }))
    }

    /// Opens a save that was named, so it must not be a drawing.
    fn open_named(path: &Path) -> Result<Self, Failure> {
        let sentence = "this is a drawing of a level, not a game that was played on one";
        Self::open(path)?.ok_or_else(|| Failure::bad(format!("{}: {sentence}", path.display())))
    }
}

fn level_id(ruleset: &str, text: &str) -> Option<(String, String)> {
    let id = catalog::find(ruleset).ok()?.level_id(text).ok()?;
    Some((ruleset.to_owned(), id))
}

fn unreadable(folder: &Path, error: &io::Error) -> Failure {
    Failure::bad(format!("{}: {error}", folder.display()))
}

/// Adds the levels and playthroughs of a folder and of those in it, in the order of their names. Other files are skipped;
/// a folder that cannot be read is skipped with a warning.
fn look_into(folder: &Path, found: &mut Gathered) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        match path.extension().and_then(|ending| ending.to_str()) {
            _ if kind.is_dir() => {
                let read = look_into(&path, found);
                read.unwrap_or_else(|error| warn(&path, &format!("skipped: {error}")));
            }
            Some(SAVE_EXTENSION) => add_save(path, found),
            Some(ending) if EXTENSIONS.contains(&ending) => found.levels.extend(named_level(&path)),
            _ => {}
        }
    }
    Ok(())
}

fn add_save(path: PathBuf, found: &mut Gathered) {
    match SaveFile::open(&path) {
        Ok(save) => found.saves.extend(save),
        Err(error) => found.broken.push(BrokenSave { path, error }),
    }
}

/// Returns a file as a level if it names a ruleset: other files of the same format may lie beside levels.
fn named_level(path: &Path) -> Option<LevelFile> {
    let text = file::read_text(path, LARGEST_LEVEL).ok()?;
    let ruleset = catalog::declared(&text);
    let is_level = text.contains("ruleset") && catalog::find(&ruleset).is_ok();
    is_level.then(|| LevelFile::new(path, &ruleset, &text))
}

/// Fails if two levels have the same id: it would not be known which of them a playthrough belongs to.
fn check_ids(levels: &[LevelFile]) -> Result<(), Failure> {
    for (index, level) in levels.iter().enumerate() {
        let same = levels[..index].iter().find(|other| level.id.is_some() && other.id == level.id);
        if let (Some(same), Some((_, id))) = (same, &level.id) {
            return Err(Failure::bad(format!(
                "{} and {} are both the level '{id}': give one of them another id",
                same.path.display(),
                level.path.display()
            )));
        }
    }
    Ok(())
}
