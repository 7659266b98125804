//! The settings: appearance and key bindings.
//!
//! The search text and the command being rebound are its only state. Reads settings and keys, pushes changes;
//! takes the commands from the command table.

use egui::{
    Button, ComboBox, Context, Event, Key, KeyboardShortcut, RichText, ScrollArea, Slider, TextEdit, Ui,
};
use timeloom::scene::Tone;

use super::card;
use crate::app::modals::ModalContext;
use crate::command::{self, AppCommand, Command, CommandEntry};
use crate::fuzzy;
use crate::keys::{self, Keys};
use crate::settings::{SCALES, Settings};
use crate::skin::SkinStore;
use crate::theme::{self, Palette};

/// Most complaints about a skin that are listed.
const MOST_COMPLAINTS: usize = 8;

/// State of the settings card.
#[derive(Debug, Default)]
pub struct Preferences {
    page: Page,
    search: String,
    waiting: Option<&'static str>,
    /// Pressed keys that belong to another command, until the user decides.
    taken: Option<(&'static str, KeyboardShortcut)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Look,
    Keys,
}

impl Preferences {
    /// Opens on the page of key bindings.
    pub fn keys() -> Self {
        Self { page: Page::Keys, ..Self::default() }
    }

    /// Whether the next keys are to be recorded instead of executed.
    pub fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Shows the settings.
    pub(crate) fn show(&mut self, ctx: &Context, reads: &ModalContext<'_>, commands: &mut Vec<Command>) {
        let ModalContext { settings, keys, skins, .. } = *reads;
        self.capture_keys(ctx, keys, commands);
        card::show(ctx, "Settings", 640.0, commands, |ui, commands| {
            ui.horizontal(|ui| {
                for (page, name) in [(Page::Look, "Look"), (Page::Keys, "Keys")] {
                    if ui.selectable_label(self.page == page, name).clicked() {
                        (self.page, self.waiting) = (page, None);
                    }
                }
            });
            ui.separator();
            ui.add_space(4.0);
            match self.page {
                Page::Look => look(ui, settings, skins, commands),
                Page::Keys => self.bindings(ui, keys, commands),
            }
        });
    }

    /// Records the next keys for the command being rebound.
    fn capture_keys(&mut self, ctx: &Context, keys: &Keys, commands: &mut Vec<Command>) {
        let Some(entry) = self.waiting.and_then(by_id) else { return };
        let Some(pressed) = next_chord(ctx) else { return };
        self.waiting = None;
        if pressed.logical_key == Key::Escape {
            return;
        }
        if keys.clashes(entry, &pressed).is_empty() {
            commands.push(Command::App(AppCommand::Bind(entry.id, vec![pressed])));
        } else {
            self.taken = Some((entry.id, pressed));
        }
    }

    fn bindings(&mut self, ui: &mut Ui, keys: &Keys, commands: &mut Vec<Command>) {
        ui.horizontal(|ui| {
            let edit =
                TextEdit::singleline(&mut self.search).hint_text("find a command").desired_width(240.0);
            super::named(&ui.add(edit), "find a command to change");
            if ui.add(Button::new("Reset all keys")).clicked() {
                (self.taken, self.waiting) = (None, None);
                commands.push(Command::App(AppCommand::DefaultKeys(None)));
            }
        });
        self.conflict(ui, keys, commands);
        ui.add_space(4.0);
        let found: Vec<&'static CommandEntry> =
            command::table().filter(|entry| fuzzy::score(&self.search, entry.name).is_some()).collect();
        if found.is_empty() {
            ui.weak("no command has a name like that");
        }
        let height = card::room_for_list(ui.ctx(), 260.0, 380.0);
        let area = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
        area.show_rows(ui, 26.0, found.len(), |ui, rows| {
            rows.for_each(|row| self.binding(ui, keys, found[row], commands));
        });
    }

    /// Shows which command already has the pressed keys, and lets the user decide.
    fn conflict(&mut self, ui: &mut Ui, keys: &Keys, commands: &mut Vec<Command>) {
        let Some((id, pressed)) = self.taken else { return };
        let Some(entry) = by_id(id) else { return };
        let palette = Palette::of(ui);
        let others = keys.clashes(entry, &pressed);
        let names: Vec<&str> = others.iter().map(|other| other.name).collect();
        let text = format!("{} is for {}", ui.ctx().format_shortcut(&pressed), names.join(" and "));
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(text).color(palette.ink(Tone::Yellow)));
            if ui.button(format!("Use it for {}", entry.name)).clicked() {
                others.iter().for_each(|other| commands.push(without(keys, other, &pressed)));
                commands.push(Command::App(AppCommand::Bind(id, vec![pressed])));
                self.taken = None;
            }
            if ui.button("Leave it").clicked() {
                self.taken = None;
            }
        });
    }

    fn binding(
        &mut self,
        ui: &mut Ui,
        keys: &Keys,
        entry: &'static CommandEntry,
        commands: &mut Vec<Command>,
    ) {
        let palette = Palette::of(ui);
        ui.horizontal(|ui| {
            let wide = ui.available_width();
            column(ui, wide * 0.4, RichText::new(entry.name).color(palette.text));
            let waits = self.waiting == Some(entry.id);
            let shown = match keys.texts(ui.ctx(), entry).join("  or  ") {
                _ if waits => "press the new keys, or Esc".to_owned(),
                none if none.is_empty() => "none".to_owned(),
                keys => keys,
            };
            let ink = if keys.is_custom(entry) { palette.accent } else { palette.weak };
            let text =
                RichText::new(shown).font(theme::mono(12.5)).color(if waits { palette.text } else { ink });
            let button = Button::new(text).selected(waits).min_size(egui::vec2(wide * 0.38, 22.0));
            let response = ui.add(button);
            super::named(&response, &format!("change the keys of {}", entry.name));
            if response.clicked() {
                (self.waiting, self.taken) = (Some(entry.id), None);
            }
            let default = ui.add_enabled(keys.is_custom(entry), Button::new("Reset"));
            super::named(&default, &format!("reset the keys of {}", entry.name));
            if default.clicked() {
                commands.push(Command::App(AppCommand::DefaultKeys(Some(entry.id))));
            }
        });
    }
}

