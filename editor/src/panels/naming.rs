//! Asks for a short text: the name of a branch, or a bookmark. An empty text removes it.
//!
//! A floating window. The typed text is its only state; it pushes the answer.

use egui::{Align2, Key, TextEdit, Window};
use timeloom::timeline::{NodeId, Note, NoteKind};

use crate::command::{Command, GoCommand};
use crate::document::Document;

/// The title, and the typed text.
#[derive(Debug)]
pub struct Naming {
    title: String,
    /// The note being edited.
    note: Note,
    fresh: bool,
}

impl Naming {
    /// Asks for a note: the name of the branch of a node, or the bookmark on the node.
    pub fn new(document: &Document, kind: NoteKind, id: NodeId) -> Self {
        let id = if kind == NoteKind::Name { document.game().tree().name_bearer(id) } else { id };
        let node = document.game().node(id);
        let beginning = document.game().tree().turn(document.game().tree().branch_start(id));
        let title = match kind {
            NoteKind::Name => format!("Name of the branch from turn {}", beginning),
            NoteKind::Bookmark => format!("Bookmark on turn {}", node.turn),
        };
        let text = node.notes.get(kind).unwrap_or_default().to_owned();
        Self { title, note: Note { node: id, kind, text }, fresh: true }
    }

    /// Shows the window.
    pub fn show(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        let mut open = true;
        let window = Window::new(&self.title).open(&mut open).collapsible(false).resizable(false);
        let answered = window.anchor(Align2::CENTER_CENTER, [0.0, -40.0]).show(ctx, |ui| self.line(ui));
        if answered.and_then(|shown| shown.inner).unwrap_or(false) {
            commands.push(Command::Go(GoCommand::Note(self.note.clone())));
        }
        if !open {
            commands.push(Command::Go(GoCommand::Return));
        }
    }

    /// Shows the text field; `true` once it is confirmed.
    fn line(&mut self, ui: &mut egui::Ui) -> bool {
        ui.set_width(300.0);
        let edit = TextEdit::singleline(&mut self.note.text).desired_width(300.0).char_limit(80);
        let response = ui.add(edit.hint_text("a few words; leave empty to remove it"));
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label("a few words"));
        if std::mem::take(&mut self.fresh) {
            response.request_focus();
        }
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(6.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.button("Keep").clicked())
            .inner
            || entered
    }
}
