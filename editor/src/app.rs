//! The application window: its parts, and how one frame runs.
//!
//! Run by eframe, by the screenshot code and by the tests. Each part has its own state and file; [`App`] only
//! coordinates them: it collects commands from input and panels and passes them on to `handlers`. Knows no rules and
//! no file format.

mod appearance;
mod background;
mod cursor_notes;
mod input;
mod layout;
pub(crate) mod modals;
mod notices;
mod playback;
mod settings_store;
mod skins;
mod workspace_slot;

use std::path::PathBuf;
use std::time::Duration;

use egui::{CentralPanel, Context, Frame, Margin, Panel, Ui, Vec2};
use timeloom::game::Game;

use crate::answers::Answers;
use crate::app_dirs::AppDirs;
use crate::command::{AppCommand, Command};
use crate::cube::CubeView;
use crate::document::Document;
use crate::jobs::JobProgress;
use crate::open::{self, OpenOptions};
use crate::panels::start::StartContext;
use crate::panels::tour::PanelAreas;
use crate::panels::{self, PanelContext, menu, start};
use crate::pointing::Obstacle;
use crate::samples;
use crate::settings::{Centre, Settings};
use crate::skin::SkinStore;
use crate::task::Task;
use crate::theme::Palette;
use crate::toasts::Toasts;
use crate::workspace::{Mode, Workspace};
pub(crate) use appearance::Appearance;
use background::Background;
use cursor_notes::CursorNotes;
use input::{InputContext, InputState};
use modals::ModalContext;
pub(crate) use modals::Modals;
pub(crate) use notices::Notices;
pub(crate) use playback::{Playback, WaitingRun};
pub(crate) use settings_store::SettingsStore;
pub(crate) use workspace_slot::WorkspaceSlot;

/// The application window.
pub struct App {
    pub(crate) settings: SettingsStore,
    pub(crate) workspace: WorkspaceSlot,
    pub(crate) playback: Playback,
    pub(crate) modals: Modals,
    pub(crate) notices: Notices,
    pub(crate) background: Background,
    pub(crate) appearance: Appearance,
    pub(crate) cube: CubeView,
    pub(crate) answers: Answers,
    pub(crate) skins: SkinStore,
    input: InputState,
    cursor_notes: CursorNotes,
    /// Rectangles of the panels in the last frame.
    parts: PanelAreas,
}

impl App {
    /// Creates a window with nothing open and the settings from these folders.
    pub fn new(app_dirs: AppDirs) -> Self {
        let workspace = WorkspaceSlot::empty(&app_dirs);
        let (settings, wrong) = SettingsStore::read(app_dirs);
        let cube = CubeView::from_settings(settings.current.cube);
        Self {
            settings,
            workspace,
            playback: Playback::default(),
            modals: Modals::default(),
            notices: Notices::new(wrong),
            background: Background::default(),
            appearance: Appearance::default(),
            cube,
            answers: Answers::default(),
            skins: SkinStore::default(),
            input: InputState::default(),
            cursor_notes: CursorNotes::default(),
            parts: PanelAreas::default(),
        }
    }

    /// Creates the window for a start without a file: on the start page, or on a playable sample at the first start.
    pub fn first(app_dirs: AppDirs) -> Self {
        let is_first = app_dirs.settings().is_some_and(|path| !path.exists());
        let mut app = Self::new(app_dirs);
        if is_first && app.message().is_none() {
            app.welcome();
        }
        app
    }

    /// Creates a window that shows this workspace.
    pub fn with_workspace(app_dirs: AppDirs, workspace: Workspace) -> Self {
        let mut app = Self::new(app_dirs);
        app.put(workspace);
        app
    }

    /// Creates a window that opens a file. If that takes longer than `patience`, it continues in the background and
    /// the window shows the progress; a failure before that is returned as a sentence.
    pub fn opening(
        app_dirs: AppDirs,
        path: PathBuf,
        how: OpenOptions,
        patience: Duration,
    ) -> Result<Self, String> {
        let work = match Task::begin(path, how, patience)? {
            Ok(opened) => {
                let mut app = Self::with_workspace(app_dirs, opened.workspace).saying(opened.said);
                app.notices.tell_other_logs(opened.other_logs);
                return Ok(app);
            }
            Err(work) => work,
        };
        let mut app = Self::new(app_dirs);
        app.background.start(work);
        Ok(app)
    }

    /// Adds these notices to the window.
    pub fn saying(mut self, said: Vec<String>) -> Self {
        self.notices.tell_all(said);
        self
    }

