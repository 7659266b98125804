//! Tests of the window without a display: every test drives the whole app by label, key and mouse.

mod answers;
mod asking;
mod boards;
mod branches;
mod commands;
mod cramped;
mod cube;
mod draw;
mod failing_disk;
mod fault_points;
#[path = "../../../tests/common/faulty.rs"]
mod faulty;
mod figures;
mod files;
mod foreign_files;
mod hands_off;
mod house;
mod huge;
mod keeping;
mod large_level;
mod leaving;
mod modes;
mod orchard;
mod pictures;
mod playing;
mod pointing;
mod pulled_play;
#[path = "../../../tests/common/rounds.rs"]
mod rounds;
mod rulesets;
mod scrub;
mod seats;
mod settings;
mod shapes;
mod shell;
mod skins;
mod spared;
mod start;
mod turns;
mod workspace;

use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, TestRenderer};
use timeloom::game::Game;
use timeloom_editor::app::App;
use timeloom_editor::document::Document;
use timeloom_editor::raster::Raster;
use timeloom_editor::theme;
use timeloom_editor::workspace::Workspace;

type Window = Harness<'static, App>;

/// The painter of `--screenshot` as the renderer of the tests.
#[derive(Default)]
struct Cpu(Raster);

impl TestRenderer for Cpu {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.0.learn(delta);
    }

    fn render(&mut self, ctx: &egui::Context, output: &egui::FullOutput) -> Result<image::RgbaImage, String> {
        let pass = ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        let size = ctx.content_rect().size() * output.pixels_per_point;
        let picture = self.0.paint(&pass, size.x as usize, size.y as usize, output.pixels_per_point);
        image::RgbaImage::from_raw(size.x as u32, size.y as u32, picture.rgba)
            .ok_or_else(|| "no pixels".to_owned())
    }
}

fn window(app: App) -> Window {
    let builder = Harness::builder().with_size([900.0, 600.0]).renderer(Cpu::default());
    let builder = builder.with_context_setup(theme::install).with_theme(egui::Theme::Dark);
    // A thread that answers wakes the window with each part, so that a few frames may not be enough.
    let builder = builder.with_max_steps(100);
    let mut window = builder.build_ui_state(|ui, app: &mut App| app.show(ui), app);
    window.run();
    window
}

fn onto(game: impl Game + 'static) -> Window {
    window(App::with_game(Box::new(game)))
}

fn workspace(window: &Window) -> &Workspace {
    window.state().workspace().expect("something is open")
}

fn document(window: &Window) -> &Document {
    window.state().document().expect("something is open")
}

fn turn(window: &Window) -> u32 {
    document(window).here().turn
}

fn press(window: &mut Window, modifiers: egui::Modifiers, key: egui::Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run();
}

std::thread_local! {
    /// Folders of open saves, which must exist until the test is over.
    static FOLDERS: std::cell::RefCell<Vec<tempfile::TempDir>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Opens a copy of a bundled save.
fn onto_save(name: &str) -> Window {
    let folder = tempfile::tempdir().expect("a folder");
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/games").join(name);
    let to = folder.path().join(name);
    std::fs::copy(from, &to).expect("the save can be copied");
    FOLDERS.with_borrow_mut(|folders| folders.push(folder));
    let workspace = timeloom_editor::open::save(&to).expect("the save opens");
    window(App::with_workspace(timeloom_editor::app_dirs::AppDirs::none(), workspace))
}
