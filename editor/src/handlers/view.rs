//! Handles views: content and style.

use egui::{Context, Theme};
use timeloom::timeline::NodeId;

use crate::app::{App, Appearance, SettingsStore, WorkspaceSlot};
use crate::command::ViewCommand;
use crate::document::Document;
use crate::settings::Tab;

/// Two moments to compare; `None` for each that was not chosen.
type Pair = (Option<NodeId>, Option<NodeId>);

/// The parts of the app that views change.
pub(super) struct ViewHandler<'a> {
    settings: &'a mut SettingsStore,
    workspace: &'a mut WorkspaceSlot,
    appearance: &'a mut Appearance,
}

impl<'a> ViewHandler<'a> {
    pub(super) fn of(app: &'a mut App) -> Self {
        let App { settings, workspace, appearance, .. } = app;
        Self { settings, workspace, appearance }
    }

    pub(super) fn handle(&mut self, ctx: &Context, view: ViewCommand) {
        match view {
            ViewCommand::Theme => self.choose_dark(Some(ctx.theme() == Theme::Light)),
            ViewCommand::Tab(tab) => self.settings.show_tab(self.workspace.mode(), tab),
            ViewCommand::Centre(centre) => self.settings.current.layout.centre = centre,
            ViewCommand::Layer(place) => self.toggle_layer(place),
            ViewCommand::Layers => self.settings.toggle_layers(self.workspace.layers()),
            ViewCommand::Compare(a, b) => self.workspace.with_front(|document| document.compare(a, b)),
            ViewCommand::CompareFrom => self.compare(|here, (_, to)| (Some(here), to)),
            ViewCommand::CompareTo => self.compare(|here, (from, _)| (from, Some(here))),
            ViewCommand::Seat(seat) => self.workspace.with_front(|document| document.sit(seat)),
            ViewCommand::Fold(path, open) => self.workspace.with_front(|document| document.fold(&path, open)),
            ViewCommand::FoldAll => self.workspace.with_front(Document::reset_folds),
        }
    }

    /// Sets dark or light permanently.
    pub(super) fn choose_dark(&mut self, dark: Option<bool>) {
        self.settings.current.dark = dark;
        self.appearance.override_dark(None);
    }

    fn toggle_layer(&mut self, place: usize) {
        if let Some(layer) = self.workspace.layers().get(place) {
            self.settings.toggle_layer(layer);
        }
    }

    /// Chooses the moments to compare, and shows the comparison.
    fn compare(&mut self, change: impl FnOnce(NodeId, Pair) -> Pair) {
        self.workspace.with_front(|document| {
            let (a, b) = change(document.here().id, document.chosen_pair());
            document.compare(a, b);
        });
        self.settings.show_tab(self.workspace.mode(), Tab::Compare);
    }
}
