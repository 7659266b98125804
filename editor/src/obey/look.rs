//! What is done about the look.

use egui::{Context, Theme};

use crate::app::App;
use crate::command::Look;
use crate::desk::{Desk, Mode};
use crate::settings::Tab;

impl App {
    pub(super) fn obey_look(&mut self, ctx: &Context, look: Look) {
        match look {
            Look::Theme => self.choose_dark(Some(ctx.theme() == Theme::Light)),
            Look::Tab(tab) => self.show_tab(tab),
            Look::Centre(centre) => self.settings.layout.centre = centre,
            Look::ResetCube => crate::cube::reset(ctx),
        }
    }

    fn show_tab(&mut self, tab: Tab) {
        match self.desk.as_ref().map(Desk::mode) {
            Some(Mode::Draw) => self.settings.layout.drawing = tab,
            Some(Mode::Play) => self.settings.layout.playing = tab,
            None => {}
        }
    }
}
