//! What the app waits for: a file that is being opened, or a game that is being replayed on a changed level.
//!
//! Owned by the app, which takes the results over. Knows how to start each, and nothing of what is done with the result.

use std::path::PathBuf;
use std::time::Duration;

use egui::Context;

use crate::command::File;
use crate::jobs::{Job, Lost, Pace};
use crate::open::{self, How, Opened};
use crate::replay::{self, Begun, Order};

/// So long the window waits before it goes on without the result.
const BLINK: Duration = Duration::from_millis(120);

/// Something to wait for.
pub(crate) enum Work {
    /// A file, and what to do once it is open.
    Open(Job<Result<Opened, String>>, Option<File>),
    /// A game.
    Play(Job<Result<Begun, String>>),
}

/// What came of it.
pub(crate) enum Outcome {
    /// A file is open.
    Opened(Box<Opened>, Option<File>),
    /// A game has begun.
    Begun(Box<Begun>),
    /// It did not work, and why.
    Failed(String),
}

impl Work {
    /// Opens a file.
    pub(crate) fn open(ctx: &Context, path: PathBuf, how: How, then: Option<File>) -> Self {
        let ctx = ctx.clone();
        Self::Open(opening(path, how, move || ctx.request_repaint()), then)
    }

    /// Opens a file before there is a window: it itself, if that takes no longer than `patience`. The error is a sentence.
    pub(crate) fn begin(path: PathBuf, how: How, patience: Duration) -> Result<Result<Opened, Self>, String> {
        let job = opening(path, how, || {});
        match job.wait(patience) {
            Ok(Some(opened)) => opened.map(Ok),
            Ok(None) => Ok(Err(Self::Open(job, None))),
            Err(Lost) => Err(LOST.to_owned()),
        }
    }

    /// Begins a game.
    pub(crate) fn play(ctx: &Context, order: Order) -> Self {
        let ctx = ctx.clone();
        let work = move |pace: &Pace| replay::begin(order, pace);
        Self::Play(Job::start("Playing the new level", move || ctx.request_repaint(), work))
    }

    /// What people are told, how far it is, and whether that should be shown.
    pub(crate) fn shown(&self) -> (&str, Option<f32>, bool) {
        match self {
            Self::Open(job, _) => (&job.what, job.pace().part(), job.is_slow()),
            Self::Play(job) => (&job.what, job.pace().part(), job.is_slow()),
        }
    }

    /// What came of it, if it is done or will be in the blink of an eye.
    pub(crate) fn outcome(self, fresh: bool) -> Result<Outcome, Box<Self>> {
        let time = if fresh { BLINK } else { Duration::ZERO };
        match self {
            Self::Open(job, then) => match job.wait(time) {
                Ok(Some(Ok(opened))) => Ok(Outcome::Opened(Box::new(opened), then)),
                Ok(None) => Err(Box::new(Self::Open(job, then))),
                other => Ok(failed(other)),
            },
            Self::Play(job) => match job.wait(time) {
                Ok(Some(Ok(begun))) => Ok(Outcome::Begun(Box::new(begun))),
                Ok(None) => Err(Box::new(Self::Play(job))),
                other => Ok(failed(other)),
            },
        }
    }
}

fn opening(path: PathBuf, how: How, wake: impl FnOnce() + Send + 'static) -> Job<Result<Opened, String>> {
    let what = format!("Opening {}", path.file_name().unwrap_or_default().to_string_lossy());
    Job::start(what, wake, move |pace| open::file(&path, how, pace))
}

const LOST: &str = "this should not have happened: the work stopped without a result; nothing was changed";

fn failed<T>(result: Result<Option<Result<T, String>>, Lost>) -> Outcome {
    match result {
        Ok(Some(Err(reason))) => Outcome::Failed(reason),
        _ => Outcome::Failed(LOST.to_owned()),
    }
}
