//! Appearance of the window: dark or light, colour palette, scale and title.
//!
//! Part of the app, called once per frame. Remembers what was applied, so that only changes reach egui and the
//! desktop.

use egui::{Context, ViewportCommand};

use crate::settings::Settings;
use crate::{theme, window};

/// The appearance that was applied last.
#[derive(Debug, Default)]
pub(crate) struct Appearance {
    applied: Option<Applied>,
    /// Dark or light for this run only, whatever the settings say.
    dark_override: Option<bool>,
    title: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Applied {
    dark: Option<bool>,
    scale: f32,
    colour_blind: bool,
}

impl Appearance {
    /// Sets dark or light for this run only; `None` follows the settings.
    pub(crate) fn override_dark(&mut self, dark: Option<bool>) {
        self.dark_override = dark;
    }

    /// Applies the chosen colours and scale when they change.
    pub(crate) fn apply(&mut self, ctx: &Context, settings: &Settings) {
        let wanted = Applied {
            dark: self.dark_override.or(settings.dark),
            scale: settings.sane_scale().min(largest_scale(ctx)),
            colour_blind: settings.colour_blind,
        };
        let before = self.applied.replace(wanted);
        if before == Some(wanted) {
            return;
        }
        // Tests and screenshots choose a theme themselves; leave it until a user changes it.
        if before.is_some() || wanted.dark.is_some() {
            ctx.set_theme(theme::preference(wanted.dark));
        }
        theme::colours(ctx, wanted.colour_blind);
        ctx.set_zoom_factor(wanted.scale);
    }

    /// Sends the title of the window to the desktop when it changes.
    pub(crate) fn set_title(&mut self, ctx: &Context, title: String) {
        if self.title.as_ref() != Some(&title) {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = Some(title);
        }
    }
}

/// The largest scale at which all panels still fit.
fn largest_scale(ctx: &Context) -> f32 {
    let room = ctx.content_rect().size() * ctx.zoom_factor();
    (room.x / window::LEAST[0]).min(room.y / window::LEAST[1]).max(1.0)
}
