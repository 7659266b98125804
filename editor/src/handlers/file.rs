//! Handles files: opening, saving, closing, and taking over the results of background work.

use std::path::Path;

use egui::{Context, ViewportCommand};

use crate::app::App;
use crate::command::{Blank, FileCommand};
use crate::open::{self, OpenOptions, Opened};
use crate::panels::dialog::{Dialog, NewLevel, Picker};
use crate::samples;
use crate::task::{Task, TaskResult};
use crate::workspace::{Mode, Workspace};

impl App {
    pub(super) fn handle_file(&mut self, ctx: &Context, file: FileCommand) {
        if file.leaves() && self.asks_first(&file) {
            return;
        }
        match file {
            FileCommand::AskNew => self.modals.ask(Dialog::New(NewLevel::default())),
            FileCommand::New(blank) => self.begin_level(&blank),
            FileCommand::Open(path) => self.open(ctx, &path, None),
            FileCommand::Sample(name) => self.open_sample(ctx, name),
            FileCommand::AskOpen => self.modals.ask(Dialog::Open(Picker::at(&self.workspace.folder()))),
            FileCommand::Save => _ = self.save(ctx, None),
            FileCommand::AskSaveAs => self.ask_save_as(None),
            FileCommand::AskSaveThen(then) => self.ask_save_as(Some(then)),
            FileCommand::SaveAs(path, then) => self.save_as(ctx, &path, then),
            FileCommand::Replace(path, then) => self.write_as(ctx, &path, then),
            FileCommand::SaveThen(then) => self.save_then(ctx, *then),
            FileCommand::DiscardThen(then) => self.discard_then(ctx, *then),
            FileCommand::Reload => self.reload(),
            FileCommand::KeepMine => self.keep_mine(),
            FileCommand::Retry(then) => self.retry(ctx, then),
            FileCommand::Cancel => _ = self.background.cancel(),
            FileCommand::Close => self.put_away(),
            FileCommand::Quit => self.quit(ctx),
        }
    }

    /// Asks what to do about changes that would be lost, unless the user has already decided.
    fn asks_first(&mut self, file: &FileCommand) -> bool {
        if let Some(workspace) = self.workspace.get_mut() {
            workspace.check_logs();
        }
        let Some(workspace) = self.workspace.at_stake() else { return false };
        let (title, then) = (workspace.title(), Box::new(file.clone()));
        self.modals.ask(match workspace.unwritten() {
            Some(reason) => Dialog::Unwritten(title, reason.to_owned(), then),
            None => Dialog::Unsaved(title, then),
        });
        true
    }

    fn save_then(&mut self, ctx: &Context, then: FileCommand) {
        self.modals.close();
        if self.save(ctx, Some(Box::new(then.clone()))) {
            self.handle_file(ctx, then);
        }
    }

    /// Leaves the file unchanged; the log returns to the saved state and keeps all later edits.
    fn discard_then(&mut self, ctx: &Context, then: FileCommand) {
        self.modals.close();
        if let Some(workspace) = self.workspace.get_mut() {
            seek_saved(workspace);
        }
        let quits = then == FileCommand::Quit;
        self.workspace.set_leaving(true);
        self.handle_file(ctx, then);
        self.workspace.set_leaving(quits);
    }

    fn quit(&mut self, ctx: &Context) {
        self.workspace.set_leaving(true);
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    /// Closes the workspace and shows the start page.
    fn put_away(&mut self) {
        let closed = self.close();
        self.notices.replace_error(closed);
        let Some(workspace) = self.workspace.take() else { return };
        if workspace.file().is_none() && workspace.is_unsaved() && workspace.unwritten().is_none() {
            let title = workspace.title();
            self.notices.toasts.tell(format!("{title} is kept under the drawings without a file"));
        }
        drop(workspace);
        self.playback.stop();
        self.modals.close();
        self.workspace.list_untitled(&self.settings.app_dirs);
    }

    fn begin_level(&mut self, blank: &Blank) {
        match open::blank(blank, &self.settings.app_dirs) {
            Ok(workspace) => self.take_over(workspace.into()),
            Err(reason) => self.notices.fail(reason),
        }
    }

    /// Opens a file; the open workspace stays if that fails.
    fn open(&mut self, ctx: &Context, path: &Path, mode: Option<Mode>) {
        if self.workspace.get().is_some_and(|workspace| has_open(workspace, path)) {
            self.notices.fail(format!("{} is open already", path.display()));
            self.modals.close();
            return;
        }
        let mode = mode.or_else(|| self.settings.current.mode_of(path));
        let how = OpenOptions { mode, ..OpenOptions::default() };
        self.await_work(ctx, Task::open(ctx, path.to_owned(), how, None));
    }

    /// Opens a file again that was opened for reading only, once another window has released its lock.
    pub(crate) fn go_on_writing(&mut self, ctx: &Context) {
        let Some(workspace) = self.workspace.get().filter(|_| !self.background.is_busy()) else { return };
        let free = workspace.awaited_lock().filter(|path| !open::is_locked(path)).map(Path::to_owned);
        if let Some(path) = free {
            let how = OpenOptions { mode: Some(workspace.mode()), ..OpenOptions::default() };
            self.await_work(ctx, Task::open(ctx, path, how, None));
        }
    }

    pub(super) fn open_sample(&mut self, ctx: &Context, name: &str) {
        match samples::copy(name, &self.settings.app_dirs) {
            Ok(path) => {
                let mode = self.settings.current.mode_of(&path).unwrap_or(Mode::Play);
                self.open(ctx, &path, Some(mode));
            }
            Err(reason) => self.notices.fail(reason),
        }
    }

    /// Starts work and waits briefly; a result that is ready at once is taken over at once.
    pub(super) fn await_work(&mut self, ctx: &Context, work: Task) {
        self.background.start(work);
        self.take_results(ctx, true);
    }

    /// Takes over the result of background work, if it is ready.
    pub(crate) fn take_results(&mut self, ctx: &Context, fresh: bool) {
        match self.background.outcome(fresh) {
            None => {}
            Some(TaskResult::Opened(opened, then)) => {
                self.take_over(*opened);
                if let Some(then) = then {
                    self.handle_file(ctx, then);
                }
            }
            Some(TaskResult::Begun(begun)) => self.play_begun(*begun),
            Some(TaskResult::Failed(reason)) => self.notices.fail(reason),
        }
    }

    fn take_over(&mut self, opened: Opened) {
        let closed = self.close();
        self.notices.replace_error(closed);
        self.notices.tell_all(opened.said);
        self.notices.tell_other_logs(opened.other_logs);
        self.settings.remember(&opened.workspace);
        self.workspace.put(opened.workspace);
        self.modals.close_unless_tour();
        self.playback.stop();
    }
}

/// Moves the cursor to the node of the drawing that is saved in the file.
fn seek_saved(workspace: &mut Workspace) {
    let saved = workspace.level_file().saved;
    if let (Some(saved), Some(drawing)) = (saved, workspace.drawing_mut()) {
        drawing.seek(saved);
    }
}

impl FileCommand {
    /// Whether it would close the open workspace.
    fn leaves(&self) -> bool {
        matches!(self, Self::New(_) | Self::Open(_) | Self::Sample(_) | Self::Close | Self::Quit)
    }
}

fn has_open(workspace: &Workspace, path: &Path) -> bool {
    let level = workspace.level_file().level.as_deref().filter(|_| workspace.file().is_none());
    workspace.file().into_iter().chain(level).any(|open| same_file(open, path))
}

pub(super) fn same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
