//! What is done about the level file: writing it, under its name or another, and what another program wrote into it.

use std::path::{Path, PathBuf};

use egui::Context;
use timeloom::catalog::LARGEST_LEVEL;
use timeloom::game::ActionBytes;
use timeloom::journal::file::{self, FileStorage};
use timeloom::sketch::Edit;

use super::file::same_file;
use crate::app::App;
use crate::beside;
use crate::command::{Command, File};
use crate::desk::Desk;
use crate::document::Document;
use crate::open::{self, How};
use crate::over::Over;
use crate::panels::dialog::{Dialog, Picker};
use crate::watch;
use crate::work::Work;

impl App {
    /// Writes the level into its file; asks for one if there is none, to do something else then. Whether it is written.
    pub(super) fn save(&mut self, ctx: &Context, then: Option<Box<File>>) -> bool {
        let Some(desk) = &self.desk else { return false };
        if desk.drawing().is_none() {
            self.toasts.tell(format!("every turn is in {} already", desk.title()));
            return true;
        }
        if let Some(reason) = desk.drawing().and_then(|drawing| drawing.note().or(drawing.game().sealed())) {
            self.message = Some(format!("nothing is saved from here: {reason}"));
            return false;
        }
        let Some(path) = desk.paper().level.clone().filter(|_| desk.paper().text.is_some()) else {
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
        let Some(desk) = &mut self.desk else { return Ok(()) };
        let (text, here) = drawn(desk).ok_or("there is no drawing to be saved")?;
        let formed = open::in_form_of(path, &text)?;
        file::replace(path, formed.as_bytes()).map_err(|error| error.to_string())?;
        desk.paper_mut().wrote(formed, Some(text), Some(here));
        // The file is another one now.
        desk.hold(open::hold(path).ok().flatten());
        desk.settle();
        Ok(())
    }

    pub(super) fn ask_save_as(&mut self, then: Option<Box<File>>) {
        let Some(desk) = &self.desk else { return };
        let ending = if desk.drawing().is_some() { "toml" } else { "loom" };
        let known =
            desk.paper().level.as_deref().or(desk.file()).and_then(Path::file_name).map(PathBuf::from);
        let named = known.unwrap_or_else(|| PathBuf::from(format!("untitled.{ending}")));
        let picker = Picker::named(&self.folder().join(named));
        self.over = Some(Over::Dialog(Dialog::Save(picker, then)));
    }

    /// Saves under another name; asks first if there is such a file.
    pub(super) fn save_as(&mut self, ctx: &Context, path: &Path, then: Option<Box<File>>) {
        let Some(desk) = &self.desk else { return };
        let path = if desk.drawing().is_some() { open::with_level_ending(path) } else { path.to_owned() };
        let own = desk.file().is_some_and(|own| same_file(own, &path));
        if own {
            self.over = None;
            self.save(ctx, then);
        } else if path.exists() {
            self.over = Some(Over::Dialog(Dialog::Replace(path, then)));
        } else {
            self.write_as(ctx, &path, then);
        }
    }

    /// Writes everything beside the new name, and goes on there.
    pub(super) fn write_as(&mut self, ctx: &Context, path: &Path, then: Option<Box<File>>) {
        self.over = None;
        let Some(desk) = &mut self.desk else { return };
        let (mode, shelved) = (desk.mode(), desk.paper().level.clone().filter(|_| desk.file().is_none()));
        match copy(desk, path) {
            Ok(()) => {
                // From the shelf it moves: it has a file now.
                if let Some(level) = shelved {
                    self.desk = None;
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
        let Some(desk) = &self.desk else { return false };
        let paper = desk.paper();
        let (Some(path), Some(known)) = (&paper.level, &paper.text) else { return false };
        if watch::stamp(path) == paper.stamp {
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
        let Some(desk) = &mut self.desk else { return Ok(()) };
        let path = desk.paper().level.clone().ok_or("this lies in no level file")?;
        let text = file::read_text(&path, LARGEST_LEVEL).map_err(|error| error.to_string())?;
        let drawing =
            desk.drawing_mut().ok_or("levels of these rules cannot be drawn; open the file again")?;
        let here = drawing.act(&ActionBytes(Edit::Replace { text: text.as_str().into() }.to_bytes()))?;
        let plain = drawing.game().drawn(here);
        desk.paper_mut().wrote(text, plain, Some(here));
        self.told_of = None;
        self.toasts.tell(format!("took over {}; undo brings back what was drawn here", name(&path)));
        Ok(())
    }

    /// The file counts as seen, and the drawing as not saved.
    pub(super) fn keep_mine(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let text = desk.paper().level.as_deref().and_then(|path| file::read_text(path, LARGEST_LEVEL).ok());
        let Some(text) = text.filter(|text| desk.paper().text.as_ref() != Some(text)) else { return };
        let plain = open::plain(&text);
        desk.paper_mut().wrote(text, plain, None);
        self.told_of = None;
    }
}

/// The text of what is drawn, and at which moment.
fn drawn(desk: &Desk) -> Option<(String, timeloom::timeline::NodeId)> {
    let drawing = desk.drawing()?;
    let here = drawing.here().id;
    Some((drawing.game().drawn(here)?, here))
}

/// Puts the level and its logs under another name; a game on its own is its log.
fn copy(desk: &mut Desk, path: &Path) -> Result<(), String> {
    desk.close().map_err(|error| error.to_string())?;
    match drawn(desk) {
        Some((text, _)) => {
            let formed = open::in_form_of(path, &text)?;
            file::replace(path, formed.as_bytes()).map_err(|error| error.to_string())?;
            put(desk.drawing_mut(), &beside::drawing(path))?;
            put(desk.playing_mut(), &beside::play(path))
        }
        None => put(desk.playing_mut(), path),
    }
}

/// Writes a log in which something happened; what lies there is kept under another name.
fn put(document: Option<&mut Document>, path: &Path) -> Result<(), String> {
    if path.exists() {
        std::fs::rename(path, beside::another(path))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let Some(document) = document.filter(|document| document.game().node_count() > 1) else { return Ok(()) };
    let bytes = document.bytes().map_err(|error| error.to_string())?;
    FileStorage::create(path, &bytes).map(drop).map_err(|error| error.to_string())
}

fn remove_logs(level: &Path) {
    for log in [beside::drawing(level), beside::play(level)] {
        // It has been copied; that it is still listed does no harm.
        _ = std::fs::remove_file(log);
    }
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
