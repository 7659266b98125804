//! The colours: a palette for each theme, and a fill and an ink for each tone.
//!
//! Only this file and `tones` name colours. The current colour set is kept by egui, beside the visuals made from it.

use egui::{Color32, Context, Id, Theme, Ui, Visuals};
use timeloom::scene::Tone;

use super::mix;
use super::tones::{self, Tones, rgb};

/// The colours of one theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Background of the board.
    pub ground: Color32,
    /// Background of the panels.
    pub panel: Color32,
    /// Buttons, and rows under the mouse.
    pub raised: Color32,
    /// Lines between panels.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text.
    pub weak: Color32,
    /// Highlights: the current position, and what can be done.
    pub accent: Color32,
    /// Background of the selected item.
    pub chosen: Color32,
    /// Background of a notice that needs attention.
    pub alert: Color32,
    /// Floor of the board.
    pub floor: Color32,
    /// Every other cell of the board.
    pub floor_odd: Color32,
    /// Grid of the board.
    pub grid: Color32,
    /// Shadow of a piece on the floor.
    pub shadow: Color32,
    /// The empty part of a bar.
    pub track: Color32,
    fills: Tones,
    inks: Tones,
}

/// A set of colours, for dark and light themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ColourSet {
    /// The default colours.
    #[default]
    Standard,
    /// Colours that people with any kind of colour vision can tell apart.
    Safe,
}

const DARK: Palette = Palette {
    ground: rgb(0x12_14_19),
    panel: rgb(0x1a_1d_24),
    raised: rgb(0x28_2d_38),
    line: rgb(0x2b_30_3b),
    text: rgb(0xdd_e1_e8),
    weak: rgb(0x98_a0_af),
    accent: rgb(0xa4_94_ff),
    chosen: rgb(0x35_30_5e),
    alert: rgb(0x3b_24_2a),
    floor: rgb(0x20_24_2d),
    floor_odd: rgb(0x24_29_33),
    grid: rgb(0x30_36_42),
    shadow: Color32::from_rgba_premultiplied(0, 0, 0, 90),
    track: rgb(0x0d_0f_13),
    fills: tones::DARK_FILLS,
    inks: tones::DARK_INKS,
};

const LIGHT: Palette = Palette {
    ground: rgb(0xe9_eb_ef),
    panel: rgb(0xf7_f8_fa),
    raised: rgb(0xe3_e6_ec),
    line: rgb(0xd5_d9_e0),
    text: rgb(0x20_25_2e),
    weak: rgb(0x54_5d_6c),
    accent: rgb(0x5a_43_d6),
    chosen: rgb(0xd9_d3_fb),
    alert: rgb(0xfb_e0_de),
    floor: rgb(0xff_ff_ff),
    floor_odd: rgb(0xf6_f7_f9),
    grid: rgb(0xdd_e1_e7),
    shadow: Color32::from_rgba_premultiplied(0, 0, 0, 40),
    track: rgb(0xd2_d7_df),
    fills: tones::LIGHT_FILLS,
    inks: tones::LIGHT_INKS,
};

static DARK_STANDARD: Palette = DARK;
static LIGHT_STANDARD: Palette = LIGHT;

/// After Okabe and Ito: colours that differ in lightness as well, for people with any kind of colour vision.
static DARK_SAFE: Palette = Palette { fills: tones::DARK_SAFE_FILLS, inks: tones::DARK_SAFE_INKS, ..DARK };

static LIGHT_SAFE: Palette =
    Palette { fills: tones::LIGHT_SAFE_FILLS, inks: tones::LIGHT_SAFE_INKS, ..LIGHT };