    /// Creates a window that shows a game without a file.
    pub fn with_game(game: Box<dyn Game>) -> Self {
        Self::with_workspace(AppDirs::none(), Workspace::play(Document::new(game, None), None))
    }

    /// Replaces the open workspace.
    pub fn put(&mut self, workspace: Workspace) {
        self.workspace.put(workspace);
    }

    /// The open workspace, if any.
    pub fn workspace(&self) -> Option<&Workspace> {
        self.workspace.get()
    }

    /// The document in front, if any.
    pub fn document(&self) -> Option<&Document> {
        self.workspace.front()
    }

    /// The current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings.current
    }

    /// The current settings, mutable; for screenshots and scripts.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings.current
    }

    /// View of the cube.
    pub fn cube(&self) -> &CubeView {
        &self.cube
    }

    /// Queues a command as a panel would; it is handled in the next frame.
    pub fn ask(&mut self, command: Command) {
        self.input.queue(command);
    }

    /// Sets dark or light for this run only, whatever the settings say.
    pub fn ask_dark(&mut self, dark: Option<bool>) {
        self.appearance.override_dark(dark);
    }

    /// Selects what the centre shows.
    pub fn put_in_the_middle(&mut self, centre: Centre) {
        self.settings.current.layout.centre = centre;
    }

    /// Whether playback is running.
    pub fn is_running(&self) -> bool {
        self.playback.is_running()
    }

    /// Whether the window is about to close.
    pub fn is_leaving(&self) -> bool {
        self.workspace.is_leaving()
    }

    /// Whether background work is in progress.
    pub fn is_waiting(&self) -> bool {
        self.background.is_busy()
    }

    /// Returns the last error, until it is dismissed.
    pub fn message(&self) -> Option<&str> {
        self.notices.error()
    }

    /// The toasts.
    pub fn toasts(&self) -> &Toasts {
        &self.notices.toasts
    }

    /// The skins that were found, and the one in use.
    pub fn skins(&self) -> &SkinStore {
        &self.skins
    }

    /// The title of the window.
    pub fn title(&self) -> String {
        self.workspace.title()
    }

    /// Starts watching the level file and the logs for changes by other programs.
    pub fn attend(&mut self, ctx: &Context) {
        self.background.start_watch(ctx);
    }

    /// Starts answering questions about the open level or turn, in the background.
    pub fn answer(&mut self, ctx: &Context) {
        self.answers.start(ctx);
    }

    /// Limits the memory of each search for an answer, in bytes.
    pub fn limit_answers(&mut self, bytes: u64) {
        self.answers.limit_memory(bytes);
    }

    /// Returns the answers about the open level or turn.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Runs one frame: handles commands from input, draws the panels, and handles the commands from those.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.appearance.apply(&ctx, &self.settings.current);
        self.take_results(&ctx, false);
        self.follow_skin(&ctx);
        let (mut commands, before) = (self.collect_input(&ctx), self.workspace.revision());
        self.handle_all(&ctx, &mut commands);
        // Wait until a frame without a change.
        if self.workspace.revision() == before {
            self.workspace.settle();
        }
        self.pass_time(&ctx);
        self.answers.follow(self.workspace.get(), self.playback.is_running());
        if let Some(drawing) = self.workspace.get_mut().and_then(Workspace::drawing_mut) {
            drawing.show_solution(self.answers.shown_path());
        }
        self.workspace.show_layers(self.settings.shown_layers(self.workspace.layers()));
        self.draw(ui, &mut commands);
        self.show_modals(&ctx, &mut commands);
        if !commands.is_empty() {
            self.handle_all(&ctx, &mut commands);
            ctx.request_repaint();
        }
        self.end_frame(&ctx);
    }

    /// Saves the cursor and the settings; the error is a sentence.
    pub fn close(&mut self) -> Result<(), String> {
        if let Some(workspace) = self.workspace.get() {
            self.settings.remember(workspace);
        }
        self.notices.check(self.settings.save());
        let closed = self.workspace.close();
        self.notices.keep_all(self.workspace.take_said());
        closed
    }

    fn welcome(&mut self) {
        let how = OpenOptions { mode: Some(Mode::Play), ..OpenOptions::default() };
        let copied = samples::copy(samples::FIRST, &self.settings.app_dirs);
        match copied.and_then(|path| open::file(&path, how, &JobProgress::default())) {
            Ok(opened) => {
                self.put(opened.workspace);
                self.notices.welcome();
            }
            Err(reason) => self.notices.fail(reason),
        }
    }

    fn collect_input(&mut self, ctx: &Context) -> Vec<Command> {
        if input::gained_focus(ctx) || input::is_to_close(ctx) || self.background.have_files_changed() {
            self.look_at_disk();
            self.go_on_writing(ctx);
            self.skins.look_again();
        }
        let reads = InputContext {
            keys: self.settings.keys(),
            workspace: &self.workspace,
            modals: &self.modals,
            notices: &self.notices,
            background: &self.background,
            is_walking: self.playback.is_walking(),
        };
        self.input.collect(ctx, &reads)
    }

    fn handle_all(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        for command in commands.drain(..) {
            self.notices.toasts.answered(&command);
            self.handle(ctx, command);
        }
        // Problems and unsaved changes are computed after the change has been shown.
        if !self.workspace.is_settled() {
            ctx.request_repaint();
        }
    }

    /// Runs everything that depends on the clock, and requests a repaint when more is due.
    fn pass_time(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        if let Some(document) = self.workspace.front_mut() {
            self.notices.check(self.playback.advance(document, now));
        }
        if let (Some(action), Some(workspace)) = (self.playback.take_blocked(), self.workspace.get_mut()) {
            workspace.pointing_mut().refuse(Obstacle::Refused(action), now);
        }
        let hint_wait = self.workspace.follow_pointing(now);
        self.notices.follow(self.workspace.front());
        self.notices.check(self.cursor_notes.follow(self.workspace.get_mut(), now));
        self.workspace.follow_player();
        let (log_wait, noted) = (self.workspace.write_logs_if_due(now), self.cursor_notes.wait(now));
        self.notices.keep_all(self.workspace.take_said());
        let (playback, notices) = (self.playback.wait(now), self.notices.expire(now));
        let background = [self.background.wait(), self.answers.wait()];
        let waits = [playback, notices, log_wait, noted, hint_wait].into_iter().chain(background);
        waits.flatten().for_each(|wait| ctx.request_repaint_after(wait));
    }

    fn draw(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let (bar, mode, keys) = (panels::frame(ui, 8, 3), self.workspace.mode(), self.settings.keys());
        let recent = &self.settings.current.recent;
        Panel::top("menu").frame(bar).show(ui, |ui| menu::show(ui, keys, mode, recent, commands));
        if let Some(workspace) = self.workspace.get().filter(|workspace| panels::notices::any(workspace)) {
            let notices = Panel::top("notices").frame(Frame::new()).show_separator_line(false);
            notices.show(ui, |ui| panels::notices::show(ui, workspace, commands));
        }
        let parts = self.draw_middle(ui, commands);
        if layout::pulled(ui, &self.parts, &parts) {
            commands.push(Command::App(AppCommand::Widths(parts.left.width(), parts.right.width())));
        }
        self.parts = parts;
    }

    /// Draws the open workspace, or the start page.
    fn draw_middle(&self, ui: &mut Ui, commands: &mut Vec<Command>) -> PanelAreas {
        let fill = Palette::of(ui).ground;
        let ground = Frame::new().fill(fill).inner_margin(Margin::symmetric(14, 10));
        let (keys, settings) = (self.settings.keys(), &self.settings.current);
        let (running, advised) = (self.playback.is_running(), self.playback.is_advised());
        if let Some(workspace) = self.workspace.get() {
            let (answers, skins) = (&self.answers, &self.skins);
            let context = PanelContext {
                workspace,
                keys,
                settings,
                cube: &self.cube,
                answers,
                skins,
                running,
                advised,
            };
            return layout::around(ui, context, ground, commands);
        }
        let lobby = StartContext { keys, settings, untitled: self.workspace.untitled() };
        CentralPanel::default().frame(ground).show(ui, |ui| start::show(ui, lobby, commands));
        PanelAreas::default()
    }

    fn show_modals(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let reads = ModalContext {
            settings: &self.settings.current,
            keys: self.settings.keys(),
            mode: self.workspace.mode(),
            skins: &self.skins,
            parts: &self.parts,
        };
        self.notices.show(ctx, self.parts.centre, commands);
        self.modals.show(ctx, &reads, commands);
        self.background.show(ctx, commands);
    }

    fn end_frame(&mut self, ctx: &Context) {
        // Do not write at every step of a drag or of the wheel.
        if ctx.input(|input| input.smooth_scroll_delta != Vec2::ZERO) {
            ctx.request_repaint();
        } else if !ctx.input(|input| input.pointer.any_down()) {
            self.notices.check(self.settings.save());
        }
        self.appearance.set_title(ctx, self.workspace.title());
        let files = self.workspace.get().into_iter().flat_map(Workspace::files);
        self.background.watch_files(files.chain(self.skins.files()));
        self.background.watch_lock(self.workspace.get().and_then(Workspace::awaited_lock));
        self.input.end_frame(ctx);
    }
}
