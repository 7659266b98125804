//! Lists the actions at the cursor: the legal ones in words with their effects, and folded below them the others with the
//! reasons. A click acts; the mouse over an action lights its places on the boards.
//!
//! The document has already queried the rules; only visible rows are described. For a read-only save, shows
//! the reason.

use egui::{Align, Button, Id, Layout, Response, RichText, ScrollArea, Ui, vec2};
use timeloom::game::{ActionBytes, Offer};
use timeloom::scene::Tone;

use super::PanelContext;
use super::row::{self, ListRow};
use crate::command::{self, Command, PlayCommand, PointCommand, ViewCommand};
use crate::document::Document;
use crate::theme::Palette;

/// Numbers of the offers, by whether they are legal.
struct Listing {
    legal: Vec<usize>,
    refused: Vec<usize>,
    /// Whether the refused ones are shown.
    is_open: bool,
}

/// Shows the actions.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let (document, listing) = (context.document(), Listing::of(ui, context.document()));
    super::heading(ui, "Actions", &position_label(document, listing.legal.len()));
    seats(ui, document, commands);
    advice(ui, context, commands);
    let sealed = document.game().sealed();
    if let Some(reason) = sealed {
        let told_above = document.game().complaint().is_some();
        not_kept(ui, if told_above { "see above" } else { reason });
    }
    if document.offers().is_empty() || document.result().is_some() {
        ui.weak(why_no_actions(document));
    }
    let listed = ui.add_enabled_ui(sealed.is_none(), |ui| list(ui, context, &listing, commands)).inner;
    if listed != context.workspace.pointing().listed() {
        commands.push(Command::Point(PointCommand::List(listed.cloned())));
    }
}

/// Describes the turn of the actions, which is the cursor's and not the preview's.
fn position_label(document: &Document, legal: usize) -> String {
    match document.is_preview() {
        true => format!("at turn {}, not the preview", document.cursor().turn),
        false => format!("{legal} legal here"),
    }
}

impl Listing {
    fn of(ui: &Ui, document: &Document) -> Self {
        let offers = document.offers();
        let (legal, refused) = (0..offers.len()).partition(|&at| offers[at].refused.is_none());
        Self { legal, refused, is_open: ui.data(|data| data.get_temp(Self::id())).unwrap_or_default() }
    }

    fn id() -> Id {
        Id::unique("refused actions are shown")
    }

    /// Number of rows: the fold is one of them.
    fn len(&self) -> usize {
        let shown = if self.is_open { self.refused.len() } else { 0 };
        self.legal.len() + usize::from(!self.refused.is_empty()) + shown
    }

    /// The offer in a row; `None` for the fold.
    fn offer(&self, row: usize) -> Option<usize> {
        let below = || row.checked_sub(self.legal.len() + 1).and_then(|at| self.refused.get(at));
        self.legal.get(row).or_else(below).copied()
    }
}

/// Shows the rows; returns the action under the mouse or with the focus.
fn list<'a>(
    ui: &mut Ui,
    context: PanelContext<'a>,
    listing: &Listing,
    commands: &mut Vec<Command>,
) -> Option<&'a ActionBytes> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let (mut listed, offers) = (None, context.document().offers());
    let area = ScrollArea::vertical().min_scrolled_height(16.0).id_salt("choices").auto_shrink(false);
    area.show_rows(ui, row::HEIGHT, listing.len(), |ui, range| {
        for number in range {
            let Some(at) = listing.offer(number) else {
                fold(ui, listing);
                continue;
            };
            let response = one(ui, context, &offers[at], &context.document().preview_text(at));
            if response.clicked() {
                commands.push(Command::Act(offers[at].bytes.clone()));
            }
            if response.hovered() || response.has_focus() {
                listed = Some(&offers[at].bytes);
            }
        }
    });
    listed
}

