//! The samples that come with the program: levels to draw on and games to look into.
//!
//! Shown on the start page. Opening one puts a copy into the folders of the app, so that the samples themselves stay as they are. Knows no
//! ruleset: a sample is text or bytes, and what is in it the catalog says.

use std::path::PathBuf;
use std::sync::OnceLock;

use timeloom::catalog;
use timeloom::journal::file;
use timeloom::scene::{Board, View};

use crate::app_dirs::AppDirs;

/// Something to try.
pub struct Sample {
    /// The name of its file.
    pub file: &'static str,
    bytes: &'static [u8],
}

macro_rules! samples {
    ($($place:literal $file:literal),+ $(,)?) => {
        &[$(Sample { file: $file, bytes: include_bytes!(concat!("../../saves/", $place, "/", $file)) }),+]
    };
}

/// All samples, the easiest first.
pub static SAMPLES: &[Sample] = samples![
    "levels" "unseen-01-first-steps.toml",
    "levels" "unseen-02-heavy-furniture.toml",
    "levels" "unseen-03-three-in-a-row.toml",
    "levels" "unseen-04-give-and-take.toml",
    "levels" "unseen-05-a-weight-on-the-plate.toml",
    "levels" "unseen-06-behind-his-back.toml",
    "levels" "unseen-07-night-round.toml",
    "levels" "unseen-08-outrun-the-light.toml",
    "levels" "unseen-09-moving-cover.toml",
    "levels" "unseen-10-a-door-in-time.toml",
    "levels" "unseen-11-borrowed-time.toml",
    "levels" "unseen-12-my-own-accomplice.toml",
    "levels" "unseen-13-in-my-own-shadow.toml",
    "levels" "skirmish-bridge.toml",
    "levels" "skirmish-crossroads.toml",
    "games" "unseen-my-own-accomplice.loom",
    "games" "skirmish-bridge.loom",
];

/// The sample of the first start: one that can be played at once and has something to draw on.
pub const FIRST: &str = "unseen-06-behind-his-back.toml";

/// What the start page says about a sample.
#[derive(Debug)]
pub struct Preview {
    /// What people call it.
    pub title: String,
    /// The name of its ruleset, and what kind of sample it is.
    pub kind: String,
    /// How it looks at the start.
    pub board: Option<Board>,
}

/// What the start page says about each sample; worked out once.
pub fn previews() -> &'static [Preview] {
    static PREVIEWS: OnceLock<Vec<Preview>> = OnceLock::new();
    PREVIEWS.get_or_init(|| SAMPLES.iter().map(preview).collect())
}

/// Copies a sample into the folders of the app, unless it is there already; the error is a sentence.
pub fn copy(name: &str, app_dirs: &AppDirs) -> Result<PathBuf, String> {
    let sample = SAMPLES.iter().find(|sample| sample.file == name);
    let sample = sample.ok_or_else(|| format!("there is no sample called {name}"))?;
    let folder = app_dirs.samples().unwrap_or_else(|| std::env::temp_dir().join("timeloom-samples"));
    let path = folder.join(name);
    if !path.exists() {
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        file::replace(&path, sample.bytes).map_err(|error| error.to_string())?;
    }
    Ok(path)
}

impl Sample {
    /// Whether it is a game that was played, and not a level.
    pub fn is_game(&self) -> bool {
        self.file.ends_with(".loom")
    }

    fn bytes_of_game(&self) -> Option<Vec<u8>> {
        if self.is_game() {
            return Some(self.bytes.to_vec());
        }
        let text = std::str::from_utf8(self.bytes).ok()?;
        let ruleset = catalog::find(&catalog::declared(text)).ok()?;
        Some(ruleset.begin(text, 0).ok()?.to_bytes())
    }
}

fn preview(sample: &Sample) -> Preview {
    let game = sample.bytes_of_game().and_then(|bytes| catalog::open_bytes(sample.file, &bytes).ok());
    let Some(game) = game else {
        return Preview { title: sample.file.to_owned(), kind: String::new(), board: None };
    };
    let about = game.about();
    let kind = match game.line().len() - 1 {
        0 => format!("{} level", about.ruleset),
        turns => format!("{} game, {turns} turns", about.ruleset),
    };
    let board = game.scene(game.cursor(), View::default()).boards.into_iter().next();
    Preview { title: about.level, kind, board }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_opens_and_has_a_title_and_a_board() {
        for (sample, preview) in SAMPLES.iter().zip(previews()) {
            assert!(preview.board.is_some() && !preview.kind.is_empty(), "{}", sample.file);
            assert_ne!(preview.title, sample.file);
        }
    }

    #[test]
    fn a_copy_that_was_changed_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("there is room");
        let app_dirs = AppDirs::at(folder.path());
        let path = copy(FIRST, &app_dirs).expect("there is room");
        std::fs::write(&path, "mine").expect("there is room");
        assert_eq!(copy(FIRST, &app_dirs), Ok(path.clone()));
        assert_eq!(std::fs::read_to_string(path).expect("it is there"), "mine");
    }
}
