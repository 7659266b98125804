//! A thread that answers one question part by part, and can be stopped.
//!
//! Used by [`super::Answers`]. Does not know the question.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use timeloom::solver::{Budget, Effort, Watch};

/// Returns the budget of a search. Each time the user continues it, it gets four times the time, and the
/// first three times twice the memory: either may have been too little. One worker, so that a core is left
/// for the window.
pub(super) fn budget(patience: u32, memory: u64) -> Budget {
    let time = Duration::from_secs(20 << (2 * patience.min(8)));
    Budget { time: Some(time), memory: memory << patience.min(3), workers: 1 }
}

/// A question being answered. Dropping it stops the work.
pub(super) struct Inquiry<P> {
    parts: Receiver<P>,
    is_working: bool,
    watch: Shared,
    ended: Flag,
    abandoned: Flag,
}

/// A flag that is set once, and that another thread can read.
#[derive(Clone, Default)]
pub(super) struct Flag(Arc<AtomicBool>);

impl Flag {
    /// Whether it is set.
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// The watch of the current search.
type Shared = Arc<Mutex<Arc<Watch>>>;

/// The thread's end of the connection.
pub(super) struct Asker<P> {
    parts: Sender<P>,
    wake: Box<dyn Fn() + Send>,
    watch: Shared,
    abandoned: Flag,
}

impl<P: Send + 'static> Inquiry<P> {
    /// Starts to work on a question; `wake` is called after each part.
    pub(super) fn start(
        wake: impl Fn() + Send + 'static,
        work: impl FnOnce(&Asker<P>) + Send + 'static,
    ) -> Self {
        let (sender, parts) = channel();
        let watch = Shared::new(Mutex::new(Arc::new(Watch::new(Budget::default()))));
        let (ended, abandoned) = (Flag::default(), Flag::default());
        let asker =
            Asker { parts: sender, wake: Box::new(wake), watch: watch.clone(), abandoned: abandoned.clone() };
        let end = ended.clone();
        std::thread::spawn(move || {
            work(&asker);
            let Asker { parts, wake, .. } = asker;
            // The end must become visible only after the sender is gone.
            drop(parts);
            end.set();
            wake();
        });
        Self { parts, is_working: true, watch, ended, abandoned }
    }

    /// Returns the parts that have arrived.
    pub(super) fn take(&mut self) -> Vec<P> {
        let mut parts = Vec::new();
        loop {
            match self.parts.try_recv() {
                Ok(part) => parts.push(part),
                Err(TryRecvError::Empty) => return parts,
                Err(TryRecvError::Disconnected) => {
                    self.is_working = false;
                    return parts;
                }
            }
        }
    }
}

impl<P> Inquiry<P> {
    /// Whether more parts may arrive.
    pub(super) fn is_working(&self) -> bool {
        self.is_working
    }

    /// Returns a flag that is set when its thread has ended, so that no other thread starts before that.
    pub(super) fn ended(&self) -> Flag {
        self.ended.clone()
    }

    /// Returns the progress of the current search.
    pub(super) fn progress(&self) -> (u32, Effort) {
        current(&self.watch).progress()
    }

    /// Stops the work; the parts known so far arrive.
    pub(super) fn stop(&self) {
        current(&self.watch).stop();
    }
}

impl<P> Drop for Inquiry<P> {
    fn drop(&mut self) {
        self.abandoned.set();
        self.stop();
    }
}

impl<P> Asker<P> {
    /// Returns the watch of the next search.
    pub(super) fn watch(&self, budget: Budget) -> Arc<Watch> {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        *watch = Arc::new(watch.then(budget));
        watch.clone()
    }

    /// Whether no more parts of the answer are wanted.
    pub(super) fn is_abandoned(&self) -> bool {
        self.abandoned.is_set()
    }

    /// Whether the search was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        current(&self.watch).is_stopped()
    }

    /// Sends a part of the answer.
    pub(super) fn tell(&self, part: impl Into<P>) {
        // If nobody receives it, the work is about to be stopped.
        if self.parts.send(part.into()).is_ok() {
            (self.wake)();
        }
    }
}

fn current(watch: &Shared) -> Arc<Watch> {
    watch.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
