//! Where the program keeps its own files: settings, drawings that have no file yet, and copies of the samples.
//!
//! The one place that asks the platform for its folders. Tests and pictures get folders of their own, or none. Makes
//! folders only when something is put into them.

use std::path::{Path, PathBuf};

use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use crate::sidecar_paths;

/// In place of the platform's folders; for scripts, and for a program on a stick.
const HOME: &str = "TIMELOOM_HOME";

/// No more drawings are listed.
const MOST: usize = 50;

/// The folders of the program; without them, nothing is kept between starts.
#[derive(Clone, Debug, Default)]
pub struct AppDirs {
    folders: Option<Folders>,
}

#[derive(Clone, Debug)]
struct Folders {
    config: PathBuf,
    data: PathBuf,
}

impl AppDirs {
    /// Where this platform keeps such files, or in the folder that `TIMELOOM_HOME` names.
    pub fn of_platform() -> Self {
        if let Some(home) = std::env::var_os(HOME).filter(|home| !home.is_empty()) {
            return Self::at(home);
        }
        let name = AppStrategyArgs { app_name: "timeloom".to_owned(), ..AppStrategyArgs::default() };
        let folders = choose_native_strategy(name).ok();
        let folders = folders.map(|of| Folders { config: of.config_dir(), data: of.data_dir() });
        Self { folders }
    }

    /// Everything in this folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        let config = folder.into();
        Self { folders: Some(Folders { data: config.clone(), config }) }
    }

    /// No folders: nothing is kept.
    pub fn none() -> Self {
        Self::default()
    }

    /// The file of the settings.
    pub fn settings(&self) -> Option<PathBuf> {
        Some(self.folders.as_ref()?.config.join("settings.toml"))
    }

    /// Where copies of the samples lie.
    pub fn samples(&self) -> Option<PathBuf> {
        Some(self.folders.as_ref()?.data.join("samples"))
    }

    /// Where drawings lie that have no file yet.
    pub fn drawings(&self) -> Option<PathBuf> {
        Some(self.folders.as_ref()?.data.join("drawings"))
    }

    /// A name for a new drawing: that of a level file which does not exist, and no log beside it does.
    pub fn unused(&self, name: &str) -> Option<PathBuf> {
        let (folder, name) = (self.drawings()?, file_name(name));
        let names = (1..10_000).map(|number| match number {
            1 => folder.join(format!("{name}.toml")),
            _ => folder.join(format!("{name}-{number}.toml")),
        });
        names.into_iter().find(|path| !path.exists() && !sidecar_paths::drawing(path).exists())
    }

    /// The drawings that have no file yet, by the names their level files would have; the last one first.
    pub fn untitled(&self) -> Vec<PathBuf> {
        let Some(entries) = self.drawings().and_then(|folder| std::fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let mut found: Vec<_> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .filter_map(|(when, path)| Some((when, sidecar_paths::level_of_drawing(&path)?)))
            .collect();
        found.sort();
        found.into_iter().rev().take(MOST).map(|(_, path)| path).collect()
    }

    /// Whether a level file of this name would be a drawing without a file.
    pub fn holds(&self, level: &Path) -> bool {
        self.drawings().is_some_and(|folder| level.parent() == Some(&folder))
    }
}

/// The words of a name that any disk takes.
fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let words: Vec<String> = name
        .split_whitespace()
        .map(|word| word.chars().map(plain).collect::<String>().trim_matches('-').to_owned())
        .collect();
    let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).take(8).collect();
    if words.is_empty() { "untitled".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_for_people_becomes_a_name_for_disks() {
        assert_eq!(file_name("A Door, in Time!"), "a-door-in-time");
        assert_eq!(file_name("../.."), "untitled");
        assert_eq!(file_name(""), "untitled");
    }

    #[test]
    fn a_new_drawing_never_gets_the_name_of_another() {
        let folder = tempfile::tempdir().expect("there is room");
        let app_dirs = AppDirs::at(folder.path());
        let first = app_dirs.unused("maze").expect("there is a app_dirs");
        std::fs::create_dir_all(first.parent().expect("it lies somewhere")).expect("there is room");
        std::fs::write(sidecar_paths::drawing(&first), "").expect("there is room");
        assert!(app_dirs.unused("maze").expect("there is a app_dirs").ends_with("maze-2.toml"));
        assert_eq!(app_dirs.untitled(), [first]);
    }

    #[test]
    fn without_a_shelf_there_is_nothing() {
        assert!(AppDirs::none().settings().is_none() && AppDirs::none().untitled().is_empty());
    }
}
