//! Commands from outside the panels: from keys, dropped files and the desktop.
//!
//! Part of the app, called once per frame. Turns input into commands; does not handle them.

use egui::{Context, Event, Key, KeyboardShortcut, Modifiers, ViewportCommand};

use super::background::Background;
use super::modals::Modals;
use super::notices::Notices;
use super::workspace_slot::WorkspaceSlot;
use crate::command::{AppCommand, Command, DrawCommand, FileCommand, GoCommand, PlayCommand, PointCommand};
use crate::cube;
use crate::document::Document;
use crate::keys::{FocusOwner, Keys};
use crate::panels::{board, timeline};
use crate::workspace::{Mode, Workspace};

const SPACE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Space);

/// Input state that is kept from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct InputState {
    /// Commands from scripts and tests.
    queued: Vec<Command>,
    /// Whether a text field had the focus in the last frame.
    typing: bool,
    /// Whether Space is held and will act when it is released.
    space_held: bool,
}

/// State on which the meaning of a key depends.
pub(crate) struct InputContext<'a> {
    pub(crate) keys: &'a Keys,
    pub(crate) workspace: &'a WorkspaceSlot,
    pub(crate) modals: &'a Modals,
    pub(crate) notices: &'a Notices,
    pub(crate) background: &'a Background,
    /// Whether a way is being walked.
    pub(crate) is_walking: bool,
}

impl InputState {
    /// Queues a command for the next frame.
    pub(crate) fn queue(&mut self, command: Command) {
        self.queued.push(command);
    }

    /// Collects the commands since the last frame.
    pub(crate) fn collect(&mut self, ctx: &Context, reads: &InputContext<'_>) -> Vec<Command> {
        let mut commands = std::mem::take(&mut self.queued);
        commands.extend(self.key_commands(ctx, reads));
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        commands.extend(dropped.map(|path| Command::File(FileCommand::Open(path))));
        commands.extend(quit_request(ctx, reads.workspace));
        commands
    }

    /// Remembers at the end of a frame whether a text field has the focus.
    pub(crate) fn end_frame(&mut self, ctx: &Context) {
        self.typing = ctx.text_edit_focused();
    }

    fn key_commands(&mut self, ctx: &Context, reads: &InputContext<'_>) -> Vec<Command> {
        if reads.is_covered() {
            return reads.closing_keys(ctx);
        }
        let (mode, holder) = (reads.workspace.mode(), holder(ctx));
        let mut commands = reads.keys.pressed(ctx, mode, holder, &|keys, command| {
            !(*keys == SPACE && is_late(mode, holder)) && reads.answers(holder, keys, command)
        });
        commands.extend(self.release_space(ctx, reads, holder));
        self.escape_once(reads, holder, &mut commands);
        commands
    }

    /// Returns the meaning of Space once it is released, unless the board was dragged with it.
    fn release_space(
        &mut self,
        ctx: &Context,
        reads: &InputContext<'_>,
        holder: FocusOwner,
    ) -> Option<Command> {
        let (mode, mut meant) = (reads.workspace.mode(), false);
        for (pressed, plain) in spaces(ctx) {
            if pressed {
                self.space_held = is_late(mode, holder) && plain && !ctx.text_edit_focused();
                board::has_panned(ctx);
            } else {
                meant = std::mem::take(&mut self.space_held) && !board::has_panned(ctx);
            }
        }
        let answered = |command: &Command| reads.answers(holder, &SPACE, command);
        meant.then(|| reads.keys.meaning(&SPACE, mode, &answered)).flatten()
    }

    /// Keeps only one of the commands bound to Escape: the topmost one that has something to close. While typing,
    /// Escape only leaves the text field.
    fn escape_once(&self, reads: &InputContext<'_>, holder: FocusOwner, commands: &mut Vec<Command>) {
        let all = [
            Command::App(AppCommand::Dismiss),
            Command::Draw(DrawCommand::Escape),
            Command::Point(PointCommand::Back),
            Command::Go(GoCommand::Return),
        ];
        let pressed: Vec<Command> = all.into_iter().filter(|command| commands.contains(command)).collect();
        if pressed.is_empty() {
            return;
        }
        commands.retain(|command| !pressed.contains(command));
        if self.typing && !reads.modals.is_naming() {
            return;
        }
        let meant = pressed.iter().find(|command| reads.has_to_close(holder, command));
        commands.extend(meant.or(pressed.first()).cloned());
    }
}

