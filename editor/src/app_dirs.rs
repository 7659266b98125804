//! Folders of the program: settings, untitled drawings, and copies of the samples.
//!
//! The only place that asks the platform for its folders. Tests and screenshots use folders of their own, or none.
//! Folders are created only when something is written into them.

use std::path::{Path, PathBuf};

use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};
use timeloom::level_file::EXTENSION;

use crate::{sidecar_paths, skin};

/// Environment variable that replaces the platform's folders; for scripts and portable installations.
const HOME: &str = "TIMELOOM_HOME";

/// Maximum number of listed drawings.
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
    /// Uses the platform's folders, or the folder named by `TIMELOOM_HOME`.
    pub fn of_platform() -> Self {
        if let Some(home) = std::env::var_os(HOME).filter(|home| !home.is_empty()) {
            return Self::at(home);
        }
        let name = AppStrategyArgs { app_name: "timeloom".to_owned(), ..AppStrategyArgs::default() };
        let folders = choose_native_strategy(name).ok();
        let folders = folders.map(|of| Folders { config: of.config_dir(), data: of.data_dir() });
        Self { folders }
    }

    /// Keeps everything in this folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        let config = folder.into();
        Self { folders: Some(Folders { data: config.clone(), config }) }
    }

    /// Uses no folders: nothing is kept.
    pub fn none() -> Self {
        Self::default()
    }

    /// The path of the settings file.
    pub fn settings(&self) -> Option<PathBuf> {
        Some(self.folders.as_ref()?.config.join("settings.toml"))
    }

    /// The folder of the copied samples.
    pub fn samples(&self) -> Option<PathBuf> {
        Some(self.folders.as_ref()?.data.join("samples"))
    }

    /// The folder of untitled drawings.
    pub fn drawings(&self) -> Option<PathBuf> {
        Some(self.folders.as_ref()?.data.join("drawings"))
    }

    /// The folder of skins.
    pub fn skins(&self) -> Option<PathBuf> {
        Some(self.folders.as_ref()?.data.join(skin::FOLDER))
    }

    /// Returns an unused level path for a new drawing: neither that file nor a drawing log beside it exists.
    pub fn unused(&self, name: &str) -> Option<PathBuf> {
        let (folder, name) = (self.drawings()?, file_name(name));
        let names = (1..10_000).map(|number| match number {
            1 => folder.join(format!("{name}.{EXTENSION}")),
            _ => folder.join(format!("{name}-{number}.{EXTENSION}")),
        });
        names.into_iter().find(|path| !path.exists() && !sidecar_paths::drawing(path).exists())
    }

    /// Lists the untitled drawings by the paths their level files would have, the most recent first.
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

    /// Whether a level file with this path would be an untitled drawing.
    pub fn holds(&self, level: &Path) -> bool {
        self.drawings().is_some_and(|folder| level.parent() == Some(&folder))
    }
}

/// Turns a name into a file name that is valid on any disk.
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
        let first = app_dirs.unused("maze").expect("the app folders are set");
        std::fs::create_dir_all(first.parent().expect("it has a folder")).expect("there is room");
        std::fs::write(sidecar_paths::drawing(&first), "").expect("there is room");
        assert!(app_dirs.unused("maze").expect("the app folders are set").ends_with("maze-2.toml"));
        assert_eq!(app_dirs.untitled(), [first]);
    }

    #[test]
    fn without_folders_of_the_app_there_is_nothing() {
        assert!(AppDirs::none().settings().is_none() && AppDirs::none().untitled().is_empty());
    }
}
