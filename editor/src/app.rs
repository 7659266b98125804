//! The state of the window, and the one place that obeys [`Command`]s.
//!
//! Run by eframe, by the screenshot and by the tests. Draws the panels, collects what they push, and does it; what each
//! kind of command does stands in `handlers`. Knows no rules and no file format.

mod appearance;
mod input;
mod layout;
mod timers;

use std::path::PathBuf;
use std::time::Duration;

use egui::{CentralPanel, Context, Frame, Margin, Panel, Ui, ViewportCommand};
use timeloom::game::Game;
use timeloom::timeline::NodeId;

use crate::app_dirs::AppDirs;
use crate::command::{AppCommand, Command};
use crate::cube;
use crate::document::Document;
use crate::edit_state::Clip;
use crate::jobs::Pace;
use crate::keys::Keys;
use crate::modal::Modal;
use crate::open::{self, How};
use crate::panels::naming::Naming;
use crate::panels::start::Lobby;
use crate::panels::tour::Parts;
use crate::panels::{self, PanelContext, help, menu, notices, progress, start, toasts, tour};
use crate::samples;
use crate::settings::{Centre, Settings};
use crate::theme::Palette;
use crate::toasts::Toasts;
use crate::watch::Watch;
use crate::work::Work;
use crate::workspace::{Mode, Workspace};

/// The window.
pub struct App {
    /// Where the program's own files lie.
    pub(crate) app_dirs: AppDirs,
    pub(crate) settings: Settings,
    pub(crate) keys: Keys,
    pub(crate) workspace: Option<Workspace>,
    /// What was copied, for any level.
    pub(crate) clip: Option<Clip>,
    /// While the turns go by themselves: when the next one is due.
    pub(crate) running: Option<f64>,
    /// Whether they go by the game's own advice.
    pub(crate) advised: bool,
    pub(crate) naming: Option<Naming>,
    pub(crate) modal: Option<Modal>,
    pub(crate) message: Option<String>,
    pub(crate) toasts: Toasts,
    pub(crate) work: Option<Work>,
    /// What another program wrote into the level file, once that was told.
    pub(crate) told_of: Option<Option<String>>,
    /// Drawings that have no file yet, as they were when the start page came up.
    pub(crate) untitled: Vec<PathBuf>,
    /// Whether it was asked already what is to become of changes.
    pub(crate) leaving: bool,
    pub(crate) watch: Option<Watch>,
    /// What was asked for from outside.
    asked: Vec<Command>,
    /// What the settings file says.
    written: Settings,
    parts: Parts,
    applied_title: Option<String>,
    applied_appearance: Option<(Option<bool>, f32, bool)>,
    /// Dark or light for this time only.
    asked_dark: Option<bool>,
    /// The last moment, of which document, that the view has followed.
    followed: Option<(u64, NodeId)>,
    /// Whether somebody was typing in the last frame.
    typing: bool,
    /// Whether Space is held and will mean something when it is let go.
    spaced: bool,
}

impl App {
    /// A window with nothing open yet, and the settings that lie on the app_dirs.
    pub fn new(app_dirs: AppDirs) -> Self {
        let path = app_dirs.settings();
        let (found, wrong) = path.as_deref().map(Settings::read).unwrap_or_default();
        let settings = found.unwrap_or_default();
        Self {
            keys: Keys::from_names(&settings.keys),
            untitled: app_dirs.untitled(),
            app_dirs,
            written: settings.clone(),
            settings,
            workspace: None,
            clip: None,
            running: None,
            advised: false,
            naming: None,
            modal: None,
            message: wrong,
            toasts: Toasts::default(),
            work: None,
            told_of: None,
            leaving: false,
            watch: None,
            asked: Vec::new(),
            parts: Parts::default(),
            applied_title: None,
            applied_appearance: None,
            asked_dark: None,
            followed: None,
            typing: false,
            spaced: false,
        }
    }

    /// A window as the program starts without a file: on the start page, or for the first time on something to play.
    pub fn first(app_dirs: AppDirs) -> Self {
        let is_first = app_dirs.settings().is_some_and(|path| !path.exists());
        let mut app = Self::new(app_dirs);
        if is_first && app.message.is_none() {
            app.welcome();
        }
        app
    }

    /// A window onto what is open.
    pub fn with_workspace(app_dirs: AppDirs, workspace: Workspace) -> Self {
        Self { workspace: Some(workspace), ..Self::new(app_dirs) }
    }