impl InputContext<'_> {
    /// Whether a modal or background work blocks the keys of the window.
    fn is_covered(&self) -> bool {
        self.background.is_busy() || !self.modals.lets_keys_through()
    }

    /// Returns the commands that close the open modal, from the keys that opened it; all other keys are ignored.
    fn closing_keys(&self, ctx: &Context) -> Vec<Command> {
        if self.modals.awaits_keys() {
            return Vec::new();
        }
        self.keys.pressed_among(ctx, &self.modals.closing_commands())
    }

    fn has_to_close(&self, holder: FocusOwner, command: &Command) -> bool {
        let covered = self.background.is_busy() || self.modals.is_open() || self.notices.error().is_some();
        let in_hand = |workspace: &Workspace| {
            workspace.edit_state().gesture().is_some() || !workspace.edit_state().selection().is_empty()
        };
        let away = |document: &Document| document.is_preview() || document.origin().is_some();
        let naming = self.modals.is_naming();
        let points = |workspace: &Workspace| !workspace.pointing().chosen().is_empty();
        match command {
            Command::App(_) => covered && !naming,
            Command::Draw(_) => !naming && self.workspace.get().is_some_and(in_hand),
            Command::Point(_) => {
                let is_busy = self.is_walking || holder == FocusOwner::Place;
                !naming && (is_busy || self.workspace.get().is_some_and(points))
            }
            _ => naming || self.workspace.front().is_some_and(away),
        }
    }

    /// Whether a key of play applies: the game must offer an action for it, and a focused control takes precedence.
    fn answers(&self, holder: FocusOwner, keys: &KeyboardShortcut, command: &Command) -> bool {
        let Command::Play(PlayCommand::Cue(cue)) = command else { return true };
        let free = match holder {
            FocusOwner::Nobody | FocusOwner::Board => true,
            FocusOwner::Place => *keys == SPACE || !Keys::belong_to_controls(keys),
            _ => !Keys::belong_to_controls(keys),
        };
        let offers = self.workspace.front().map(Document::offers).unwrap_or_default();
        free && offers.iter().any(|offer| offer.cue == Some(*cue))
    }
}

/// Whether the window gained the focus in this frame.
pub(crate) fn gained_focus(ctx: &Context) -> bool {
    let gained = |event: &Event| matches!(event, Event::WindowFocused(true));
    ctx.input(|input| input.events.iter().any(gained))
}

/// Whether the desktop requests to close the window.
pub(crate) fn is_to_close(ctx: &Context) -> bool {
    ctx.input(|input| input.viewport().close_requested())
}

/// Turns the desktop's request to close the window into a command if changes would be lost.
fn quit_request(ctx: &Context, workspace: &WorkspaceSlot) -> Option<Command> {
    if !is_to_close(ctx) {
        return None;
    }
    workspace.at_stake()?;
    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
    Some(Command::File(FileCommand::Quit))
}

/// Presses and releases of Space in this frame: whether it was pressed, and whether without modifiers.
fn spaces(ctx: &Context) -> Vec<(bool, bool)> {
    let space = |event: &Event| match event {
        Event::Key { key: Key::Space, pressed, repeat: false, modifiers, .. } => {
            Some((*pressed, modifiers.is_none()))
        }
        _ => None,
    };
    ctx.input(|input| input.events.iter().filter_map(space).collect())
}

/// Whether Space acts on release: while it is held, it drags the board.
fn is_late(mode: Option<Mode>, holder: FocusOwner) -> bool {
    mode == Some(Mode::Play) && matches!(holder, FocusOwner::Nobody | FocusOwner::Board | FocusOwner::Place)
}

/// Returns what has the keyboard focus.
fn holder(ctx: &Context) -> FocusOwner {
    match ctx.memory(|memory| memory.focused()) {
        None => FocusOwner::Nobody,
        Some(id) if id == board::id() => FocusOwner::Board,
        Some(id) if board::is_place(ctx, id) => FocusOwner::Place,
        Some(_) if timeline::has_focus(ctx) => FocusOwner::Timeline,
        Some(_) if cube::has_focus(ctx) => FocusOwner::Cube,
        Some(_) => FocusOwner::Control,
    }
}
