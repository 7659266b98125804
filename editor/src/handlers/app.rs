//! Handles the window itself: its mode, its modals and the settings.

use egui::Context;

use super::view::ViewHandler;
use crate::app::App;
use crate::app::modals::Modal;
use crate::command::AppCommand;
use crate::panels::finder::Finder;
use crate::panels::preferences::{Preferences, skin_name};

impl App {
    pub(super) fn handle_app(&mut self, ctx: &Context, app: AppCommand) {
        let settings = &mut self.settings;
        match app {
            AppCommand::Mode => self.change_mode(ctx),
            AppCommand::Help => self.modals.toggle(Modal::Help),
            AppCommand::Finder => self.modals.toggle(Modal::Finder(Finder::default())),
            AppCommand::Settings => self.modals.toggle(Modal::Preferences(Preferences::default())),
            AppCommand::Keys => self.modals.open(Modal::Preferences(Preferences::keys())),
            AppCommand::Tour => self.begin_tour(ctx),
            AppCommand::TourStep(step) => self.modals.open(Modal::Tour(step)),
            AppCommand::Dismiss => self.dismiss(),
            AppCommand::Forget(id) => self.notices.toasts.forget(id),
            AppCommand::Dark(dark) => ViewHandler::of(self).choose_dark(dark),
            AppCommand::Scale(scale) => settings.set_scale(scale),
            AppCommand::Larger(steps) => self.enlarge(steps),
            AppCommand::ColourBlind(on) => settings.current.colour_blind = on,
            AppCommand::OtherColours => settings.current.colour_blind = !settings.current.colour_blind,
            AppCommand::Letters(on) => settings.current.letters = on,
            AppCommand::OtherPieces => settings.current.letters = !settings.current.letters,
            AppCommand::Skin(name) => settings.current.skin = name,
            AppCommand::NextSkin => self.choose_next_skin(),
            AppCommand::Bind(id, keys) => settings.bind(id, &keys),
            AppCommand::DefaultKeys(id) => settings.reset_keys(id),
            AppCommand::Widths(left, right) => {
                let layout = &mut settings.current.layout;
                (layout.left, layout.right) = (Some(left), Some(right));
            }
        }
    }

    /// Closes one thing at a time, the topmost first.
    fn dismiss(&mut self) {
        if !self.background.cancel() && !self.modals.close() && !self.notices.dismiss() {
            self.notices.toasts.clear();
        }
    }

    /// Goes through the skin of the level, every skin that was found, and none.
    fn choose_next_skin(&mut self) {
        let names = self.skins.known().iter().map(|skin| skin.name.clone());
        let mut choices = vec![None];
        choices.extend(names.chain([String::new()]).map(Some));
        let now = choices.iter().position(|choice| *choice == self.settings.current.skin);
        let next = choices[now.map_or(0, |now| (now + 1) % choices.len())].clone();
        self.notices.toasts.tell(format!("skin: {}", skin_name(next.as_deref())));
        self.settings.current.skin = next;
    }

    /// Starts the tour; opens a sample if nothing is open.
    fn begin_tour(&mut self, ctx: &Context) {
        if self.workspace.get().is_none() {
            self.open_sample(ctx, crate::samples::FIRST);
        }
        self.modals.open(Modal::Tour(0));
    }

    fn enlarge(&mut self, steps: i32) {
        let percent = self.settings.enlarge(steps);
        self.notices.toasts.tell(format!("scale {percent} %"));
    }
}
