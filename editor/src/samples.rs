//! The bundled samples: levels to draw on and games to explore.
//!
//! Shown on the start page. Opening one copies it into the folders of the app, so that the samples themselves
//! stay unchanged. Knows no ruleset: a sample is text or bytes, and the catalog recognizes its content.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use timeloom::catalog;
use timeloom::journal::file::{FileError, FileStorage};
use timeloom::scene::{Board, View};

use crate::app_dirs::AppDirs;

/// A bundled level or game.
pub struct Sample {
    /// The name of its file.
    pub file: &'static str,
    bytes: &'static [u8],
}

/// Every file under `saves/levels` and `saves/games`, in the order of their names.
pub static SAMPLES: &[Sample] = include!(concat!(env!("OUT_DIR"), "/samples.rs"));

/// The sample of the first start: playable at once, and good to draw on.
pub const FIRST: &str = "unseen-06-behind-his-back.toml";

/// A sample as shown on the start page.
#[derive(Debug)]
pub struct Preview {
    /// The name of its file.
    pub file: &'static str,
    /// The title of the level.
    pub title: String,
    /// The name of its ruleset, and the kind of sample.
    pub kind: String,
    /// The board at the cursor.
    pub board: Option<Board>,
}

/// Returns a preview of each sample, computed once: levels before games, and both in the order of the
/// catalog.
pub fn previews() -> &'static [Preview] {
    static PREVIEWS: OnceLock<Vec<Preview>> = OnceLock::new();
    PREVIEWS.get_or_init(|| {
        let mut ranked: Vec<_> = SAMPLES.iter().map(|sample| (sample.is_game(), preview(sample))).collect();
        ranked.sort_by_key(|(is_game, (rank, preview))| (*is_game, *rank, preview.file));
        ranked.into_iter().map(|(_, (_, preview))| preview).collect()
    })
}

/// Copies a sample into the folders of the app, unless the copy exists; the error is a sentence.
pub fn copy(name: &str, app_dirs: &AppDirs) -> Result<PathBuf, String> {
    let sample = SAMPLES.iter().find(|sample| sample.file == name);
    let sample = sample.ok_or_else(|| format!("there is no sample called {name}"))?;
    let folder = app_dirs.samples().unwrap_or_else(|| std::env::temp_dir().join("timeloom-samples"));
    let path = folder.join(name);
    if !path.exists() {
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        match FileStorage::create(&path, sample.bytes) {
            Ok(_) | Err(FileError::Exists { .. }) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(path)
}

impl Sample {
    /// Whether it is a played game, not a level.
    pub fn is_game(&self) -> bool {
        catalog::is_save_path(Path::new(self.file))
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

/// A preview, and the rank of its ruleset in the catalog.
fn preview(sample: &Sample) -> (Option<usize>, Preview) {
    let file = sample.file;
    let game = sample.bytes_of_game().and_then(|bytes| catalog::open_bytes(file, &bytes).ok());
    let Some(game) = game else {
        return (None, Preview { file, title: file.to_owned(), kind: String::new(), board: None });
    };
    let about = game.about();
    let kind = match game.line().len() - 1 {
        0 => format!("{} level", about.ruleset),
        turns => format!("{} game, {turns} turns", about.ruleset),
    };
    let board = game.at(game.cursor()).scene(View::default()).boards.into_iter().next();
    let rank = catalog::RULESETS.iter().position(|ruleset| ruleset.name() == about.ruleset);
    (rank, Preview { file, title: about.level, kind, board })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_opens_and_has_a_title_and_a_board() {
        assert_eq!(previews().len(), SAMPLES.len());
        for preview in previews() {
            assert!(preview.board.is_some() && !preview.kind.is_empty(), "{}", preview.file);
            assert_ne!(preview.title, preview.file);
        }
    }

    #[test]
    fn every_ruleset_has_a_level_and_a_game_to_try() {
        for ruleset in catalog::RULESETS {
            let of = |what: &str| {
                let kind = format!("{} {what}", ruleset.name());
                previews().iter().any(|preview| preview.kind.starts_with(&kind))
            };
            assert!(
                of("level") && of("game"),
                "{} needs a file under saves/levels and saves/games",
                ruleset.name()
            );
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
