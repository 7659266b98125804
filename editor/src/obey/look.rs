//! What is done about the look.

use egui::{Context, Theme};

use crate::app::App;
use crate::command::Look;

impl App {
    pub(super) fn obey_look(&mut self, ctx: &Context, look: Look) {
        match look {
            Look::Theme => ctx.set_theme(other(ctx.theme())),
        }
    }
}

fn other(theme: Theme) -> Theme {
    if theme == Theme::Dark { Theme::Light } else { Theme::Dark }
}