/// Shows how many actions are refused; a click shows or hides them.
fn fold(ui: &mut Ui, listing: &Listing) {
    let text = format!("{} not possible here", listing.refused.len());
    let sign = if listing.is_open { "▾" } else { "▸" };
    let words = RichText::new(format!("{sign} {text}")).small().color(Palette::of(ui).weak);
    let size = vec2(ui.available_width(), row::HEIGHT);
    let line = Layout::left_to_right(Align::Center);
    let button = ui.allocate_ui_with_layout(size, line, |ui| ui.add(Button::new(words).frame(false))).inner;
    super::named(&button, &text);
    if button.clicked() {
        ui.data_mut(|data| data.insert_temp(Listing::id(), !listing.is_open));
    }
}

/// Selects the player to view as, in games with hidden information.
fn seats(ui: &mut Ui, document: &Document, commands: &mut Vec<Command>) {
    if document.about().seats.is_empty() {
        return;
    }
    let chosen = document.game().seat();
    let seats = (0..).zip(&document.about().seats).map(|(seat, name)| (Some(seat), name.as_str()));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("seen by").small().color(Palette::of(ui).weak));
        for (seat, name) in [(None, "everybody")].into_iter().chain(seats) {
            let label = ui.selectable_label(seat == chosen, name);
            let hint = "a player does not see what the others chose in secret";
            if label.on_hover_text(hint).clicked() {
                commands.push(Command::View(ViewCommand::Seat(seat)));
            }
        }
    });
}

/// Buttons to let the game play, if it has its own advice.
fn advice(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    if context.document().advice().is_none() {
        return;
    }
    let playing = context.running && context.advised;
    ui.horizontal_wrapped(|ui| {
        for (name, play) in [
            ("Play a turn", PlayCommand::Advice),
            (if playing { "Stop" } else { "Play on" }, PlayCommand::Auto),
        ] {
            let command = Command::Play(play);
            if ui.button(name).on_hover_text(context.keys.hint(ui.ctx(), &command)).clicked() {
                commands.push(command);
            }
        }
    });
}

fn not_kept(ui: &mut Ui, reason: &str) {
    let palette = Palette::of(ui);
    let text = format!("nothing can be added to this save: {reason}");
    ui.label(RichText::new(text).small().color(palette.ink(Tone::Yellow)));
    ui.add_space(2.0);
}

fn why_no_actions(document: &Document) -> String {
    match document.result() {
        Some(result) => format!("the game is over, {result}"),
        None => "no actions here".to_owned(),
    }
}

fn one(ui: &mut Ui, context: PanelContext<'_>, offer: &Offer, text: &str) -> Response {
    let refused = offer.refused.is_some();
    let in_words = offer.words != offer.action;
    let spoken = if refused { "not possible: " } else { "" };
    let row = ListRow {
        spoken: format!("{spoken}{}: {text}", offer.words),
        action: &offer.words,
        code: if in_words { &offer.action } else { "" },
        in_words,
        text,
        pill: keys(ui, context, offer),
        chosen: is_pointed_at(context, offer),
        dim: refused,
        margin: 8.0,
    };
    row.show(ui)
}

/// Whether the place under the mouse is the next one of a legal action.
fn is_pointed_at(context: PanelContext<'_>, offer: &Offer) -> bool {
    let pointing = context.workspace.pointing();
    let next = offer.steps.get(pointing.chosen().len()).filter(|_| offer.refused.is_none());
    let is_begun = offer.steps.iter().zip(pointing.chosen()).all(|(cells, cell)| cells.contains(cell));
    is_begun && next.zip(pointing.over()).is_some_and(|(cells, over)| cells.contains(&over))
}

/// Keys of an offer.
fn keys(ui: &Ui, context: PanelContext<'_>, offer: &Offer) -> Option<String> {
    let entry = command::entry(&Command::Play(PlayCommand::Cue(offer.cue?)))?;
    context.keys.text(ui.ctx(), entry)
}
