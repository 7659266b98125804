//! Watches files for changes by other programs, without keeping the window busy.
//!
//! A thread checks the time and size of the files once per second and wakes the window only when they change. Started
//! with the real window. Reads no content; the app decides what a change means.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

/// Interval between two checks.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Modification time and size of a file, to detect changes; `None` if the file does not exist.
pub type FileStamp = Option<(SystemTime, u64)>;

/// Returns the stamp of a file.
pub fn stamp(path: &Path) -> FileStamp {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Returns the stamp of a file, if there is to be one.
pub fn stamp_of(path: Option<&Path>) -> FileStamp {
    path.and_then(stamp)
}

/// Watches files on a thread.
#[derive(Debug)]
pub struct FileWatch {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    files: Mutex<Vec<(PathBuf, FileStamp)>>,
    changed: AtomicBool,
}

impl FileWatch {
    /// Starts the thread; `wake` is called when a file has changed.
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let weak = Arc::downgrade(&shared);
        std::thread::spawn(move || look(&weak, &wake));
        Self { shared }
    }

    /// Watches these files from now on, and no others.
    pub fn look_at(&self, paths: &[&Path]) {
        let mut files = self.shared.files.lock().unwrap_or_else(PoisonError::into_inner);
        if !files.iter().map(|(path, _)| path.as_path()).eq(paths.iter().copied()) {
            *files = paths.iter().map(|&path| (path.to_owned(), stamp(path))).collect();
        }
    }

    /// Whether a file has changed since the last call.
    pub fn changed(&self) -> bool {
        self.shared.changed.swap(false, Ordering::Relaxed)
    }
}

fn look(shared: &Weak<Shared>, wake: &dyn Fn()) {
    loop {
        std::thread::sleep(POLL_INTERVAL);
        let Some(shared) = shared.upgrade() else { return };
        let mut files = shared.files.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = files.iter_mut().filter_map(|(path, before)| {
            let now = stamp(path);
            (std::mem::replace(before, now) != now).then_some(())
        });
        if changed.count() > 0 {
            shared.changed.store(true, Ordering::Relaxed);
            wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_noticed_once() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("maze.toml");
        std::fs::write(&path, "one").expect("there is room");
        let (sender, woken) = std::sync::mpsc::channel();
        let watch = FileWatch::start(move || _ = sender.send(()));
        let other = folder.path().join("maze.drawing.loom");
        watch.look_at(&[&other, &path]);
        assert!(!watch.changed());
        std::fs::write(&path, "three").expect("there is room");
        woken.recv_timeout(Duration::from_secs(20)).expect("it is noticed");
        assert!(watch.changed() && !watch.changed());
        std::fs::write(&other, "new").expect("there is room");
        woken.recv_timeout(Duration::from_secs(20)).expect("it is noticed");
        assert!(watch.changed() && !watch.changed());
    }
}
