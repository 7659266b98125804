//! Handles switching between drawing and playing.

use std::path::Path;

use egui::Context;
use timeloom::catalog::{self, CatalogError};
use timeloom::journal::record::Header;
use timeloom::scene::View;
use timeloom::timeline::NodeId;

use crate::app::App;
use crate::app_dirs::AppDirs;
use crate::document::Document;
use crate::open;
use crate::replay::{Begun, ReplayOrder, Run};
use crate::settings::Tab;
use crate::sidecar_paths;
use crate::task::Task;
use crate::workspace::{Mode, Workspace};

impl App {
    pub(super) fn change_mode(&mut self, ctx: &Context) {
        self.playback.stop();
        // A gesture must not continue on another board.
        self.workspace.cancel_gesture();
        // What was refused in one mode says nothing in the other.
        self.notices.dismiss();
        let changed = match self.workspace.get_mut() {
            Some(workspace) if workspace.mode() == Mode::Draw => self.play_drawn(ctx),
            Some(workspace) => draw_played(workspace, &self.settings.app_dirs),
            None => Ok(()),
        };
        self.notices.check(changed);
    }

    /// Continues the game that is on this level; otherwise starts a new one.
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
        if let Some(reason) = unwritten_game(workspace) {
            return Err(reason);
        }
        if let Some(game) = workspace.earlier_mut().take(&head.level) {
            self.play_begun(Begun { game, said: None, run: None });
            return Ok(());
        }
        let order = order(workspace, head);
        self.await_work(ctx, Task::play(ctx, order));
        Ok(())
    }

    /// Switches to a game that has started. Closes the log of the previous game first, so that it can be kept
    /// under another name.
    pub(super) fn play_begun(&mut self, begun: Begun) {
        let Some(workspace) = self.workspace.get_mut() else { return };
        let closed = workspace.playing_mut().map_or(Ok(()), |game| game.stored_mut().close());
        let is_own = workspace.playing().is_some_and(|game| game.stored().path().is_some());
        if let Some(reason) = unwritten_game(workspace) {
            return self.notices.fail(reason);
        }
        workspace.take_game(begun.game);
        workspace.earlier_mut().remember(begun.run);
        let goes_on = reclaim_name(workspace);
        workspace.write_logs();
        workspace.set_mode(Mode::Play);
        // The file that made room was the previous game, which the list of playthroughs names.
        let made_room = if is_own { workspace.take_said() } else { Vec::new() };
        self.notices.replace_error(closed);
        self.notices.tell_all(begun.said.into_iter().chain(goes_on).chain(made_room).collect());
        self.play_waiting_run();
    }
}

/// Gives a game that goes on the file name under which it is found at the next start; returns what to say about it.
fn reclaim_name(workspace: &mut Workspace) -> Option<String> {
    let own = sidecar_paths::play(workspace.level_file().level.as_deref()?);
    let stored = workspace.playing_mut()?.stored_mut();
    let before = stored.path().filter(|path| **path != own)?.to_owned();
    sidecar_paths::number(&own, &before)?;
    stored.move_to(&own);
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_moved = stored.path() == Some(&own);
    is_moved.then(|| format!("the game in {} goes on as {}", name(&before), name(&own)))
}

/// Returns why the game cannot be replaced, if part of it is not on disk.
fn unwritten_game(workspace: &Workspace) -> Option<String> {
    let reason = workspace.playing()?.stored().unwritten()?;
    Some(format!("the previous game is not on disk ({reason}); save it under another name first"))
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

fn order(workspace: &Workspace, head: Header) -> ReplayOrder {
    let played = workspace.playing().map(|game| Run::of(game.game())).unwrap_or_default();
    let run = played.or_whole(workspace.earlier().run());
    let level = workspace.level_file().level.as_deref().filter(|_| !is_read_only(workspace));
    let level = level.map(Path::to_owned);
    let open = workspace.playing().and_then(|game| game.stored().written_path());
    let beside = level.iter().flat_map(|level| open::earlier_logs(level, open));
    let earlier = workspace.earlier().files().map(Path::to_owned).chain(beside).collect();
    ReplayOrder { head, run, earlier, level }
}

/// Whether nothing may be written beside the level, because it is open elsewhere.
fn is_read_only(workspace: &Workspace) -> bool {
    workspace.drawing().is_some_and(|drawing| drawing.game().sealed().is_some())
}
