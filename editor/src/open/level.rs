//! Opens a level file: its drawing with the whole history, and the game played on it.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use timeloom::catalog::{self, CatalogError, LARGEST_LEVEL};
use timeloom::game::{ActError, ActionBytes, Game};
use timeloom::journal::JournalError;
use timeloom::journal::file::{self, Access, FileStorage};
use timeloom::journal::record::{Header, HeaderError};
use timeloom::journal::storage::{Memory, Storage};
use timeloom::rules::{Fault, RefusalKind};
use timeloom::session::OpenError;
use timeloom::sketch::Edit;
use timeloom::timeline::NodeId;

use super::lock::patiently;
use super::log::{self, LogAccess, OpenedLog};
use super::{OpenOptions, Opened, other_logs};
use crate::document::{Document, StoredGame};
use crate::jobs::JobProgress;
use crate::log_storage::Unwritable;
use crate::sidecar_paths;
use crate::workspace::{Documents, LevelFile, Workspace};

/// Number of nodes of a drawing that are compared with the file, the nearest first.
const COMPARED: usize = 400;

/// Opens a level file, or a drawing whose level file does not exist yet.
pub(super) fn open(path: &Path, how: OpenOptions, pace: &JobProgress) -> Result<Opened, String> {
    if !path.exists() && sidecar_paths::drawing(path).exists() {
        return without_file(path, how, pace);
    }
    let text = file::read_text(path, LARGEST_LEVEL).map_err(|error| error.to_string())?;
    let held = if how.only_look { Ok(None) } else { patiently(pace, |_| true, || hold(path)) };
    let mut opener = Opener { path, how, pace, said: Vec::new(), note: held.as_ref().err().cloned() };
    let (drawing, level_file) = opener.drawing(text)?;
    let playing = opener.playing(drawing.as_ref(), &level_file)?;
    let documents = match (drawing, playing) {
        (Some(drawing), playing) => Documents::drawing(drawing, playing),
        (None, Some(game)) => Documents::game(game),
        (None, None) => return Err(format!("{}: there is no level to open", path.display())),
    };
    let mut workspace = Workspace::new(Some(path.to_owned()), documents, level_file);
    let other_logs = opener.other_logs(workspace.drawing(), workspace.level_file());
    workspace.await_lock(held.is_err().then(|| path.to_owned()));
    workspace.hold(held.ok().flatten());
    Ok(Opened { workspace, said: opener.said, other_logs })
}

/// Opens an untitled drawing from the app folders: only its log exists.
fn without_file(path: &Path, how: OpenOptions, pace: &JobProgress) -> Result<Opened, String> {
    let (game, note) =
        log::open(&sidecar_paths::drawing(path), how.into(), pace).map_err(|error| error.to_string())?;
    let mut opener = Opener { path, how, pace, said: Vec::new(), note };
    let drawing = opener.document(game, None, &sidecar_paths::drawing(path));
    let level_file = LevelFile { level: Some(path.to_owned()), ..LevelFile::default() };
    // The drawing need not be playable yet.
    let playing = opener.playing(Some(&drawing), &level_file).unwrap_or(None);
    let workspace = Workspace::new(None, Documents::drawing(drawing, playing), level_file);
    Ok(Opened { said: opener.said, ..workspace.into() })
}

/// Creates a drawing in memory from the text of a level; the error is a sentence.
pub fn draft(text: &str, ruleset: &str, name: &str) -> Result<Box<dyn Game>, String> {
    let drawable = catalog::drawable(ruleset).map_err(|error| error.to_string())?;
    drawing_from(drawable.begin(text), name)
}

/// Creates a drawing in memory from the header of its log; the error is a sentence.
pub(super) fn drawing_from(header: Result<Header, Vec<Fault>>, name: &str) -> Result<Box<dyn Game>, String> {
    let storage = Box::new(Memory::new(header_bytes(header, name)?));
    log::on(name, storage, &JobProgress::default()).map_err(|error| error.to_string())
}

