//! What is done about files: opening, saving, closing, and what another program does to them meanwhile.

use std::path::{Path, PathBuf};

use egui::{Context, ViewportCommand};

use crate::app::App;
use crate::command::{Blank, File};
use crate::modal::Modal;
use crate::open::{self, How, Opened};
use crate::panels::dialog::{Dialog, NewLevel, Picker};
use crate::samples;
use crate::work::{Outcome, Work};
use crate::workspace::{Mode, Workspace};

impl App {
    pub(super) fn handle_file(&mut self, ctx: &Context, file: File) {
        if file.leaves() && self.asks_first(&file) {
            return;
        }
        match file {
            File::AskNew => self.modal = Some(Modal::Dialog(Dialog::New(NewLevel::default()))),
            File::New(blank) => self.begin_level(&blank),
            File::Open(path) => self.open(ctx, &path, None),
            File::Sample(name) => self.open_sample(ctx, name),
            File::AskOpen => self.ask_open(),
            File::Save => _ = self.save(ctx, None),
            File::AskSaveAs => self.ask_save_as(None),
            File::SaveAs(path, then) => self.save_as(ctx, &path, then),
            File::Replace(path, then) => self.write_as(ctx, &path, then),
            File::SaveThen(then) => self.save_then(ctx, *then),
            File::DiscardThen(then) => self.discard_then(ctx, *then),
            File::Reload => self.reload(),
            File::KeepMine => self.keep_mine(),
            File::Cancel => self.work = None,
            File::Close => self.put_away(),
            File::Quit => self.quit(ctx),
        }
    }

    /// Asks what is to become of changes that would be lost, unless that was asked already.
    fn asks_first(&mut self, file: &File) -> bool {
        let Some(workspace) =
            self.workspace.as_ref().filter(|workspace| workspace.is_at_stake() && !self.leaving)
        else {
            return false;
        };
        let dialog = Dialog::Unsaved(workspace.title(), Box::new(file.clone()));
        self.modal = Some(Modal::Dialog(dialog));
        true
    }

    fn save_then(&mut self, ctx: &Context, then: File) {
        self.modal = None;
        if self.save(ctx, Some(Box::new(then.clone()))) {
            self.handle_file(ctx, then);
        }
    }

    /// The file stays as it is; the log goes back to what is in it, and keeps everything that came after.
    fn discard_then(&mut self, ctx: &Context, then: File) {
        self.modal = None;
        if let Some(workspace) = &mut self.workspace {
            let saved = workspace.level_file().saved;
            if let (Some(saved), Some(drawing)) = (saved, workspace.drawing_mut()) {
                drawing.seek(saved);
            }
        }
        let quits = then == File::Quit;
        self.leaving = true;
        self.handle_file(ctx, then);
        self.leaving = quits;
    }

    fn quit(&mut self, ctx: &Context) {
        self.leaving = true;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    /// Back to the start page.
    fn put_away(&mut self) {
        self.message = self.close().err();
        let Some(workspace) = self.workspace.take() else { return };
        if workspace.file().is_none() && workspace.is_unsaved() {
            self.toasts.tell(format!("{} is kept under the drawings without a file", workspace.title()));
        }
        drop(workspace);
        (self.running, self.modal, self.told_of) = (None, None, None);
        self.untitled = self.app_dirs.untitled();
    }

    fn begin_level(&mut self, blank: &Blank) {
        match open::blank(blank, &self.app_dirs) {
            Ok(workspace) => self.take_over(Opened { workspace, said: Vec::new() }),
            Err(reason) => self.message = Some(reason),
        }
    }

    /// Opens a file; what is open now stays if that fails.
    fn open(&mut self, ctx: &Context, path: &Path, mode: Option<Mode>) {
        let is_open = self.workspace.as_ref().is_some_and(|workspace| has_open(workspace, path));
        if is_open {
            self.message = Some(format!("{} is open already", path.display()));
            self.modal = None;
            return;
        }
        let mode = mode.or_else(|| self.settings.mode_of(path));
        let how = How { mode, ..How::default() };
        self.await_work(ctx, Work::open(ctx, path.to_owned(), how, None));
    }

    pub(crate) fn open_sample(&mut self, ctx: &Context, name: &str) {
        match samples::copy(name, &self.app_dirs) {
            Ok(path) => {
                let mode = self.settings.mode_of(&path).unwrap_or(Mode::Play);
                self.open(ctx, &path, Some(mode));
            }
            Err(reason) => self.message = Some(reason),
        }
    }

    /// Waits for some work; what is done at once is taken over at once.
    pub(crate) fn await_work(&mut self, ctx: &Context, work: Work) {
        self.work = Some(work);
        self.take_results(ctx, true);
    }

    /// Takes over what is done.
    pub(crate) fn take_results(&mut self, ctx: &Context, fresh: bool) {
        let Some(work) = self.work.take() else { return };
        match work.outcome(fresh) {
            Err(work) => self.work = Some(*work),
            Ok(Outcome::Opened(opened, then)) => {
                self.take_over(*opened);
                if let Some(then) = then {
                    self.handle_file(ctx, then);
                }
            }
            Ok(Outcome::Begun(begun)) => self.play_begun(*begun),
            Ok(Outcome::Failed(reason)) => self.message = Some(reason),
        }
    }

    fn take_over(&mut self, opened: Opened) {
        self.message = self.close().err();
        self.workspace = Some(opened.workspace);
        opened.said.into_iter().for_each(|said| self.toasts.tell(said));
        if !matches!(self.modal, Some(Modal::Tour(_))) {
            self.modal = None;
        }
        (self.running, self.told_of, self.leaving) = (None, None, false);
        self.remember();
    }

    fn ask_open(&mut self) {
        self.modal = Some(Modal::Dialog(Dialog::Open(Picker::at(&self.folder()))));
    }

    /// Where to begin to look: beside what is open, or where the program was started.
    pub(crate) fn folder(&self) -> PathBuf {
        let beside =
            self.workspace.as_ref().and_then(Workspace::file).and_then(Path::parent).map(Path::to_owned);
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        beside.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(here)
    }
}

impl File {
    /// Whether it would put away what is open.
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
