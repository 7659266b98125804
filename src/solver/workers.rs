//! Threads for a search: the only module of the library that starts any.
//!
//! A [`Team`] lives as long as a search. The result does not depend on its size: tasks share nothing, and their
//! results are returned in the order of the tasks. Threads start with the first work that is worth it, so a short
//! search starts none; if they cannot be started, the caller does all the work.

use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

/// The caller and the threads that help it.
pub(super) struct Team<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    tasks: Arc<Tasks<'scope>>,
    workers: usize,
    has_started: Cell<bool>,
}

/// Calls `lead` with a team of at most this many workers, including the caller.
pub(super) fn with_team<'env, T>(
    workers: usize,
    lead: impl for<'scope> FnOnce(&Team<'scope, 'env>) -> T,
) -> T {
    thread::scope(|scope| {
        let (tasks, has_started) = (Arc::default(), Cell::new(false));
        lead(&Team { scope, tasks, workers, has_started })
    })
}

impl<'scope> Team<'scope, '_> {
    /// Processes items, each as a task; returns the results in the order of the items.
    pub(super) fn map<T, R, W>(&self, items: Vec<T>, work: W) -> Vec<R>
    where
        T: Send + 'scope,
        R: Send + 'scope,
        W: Fn(T) -> R + Copy + Send + 'scope,
    {
        if self.workers < 2 || items.len() < 2 {
            return items.into_iter().map(work).collect();
        }
        self.start();
        let (count, (sender, results)) = (items.len(), channel());
        self.tasks.add(items.into_iter().enumerate().map(|(index, item)| {
            let sender = sender.clone();
            Box::new(move || {
                let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                // The receiver is gone only if another task panicked.
                _ = sender.send((index, result));
            }) as Task<'scope>
        }));
        while let Some(task) = self.tasks.next() {
            task();
        }
        let mut sorted: Vec<_> = (0..count).map(|_| None).collect();
        for (index, result) in results.into_iter().take(count) {
            sorted[index] = Some(result.unwrap_or_else(|panic| resume_unwind(panic)));
        }
        sorted.into_iter().flatten().collect()
    }

    /// Starts the threads, once.
    fn start(&self) {
        if self.has_started.replace(true) {
            return;
        }
        for _ in 1..self.workers {
            let tasks = self.tasks.clone();
            // If a thread cannot be started, the others do its work.
            _ = thread::Builder::new().spawn_scoped(self.scope, move || tasks.serve());
        }
    }
}

impl Drop for Team<'_, '_> {
    fn drop(&mut self) {
        self.tasks.close();
    }
}

type Task<'scope> = Box<dyn FnOnce() + Send + 'scope>;

/// The tasks that wait for a worker.
#[derive(Default)]
struct Tasks<'scope> {
    queue: Mutex<Queue<'scope>>,
    /// Notified if there are tasks, or no more will come.
    changed: Condvar,
}

#[derive(Default)]
struct Queue<'scope> {
    tasks: VecDeque<Task<'scope>>,
    is_closed: bool,
}

impl<'scope> Tasks<'scope> {
    fn add(&self, tasks: impl Iterator<Item = Task<'scope>>) {
        self.lock().tasks.extend(tasks);
        self.changed.notify_all();
    }

    /// Returns a task; `None` if there is none now.
    fn next(&self) -> Option<Task<'scope>> {
        self.lock().tasks.pop_front()
    }

    /// Processes tasks until no more will come.
    fn serve(&self) {
        while let Some(task) = self.wait() {
            task();
        }
    }

    /// Waits for a task; `None` if no more will come.
    fn wait(&self) -> Option<Task<'scope>> {
        let is_idle = |queue: &mut Queue<'scope>| queue.tasks.is_empty() && !queue.is_closed;
        let queue = self.changed.wait_while(self.lock(), is_idle);
        queue.unwrap_or_else(PoisonError::into_inner).tasks.pop_front()
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Queue<'scope>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Frees the memory of a search in the background: millions of small allocations take long.
pub(super) fn free_in_background<T: Send + 'static>(garbage: T) {
    // If no thread can be started, it is freed at once.
    _ = thread::Builder::new().spawn(move || drop(garbage));
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_number_of_workers() {
        for workers in [1, 2, 3, 7] {
            with_team(workers, |team| {
                for items in [0, 1, 2, 15, 1000] {
                    let squares: Vec<u32> = team.map((0..items).collect(), |item| item * item);
                    let expected: Vec<_> = (0..items).map(|item| item * item).collect();
                    assert_eq!(squares, expected, "{workers} workers");
                }
            });
        }
    }

    /// Returns the threads of several rounds of work.
    fn threads(workers: usize) -> HashSet<thread::ThreadId> {
        let here = |()| thread::current().id();
        with_team(workers, |team| (0..50).flat_map(|_| team.map(vec![(); 20], here)).collect())
    }

    #[test]
    fn one_worker_starts_no_thread_and_several_live_as_long_as_the_search() {
        assert_eq!(threads(1), HashSet::from([thread::current().id()]));
        assert!(threads(3).len() <= 3, "no thread was replaced by another");
    }

    #[test]
    fn a_panic_of_a_worker_reaches_the_caller() {
        let fails_at_7 = |item: u32| assert_ne!(item, 7, "seven");
        let team = || with_team(3, |team| team.map((0..10).collect(), fails_at_7));
        assert!(catch_unwind(AssertUnwindSafe(team)).is_err());
    }
}
