//! What is done about the level file: writing it, under its name or another, and what another program wrote into it.

use std::path::{Path, PathBuf};

use egui::Context;
use timeloom::catalog::LARGEST_LEVEL;
use timeloom::game::ActionBytes;
use timeloom::journal::file::{self, FileStorage};
use timeloom::sketch::Edit;

use super::file::same_file;
use crate::app::App;
use crate::command::{Command, File};
use crate::document::Document;
use crate::modal::Modal;
use crate::open::{self, How};
use crate::panels::dialog::{Dialog, Picker};
use crate::sidecar_paths;
use crate::watch;
use crate::work::Work;
use crate::workspace::Workspace;

impl App {
    /// Writes the level into its file; asks for one if there is none, to do something else then. Whether it is written.
    pub(super) fn save(&mut self, ctx: &Context, then: Option<Box<File>>) -> bool {
        let Some(workspace) = &self.workspace else { return false };
        if workspace.drawing().is_none() {
            self.toasts.tell(format!("every turn is in {} already", workspace.title()));
            return true;
        }
        if let Some(reason) =
            workspace.drawing().and_then(|drawing| drawing.note().or(drawing.game().sealed()))
        {
            self.message = Some(format!("nothing is saved from here: {reason}"));
            return false;
        }
        let Some(path) =
            workspace.level_file().level.clone().filter(|_| workspace.level_file().text.is_some())
        else {
            self.ask_save_as(then);
            return false;
        };
        // What another program wrote is not written over unseen, however often that was told.
        self.told_of = None;
        if self.look_at_disk() {
            return false;
        }
        let saved = self.write(&path);
        match &saved {
            Ok(()) => self.toasts.tell(format!("saved {}", name(&path))),
            Err(reason) => self.message = Some(reason.clone()),
        }
        ctx.request_repaint();
        saved.is_ok()
    }

    fn write(&mut self, path: &Path) -> Result<(), String> {
        let Some(workspace) = &mut self.workspace else { return Ok(()) };
        let (text, here) = drawn(workspace).ok_or("there is no drawing to be saved")?;
        let formed = open::in_form_of(path, &text)?;
        file::replace(path, formed.as_bytes()).map_err(|error| error.to_string())?;
        workspace.level_file_mut().wrote(formed, Some(text), Some(here));
        // The file is another one now.
        workspace.hold(open::hold(path).ok().flatten());
        workspace.settle();
        Ok(())
    }

    pub(super) fn ask_save_as(&mut self, then: Option<Box<File>>) {
        let Some(workspace) = &self.workspace else { return };
        let ending = if workspace.drawing().is_some() { "toml" } else { "loom" };
        let known = workspace
            .level_file()
            .level
            .as_deref()
            .or(workspace.file())
            .and_then(Path::file_name)
            .map(PathBuf::from);
        let named = known.unwrap_or_else(|| PathBuf::from(format!("untitled.{ending}")));
        let picker = Picker::named(&self.folder().join(named));
        self.modal = Some(Modal::Dialog(Dialog::Save(picker, then)));
    }

    /// Saves under another name; asks first if there is such a file.
    pub(super) fn save_as(&mut self, ctx: &Context, path: &Path, then: Option<Box<File>>) {
        let Some(workspace) = &self.workspace else { return };
        let path =
            if workspace.drawing().is_some() { open::with_level_ending(path) } else { path.to_owned() };
        let own = workspace.file().is_some_and(|own| same_file(own, &path));
        if own {
            self.modal = None;
            self.save(ctx, then);
        } else if path.exists() {
            self.modal = Some(Modal::Dialog(Dialog::Replace(path, then)));
        } else {
            self.write_as(ctx, &path, then);
        }
    }

    /// Writes everything beside the new name, and goes on there.
    pub(super) fn write_as(&mut self, ctx: &Context, path: &Path, then: Option<Box<File>>) {
        self.modal = None;
        let Some(workspace) = &mut self.workspace else { return };
        let (mode, shelved) =
            (workspace.mode(), workspace.level_file().level.clone().filter(|_| workspace.file().is_none()));
        match copy(workspace, path) {
            Ok(()) => {
                // From the app_dirs it moves: it has a file now.
                if let Some(level) = shelved {
                    self.workspace = None;
                    remove_logs(&level);
                }
                self.toasts.tell(format!("saved as {}", name(path)));
                let how = How { mode: Some(mode), ..How::default() };
                self.leaving = false;
                self.await_work(ctx, Work::open(ctx, path.to_owned(), how, then.map(|then| *then)));
            }
            Err(reason) => self.message = Some(reason),
        }
    }

