//! Colours, fonts and spacing, in dark and in light.
//!
//! The only place that names a colour. Lazy by the canvas and every panel; knows tones, and nothing of what they stand
//! for in a game.

use std::sync::Arc;

use egui::style::{ScrollStyle, WidgetVisuals};
use egui::{
    Color32, CornerRadius, FontDefinitions, FontFamily, FontId, Margin, Stroke, TextStyle, Theme,
    ThemePreference, Visuals,
};
use timeloom::scene::Tone;

/// The colours of one theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Behind the board.
    pub ground: Color32,
    /// Behind the panels.
    pub panel: Color32,
    /// Buttons and rows under the mouse.
    pub raised: Color32,
    /// Lines between panels.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Text that can wait.
    pub weak: Color32,
    /// The thread: where we are, and what can be done.
    pub accent: Color32,
    /// Behind what is chosen.
    pub chosen: Color32,
    /// Behind a notice that needs attention.
    pub alert: Color32,
    /// The board.
    pub floor: Color32,
    /// Every other cell of the board.
    pub floor_odd: Color32,
    /// The lines on the board.
    pub grid: Color32,
    /// What a piece casts on the floor.
    pub shadow: Color32,
    /// The empty part of a bar.
    pub track: Color32,
    tones: [Color32; 12],
    inks: [Color32; 12],
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn tones(hex: [u32; 12]) -> [Color32; 12] {
    let mut tones = [Color32::BLACK; 12];
    let mut at = 0;
    while at < 12 {
        tones[at] = rgb(hex[at]);
        at += 1;
    }
    tones
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
    // Plain, Muted, Accent, Good, Bad, Blue, Red, Yellow, Green, Violet, Black, White; inks in the same order
    tones: tones([
        0xc5_cb_d6, 0x5d_66_75, 0xa4_94_ff, 0x4f_c9_88, 0xf2_6b_6b, 0x4f_97_f7, 0xee_5a_68, 0xf1_bf_4a,
        0x58_bd_6c, 0xc8_7a_ea, 0x3a_40_4c, 0xf3_f5_f8,
    ]),
    inks: tones([
        0xdd_e1_e8, 0x98_a0_af, 0xa4_94_ff, 0x4f_c9_88, 0xf3_7b_7b, 0x60_a1_f7, 0xf1_7b_86, 0xf1_bf_4a,
        0x58_bd_6c, 0xcb_83_eb, 0xdd_e1_e8, 0xdd_e1_e8,
    ]),
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
    tones: tones([
        0x4a_52_60, 0xa6_ae_ba, 0x5a_43_d6, 0x1f_8a_50, 0xc6_34_34, 0x2c_6b_d4, 0xcf_38_48, 0xd1_93_0a,
        0x2f_8d_46, 0x92_3d_b8, 0x2a_2f_38, 0xff_ff_ff,
    ]),
    inks: tones([
        0x20_25_2e, 0x54_5d_6c, 0x5a_43_d6, 0x18_6b_3e, 0xae_2d_2d, 0x25_5a_b4, 0xab_2e_3b, 0x7c_56_00,
        0x23_69_34, 0x87_38_ab, 0x20_25_2e, 0x20_25_2e,
    ]),
};

static DARK_USUAL: Palette = DARK;
static LIGHT_USUAL: Palette = LIGHT;

/// After Okabe and Ito: colours that differ in lightness as well, for people with any kind of colour vision.
static DARK_SAFE: Palette = Palette {
    tones: tones([
        0xc5_cb_d6, 0x5d_66_75, 0xa4_94_ff, 0x1f_b8_8f, 0xf0_7d_2b, 0x56_b4_e9, 0xe0_63_0c, 0xf0_e4_42,
        0x0d_a8_7c, 0xdb_8f_bb, 0x3a_40_4c, 0xf3_f5_f8,
    ]),
    inks: tones([
        0xdd_e1_e8, 0x98_a0_af, 0xa4_94_ff, 0x1f_b8_8f, 0xf0_82_33, 0x56_b4_e9, 0xe7_88_46, 0xf0_e4_42,
        0x2c_b3_8d, 0xdb_8f_bb, 0xdd_e1_e8, 0xdd_e1_e8,
    ]),
    ..DARK
};

static LIGHT_SAFE: Palette = Palette {
    tones: tones([
        0x4a_52_60, 0xa6_ae_ba, 0x5a_43_d6, 0x00_7d_5b, 0xb8_4f_00, 0x00_72_b2, 0xd5_5e_00, 0xe6_9f_00,
        0x00_8f_68, 0xb8_5c_90, 0x2a_2f_38, 0xff_ff_ff,
    ]),
    inks: tones([
        0x20_25_2e, 0x54_5d_6c, 0x5a_43_d6, 0x00_69_4c, 0x9c_43_00, 0x00_62_99, 0x9b_44_00, 0x7c_56_00,
        0x00_6b_4e, 0x8b_45_6d, 0x20_25_2e, 0x20_25_2e,
    ]),
    ..LIGHT
};

