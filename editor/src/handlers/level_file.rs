//! Handles the level file: saving it, under its name or another, and changes to it by another program.

use std::path::{Path, PathBuf};

use egui::Context;
use timeloom::catalog::LARGEST_LEVEL;
use timeloom::game::ActionBytes;
use timeloom::journal::file::{self, FileStorage};
use timeloom::level_file::{self, LevelText};
use timeloom::sketch::Edit;

use super::file::same_file;
use crate::app::{App, WorkspaceSlot};
use crate::command::FileCommand;
use crate::document::Document;
use crate::open::{self, How};
use crate::panels::dialog::{Dialog, Picker};
use crate::sidecar_paths;
use crate::watch;
use crate::work::Work;
use crate::workspace::{LevelFile, OutsideChange, Workspace};

impl App {
    /// Saves the level to its file; asks for a name if it has none, and continues with `then` afterwards. Returns
    /// whether it was saved.
    pub(super) fn save(&mut self, ctx: &Context, then: Option<Box<FileCommand>>) -> bool {
        let Some(workspace) = self.workspace.get_mut() else { return false };
        if workspace.drawing().is_none() {
            self.notices.toasts.tell(format!("every turn is already saved in {}", workspace.title()));
            return true;
        }
        if let Some(reason) = read_only(workspace) {
            self.notices.fail(format!("cannot save: {reason}"));
            return false;
        }
        let level_file = workspace.level_file();
        let Some(path) = level_file.level.clone().filter(|_| level_file.text.is_some()) else {
            self.ask_save_as(then);
            return false;
        };
        // Never overwrite the changes of another program unseen, even if they were reported before.
        workspace.forget_outside_change();
        !self.look_at_disk() && self.save_at(ctx, &path)
    }

    /// Saves the level under this path and reports it. Returns whether it was saved.
    fn save_at(&mut self, ctx: &Context, path: &Path) -> bool {
        let saved = self.workspace.get_mut().map_or(Ok(None), |workspace| write(workspace, path));
        let is_saved = saved.is_ok();
        if let Ok(note) = saved {
            let note = note.map(|note| format!("; {note}")).unwrap_or_default();
            self.notices.toasts.tell(format!("saved {}{note}", name(path)));
        }
        self.notices.check(saved.map(drop));
        ctx.request_repaint();
        is_saved
    }

    pub(super) fn ask_save_as(&mut self, then: Option<Box<FileCommand>>) {
        if let Some(workspace) = self.workspace.get() {
            let picker = Picker::named(&self.workspace.folder().join(suggested_name(workspace)));
            self.modals.ask(Dialog::Save(picker, then));
        }
    }

    /// Saves under another name; asks first if that file exists.
    pub(super) fn save_as(&mut self, ctx: &Context, path: &Path, then: Option<Box<FileCommand>>) {
        let Some(workspace) = self.workspace.get() else { return };
        let path =
            if workspace.drawing().is_some() { open::with_level_ending(path) } else { path.to_owned() };
        let own = workspace.file().is_some_and(|own| same_file(own, &path));
        if own {
            self.modals.close();
            self.save(ctx, then);
        } else if path.exists() {
            self.modals.ask(Dialog::Replace(path, then));
        } else {
            self.write_as(ctx, &path, then);
        }
    }

    /// Saves the level and its logs under the new name, and opens it.
    pub(super) fn write_as(&mut self, ctx: &Context, path: &Path, then: Option<Box<FileCommand>>) {
        self.modals.close();
        let Some(workspace) = self.workspace.get_mut() else { return };
        let (mode, untitled) =
            (workspace.mode(), workspace.level_file().level.clone().filter(|_| workspace.file().is_none()));
        if let Err(reason) = copy(workspace, path) {
            return self.notices.fail(reason);
        }
        // An untitled drawing moves: it has a file now.
        if let Some(level) = untitled {
            drop(self.workspace.take());
            remove_logs(&level);
        }
        self.notices.toasts.tell(format!("saved as {}", name(path)));
        let how = How { mode: Some(mode), ..How::default() };
        self.workspace.leaving = false;
        self.await_work(ctx, Work::open(ctx, path.to_owned(), how, then.map(|then| *then)));
    }

    /// Checks whether another program has changed the level file; reports each change once. Returns whether it has
    /// new text.
    pub(crate) fn look_at_disk(&mut self) -> bool {
        let Some(workspace) = self.workspace.get_mut() else { return false };
        let Some(change) = outside_change(workspace.level_file()) else { return false };
        let is_rewritten = matches!(change, OutsideChange::Rewritten(_));
        let name = workspace.level_file().level.as_deref().map(name).unwrap_or_default();
        match workspace.report_outside_change(change) {
            true if is_rewritten => self.notices.tell_rewritten(&name),
            true => self.notices.tell_removed(&name),
            false => {}
        }
        is_rewritten
    }

    /// Applies the text of the file as one edit of the drawing.
    pub(super) fn reload(&mut self) {
        match self.workspace.get_mut().map(reload) {
            Some(Ok(name)) => {
                self.notices.toasts.tell(format!("reloaded {name}; undo restores what was drawn before"));
            }
            Some(Err(reason)) => self.notices.fail(reason),
            None => {}
        }
    }
}

