//! Reads one picture of a skin: a square PNG within limits.
//!
//! Part of skins. The size is checked before anything is allocated for it. Errors say what to do.

use std::io::Cursor;

use egui::{Color32, ColorImage};
use png::{BitDepth, ColorType, Decoder, Limits};

use super::{MOST_BYTES, SIDES};

/// Reads a picture; the error is a sentence without the name of the file.
pub(super) fn decode(bytes: &[u8]) -> Result<ColorImage, String> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("it has more than {} KiB: make it smaller", MOST_BYTES >> 10));
    }
    let broken = |error: png::DecodingError| format!("it cannot be read as PNG ({error}): save it again");
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: 4 << 20 });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width != height || !SIDES.contains(&width) {
        let (least, most) = (SIDES.start(), SIDES.end());
        return Err(format!(
            "it is {width} x {height} pixels: make it square, with sides from {least} to {most}"
        ));
    }
    let size = reader.output_buffer_size().ok_or("it is too large: make it smaller")?;
    let mut bytes = vec![0; size];
    let frame = reader.next_frame(&mut bytes).map_err(broken)?;
    if frame.bit_depth != BitDepth::Eight {
        return Err("its colours cannot be read: save it with 8 bits per channel".to_owned());
    }
    let pixels = pixels(frame.color_type, &bytes[..frame.buffer_size()]);
    Ok(ColorImage::new([width as usize, height as usize], pixels))
}

fn pixels(colours: ColorType, bytes: &[u8]) -> Vec<Color32> {
    let colour = |pixel: &[u8]| match *pixel {
        [grey] => Color32::from_gray(grey),
        [grey, alpha] => Color32::from_rgba_unmultiplied(grey, grey, grey, alpha),
        [r, g, b] => Color32::from_rgb(r, g, b),
        [r, g, b, alpha, ..] => Color32::from_rgba_unmultiplied(r, g, b, alpha),
        [] => Color32::TRANSPARENT,
    };
    bytes.chunks_exact(colours.samples()).map(colour).collect()
}
