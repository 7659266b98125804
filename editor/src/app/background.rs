//! Background work: the file being opened or the game being replayed, and the watch on the open files.
//!
//! Part of the app, which takes over the results. Does not interpret them.

use std::path::Path;
use std::time::Duration;

use egui::Context;

use crate::command::Command;
use crate::panels::progress;
use crate::task::{Task, TaskResult};
use crate::watch::FileWatch;

/// Interval at which running work is polled.
const POLL: Duration = Duration::from_millis(60);

/// Work that runs in the background.
#[derive(Default)]
pub(crate) struct Background {
    work: Option<Task>,
    watch: Option<FileWatch>,
}

impl Background {
    /// Whether work is in progress.
    pub(crate) fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Starts waiting for this work, in place of any other.
    pub(crate) fn start(&mut self, work: Task) {
        self.work = Some(work);
    }

    /// Stops waiting; `false` if no work was in progress.
    pub(crate) fn cancel(&mut self) -> bool {
        self.work.take().is_some()
    }

    /// Returns the result, if there is one; fresh work gets a moment to finish.
    pub(crate) fn outcome(&mut self, fresh: bool) -> Option<TaskResult> {
        match self.work.take()?.outcome(fresh) {
            Ok(outcome) => Some(outcome),
            Err(work) => {
                self.work = Some(*work);
                None
            }
        }
    }

    /// Time until the next poll.
    pub(crate) fn wait(&self) -> Option<Duration> {
        self.is_busy().then_some(POLL)
    }

    /// Shows the progress of slow work.
    pub(crate) fn show(&self, ctx: &Context, commands: &mut Vec<Command>) {
        if let Some((what, part, true)) = self.work.as_ref().map(Task::shown) {
            progress::show(ctx, what, part, commands);
        }
    }

    /// Starts watching the open files.
    pub(crate) fn start_watch(&mut self, ctx: &Context) {
        let ctx = ctx.clone();
        self.watch = Some(FileWatch::start(move || ctx.request_repaint()));
    }

    /// Watches these files, if watching was started.
    pub(crate) fn watch_files<'p>(&self, paths: impl Iterator<Item = &'p Path>) {
        if let Some(watch) = &self.watch {
            watch.look_at(&paths.collect::<Vec<_>>());
        }
    }

    /// Waits until the lock of this file is released, if watching was started.
    pub(crate) fn watch_lock(&self, path: Option<&Path>) {
        if let Some(watch) = &self.watch {
            watch.await_lock(path);
        }
    }

    /// Whether a watched file has changed since the last call.
    pub(crate) fn have_files_changed(&self) -> bool {
        self.watch.as_ref().is_some_and(FileWatch::changed)
    }
}