impl Palette {
    /// The palette that goes with what egui paints: what it paints errors in tells which one that is.
    pub fn of(visuals: &Visuals) -> &'static Self {
        let (default, safe) =
            if visuals.dark_mode { (&DARK_USUAL, &DARK_SAFE) } else { (&LIGHT_USUAL, &LIGHT_SAFE) };
        if visuals.error_fg_color == safe.ink(Tone::Bad) { safe } else { default }
    }

    /// The colour of something filled.
    pub fn fill(&self, tone: Tone) -> Color32 {
        self.tones[tone as usize]
    }

    /// The colour of words; always to be read, whatever of this palette is behind them.
    pub fn ink(&self, tone: Tone) -> Color32 {
        self.inks[tone as usize]
    }

    /// The colour of words about something that cannot be done, or that lies ahead.
    pub fn dimmed(&self) -> Color32 {
        mix(self.text, self.panel, 0.35)
    }

    /// The colour of a sign on something filled.
    pub fn on(fill: Color32) -> Color32 {
        let [r, g, b, _] = fill.to_array().map(f32::from);
        let light = 0.299 * r + 0.587 * g + 0.114 * b;
        if light > 125.0 { rgb(0x12_14_19) } else { Color32::WHITE }
    }
}

/// Part of the way from one colour to another.
pub fn mix(from: Color32, to: Color32, part: f32) -> Color32 {
    from.lerp_to_gamma(to, part)
}

/// Gives a context our fonts and both themes.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    ctx.options_mut(|options| {
        options.fallback_theme = Theme::Dark;
        // The size of everything is a setting with keys of its own.
        options.zoom_with_keyboard = false;
    });
    colours(ctx, false);
    ctx.all_styles_mut(space);
}

/// Gives a context the usual colours, or those that everybody can tell apart.
pub fn colours(ctx: &egui::Context, safe: bool) {
    let (dark, light) = if safe { (&DARK_SAFE, &LIGHT_SAFE) } else { (&DARK_USUAL, &LIGHT_USUAL) };
    ctx.set_visuals_of(Theme::Dark, visuals(Visuals::dark(), dark));
    ctx.set_visuals_of(Theme::Light, visuals(Visuals::light(), light));
}

/// Keeps the caret from blinking, so that a picture of a text field does not depend on when it is taken.
pub fn steady(ctx: &egui::Context) {
    ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = false);
}

/// What egui is asked for: dark, light, or as the desktop is.
pub fn preference(dark: Option<bool>) -> ThemePreference {
    match dark {
        Some(true) => ThemePreference::Dark,
        Some(false) => ThemePreference::Light,
        None => ThemePreference::System,
    }
}

/// Hack follows the proportional font, so that arrows and dots exist in running text.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    if let Some(family) = fonts.families.get_mut(&FontFamily::Proportional) {
        family.insert(family.len().min(1), "Hack".to_owned());
    }
    fonts
}

fn space(style: &mut egui::Style) {
    style.text_styles = [
        (TextStyle::Heading, FontId::proportional(19.0)),
        (TextStyle::Body, FontId::proportional(14.0)),
        (TextStyle::Button, FontId::proportional(14.0)),
        (TextStyle::Small, FontId::proportional(12.0)),
        (TextStyle::Monospace, FontId::monospace(13.0)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = egui::vec2(8.0, 5.0);
    spacing.button_padding = egui::vec2(8.0, 4.0);
    spacing.interact_size.y = 24.0;
    spacing.slider_rail_height = 6.0;
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(8);
    spacing.scroll = ScrollStyle { foreground_color: false, ..ScrollStyle::thin() };
    style.interaction.selectable_labels = false;
}

fn visuals(base: Visuals, palette: &Palette) -> Visuals {
    let mut visuals = base;
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.extreme_bg_color = palette.ground;
    visuals.faint_bg_color = mix(palette.panel, palette.raised, 0.35);
    visuals.weak_text_color = Some(palette.weak);
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.ink(Tone::Yellow);
    visuals.error_fg_color = palette.ink(Tone::Bad);
    visuals.selection.bg_fill = palette.chosen;
    visuals.selection.stroke = Stroke::new(1.0, palette.text);
    visuals.slider_trailing_fill = true;
    widgets(&mut visuals, palette);
    visuals
}

fn widgets(visuals: &mut Visuals, palette: &Palette) {
    let base = mix(palette.panel, palette.raised, 0.8);
    let look = |widget: &mut WidgetVisuals, fill: Color32, text: Color32| {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.bg_stroke = Stroke::NONE;
        widget.corner_radius = CornerRadius::same(5);
        widget.expansion = 0.0;
    };
    let widgets = &mut visuals.widgets;
    look(&mut widgets.noninteractive, palette.panel, palette.text);
    look(&mut widgets.inactive, base, palette.text);
    look(&mut widgets.hovered, mix(palette.raised, palette.accent, 0.18), palette.text);
    look(&mut widgets.active, mix(palette.raised, palette.accent, 0.4), palette.text);
    look(&mut widgets.open, palette.raised, palette.text);
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
}

/// A font of the fixed-width family.
pub fn mono(size: f32) -> FontId {
    FontId::monospace(size)
}

/// One line of text that ends in … where it does not fit.
pub fn one_line(ui: &egui::Ui, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    ui.painter().layout_job(job)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of usual size need this much contrast to be read by most people.
    const READABLE: f32 = 4.5;

    const TONES: [Tone; 12] = [
        Tone::Plain,
        Tone::Muted,
        Tone::Accent,
        Tone::Good,
        Tone::Bad,
        Tone::Blue,
        Tone::Red,
        Tone::Yellow,
        Tone::Green,
        Tone::Violet,
        Tone::Black,
        Tone::White,
    ];

    /// How light a colour is to the eye, after WCAG 2.
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
            ("dark", &DARK_USUAL),
            ("light", &LIGHT_USUAL),
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
                for tone in TONES {
                    let contrast = contrast(palette.ink(tone), behind);
                    assert!(contrast >= READABLE, "{name}: {tone:?} on {ground} has {contrast:.2} : 1");
                }
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
