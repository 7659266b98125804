//! Opens a file as a workspace: a log as a game or a drawing, a level as a drawing together with its game.
//!
//! The logs of a drawing and of the game on it are files beside the level ([`crate::sidecar_paths`]); each is
//! created with its first action. If the level file and its log disagree, nothing is lost. Uses the catalog,
//! which knows the rulesets; runs in the background if it takes long.

mod earlier;
mod level;
mod lock;
mod log;
mod other_logs;

use std::path::{Path, PathBuf};

use timeloom::catalog::{self, is_save_path};
use timeloom::game::Game;
use timeloom::level_file::{EXTENSION, EXTENSIONS};
use timeloom::sketch::{FieldValue, Fields, Kit};

pub use earlier::{earlier_game, earlier_logs};
pub use level::{draft, hold, plain, replace_text};
pub use lock::is_locked;

use crate::app_dirs::AppDirs;
use crate::command::Blank;
use crate::document::{Document, StoredGame};
use crate::jobs::JobProgress;
use crate::sidecar_paths;
use crate::workspace::{Documents, LevelFile, Mode, Workspace};

/// Options for opening.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenOptions {
    /// Whether to change nothing on disk and lock nothing.
    pub only_look: bool,
    /// The initial mode; by default that of the file type.
    pub mode: Option<Mode>,
}

/// The opened workspace, with messages.
pub struct Opened {
    /// The opened workspace.
    pub workspace: Workspace,
    /// Sentences to show as toasts.
    pub said: Vec<String>,
    /// Other logs of the drawing, with edits that neither the level file nor its log has.
    pub other_logs: Vec<PathBuf>,
}

impl From<Workspace> for Opened {
    fn from(workspace: Workspace) -> Self {
        Self { workspace, said: Vec::new(), other_logs: Vec::new() }
    }
}

/// Opens any file; the error is a sentence.
pub fn file(path: &Path, how: OpenOptions, pace: &JobProgress) -> Result<Opened, String> {
    let mut opened = if is_save_path(path) { log(path, how, pace)? } else { level::open(path, how, pace)? };
    if let Some(mode) = how.mode {
        opened.workspace.set_mode(mode);
    }
    Ok(opened)
}

/// Opens a save for playing, or read-only if it cannot be written; the error is a sentence.
pub fn save(path: &Path) -> Result<Workspace, String> {
    Ok(log(path, OpenOptions::default(), &JobProgress::default())?.workspace)
}

/// Opens a log: that of a game as the game, that of a drawing as the level beside it.
fn log(path: &Path, how: OpenOptions, pace: &JobProgress) -> Result<Opened, String> {
    if let Some(level) = sidecar_paths::level_of_drawing(path) {
        return level::open(&level, how, pace);
    }
    let (game, note) = log::open(path, how.into(), pace).map_err(|error| error.to_string())?;
    let (is_drawing, is_read_only) = (game.about().drawing, note.is_some());
    let document = match how.only_look {
        true => Document::new(game, note),
        false => Document::new(StoredGame::in_file(game, path.to_owned()), note),
    };
    let mut workspace =
        if is_drawing { bare(document, path) } else { Workspace::play(document, Some(path.to_owned())) };
    let is_out = is_read_only && is_locked(path);
    workspace.await_lock(Some(path.to_owned()).filter(|_| is_out));
    Ok(workspace.into())
}

/// Opens the log of a drawing without a level beside it.
fn bare(drawing: Document, path: &Path) -> Workspace {
    let level_file = LevelFile { level: Some(path.with_extension(EXTENSION)), ..LevelFile::default() };
    Workspace::new(Some(path.to_owned()), Documents::drawing(drawing, None), level_file)
}

/// Creates a new level without a file; its logs will be in the app folders. The error is a sentence.
pub fn blank(blank: &Blank, app_dirs: &AppDirs) -> Result<Workspace, String> {
    let drawable = catalog::drawable(blank.ruleset).map_err(|error| error.to_string())?;
    let header = drawable.blank(blank.width, blank.height, settings(drawable.kit, blank));
    Ok(untitled_workspace(level::drawing_from(header, &blank.name)?, &blank.name, app_dirs))
}

/// Creates a drawing of a level without a file; its logs will be in the app folders. The error is a sentence.
pub fn untitled(text: &str, ruleset: &str, name: &str, app_dirs: &AppDirs) -> Result<Workspace, String> {
    Ok(untitled_workspace(draft(text, ruleset, name)?, name, app_dirs))
}

/// Returns the workspace of a drawing that has no level file yet.
fn untitled_workspace(drawing: Box<dyn Game>, name: &str, app_dirs: &AppDirs) -> Workspace {
    let level = app_dirs.unused(name);
    let drawing = match level.as_deref() {
        Some(level) => StoredGame::before_file(drawing, sidecar_paths::drawing(level), level),
        None => drawing.into(),
    };
    let drawing = Document::new(drawing, None);
    let level_file = LevelFile { level, ..LevelFile::default() };
    Workspace::new(None, Documents::drawing(drawing, None), level_file)
}

/// Returns the settings of a new level, its name and its depth, that its kit has.
fn settings(kit: &Kit, blank: &Blank) -> Fields {
    let name = FieldValue::Text(blank.name.trim().into());
    let depth = FieldValue::Number(i64::from(blank.depth));
    let all = [(kit.name_setting, name), (kit.slices_setting, depth)];
    all.into_iter().filter_map(|(field, value)| Some((field?.key.into(), value))).collect()
}

/// Returns the path with the extension of a level, unless it already has one.
pub fn with_level_ending(path: &Path) -> PathBuf {
    let is = |known: &&str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(known));
    if EXTENSIONS.iter().any(is) {
        return path.to_owned();
    }
    let mut path = path.as_os_str().to_owned();
    path.push(format!(".{EXTENSION}"));
    path.into()
}
