//! Handles switching between drawing and playing.

use egui::Context;
use timeloom::catalog::{self, CatalogError};
use timeloom::journal::record::Header;
use timeloom::scene::View;
use timeloom::timeline::NodeId;

use crate::app::App;
use crate::app_dirs::AppDirs;
use crate::document::Document;
use crate::open;
use crate::replay::{self, Begun, Order};
use crate::settings::Tab;
use crate::work::Work;
use crate::workspace::{Mode, Workspace};

impl App {
    pub(super) fn change_mode(&mut self, ctx: &Context) {
        self.playback.stop();
        // A gesture must not continue on another board.
        self.workspace.cancel_gesture();
        let changed = match self.workspace.get_mut() {
            Some(workspace) if workspace.mode() == Mode::Draw => self.play_drawn(ctx),
            Some(workspace) => draw_played(workspace, &self.settings.app_dirs),
            None => Ok(()),
        };
        self.notices.check(changed);
    }

    /// Continues the game if it is on this level; otherwise starts a new one.
    fn play_drawn(&mut self, ctx: &Context) -> Result<(), String> {
        let Some(workspace) = self.workspace.get_mut() else { return Ok(()) };
        let Some(drawing) = workspace.drawing() else { return Ok(()) };
        if let Some(errors) = errors(drawing) {
            self.settings.current.layout.drawing = Tab::Problems;
            return Err(errors);
        }
        let head = head(workspace)?;
        let same = workspace.playing().is_some_and(|game| game.game().level() == head.level);
        if same {
            workspace.set_mode(Mode::Play);
            return Ok(());
        }
        let order = order(workspace, head);
        self.await_work(ctx, Work::play(ctx, order));
        Ok(())
    }

    /// Switches to a game that has started.
    pub(super) fn play_begun(&mut self, begun: Begun) {
        let Some(workspace) = self.workspace.get_mut() else { return };
        if let Some(mut before) = workspace.take_game(begun.game, begun.log) {
            self.notices.replace_error(before.close().map_err(|error| error.to_string()));
        }
        workspace.set_mode(Mode::Play);
        self.notices.tell_all(begun.said.into_iter().collect());
    }
}

/// Shows the drawing at the slice that was in front; creates a drawing if the game has none.
fn draw_played(workspace: &mut Workspace, app_dirs: &AppDirs) -> Result<(), String> {
    if workspace.drawing().is_none() {
        let (about, text) = (workspace.front().about(), workspace.front().game().level());
        let untitled = open::untitled(&text, &about.ruleset, &about.level, app_dirs)?;
        workspace.adopt(untitled);
    }
    let slice = workspace.front().scene().slices.map(|slices| slices.shown);
    if let Some(drawing) = workspace.drawing_mut() {
        drawing.look(View { t: slice, ..drawing.view() });
    }
    workspace.set_mode(Mode::Draw);
    Ok(())
}

/// Returns the errors that prevent the level from being played.
fn errors(drawing: &Document) -> Option<String> {
    let errors: Vec<&str> = drawing
        .problems()
        .iter()
        .filter(|problem| problem.is_error)
        .map(|problem| problem.message.as_str())
        .collect();
    (!errors.is_empty()).then(|| format!("this level cannot be played yet: {}", errors.join("; ")))
}

/// Returns the header of a game on the drawn level.
fn head(workspace: &Workspace) -> Result<Header, String> {
    let drawing = workspace.drawing().ok_or("there is no drawing")?;
    let text = drawing.level_text().ok_or("there is no drawing")?;
    let ruleset = catalog::find(&drawing.about().ruleset).map_err(|error| error.to_string())?;
    let seed = workspace.playing().map_or(0, |game| game.game().recorded(NodeId::ROOT).seed);
    let faulty = |faults| CatalogError::Level { path: "this level".to_owned(), faults }.to_string();
    ruleset.begin(&text, seed).map_err(faulty)
}

fn order(workspace: &Workspace, head: Header) -> Order {
    let before = workspace.playing().map(Document::game);
    let log = workspace.level_file().level.as_deref().map(crate::sidecar_paths::play);
    // A log without actions may be replaced, if it is the one on disk.
    let is_empty = log == workspace.level_file().play && before.is_none_or(|game| game.node_count() <= 1);
    Order { head, actions: before.map(replay::actions).unwrap_or_default(), log, is_empty }
}
