//! Scales a picture down, so that it is sharp at the size at which it is painted.
//!
//! Part of skins. Averages the pixels under each new pixel; colours are premultiplied.

use egui::{Color32, ColorImage};

/// Four channels.
type Pixel = [f32; 4];

/// Returns a square picture with this side.
pub(super) fn scaled(picture: &ColorImage, side: usize) -> ColorImage {
    if picture.width() == side {
        return picture.clone();
    }
    let rows: Vec<Pixel> = picture.pixels.iter().map(|pixel| pixel.to_array().map(f32::from)).collect();
    let narrow = shrink(&rows, picture.width(), picture.height(), side);
    // Shrinking turns the picture over, so that both directions are the same.
    let small = shrink(&narrow, picture.height(), side, side);
    let colour = |pixel: &Pixel| {
        let [r, g, b, a] = pixel.map(|part| part.round() as u8);
        Color32::from_rgba_premultiplied(r, g, b, a)
    };
    ColorImage::new([side, side], small.iter().map(colour).collect())
}

/// Shrinks every row, and returns rows as columns.
fn shrink(pixels: &[Pixel], width: usize, height: usize, side: usize) -> Vec<Pixel> {
    let mut turned = vec![[0.0; 4]; side * height];
    for (y, row) in pixels.chunks_exact(width).enumerate() {
        for x in 0..side {
            turned[x * height + y] = average(row, x, side);
        }
    }
    turned
}

/// Average of the part of a row under one of `side` new pixels.
fn average(row: &[Pixel], at: usize, side: usize) -> Pixel {
    let scale = row.len() as f32 / side as f32;
    let (from, to) = (at as f32 * scale, (at + 1) as f32 * scale);
    let mut sum = [0.0; 4];
    for (index, pixel) in row.iter().enumerate().take(to.ceil() as usize).skip(from as usize) {
        let part = (to.min(index as f32 + 1.0) - from.max(index as f32)).max(0.0) / scale;
        sum.iter_mut().zip(pixel).for_each(|(sum, channel)| *sum += channel * part);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_picture_stays_plain_and_a_pattern_becomes_its_average() {
        let plain = ColorImage::filled([30, 30], Color32::RED);
        assert_eq!(scaled(&plain, 16), ColorImage::filled([16, 16], Color32::RED));
        let stripes =
            (0..64 * 64).map(|at| if at % 2 == 0 { Color32::BLACK } else { Color32::WHITE }).collect();
        let grey = scaled(&ColorImage::new([64, 64], stripes), 32);
        assert!(grey.pixels.iter().all(|pixel| pixel.r().abs_diff(127) <= 1), "{:?}", grey.pixels[0]);
    }

    #[test]
    fn nothing_is_turned_over() {
        let mut picture = ColorImage::filled([32, 32], Color32::BLACK);
        (0..16).flat_map(|y| (16..32).map(move |x| (x, y))).for_each(|at| picture[at] = Color32::WHITE);
        let small = scaled(&picture, 8);
        assert_eq!([small[(7, 0)], small[(0, 7)]], [Color32::WHITE, Color32::BLACK]);
    }
}