/// Returns the first bytes of a log, or the faults of its level.
fn header_bytes(header: Result<Header, Vec<Fault>>, name: &str) -> Result<Vec<u8>, String> {
    let faulty = |faults| CatalogError::Level { path: name.to_owned(), faults }.to_string();
    Ok(header.map_err(faulty)?.to_bytes())
}

/// Applies the text of a level as one edit. `None` if it is too long for one: then a new log must begin with it. The
/// error is a sentence that leaves out the text itself.
pub fn replace_text(drawing: &mut Document, text: &str) -> Result<Option<NodeId>, String> {
    let edit = ActionBytes(Edit::Replace { text: text.into() }.to_bytes());
    match drawing.take(&edit) {
        Ok(node) => Ok(Some(node)),
        Err(ActError::NotSaved(JournalError::TooLarge { .. })) => Ok(None),
        Err(ActError::Illegal { refused, .. }) if refused.kind == RefusalKind::TooLong => Ok(None),
        Err(ActError::Illegal { refused, .. }) => Err(refused.message),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the text of a level as its drawing would write it; `None` if it cannot be drawn.
pub fn plain(text: &str) -> Option<String> {
    catalog::drawable(&catalog::declared(text)).ok()?.plain_text(text).ok()
}

/// Locks a level against other windows; the error is a sentence that says that it is open elsewhere.
pub fn hold(path: &Path) -> Result<Option<File>, String> {
    // On other platforms, a lock would prevent reading the file, even by ourselves.
    let file = if cfg!(unix) { File::open(path).ok() } else { None };
    match file.as_ref().map(File::try_lock) {
        Some(Err(TryLockError::WouldBlock)) => Err(format!(
            "opened for reading only: {} is open in another window; close it there first, then open it here again",
            path.display()
        )),
        Some(Ok(())) => Ok(file),
        _ => Ok(None),
    }
}

struct Opener<'a> {
    path: &'a Path,
    how: OpenOptions,
    pace: &'a JobProgress,
    said: Vec<String>,
    /// Reason why the workspace is read-only, if it is.
    note: Option<String>,
}

impl Opener<'_> {
    /// Returns other logs of the drawing that hold edits, unless the level is only looked at.
    fn other_logs(&self, drawing: Option<&Document>, level_file: &LevelFile) -> Vec<PathBuf> {
        let drawing = drawing.filter(|_| self.reach() == LogAccess::GoOn);
        let has = |drawing: &Document, text: &str| moment(drawing.game(), Some(text)).is_some();
        drawing.map_or_else(Vec::new, |drawing| {
            let is_known = |text: &str| level_file.plain.as_deref() == Some(text) || has(drawing, text);
            other_logs::with_edits(self.path, is_known, self.pace)
        })
    }

    fn is_sealed(&self) -> bool {
        self.note.is_some()
    }

    fn reach(&self) -> LogAccess {
        if self.is_sealed() { LogAccess::Read } else { self.how.into() }
    }

    /// Returns the drawing of a text, if its ruleset supports drawing, and the state of the file.
    fn drawing(&mut self, text: String) -> Result<(Option<Document>, LevelFile), String> {
        let mut level_file = LevelFile { level: Some(self.path.to_owned()), ..LevelFile::default() };
        let (ruleset, name) = (catalog::declared(&text), self.path.display().to_string());
        let Ok(drawable) = catalog::drawable(&ruleset) else {
            level_file.wrote(text, None, None);
            return Ok((None, level_file));
        };
        let log = sidecar_paths::drawing(self.path);
        let found = self.existing(&log)?.filter(|(game, _)| game.about().drawing);
        let head = header_bytes(drawable.begin(&text), &name)?;
        let fresh = self.fresh(&name, head, &log)?;
        let plain = fresh.level_text();
        let (drawing, saved) = match found {
            Some((game, note)) => {
                let found = self.document(game, note, &log);
                self.note = self.note.take().or(found.read_only().map(str::to_owned));
                self.agree(found, fresh, &text, plain.as_deref())
            }
            None => (fresh, Some(NodeId::ROOT)),
        };
        match saved {
            None if !self.is_sealed() && drawing.read_only().is_none() => level_file.not_taken_in(),
            saved => level_file.wrote(text, plain, saved),
        }
        Ok((Some(drawing), level_file))
    }

    /// Reconciles the log with the file: changes by another program become one edit, or the beginning of a new log if
    /// they are too large for one. Returns the drawing, and its node that is saved in the file.
    fn agree(
        &mut self,
        mut found: Document,
        fresh: Document,
        text: &str,
        plain: Option<&str>,
    ) -> (Document, Option<NodeId>) {
        if let Some(saved) = moment(found.game(), plain) {
            if saved != found.cursor().id {
                self.said.push(format!("unsaved changes to {} were restored", name(self.path)));
            }
            return (found, Some(saved));
        }
        if self.is_sealed() || found.read_only().is_some() {
            return (found, None);
        }
        let taken = replace_text(&mut found, text);
        self.said.push(self.about_change(&taken));
        match taken {
            Ok(Some(node)) => (found, Some(node)),
            Ok(None) => (fresh, Some(NodeId::ROOT)),
            Err(_) => (found, None),
        }
    }

    /// Describes what was done with the changes by another program.
    fn about_change(&self, taken: &Result<Option<NodeId>, String>) -> String {
        let level = name(self.path);
        match taken {
            Ok(Some(_)) => format!(
                "{level} was changed by another program; the change is one step in the log, and undo reverts it"
            ),
            Ok(None) => format!(
                "{level} was changed by another program; the change is too large for one step, so a new log begins \
                 with it; the log until now is kept under another name"
            ),
            Err(error) => format!(
                "{level} was changed by another program, and the log cannot take the change in: {error}; saving asks \
                 before it writes over the file"
            ),
        }
    }

    /// Returns the game on the level at its last position, or a new one; `None` if the drawing cannot be
    /// played.
    fn playing(
        &mut self,
        drawing: Option<&Document>,
        level_file: &LevelFile,
    ) -> Result<Option<Document>, String> {
        let log = sidecar_paths::play(self.path);
        let found = self.existing(&log)?.filter(|(game, _)| !game.about().drawing);
        if let Some((game, note)) = found {
            return Ok(Some(self.document(game, note, &log)));
        }
        let drawn = drawing.and_then(Document::level_text);
        let Some(text) = drawn.or_else(|| level_file.text.clone()) else { return Ok(None) };
        let ruleset = match drawing {
            Some(drawing) => drawing.about().ruleset.clone(),
            None => catalog::declared(&text),
        };
        let begun = self.begun(&text, &ruleset, &log);
        if drawing.is_some() { Ok(begun.ok()) } else { begun.map(Some) }
    }

    fn begun(&self, text: &str, ruleset: &str, log: &Path) -> Result<Document, String> {
        let path = self.path.display().to_string();
        let ruleset = catalog::find(ruleset).map_err(|_| {
            CatalogError::UnknownLevel { path: path.clone(), name: ruleset.to_owned() }.to_string()
        })?;
        let head = header_bytes(ruleset.begin(text, 0), &path)?;
        self.fresh(&log.display().to_string(), head, log)
    }

    /// Opens a log that begins with this header. With the first change it is created, if it may be written.
    fn fresh(&self, name: &str, head: Vec<u8>, log: &Path) -> Result<Document, String> {
        let storage: Box<dyn Storage> = match self.reach() {
            LogAccess::Read => Box::new(Unwritable::new(head)),
            LogAccess::Copy | LogAccess::GoOn => Box::new(Memory::new(head)),
        };
        let game = log::on(name, storage, self.pace).map_err(|error| error.to_string())?;
        Ok(match self.reach() {
            LogAccess::GoOn => Document::new(StoredGame::before_file(game, log.to_owned(), self.path), None),
            LogAccess::Read | LogAccess::Copy => Document::new(game, self.note.clone()),
        })
    }

    /// Returns the document of a log that was opened.
    fn document(&self, game: Box<dyn Game>, note: Option<String>, log: &Path) -> Document {
        let note = self.note.clone().or(note);
        match self.reach() {
            LogAccess::Copy => Document::new(game, note),
            LogAccess::GoOn if game.is_detached() => {
                Document::new(StoredGame::in_place_of_file(game, log.to_owned(), self.path), None)
            }
            LogAccess::Read | LogAccess::GoOn => {
                Document::new(StoredGame::in_file(game, log.to_owned()), note)
            }
        }
    }

    /// Opens the log at this path, if it exists. The readable part of a damaged log is used, and replaces it
    /// with the first change; a log that is only unreadable at the moment stays as it is. The error reports
    /// that opening was stopped.
    fn existing(&mut self, log: &Path) -> Result<Option<OpenedLog>, String> {
        if !log.exists() {
            return Ok(None);
        }
        if let Err(error) = file::check_regular(log) {
            self.said.push(format!("{error}; with the first change it is kept under another name"));
            return Ok(None);
        }
        let opened = log::open(log, self.reach(), self.pace);
        if self.pace.is_stopped() {
            return Err(format!("opening {} was stopped; nothing was changed", name(self.path)));
        }
        Ok(match opened {
            Ok((game, note)) if game.health().complaint().is_none() || game.sealed().is_none() => {
                Some((game, note))
            }
            Ok((game, note)) if self.reach() != LogAccess::GoOn => Some((game, note)),
            Ok((game, _)) => {
                let why = game.health().complaint().unwrap_or_default();
                drop(game);
                self.rescued(log, &why)
            }
            Err(error) if is_damage(&error) => self.rescued(log, &error.to_string()),
            Err(error) => self.left_alone(log, &error),
        })
    }

    /// Makes the level read-only, so that an unreadable log that may be intact is not overwritten.
    fn left_alone(&mut self, log: &Path, why: &CatalogError) -> Option<OpenedLog> {
        if self.reach() == LogAccess::GoOn {
            let log = name(log);
            self.note = Some(format!("opened for reading only, because {log} cannot be read: {why}"));
        } else {
            self.said.push(format!("{} cannot be read and is ignored: {why}", name(log)));
        }
        None
    }

    fn rescued(&mut self, log: &Path, why: &str) -> Option<OpenedLog> {
        if self.reach() != LogAccess::GoOn {
            self.said.push(format!("{} cannot be read and is ignored: {why}", name(log)));
            return None;
        }
        let rescued = self.recovered(log);
        let what =
            if rescued.is_some() { "its readable part was recovered" } else { "a new one was started" };
        self.said.push(format!(
            "{} is damaged ({why}); {what}, and the damaged one is kept under another name with the first change",
            name(log)
        ));
        rescued
    }

    /// Returns the recoverable part of a log, in memory.
    fn recovered(&self, log: &Path) -> Option<OpenedLog> {
        let path = log.display().to_string();
        let file = FileStorage::open(log, Access::Read).ok()?;
        let (bytes, _) = catalog::rescued(&path, Box::new(file), None).ok()?;
        let mut game = log::on(&path, Box::new(Memory::new(bytes)), self.pace).ok()?;
        game.detach().ok()?;
        Some((game, None))
    }
}

/// Whether the log is damaged, as opposed to unreadable at the moment.
fn is_damage(error: &CatalogError) -> bool {
    use HeaderError::{Empty, Foreign};
    let no_log =
        |error: &OpenError| matches!(error, OpenError::Journal(JournalError::NotASave(Empty | Foreign)));
    error.is_about_a_save() || matches!(error, CatalogError::Open { source, .. } if no_log(source))
}

/// Finds the node of a drawing that has this text: the nearest on the current branch, or any other.
fn moment(game: &dyn Game, text: Option<&str>) -> Option<NodeId> {
    let cursor = game.node(game.cursor()).turn as usize;
    let mut near: Vec<(usize, NodeId)> =
        game.line().iter().enumerate().map(|(turn, &id)| (turn.abs_diff(cursor), id)).collect();
    near.sort_unstable();
    let line: BTreeSet<NodeId> = game.line().iter().copied().collect();
    let newest = game.tree().ids().rev();
    let others = newest.filter(|id| !line.contains(id));
    let mut all = near.into_iter().map(|(_, id)| id).chain(others).take(COMPARED);
    all.find(|&id| game.drawing().map(|drawing| drawing.level_text(id)).as_deref() == text)
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
