//! Work beside the window: the file or game being waited for, and the watch on the level file.
//!
//! Part of the app, which takes over the results. Knows nothing of what they mean.

use std::path::Path;
use std::time::Duration;

use egui::Context;

use crate::command::Command;
use crate::panels::progress;
use crate::watch::Watch;
use crate::work::{Outcome, Work};

/// Time between two looks at running work.
const POLL: Duration = Duration::from_millis(60);

/// Work that runs beside the window.
#[derive(Default)]
pub(crate) struct Background {
    work: Option<Work>,
    watch: Option<Watch>,
}

impl Background {
    /// Whether something is being waited for.
    pub(crate) fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Waits for this instead of whatever was waited for.
    pub(crate) fn start(&mut self, work: Work) {
        self.work = Some(work);
    }

    /// Stops waiting; `false` if nothing was waited for.
    pub(crate) fn cancel(&mut self) -> bool {
        self.work.take().is_some()
    }

    /// The result, if there is one; fresh work gets a moment to finish.
    pub(crate) fn outcome(&mut self, fresh: bool) -> Option<Outcome> {
        match self.work.take()?.outcome(fresh) {
            Ok(outcome) => Some(outcome),
            Err(work) => {
                self.work = Some(*work);
                None
            }
        }
    }

    /// Time until the window should look again.
    pub(crate) fn wait(&self) -> Option<Duration> {
        self.is_busy().then_some(POLL)
    }

    /// Shows how far slow work is.
    pub(crate) fn show(&self, ctx: &Context, commands: &mut Vec<Command>) {
        if let Some((what, part, true)) = self.work.as_ref().map(Work::shown) {
            progress::show(ctx, what, part, commands);
        }
    }

    /// Starts to watch the level file.
    pub(crate) fn start_watch(&mut self, ctx: &Context) {
        let ctx = ctx.clone();
        self.watch = Some(Watch::start(move || ctx.request_repaint()));
    }

    /// Watches this level file, if watching was started.
    pub(crate) fn watch_level(&self, path: Option<&Path>) {
        if let Some(watch) = &self.watch {
            watch.look_at(path);
        }
    }

    /// Whether the watched file has changed since this was last asked.
    pub(crate) fn has_level_changed(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::changed)
    }
}
