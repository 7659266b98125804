//! Handles the level file: saving it, under its name or another, and changes to it by another program.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use egui::Context;
use timeloom::catalog::{self, LARGEST_LEVEL, SAVE_EXTENSION};
use timeloom::journal::backup;
use timeloom::journal::file::{self, FileStorage, Sharing};
use timeloom::level_file::{self, LevelText};
use timeloom::timeline::NodeId;

use super::file::same_file;
use crate::app::App;
use crate::command::FileCommand;
use crate::document::{Document, StoredGame};
use crate::keep;
use crate::open::{self, OpenOptions};
use crate::panels::dialog::{Dialog, Picker};
use crate::sidecar_paths;
use crate::task::Task;
use crate::watch;
use crate::workspace::{LevelFile, OutsideChange, Workspace};

impl App {
    /// Saves the level to its file; asks for a name if it has none, and continues with `then` afterwards.
    /// Returns whether it was saved.
    pub(super) fn save(&mut self, ctx: &Context, then: Option<Box<FileCommand>>) -> bool {
        let Some(workspace) = self.workspace.get_mut() else { return false };
        // With every save, a log that is missing or was not written is written again.
        workspace.check_logs();
        workspace.write_logs();
        if workspace.drawing().is_none() {
            return self.save_game(then);
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
        !self.read_disk() && self.save_at(ctx, &path)
    }

    /// Reports that the log of a game is on disk, or asks where to save it. Returns whether it is on disk.
    fn save_game(&mut self, then: Option<Box<FileCommand>>) -> bool {
        let Some(workspace) = self.workspace.get() else { return false };
        let is_on_disk = workspace.unwritten().is_none();
        match is_on_disk {
            true => self.notices.toasts.tell(format!("every turn is already saved in {}", workspace.title())),
            false => self.ask_save_as(then),
        }
        is_on_disk
    }

    /// Saves the level under this path and reports it. Returns whether it was saved.
    fn save_at(&mut self, ctx: &Context, path: &Path) -> bool {
        let mut said = Vec::new();
        let saved = self.workspace.get_mut().map_or(Ok(None), |workspace| {
            said.extend(keep_theirs(workspace.level_file(), path)?);
            write(workspace, path, &mut said)
        });
        self.notices.keep_all(said);
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
        if self.settings.app_dirs.holds(&path) && !own {
            // Its logs would be those of a drawing without a file.
            self.notices.fail("this folder is for drawings without a file; choose another one");
        } else if own {
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
        let mut said = Vec::new();
        let copied = copy(workspace, path, &mut said);
        self.notices.keep_all(said);
        if let Err(reason) = copied {
            return self.notices.fail(reason);
        }
        // An untitled drawing moves: it has a file now.
        if let Some(level) = untitled {
            drop(self.workspace.take());
            retire_logs(&level);
        }
        self.notices.toasts.tell(format!("saved as {}", name(path)));
        let how = OpenOptions { mode: Some(mode), ..OpenOptions::default() };
        self.workspace.set_leaving(false);
        self.await_work(ctx, Task::open(ctx, path.to_owned(), how, then.map(|then| *then)));
    }

    /// Checks whether another program has changed the level file or moved or deleted a log; reports each
    /// change of the file once, and writes the log again.
    pub(crate) fn look_at_disk(&mut self) {
        let Some(workspace) = self.workspace.get_mut() else { return };
        workspace.check_logs();
        self.answers.look_at_saves(workspace);
        if watch::stamp_of(workspace.level_file().level.as_deref()) != workspace.level_file().stamp {
            self.read_disk();
        }
    }

    /// Reads the level file; reports each change by another program once. Returns whether saving would
    /// overwrite a change that the user has not decided about.
    fn read_disk(&mut self) -> bool {
        let Some(workspace) = self.workspace.get_mut() else { return false };
        let Some(change) = outside_change(workspace.level_file()) else { return false };
        let name = workspace.level_file().level.as_deref().map(name).unwrap_or_default();
        let is_new = workspace.report_outside_change(change.clone());
        match &change {
            OutsideChange::Rewritten(_) if is_new => self.notices.tell_rewritten(&name),
            OutsideChange::Unreadable(reason) if is_new => self.notices.tell_unreadable(&name, reason),
            OutsideChange::Removed if is_new => self.notices.tell_removed(&name),
            _ => {}
        }
        change != OutsideChange::Removed
    }

    /// Applies the text of the file as one edit of the drawing.
    pub(super) fn reload(&mut self) {
        match self.workspace.get_mut().map(reload) {
            Some(Ok(message)) => self.notices.toasts.tell(message),
            Some(Err(reason)) => self.notices.fail(reason),
            None => {}
        }
    }

    /// Leaves the text of the file out of the drawing: it counts as seen, and a copy is kept under another
    /// name.
    pub(super) fn keep_mine(&mut self) {
        match self.workspace.get_mut().map(keep_mine) {
            Some(Ok(said)) => self.notices.keep_all(said.into_iter().collect()),
            Some(Err(reason)) => self.notices.fail(reason),
            None => {}
        }
    }

    /// Retries writing the logs, and continues with `then` if that works.
    pub(super) fn retry(&mut self, ctx: &Context, then: Option<Box<FileCommand>>) {
        let Some(workspace) = self.workspace.get_mut() else { return };
        workspace.write_logs();
        if workspace.unwritten().is_none() {
            self.modals.close();
            then.into_iter().for_each(|then| self.handle_file(ctx, *then));
        }
    }
}

/// Returns the reason why the drawing cannot be saved.
fn read_only(workspace: &Workspace) -> Option<String> {
    workspace.drawing()?.read_only().map(str::to_owned)
}

/// Writes the level to its file; returns a note for the user. A version that another program wrote meanwhile,
/// or one with comments that the new one lacks, is kept under another name, which is added to `said`.
fn write(
    workspace: &mut Workspace,
    path: &Path,
    said: &mut Vec<String>,
) -> Result<Option<&'static str>, String> {
    let (text, here) = drawn(workspace).ok_or("there is no drawing to save")?;
    let source = workspace.level_file().source().map(str::to_owned);
    let formed = level_file::text_for(path, &text, source.as_deref())?;
    // Write the node of the drawing to the log before the file, so that both agree after a crash.
    let noted = workspace.note_cursors();
    said.extend(replace(workspace.level_file(), path, &formed)?);
    let LevelText { text: formed, note } = formed;
    let level_file = workspace.level_file_mut();
    level_file.merged = source.map(|source| (formed.clone(), source));
    level_file.wrote(formed, Some(text), Some(here));
    // Saving replaced the file, so lock the new one.
    workspace.hold(open::hold(path).ok().flatten());
    workspace.settle();
    noted.map(|()| note)
}

/// Replaces the level file; returns a sentence if the old one is kept under another name.
fn replace(level_file: &LevelFile, path: &Path, new: &LevelText) -> Result<Option<String>, String> {
    let known = level_file.text.as_deref();
    let loses = known.is_some_and(|known| new.loses_from(known));
    let is_known = |path: &Path| file::read_text(path, LARGEST_LEVEL).is_ok_and(|text| known == Some(&*text));
    let kept =
        file::replace_known(path, new.text.as_bytes(), &Sharing::Usual, |path| !loses && is_known(path));
    let kept = kept.map_err(|error| error.to_string())?;
    let said = if loses { keep::kept } else { keep::kept_theirs };
    Ok(kept.map(|kept| said(path, &kept)))
}

/// Returns the initial name for the save dialog.
fn suggested_name(workspace: &Workspace) -> PathBuf {
    let known = workspace.level_file().level.as_deref().or(workspace.file()).and_then(Path::file_name);
    let ending = if workspace.drawing().is_some() { level_file::EXTENSION } else { SAVE_EXTENSION };
    known.map_or_else(|| PathBuf::from(format!("untitled.{ending}")), PathBuf::from)
}

/// Keeps a copy of a text that was left out of the drawing, before the file is written.
fn keep_theirs(level_file: &LevelFile, path: &Path) -> Result<Option<String>, String> {
    let is_there = level_file.theirs && !is_gone(path);
    is_there.then(|| keep::copy_aside(path)).transpose()
}

/// Whether there is no file at this path; an unreadable one counts as existing.
fn is_gone(path: &Path) -> bool {
    path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// Returns the change of the level file by another program since it was last read or written.
fn outside_change(level_file: &LevelFile) -> Option<OutsideChange> {
    let (path, known) = (level_file.level.as_deref()?, level_file.text.as_deref()?);
    match file::read_text(path, LARGEST_LEVEL) {
        Ok(text) if text == known => None,
        Ok(text) => Some(OutsideChange::Rewritten(text)),
        Err(_) if is_gone(path) => Some(OutsideChange::Removed),
        Err(error) => Some(OutsideChange::Unreadable(error.to_string())),
    }
}

/// Applies the text of the file as one edit of the drawing, or begins a new log with it if it is too long for
/// one. Returns a message for the user.
fn reload(workspace: &mut Workspace) -> Result<String, String> {
    let path = workspace.level_file().level.clone().ok_or("there is no level file to reload")?;
    let text = file::read_text(&path, LARGEST_LEVEL).map_err(|error| error.to_string())?;
    let drawing =
        workspace.drawing_mut().ok_or("levels of this ruleset cannot be drawn; open the file again")?;
    let taken = open::replace_text(drawing, &text)?;
    let effect = match taken {
        Some(_) => "undo restores the previous drawing",
        None => "a new log begins with it, and the previous log is kept under another name",
    };
    let here = taken.map_or_else(|| begin_again(workspace, &path, &text), Ok)?;
    let plain = workspace.drawing().and_then(Document::level_text);
    workspace.level_file_mut().wrote(text, plain, Some(here));
    workspace.forget_outside_change();
    Ok(format!("reloaded {}; {effect}", name(&path)))
}

/// Replaces the drawing by one that begins with this text. The previous log is kept on disk.
fn begin_again(workspace: &mut Workspace, path: &Path, text: &str) -> Result<NodeId, String> {
    let fresh = open::draft(text, &catalog::declared(text), &path.display().to_string())?;
    let drawing = workspace.drawing_mut().ok_or("there is no drawing")?;
    let stored = drawing.stored_mut();
    stored.close()?;
    if let Some(reason) = stored.unwritten() {
        return Err(format!("the current log is not on disk ({reason}); save it under another name first"));
    }
    let fresh = match stored.path() {
        Some(log) => Document::new(StoredGame::before_file(fresh, log.to_owned(), path), None),
        None => Document::new(fresh, None),
    };
    workspace.take_drawing(fresh);
    Ok(NodeId::ROOT)
}

/// Marks the file as seen and the drawing as unsaved; keeps a copy of an unreadable file under another name
/// at once. Returns a message for the user.
fn keep_mine(workspace: &mut Workspace) -> Result<Option<String>, String> {
    let Some(path) = workspace.level_file().level.clone() else { return Ok(None) };
    let said = match outside_change(workspace.level_file()) {
        Some(OutsideChange::Rewritten(text)) => {
            let plain = open::plain(&text);
            workspace.level_file_mut().left_out(text, plain);
            None
        }
        Some(OutsideChange::Unreadable(_)) => {
            workspace.hold(None);
            keep::set_aside(&path)?
        }
        Some(OutsideChange::Removed) | None => return Ok(None),
    };
    workspace.forget_outside_change();
    Ok(said)
}

/// Returns the text of the drawing, and its node.
fn drawn(workspace: &Workspace) -> Option<(String, NodeId)> {
    let drawing = workspace.drawing()?;
    let here = drawing.here().id;
    Some((drawing.level_text()?, here))
}

/// Saves the level and its logs under another name; for a game without a level, only its log. Existing files
/// are moved to other names, which are added to `said`.
fn copy(workspace: &mut Workspace, path: &Path, said: &mut Vec<String>) -> Result<(), String> {
    workspace.close()?;
    let source = workspace.file().or(workspace.level_file().level.as_deref());
    let sharing = source.map(Sharing::like).unwrap_or_default();
    let mut new = NewFiles { sharing, said };
    let Some((text, _)) = drawn(workspace) else { return new.log(workspace.playing_mut(), path) };
    let LevelText { text, note } = level_file::text_for(path, &text, workspace.level_file().source())?;
    new.said.extend(note.map(|note| format!("{}: {note}", name(path))));
    new.said.extend(keep::set_aside(path)?);
    new.log(workspace.drawing_mut(), &sidecar_paths::drawing(path))?;
    new.log(workspace.playing_mut(), &sidecar_paths::play(path))?;
    new.file(path, text.as_bytes())
}

/// The files of a level under another name.
struct NewFiles<'a> {
    /// Permissions of the files.
    sharing: Sharing,
    said: &'a mut Vec<String>,
}

impl NewFiles<'_> {
    /// Writes a log unless it is empty.
    fn log(&mut self, document: Option<&mut Document>, path: &Path) -> Result<(), String> {
        self.said.extend(keep::set_aside(path)?);
        let document = document.filter(|document| document.game().node_count() > 1);
        let Some(document) = document else { return Ok(()) };
        let bytes = document.stored_mut().bytes().map_err(|error| error.to_string())?;
        self.file(path, &bytes)
    }

    fn file(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        FileStorage::create_from(path, bytes, &self.sharing).map(drop).map_err(|error| error.to_string())
    }
}

/// Removes the logs of an untitled drawing that was saved elsewhere from the list of untitled drawings.
fn retire_logs(level: &Path) {
    for log in [sidecar_paths::drawing(level), sidecar_paths::play(level)] {
        // They were copied; if this fails, an extra entry in the list does no harm.
        _ = backup::make_room(&log, sidecar_paths::moved(&log));
    }
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
