//! Opens a level file: its drawing with the whole history, and the game played on it.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::path::Path;

use timeloom::catalog::{self, CatalogError, LARGEST_LEVEL};
use timeloom::game::{ActionBytes, Game};
use timeloom::journal::record::HeaderError;
use timeloom::journal::storage::Storage;
use timeloom::journal::{JournalError, file};
use timeloom::session::OpenError;
use timeloom::sketch::Edit;
use timeloom::timeline::NodeId;

use super::log::{self, OpenedLog, Reach};
use super::{How, Opened};
use crate::document::Document;
use crate::jobs::Pace;
use crate::lazy_file::Lazy;
use crate::sidecar_paths;
use crate::workspace::{Documents, LevelFile, Workspace};

/// Number of nodes of a drawing that are compared with the file, the nearest first.
const COMPARED: usize = 400;

/// Opens a level file, or a drawing whose level file does not exist yet.
pub(super) fn open(path: &Path, how: How, pace: &Pace) -> Result<Opened, String> {
    if !path.exists() && sidecar_paths::drawing(path).exists() {
        return without_file(path, how, pace);
    }
    let text = file::read_text(path, LARGEST_LEVEL).map_err(|error| error.to_string())?;
    let held = if how.only_look { Ok(None) } else { hold(path) };
    let mut opener = Opener { path, how, pace, said: Vec::new(), note: held.as_ref().err().cloned() };
    let (drawing, mut level_file) = opener.drawing(text)?;
    let playing = opener.playing(drawing.as_ref(), &mut level_file)?;
    let documents = match (drawing, playing) {
        (Some(drawing), playing) => Documents::drawing(drawing, playing),
        (None, Some(game)) => Documents::game(game),
        (None, None) => return Err(format!("{}: there is no level to open", path.display())),
    };
    let mut workspace = Workspace::new(Some(path.to_owned()), documents, level_file);
    workspace.hold(held.ok().flatten());
    Ok(Opened { workspace, said: opener.said })
}

/// Opens an untitled drawing from the app folders: only its log exists.
fn without_file(path: &Path, how: How, pace: &Pace) -> Result<Opened, String> {
    let (game, note) =
        log::open(&sidecar_paths::drawing(path), how.into(), pace).map_err(|error| error.to_string())?;
    let mut opener = Opener { path, how, pace, said: Vec::new(), note };
    let drawing = Document::new(game, opener.note.clone());
    let mut level_file = LevelFile { level: Some(path.to_owned()), ..LevelFile::default() };
    // The drawing need not be playable yet.
    let playing = opener.playing(Some(&drawing), &mut level_file).unwrap_or(None);
    let workspace = Workspace::new(None, Documents::drawing(drawing, playing), level_file);
    Ok(Opened { workspace, said: opener.said })
}

/// Creates a drawing from the text of a level, with its log in the storage returned by `keep`; the error is a
/// sentence.
pub fn draft(
    text: &str,
    ruleset: &str,
    name: &str,
    keep: impl FnOnce(Vec<u8>) -> Box<dyn Storage>,
) -> Result<Box<dyn Game>, String> {
    let drawable = catalog::drawable(ruleset).map_err(|error| error.to_string())?;
    let head = drawable
        .begin(text)
        .map_err(|faults| CatalogError::Level { path: name.to_owned(), faults }.to_string())?;
    log::on(name, keep(head.to_bytes()), &Pace::default()).map_err(|error| error.to_string())
}

/// Returns the text of a level as its drawing would write it; `None` if it cannot be drawn.
pub fn plain(text: &str) -> Option<String> {
    let game = catalog::draw_text("level", text, None).ok()?;
    game.drawing().map(|drawing| drawing.level_text(game.cursor()))
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
    how: How,
    pace: &'a Pace,
    said: Vec<String>,
    /// Why the workspace is read-only, if it is.
    note: Option<String>,
}

