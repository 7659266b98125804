//! The parts of the window, one file each.
//!
//! A panel reads its [`PanelContext`] and pushes [`crate::command::Command`]s; it changes nothing itself and knows no
//! other panel. Shared helpers are here.

pub mod actions;
pub mod answers;
pub mod board;
pub mod branches;
pub mod compare;
pub mod cube;
pub mod dialog;
pub mod finder;
pub mod help;
pub mod inspector;
pub mod log;
pub mod menu;
pub mod naming;
pub mod notices;
pub mod palette;
pub mod preferences;
pub mod problems;
pub mod progress;
pub mod side_tabs;
pub mod start;
pub mod state;
pub mod status;
pub mod strip;
pub mod tables;
pub mod timeline;
pub mod toasts;
pub mod toolbar;
pub mod tour;

mod card;
mod cue_keys;
mod row;
mod track;

use egui::{Frame, Margin, RichText, TextStyle, Ui};

use crate::answers::Answers;
use crate::cube::CubeView;
use crate::document::Document;
use crate::keys::Keys;
use crate::settings::Settings;
use crate::skin::SkinStore;
use crate::theme::Palette;
use crate::workspace::{Mode, Workspace};

/// Everything a panel reads.
#[derive(Clone, Copy)]
pub struct PanelContext<'a> {
    /// The open documents.
    pub workspace: &'a Workspace,
    /// The current key bindings.
    pub keys: &'a Keys,
    /// The user's settings.
    pub settings: &'a Settings,
    /// View of the cube.
    pub cube: &'a CubeView,
    /// Answers about the open level or turn.
    pub answers: &'a Answers,
    /// The skins that were found.
    pub skins: &'a SkinStore,
    /// Whether turns advance automatically.
    pub running: bool,
    /// Whether they follow the game's own advice.
    pub advised: bool,
}

impl<'a> PanelContext<'a> {
    /// The active document.
    pub fn document(&self) -> &'a Document {
        self.workspace.front()
    }
}

/// Sets the accessible name of a control.
pub(crate) fn named(response: &egui::Response, name: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// Scrolls a list during keyboard navigation, so that the focused row and the next one are visible.
fn keep_in_view(ui: &Ui, response: &egui::Response) {
    if response.gained_focus() {
        ui.scroll_to_rect(response.rect.expand2(egui::vec2(0.0, response.rect.height())), None);
    }
}

/// Makes screen readers announce a text when it appears or changes.
pub(crate) fn spoken(response: &egui::Response, how: egui::accesskit::Live) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_live(how));
}

/// Heading of a panel, with a short note on the right.
fn heading(ui: &mut Ui, name: &str, aside: &str) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).size(15.0).color(palette.text));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let aside = RichText::new(aside).small().color(palette.weak);
            ui.add(egui::Label::new(aside).truncate());
        });
    });
    ui.add_space(2.0);
}

/// Shows text of limited width: ends in … if it does not fit, with the full text on hover.
fn cut(ui: &mut Ui, words: RichText, most: f32) -> egui::Response {
    let most = most.min(ui.available_width()).max(0.0);
    let label = egui::Label::new(words).truncate();
    ui.scope(|ui| {
        ui.set_max_width(most);
        ui.add(label)
    })
    .inner
}

/// Returns the beginning of a text, up to a number of bytes.
fn beginning(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Width of a text on one line.
fn width_of(ui: &Ui, words: &str, style: TextStyle) -> f32 {
    let (font, colour) = (style.resolve(ui.style()), Palette::of(ui).text);
    ui.painter().layout_no_wrap(words.to_owned(), font, colour).size().x
}

/// Words for a turn and for acting in a mode.
fn turn_and_act(mode: Mode) -> (&'static str, &'static str) {
    match mode {
        Mode::Draw => (step(true), "drawing"),
        Mode::Play => (step(false), "acting"),
    }
}

/// Word for a turn in a drawing, or in a game.
fn step(drawing: bool) -> &'static str {
    if drawing { "edit" } else { "turn" }
}

/// Disables the rubber band effect: a list that scrolls to its current row would overshoot and bounce for many
/// frames.
fn without_springs(ui: &mut Ui) {
    ui.spacing_mut().scroll.kinetic.rubber_band = false;
}

/// Frame of a panel with these inner margins.
pub(crate) fn frame(ui: &Ui, wide: i8, high: i8) -> Frame {
    Frame::new().fill(Palette::of(ui).panel).inner_margin(Margin::symmetric(wide, high))
}
