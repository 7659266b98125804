//! Background jobs: work on a thread that reports its progress, can be stopped, and wakes the window when it is done.
//!
//! Started by the app, which polls for the result once per frame. Knows nothing of the work itself.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Time after which progress is shown.
pub const PATIENCE: Duration = Duration::from_millis(300);

/// A job in progress.
pub struct Job<T> {
    /// Description for the user.
    pub what: String,
    result: Receiver<T>,
    pace: JobProgress,
    since: Instant,
    /// Whether the result has been received: it may still use the stop flag, so the flag must not be set on drop.
    received: Cell<bool>,
}

/// Progress of a job, and whether its result is still wanted. Clones share both.
#[derive(Clone, Debug, Default)]
pub struct JobProgress {
    done: Arc<AtomicU64>,
    total: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

/// The job ended without a result, which is a bug in this program.
#[derive(Debug, PartialEq, Eq)]
pub struct Lost;

impl JobProgress {
    /// Reports the progress.
    pub fn report(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Returns the flag that is set when the result is no longer wanted.
    pub fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Whether the result is no longer wanted.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The completed fraction, from 0 to 1; `None` before the first report.
    pub fn part(&self) -> Option<f32> {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        (total > 0).then(|| done as f32 / total as f32)
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts a job; `wake` is called when it is done.
    pub fn start(
        what: impl Into<String>,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce(&JobProgress) -> T + Send + 'static,
    ) -> Self {
        let (sender, result) = channel();
        let pace = JobProgress::default();
        let shared = pace.clone();
        std::thread::spawn(move || {
            // A receiver that no longer waits has been dropped and needs no waking.
            if sender.send(work(&shared)).is_ok() {
                wake();
            }
        });
        Self { what: what.into(), result, pace, since: Instant::now(), received: Cell::new(false) }
    }

    /// Returns the result, if it arrives within this time.
    pub fn wait(&self, time: Duration) -> Result<Option<T>, Lost> {
        match self.result.recv_timeout(time) {
            Ok(result) => {
                self.received.set(true);
                Ok(Some(result))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Lost),
        }
    }

    /// The progress.
    pub fn pace(&self) -> &JobProgress {
        &self.pace
    }

    /// Whether the job has taken so long that its progress should be shown.
    pub fn is_slow(&self) -> bool {
        self.since.elapsed() >= PATIENCE
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        if !self.received.get() {
            self.pace.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_comes_and_is_left_alone() {
        let work = |pace: &JobProgress| {
            pace.report(1, 2);
            1 + 1
        };
        let job = Job::start("adding", || {}, work);
        assert_eq!(job.wait(Duration::from_secs(20)), Ok(Some(2)));
        assert_eq!(job.pace().part(), Some(0.5));
        let stop = job.pace().stop();
        drop(job);
        assert!(!stop.load(Ordering::Relaxed), "what was handed over goes on");
    }

    #[test]
    fn work_that_nobody_waits_for_is_told_so() {
        let job = Job::start("waiting", || {}, |_| std::thread::sleep(Duration::from_millis(50)));
        let stop = job.pace().stop();
        drop(job);
        assert!(stop.load(Ordering::Relaxed));
    }

    #[test]
    fn work_that_breaks_is_lost_and_does_not_hang() {
        let job: Job<u8> = Job::start("breaking", || {}, |_| std::panic::resume_unwind(Box::new(())));
        assert_eq!(job.wait(Duration::from_secs(20)), Err(Lost));
    }
}
