//! Watches files for changes by other programs, without keeping the window busy.
//!
//! A thread checks the time and size of the files, and of the saves in folders, once per second and wakes the window only
//! when they change, or when the lock of an awaited file is released. Started with the real window. Reads no content; the app decides what a change means.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use timeloom::catalog::SAVE_EXTENSION;

use crate::open::is_locked;

/// Interval between two checks.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Modification time and size of a file, to detect changes; `None` if the file does not exist.
pub type FileStamp = Option<(SystemTime, u64)>;

/// Returns the folder of a file.
pub fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the stamp of a file; of a folder, the latest time and the total size of the saves in it.
pub fn stamp(path: &Path) -> FileStamp {
    let about = std::fs::metadata(path).ok()?;
    let time = about.modified().ok()?;
    Some(if about.is_dir() { stamp_of_saves(path, time) } else { (time, about.len()) })
}

fn stamp_of_saves(folder: &Path, since: SystemTime) -> (SystemTime, u64) {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let saves = files.filter(|path| path.extension().is_some_and(|ending| ending == SAVE_EXTENSION));
    let stamps = saves.filter_map(|path| std::fs::metadata(path).ok()).filter(std::fs::Metadata::is_file);
    stamps.fold((since, 0), |(latest, size), save| {
        (save.modified().map_or(latest, |time| latest.max(time)), size + save.len())
    })
}

/// Returns the stamp of a file, if there is a path.
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
    /// File whose lock another window holds.
    awaited: Mutex<Option<PathBuf>>,
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
        let mut files = self.shared.lock();
        if !files.iter().map(|(path, _)| path.as_path()).eq(paths.iter().copied()) {
            *files = paths.iter().map(|&path| (path.to_owned(), stamp(path))).collect();
        }
    }

    /// Counts it as a change when another window releases the lock of this file.
    pub fn await_lock(&self, path: Option<&Path>) {
        let mut awaited = self.shared.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        if awaited.as_deref() != path {
            *awaited = path.map(Path::to_owned);
        }
    }

    /// Whether a file has changed since the last call.
    pub fn changed(&self) -> bool {
        self.shared.changed.swap(false, Ordering::Relaxed)
    }
}

impl Shared {
    /// Whether the awaited lock is free.
    fn is_lock_free(&self) -> bool {
        let awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner).clone();
        awaited.is_some_and(|path| !is_locked(&path))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(PathBuf, FileStamp)>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn look(shared: &Weak<Shared>, wake: &dyn Fn()) {
    loop {
        std::thread::sleep(POLL_INTERVAL);
        let Some(shared) = shared.upgrade() else { return };
        // Disks can be slow, and the window must not wait for them.
        let known = shared.lock().clone();
        let now: Vec<_> = known.iter().map(|(path, _)| (path.clone(), stamp(path))).collect();
        if now != known || shared.is_lock_free() {
            let mut files = shared.lock();
            if *files == known {
                *files = now;
            }
            drop(files);
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
        watch.look_at(&[folder.path()]);
        std::fs::write(&other, "newer").expect("there is room");
        woken.recv_timeout(Duration::from_secs(20)).expect("a save in the folder is noticed");
    }
}
