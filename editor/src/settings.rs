//! Settings of the program, kept between starts.
//!
//! Read by panels, changed by the app. Knows no game; [`crate::app_dirs`] knows where the file is. Unknown keys from
//! a newer version stay in the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use timeloom::journal::backup::make_room;
use timeloom::journal::file;
use toml::{Table, Value};

use crate::sidecar_paths;
use crate::workspace::Mode;

/// Maximum size of a settings file.
const LARGEST: u64 = 1 << 20;

/// Maximum number of recent files.
const RECENT: usize = 12;

/// Allowed scales of the window.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.6..=2.5;

/// The settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Dark or light; `None` follows the desktop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dark: Option<bool>,
    /// Scale of the window; 1 is the default.
    pub scale: f32,
    /// Colours that people with any kind of colour vision can tell apart.
    pub colour_blind: bool,
    /// Whether pieces are painted as shapes with letters instead of figures.
    pub letters: bool,
    /// Skin for every board; `None` uses the one that the level asks for, and an empty name none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<String>,
    /// Replacements of the default keys, by command id.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Visibility of layers over the board, by layer id; the others use their default.
    pub overlays: BTreeMap<String, bool>,
    /// Layout of the window.
    pub layout: Layout,
    /// Position and size of the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowPlacement>,
    /// Camera of the cube; `None` is the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<Orbit>,
    /// Recently opened files, the last one first.
    pub recent: Vec<Recent>,
    /// Keys written by another version of this program.
    #[serde(flatten)]
    rest: Table,
}

/// A recently opened file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recent {
    /// Its path.
    pub path: PathBuf,
    /// The mode in which it was last used.
    pub mode: Mode,
}

/// Position and size of a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlacement {
    /// The upper left corner, if the desktop reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f32; 2]>,
    /// Inner width and height.
    pub size: [f32; 2],
    /// Whether it is maximized.
    #[serde(default)]
    pub maximized: bool,
}

/// Camera of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Orbit {
    /// Yaw, in radians.
    pub turn: f32,
    /// Pitch, in radians.
    pub tilt: f32,
    /// Zoom factor.
    pub zoom: f32,
}

/// Layout of the window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// Content of the centre.
    pub centre: Centre,
    /// The tab of the right panel while drawing.
    pub drawing: Tab,
    /// The tab of the right panel while playing.
    pub playing: Tab,
    /// Width of the left panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f32>,
    /// Width of the right panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<f32>,
}

impl Layout {
    /// The tab of the right panel in a mode.
    pub fn tab(&self, mode: Mode) -> Tab {
        match mode {
            Mode::Draw => self.drawing,
            Mode::Play => self.playing,
        }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            centre: Centre::Board,
            drawing: Tab::Inspector,
            playing: Tab::Actions,
            left: None,
            right: None,
        }
    }
}

/// Content of the centre of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Centre {
    /// The board of one slice.
    Board,
    /// All slices at once.
    Cube,
    /// Board and cube.
    Both,
}

/// A tab of the right panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    /// Fields of the selection.
    Inspector,
    /// Problems of the drawing.
    Problems,
    /// Answers about the level or the turn.
    Answers,
    /// Edits of the drawing.
    Log,
    /// Available actions; `choices` is its name in settings files.
    #[serde(rename = "choices")]
    Actions,
    /// Tables and notes of the scene; `facts` is its name in settings files.
    #[serde(rename = "facts")]
    Tables,
    /// The tree of branches.
    Branches,
    /// The state as a tree.
    State,
    /// Differences between two turns.
    Compare,
}

impl Tab {
    /// The display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inspector => "Inspector",
            Self::Problems => "Problems",
            Self::Answers => "Answers",
            Self::Log => "Log",
            Self::Actions => "Actions",
            Self::Tables => "Tables",
            Self::Branches => "Branches",
            Self::State => "State",
            Self::Compare => "Compare",
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            dark: None,
            scale: 1.0,
            colour_blind: false,
            letters: false,
            skin: None,
            keys: BTreeMap::new(),
            overlays: BTreeMap::new(),
            layout: Layout::default(),
            window: None,
            cube: None,
            recent: Vec::new(),
            rest: Table::new(),
        }
    }
}