/// Text in a column of fixed width.
fn column(ui: &mut Ui, width: f32, text: RichText) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, 22.0), layout, |ui| {
        ui.set_width(width);
        ui.add(egui::Label::new(text).truncate());
    });
}

fn by_id(id: &str) -> Option<&'static CommandEntry> {
    command::table().find(|entry| entry.id == id)
}

fn without(keys: &Keys, entry: &CommandEntry, taken: &KeyboardShortcut) -> Command {
    let rest = keys.of(entry).filter(|keys| *keys != taken).copied().collect();
    Command::App(AppCommand::Bind(entry.id, rest))
}

/// Takes the keys that were just pressed, so that they do nothing else.
fn next_chord(ctx: &Context) -> Option<KeyboardShortcut> {
    ctx.input_mut(|input| {
        let at = input.events.iter().position(|event| keys::chord_of(event).is_some())?;
        let pressed = keys::chord_of(&input.events.remove(at));
        input.events.retain(|event| !matches!(event, Event::Text(_)));
        pressed
    })
}

fn look(ui: &mut Ui, settings: &Settings, skins: &SkinStore, commands: &mut Vec<Command>) {
    row(ui, "Theme", |ui| {
        for (dark, name) in [(None, "As the desktop"), (Some(true), "Dark"), (Some(false), "Light")] {
            if ui.selectable_label(settings.dark == dark, name).clicked() {
                commands.push(Command::App(AppCommand::Dark(dark)));
            }
        }
    });
    row(ui, "Size of everything", |ui| {
        let mut scale = settings.sane_scale() * 100.0;
        let range = SCALES.start() * 100.0..=SCALES.end() * 100.0;
        let slider = ui.add(Slider::new(&mut scale, range).step_by(5.0).suffix(" %").fixed_decimals(0));
        super::named(&slider, "size of everything");
        // While it is dragged, the slider itself would grow under the mouse.
        if slider.drag_stopped() || (slider.changed() && !slider.dragged()) {
            commands.push(Command::App(AppCommand::Scale(scale / 100.0)));
        }
    });
    row(ui, "Colours", |ui| {
        let mut on = settings.colour_blind;
        if ui.checkbox(&mut on, "that people with any colour vision can tell apart").changed() {
            commands.push(Command::App(AppCommand::ColourBlind(on)));
        }
    });
    row(ui, "", swatches);
    pieces(ui, settings, skins, commands);
}

/// How pieces are painted.
fn pieces(ui: &mut Ui, settings: &Settings, skins: &SkinStore, commands: &mut Vec<Command>) {
    row(ui, "Pieces", |ui| {
        for (letters, name) in [(false, "Figures"), (true, "Letters")] {
            if ui.selectable_label(settings.letters == letters, name).clicked() {
                commands.push(Command::App(AppCommand::Letters(letters)));
            }
        }
    });
    row(ui, "Skin", |ui| {
        let chosen = skin_name(settings.skin.as_deref());
        let combo = ComboBox::from_id_salt("skin").selected_text(chosen);
        let combo = combo.show_ui(ui, |ui| skin_choices(ui, settings, skins, commands));
        super::named(&combo.response, "skin");
    });
    let ink = Palette::of(ui).ink(Tone::Yellow);
    skins
        .complaints()
        .iter()
        .take(MOST_COMPLAINTS)
        .for_each(|wrong| _ = ui.label(RichText::new(wrong).small().color(ink)));
}

fn skin_choices(ui: &mut Ui, settings: &Settings, skins: &SkinStore, commands: &mut Vec<Command>) {
    let names = skins.known().iter().map(|skin| Some(skin.name.clone()));
    for choice in [None, Some(String::new())].into_iter().chain(names) {
        let is_chosen = settings.skin == choice;
        if ui.selectable_label(is_chosen, skin_name(choice.as_deref())).clicked() && !is_chosen {
            commands.push(Command::App(AppCommand::Skin(choice)));
        }
    }
}

/// Name of a choice of skins.
pub(crate) fn skin_name(choice: Option<&str>) -> &str {
    match choice {
        None => "as the level says",
        Some("") => "none",
        Some(name) => name,
    }
}

fn row(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        column(ui, 150.0, RichText::new(name).color(palette.weak));
        content(ui);
    });
    ui.add_space(6.0);
}

/// Samples of the current colours.
fn swatches(ui: &mut Ui) {
    let palette = Palette::of(ui);
    use Tone::{Bad, Blue, Cyan, Good, Green, Red, Violet, Yellow};
    for tone in [Blue, Red, Yellow, Green, Cyan, Violet, Good, Bad] {
        let (room, _) = ui.allocate_exact_size(egui::vec2(26.0, 18.0), egui::Sense::hover());
        ui.painter().rect_filled(room, 4, palette.fill(tone));
    }
}