impl Opener<'_> {
    fn is_sealed(&self) -> bool {
        self.note.is_some()
    }

    fn reach(&self) -> Reach {
        if self.is_sealed() { Reach::Read } else { self.how.into() }
    }

    /// Returns the drawing of a text, if its ruleset supports drawing, and what is known of the file.
    fn drawing(&mut self, text: String) -> Result<(Option<Document>, LevelFile), String> {
        let mut level_file = LevelFile { level: Some(self.path.to_owned()), ..LevelFile::default() };
        let (ruleset, name) = (catalog::declared(&text), self.path.display().to_string());
        if catalog::drawable(&ruleset).is_err() {
            level_file.wrote(text, None, None);
            return Ok((None, level_file));
        }
        let log = sidecar_paths::drawing(self.path);
        let found = self.existing(&log)?.filter(|(game, _)| game.about().drawing);
        let fresh = draft(&text, &ruleset, &name, |head| self.lazy(head, &log))?;
        let plain = fresh.drawing().map(|drawing| drawing.level_text(fresh.cursor()));
        let (game, saved) = match found {
            Some((mut game, note)) => {
                self.note = self.note.take().or(note);
                let saved = self.agree(&mut *game, &text, plain.as_deref());
                (game, saved)
            }
            None => (fresh, Some(NodeId::ROOT)),
        };
        level_file.wrote(text, plain, saved);
        Ok((Some(Document::new(game, self.note.clone())), level_file))
    }

    /// Reconciles the log with the file: changes by another program become one edit. Returns the node that is saved
    /// in the file.
    fn agree(&mut self, game: &mut dyn Game, text: &str, plain: Option<&str>) -> Option<NodeId> {
        if let Some(saved) = moment(game, plain) {
            if saved != game.cursor() {
                self.said.push(format!("unsaved changes to {} were restored", name(self.path)));
            }
            return Some(saved);
        }
        if self.is_sealed() || game.sealed().is_some() {
            return None;
        }
        let edit = ActionBytes(Edit::Replace { text: text.into() }.to_bytes());
        match game.act(&edit) {
            Ok(node) => {
                self.said.push(format!(
                    "{} was changed by another program; the change is one step in the log, and undo takes it back",
                    name(self.path)
                ));
                Some(node)
            }
            Err(error) => {
                self.said.push(format!(
                    "the changes of another program to {} are ignored: {error}",
                    name(self.path)
                ));
                None
            }
        }
    }

    /// Returns the game on the level where it left off, or a new one; `None` if the drawing cannot be played.
    fn playing(
        &mut self,
        drawing: Option<&Document>,
        level_file: &mut LevelFile,
    ) -> Result<Option<Document>, String> {
        let log = sidecar_paths::play(self.path);
        level_file.play = Some(log.clone());
        let found = self.existing(&log)?.filter(|(game, _)| !game.about().drawing);
        if let Some((game, note)) = found {
            return Ok(Some(Document::new(game, self.note.clone().or(note))));
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
        let head = ruleset.begin(text, 0);
        let head = head.map_err(|faults| CatalogError::Level { path, faults }.to_string())?;
        let storage = self.lazy(head.to_bytes(), log);
        let game = log::on(&log.display().to_string(), storage, self.pace);
        Ok(Document::new(game.map_err(|error| error.to_string())?, self.note.clone()))
    }

    fn lazy(&self, head: Vec<u8>, log: &Path) -> Box<dyn Storage> {
        match self.reach() {
            Reach::Read => Box::new(Lazy::sealed(head)),
            Reach::Copy => log::lazy(head, None),
            Reach::GoOn => log::lazy(head, Some(log.to_owned())),
        }
    }

    /// Opens the log at this path, if it exists. A damaged log is set aside, and what can be recovered is used; one
    /// that merely cannot be read at the moment stays as it is. The error says that opening was stopped.
    fn existing(&mut self, log: &Path) -> Result<Option<OpenedLog>, String> {
        if !log.exists() {
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
            Ok((game, note)) if self.reach() != Reach::GoOn => Some((game, note)),
            Ok((game, _)) => {
                let why = game.health().complaint().unwrap_or_default();
                drop(game);
                self.rescued(log, &why)
            }
            Err(error) if is_damage(&error) => self.rescued(log, &error.to_string()),
            Err(error) => self.left_alone(log, &error),
        })
    }

    /// Makes the level read-only: a log that may be fine elsewhere must not be overwritten.
    fn left_alone(&mut self, log: &Path, why: &CatalogError) -> Option<OpenedLog> {
        if self.reach() == Reach::GoOn {
            let log = name(log);
            self.note = Some(format!("opened for reading only, as {log} cannot be read here: {why}"));
        } else {
            self.said.push(format!("{} cannot be read and is ignored: {why}", name(log)));
        }
        None
    }

    fn rescued(&mut self, log: &Path, why: &str) -> Option<OpenedLog> {
        if self.reach() != Reach::GoOn {
            self.said.push(format!("{} cannot be read and is ignored: {why}", name(log)));
            return None;
        }
        let aside = sidecar_paths::damaged(log);
        if let Err(error) = std::fs::rename(log, &aside) {
            self.note = Some(format!(
                "opened for reading only: {} is damaged and cannot be set aside: {error}",
                name(log)
            ));
            return None;
        }
        let rescued =
            catalog::rescue(&aside, log, None).ok().and_then(|_| log::open(log, Reach::GoOn, self.pace).ok());
        let what =
            if rescued.is_some() { "its readable part was recovered" } else { "a new one was started" };
        self.said.push(format!(
            "{} is damaged ({why}); it was set aside as {}, and {what}",
            name(log),
            name(&aside)
        ));
        rescued
    }
}

/// Whether the log is damaged, as opposed to merely unreadable at the moment.
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
