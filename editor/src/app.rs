//! The state of the window, and the one place that obeys [`Command`]s.
//!
//! Run by eframe, by the screenshot and by the tests. Draws the panels, collects what they push, and does it; each command
//! is one call. Knows no rules and no file format.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{CentralPanel, Context, Frame, Margin, Panel, Ui, ViewportCommand};
use timeloom::game::{ActionBytes, Game};

use crate::command::{self, Command};
use crate::document::Document;
use crate::panels::dialog::Dialog;
use crate::panels::{self, board, choices, facts, help, log, menu, notices, start, status, timeline};
use crate::theme::Palette;

/// From one turn to the next while playing.
const BEAT: f64 = 0.6;

/// Opens a file, or says in a sentence why not.
pub type Opener = Box<dyn Fn(&Path) -> Result<Document, String>>;

/// The window.
pub struct App {
    opener: Opener,
    document: Option<Document>,
    /// While playing: when the next turn is due.
    playing: Option<f64>,
    dialog: Option<Dialog>,
    help: bool,
    message: Option<String>,
    titled: Option<String>,
}

impl App {
    /// A window with nothing open yet.
    pub fn new(opener: Opener) -> Self {
        Self { opener, document: None, playing: None, dialog: None, help: false, message: None, titled: None }
    }

    /// A window onto a document.
    pub fn with_document(opener: Opener, document: Document) -> Self {
        Self { document: Some(document), ..Self::new(opener) }
    }

    /// A window onto a game that lies in no file.
    pub fn with_game(opener: Opener, game: Box<dyn Game>) -> Self {
        Self::with_document(opener, Document::new(game, None, None))
    }

