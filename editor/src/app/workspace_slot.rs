//! Holds the open workspace; while there is none, the start page is shown.
//!
//! Part of the app. Forwards to the document in front, so that callers need not check whether anything is open.

use std::path::{Path, PathBuf};
use std::time::Duration;

use timeloom::scene::{Layer, Layers, View};
use timeloom::sketch::DrawingView;

use crate::app_dirs::AppDirs;
use crate::document::Document;
use crate::edit_state::{Clip, EditState};
use crate::workspace::{Mode, Workspace};

/// The open workspace, if any.
#[derive(Default)]
pub(crate) struct WorkspaceSlot {
    current: Option<Workspace>,
    /// Untitled drawings, as listed when the start page was last opened.
    untitled: Vec<PathBuf>,
    /// Whether the user has already decided about unsaved changes.
    leaving: bool,
    /// What was copied last; can be pasted into any level.
    clip: Option<Clip>,
}

impl WorkspaceSlot {
    /// Starts with nothing open.
    pub(crate) fn empty(app_dirs: &AppDirs) -> Self {
        Self { untitled: app_dirs.untitled(), ..Self::default() }
    }

    /// The workspace.
    pub(crate) fn get(&self) -> Option<&Workspace> {
        self.current.as_ref()
    }

    /// The workspace, mutable.
    pub(crate) fn get_mut(&mut self) -> Option<&mut Workspace> {
        self.current.as_mut()
    }

    /// The workspace, mutable, with the clipboard.
    pub(crate) fn with_clip(&mut self) -> Option<(&mut Workspace, &mut Option<Clip>)> {
        self.current.as_mut().map(|workspace| (workspace, &mut self.clip))
    }

    /// Replaces the open workspace; nothing is decided about the changes to the new one.
    pub(crate) fn put(&mut self, workspace: Workspace) {
        self.current = Some(workspace);
        self.leaving = false;
    }

    /// Removes and returns the workspace.
    pub(crate) fn take(&mut self) -> Option<Workspace> {
        self.current.take()
    }

    /// The untitled drawings.
    pub(crate) fn untitled(&self) -> &[PathBuf] {
        &self.untitled
    }

    /// Lists the untitled drawings again.
    pub(crate) fn list_untitled(&mut self, app_dirs: &AppDirs) {
        self.untitled = app_dirs.untitled();
    }

    /// The mode; `None` if nothing is open.
    pub(crate) fn mode(&self) -> Option<Mode> {
        self.get().map(Workspace::mode)
    }

    /// The document in front.
    pub(crate) fn front(&self) -> Option<&Document> {
        self.get().map(Workspace::front)
    }

    /// The document in front, mutable.
    pub(crate) fn front_mut(&mut self) -> Option<&mut Document> {
        self.get_mut().map(Workspace::front_mut)
    }

    /// Changes the document in front, if anything is open.
    pub(crate) fn with_front(&mut self, change: impl FnOnce(&mut Document)) {
        if let Some(document) = self.front_mut() {
            change(document);
        }
    }

    /// The edit state, mutable.
    pub(crate) fn edit_state_mut(&mut self) -> Option<&mut EditState> {
        self.get_mut().map(Workspace::edit_state_mut)
    }

    /// The drawing in front.
    pub(crate) fn drawing_view(&self) -> Option<DrawingView> {
        self.front().and_then(Document::drawing_view).cloned()
    }

    /// Number that differs after every change of the document in front.
    pub(crate) fn revision(&self) -> Option<u64> {
        self.front().map(Document::revision)
    }

    /// The workspace, if leaving it would lose changes and the user has not decided about them yet.
    pub(crate) fn at_stake(&self) -> Option<&Workspace> {
        self.get().filter(|workspace| workspace.is_at_stake() && !self.leaving)
    }

    /// Whether the user has decided to leave the workspace as it is.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving
    }

    /// Records whether the user has decided about unsaved changes, so that leaving does not ask again.
    pub(crate) fn set_leaving(&mut self, decided: bool) {
        self.leaving = decided;
    }

    /// Whether problems and unsaved changes are up to date.
    pub(crate) fn is_settled(&self) -> bool {
        self.get().is_none_or(Workspace::is_settled)
    }

    /// Updates problems and unsaved changes.
    pub(crate) fn settle(&mut self) {
        if let Some(workspace) = &mut self.current {
            workspace.settle();
        }
    }

    /// Keeps the acting piece in view.
    pub(crate) fn follow_player(&mut self) {
        if let Some(workspace) = &mut self.current {
            workspace.follow_player();
        }
    }

    /// Drops what was pointed at in another state; returns the time until a refusal is no longer shown.
    pub(crate) fn follow_pointing(&mut self, now: f64) -> Option<Duration> {
        let (document, pointing) = self.get_mut()?.front_and_pointing();
        pointing.follow(document, now).map(|left| Duration::from_secs_f64(left.max(0.02)))
    }

    /// Cancels the gesture in progress.
    pub(crate) fn cancel_gesture(&mut self) {
        if let Some(edit_state) = self.edit_state_mut() {
            edit_state.cancel();
        }
    }

    /// Updates the edit state after something other than an edit changed the drawing.
    pub(crate) fn refresh_edit_state(&mut self) {
        if let Some(workspace) = &mut self.current {
            workspace.refresh_edit_state();
        }
    }

    /// The layers offered by the game in front.
    pub(crate) fn layers(&self) -> &'static [Layer] {
        self.front().map(|document| document.game().layers()).unwrap_or_default()
    }

    /// Shows these layers over the board.
    pub(crate) fn show_layers(&mut self, wanted: Layers) {
        let list = self.layers();
        let Some(document) = self.front_mut() else { return };
        let view = document.view();
        if view.layers.unwrap_or_else(|| Layers::on_by_default(list)) != wanted {
            document.look(View { layers: Some(wanted), ..view });
        }
    }

    /// Returns the new messages about the logs.
    pub(crate) fn take_said(&mut self) -> Vec<String> {
        self.current.as_mut().map(Workspace::take_said).unwrap_or_default()
    }

    /// Tries to write logs that could not be written, if it is time; returns the time until the next attempt.
    pub(crate) fn write_logs_if_due(&mut self, now: f64) -> Option<Duration> {
        let wait = self.current.as_mut()?.write_logs_if_due(now)?;
        Some(Duration::from_secs_f64(wait.max(0.02)))
    }

    /// Saves the cursor and syncs the logs; the error is a sentence.
    pub(crate) fn close(&mut self) -> Result<(), String> {
        self.current.as_mut().map_or(Ok(()), Workspace::close)
    }

    /// The title of the window.
    pub(crate) fn title(&self) -> String {
        let Some(workspace) = &self.current else { return "Timeloom".to_owned() };
        let mark = if workspace.is_unsaved() { "● " } else { "" };
        format!("{mark}{} - Timeloom", workspace.title())
    }

    /// The initial folder of file dialogs: that of the open file, or the working directory.
    pub(crate) fn folder(&self) -> PathBuf {
        let beside = self.get().and_then(Workspace::file).and_then(Path::parent).map(Path::to_owned);
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        beside.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(here)
    }
}
