//! Skins: folders of pictures that are painted in place of the drawn figures.
//!
//! A skin is a folder with a `skin.toml` that names a PNG for each kind of thing. [`SkinStore`] finds and loads skins for
//! the app; the canvas asks a loaded [`SkinSheet`] for the picture of a piece. Every mistake is a sentence, and whatever a
//! skin lacks is drawn. SVG is not supported. Knows kinds, tones and sizes; no game.

mod manifest;
mod picture;
mod resample;
mod sheet;
mod store;

use timeloom::scene::{Facing, Figure, Tone};

pub use sheet::SkinSheet;
pub(crate) use store::SkinRequest;
pub use store::{KnownSkin, SkinStore};

/// Name of the file that describes a skin.
pub const MANIFEST: &str = "skin.toml";
/// Name of the folder of skins, beside a level and in the folders of the app.
pub const FOLDER: &str = "skins";

/// Most pictures of a skin.
const MOST_PICTURES: usize = 96;
/// Most bytes of a picture.
const MOST_BYTES: u64 = 256 << 10;
/// Sides of a picture, in pixels.
const SIDES: std::ops::RangeInclusive<u32> = 8..=128;

/// What a picture of a skin shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PictureKey {
    /// A kind of thing.
    Figure(Figure),
    /// A kind of thing that faces a side.
    Facing(Figure, Facing),
    /// A kind of thing in a tone.
    Toned(Figure, Tone),
    /// A wall with these neighbours.
    Wall(u8),
    /// The floor.
    Floor,
    /// The floor of every other cell.
    FloorOdd,
}

const FACINGS: [(&str, Facing); 4] =
    [("north", Facing::North), ("east", Facing::East), ("south", Facing::South), ("west", Facing::West)];

impl PictureKey {
    /// Returns the key with this name in `[pictures]`.
    fn named(name: &str) -> Option<Self> {
        match name {
            "floor" => return Some(Self::Floor),
            "floor-odd" => return Some(Self::FloorOdd),
            _ => {}
        }
        if let Some(figure) = Figure::named(name) {
            return Some(Self::Figure(figure));
        }
        let (kind, variant) = name.rsplit_once('-')?;
        let figure = Figure::named(kind)?;
        let facing = FACINGS.iter().find(|(word, _)| *word == variant);
        let tone = || Tone::ALL.into_iter().find(|tone| format!("{tone:?}").eq_ignore_ascii_case(variant));
        facing
            .map(|(_, facing)| Self::Facing(figure, *facing))
            .or_else(|| tone().map(|tone| Self::Toned(figure, tone)))
    }

    /// Returns the key with this name in `[walls]`: the sides where other walls are, such as `nes`.
    fn of_wall(name: &str) -> Option<Self> {
        let mask = if name == "alone" { 0 } else { mask_of(name)? };
        Some(Self::Wall(mask))
    }
}

/// Returns the sides that are named, each once and in the order n, e, s, w, as the bits of a wall's neighbours.
fn mask_of(sides: &str) -> Option<u8> {
    let mask = sides.chars().try_fold(0, |mask, side| {
        let bit = 1u8 << "nesw".find(side)?;
        (bit > mask).then_some(mask | bit)
    });
    mask.filter(|mask| *mask > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_name_a_kind_and_perhaps_a_side_or_a_tone() {
        let named = PictureKey::named;
        assert_eq!(named("pull-box"), Some(PictureKey::Figure(Figure::PullBox)));
        assert_eq!(named("guard-west"), Some(PictureKey::Facing(Figure::Guard, Facing::West)));
        assert_eq!(named("tile-blue"), Some(PictureKey::Toned(Figure::Tile, Tone::Blue)));
        assert_eq!(named("floor-odd"), Some(PictureKey::FloorOdd));
        assert_eq!([named("dragon"), named("guard-up"), named("")], [None; 3]);
    }

    #[test]
    fn walls_are_named_by_the_sides_of_their_neighbours() {
        let masks = ["alone", "n", "es", "nesw"].map(PictureKey::of_wall);
        assert_eq!(masks, [0, 1, 6, 15].map(|mask| Some(PictureKey::Wall(mask))));
        assert_eq!(["", "se", "nn", "x"].map(PictureKey::of_wall), [None; 4]);
    }
}