    /// A window onto a file. What takes longer to open than `patience` is opened beside the window, which shows how far it
    /// is; what fails before is a sentence.
    pub fn opening(app_dirs: AppDirs, path: PathBuf, how: How, patience: Duration) -> Result<Self, String> {
        Ok(match Work::begin(path, how, patience)? {
            Ok(opened) => Self::with_workspace(app_dirs, opened.workspace).saying(opened.said),
            Err(work) => Self { work: Some(work), ..Self::new(app_dirs) },
        })
    }

    /// The same window with something to be told in it.
    pub fn saying(mut self, said: Vec<String>) -> Self {
        said.into_iter().for_each(|said| self.toasts.tell(said));
        self
    }

    /// A window onto a game that lies in no file.
    pub fn with_game(game: Box<dyn Game>) -> Self {
        Self::with_workspace(AppDirs::none(), Workspace::play(Document::new(game, None), None))
    }

    /// Puts this in the place of what is open.
    pub fn put(&mut self, workspace: Workspace) {
        self.workspace = Some(workspace);
    }

    /// What is open.
    pub fn workspace(&self) -> Option<&Workspace> {
        self.workspace.as_ref()
    }

    /// What is in front.
    pub fn document(&self) -> Option<&Document> {
        self.workspace.as_ref().map(Workspace::front)
    }

    /// What the person chose.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Chooses for a person; for pictures and scripts.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Asks for something as a panel would; it is done with the next frame.
    pub fn ask(&mut self, command: Command) {
        self.asked.push(command);
    }

    /// Dark or light for this time only, whatever the settings say.
    pub fn ask_dark(&mut self, dark: Option<bool>) {
        self.asked_dark = dark;
    }

    /// Dark or light from now on.
    pub(crate) fn choose_dark(&mut self, dark: Option<bool>) {
        (self.settings.dark, self.asked_dark) = (dark, None);
    }

    /// Shows this in the middle.
    pub fn put_in_the_middle(&mut self, centre: Centre) {
        self.settings.layout.centre = centre;
    }

    /// Whether the turns go by themselves.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the window is about to close.
    pub fn is_leaving(&self) -> bool {
        self.leaving
    }

    /// Whether something is being waited for.
    pub fn is_waiting(&self) -> bool {
        self.work.is_some()
    }

    /// What went wrong last, until it is dismissed.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The small notices.
    pub fn toasts(&self) -> &Toasts {
        &self.toasts
    }

    /// What the window is called.
    pub fn title(&self) -> String {
        let Some(workspace) = &self.workspace else { return "Timeloom".to_owned() };
        let mark = if workspace.is_unsaved() { "● " } else { "" };
        format!("{mark}{} - Timeloom", workspace.title())
    }

    /// Notices from now on when another program changes the level file.
    pub fn attend(&mut self, ctx: &Context) {
        let ctx = ctx.clone();
        self.watch = Some(Watch::start(move || ctx.request_repaint()));
    }

