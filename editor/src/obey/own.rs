//! What is done about the window itself.

use egui::{Context, KeyboardShortcut};

use crate::app::App;
use crate::command::Own;
use crate::keys::{self, Keys};
use crate::over::Over;
use crate::panels::finder::Finder;
use crate::panels::preferences::Preferences;
use crate::settings::SCALES;

/// How much larger everything gets at a time.
const STEP: f32 = 0.1;

impl App {
    pub(super) fn obey_own(&mut self, ctx: &Context, own: Own) {
        match own {
            Own::Mode => self.change_mode(ctx),
            Own::Help => self.toggle(Over::Help),
            Own::Finder => self.toggle(Over::Finder(Finder::default())),
            Own::Settings => self.toggle(Over::Preferences(Preferences::default())),
            Own::Keys => self.over = Some(Over::Preferences(Preferences::keys())),
            Own::Tour => self.begin_tour(ctx),
            Own::TourStep(step) => self.over = Some(Over::Tour(step)),
            Own::Dismiss => self.dismiss(),
            Own::Forget(id) => self.toasts.forget(id),
            Own::Dark(dark) => self.choose_dark(dark),
            Own::Scale(scale) => self.settings.scale = scale.clamp(*SCALES.start(), *SCALES.end()),
            Own::Larger(steps) => self.larger(steps),
            Own::ColourBlind(on) => self.settings.colour_blind = on,
            Own::OtherColours => self.settings.colour_blind = !self.settings.colour_blind,
            Own::Bind(id, keys) => self.bind(id, &keys),
            Own::UsualKeys(id) => self.usual_keys(id),
            Own::Widths(left, right) => {
                (self.settings.layout.left, self.settings.layout.right) = (Some(left), Some(right));
            }
        }
    }

    /// Opens something over the window, or closes it if it is there.
    fn toggle(&mut self, over: Over) {
        let same = |there: &Over| std::mem::discriminant(there) == std::mem::discriminant(&over);
        self.over = if self.over.as_ref().is_some_and(same) { None } else { Some(over) };
    }

    /// Closes one thing at a time, the topmost first.
    fn dismiss(&mut self) {
        if self.work.is_some() {
            self.work = None;
        } else if self.over.take().is_none() && self.message.take().is_none() {
            self.toasts.clear();
        }
    }

    /// There must be something to show.
    fn begin_tour(&mut self, ctx: &Context) {
        if self.desk.is_none() {
            self.open_sample(ctx, crate::samples::FIRST);
        }
        self.over = Some(Over::Tour(0));
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
