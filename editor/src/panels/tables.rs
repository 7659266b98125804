//! The notes and the tables of the scene.
//!
//! Tables of any length cost only their visible rows: column widths come from the document, and rows out of
//! view are skipped. Knows labels and bars, but not their meaning.

use egui::{Rect, RichText, ScrollArea, Sense, Ui, pos2, vec2};
use timeloom::scene::{Entry, Table, Tone};

use crate::canvas::pieces::gauge;
use crate::document::Document;
use crate::theme::{self, Palette};

const ROW: f32 = 22.0;

/// Shows notes and tables.
pub fn show(ui: &mut Ui, document: &Document) {
    let scene = document.scene();
    super::heading(ui, "Tables", "");
    if scene.notes.is_empty() && scene.tables.is_empty() {
        ui.weak("No notes");
    }
    ScrollArea::vertical().id_salt("tables").auto_shrink(false).show(ui, |ui| {
        let palette = Palette::of(ui);
        for note in &scene.notes {
            ui.label(RichText::new(&note.text).color(palette.ink(note.tone)));
        }
        for (table, widths) in scene.tables.iter().zip(document.widths()) {
            ui.add_space(4.0);
            show_table(ui, table, widths);
        }
    });
}

fn show_table(ui: &mut Ui, table: &Table, widths: &[usize]) {
    let palette = Palette::of(ui);
    if !table.title.is_empty() {
        ui.label(RichText::new(&table.title).small().color(palette.accent));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let columns = columns(widths, ui.available_width());
    let names: Vec<Entry> =
        table.columns.iter().map(|name| timeloom::scene::Label::new(name, Tone::Muted).into()).collect();
    show_row(ui, &names, &columns, 1);
    for (at, row) in table.rows.iter().enumerate() {
        show_row(ui, row, &columns, at);
    }
}

/// Offset and width of each column: as wide as its text, or less if the columns do not fit.
fn columns(widths: &[usize], room: f32) -> Vec<(f32, f32)> {
    let wanted: Vec<f32> = widths.iter().map(|&width| 14.0 + 6.5 * width.clamp(1, 40) as f32).collect();
    let short = wanted.iter().map(|width| width.min(60.0)).sum::<f32>();
    let long = (wanted.iter().sum::<f32>() - short).max(1.0);
    // Short columns keep their width; long ones share the rest.
    let part = ((room - short) / long).clamp(0.0, 1.0);
    let widths = wanted.iter().map(|width| width.min(60.0) + (width - width.min(60.0)) * part);
    widths
        .scan(0.0, |left, width| {
            let at = *left;
            *left += width;
            Some((at, width))
        })
        .collect()
}

fn show_row(ui: &mut Ui, row: &[Entry], columns: &[(f32, f32)], at: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    if at.is_multiple_of(2) {
        ui.painter().rect_filled(rect, 3, ui.visuals().faint_bg_color);
    }
    let mut cut = false;
    for (entry, &(left, width)) in row.iter().zip(columns) {
        let cell = Rect::from_min_size(pos2(rect.left() + left + 6.0, rect.top()), vec2(width - 12.0, ROW));
        cut |= show_entry(ui, entry, cell);
    }
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, spoken(row)));
    if cut {
        response.on_hover_text(spoken(row));
    }
}

/// Paints an entry; `true` if it was truncated.
fn show_entry(ui: &Ui, entry: &Entry, cell: Rect) -> bool {
    let palette = Palette::of(ui);
    match entry {
        Entry::Text(label) => {
            let font = egui::FontId::proportional(12.5);
            let galley = theme::one_line(ui, &label.text, font, palette.ink(label.tone), cell.width());
            let cut = galley.elided;
            ui.painter().galley(
                pos2(cell.left(), cell.center().y - galley.size().y / 2.0),
                galley,
                palette.text,
            );
            cut
        }
        Entry::Bar(meter, tone) => {
            let number =
                theme::one_line(ui, &meter.value.to_string(), theme::mono(11.0), palette.text, cell.width());
            let wide = (cell.width() - 30.0).max(0.0);
            let track = Rect::from_min_size(pos2(cell.left(), cell.center().y - 3.0), vec2(wide, 6.0));
            gauge(ui.painter(), track, *meter, *tone, palette);
            ui.painter().galley(
                pos2(cell.right() - number.size().x, cell.center().y - number.size().y / 2.0),
                number,
                palette.text,
            );
            false
        }
    }
}

fn spoken(row: &[Entry]) -> String {
    let words = row.iter().map(|entry| match entry {
        Entry::Text(label) => label.text.clone(),
        Entry::Bar(meter, _) => format!("{} of {}", meter.value, meter.max),
    });
    words.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
}
