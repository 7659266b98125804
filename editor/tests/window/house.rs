//! A temporary folder with a level and app folders, and functions that drive the window: shared by all tests of
//! files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom::game::ActionBytes;
use timeloom::scene::Cell;
use timeloom::sketch::Edit;
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::command::{AppCommand, Command, FileCommand};

use crate::{Window, window};

/// A level with the exit two steps away.
pub(crate) const LEVEL: &str = r######"# drawn by hand
ruleset = "unseen"

[meta]
name = "Two steps"

[world]
time_depth = 12

[map]
rows = [
  "#####",
  "#@.>#",
  "#...#",
  "#####",
]
"######;

/// A folder that is deleted after the test.
pub(crate) struct House {
    folder: tempfile::TempDir,
}

impl House {
    /// Creates the folder with a level in it.
    pub(crate) fn new() -> Self {
        let house = Self { folder: tempfile::tempdir().expect("there is room") };
        house.write("maze.toml", LEVEL);
        house
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("the folder can be written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// The level in a file, as its drawing would write it.
    pub(crate) fn plain(&self, name: &str) -> String {
        timeloom_editor::open::plain(&self.read(name)).expect("it is a level")
    }

    /// The names of the files in it, without the app folders.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
            .filter(|name| name != "home")
            .collect();
        names.sort();
        names
    }

    pub(crate) fn app_dirs(&self) -> AppDirs {
        AppDirs::at(self.path("home"))
    }

    /// Opens a window on the start page.
    pub(crate) fn window(&self) -> Window {
        window(App::new(self.app_dirs()))
    }

    /// Opens a window with the level.
    pub(crate) fn open(&self) -> Window {
        let mut window = self.window();
        ask(&mut window, Command::File(FileCommand::Open(self.path("maze.toml"))));
        window
    }
}

/// Sends a command and waits until it is done.
pub(crate) fn ask(window: &mut Window, command: Command) {
    window.state_mut().ask(command);
    settle(window);
}

/// Runs the window until no background work is left.
pub(crate) fn settle(window: &mut Window) {
    let begun = Instant::now();
    // Longer work continues in the background, and the window keeps polling.
    window.run_ok();
    while window.state().is_waiting() {
        assert!(begun.elapsed() < Duration::from_secs(60), "this takes for ever");
        std::thread::sleep(Duration::from_millis(5));
        window.step();
    }
    window.run();
}

pub(crate) fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

pub(crate) fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    settle(window);
}

/// Draws a wall.
pub(crate) fn wall(window: &mut Window, x: u32, y: u32) {
    let edit = Edit::Paint { brush: "wall".into(), cells: vec![Cell { x, y }], t: 0 };
    ask(window, Command::Act(ActionBytes(edit.to_bytes())));
    assert_eq!(window.state().message(), None);
}

/// Takes an action in the game in front.
pub(crate) fn act(window: &mut Window, action: &str) {
    let bytes = crate::document(window).game().parse(action).expect("it is an action");
    ask(window, Command::Act(bytes));
    assert_eq!(window.state().message(), None);
}

pub(crate) fn change_mode(window: &mut Window) {
    ask(window, Command::App(AppCommand::Mode));
}

/// The text of the level being drawn.
pub(crate) fn drawn(window: &Window) -> String {
    let drawing = crate::workspace(window).drawing().expect("a level is drawn");
    drawing.level_text().expect("a drawing has a text")
}

/// The texts of the toasts.
pub(crate) fn told(window: &Window) -> String {
    window.state().toasts().all().iter().map(|toast| toast.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Rewrites the file like another program, a moment later so that the disk's clock has moved on.
pub(crate) fn written_elsewhere(path: &Path, text: &str) {
    std::fs::write(path, text).expect("the file can be written");
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    let file = std::fs::File::options().append(true).open(path).expect("it is there");
    file.set_modified(later).expect("the clock can be set");
}