    /// Looks whether another program has changed the level file; tells about it once. Whether it has.
    pub(crate) fn look_at_disk(&mut self) -> bool {
        let Some(workspace) = &self.workspace else { return false };
        let level_file = workspace.level_file();
        let (Some(path), Some(known)) = (&level_file.level, &level_file.text) else { return false };
        if watch::stamp(path) == level_file.stamp {
            return false;
        }
        let now = file::read_text(path, LARGEST_LEVEL).ok();
        if now.as_ref() == Some(known) {
            return false;
        }
        if self.told_of.as_ref() != Some(&now) {
            self.tell_of_disk(&name(&path.clone()), now.is_some());
            self.told_of = Some(now.clone());
        }
        now.is_some()
    }

    fn tell_of_disk(&mut self, name: &str, is_there: bool) {
        if is_there {
            let offers =
                vec![("Reload", Command::File(File::Reload)), ("Keep mine", Command::File(File::KeepMine))];
            self.toasts.offer(format!("{name} was changed by another program"), offers);
        } else {
            self.toasts.tell(format!("{name} is gone from the disk; saving writes it again"));
        }
    }

    /// What is in the file becomes one edit of the drawing.
    pub(super) fn reload(&mut self) {
        if let Err(reason) = self.try_reload() {
            self.message = Some(reason);
        }
    }

    fn try_reload(&mut self) -> Result<(), String> {
        let Some(workspace) = &mut self.workspace else { return Ok(()) };
        let path = workspace.level_file().level.clone().ok_or("this lies in no level file")?;
        let text = file::read_text(&path, LARGEST_LEVEL).map_err(|error| error.to_string())?;
        let drawing =
            workspace.drawing_mut().ok_or("levels of these rules cannot be drawn; open the file again")?;
        let here = drawing.act(&ActionBytes(Edit::Replace { text: text.as_str().into() }.to_bytes()))?;
        let plain = drawing.game().drawing().map(|drawing| drawing.level_text(here));
        workspace.level_file_mut().wrote(text, plain, Some(here));
        self.told_of = None;
        self.toasts.tell(format!("took over {}; undo brings back what was drawn here", name(&path)));
        Ok(())
    }

    /// The file counts as seen, and the drawing as not saved.
    pub(super) fn keep_mine(&mut self) {
        let Some(workspace) = &mut self.workspace else { return };
        let text = workspace
            .level_file()
            .level
            .as_deref()
            .and_then(|path| file::read_text(path, LARGEST_LEVEL).ok());
        let Some(text) = text.filter(|text| workspace.level_file().text.as_ref() != Some(text)) else {
            return;
        };
        let plain = open::plain(&text);
        workspace.level_file_mut().wrote(text, plain, None);
        self.told_of = None;
    }
}

/// The text of what is drawn, and at which moment.
fn drawn(workspace: &Workspace) -> Option<(String, timeloom::timeline::NodeId)> {
    let drawing = workspace.drawing()?;
    let here = drawing.here().id;
    Some((drawing.game().drawing().map(|drawing| drawing.level_text(here))?, here))
}

/// Puts the level and its logs under another name; a game on its own is its log.
fn copy(workspace: &mut Workspace, path: &Path) -> Result<(), String> {
    workspace.close().map_err(|error| error.to_string())?;
    match drawn(workspace) {
        Some((text, _)) => {
            let formed = open::in_form_of(path, &text)?;
            file::replace(path, formed.as_bytes()).map_err(|error| error.to_string())?;
            put(workspace.drawing_mut(), &sidecar_paths::drawing(path))?;
            put(workspace.playing_mut(), &sidecar_paths::play(path))
        }
        None => put(workspace.playing_mut(), path),
    }
}

/// Writes a log in which something happened; what lies there is kept under another name.
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
        // It has been copied; that it is still listed does no harm.
        _ = std::fs::remove_file(log);
    }
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
