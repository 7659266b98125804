//! What is done about files.

use std::path::{Path, PathBuf};

use egui::{Context, ViewportCommand};

use crate::app::App;
use crate::command::File;
use crate::desk::Desk;
use crate::open;
use crate::panels::dialog::Dialog;

impl App {
    pub(super) fn obey_file(&mut self, ctx: &Context, file: File) {
        match file {
            File::Open(path) => self.open(&path),
            File::AskOpen => self.ask_open(),
            File::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// Opens a file; what is open now stays if that fails.
    fn open(&mut self, path: &Path) {
        let is_open = self.desk.as_ref().and_then(Desk::file).is_some_and(|open| same_file(open, path));
        if is_open {
            self.message = Some(format!("{} is open already", path.display()));
            self.dialog = None;
            return;
        }
        match open::save(path) {
            Ok(desk) => self.take_over(desk),
            Err(reason) => self.message = Some(reason),
        }
    }

    fn take_over(&mut self, desk: Desk) {
        self.message = self.close().err();
        self.desk = Some(desk);
        (self.dialog, self.running) = (None, None);
    }

    fn ask_open(&mut self) {
        let beside = self.desk.as_ref().and_then(Desk::file).and_then(Path::parent).map(Path::to_owned);
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        let folder = beside.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(here);
        self.dialog = Some(Dialog::at(&folder));
    }
}

fn same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
