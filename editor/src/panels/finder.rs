//! The list of all commands, with fuzzy search.
//!
//! Its text and the selected row are its only state. Pushes the chosen command and closes itself. Takes the
//! commands from the command table.

use egui::{Align2, Context, FontId, Key, Modifiers, ScrollArea, Sense, TextEdit, Ui, pos2, vec2};

use super::card::{self, At};
use crate::command::{self, AppCommand, Command, CommandEntry};
use crate::fuzzy;
use crate::keys::Keys;
use crate::theme::{self, Palette};
use crate::workspace::Mode;

/// Height of a row.
const LINE: f32 = 30.0;

/// The search text, and the selected row.
#[derive(Debug, Default)]
pub struct Finder {
    text: String,
    chosen: usize,
    used: bool,
}

impl Finder {
    /// Shows the list.
    pub fn show(&mut self, ctx: &Context, keys: &Keys, mode: Option<Mode>, commands: &mut Vec<Command>) {
        let found = found(&self.text);
        let steered = self.steer(ctx, found.len());
        let chosen = found.get(self.chosen).copied();
        let clicked = card::bare(ctx, "commands", At::Top, 560.0, commands, |ui, _| {
            self.line(ui);
            ui.add_space(6.0);
            self.list(ui, keys, mode, &found, steered.moved)
        });
        if let Some(entry) =
            clicked.or(chosen.filter(|_| steered.done)).filter(|entry| entry.when.holds(mode))
        {
            commands.push(Command::App(AppCommand::Dismiss));
            commands.push(entry.command.clone());
        }
    }

    /// Handles the arrow keys before the text field gets them.
    fn steer(&mut self, ctx: &Context, count: usize) -> KeyInput {
        let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown));
        let last = count.saturating_sub(1);
        self.chosen = match (up, down) {
            (true, _) => self.chosen.checked_sub(1).unwrap_or(last),
            (_, true) if self.chosen >= last => 0,
            (_, true) => self.chosen + 1,
            _ => self.chosen.min(last),
        };
        KeyInput { moved: up || down, done: pressed(Key::Enter) }
    }

    fn line(&mut self, ui: &mut Ui) {
        let edit = TextEdit::singleline(&mut self.text)
            .hint_text("what would you like to do?")
            .font(FontId::proportional(17.0))
            .margin(vec2(10.0, 8.0))
            .desired_width(f32::INFINITY);
        let response = ui.add(edit);
        super::named(&response, "find a command");
        if !std::mem::replace(&mut self.used, true) || !response.has_focus() {
            response.request_focus();
        }
        if response.changed() {
            self.chosen = 0;
        }
    }

    fn list(
        &self,
        ui: &mut Ui,
        keys: &Keys,
        mode: Option<Mode>,
        found: &[&'static CommandEntry],
        moved: bool,
    ) -> Option<&'static CommandEntry> {
        if found.is_empty() {
            let help = keys.in_sentence(ui.ctx(), &Command::App(AppCommand::Help));
            ui.weak(format!("no command has a name like that; {help} lists them all"));
            return None;
        }
        let height = card::room_for_list(ui.ctx(), 190.0, 360.0);
        let mut area = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
        if moved {
            let above = (self.chosen as f32 + 0.5) * LINE - height / 2.0;
            area = area.vertical_scroll_offset(above.max(0.0));
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let shown = area.show_rows(ui, LINE, found.len(), |ui, rows| {
            rows.filter(|&row| self.row(ui, keys, mode, found[row], row == self.chosen)).last()
        });
        shown.inner.map(|row| found[row])
    }

    fn row(&self, ui: &mut Ui, keys: &Keys, mode: Option<Mode>, entry: &CommandEntry, chosen: bool) -> bool {
        let (room, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
        let palette = Palette::of(ui);
        let possible = entry.when.holds(mode);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, possible, chosen, entry.name));
        let fill = if chosen { Some(palette.chosen) } else { response.hovered().then_some(palette.raised) };
        if let Some(fill) = fill {
            ui.painter().rect_filled(room, 5, fill);
        }
        let ink = if possible { palette.text } else { palette.weak };
        let middle = room.center().y;
        let text = |x: f32, align, words: &str, size: f32, colour| {
            ui.painter().text(pos2(x, middle), align, words, FontId::proportional(size), colour)
        };
        let name = text(room.left() + 10.0, Align2::LEFT_CENTER, entry.name, 14.5, ink);
        text(name.right() + 10.0, Align2::LEFT_CENTER, entry.menu.name(), 12.0, palette.weak);
        let right = room.right() - 10.0;
        match keys.text(ui.ctx(), entry) {
            _ if !possible => {
                _ = text(right, Align2::RIGHT_CENTER, entry.when.description(), 12.0, palette.weak);
            }
            Some(keys) => {
                let at = pos2(right, middle);
                ui.painter().text(at, Align2::RIGHT_CENTER, keys, theme::mono(12.5), palette.accent);
            }
            None => {}
        }
        response.clicked()
    }
}

/// Keyboard input to the list.
struct KeyInput {
    moved: bool,
    done: bool,
}

/// Commands that match the text, best match first.
fn found(text: &str) -> Vec<&'static CommandEntry> {
    let mut found: Vec<_> = command::table()
        .filter_map(|entry| {
            Some((fuzzy::score(text, &format!("{} {}", entry.name, entry.menu.name()))?, entry))
        })
        .collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, entry)| entry).collect()
}
