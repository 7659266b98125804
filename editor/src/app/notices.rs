//! Messages to the user: the last error, and toasts.
//!
//! Part of the app; handlers report here, panels show it.

use std::path::PathBuf;
use std::time::Duration;

use egui::{Context, Rect};

use crate::command::{AppCommand, Command, FileCommand};
use crate::document::{ChangeId, Document};
use crate::panels::{notices, toasts};
use crate::toasts::Toasts;

/// The last error and the toasts.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    error: Option<String>,
    /// The state of the document that the error is about; it is dismissed with the next change.
    about: Option<ChangeId>,
    pub(crate) toasts: Toasts,
}

impl Notices {
    /// Starts with this error and no toasts.
    pub(crate) fn new(error: Option<String>) -> Self {
        Self { error, ..Self::default() }
    }

    /// The last error, until it is dismissed.
    pub(crate) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Shows an error.
    pub(crate) fn fail(&mut self, reason: impl Into<String>) {
        (self.error, self.about) = (Some(reason.into()), None);
    }

    /// Shows the error of a step, if it failed; an earlier error stays otherwise.
    pub(crate) fn check(&mut self, step: Result<(), String>) {
        if let Err(reason) = step {
            self.fail(reason);
        }
    }

    /// Shows the error of a step, if it failed; an earlier error is removed.
    pub(crate) fn replace_error<T>(&mut self, step: Result<T, String>) {
        (self.error, self.about) = (step.err(), None);
    }

    /// Shows the error of a turn, if it failed, until the document changes; an earlier error is removed.
    pub(crate) fn replace_error_of<T>(&mut self, document: Option<&Document>, turn: Result<T, String>) {
        self.replace_error(turn);
        self.about = document.map(Document::stamp);
    }

    /// Removes an error about another state of the document than this one.
    pub(crate) fn follow(&mut self, document: Option<&Document>) {
        if self.about.is_some_and(|about| document.map(Document::stamp) != Some(about)) {
            (self.error, self.about) = (None, None);
        }
    }

    /// Shows the error of an edit; an earlier error is removed once something has changed.
    pub(crate) fn check_edit(&mut self, changed: Result<bool, String>) {
        if changed != Ok(false) {
            self.replace_error(changed);
        }
    }

    /// Closes the error; `false` if there was none.
    pub(crate) fn dismiss(&mut self) -> bool {
        self.error.take().is_some()
    }

    /// Shows each of these as a toast.
    pub(crate) fn tell_all(&mut self, texts: Vec<String>) {
        texts.into_iter().for_each(|text| self.toasts.tell(text));
    }

    /// Shows each of these as a toast that stays until it is dismissed.
    pub(crate) fn keep_all(&mut self, texts: Vec<String>) {
        texts.into_iter().for_each(|text| self.toasts.keep(text));
    }

    /// Shows the welcome message of the first start.
    pub(crate) fn welcome(&mut self) {
        let hello = "Welcome to a sample level: play it, or switch to Draw and change it.";
        self.toasts.invite(hello, vec![("Tour in 60 seconds", Command::App(AppCommand::Tour))]);
    }

    /// Reports that another program has rewritten the level file, and offers actions.
    pub(crate) fn tell_rewritten(&mut self, name: &str) {
        let offers = vec![
            ("Reload", Command::File(FileCommand::Reload)),
            ("Keep mine", Command::File(FileCommand::KeepMine)),
        ];
        self.toasts.offer(format!("{name} was changed by another program"), offers);
    }

    /// Reports that another program has written an unreadable text to the level file.
    pub(crate) fn tell_unreadable(&mut self, name: &str, reason: &str) {
        let offers = vec![
            ("Save as…", Command::File(FileCommand::AskSaveAs)),
            ("Keep mine", Command::File(FileCommand::KeepMine)),
        ];
        self.toasts
            .offer(format!("{name} was changed by another program and cannot be read: {reason}"), offers);
    }

    /// Reports that the level file was removed.
    pub(crate) fn tell_removed(&mut self, name: &str) {
        self.toasts.tell(format!("{name} was deleted from disk; save to write it again"));
    }

    /// Reports other logs of a drawing with edits that are not in the level, and offers to open each.
    pub(crate) fn tell_other_logs(&mut self, logs: Vec<PathBuf>) {
        for log in logs {
            let name = log.file_name().unwrap_or_default().to_string_lossy();
            let text = format!("{name} holds edits of this level that were never saved to it");
            self.toasts.offer(text, vec![("Open them", Command::File(FileCommand::Open(log)))]);
        }
    }

    /// Removes expired toasts; returns the time until the next one expires.
    pub(crate) fn expire(&mut self, now: f64) -> Option<Duration> {
        self.toasts.pass(now).map(|left| Duration::from_secs_f64(left.max(0.02)))
    }

    /// Shows the toasts and the error over the centre of the window.
    pub(crate) fn show(&self, ctx: &Context, centre: Rect, commands: &mut Vec<Command>) {
        toasts::show(ctx, &self.toasts, centre, commands);
        if let Some(error) = &self.error {
            notices::float(ctx, error, centre, commands);
        }
    }
}
