//! What is done about the window itself.

use egui::{Context, KeyboardShortcut};

use crate::app::App;
use crate::command::AppCommand;
use crate::keys::{self, Keys};
use crate::modal::Modal;
use crate::panels::finder::Finder;
use crate::panels::preferences::Preferences;
use crate::settings::SCALES;

/// How much larger everything gets at a time.
const STEP: f32 = 0.1;

impl App {
    pub(super) fn handle_app(&mut self, ctx: &Context, own: AppCommand) {
        match own {
            AppCommand::Mode => self.change_mode(ctx),
            AppCommand::Help => self.toggle(Modal::Help),
            AppCommand::Finder => self.toggle(Modal::Finder(Finder::default())),
            AppCommand::Settings => self.toggle(Modal::Preferences(Preferences::default())),
            AppCommand::Keys => self.modal = Some(Modal::Preferences(Preferences::keys())),
            AppCommand::Tour => self.begin_tour(ctx),
            AppCommand::TourStep(step) => self.modal = Some(Modal::Tour(step)),
            AppCommand::Dismiss => self.dismiss(),
            AppCommand::Forget(id) => self.toasts.forget(id),
            AppCommand::Dark(dark) => self.choose_dark(dark),
            AppCommand::Scale(scale) => self.settings.scale = scale.clamp(*SCALES.start(), *SCALES.end()),
            AppCommand::Larger(steps) => self.larger(steps),
            AppCommand::ColourBlind(on) => self.settings.colour_blind = on,
            AppCommand::OtherColours => self.settings.colour_blind = !self.settings.colour_blind,
            AppCommand::Bind(id, keys) => self.bind(id, &keys),
            AppCommand::UsualKeys(id) => self.usual_keys(id),
            AppCommand::Widths(left, right) => {
                (self.settings.layout.left, self.settings.layout.right) = (Some(left), Some(right));
            }
        }
    }

    /// Opens something over the window, or closes it if it is there.
    fn toggle(&mut self, over: Modal) {
        let same = |there: &Modal| std::mem::discriminant(there) == std::mem::discriminant(&over);
        self.modal = if self.modal.as_ref().is_some_and(same) { None } else { Some(over) };
    }

    /// Closes one thing at a time, the topmost first.
    fn dismiss(&mut self) {
        if self.work.is_some() {
            self.work = None;
        } else if self.modal.take().is_none() && self.message.take().is_none() {
            self.toasts.clear();
        }
    }

    /// There must be something to show.
    fn begin_tour(&mut self, ctx: &Context) {
        if self.workspace.is_none() {
            self.open_sample(ctx, crate::samples::FIRST);
        }
        self.modal = Some(Modal::Tour(0));
    }

    fn larger(&mut self, steps: i32) {
        let scale = ((self.settings.sane_scale() / STEP).round() + steps as f32) * STEP;
        self.settings.scale = scale.clamp(*SCALES.start(), *SCALES.end());
        self.toasts.tell(format!("everything at {} %", (self.settings.scale * 100.0).round()));
    }

    fn bind(&mut self, id: &str, bound: &[KeyboardShortcut]) {
        let names = bound.iter().map(keys::spell).collect();
        self.settings.keys.insert(id.to_owned(), names);
        self.keys = Keys::from_names(&self.settings.keys);
    }

    fn usual_keys(&mut self, id: Option<&str>) {
        match id {
            Some(id) => _ = self.settings.keys.remove(id),
            None => self.settings.keys.clear(),
        }
        self.keys = Keys::from_names(&self.settings.keys);
    }
}
