//! Screenshots: renders the whole window to a picture without a display.
//!
//! Called for `--screenshot`. Runs the app for a few frames until it settles, waits for the answers about the level or turn, then
//! paints the last frame with [`crate::raster`]. Knows nothing about the content.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use egui::{FullOutput, RawInput, Rect, Vec2, ViewportId};
use timeloom::journal::file::{self, check_regular, path_text};

use crate::app::App;
use crate::raster::{Picture, Raster};
use crate::theme;

/// Maximum number of frames until a window settles.
const MOST_FRAMES: u32 = 12;

/// Longest time to wait for the answers; what is not known then is shown as such.
const PATIENCE: Duration = Duration::from_secs(5);

/// Renders an app once it has settled and its questions are answered.
pub fn take(app: &mut App, theme: egui::Theme, width: u16, height: u16) -> Picture {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    ctx.set_theme(theme);
    let mut raster = Raster::default();
    let mut output = frame(&ctx, app, 0, width, height);
    raster.learn(&mut output.textures_delta);
    // The first frame has set the colours, and with them the blinking caret.
    theme::steady(&ctx);
    for number in 1..MOST_FRAMES {
        if number > 2 && rests(&output) {
            break;
        }
        output = frame(&ctx, app, number, width, height);
        raster.learn(&mut output.textures_delta);
    }
    let begun = Instant::now();
    app.answer(&ctx);
    loop {
        output = frame(&ctx, app, MOST_FRAMES, width, height);
        raster.learn(&mut output.textures_delta);
        if !app.answers().is_working() && rests(&output) || begun.elapsed() > PATIENCE {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let pass = ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
    raster.paint(&pass, width.into(), height.into(), output.pixels_per_point)
}

fn frame(ctx: &egui::Context, app: &mut App, number: u32, width: u16, height: u16) -> FullOutput {
    let size = Vec2::new(width.into(), height.into());
    let input = RawInput {
        screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, size)),
        time: Some(f64::from(number) * 0.25),
        ..RawInput::default()
    };
    ctx.run_ui(input, |ui| app.show(ui))
}

fn rests(output: &FullOutput) -> bool {
    output.viewport_output.get(&ViewportId::ROOT).is_none_or(|view| !view.repaint_delay.is_zero())
}

/// The first bytes of every PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Writes a picture as PNG, entirely or not at all; an existing file is replaced only if it is a picture or empty. The error
/// is a sentence.
pub fn write(picture: &Picture, path: &Path) -> Result<(), String> {
    check_regular(path).map_err(|error| error.to_string())?;
    if path.exists() && !is_picture(path).map_err(|error| format!("{}: {error}", path_text(path)))? {
        return Err(format!("{} is not a picture; choose another name", path_text(path)));
    }
    let bytes = encode(picture).map_err(|error| format!("{}: {error}", path_text(path)))?;
    file::replace(path, &bytes).map_err(|error| error.to_string())
}

fn is_picture(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(PNG.len() as u64).read_to_end(&mut start)?;
    Ok(start.is_empty() || start == PNG)
}

fn encode(picture: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&picture.rgba)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_replaces_nothing_but_a_picture() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("level.toml");
        let picture = Picture { width: 1, height: 1, rgba: vec![0; 4] };
        std::fs::write(&path, "theirs").expect("there is room");
        let refused = write(&picture, &path).expect_err("it is a text");
        assert!(refused.ends_with("level.toml is not a picture; choose another name"), "{refused}");
        assert_eq!(std::fs::read(&path).expect("it is there"), b"theirs");
        for name in ["new.png", "new.png"] {
            write(&picture, &folder.path().join(name)).expect("it is new, or a picture");
        }
    }
}
