//! Colours, fonts and spacing, in dark and in light.
//!
//! Used by the canvas and every panel; knows tones, but not their meaning in a game.

mod palette;
mod tones;

use std::sync::Arc;

use egui::style::{ScrollStyle, WidgetVisuals};
use egui::{
    Color32, CornerRadius, FontDefinitions, FontFamily, FontId, Margin, Stroke, TextStyle, Theme,
    ThemePreference, Visuals,
};
use timeloom::scene::Tone;

use palette::ColourSet;
pub use palette::Palette;

/// Interpolates between two colours.
pub fn mix(from: Color32, to: Color32, part: f32) -> Color32 {
    from.lerp_to_gamma(to, part)
}

/// Installs the fonts and both themes in a context.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    ctx.options_mut(|options| {
        options.fallback_theme = Theme::Dark;
        // The scale is a setting with its own keys.
        options.zoom_with_keyboard = false;
    });
    colours(ctx, false);
    ctx.all_styles_mut(space);
}

/// Sets the standard colours, or those for any colour vision.
pub fn colours(ctx: &egui::Context, safe: bool) {
    let colours = if safe { ColourSet::Safe } else { ColourSet::Standard };
    colours.keep(ctx);
    for theme in [Theme::Dark, Theme::Light] {
        ctx.set_visuals_of(theme, visuals(theme.default_visuals(), Palette::get(theme, colours)));
    }
}

/// Stops the caret from blinking, so that a picture of a text field does not depend on when it is taken.
pub fn steady(ctx: &egui::Context) {
    ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = false);
}

/// Theme preference for egui: dark, light, or that of the system.
pub fn preference(dark: Option<bool>) -> ThemePreference {
    match dark {
        Some(true) => ThemePreference::Dark,
        Some(false) => ThemePreference::Light,
        None => ThemePreference::System,
    }
}

/// Adds Hack after the proportional font, so that arrows and dots exist in running text.
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

/// Lays out one line of text that ends in … if it does not fit.
pub fn one_line(ui: &egui::Ui, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    ui.painter().layout_job(job)
}
