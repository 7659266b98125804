//! The state of the window, and the one place that obeys [`Command`]s.
//!
//! Run by eframe, by the screenshot and by the tests. Draws the panels, collects what they push, and does it; what each
//! kind of command does stands in `obey`. Knows no rules and no file format.

use std::time::Duration;

use egui::{CentralPanel, Context, Frame, Margin, Panel, Ui, ViewportCommand};
use timeloom::game::Game;

use crate::command::{Command, File};
use crate::desk::{Desk, Mode};
use crate::document::Document;
use crate::keys::Keys;
use crate::panels::dialog::Dialog;
use crate::panels::{
    self, Room, aside, board, cube, help, log, menu, notices, palette, start, status, timeline,
};
use crate::settings::{Centre, Settings};
use crate::shelf::Shelf;
use crate::theme::Palette;

/// The window.
pub struct App {
    /// Where the program's own files lie.
    pub(crate) shelf: Shelf,
    pub(crate) settings: Settings,
    pub(crate) keys: Keys,
    pub(crate) desk: Option<Desk>,
    /// While the turns go by themselves: when the next one is due.
    pub(crate) running: Option<f64>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) help: bool,
    pub(crate) message: Option<String>,
    titled: Option<String>,
}

impl App {
    /// A window with nothing open yet.
    pub fn new(shelf: Shelf) -> Self {
        Self {
            shelf,
            settings: Settings::default(),
            keys: Keys::default(),
            desk: None,
            running: None,
            dialog: None,
            help: false,
            message: None,
            titled: None,
        }
    }

    /// A window onto what is open.
    pub fn with_desk(shelf: Shelf, desk: Desk) -> Self {
        Self { desk: Some(desk), ..Self::new(shelf) }
    }

    /// A window onto a game that lies in no file.
    pub fn with_game(game: Box<dyn Game>) -> Self {
        Self::with_desk(Shelf::none(), Desk::play(Document::new(game, None), None))
    }

    /// What is open.
    pub fn desk(&self) -> Option<&Desk> {
        self.desk.as_ref()
    }

    /// What is in front.
    pub fn document(&self) -> Option<&Document> {
        self.desk.as_ref().map(Desk::front)
    }

    /// Shows this in the middle.
    pub fn put_in_the_middle(&mut self, centre: Centre) {
        self.settings.layout.centre = centre;
    }

    /// Whether the turns go by themselves.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
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
        self.run_on(&ctx);
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
        let closed = self.desk.as_mut().map_or(Ok(()), Desk::close);
        closed.map_err(|error| error.to_string())
    }

    fn obey_all(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        for command in commands.drain(..) {
            self.obey(ctx, command);
        }
    }

    /// Goes on by a turn when it is due, and asks to be woken for the next one.
    fn run_on(&mut self, ctx: &Context) {
        let (Some(due), Some(desk)) = (self.running, &mut self.desk) else { return };
        let (now, document) = (ctx.input(|input| input.time), desk.front_mut());
        if now >= due {
            document.forward();
            self.running = (!document.at_tip()).then_some(now + crate::obey::BEAT);
        }
        if let Some(due) = self.running {
            ctx.request_repaint_after(Duration::from_secs_f64((due - now).max(0.0)));
        }
    }

    /// What was asked for by key or by dropping a file.
    fn heard(&self, ctx: &Context) -> Vec<Command> {
        crate::cube::hear(ctx);
        let space_is_free = ctx.memory(|memory| memory.focused()).is_none() || timeline::has_focus(ctx);
        let mut commands = self.keys.pressed(ctx, self.desk.as_ref().map(Desk::mode), space_is_free);
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        commands.extend(dropped.map(|path| Command::File(File::Open(path))));
        commands
    }

    fn draw(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let palette = Palette::of(ui.visuals());
        let (bar, mode) = (panels::frame(ui, 8, 3), self.desk.as_ref().map(Desk::mode));
        Panel::top("menu").frame(bar).show(ui, |ui| menu::show(ui, &self.keys, mode, commands));
        if notices::any(self.message(), self.document()) {
            let notices = Panel::top("notices").frame(Frame::new()).show_separator_line(false);
            notices.show(ui, |ui| notices::show(ui, self.message(), self.document(), commands));
        }
        let ground = Frame::new().fill(palette.ground).inner_margin(Margin::symmetric(14, 10));
        match self.room() {
            Some(room) => around(ui, room, ground, commands),
            None => {
                _ = CentralPanel::default()
                    .frame(ground)
                    .show(ui, |ui| start::show(ui, &self.keys, commands));
            }
        }
    }

    fn room(&self) -> Option<Room<'_>> {
        let desk = self.desk.as_ref()?;
        Some(Room { desk, keys: &self.keys, settings: &self.settings, running: self.is_running() })
    }

    fn lie_on_top(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        if let Some(dialog) = &mut self.dialog {
            dialog.show(ctx, commands);
        }
        if self.help {
            help::show(ctx, &self.keys, commands);
        }
    }

    /// Tells the system what the window is called, when that changes.
    fn entitle(&mut self, ctx: &Context) {
        let title = self.desk.as_ref().map(Desk::title);
        if self.titled != title {
            let name =
                title.as_ref().map_or_else(|| "Timeloom".to_owned(), |title| format!("{title} - Timeloom"));
            ctx.send_viewport_cmd(ViewportCommand::Title(name));
            self.titled = title;
        }
    }
}

/// The middle of the window and what lies around it.
fn around(ui: &mut Ui, room: Room<'_>, ground: Frame, commands: &mut Vec<Command>) {
    let wide = ui.available_width();
    let (thin, thick) = (panels::frame(ui, 12, 4), panels::frame(ui, 12, 10));
    Panel::bottom("status").frame(thin).show(ui, |ui| status::show(ui, room));
    Panel::bottom("timeline").frame(thick).show(ui, |ui| timeline::show(ui, room, commands));
    let left =
        Panel::left("left").frame(thick).default_size((wide * 0.2).clamp(170.0, 300.0)).max_size(wide * 0.33);
    left.show(ui, |ui| match room.desk.mode() {
        Mode::Draw => palette::show(ui, room, commands),
        Mode::Play => log::show(ui, room.document(), commands),
    });
    let right = Panel::right("right")
        .frame(thick)
        .default_size((wide * 0.27).clamp(190.0, 400.0))
        .max_size(wide * 0.4);
    right.show(ui, |ui| aside::show(ui, room, commands));
    CentralPanel::default().frame(ground).show(ui, |ui| centre(ui, room, commands));
}

/// The board, the cube, or the one beside the other.
fn centre(ui: &mut Ui, room: Room<'_>, commands: &mut Vec<Command>) {
    let chosen = room.settings.layout.centre;
    if chosen == Centre::Both {
        let half = Panel::right("cube").default_size(ui.available_width() / 2.0).frame(Frame::new());
        half.show(ui, |ui| cube::show(ui, room, commands));
    }
    match chosen {
        Centre::Cube => cube::show(ui, room, commands),
        Centre::Board | Centre::Both => board::show(ui, room.document()),
    }
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
