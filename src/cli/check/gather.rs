//! Finds the levels and playthroughs in the given files and folders.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use timeloom::catalog::{self, CatalogError, LARGEST_LEVEL, is_save_path};
use timeloom::check::Playthroughs;
use timeloom::game::Game;
use timeloom::journal::file::{self, Access, path_text};
use timeloom::journal::{Durability, Health};
use timeloom::level_file::EXTENSIONS;

use crate::cli::output::{Failure, is_log, open, path_data, warn};
use crate::cli::seat::Seat;

/// The files found.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) levels: Vec<LevelFile>,
    pub(super) saves: Vec<SaveFile>,
    /// Saves that are damaged, and those in folders that cannot be opened.
    pub(super) broken: Vec<BrokenSave>,
    /// Files of folders that could be levels by their extension, but are documents of something else.
    pub(super) no_levels: Vec<PathBuf>,
    /// Whether a single level and no folder was given: then all saves are re-run on it, whatever its id.
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
    /// The game, as seen from the seat.
    pub(super) game: Box<dyn Game>,
    /// Its seed: the turns that the seat knows have shown what came of it.
    seed: u64,
    id: Option<(String, String)>,
    /// Whether its last write did not finish, as after a crash.
    pub(super) is_unfinished: bool,
}

/// A save that cannot be re-run.
pub(super) struct BrokenSave {
    pub(super) path: PathBuf,
    pub(super) problem: Problem,
}

/// Reason why a save cannot be re-run.
pub(super) enum Problem {
    Unreadable(CatalogError),
    /// Only its first turns can be read.
    Damaged(String),
}

/// A save that was opened.
enum Opened {
    Played(SaveFile),
    Damaged(String),
    Drawing,
}

impl Gathered {
    /// Returns the saves that were played on none of the levels.
    pub(super) fn unmatched(&self) -> Vec<&SaveFile> {
        let is_matched = |save: &SaveFile| self.levels.iter().any(|level| save.is_of(level));
        self.saves.iter().filter(|save| !is_matched(save)).collect()
    }

    /// Whether the last write of a save did not finish.
    pub(super) fn has_unfinished(&self) -> bool {
        self.saves.iter().any(|save| save.is_unfinished)
    }

    /// Adds a save that was given by name, and so must not be a drawing.
    fn add_named(&mut self, path: &Path, seat: &Seat) -> Result<(), Failure> {
        let sentence = "this is a drawing of a level, not a game that was played on one";
        match open_save(path, seat)?.map_err(|error| seat.failure(error))? {
            Opened::Drawing => Err(Failure::bad(format!("{}: {sentence}", path_text(path)))),
            opened => {
                self.add(path, opened);
                Ok(())
            }
        }
    }

    /// Adds a save of a folder.
    fn add_found(&mut self, path: &Path, seat: &Seat) -> Result<(), Failure> {
        match open_save(path, seat)? {
            Ok(opened) => self.add(path, opened),
            Err(error) if seat.is_none() => self.add_broken(path, Problem::Unreadable(error)),
            Err(error) => self.add_broken(path, Problem::Damaged(error.for_players())),
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, opened: Opened) {
        match opened {
            Opened::Played(save) => self.saves.push(save),
            Opened::Damaged(complaint) => self.add_broken(path, Problem::Damaged(complaint)),
            Opened::Drawing => {}
        }
    }

    /// Adds a file of a folder that could be a level by its extension. Documents of other programs have it too: they
    /// name no ruleset. What cannot be read is taken for a level, so that a spoilt one is not passed over.
    fn add_level(&mut self, path: &Path, ruleset: Option<&str>) {
        match file::read_text(path, LARGEST_LEVEL) {
            Ok(text) if ruleset.is_none() && catalog::is_other_document(&text) => {
                self.no_levels.push(path.to_owned());
            }
            Ok(text) => {
                let ruleset = ruleset.map_or_else(|| catalog::declared(&text), str::to_owned);
                self.levels.push(LevelFile::new(path, &ruleset, &text));
            }
            // Checking it reports the problem.
            Err(_) => self.levels.push(LevelFile { path: path.to_owned(), id: None }),
        }
    }

    /// Keeps each file once, however often it was given.
    fn remove_repeated(&mut self) {
        let mut known = HashSet::new();
        let mut is_new =
            |path: &Path| known.insert(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()));
        self.levels.retain(|level| is_new(&level.path));
        self.saves.retain(|save| is_new(&save.path));
        self.broken.retain(|save| is_new(&save.path));
        self.no_levels.retain(|path| is_new(path));
    }

    /// Tells which levels have the same id: playthroughs of one are re-run on both.
    fn tell_shared_ids(&self) {
        for (index, level) in self.levels.iter().enumerate() {
            let same = self.levels[..index].iter().find(|other| level.id.is_some() && other.id == level.id);
            if let (Some(same), Some((_, id))) = (same, &level.id) {
                let other = path_text(&same.path);
                warn(&level.path, &format!("has the id '{id}' of {other}: playthroughs are re-run on both"));
            }
        }
    }

