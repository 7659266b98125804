//! The real window, on a virtual display, driven by `xdotool` and captured by `import`.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use egui::{Key, Modifiers, Pos2};

use crate::display::{Display, EDITOR};

/// Longer than a frame takes on a software GPU.
const FRAME_WAIT: Duration = Duration::from_millis(350);

pub(crate) struct Real {
    display: Display,
    home: PathBuf,
    size: [f32; 2],
    program: Child,
}

impl Real {
    pub(crate) fn start(home: &Path, size: [f32; 2]) -> Self {
        let display = Display::start(size).expect("Xvfb is installed: run scripts/first-day");
        let program = program(&display, home, size);
        let mut real = Self { display, home: home.to_owned(), size, program };
        real.greet();
        real
    }

    /// Starts the program again after it has ended.
    pub(crate) fn restart(&mut self) {
        self.program = program(&self.display, &self.home, self.size);
        self.greet();
    }

    /// Waits until the program has ended.
    pub(crate) fn wait(&mut self) {
        for _ in 0..100 {
            match self.program.try_wait().expect("it was started") {
                Some(status) => return assert!(status.success(), "{status}"),
                None => sleep(Duration::from_millis(200)),
            }
        }
        panic!("the window did not close");
    }

    pub(crate) fn keys(&self, modifiers: Modifiers, key: Key) {
        let held = [(modifiers.command, "ctrl+"), (modifiers.shift, "shift+"), (modifiers.alt, "alt+")];
        let held: String = held.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).collect();
        self.xdotool(&["key", &format!("{held}{}", name(key))]);
        sleep(FRAME_WAIT);
    }

    pub(crate) fn move_to(&self, at: Pos2) {
        let [x, y] = [at.x, at.y].map(|side| side.round().to_string());
        self.xdotool(&["mousemove", &x, &y]);
        sleep(FRAME_WAIT);
    }

    pub(crate) fn button(&self, pressed: bool) {
        self.xdotool(&[if pressed { "mousedown" } else { "mouseup" }, "1"]);
        sleep(FRAME_WAIT);
    }

    pub(crate) fn picture(&self, path: &Path) {
        sleep(FRAME_WAIT);
        let taken = self.display.command("import").args(["-window", "root"]).arg(path).status();
        assert!(taken.expect("ImageMagick is installed").success());
    }

    /// Waits until the window can be used.
    fn greet(&mut self) {
        while !self.display.focus_window() {
            assert_eq!(self.program.try_wait().expect("it was started"), None, "the window does not open");
            sleep(FRAME_WAIT);
        }
        sleep(Duration::from_secs(2));
    }

    fn xdotool(&self, args: &[&str]) {
        let done = self.display.command("xdotool").args(args).status();
        assert!(done.expect("xdotool is installed").success(), "xdotool {args:?}");
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        _ = self.program.kill();
        _ = self.program.wait();
    }
}

fn program(display: &Display, home: &Path, size: [f32; 2]) -> Child {
    display.editor(Command::new(EDITOR), home, size).spawn().expect("the program was built")
}

fn name(key: Key) -> String {
    match key {
        Key::ArrowUp => "Up".to_owned(),
        Key::ArrowDown => "Down".to_owned(),
        Key::ArrowLeft => "Left".to_owned(),
        Key::ArrowRight => "Right".to_owned(),
        Key::Enter => "Return".to_owned(),
        Key::PageUp => "Prior".to_owned(),
        Key::PageDown => "Next".to_owned(),
        other if other.name().len() == 1 => other.name().to_lowercase(),
        other => other.name().to_owned(),
    }
}
