//! What is asked for from outside the panels: by key, by dropping a file, by the desktop.
//!
//! Part of the app, called once a frame. Turns input into commands; does nothing about them.

use egui::{Context, Event, Key, KeyboardShortcut, Modifiers, ViewportCommand};

use super::App;
use crate::command::{AppCommand, Command, Draw, File, Go, Play};
use crate::document::Document;
use crate::keys::{Holder, Keys};
use crate::modal::Modal;
use crate::panels::{board, timeline};
use crate::watch::Watch;
use crate::workspace::{Mode, Workspace};

const SPACE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Space);

impl App {
    /// What was asked for by key, by dropping a file, or by the desktop.
    pub(super) fn collect_input(&mut self, ctx: &Context) -> Vec<Command> {
        crate::cube::hear(ctx);
        let mut commands = std::mem::take(&mut self.asked);
        commands.extend(self.key_commands(ctx));
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        commands.extend(dropped.map(|path| Command::File(File::Open(path))));
        self.desktop_commands(ctx, &mut commands);
        commands
    }

    fn key_commands(&mut self, ctx: &Context) -> Vec<Command> {
        let mode = self.workspace.as_ref().map(Workspace::mode);
        let blocked =
            self.work.is_some() || self.modal.as_ref().is_some_and(|over| !over.lets_keys_through());
        if !blocked {
            let holder = holder(ctx);
            let mut commands = self.keys.pressed(ctx, mode, holder, &|keys, command| {
                !(*keys == SPACE && is_late(mode, holder)) && self.answers(holder, keys, command)
            });
            commands.extend(self.let_go_of_space(ctx, mode, holder));
            self.escape_once(&mut commands);
            return commands;
        }
        // A sheet wants to be closed by the keys that opened it, and by nothing else that it does not understand.
        let waits = matches!(&self.modal, Some(Modal::Preferences(page)) if page.is_waiting());
        if waits {
            return Vec::new();
        }
        self.keys.pressed_among(ctx, &self.closing())
    }

    /// What Space means once it is let go, unless the board was dragged by it meanwhile.
    fn let_go_of_space(&mut self, ctx: &Context, mode: Option<Mode>, holder: Holder) -> Option<Command> {
        let mut meant = false;
        for (pressed, plain) in spaces(ctx) {
            if pressed {
                self.spaced = is_late(mode, holder) && plain && !ctx.text_edit_focused();
                board::has_panned(ctx);
            } else {
                meant = std::mem::take(&mut self.spaced) && !board::has_panned(ctx);
            }
        }
        let answered = |command: &Command| self.answers(holder, &SPACE, command);
        meant.then(|| self.keys.meaning(&SPACE, mode, &answered)).flatten()
    }

    /// Several commands may have Escape: of these the one is done that has something to close, the topmost first. While
    /// somebody types it only leaves the field.
    fn escape_once(&self, commands: &mut Vec<Command>) {
        let all = [Command::App(AppCommand::Dismiss), Command::Draw(Draw::Escape), Command::Go(Go::Return)];
        let pressed: Vec<Command> = all.into_iter().filter(|command| commands.contains(command)).collect();
        if pressed.is_empty() {
            return;
        }
        commands.retain(|command| !pressed.contains(command));
        if self.typing && self.naming.is_none() {
            return;
        }
        let meant = pressed.iter().find(|command| self.has_to_close(command));
        commands.extend(meant.or(pressed.first()).cloned());
    }

    fn has_to_close(&self, command: &Command) -> bool {
        let covered = self.work.is_some() || self.modal.is_some() || self.message.is_some();
        let in_hand = |workspace: &Workspace| {
            workspace.edit_state().gesture().is_some() || !workspace.edit_state().selection().is_empty()
        };
        let away = |document: &Document| document.is_preview() || document.origin().is_some();
        match command {
            Command::App(_) => covered && self.naming.is_none(),
            Command::Draw(_) => self.naming.is_none() && self.workspace.as_ref().is_some_and(in_hand),
            _ => self.naming.is_some() || self.document().is_some_and(away),
        }
    }

    /// Whether keys of play are heard: the game must have an answer, and the focused control comes first.
    fn answers(&self, holder: Holder, keys: &KeyboardShortcut, command: &Command) -> bool {
        let Command::Play(Play::Cue(cue)) = command else { return true };
        let free = matches!(holder, Holder::Nobody | Holder::Board) || !Keys::belong_to_controls(keys);
        let offers = self.document().map(Document::offers).unwrap_or_default();
        free && offers.iter().any(|offer| offer.cue == Some(*cue))
    }

    /// The commands that close what lies over the window.
    fn closing(&self) -> Vec<Command> {
        let own = match &self.modal {
            Some(Modal::Finder(_)) => Some(AppCommand::Finder),
            Some(Modal::Help) => Some(AppCommand::Help),
            Some(Modal::Preferences(_)) => Some(AppCommand::Settings),
            _ => None,
        };
        own.into_iter().chain([AppCommand::Dismiss]).map(Command::App).collect()
    }

    fn desktop_commands(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let (asked_to_close, focused) = ctx.input(|input| {
            let focused = input.events.iter().any(|event| matches!(event, egui::Event::WindowFocused(true)));
            (input.viewport().close_requested(), focused)
        });
        if asked_to_close && !self.leaving && self.workspace.as_ref().is_some_and(Workspace::is_at_stake) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            commands.push(Command::File(File::Quit));
        }
        if focused || self.watch.as_ref().is_some_and(Watch::changed) {
            self.look_at_disk();
        }
    }
}

/// How Space was pressed or let go in this frame: whether it was pressed, and whether alone.
fn spaces(ctx: &Context) -> Vec<(bool, bool)> {
    let space = |event: &Event| match event {
        Event::Key { key: Key::Space, pressed, repeat: false, modifiers, .. } => {
            Some((*pressed, modifiers.is_none()))
        }
        _ => None,
    };
    ctx.input(|input| input.events.iter().filter_map(space).collect())
}

/// Whether Space acts when it is let go: while it is held, the board can be dragged by it.
fn is_late(mode: Option<Mode>, holder: Holder) -> bool {
    mode == Some(Mode::Play) && matches!(holder, Holder::Nobody | Holder::Board)
}

/// What the keyboard is with.
fn holder(ctx: &Context) -> Holder {
    match ctx.memory(|memory| memory.focused()) {
        None => Holder::Nobody,
        Some(id) if id == board::id() => Holder::Board,
        Some(_) if timeline::has_focus(ctx) => Holder::Timeline,
        Some(_) => Holder::Control,
    }
}
