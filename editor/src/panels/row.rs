//! A clickable row of a list: an action in words or by its code, its effect below, and a left margin that the caller
//! paints.
//!
//! Shared by the log and the choices. All rows have the same height, so that a list of any length costs only its
//! visible rows.

use egui::text::LayoutJob;
use egui::{
    Align2, Color32, CornerRadius, FontId, Frame, Label, Margin, Pos2, Rect, Response, RichText, Role, Sense,
    Shape, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use timeloom::scene::Tone;

use crate::theme::{self, Palette};

/// Height of every row.
pub(super) const HEIGHT: f32 = 38.0;

/// Contents of a row.
pub(super) struct ListRow<'a> {
    /// Text for screen readers.
    pub(super) spoken: String,
    /// First line: the action in words, or by its code.
    pub(super) action: &'a str,
    /// Code of the action, small behind its words; empty if there is none.
    pub(super) code: &'a str,
    /// Whether the action is in words; then they may take the second line too.
    pub(super) in_words: bool,
    /// Second line.
    pub(super) text: &'a str,
    /// Text in a pill at the right end of the first line.
    pub(super) pill: Option<String>,
    /// Whether this is the current row.
    pub(super) chosen: bool,
    /// Whether the first line is dimmed. The second line stays as legible as in other rows.
    pub(super) dim: bool,
    /// Left margin, painted by the caller.
    pub(super) margin: f32,
}

impl ListRow<'_> {
    /// Shows the row, with the full text on hover if it was truncated.
    pub(super) fn show(self, ui: &mut Ui) -> Response {
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let enabled = ui.is_enabled();
        super::keep_in_view(ui, &response);
        response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, self.chosen, &self.spoken));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        self.background(ui, rect, &response);
        let cut = self.paint_text(ui, rect);
        match cut {
            true if self.in_words => response.on_hover_text(format!("{}\n{}", self.action, self.text)),
            true => response.on_hover_text(self.text),
            false => response,
        }
    }

    fn background(&self, ui: &Ui, rect: Rect, response: &Response) {
        let palette = Palette::of(ui);
        let fill = match (self.chosen, response.hovered() || response.has_focus()) {
            (true, _) => palette.chosen,
            (false, true) => palette.raised,
            (false, false) => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, CornerRadius::same(5), fill);
    }

    /// Paints the text; `true` if it was truncated.
    fn paint_text(&self, ui: &Ui, rect: Rect) -> bool {
        let palette = Palette::of(ui);
        let ink = if self.dim { palette.dimmed() } else { palette.text };
        let left = rect.left() + self.margin;
        let pill = self.pill.as_deref().map_or(0.0, |text| pill(ui, rect, text));
        let wide = rect.right() - 8.0 - left;
        let font = if self.in_words { FontId::proportional(13.5) } else { theme::mono(13.0) };
        let action = theme::one_line(ui, self.action, font.clone(), ink, wide - pill);
        if self.in_words && action.elided && !self.dim {
            return self.paint_long(ui, pos2(left, rect.top() + 2.0), font, wide - pill);
        }
        let text = theme::one_line(ui, self.text, FontId::proportional(12.0), palette.weak, wide);
        let cut = text.elided || action.elided;
        // A row without a second line is centred.
        let top =
            if self.text.is_empty() { rect.center().y - action.size().y / 2.0 } else { rect.top() + 3.0 };
        let end = pos2(left + action.size().x + 8.0, top + action.size().y);
        ui.painter().galley(pos2(left, top), action, palette.text);
        self.paint_code(ui, end, left + wide - pill);
        ui.painter().galley(pos2(left, rect.top() + 20.0), text, palette.weak);
        cut
    }

    /// Paints words that need both lines; `true`, because the effect is left to the tooltip.
    fn paint_long(&self, ui: &Ui, at: Pos2, font: FontId, wide: f32) -> bool {
        let ink = Palette::of(ui).text;
        let mut job = LayoutJob::simple(self.action.to_owned(), font, ink, wide);
        job.wrap.max_rows = 2;
        let words = ui.painter().layout_job(job);
        ui.painter().galley(at, words, ink);
        true
    }

    /// Paints the code from a lower left corner on, if there is room.
    fn paint_code(&self, ui: &Ui, corner: Pos2, right: f32) {
        let palette = Palette::of(ui);
        let code = theme::one_line(ui, self.code, theme::mono(10.5), palette.weak, right - corner.x);
        if !code.elided {
            ui.painter().galley(pos2(corner.x, corner.y - code.size().y - 1.0), code, palette.weak);
        }
    }
}

/// A clickable row as high as its texts, which are wrapped: for short lists whose texts must be readable.
pub(super) struct WrappedRow<'a> {
    /// Text for screen readers.
    pub(super) spoken: String,
    /// First text.
    pub(super) text: &'a str,
    /// Its tone.
    pub(super) tone: Tone,
    /// Further texts, one below the other.
    pub(super) details: &'a [String],
}

impl WrappedRow<'_> {
    /// Shows the row.
    pub(super) fn show(self, ui: &mut Ui) -> Response {
        let (background, enabled) = (ui.painter().add(Shape::Noop), ui.is_enabled());
        let clicked = UiBuilder::new().sense(Sense::click());
        let response = ui.scope_builder(clicked, |ui| self.texts(ui)).response;
        super::keep_in_view(ui, &response);
        response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, false, &self.spoken));
        let details = self.details.join("; ");
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(details));
        if response.hovered() || response.has_focus() {
            let fill = Palette::of(ui).raised;
            ui.painter().set(background, Shape::rect_filled(response.rect, CornerRadius::same(5), fill));
        }
        response
    }

    fn texts(&self, ui: &mut Ui) {
        let palette = Palette::of(ui);
        let line = |words: RichText| Label::new(words).wrap().selectable(false);
        Frame::new().inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.add(line(RichText::new(self.text).color(palette.ink(self.tone))));
            for detail in self.details {
                ui.add(line(RichText::new(detail).size(12.0).color(palette.weak)));
            }
        });
    }
}

/// Paints a pill at the right end of the first line; returns its width.
fn pill(ui: &Ui, row: Rect, text: &str) -> f32 {
    let palette = Palette::of(ui);
    let galley = theme::one_line(ui, text, FontId::proportional(11.0), palette.accent, row.width() * 0.45);
    let size = galley.size() + vec2(12.0, 2.0);
    let rect = Align2::RIGHT_TOP.anchor_size(pos2(row.right() - 8.0, row.top() + 4.0), size);
    ui.painter().rect_filled(rect, CornerRadius::same(7), theme::mix(palette.panel, palette.accent, 0.18));
    ui.painter().galley(rect.min + vec2(6.0, 1.0), galley, palette.accent);
    size.x + 6.0
}
