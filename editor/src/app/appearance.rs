//! How the window is applied_appearance: dark or light, in which colours, how large everything is.
//!
//! Part of the app, called once per frame; does something only when what was chosen or the room has changed.

use egui::Context;

use super::App;
use crate::{theme, window};

impl App {
    /// Gives the window the colours and the size that were chosen, when that changes.
    pub(super) fn apply_appearance(&mut self, ctx: &Context) {
        let dark = self.asked_dark.or(self.settings.dark);
        let wanted = (dark, self.settings.sane_scale().min(largest_scale(ctx)), self.settings.colour_blind);
        if self.applied_appearance != Some(wanted) {
            // Tests and pictures choose a theme themselves, and nobody has changed it.
            if self.applied_appearance.is_some() || dark.is_some() {
                ctx.set_theme(theme::preference(dark));
            }
            theme::colours(ctx, wanted.2);
            ctx.set_zoom_factor(wanted.1);
            self.applied_appearance = Some(wanted);
        }
    }
}

/// As large as everything may be for the panels to have their room.
fn largest_scale(ctx: &Context) -> f32 {
    let room = ctx.content_rect().size() * ctx.zoom_factor();
    (room.x / window::LEAST[0]).min(room.y / window::LEAST[1]).max(1.0)
}
