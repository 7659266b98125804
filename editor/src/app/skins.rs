//! Keeps the style of the boards: letters or figures, and the skin that the user or the level wants.
//!
//! Part of the app, called once per frame; does nothing unless a wish or a file has changed.

use egui::Context;

use super::App;
use crate::canvas::BoardStyle;
use crate::skin::SkinRequest;

impl App {
    /// Loads the skin that is wanted, tells what is wrong with it, and applies the style.
    pub(super) fn follow_skin(&mut self, ctx: &Context) {
        let settings = &self.settings.current;
        let level = self.workspace.front().and_then(|document| document.scene().skin.clone());
        let file = self.workspace.get().and_then(|workspace| workspace.file());
        let own = self.settings.app_dirs.skins();
        let request = SkinRequest::new(settings.skin.as_deref(), level.as_deref(), file, own);
        if self.skins.follow(ctx, request) {
            self.tell_skin();
        }
        let letters = self.settings.current.letters;
        let skin = self.skins.sheet().filter(|_| !letters).cloned();
        BoardStyle { letters, skin }.keep(ctx);
    }

    /// Tells the first complaint; the settings list all.
    fn tell_skin(&mut self) {
        if let [first, rest @ ..] = self.skins.complaints() {
            let more = if rest.is_empty() {
                String::new()
            } else {
                format!(" (and {} more, see the settings)", rest.len())
            };
            self.notices.toasts.keep(format!("{first}{more}"));
        }
    }
}