    fn add_broken(&mut self, path: &Path, problem: Problem) {
        self.broken.push(BrokenSave { path: path.to_owned(), problem });
    }
}

impl SaveFile {
    /// Whether it was played on a version of this level.
    pub(super) fn is_of(&self, level: &LevelFile) -> bool {
        self.id.is_some() && self.id == level.id
    }

    /// The id of its level, if it has one.
    pub(super) fn level_id(&self) -> Option<&str> {
        self.id.as_ref().map(|(_, id)| id.as_str())
    }

    /// Returns its branches.
    pub(super) fn branches(&self) -> Playthroughs<'_> {
        Playthroughs { seed: self.seed, ..Playthroughs::of(self.game.as_ref(), path_data(&self.path)) }
    }
}

/// Sorts the files, and looks into the folders.
pub(super) fn gather(files: &[PathBuf], ruleset: Option<&str>, seat: &Seat) -> Result<Gathered, Failure> {
    let (mut found, mut has_folder) = (Gathered::default(), false);
    for path in files {
        if path.is_dir() {
            has_folder = true;
            let folder = SaveFolder { ruleset, seat };
            folder.look_into(path, &mut found)?.map_err(|error| unreadable(path, &error))?;
        } else if is_log(path) {
            found.add_named(path, seat)?;
        } else {
            found.levels.push(LevelFile::open(path, ruleset)?);
        }
    }
    found.remove_repeated();
    if found.levels.is_empty() {
        return Err(Failure::bad(
            "there is no level among these files: give the levels to check, then the saves",
        ));
    }
    found.tell_shared_ids();
    found.is_one = found.levels.len() == 1 && !has_folder;
    Ok(found)
}

impl LevelFile {
    fn open(path: &Path, ruleset: Option<&str>) -> Result<Self, Failure> {
        let text = file::read_text(path, LARGEST_LEVEL).map_err(|error| Failure::bad(error.to_string()))?;
        Ok(Self::new(path, ruleset.unwrap_or(&catalog::declared(&text)), &text))
    }

    /// Reads the id of a level; problems are reported when the level is checked.
    fn new(path: &Path, ruleset: &str, text: &str) -> Self {
        Self { path: path.to_owned(), id: level_id(ruleset, text) }
    }
}

/// Opens a save, as seen from a seat. Of a damaged one only the first turns can be read, which would pass as an
/// unfinished game.
fn open_save(path: &Path, seat: &Seat) -> Result<Result<Opened, CatalogError>, Failure> {
    let mut game = match open(path, Access::Read, Durability::OnClose) {
        Ok(game) => game,
        Err(error) => return Ok(Err(error)),
    };
    let seed = game.about().seed.unwrap_or_default();
    seat.sit(game.as_mut())?;
    Ok(Ok(sorted(path, game, seed)))
}

fn sorted(path: &Path, game: Box<dyn Game>, seed: u64) -> Opened {
    let complaint = game.complaint();
    if let (Health::Damaged { .. }, Some(complaint), false) =
        (game.health(), &complaint, game.about().drawing)
    {
        return Opened::Damaged(complaint.clone());
    }
    complaint.iter().for_each(|complaint| warn(path, complaint));
    if game.about().drawing {
        return Opened::Drawing;
    }
    let id = level_id(&game.about().ruleset, &game.level());
    let is_unfinished = *game.health() != Health::Whole;
    Opened::Played(SaveFile { path: path.to_owned(), game, seed, id, is_unfinished })
}

fn level_id(ruleset: &str, text: &str) -> Option<(String, String)> {
    let id = catalog::find(ruleset).ok()?.level_id(text).ok()?;
    Some((ruleset.to_owned(), id))
}

fn unreadable(folder: &Path, error: &io::Error) -> Failure {
    Failure::bad(format!("{}: {error}", path_text(folder)))
}

/// How the files of a folder are read.
struct SaveFolder<'a> {
    ruleset: Option<&'a str>,
    seat: &'a Seat,
}

impl SaveFolder<'_> {
    /// Adds the levels and playthroughs of a folder and its subfolders, in the order of their names. Skips other
    /// files; skips an unreadable folder with a warning.
    fn look_into(&self, folder: &Path, found: &mut Gathered) -> Result<io::Result<()>, Failure> {
        let mut entries = match fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(entries) => entries,
            Err(error) => return Ok(Err(error)),
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        for path in entries.iter().map(fs::DirEntry::path) {
            match path.extension().and_then(|ending| ending.to_str()) {
                _ if path.is_dir() && !path.is_symlink() => {
                    let read = self.look_into(&path, found)?;
                    read.unwrap_or_else(|error| warn(&path, &format!("skipped: {error}")));
                }
                _ if is_save_path(&path) => found.add_found(&path, self.seat)?,
                Some(ending) if EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(ending)) => {
                    found.add_level(&path, self.ruleset);
                }
                _ => {}
            }
        }
        Ok(Ok(()))
    }
}