/// Returns why the drawing cannot be saved.
fn read_only(workspace: &Workspace) -> Option<String> {
    let drawing = workspace.drawing()?;
    drawing.note().or(drawing.game().sealed()).map(str::to_owned)
}

/// Writes the level to its file; returns what to say about it.
fn write(workspace: &mut Workspace, path: &Path) -> Result<Option<&'static str>, String> {
    let (text, here) = drawn(workspace).ok_or("there is no drawing to save")?;
    let source = workspace.level_file().source().map(str::to_owned);
    let LevelText { text: formed, note } = level_file::text_for(path, &text, source.as_deref())?;
    // The log says where the drawing is before the file shows it: after a crash, both agree.
    let noted = workspace.note_cursors();
    file::replace(path, formed.as_bytes()).map_err(|error| error.to_string())?;
    let level_file = workspace.level_file_mut();
    level_file.merged = source.map(|source| (formed.clone(), source));
    level_file.wrote(formed, Some(text), Some(here));
    // Saving replaced the file, so lock the new one.
    workspace.hold(open::hold(path).ok().flatten());
    workspace.settle();
    noted.map(|()| note).map_err(|error| error.to_string())
}

/// Returns the initial name for the save dialog.
fn suggested_name(workspace: &Workspace) -> PathBuf {
    let known = workspace.level_file().level.as_deref().or(workspace.file()).and_then(Path::file_name);
    let ending = if workspace.drawing().is_some() { "toml" } else { "loom" };
    known.map_or_else(|| PathBuf::from(format!("untitled.{ending}")), PathBuf::from)
}

/// Returns what another program did to the level file since it was last read or written.
fn outside_change(level_file: &LevelFile) -> Option<OutsideChange> {
    let (path, known) = (level_file.level.as_deref()?, level_file.text.as_deref()?);
    if watch::stamp(path) == level_file.stamp {
        return None;
    }
    match file::read_text(path, LARGEST_LEVEL) {
        Ok(text) if text == known => None,
        Ok(text) => Some(OutsideChange::Rewritten(text)),
        Err(_) => Some(OutsideChange::Removed),
    }
}

/// Applies the text of the file as one edit of the drawing; returns the name of the file.
fn reload(workspace: &mut Workspace) -> Result<String, String> {
    let path = workspace.level_file().level.clone().ok_or("there is no level file to reload")?;
    let text = file::read_text(&path, LARGEST_LEVEL).map_err(|error| error.to_string())?;
    let drawing =
        workspace.drawing_mut().ok_or("levels of this ruleset cannot be drawn; open the file again")?;
    let here = drawing.act(&ActionBytes(Edit::Replace { text: text.as_str().into() }.to_bytes()))?;
    let plain = drawing.game().drawing().map(|drawing| drawing.level_text(here));
    workspace.level_file_mut().wrote(text, plain, Some(here));
    workspace.forget_outside_change();
    Ok(name(&path))
}

/// Marks the file as seen and the drawing as unsaved.
pub(super) fn keep_mine(workspace: &mut WorkspaceSlot) {
    let Some(workspace) = workspace.get_mut() else { return };
    let level_file = workspace.level_file();
    let text = level_file.level.as_deref().and_then(|path| file::read_text(path, LARGEST_LEVEL).ok());
    let Some(text) = text.filter(|text| level_file.text.as_ref() != Some(text)) else { return };
    let plain = open::plain(&text);
    workspace.level_file_mut().wrote(text, plain, None);
    workspace.forget_outside_change();
}

/// Returns the text of the drawing, and its node.
fn drawn(workspace: &Workspace) -> Option<(String, timeloom::timeline::NodeId)> {
    let drawing = workspace.drawing()?;
    let here = drawing.here().id;
    Some((drawing.level_text()?, here))
}

/// Saves the level and its logs under another name; for a game without a level, only its log.
fn copy(workspace: &mut Workspace, path: &Path) -> Result<(), String> {
    workspace.close().map_err(|error| error.to_string())?;
    match drawn(workspace) {
        Some((text, _)) => {
            let formed = level_file::text_for(path, &text, workspace.level_file().source())?.text;
            file::replace(path, formed.as_bytes()).map_err(|error| error.to_string())?;
            put(workspace.drawing_mut(), &sidecar_paths::drawing(path))?;
            put(workspace.playing_mut(), &sidecar_paths::play(path))
        }
        None => put(workspace.playing_mut(), path),
    }
}

/// Writes a log unless it is empty; an existing file is kept under another name.
fn put(document: Option<&mut Document>, path: &Path) -> Result<(), String> {
    if path.exists() {
        std::fs::rename(path, sidecar_paths::another(path))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let Some(document) = document.filter(|document| document.game().node_count() > 1) else { return Ok(()) };
    let bytes = document.bytes().map_err(|error| error.to_string())?;
    FileStorage::create(path, &bytes).map(drop).map_err(|error| error.to_string())
}

fn remove_logs(level: &Path) {
    for log in [sidecar_paths::drawing(level), sidecar_paths::play(level)] {
        // It has been copied; a leftover in the list does no harm.
        _ = std::fs::remove_file(log);
    }
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
