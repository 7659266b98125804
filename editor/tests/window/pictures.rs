//! Pictures of the whole window, compared with those in `tests/pictures`.
//!
//! `UPDATE_PICTURES=1 cargo test -p timeloom-editor` rewrites them. They depend on no GPU, display or installed font.

use std::path::{Path, PathBuf};

use egui_kittest::Harness;
use timeloom_editor::app::App;

use crate::orchard::played;
use crate::{onto, window};
use timeloom_editor::app_dirs::AppDirs;

pub(crate) fn check<S>(window: &mut Harness<'static, S>, name: &str) {
    timeloom_editor::theme::steady(&window.ctx);
    window.run_ok();
    let now = window.render().expect("the window can be painted");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name);
    if read(&kept).is_some_and(|kept| are_alike(&kept, now.as_raw())) {
        return;
    }
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        write(&now, &kept);
    } else {
        let new = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        write(&now, &new);
        panic!(
            "{} no longer looks like {}; UPDATE_PICTURES=1 keeps the new look",
            new.display(),
            kept.display()
        );
    }
}

/// Whether two pictures differ in nothing but rounding: the font atlas holds glyphs in the order in which they were first
/// shown, which depends on when an answer arrives, and the edges of a glyph are sampled from where it is.
fn are_alike(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.abs_diff(*other) <= 1)
}

fn write(image: &image::RgbaImage, path: &Path) {
    let picture = timeloom_editor::raster::Picture {
        width: image.width() as usize,
        height: image.height() as usize,
        rgba: image.as_raw().clone(),
    };
    timeloom_editor::shot::write(&picture, path).expect("the picture can be written");
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let file = std::io::BufReader::new(std::fs::File::open(path).ok()?);
    let mut reader = png::Decoder::new(file).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut pixels).ok()?;
    Some(pixels)
}

#[test]
fn a_game_with_branches() {
    let mut window = onto(played("SSEEENESEEuuuuuuuSSSuu").0);
    check(&mut window, "branches.png");
}

#[test]
fn a_game_with_branches_in_light() {
    let mut window = onto(played("SSEEENESEEuuuuuuuSSSuu").0);
    window.ctx.set_theme(egui::Theme::Light);
    window.run();
    check(&mut window, "light.png");
}

#[test]
fn the_start_page_with_nothing_open() {
    check(&mut window(App::new(AppDirs::none())), "start.png");
}

#[test]
fn a_file_that_does_not_open() {
    let mut window = onto(played("").0);
    let missing = std::sync::Arc::new(crate::files::Dropped(PathBuf::from("missing.loom")));
    window.input_mut().dropped_files.push(missing);
    window.run();
    check(&mut window, "error.png");
}
