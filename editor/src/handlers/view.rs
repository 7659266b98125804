//! Handles views: what is shown and how.

use egui::{Context, Theme};
use timeloom::timeline::NodeId;

use crate::app::App;
use crate::command::ViewCommand;
use crate::document::Document;
use crate::settings::Tab;

/// Two moments to compare; `None` where none was chosen.
type Pair = (Option<NodeId>, Option<NodeId>);

impl App {
    pub(super) fn handle_view(&mut self, ctx: &Context, view: ViewCommand) {
        match view {
            ViewCommand::Theme => self.choose_dark(Some(ctx.theme() == Theme::Light)),
            ViewCommand::Tab(tab) => self.settings.show_tab(self.workspace.mode(), tab),
            ViewCommand::Centre(centre) => self.settings.current.layout.centre = centre,
            ViewCommand::Layer(place) => self.toggle_layer(place),
            ViewCommand::Layers => self.settings.toggle_layers(self.workspace.layers()),
            ViewCommand::Compare(a, b) => self.with_front(|document| document.compare(a, b)),
            ViewCommand::CompareFrom => self.compare(|here, (_, to)| (Some(here), to)),
            ViewCommand::CompareTo => self.compare(|here, (from, _)| (from, Some(here))),
            ViewCommand::Seat(seat) => self.with_front(|document| document.sit(seat)),
            ViewCommand::Fold(path, open) => self.with_front(|document| document.fold(&path, open)),
            ViewCommand::FoldAll => self.with_front(Document::reset_folds),
        }
    }

    pub(super) fn with_front(&mut self, change: impl FnOnce(&mut Document)) {
        if let Some(document) = self.workspace.front_mut() {
            change(document);
        }
    }

    fn toggle_layer(&mut self, place: usize) {
        if let Some(layer) = self.workspace.layers().get(place) {
            self.settings.toggle_layer(layer);
        }
    }

    /// Chooses the moments to compare, and shows the comparison.
    fn compare(&mut self, change: impl FnOnce(NodeId, Pair) -> Pair) {
        self.with_front(|document| {
            let (a, b) = change(document.here().id, document.chosen_pair());
            document.compare(a, b);
        });
        self.settings.show_tab(self.workspace.mode(), Tab::Compare);
    }
}