impl Settings {
    /// Whether a layer is shown over the board.
    pub fn shows(&self, layer: &timeloom::scene::Layer) -> bool {
        self.overlays.get(layer.id).copied().unwrap_or(layer.default)
    }

    /// Reads the settings; `None` if there is no file. From a broken file, everything readable is kept; the
    /// file itself is moved aside, and the sentence reports it.
    pub fn read(path: &Path) -> (Option<Self>, Option<String>) {
        if !path.exists() {
            return (None, None);
        }
        let (settings, wrong) = match file::read_text(path, LARGEST) {
            Ok(text) => Self::parse(&text),
            Err(error) => (Self::default(), Some(error.to_string())),
        };
        (Some(settings), wrong.map(|wrong| set_aside(path, &wrong)))
    }

    /// Reads the current settings file; `None` unless all of it can be read.
    pub fn glance(path: &Path) -> Option<Self> {
        let text = file::read_text(path, LARGEST).ok()?;
        Some(Self::parse(&text)).filter(|(_, wrong)| wrong.is_none()).map(|(settings, _)| settings)
    }

    /// Returns everything readable in a text, and the error about the rest.
    pub fn parse(text: &str) -> (Self, Option<String>) {
        let table: Table = match text.parse() {
            Ok(table) => table,
            Err(error) => return (Self::default(), Some(error.to_string())),
        };
        match table.clone().try_into() {
            Ok(settings) => (settings, None),
            Err(error) => (Self::readable_part(table), Some(error.to_string())),
        }
    }

    /// Returns the settings without the entries that cannot be read.
    fn readable_part(table: Table) -> Self {
        let alone = |key: &str, value: &toml::Value| Table::from_iter([(key.to_owned(), value.clone())]);
        let good = |key: &str, value: &toml::Value| alone(key, value).try_into::<Self>().is_ok();
        let good: Table = table.into_iter().filter(|(key, value)| good(key, value)).collect();
        good.try_into().unwrap_or_default()
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        let text = toml::to_string(self).unwrap_or_default();
        format!("# Timeloom writes this file. Keys are written like \"Ctrl+Shift+S\".\n\n{text}")
    }

    /// Writes the file, entirely or not at all; the error is a sentence.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let explain = |error: &dyn std::fmt::Display| format!("the settings could not be saved: {error}");
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| explain(&format!("{}: {error}", folder.display())))?;
        }
        file::replace(path, self.text().as_bytes()).map_err(|error| explain(&error))
    }

    /// Merges these settings with what another window has written: the other window's values apply wherever nothing
    /// has changed here since `before`.
    pub fn joined(&self, before: &Self, theirs: &Self) -> Self {
        let table = |settings| Table::try_from(settings).unwrap_or_default();
        let joined = join(table(self), &table(before), table(theirs));
        let mut joined: Self = joined.try_into().unwrap_or_else(|_| self.clone());
        let ours = if self.recent == before.recent { &theirs.recent } else { &self.recent };
        let known = |path: &Path| ours.iter().any(|recent| recent.path == path);
        let others = theirs.recent.iter().filter(|recent| !known(&recent.path));
        joined.recent = ours.iter().chain(others).take(RECENT).cloned().collect();
        joined
    }

    /// Puts a file at the head of the recent files.
    pub fn remember(&mut self, path: &Path, mode: Mode) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        // Settings are text, so they cannot hold a path that is not.
        if path.to_str().is_none() {
            return;
        }
        self.recent.retain(|recent| recent.path != path);
        self.recent.insert(0, Recent { path, mode });
        self.recent.truncate(RECENT);
    }

    /// Returns the mode in which a file was last used.
    pub fn mode_of(&self, path: &Path) -> Option<Mode> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.recent.iter().find(|recent| recent.path == path).map(|recent| recent.mode)
    }

    /// The scale within the allowed range, whatever the file says.
    pub fn sane_scale(&self) -> f32 {
        if self.scale.is_finite() { self.scale.clamp(*SCALES.start(), *SCALES.end()) } else { 1.0 }
    }
}

/// Merges key by key, and recursively in nested tables.
fn join(ours: Table, before: &Table, mut theirs: Table) -> Table {
    theirs.retain(|key, value| ours.contains_key(key) || before.get(key) != Some(value));
    for (key, own) in ours {
        let was = before.get(&key);
        if was == Some(&own) && theirs.contains_key(&key) {
            continue;
        }
        let joined = match (own, was, theirs.remove(&key)) {
            (Value::Table(own), Some(Value::Table(was)), Some(Value::Table(theirs))) => {
                Value::Table(join(own, was, theirs))
            }
            (own, ..) => own,
        };
        theirs.insert(key, joined);
    }
    theirs
}