    /// What is open.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Whether the turns go by themselves.
    pub fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// What went wrong last, until it is dismissed.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// One frame: what was asked for by key, the panels, and what was asked for in them.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let mut commands = self.heard(&ctx);
        self.obey_all(&ctx, &mut commands);
        self.play_on(&ctx);
        self.draw(ui, &mut commands);
        self.lie_on_top(&ctx, &mut commands);
        if !commands.is_empty() {
            self.obey_all(&ctx, &mut commands);
            ctx.request_repaint();
        }
        self.entitle(&ctx);
    }

    /// Writes down where we are; says what could not be written.
    pub fn close(&mut self) -> Result<(), String> {
        let closed = self.document.as_mut().map_or(Ok(()), Document::close);
        closed.map_err(|error| error.to_string())
    }

    fn obey_all(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        for command in commands.drain(..) {
            self.obey(ctx, command);
        }
    }

    fn obey(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::Open(path) => self.open(&path),
            Command::AskPath => self.ask_path(),
            Command::Seek(id) => self.go(|document| document.seek(id)),
            Command::Turn(turn) => self.go(|document| document.seek_turn(turn)),
            Command::First => self.go(|document| document.seek_turn(0)),
            Command::Back => self.go(|document| _ = document.back()),
            Command::PlayPause => self.play_or_pause(ctx),
            Command::Forward => self.go(|document| _ = document.forward()),
            Command::Last => self.go(|document| document.seek_turn(u32::MAX)),
            Command::Act(action) => self.act(&action),
            Command::Theme => ctx.set_theme(other(ctx.theme())),
            Command::Help => self.help = !self.help,
            Command::Dismiss => self.dismiss(),
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// Opens a file; what is open now stays if that fails.
    fn open(&mut self, path: &Path) {
        let is_open =
            self.document.as_ref().and_then(Document::file).is_some_and(|open| same_file(open, path));
        if is_open {
            self.message = Some(format!("{} is open already", path.display()));
            self.dialog = None;
            return;
        }
        match (self.opener)(path) {
            Ok(document) => self.take_over(document),
            Err(reason) => self.message = Some(reason),
        }
    }

    fn take_over(&mut self, document: Document) {
        self.message = self.close().err();
        self.document = Some(document);
        (self.dialog, self.playing) = (None, None);
    }

    fn ask_path(&mut self) {
        let beside =
            self.document.as_ref().and_then(Document::file).and_then(Path::parent).map(Path::to_owned);
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        let folder = beside.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(here);
        self.dialog = Some(Dialog::at(&folder));
    }

    fn go(&mut self, step: impl FnOnce(&mut Document)) {
        self.playing = None;
        if let Some(document) = &mut self.document {
            step(document);
        }
    }

    fn act(&mut self, action: &ActionBytes) {
        self.playing = None;
        let done = self.document.as_mut().map(|document| document.act(action));
        self.message = done.and_then(Result::err);
    }

    /// Starts from the beginning when there is nothing left to play.
    fn play_or_pause(&mut self, ctx: &Context) {
        let Some(document) = &mut self.document else { return };
        if self.playing.take().is_some() || document.last_turn() == 0 {
            return;
        }
        if document.at_tip() {
            document.seek_turn(0);
        }
        self.playing = Some(ctx.input(|input| input.time) + BEAT);
    }

    /// Goes on by a turn when it is due, and asks to be woken for the next one.
    fn play_on(&mut self, ctx: &Context) {
        let (Some(due), Some(document)) = (self.playing, &mut self.document) else { return };
        let now = ctx.input(|input| input.time);
        if now >= due {
            document.forward();
            self.playing = (!document.at_tip()).then_some(now + BEAT);
        }
        if let Some(due) = self.playing {
            ctx.request_repaint_after(Duration::from_secs_f64((due - now).max(0.0)));
        }
    }

    fn dismiss(&mut self) {
        (self.help, self.dialog, self.message) = (false, None, None);
    }

    /// What was asked for by key or by dropping a file.
    fn heard(&self, ctx: &Context) -> Vec<Command> {
        let space_is_free = ctx.memory(|memory| memory.focused()).is_none() || timeline::has_focus(ctx);
        let mut commands = command::pressed(ctx, space_is_free);
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        commands.extend(dropped.map(Command::Open));
        commands
    }

    fn draw(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let palette = Palette::of(ui.visuals());
        let bar = panels::frame(ui, 8, 3);
        Panel::top("menu").frame(bar).show(ui, |ui| menu::show(ui, commands));
        if notices::any(self.message(), self.document()) {
            let notices = Panel::top("notices").frame(Frame::new()).show_separator_line(false);
            notices.show(ui, |ui| notices::show(ui, self.message(), self.document(), commands));
        }
        let ground = Frame::new().fill(palette.ground).inner_margin(Margin::symmetric(14, 10));
        match &self.document {
            Some(document) => self.around(ui, document, ground, commands),
            None => _ = CentralPanel::default().frame(ground).show(ui, |ui| start::show(ui, commands)),
        }
    }

    /// The board and what lies around it.
    fn around(&self, ui: &mut Ui, document: &Document, ground: Frame, commands: &mut Vec<Command>) {
        let wide = ui.available_width();
        let (thin, thick) = (panels::frame(ui, 12, 4), panels::frame(ui, 12, 10));
        Panel::bottom("status").frame(thin).show(ui, |ui| status::show(ui, document));
        let below = Panel::bottom("timeline").frame(thick);
        below.show(ui, |ui| timeline::show(ui, document, self.is_playing(), commands));
        let left = Panel::left("log")
            .frame(thick)
            .default_size((wide * 0.25).clamp(180.0, 360.0))
            .max_size(wide * 0.33);
        left.show(ui, |ui| log::show(ui, document, commands));
        let right = Panel::right("facts")
            .frame(Frame::new())
            .default_size((wide * 0.3).clamp(190.0, 420.0))
            .max_size(wide * 0.36);
        right.show(ui, |ui| aside(ui, document, thick, commands));
        CentralPanel::default().frame(ground).show(ui, |ui| board::show(ui, document));
    }

    fn lie_on_top(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        if let Some(dialog) = &mut self.dialog {
            dialog.show(ctx, commands);
        }
        if self.help {
            help::show(ctx, commands);
        }
    }

    /// Tells the system what the window is called, when that changes.
    fn entitle(&mut self, ctx: &Context) {
        let title = self.document.as_ref().map(Document::title);
        if self.titled != title {
            let name =
                title.as_ref().map_or_else(|| "Timeloom".to_owned(), |title| format!("{title} - Timeloom"));
            ctx.send_viewport_cmd(ViewportCommand::Title(name));
            self.titled = title;
        }
    }
}

/// The right side: facts above, choices below.
fn aside(ui: &mut Ui, document: &Document, frame: Frame, commands: &mut Vec<Command>) {
    let high = ui.available_height();
    let lower =
        Panel::bottom("choices").frame(frame).resizable(true).default_size(high * 0.45).max_size(high * 0.6);
    lower.show(ui, |ui| choices::show(ui, document, commands));
    CentralPanel::default().frame(frame).show(ui, |ui| facts::show(ui, document));
}

fn other(theme: egui::Theme) -> egui::Theme {
    if theme == egui::Theme::Dark { egui::Theme::Light } else { egui::Theme::Dark }
}

fn same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        if let Err(reason) = self.close() {
            eprintln!("error: {reason}");
        }
    }
}
