//! What is done when somebody changes between drawing and playing.

use egui::Context;
use timeloom::catalog::{self, CatalogError};
use timeloom::journal::record::Header;
use timeloom::scene::View;

use crate::app::App;
use crate::desk::{Desk, Mode};
use crate::document::Document;
use crate::open;
use crate::replay::{self, Begun, Order};
use crate::settings::Tab;
use crate::work::Work;

impl App {
    pub(super) fn change_mode(&mut self, ctx: &Context) {
        self.running = None;
        // What is in the hand is not let go on another board.
        self.put_back();
        let changed = match self.desk.as_ref().map(Desk::mode) {
            Some(Mode::Draw) => self.play_drawn(ctx),
            Some(Mode::Play) => self.draw_played(),
            None => Ok(()),
        };
        self.message = changed.err().or(self.message.take());
    }

    /// Shows the drawing at the slice that was in front.
    fn draw_played(&mut self) -> Result<(), String> {
        let Some(desk) = &mut self.desk else { return Ok(()) };
        if desk.drawing().is_none() {
            let about = desk.front().about();
            let (ruleset, name, text) =
                (about.ruleset.clone(), about.level.clone(), desk.front().game().level());
            let untitled = open::untitled(&text, &ruleset, &name, &self.shelf)?;
            desk.adopt(untitled);
        }
        let slice = desk.front().scene().slices.map(|slices| slices.shown);
        if let Some(drawing) = desk.drawing_mut() {
            drawing.look(View { t: slice, ..drawing.view() });
        }
        desk.set_mode(Mode::Draw);
        Ok(())
    }

    /// Goes on with the game if it is on this level, and otherwise begins one.
    fn play_drawn(&mut self, ctx: &Context) -> Result<(), String> {
        let Some(drawing) = self.desk.as_ref().and_then(Desk::drawing) else { return Ok(()) };
        if let Some(grave) = grave(drawing) {
            self.settings.layout.drawing = Tab::Problems;
            return Err(grave);
        }
        let Some(desk) = &mut self.desk else { return Ok(()) };
        let head = head(desk)?;
        let same = desk.playing().is_some_and(|game| game.game().level() == head.level);
        if same {
            desk.set_mode(Mode::Play);
            return Ok(());
        }
        let order = order(desk, head);
        self.await_work(ctx, Work::play(ctx, order));
        Ok(())
    }

    /// Plays a game that has begun.
    pub(super) fn play_begun(&mut self, begun: Begun) {
        let Some(desk) = &mut self.desk else { return };
        if let Some(mut before) = desk.take_game(begun.game, begun.log) {
            self.message = before.close().err().map(|error| error.to_string());
        }
        desk.set_mode(Mode::Play);
        if let Some(said) = begun.said {
            self.toasts.tell(said);
        }
    }
}

/// What keeps the level from being played.
fn grave(drawing: &Document) -> Option<String> {
    let grave: Vec<&str> = drawing
        .problems()
        .iter()
        .filter(|problem| problem.grave)
        .map(|problem| problem.message.as_str())
        .collect();
    (!grave.is_empty()).then(|| format!("this level cannot be played yet: {}", grave.join("; ")))
}

/// The head of a game on what is drawn.
fn head(desk: &Desk) -> Result<Header, String> {
    let drawing = desk.drawing().ok_or("there is no drawing")?;
    let text = drawing.game().drawn(drawing.here().id).ok_or("there is no drawing")?;
    let ruleset = catalog::find(&drawing.about().ruleset).map_err(|error| error.to_string())?;
    let seed = desk.playing().map_or(0, |game| game.about().seed);
    let faulty = |faults| CatalogError::Level { path: "this level".to_owned(), faults }.to_string();
    ruleset.begin(&text, seed).map_err(faulty)
}

fn order(desk: &Desk, head: Header) -> Order {
    let before = desk.playing().map(Document::game);
    let log = desk.paper().level.as_deref().map(crate::beside::play);
    // What nothing happened in may go, if it is the log that lies there.
    let is_empty = log == desk.paper().play && before.is_none_or(|game| game.node_count() <= 1);
    Order { head, actions: before.map(replay::actions).unwrap_or_default(), log, is_empty }
}
