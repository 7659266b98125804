//! The real window on a level in its own folder, and its reports of the saved state.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::display::{Display, EDITOR};
use crate::person::SIZE;

/// A level with space to draw and to walk.
pub(crate) const LEVEL: &str = r#########"# drawn by hand
ruleset = "unseen"

[meta]
name = "A room"

[world]
time_depth = 30

[map]
rows = [
  "########",
  "#@.....#",
  "#......#",
  "#......#",
  "#.....>#",
  "########",
]
"#########;

/// Files of others, some with names that the editor would like to use.
pub(crate) const THEIRS: [(&str, &str); 3] = [
    ("notes.txt", "their notes"),
    ("maze.play-2.loom", "their game"),
    ("maze.drawing-2.loom", "their drawing"),
];

/// Longer than the window takes for anything, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The cursor is written within a second, and a frame takes part of one.
const QUIET: Duration = Duration::from_millis(2500);

/// Whether one of these programs is not installed; prints a message.
pub(crate) fn is_missing(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| {
        let found = Command::new(program).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status();
        found.is_err()
    });
    if let Some(program) = missing {
        println!("skipped: {program} is not installed; scripts/attack installs it");
    }
    missing.is_some()
}

/// Creates a folder with the level and the files of others.
pub(crate) fn folder(parent: &Path) -> PathBuf {
    let folder = tempfile::tempdir_in(parent).expect("there is room").keep();
    let files = THEIRS.into_iter().chain([("maze.toml", LEVEL)]);
    files.for_each(|(name, text)| fs::write(folder.join(name), text).expect("there is room"));
    folder
}

/// A running window.
pub(crate) struct Session<'a> {
    display: &'a Display,
    editor: Child,
    input: Option<Child>,
    reported: Arc<Mutex<Vec<Value>>>,
}

impl<'a> Session<'a> {
    /// Opens the level in a folder, and waits until the window shows it.
    pub(crate) fn open(display: &'a Display, home: &Path, folder: &Path) -> Self {
        Self::open_by(Command::new(EDITOR), display, home, folder)
    }

    /// Opens the level with a command that runs the editor. The window may end before it is shown.
    pub(crate) fn open_by(command: Command, display: &'a Display, home: &Path, folder: &Path) -> Self {
        let mut command = display.editor(command, home, SIZE);
        command.arg("--report-saved").arg(folder.join("maze.toml")).args(["--mode", "draw"]);
        let mut editor = command.stdout(Stdio::piped()).spawn().expect("the program was built");
        let out = BufReader::new(editor.stdout.take().expect("it is piped"));
        let reported = Arc::new(Mutex::new(Vec::new()));
        let lines = reported.clone();
        std::thread::spawn(move || {
            let values =
                out.lines().map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok());
            values.for_each(|value| lines.lock().expect("nobody panics").push(value));
        });
        let mut session = Self { display, editor, input: None, reported };
        session.wait_for("the window", |session| session.has_ended() || !session.reported().is_empty());
        session.wait_for("its focus", |session| session.has_ended() || display.focus_window());
        session
    }

    fn has_ended(&mut self) -> bool {
        self.editor.try_wait().expect("it was started").is_some()
    }

    /// Returns the reports so far.
    pub(crate) fn reported(&self) -> Vec<Value> {
        self.reported.lock().expect("nobody panics").clone()
    }

    /// Starts sending input: steps for `xdotool`, with a pause between them.
    pub(crate) fn send(&mut self, steps: Vec<Vec<String>>) {
        self.stop_input();
        let words = steps.into_iter().flat_map(|step| [step, vec!["sleep".to_owned(), "0.02".to_owned()]]);
        let mut command = self.display.command("xdotool");
        self.input = Some(command.args(words.flatten()).spawn().expect("xdotool is installed"));
    }

    /// Waits until all input was sent, and all its effects are done and reported.
    pub(crate) fn rest(&mut self) {
        if let Some(mut input) = self.input.take() {
            assert!(input.wait().expect("it was started").success(), "xdotool failed");
        }
        let (mut count, mut since) = (self.reported().len(), Instant::now());
        while since.elapsed() < QUIET {
            sleep(Duration::from_millis(50));
            if self.reported().len() != count {
                (count, since) = (self.reported().len(), Instant::now());
            }
        }
    }

    /// Kills the window; returns all its reports.
    pub(crate) fn kill(mut self) -> Vec<Value> {
        self.editor.kill().expect("it can be killed");
        self.editor.wait().expect("it was started");
        self.stop_input();
        // Printed reports are in the pipe; the end of the pipe ends the thread that reads it.
        self.wait_for("the end of the report", |session| Arc::strong_count(&session.reported) == 1);
        self.reported()
    }

    fn stop_input(&mut self) {
        if let Some(mut input) = self.input.take() {
            _ = input.kill();
            _ = input.wait();
        }
    }

    fn wait_for(&mut self, what: &str, is_there: impl Fn(&mut Self) -> bool) {
        let begun = Instant::now();
        while !is_there(self) {
            assert!(begun.elapsed() < PATIENCE, "{what} does not come");
            sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.stop_input();
        _ = self.editor.kill();
        _ = self.editor.wait();
    }
}
