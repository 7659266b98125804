//! Modals: at most one is open, and besides it the field that asks for a name.
//!
//! Part of the app, shown last. Each modal keeps only what was typed into it.

use egui::Context;

use crate::command::{AppCommand, Command};
use crate::keys::Keys;
use crate::panels::dialog::Dialog;
use crate::panels::finder::Finder;
use crate::panels::help;
use crate::panels::naming::Naming;
use crate::panels::preferences::Preferences;
use crate::panels::tour::{self, PanelAreas};
use crate::settings::Settings;
use crate::skin::SkinStore;
use crate::workspace::Mode;

/// A modal over the window.
#[derive(Debug)]
pub(crate) enum Modal {
    /// A dialog.
    Dialog(Dialog),
    /// The list of all commands.
    Finder(Finder),
    /// The help.
    Help,
    /// The settings.
    Preferences(Preferences),
    /// A step of the tour.
    Tour(usize),
}

/// Input of modals.
pub(crate) struct ModalContext<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) keys: &'a Keys,
    pub(crate) mode: Option<Mode>,
    pub(crate) skins: &'a SkinStore,
    pub(crate) parts: &'a PanelAreas,
}

/// The open modal and the open name field.
#[derive(Debug, Default)]
pub(crate) struct Modals {
    modal: Option<Modal>,
    naming: Option<Naming>,
}

impl Modals {
    /// Whether a modal is open.
    pub(crate) fn is_open(&self) -> bool {
        self.modal.is_some()
    }

    /// Whether keys work as if no modal were open.
    pub(crate) fn lets_keys_through(&self) -> bool {
        matches!(self.modal, None | Some(Modal::Tour(_)))
    }

    /// Whether the next key press will be bound to a command.
    pub(crate) fn awaits_keys(&self) -> bool {
        matches!(&self.modal, Some(Modal::Preferences(page)) if page.is_waiting())
    }

    /// Opens a modal in place of any other.
    pub(crate) fn open(&mut self, modal: Modal) {
        self.modal = Some(modal);
    }

    /// Opens a dialog.
    pub(crate) fn ask(&mut self, dialog: Dialog) {
        self.open(Modal::Dialog(dialog));
    }

    /// Opens a modal, or closes it if it is open.
    pub(crate) fn toggle(&mut self, modal: Modal) {
        let same = |open: &Modal| std::mem::discriminant(open) == std::mem::discriminant(&modal);
        self.modal = if self.modal.as_ref().is_some_and(same) { None } else { Some(modal) };
    }

    /// Closes the modal; `false` if none was open.
    pub(crate) fn close(&mut self) -> bool {
        self.modal.take().is_some()
    }

    /// Closes the modal unless it is the tour.
    pub(crate) fn close_unless_tour(&mut self) {
        self.modal.take_if(|modal| !matches!(modal, Modal::Tour(_)));
    }

    /// Whether the name field is open.
    pub(crate) fn is_naming(&self) -> bool {
        self.naming.is_some()
    }

    /// Opens or closes the name field.
    pub(crate) fn set_naming(&mut self, naming: Option<Naming>) {
        self.naming = naming;
    }

    /// Returns the commands that close the modal.
    pub(crate) fn closing_commands(&self) -> Vec<Command> {
        let toggle = match &self.modal {
            Some(Modal::Finder(_)) => Some(AppCommand::Finder),
            Some(Modal::Help) => Some(AppCommand::Help),
            Some(Modal::Preferences(_)) => Some(AppCommand::Settings),
            _ => None,
        };
        toggle.into_iter().chain([AppCommand::Dismiss]).map(Command::App).collect()
    }

    /// Shows the modal and the name field.
    pub(crate) fn show(&mut self, ctx: &Context, reads: &ModalContext<'_>, commands: &mut Vec<Command>) {
        match &mut self.modal {
            Some(Modal::Dialog(dialog)) => dialog.show(ctx, commands),
            Some(Modal::Finder(finder)) => finder.show(ctx, reads.keys, reads.mode, commands),
            Some(Modal::Preferences(page)) => page.show(ctx, reads, commands),
            Some(Modal::Help) => help::show(ctx, reads.keys, commands),
            Some(Modal::Tour(step)) => tour::show(ctx, *step, reads.keys, reads.parts, commands),
            None => {}
        }
        if let Some(naming) = &mut self.naming {
            naming.show(ctx, commands);
        }
    }
}
