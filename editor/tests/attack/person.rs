//! Actions of a user in the window, as input for `xdotool`. A window without a display provides the
//! positions.

use std::path::Path;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use timeloom::rng::Mulberry32;
use timeloom::scene::Cell;
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::jobs::JobProgress;
use timeloom_editor::open::{self, OpenOptions};
use timeloom_editor::theme;

pub(crate) const SIZE: [f32; 2] = [1000.0, 700.0];

/// Screen positions for the user.
pub(crate) struct Person {
    wall: [String; 2],
    /// Cells inside the outer wall, except those in the row of the player or of the exit: the level stays
    /// playable, whatever is drawn there.
    cells: Vec<[String; 2]>,
    rng: Mulberry32,
}

impl Person {
    /// Reads the positions from the window on this level, which is not changed.
    pub(crate) fn new(level: &Path) -> Self {
        let how = OpenOptions { only_look: true, ..OpenOptions::default() };
        let opened = open::file(level, how, &JobProgress::default()).expect("it is a level");
        let app = App::with_workspace(AppDirs::none(), opened.workspace);
        let builder = Harness::builder().with_size(SIZE).with_context_setup(theme::install);
        let mut window = builder.build_ui_state(|ui, app: &mut App| app.show(ui), app);
        window.run();
        let wall = window.query_all_by_label_contains("Wall").next().expect("a brush").rect().center();
        let workspace = window.state().workspace().expect("it is open");
        let (edit_state, drawn) =
            (workspace.edit_state(), workspace.front().drawing_view().expect("a drawing"));
        let (width, height) = (drawn.sketch.width, drawn.sketch.height);
        let inside = |(x, y): &(u32, u32)| (1..width - 1).contains(x) && (2..height - 2).contains(y);
        let all = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let fit = edit_state.stage().expect("the board was shown").fit(edit_state.camera());
        let cells = all.filter(inside).map(|(x, y)| at(fit.rect(Cell { x, y }).center())).collect();
        Self { wall: at(wall), cells, rng: Mulberry32::new(4) }
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.rng.below(count as u32) as usize
    }

    fn cell(&mut self) -> [String; 2] {
        let index = self.below(self.cells.len());
        self.cells[index].clone()
    }

    /// Selects the brush for walls.
    pub(crate) fn take_brush(&self) -> Vec<String> {
        click(&self.wall, "1")
    }

    /// Paints a cell and erases it again: something changes, whatever was there.
    pub(crate) fn change_something(&mut self) -> Vec<String> {
        let cell = self.cell();
        [self.take_brush(), click(&cell, "1"), click(&cell, "3")].concat()
    }

    /// Draws, undoes, saves, plays and draws again: always the same.
    pub(crate) fn a_little_of_everything(&self) -> Vec<Vec<String>> {
        let paint = |number: usize| click(&self.cells[number], "1");
        let keys = |keys: &[&str]| keys.iter().map(|name| key(name)).collect::<Vec<_>>();
        [
            vec![self.take_brush(), paint(0), paint(3)],
            keys(&["ctrl+s", "ctrl+z"]),
            vec![paint(6)],
            keys(&["e", "Right", "Right", "ctrl+z", "Down", "e"]),
            vec![paint(8)],
            keys(&["e", "Right", "e", "ctrl+s"]),
        ]
        .concat()
    }

    /// Draws something, undoes, or saves.
    pub(crate) fn draw(&mut self) -> Vec<String> {
        match self.below(10) {
            0..=3 => click(&self.cell(), "1"),
            4 => click(&self.cell(), "3"),
            5 => {
                let (from, to) = (self.cell(), self.cell());
                let [from, to] = [from, to].map(|[x, y]| words(&["mousemove", &x, &y]));
                [from, words(&["mousedown", "1"]), to, words(&["mouseup", "1"])].concat()
            }
            6 | 7 => key("ctrl+z"),
            8 => key("ctrl+y"),
            _ => key("ctrl+s"),
        }
    }

    /// Draws for a while, plays for a while, and returns to drawing, more than once.
    pub(crate) fn draw_and_play(&mut self) -> Vec<Vec<String>> {
        let mut step = |step| match step % 10 {
            0..=4 => self.draw(),
            5 | 9 => key("e"),
            _ => self.walk(),
        };
        let steps: Vec<_> = (0..30).map(&mut step).collect();
        [vec![self.take_brush()], steps].concat()
    }

    /// Takes a step of the game, or undoes one.
    fn walk(&mut self) -> Vec<String> {
        let keys = ["Up", "Down", "Left", "Right", "Down", "Right", "ctrl+z"];
        let index = self.below(keys.len());
        key(keys[index])
    }
}

fn at(point: egui::Pos2) -> [String; 2] {
    [point.x, point.y].map(|side| side.round().to_string())
}

fn click([x, y]: &[String; 2], button: &str) -> Vec<String> {
    words(&["mousemove", x, y, "click", button])
}

fn key(name: &str) -> Vec<String> {
    words(&["key", name])
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
