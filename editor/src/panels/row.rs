//! A line in a list that can be clicked: an action, what it does below it, and a margin on the left for whoever lists it.
//!
//! Shared by the log and the choices. All rows have the same height, so that a list of any length costs what is visible.

use egui::{Align2, Color32, CornerRadius, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::theme::{self, Palette};

/// The height of every row.
pub(super) const HEIGHT: f32 = 38.0;

/// What stands in a row.
pub(super) struct Row<'a> {
    /// For those who cannot see it.
    pub(super) spoken: String,
    /// The first line.
    pub(super) action: &'a str,
    /// The second line.
    pub(super) told: &'a str,
    /// A word in a pill on the right of the first line.
    pub(super) pill: Option<String>,
    /// Whether this is where we are.
    pub(super) chosen: bool,
    /// Whether it is less important than the others. What is told of it is no harder to read.
    pub(super) dim: bool,
    /// Room on the left, painted by the caller.
    pub(super) margin: f32,
}

impl Row<'_> {
    /// Shows the row; hovering tells what did not fit.
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
        let cut = self.words(ui, rect);
        if cut { response.on_hover_text(self.told) } else { response }
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

    /// Paints the words; `true` if they had to be cut.
    fn words(&self, ui: &Ui, rect: Rect) -> bool {
        let palette = Palette::of(ui);
        let ink = if self.dim { palette.dimmed() } else { palette.text };
        let left = rect.left() + self.margin;
        let pill = self.pill.as_deref().map_or(0.0, |text| pill(ui, rect, text));
        let wide = rect.right() - 8.0 - left;
        let action = theme::one_line(ui, self.action, theme::mono(13.0), ink, wide - pill);
        let told = theme::one_line(ui, self.told, egui::FontId::proportional(12.0), palette.weak, wide);
        let cut = told.elided || action.elided;
        // A row that has nothing to tell stands in the middle.
        let top =
            if self.told.is_empty() { rect.center().y - action.size().y / 2.0 } else { rect.top() + 3.0 };
        ui.painter().galley(pos2(left, top), action, palette.text);
        ui.painter().galley(pos2(left, rect.top() + 20.0), told, palette.weak);
        cut
    }
}

/// Paints a pill at the right end of the first line, and tells how much room it took.
fn pill(ui: &Ui, row: Rect, text: &str) -> f32 {
    let palette = Palette::of(ui);
    let galley =
        theme::one_line(ui, text, egui::FontId::proportional(11.0), palette.accent, row.width() * 0.45);
    let size = galley.size() + vec2(12.0, 2.0);
    let rect = Align2::RIGHT_TOP.anchor_size(pos2(row.right() - 8.0, row.top() + 4.0), size);
    ui.painter().rect_filled(rect, CornerRadius::same(7), theme::mix(palette.panel, palette.accent, 0.18));
    ui.painter().galley(rect.min + vec2(6.0, 1.0), galley, palette.accent);
    size.x + 6.0
}