    /// One frame: what was asked for by key, the panels, and what was asked for in them.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.apply_appearance(&ctx);
        cube::follow(&ctx, &mut self.settings.cube);
        self.take_results(&ctx, false);
        let (mut commands, before) = (self.collect_input(&ctx), self.shown());
        self.handle_all(&ctx, &mut commands);
        // Not while one change follows another.
        if self.shown() == before {
            self.settle();
        }
        self.run_on(&ctx);
        self.follow_player();
        self.pass_time(&ctx);
        self.apply_layers();
        self.draw(ui, &mut commands);
        self.show_modals(&ctx, &mut commands);
        if !commands.is_empty() {
            self.handle_all(&ctx, &mut commands);
            ctx.request_repaint();
        }
        // Not at every step of a drag.
        if !ctx.input(|input| input.pointer.any_down()) {
            self.keep_settings();
        }
        self.set_title(&ctx);
        self.typing = ctx.text_edit_focused();
    }

    /// Writes down where we are; says what could not be written.
    pub fn close(&mut self) -> Result<(), String> {
        self.remember();
        self.keep_settings();
        let closed = self.workspace.as_mut().map_or(Ok(()), Workspace::close);
        closed.map_err(|error| error.to_string())
    }

    fn welcome(&mut self) {
        let how = How { mode: Some(Mode::Play), ..How::default() };
        let copied = samples::copy(samples::FIRST, &self.app_dirs);
        let opened = copied.and_then(|path| open::file(&path, how, &Pace::default()));
        match opened {
            Ok(opened) => {
                self.workspace = Some(opened.workspace);
                let hello = "Welcome. Walk with the arrow keys, press E to draw on this level.";
                self.toasts.invite(hello, vec![("Tour in 60 seconds", Command::App(AppCommand::Tour))]);
            }
            Err(reason) => self.message = Some(reason),
        }
    }

    fn handle_all(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        for command in commands.drain(..) {
            self.toasts.answered(&command);
            self.handle(ctx, command);
        }
        // What is wrong with the level and whether it is saved is worked out after the change has been shown.
        if self.workspace.as_ref().is_some_and(|workspace| !workspace.is_settled()) {
            ctx.request_repaint();
        }
    }

    fn draw(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let palette = Palette::of(ui.visuals());
        let (bar, mode) = (panels::frame(ui, 8, 3), self.workspace.as_ref().map(Workspace::mode));
        let recent = &self.settings.recent;
        Panel::top("menu").frame(bar).show(ui, |ui| menu::show(ui, &self.keys, mode, recent, commands));
        if let Some(document) = self.document().filter(|document| notices::any(document)) {
            let notices = Panel::top("notices").frame(Frame::new()).show_separator_line(false);
            notices.show(ui, |ui| notices::show(ui, document));
        }
        let ground = Frame::new().fill(palette.ground).inner_margin(Margin::symmetric(14, 10));
        let parts = match self.room() {
            Some(room) => layout::around(ui, room, ground, commands),
            None => {
                let lobby = Lobby { keys: &self.keys, settings: &self.settings, untitled: &self.untitled };
                CentralPanel::default().frame(ground).show(ui, |ui| start::show(ui, lobby, commands));
                Parts::default()
            }
        };
        if layout::pulled(ui, &self.parts, &parts) {
            commands.push(Command::App(AppCommand::Widths(parts.left.width(), parts.right.width())));
        }
        self.parts = parts;
    }

    fn room(&self) -> Option<PanelContext<'_>> {
        let workspace = self.workspace.as_ref()?;
        Some(PanelContext {
            workspace,
            keys: &self.keys,
            settings: &self.settings,
            running: self.is_running(),
            advised: self.advised,
        })
    }

    fn show_modals(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let mode = self.workspace.as_ref().map(Workspace::mode);
        toasts::show(ctx, &self.toasts, self.parts.centre, commands);
        if let Some(message) = &self.message {
            notices::float(ctx, message, self.parts.centre, commands);
        }
        match &mut self.modal {
            Some(Modal::Dialog(dialog)) => dialog.show(ctx, commands),
            Some(Modal::Finder(finder)) => finder.show(ctx, &self.keys, mode, commands),
            Some(Modal::Preferences(page)) => page.show(ctx, &self.settings, &self.keys, commands),
            Some(Modal::Help) => help::show(ctx, &self.keys, commands),
            Some(Modal::Tour(step)) => tour::show(ctx, *step, &self.parts, commands),
            None => {}
        }
        if let Some(naming) = &mut self.naming {
            naming.show(ctx, commands);
        }
        if let Some((what, part, true)) = self.work.as_ref().map(Work::shown) {
            progress::show(ctx, what, part, commands);
        }
    }

    /// Puts what is open at the head of the recent files.
    pub(crate) fn remember(&mut self) {
        let Some(workspace) = &self.workspace else { return };
        if let Some(path) = workspace.file() {
            self.settings.remember(path, workspace.mode());
        }
    }

    /// Writes the settings when something about them has changed.
    fn keep_settings(&mut self) {
        if self.settings == self.written {
            return;
        }
        let before = std::mem::replace(&mut self.written, self.settings.clone());
        let Some(path) = self.app_dirs.settings() else { return };
        // Another window may have written meanwhile.
        let theirs = Settings::glance(&path);
        let all =
            theirs.map_or_else(|| self.settings.clone(), |theirs| self.settings.joined(&before, &theirs));
        self.message = all.write(&path).err().or(self.message.take());
    }

    /// Tells the system what the window is called, when that changes.
    fn set_title(&mut self, ctx: &Context) {
        let title = self.title();
        if self.applied_title.as_ref() != Some(&title) {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.applied_title = Some(title);
        }
        if let Some(watch) = &self.watch {
            watch.look_at(
                self.workspace.as_ref().and_then(|workspace| workspace.level_file().level.as_deref()),
            );
        }
    }
}
