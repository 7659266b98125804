//! What a person chose about the program itself, kept between starts.
//!
//! Read by panels, changed by the app. Knows no game; where the file lies is the affair of [`crate::app_dirs`]. What a newer
//! program wrote into the file stays in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use timeloom::journal::file;
use toml::{Table, Value};

use crate::workspace::Mode;

/// No settings are longer.
const LARGEST: u64 = 1 << 20;

/// So many files are remembered.
const RECENT: usize = 12;

/// How small and how large everything can be.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.6..=2.5;

/// What a person chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Dark or light; otherwise as the desktop is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dark: Option<bool>,
    /// How large everything is; 1 is usual.
    pub scale: f32,
    /// Colours that people with any kind of colour vision can tell apart.
    pub colour_blind: bool,
    /// Keys in place of the usual ones, by the id of the command.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Which layers lie over boards, by their ids; the others as usual.
    pub overlays: BTreeMap<String, bool>,
    /// Where everything lies in the window.
    pub layout: Layout,
    /// Where the window was, and how large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowPlacement>,
    /// From where the cube is looked at, unless as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube: Option<Orbit>,
    /// The files that were open, the last one first.
    pub recent: Vec<Recent>,
    /// What another version of this program put here.
    #[serde(flatten)]
    rest: Table,
}

/// A file that was open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recent {
    /// Which.
    pub path: PathBuf,
    /// What was done with it.
    pub mode: Mode,
}

/// Where a window is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlacement {
    /// Its left upper corner, where the desktop says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f32; 2]>,
    /// How wide and high it is inside.
    pub size: [f32; 2],
    /// Whether it fills the screen.
    #[serde(default)]
    pub maximized: bool,
}

/// From where something is looked at that can be turned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Orbit {
    /// How far it is turned, in radians.
    pub turn: f32,
    /// How far it is tilted, in radians.
    pub tilt: f32,
    /// How large it is.
    pub zoom: f32,
}

/// Where everything lies in the window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// What is in the middle.
    pub centre: Centre,
    /// The tab on the right while drawing.
    pub drawing: Tab,
    /// The tab on the right while playing.
    pub playing: Tab,
    /// How wide the left side is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f32>,
    /// How wide the right side is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<f32>,
}

impl Layout {
    /// The tab on the right in a mode.
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
            playing: Tab::Choices,
            left: None,
            right: None,
        }
    }
}

/// What is in the middle of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Centre {
    /// The board at one slice.
    Board,
    /// All slices at once.
    Cube,
    /// The one beside the other.
    Both,
}

/// A tab on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    /// What is selected.
    Inspector,
    /// What is wrong with the drawing.
    Problems,
    /// Every edit of the drawing.
    Log,
    /// What can be done.
    Choices,
    /// Tables and notes.
    Facts,
    /// The tree of branches.
    Branches,
    /// The state as a tree.
    State,
    /// What differs between two turns.
    Compare,
}

impl Tab {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inspector => "Inspector",
            Self::Problems => "Problems",
            Self::Log => "Log",
            Self::Choices => "Actions",
            Self::Facts => "Facts",
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
    /// Whether a layer lies over boards.
    pub fn shows(&self, layer: &timeloom::scene::Layer) -> bool {
        self.overlays.get(layer.id).copied().unwrap_or(layer.default)
    }

    /// Reads the settings, if there are any. Of a broken file all is kept that can be read; the file itself is set aside,
    /// and the sentence says so.
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

    /// The settings as they lie there now; nothing if they are not all to be read.
    pub fn glance(path: &Path) -> Option<Self> {
        let text = file::read_text(path, LARGEST).ok()?;
        Some(Self::parse(&text)).filter(|(_, wrong)| wrong.is_none()).map(|(settings, _)| settings)
    }

    /// What can be read of a text, and what is wrong with the rest.
    pub fn parse(text: &str) -> (Self, Option<String>) {
        let table: Table = match text.parse() {
            Ok(table) => table,
            Err(error) => return (Self::default(), Some(error.to_string())),
        };
        match table.clone().try_into() {
            Ok(settings) => (settings, None),
            Err(error) => (Self::of_the_good(table), Some(error.to_string())),
        }
    }

    /// The settings without those that cannot be read.
    fn of_the_good(table: Table) -> Self {
        let alone = |key: &str, value: &toml::Value| Table::from_iter([(key.to_owned(), value.clone())]);
        let good = |key: &str, value: &toml::Value| alone(key, value).try_into::<Self>().is_ok();
        let good: Table = table.into_iter().filter(|(key, value)| good(key, value)).collect();
        good.try_into().unwrap_or_default()
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let text = toml::to_string(self).unwrap_or_default();
        format!("# Timeloom writes this file. Keys are written like \"Ctrl+Shift+S\".\n\n{text}")
    }

    /// Writes the file, entirely or not at all; the error is a sentence.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let explain = |error: &dyn std::fmt::Display| format!("the settings could not be kept: {error}");
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| explain(&format!("{}: {error}", folder.display())))?;
        }
        file::replace(path, self.text().as_bytes()).map_err(|error| explain(&error))
    }

    /// These settings with what another window has written meanwhile: of what was not changed here since `before`, the
    /// other's word counts.
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

    /// Puts a file at the head of the recent ones.
    pub fn remember(&mut self, path: &Path, mode: Mode) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|recent| recent.path != path);
        self.recent.insert(0, Recent { path, mode });
        self.recent.truncate(RECENT);
    }

    /// What was last done with a file.
    pub fn mode_of(&self, path: &Path) -> Option<Mode> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        self.recent.iter().find(|recent| recent.path == path).map(|recent| recent.mode)
    }

    /// How large everything is, however odd the file.
    pub fn sane_scale(&self) -> f32 {
        if self.scale.is_finite() { self.scale.clamp(*SCALES.start(), *SCALES.end()) } else { 1.0 }
    }
}

/// Key by key, and in tables within tables too.
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

fn set_aside(path: &Path, wrong: &str) -> String {
    let aside = path.with_extension("toml.broken");
    let kept = match std::fs::rename(path, &aside) {
        Ok(()) => format!("it now lies at {}", aside.display()),
        Err(error) => format!("it could not be set aside ({error})"),
    };
    // The last line says what is wrong; those before it show where.
    let wrong = wrong.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("unreadable");
    format!(
        "the settings could not all be read: {wrong}; {kept}, and the usual ones are used in place of what was wrong"
    )
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
