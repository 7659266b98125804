//! Threads for a search: the only module of the library that starts any.
//!
//! The result does not depend on the number of threads: work is cut into consecutive chunks that share
//! nothing, and results are returned in the order of the chunks. One worker starts no thread, and if threads
//! cannot be started the caller does all the work.

use std::panic::resume_unwind;
use std::thread;

/// Minimum number of items for a thread.
const LEAST_FOR_A_WORKER: usize = 16;

/// Processes items in chunks, at most one for each worker; returns the results in the order of the items.
pub(super) fn map_chunks<T: Send, R: Send>(
    workers: usize,
    items: Vec<T>,
    work: impl Fn(Vec<T>) -> R + Sync,
) -> Vec<R> {
    let chunks = workers.min(items.len() / LEAST_FOR_A_WORKER).max(1);
    if chunks == 1 { vec![work(items)] } else { on_threads(split(items, chunks), &work) }
}

/// Processes the first chunk on this thread, and each other chunk on a thread of its own.
fn on_threads<T: Send, R: Send>(chunks: Vec<Vec<T>>, work: &(impl Fn(Vec<T>) -> R + Sync)) -> Vec<R> {
    let mut chunks = chunks.into_iter().map(Slot::new).collect::<Vec<_>>();
    thread::scope(|scope| {
        let (first, others) = chunks.split_at_mut(1);
        let start = |slot| thread::Builder::new().spawn_scoped(scope, move || Slot::fill(slot, work));
        let threads: Vec<_> = others.iter_mut().map(start).collect();
        first.iter_mut().for_each(|slot| slot.fill(work));
        for thread in threads.into_iter().flatten() {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    // Process the chunks whose threads could not be started.
    chunks.iter_mut().for_each(|slot| slot.fill(work));
    chunks.into_iter().filter_map(|slot| slot.result).collect()
}

/// A chunk of items and, later, its result.
struct Slot<T, R> {
    items: Option<Vec<T>>,
    result: Option<R>,
}

impl<T, R> Slot<T, R> {
    fn new(items: Vec<T>) -> Self {
        Self { items: Some(items), result: None }
    }

    /// Processes the items, unless that is done.
    fn fill(&mut self, work: &impl Fn(Vec<T>) -> R) {
        if let Some(items) = self.items.take() {
            self.result = Some(work(items));
        }
    }
}

/// Cuts items into this many consecutive chunks of about the same size.
fn split<T>(mut items: Vec<T>, chunks: usize) -> Vec<Vec<T>> {
    let mut parts: Vec<_> =
        (1..chunks).rev().map(|left| items.split_off(items.len() * left / (left + 1))).collect();
    parts.push(items);
    parts.reverse();
    parts
}

/// Frees the memory of a search in the background: millions of small allocations take long.
pub(super) fn free_in_background<T: Send + 'static>(garbage: T) {
    // If no thread can be started, it is freed at once.
    _ = thread::Builder::new().spawn(move || drop(garbage));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_number_of_workers() {
        for items in [0, 1, 15, 16, 100, 1000] {
            for workers in [1, 2, 3, 7] {
                let sums = map_chunks(workers, (0..items).collect(), |chunk: Vec<u32>| chunk);
                assert!(sums.len() <= workers, "{} chunks", sums.len());
                assert_eq!(sums.concat(), (0..items).collect::<Vec<_>>(), "{workers} workers");
            }
        }
    }

    #[test]
    fn chunks_are_of_about_the_same_size() {
        for workers in [2, 3, 5] {
            let sizes = map_chunks(workers, vec![(); 1000], |chunk| chunk.len());
            assert_eq!(sizes.len(), workers);
            assert!(sizes.iter().all(|size| size.abs_diff(1000 / workers) <= 1), "{sizes:?}");
        }
    }

    #[test]
    fn one_worker_starts_no_thread() {
        let here = thread::current().id();
        let threads = |workers| map_chunks(workers, vec![0; 1000], |_| thread::current().id());
        assert_eq!(threads(1), [here]);
        assert_eq!((threads(2)[0], threads(2).len()), (here, 2));
        assert_ne!(threads(2)[1], here);
    }
}
