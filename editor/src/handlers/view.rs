//! What is done about the look.

use egui::{Context, Theme};
use timeloom::scene::{Layer, Layers, View};
use timeloom::timeline::NodeId;

use crate::app::App;
use crate::command::ViewCommand;
use crate::document::Document;
use crate::settings::Tab;
use crate::workspace::{Mode, Workspace};

/// Two moments, as far as they were chosen.
type Pair = (Option<NodeId>, Option<NodeId>);

impl App {
    pub(super) fn handle_view(&mut self, ctx: &Context, look: ViewCommand) {
        match look {
            ViewCommand::Theme => self.choose_dark(Some(ctx.theme() == Theme::Light)),
            ViewCommand::Tab(tab) => self.show_tab(tab),
            ViewCommand::Centre(centre) => self.settings.layout.centre = centre,
            ViewCommand::ResetCube => crate::cube::reset(ctx),
            ViewCommand::Layer(place) => self.toggle_layer(place),
            ViewCommand::Layers => self.toggle_layers(),
            ViewCommand::Seat(seat) => self.front(|document| document.look(View { seat, ..document.view() })),
            ViewCommand::Fold(path, open) => self.front(|document| document.fold(&path, open)),
            ViewCommand::FoldAll => self.front(Document::fold_as_usual),
            ViewCommand::Compare(a, b) => self.front(|document| document.compare(a, b)),
            ViewCommand::CompareFrom => self.compare(|here, (_, to)| (Some(here), to)),
            ViewCommand::CompareTo => self.compare(|here, (from, _)| (from, Some(here))),
        }
    }

    fn front(&mut self, change: impl FnOnce(&mut Document)) {
        if let Some(workspace) = &mut self.workspace {
            change(workspace.front_mut());
        }
    }

    fn toggle_layer(&mut self, place: usize) {
        if let Some(layer) = self.layers().get(place) {
            let shown = self.settings.shows(layer);
            self.settings.overlays.insert(layer.id.to_owned(), !shown);
        }
    }

    /// Hides all layers, or shows the usual ones if all are hidden.
    fn toggle_layers(&mut self) {
        let all_hidden = self.layers().iter().all(|layer| !self.settings.shows(layer));
        for layer in self.layers() {
            match all_hidden {
                true => self.settings.overlays.remove(layer.id),
                false => self.settings.overlays.insert(layer.id.to_owned(), false),
            };
        }
    }

    fn layers(&self) -> &'static [Layer] {
        self.document().map(|document| document.game().layers()).unwrap_or_default()
    }

    /// Lays over what is in front what the settings say.
    pub(crate) fn apply_layers(&mut self) {
        let list = self.layers();
        let places = list.iter().map(|layer| self.settings.shows(layer)).enumerate();
        let wanted = places.fold(Layers::default(), |layers, (place, on)| layers.with(place, on));
        self.front(|document| {
            let view = document.view();
            if view.layers.unwrap_or_else(|| Layers::on_by_default(list)) != wanted {
                document.look(View { layers: Some(wanted), ..view });
            }
        });
    }

    /// Chooses what is compared, and shows it.
    fn compare(&mut self, change: impl FnOnce(NodeId, Pair) -> Pair) {
        self.front(|document| {
            let (a, b) = change(document.here().id, document.chosen_pair());
            document.compare(a, b);
        });
        self.show_tab(Tab::Compare);
    }

    fn show_tab(&mut self, tab: Tab) {
        match self.workspace.as_ref().map(Workspace::mode) {
            Some(Mode::Draw) => self.settings.layout.drawing = tab,
            Some(Mode::Play) => self.settings.layout.playing = tab,
            None => {}
        }
    }
}
