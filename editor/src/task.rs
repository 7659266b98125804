//! Work that the app waits for: opening a file, or replaying a game on a changed level.
//!
//! Owned by the app, which takes over the results. Knows how to start each kind of work, but not how the
//! result is used.

use std::path::PathBuf;
use std::time::Duration;

use egui::Context;

use crate::command::FileCommand;
use crate::jobs::{Job, JobProgress, Lost};
use crate::open::{self, OpenOptions, Opened};
use crate::replay::{self, Begun, ReplayOrder};

/// Time for which the window blocks on new work before it continues without the result.
const BLINK: Duration = Duration::from_millis(120);

/// Work in progress.
pub(crate) enum Task {
    /// Opening a file, and the command to continue with.
    Open(Job<Result<Opened, String>>, Option<FileCommand>),
    /// Starting a game.
    Play(Job<Result<Begun, String>>),
}

/// Result of the work.
pub(crate) enum TaskResult {
    /// The file is open; continue with the command.
    Opened(Box<Opened>, Option<FileCommand>),
    /// The game has started.
    Begun(Box<Begun>),
    /// The work failed, for this reason.
    Failed(String),
}

impl Task {
    /// Starts opening a file.
    pub(crate) fn open(ctx: &Context, path: PathBuf, how: OpenOptions, then: Option<FileCommand>) -> Self {
        let ctx = ctx.clone();
        Self::Open(opening(path, how, move || ctx.request_repaint()), then)
    }

    /// Opens a file before there is a window: returns the result if it takes no longer than `patience`, otherwise the
    /// work. The error is a sentence.
    pub(crate) fn begin(
        path: PathBuf,
        how: OpenOptions,
        patience: Duration,
    ) -> Result<Result<Opened, Self>, String> {
        let job = opening(path, how, || {});
        match job.wait(patience) {
            Ok(Some(opened)) => opened.map(Ok),
            Ok(None) => Ok(Err(Self::Open(job, None))),
            Err(Lost) => Err(LOST.to_owned()),
        }
    }

    /// Starts a game.
    pub(crate) fn play(ctx: &Context, order: ReplayOrder) -> Self {
        let ctx = ctx.clone();
        let work = move |pace: &JobProgress| replay::begin(order, pace);
        Self::Play(Job::start("Playing the new level", move || ctx.request_repaint(), work))
    }

    /// Returns the description, the completed fraction, and whether to show them.
    pub(crate) fn shown(&self) -> (&str, Option<f32>, bool) {
        match self {
            Self::Open(job, _) => (&job.what, job.pace().part(), job.is_slow()),
            Self::Play(job) => (&job.what, job.pace().part(), job.is_slow()),
        }
    }

    /// Returns the result if it is ready; fresh work gets a moment to finish.
    pub(crate) fn outcome(self, fresh: bool) -> Result<TaskResult, Box<Self>> {
        let time = if fresh { BLINK } else { Duration::ZERO };
        match self {
            Self::Open(job, then) => match job.wait(time) {
                Ok(Some(Ok(opened))) => Ok(TaskResult::Opened(Box::new(opened), then)),
                Ok(None) => Err(Box::new(Self::Open(job, then))),
                other => Ok(failed(other)),
            },
            Self::Play(job) => match job.wait(time) {
                Ok(Some(Ok(begun))) => Ok(TaskResult::Begun(Box::new(begun))),
                Ok(None) => Err(Box::new(Self::Play(job))),
                other => Ok(failed(other)),
            },
        }
    }
}

fn opening(
    path: PathBuf,
    how: OpenOptions,
    wake: impl FnOnce() + Send + 'static,
) -> Job<Result<Opened, String>> {
    let what = format!("Opening {}", path.file_name().unwrap_or_default().to_string_lossy());
    Job::start(what, wake, move |pace| open::file(&path, how, pace))
}

const LOST: &str = "internal error: the work stopped without a result; nothing was changed";

fn failed<T>(result: Result<Option<Result<T, String>>, Lost>) -> TaskResult {
    match result {
        Ok(Some(Err(reason))) => TaskResult::Failed(reason),
        _ => TaskResult::Failed(LOST.to_owned()),
    }
}
