//! A virtual display, and the real editor on it: `Xvfb`, and `xdotool` for mouse and keys.
//!
//! Used by the tests that drive the real window. Knows neither levels nor the content of the window.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Path of the editor.
pub(crate) const EDITOR: &str = env!("CARGO_BIN_EXE_timeloom-editor");

/// A display that ends with the test.
pub(crate) struct Display {
    name: String,
    server: Child,
}

impl Display {
    /// Starts a display of this size, under an unused name.
    pub(crate) fn start([width, height]: [f32; 2]) -> io::Result<Self> {
        let screen = format!("{width}x{height}x24");
        let mut server = Command::new("Xvfb")
            // Without the last option, the display restarts whenever the only program on it ends.
            .args(["-displayfd", "1", "-screen", "0", &screen, "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut number = String::new();
        // The number is printed once the display is ready.
        server.stdout.take().map_or(Ok(0), |out| BufReader::new(out).read_line(&mut number))?;
        Ok(Self { name: format!(":{}", number.trim()), server })
    }

    /// Completes a command that runs the editor: on this display, with its own folders.
    pub(crate) fn editor(&self, mut command: Command, home: &Path, [width, height]: [f32; 2]) -> Command {
        command.args(["--size", &format!("{width}x{height}"), "--theme", "dark"]);
        command.env("DISPLAY", &self.name).env("TIMELOOM_HOME", home).env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Moves the window to the corner and gives it the keyboard focus; `false` if it is not there yet.
    pub(crate) fn focus_window(&self) -> bool {
        let window = ["search", "--onlyvisible", "--name", "Timeloom", "windowmove", "0", "0", "windowfocus"];
        let done = self.command("xdotool").args(window).stderr(Stdio::null()).status();
        done.expect("xdotool is installed").success()
    }

    /// Returns a command that uses this display.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.name).stdout(Stdio::null());
        command
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // A request to end lets it remove its socket; a kill would not.
        _ = Command::new("kill").arg(self.server.id().to_string()).status();
        _ = self.server.wait();
    }
}
