//! Watches a search from another thread: its budget, its progress, and a way to stop it.
//!
//! Shared between the caller and the search. The only part of the solver that knows a clock; the answer of a
//! search that stays within its budget does not depend on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::Effort;

/// Resources that a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Maximum time; `None` for unlimited.
    pub time: Option<Duration>,
    /// Maximum number of bytes.
    pub memory: u64,
    /// Maximum number of threads. The answer does not depend on it.
    pub workers: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { time: None, memory: 1 << 30, workers: 1 }
    }
}

/// Reason why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The time is up.
    Time,
    /// The memory is used up.
    Memory,
    /// The search was stopped.
    Stopped,
    /// The rules refute the solution: a mistake in the search.
    Refuted,
}

/// Control of a search from outside.
#[derive(Debug)]
pub struct Watch {
    memory: u64,
    workers: usize,
    until: Option<Instant>,
    /// Shared with the searches that [`Self::then`] starts.
    stopped: Arc<AtomicBool>,
    turns: AtomicU32,
    states: AtomicU64,
    generated: AtomicU64,
    bytes: AtomicU64,
}

impl Watch {
    /// Starts the clock of a search.
    pub fn new(budget: Budget) -> Self {
        Self::sharing(budget, Arc::default())
    }

    /// Starts the clock of the next search, which is stopped together with this one.
    pub fn then(&self, budget: Budget) -> Self {
        Self::sharing(budget, self.stopped.clone())
    }

    fn sharing(budget: Budget, stopped: Arc<AtomicBool>) -> Self {
        let zero = AtomicU64::default;
        Self {
            memory: budget.memory,
            workers: budget.workers,
            until: budget.time.and_then(|time| Instant::now().checked_add(time)),
            stopped,
            turns: AtomicU32::new(0),
            states: zero(),
            generated: zero(),
            bytes: zero(),
        }
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search must end: it was stopped, or the time is up.
    pub(super) fn is_over(&self) -> bool {
        self.is_stopped() || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Maximum number of bytes for the search.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Maximum number of threads for the search.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Returns the known lower bound on the turns of a win, and the effort so far.
    pub fn progress(&self) -> (u32, Effort) {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let effort =
            Effort { states: read(&self.states), generated: read(&self.generated), bytes: read(&self.bytes) };
        (self.turns.load(Ordering::Relaxed), effort)
    }

    /// Called by the search every few milliseconds: publishes its progress, and returns the reason if it must
    /// end.
    pub fn report(&self, at_least: u32, effort: Effort) -> Option<Limit> {
        self.turns.store(at_least, Ordering::Relaxed);
        self.states.store(effort.states, Ordering::Relaxed);
        self.generated.store(effort.generated, Ordering::Relaxed);
        self.bytes.store(effort.bytes, Ordering::Relaxed);
        if self.stopped.load(Ordering::Relaxed) {
            return Some(Limit::Stopped);
        }
        self.is_late().then_some(Limit::Time)
    }
}