impl Palette {
    /// Returns the current palette.
    pub fn of(ui: &Ui) -> &'static Self {
        Self::in_force(ui.ctx(), ui.visuals())
    }

    /// Returns the current palette for these visuals.
    pub(crate) fn in_force(ctx: &Context, visuals: &Visuals) -> &'static Self {
        let theme = if visuals.dark_mode { Theme::Dark } else { Theme::Light };
        Self::get(theme, ctx.data(|data| data.get_temp(colour_set_id())).unwrap_or_default())
    }

    /// Returns the palette of a theme.
    pub(super) fn get(theme: Theme, colours: ColourSet) -> &'static Self {
        match (theme, colours) {
            (Theme::Dark, ColourSet::Standard) => &DARK_STANDARD,
            (Theme::Dark, ColourSet::Safe) => &DARK_SAFE,
            (Theme::Light, ColourSet::Standard) => &LIGHT_STANDARD,
            (Theme::Light, ColourSet::Safe) => &LIGHT_SAFE,
        }
    }

    /// Fill colour of a tone.
    pub fn fill(&self, tone: Tone) -> Color32 {
        self.fills.get(tone)
    }

    /// Text colour of a tone; legible on every background of this palette.
    pub fn ink(&self, tone: Tone) -> Color32 {
        self.inks.get(tone)
    }

    /// Colour of the outline of something with this fill.
    pub fn rim(&self, fill: Color32) -> Color32 {
        mix(fill, Color32::BLACK, 0.46)
    }

    /// Text colour for something impossible, or still ahead.
    pub fn dimmed(&self) -> Color32 {
        mix(self.text, self.panel, 0.35)
    }

    /// Colour of a glyph on a fill.
    pub fn on(fill: Color32) -> Color32 {
        let [r, g, b, _] = fill.to_array().map(f32::from);
        let light = 0.299 * r + 0.587 * g + 0.114 * b;
        if light > 125.0 { rgb(0x12_14_19) } else { Color32::WHITE }
    }
}

impl ColourSet {
    /// Makes this the current set.
    pub(super) fn keep(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(colour_set_id(), self));
    }
}

fn colour_set_id() -> Id {
    Id::unique("the set of colours")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minimum contrast at which most people can read text of normal size.
    const READABLE: f32 = 4.5;

    /// Minimum contrast at which most people can tell a shape from what is behind it.
    const DISTINCT: f32 = 3.0;

    /// Relative luminance of a colour, after WCAG 2.
    fn luminance(colour: Color32) -> f32 {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    fn palettes() -> [(&'static str, &'static Palette); 4] {
        [
            ("dark", &DARK_STANDARD),
            ("light", &LIGHT_STANDARD),
            ("dark and safe", &DARK_SAFE),
            ("light and safe", &LIGHT_SAFE),
        ]
    }

    fn grounds(palette: &Palette) -> [(&'static str, Color32); 7] {
        [
            ("ground", palette.ground),
            ("panel", palette.panel),
            ("raised", palette.raised),
            ("chosen", palette.chosen),
            ("alert", palette.alert),
            ("floor", palette.floor),
            ("odd floor", palette.floor_odd),
        ]
    }

    #[test]
    fn black_on_white_is_the_most_there_is() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
    }

    #[test]
    fn every_ink_can_be_read_on_every_ground() {
        for (name, palette) in palettes() {
            for (ground, behind) in grounds(palette) {
                for tone in Tone::ALL {
                    let contrast = contrast(palette.ink(tone), behind);
                    assert!(contrast >= READABLE, "{name}: {tone:?} on {ground} has {contrast:.2} : 1");
                }
            }
        }
    }

    #[test]
    fn every_figure_stands_out_from_the_floor_by_its_fill_or_its_outline() {
        for (name, palette) in palettes() {
            for tone in Tone::ALL.into_iter().filter(|tone| !matches!(tone, Tone::Muted | Tone::Black)) {
                let fill = palette.fill(tone);
                for floor in [palette.floor, palette.floor_odd] {
                    let best = contrast(fill, floor).max(contrast(palette.rim(fill), floor));
                    assert!(best >= DISTINCT, "{name}: a {tone:?} figure has {best:.2} : 1");
                }
            }
        }
    }

    #[test]
    fn the_time_of_light_can_be_read_on_every_shade() {
        for (name, palette) in palettes() {
            for tone in [Tone::Bad, Tone::Yellow] {
                let shade = mix(palette.floor, palette.fill(tone), 0.36);
                let behind = mix(shade, palette.floor, crate::canvas::NUMBER_GROUND);
                let contrast = contrast(palette.ink(tone), behind);
                assert!(contrast >= READABLE, "{name}: {tone:?} has {contrast:.2} : 1");
            }
        }
    }

    #[test]
    fn words_that_can_wait_and_words_in_the_accent_can_be_read_too() {
        for (name, palette) in palettes() {
            assert_eq!([palette.text, palette.weak], [palette.ink(Tone::Plain), palette.ink(Tone::Muted)]);
            for (ground, behind) in grounds(palette) {
                let contrast = contrast(palette.accent, behind);
                assert!(contrast >= READABLE, "{name}: the accent on {ground} has {contrast:.2} : 1");
            }
        }
    }

    #[test]
    fn what_cannot_be_done_and_why_not_can_be_read() {
        for (name, palette) in palettes() {
            let contrast = contrast(palette.dimmed(), palette.panel);
            assert!(contrast >= READABLE, "{name}: {contrast:.2} : 1");
        }
    }
}
