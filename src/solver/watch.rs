//! Watches a search from another thread: its budget, its progress, and a way to stop it.
//!
//! Shared between whoever asks and the search. The only part of the solver that knows a clock; what a search answers
//! within its budget does not depend on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::Effort;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How long it may take; `None` for as long as it needs.
    pub time: Option<Duration>,
    /// How many bytes it may hold.
    pub memory: u64,
    /// How many threads may work on it at the same time. What it answers does not depend on that.
    pub workers: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { time: None, memory: 1 << 30, workers: 1 }
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Its time was up.
    Time,
    /// It had no memory left.
    Memory,
    /// It was told to stop.
    Stopped,
    /// What it found does not win when the rules play it: a mistake in the search.
    Refuted,
}

/// A search as seen from outside.
#[derive(Debug)]
pub struct Watch {
    memory: u64,
    workers: usize,
    until: Option<Instant>,
    /// Shared with those that follow it.
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

    /// Tells the search to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// How many bytes the search may hold.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// How many threads may work on the search.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// The number of turns that a win is known to take at least, and the effort so far.
    pub fn progress(&self) -> (u32, Effort) {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let effort =
            Effort { states: read(&self.states), generated: read(&self.generated), bytes: read(&self.bytes) };
        (self.turns.load(Ordering::Relaxed), effort)
    }

    /// Called by the search every few milliseconds: publishes its progress, and returns why it must end, if it must.
    pub fn report(&self, at_least: u32, effort: Effort) -> Option<Limit> {
        self.turns.store(at_least, Ordering::Relaxed);
        self.states.store(effort.states, Ordering::Relaxed);
        self.generated.store(effort.generated, Ordering::Relaxed);
        self.bytes.store(effort.bytes, Ordering::Relaxed);
        if self.stopped.load(Ordering::Relaxed) {
            return Some(Limit::Stopped);
        }
        self.until.is_some_and(|until| Instant::now() >= until).then_some(Limit::Time)
    }
}
