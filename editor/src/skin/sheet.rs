//! A loaded skin: all its pictures in several sizes in one texture.
//!
//! Part of skins; the canvas looks up the picture of a piece at the size of a cell. The first pixel of the texture is white,
//! so that drawn figures can be part of the same mesh.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use egui::{Color32, ColorImage, Context, Rect, TextureHandle, TextureId, TextureOptions, pos2};
use timeloom::scene::{Figure, Piece};

use super::PictureKey;
use super::resample::scaled;

/// Sides of the copies of a picture, in pixels: sharp at the usual sizes of cells.
const COPIES: [usize; 6] = [16, 24, 32, 48, 64, 96];
/// Pixels around each picture, so that its neighbours do not shine through.
const GAP: usize = 1;
/// Rows above the first picture, which hold the white pixel.
const HEAD: usize = 4;
/// Largest width of a texture that every graphics card has room for.
const WIDEST: usize = 2048;

/// A loaded skin.
pub struct SkinSheet {
    texture: TextureHandle,
    number: u64,
    pictures: HashMap<PictureKey, Vec<PictureCopy>>,
}

/// A picture at one size.
#[derive(Clone, Copy, Debug)]
struct PictureCopy {
    side: usize,
    part: Rect,
}

/// A picture that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FoundPicture {
    /// Its part of the texture.
    pub(crate) part: Rect,
    /// Whether it shows the direction in which the piece faces.
    pub(crate) shows_facing: bool,
}

impl std::fmt::Debug for SkinSheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SkinSheet({}, {} pictures)", self.number, self.pictures.len())
    }
}

impl SkinSheet {
    /// Puts pictures into a texture.
    pub(super) fn new(ctx: &Context, pictures: &[(PictureKey, ColorImage)]) -> Self {
        static SHEETS: AtomicU64 = AtomicU64::new(1);
        let number = SHEETS.fetch_add(1, Ordering::Relaxed);
        let (image, found) = packed(pictures);
        let texture = ctx.load_texture(format!("skin {number}"), image, TextureOptions::LINEAR);
        Self { texture, number, pictures: found }
    }

    /// The texture.
    pub(crate) fn texture(&self) -> TextureId {
        self.texture.id()
    }

    /// Number that differs between loaded skins; not 0.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Returns the picture of a piece in a cell with this side in pixels; a wall has these neighbours.
    pub(crate) fn find(&self, figure: Figure, piece: &Piece, mask: u8, side: f32) -> Option<FoundPicture> {
        let facing = piece.facing.map(|facing| PictureKey::Facing(figure, facing));
        let wall = (figure == Figure::Wall).then_some(PictureKey::Wall(mask & SIDES));
        let keys =
            [facing, wall, Some(PictureKey::Toned(figure, piece.tone)), Some(PictureKey::Figure(figure))];
        let found = |key| Some((key, self.part(key, side)?));
        let (key, part) = keys.into_iter().flatten().find_map(found)?;
        Some(FoundPicture { part, shows_facing: Some(key) == facing })
    }

    /// Returns the picture of the floor, if there is one.
    pub(crate) fn floor(&self, is_odd: bool, side: f32) -> Option<Rect> {
        let odd = is_odd.then(|| self.part(PictureKey::FloorOdd, side)).flatten();
        odd.or_else(|| self.part(PictureKey::Floor, side))
    }

    /// Returns the smallest copy that is large enough, or the largest.
    fn part(&self, key: PictureKey, side: f32) -> Option<Rect> {
        let copies = self.pictures.get(&key)?;
        let fits = copies.iter().find(|copy| copy.side as f32 + 0.5 >= side);
        fits.or(copies.last()).map(|copy| copy.part)
    }
}

/// The bits of the four sides of a wall.
const SIDES: u8 = 15;

/// Returns the sides of the copies of a picture, in ascending order.
fn sides(picture: &ColorImage) -> impl Iterator<Item = usize> {
    let own = picture.width();
    COPIES.into_iter().filter(move |side| *side < own).chain([own])
}

/// Returns an image with all copies of all pictures, and their places in it.
fn packed(pictures: &[(PictureKey, ColorImage)]) -> (ColorImage, HashMap<PictureKey, Vec<PictureCopy>>) {
    let mut copies: Vec<(usize, usize)> = Vec::new();
    for (index, (_, picture)) in pictures.iter().enumerate() {
        copies.extend(sides(picture).map(|side| (side, index)));
    }
    copies.sort_unstable();
    let (size, corners) = arranged(copies.iter().map(|(side, _)| *side));
    let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
    (0..HEAD - 1).flat_map(|y| (0..HEAD - 1).map(move |x| (x, y))).for_each(|at| image[at] = Color32::WHITE);
    let mut found: HashMap<PictureKey, Vec<PictureCopy>> = HashMap::new();
    for ((side, index), corner) in copies.into_iter().zip(corners) {
        let (key, picture) = &pictures[index];
        put(&mut image, &scaled(picture, side), corner);
        found.entry(*key).or_default().push(PictureCopy { side, part: part(corner, side, size) });
    }
    (image, found)
}

/// Returns a size for squares with these sides, and their corners in rows.
fn arranged(sides: impl Iterator<Item = usize> + Clone) -> ([usize; 2], Vec<(usize, usize)>) {
    let area: usize = sides.clone().map(|side| (side + 2 * GAP).pow(2)).sum();
    let width = (area as f32).sqrt().ceil() as usize;
    let width = width.next_power_of_two().clamp(256, WIDEST);
    let (mut x, mut y, mut high) = (0, HEAD, 0);
    let mut corners = Vec::new();
    for side in sides {
        let room = side + 2 * GAP;
        if x + room > width {
            (x, y, high) = (0, y + high, 0);
        }
        corners.push((x + GAP, y + GAP));
        (x, high) = (x + room, high.max(room));
    }
    ([width, y + high], corners)
}

fn part((x, y): (usize, usize), side: usize, [width, height]: [usize; 2]) -> Rect {
    let at = |x: usize, y: usize| pos2(x as f32 / width as f32, y as f32 / height as f32);
    Rect::from_min_max(at(x, y), at(x + side, y + side))
}

/// Copies a picture to a place, with its edge pixels repeated around it.
fn put(image: &mut ColorImage, picture: &ColorImage, (left, top): (usize, usize)) {
    let (side, gap) = (picture.width(), GAP);
    let within = |at: usize| at.saturating_sub(gap).min(side - 1);
    for y in 0..side + 2 * gap {
        for x in 0..side + 2 * gap {
            image[(left + x - gap, top + y - gap)] = picture[(within(x), within(y))];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mask_of;
    use super::*;

    #[test]
    fn as_many_pictures_as_allowed_fit_into_a_texture_that_every_card_takes() {
        let sides =
            [16, 24, 32, 48, 64, 96, 128].into_iter().flat_map(|side| [side; super::super::MOST_PICTURES]);
        let ([width, height], corners) = arranged(sides);
        assert_eq!(corners.len(), 7 * super::super::MOST_PICTURES);
        assert!(width <= WIDEST && height <= WIDEST, "{width} x {height}");
    }

    #[test]
    fn the_sides_of_walls_are_those_of_the_canvas() {
        use crate::canvas::{EAST, NORTH, SOUTH, WEST};
        assert_eq!(["n", "e", "s", "w"].map(mask_of), [NORTH, EAST, SOUTH, WEST].map(Some));
    }
}