/// Moves an unreadable settings file to another name before the settings are written; returns a sentence
/// about it.
pub(crate) fn keep_broken(path: &Path) -> Option<String> {
    let kept = path.exists().then(|| moved(path))?;
    Some(format!("the settings file was changed by another program and cannot be read; {kept}"))
}

fn moved(path: &Path) -> String {
    match make_room(path, sidecar_paths::broken(path)) {
        Ok(Some(aside)) => format!("the file was moved to {}", aside.display()),
        Ok(None) => "the file is no longer there".to_owned(),
        Err(error) => format!("the file could not be moved ({error})"),
    }
}

fn set_aside(path: &Path, wrong: &str) -> String {
    let kept = moved(path);
    // The last line has the error; those before it show the location.
    let wrong = wrong.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("unreadable");
    format!("some settings could not be read: {wrong}; defaults are used for them, and {kept}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let mut settings = Settings { dark: Some(false), scale: 1.25, ..Settings::default() };
        settings.keys.insert("file.save".to_owned(), vec!["F2".to_owned()]);
        settings.remember(Path::new("/nowhere/maze.toml"), Mode::Draw);
        settings.window =
            Some(WindowPlacement { at: Some([10.0, 20.0]), size: [900.0, 600.0], maximized: false });
        settings.cube = Some(Orbit { turn: 1.5, tilt: 0.25, zoom: 3.0 });
        assert_eq!(Settings::parse(&settings.text()), (settings, None));
    }

    #[test]
    fn what_a_newer_program_wrote_stays_in_the_file() {
        let (settings, wrong) = Settings::parse("scale = 1.5\nsmell = \"pine\"\n[hologram]\ndeep = true\n");
        assert_eq!(wrong, None);
        let text = settings.text();
        assert!(text.contains("smell = \"pine\"") && text.contains("[hologram]"), "{text}");
    }

    #[test]
    fn one_wrong_value_costs_only_itself() {
        let (settings, wrong) = Settings::parse("scale = \"large\"\ncolour_blind = true\n");
        assert!(wrong.is_some_and(|wrong| wrong.contains("scale")));
        assert!(settings.colour_blind);
        assert_eq!(settings.scale, 1.0);
    }

    #[test]
    fn what_another_window_chose_meanwhile_stays_chosen() {
        let before = Settings { scale: 1.5, ..Settings::default() };
        let (mut ours, mut theirs) = (before.clone(), before.clone());
        ours.remember(Path::new("/nowhere/ours.toml"), Mode::Draw);
        ours.keys.insert("file.save".to_owned(), vec!["F2".to_owned()]);
        ours.layout.left = Some(200.0);
        theirs.remember(Path::new("/nowhere/theirs.toml"), Mode::Play);
        theirs.keys.insert("file.open".to_owned(), vec!["F3".to_owned()]);
        (theirs.colour_blind, theirs.layout.right) = (true, Some(300.0));
        let joined = ours.joined(&before, &theirs);
        let names: Vec<_> = joined.recent.iter().map(|recent| recent.path.to_string_lossy()).collect();
        assert_eq!(names, ["/nowhere/ours.toml", "/nowhere/theirs.toml"]);
        assert_eq!(joined.keys.keys().collect::<Vec<_>>(), ["file.open", "file.save"]);
        assert_eq!((joined.layout.left, joined.layout.right), (Some(200.0), Some(300.0)));
        assert!(joined.colour_blind && joined.scale == 1.5);
        assert_eq!(before.joined(&before, &theirs), theirs);
        assert_eq!(ours.joined(&before, &before), ours);
    }

    #[test]
    fn the_recent_files_are_few_and_each_is_there_once() {
        let mut settings = Settings::default();
        for number in 0..30 {
            settings.remember(Path::new(&format!("/nowhere/{}.toml", number % 20)), Mode::Play);
        }
        assert_eq!(settings.recent.len(), RECENT);
        assert_eq!(settings.recent[0].path, Path::new("/nowhere/9.toml"));
    }
}
