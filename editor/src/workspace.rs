//! The open documents: a level being drawn, a game being played on it, or both, and which of them is in front.
//!
//! Panels read it, the app changes it. Switching between drawing and playing loses nothing. Knows no widgets and no
//! rules; only remembers where things are on disk.

mod documents;
mod earlier_games;
mod editing;
mod level_file;

use std::path::{Path, PathBuf};

use timeloom::timeline::NodeId;

pub use documents::Documents;
pub use earlier_games::EarlierGames;
pub(crate) use editing::{EditResult, UNCHANGED};
pub use level_file::{LevelFile, OutsideChange};

use crate::document::{Document, StoredGame};
use crate::edit_state::EditState;
use crate::pointing::Pointing;
use crate::watch;

/// Use of the document in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Drawing a level.
    Draw,
    /// Playing a game, or viewing one.
    Play,
}

/// The open documents and everything that belongs to them.
pub struct Workspace {
    file: Option<PathBuf>,
    documents: Documents,
    edit_state: EditState,
    pointing: Pointing,
    level_file: LevelFile,
    /// Games on earlier versions of the level.
    earlier: EarlierGames,
    /// Lock that prevents other windows from drawing the same level.
    hold: Option<std::fs::File>,
    /// File that is opened for reading only, because another window holds its lock.
    awaited: Option<PathBuf>,
    /// Whether the drawing differs from its file, and the node for which that was computed.
    unsaved: (Option<NodeId>, bool),
    /// Numbers of errors and warnings of the drawing, at the same node.
    problems: (usize, usize),
    /// The document and node at which the view last followed the player.
    followed: Option<(u64, NodeId)>,
    /// The outside change of the level file that was last reported to the user.
    reported: Option<OutsideChange>,
}

impl Workspace {
    /// Creates a workspace with a game and the file it came from.
    pub fn play(game: Document, file: Option<PathBuf>) -> Self {
        Self::new(file, Documents::game(game), LevelFile::default())
    }

    /// Creates a workspace with a drawing and the level file it came from.
    pub fn draw(drawing: Document, file: Option<PathBuf>) -> Self {
        let level_file = LevelFile { level: file.clone(), ..LevelFile::default() };
        Self::new(file, Documents::drawing(drawing, None), level_file)
    }

    /// Creates a workspace with documents, the file they came from, and the state of the level file.
    pub fn new(file: Option<PathBuf>, documents: Documents, level_file: LevelFile) -> Self {
        let mut workspace = Self {
            file,
            documents,
            level_file,
            earlier: EarlierGames::default(),
            hold: None,
            awaited: None,
            unsaved: (None, false),
            problems: (0, 0),
            followed: None,
            reported: None,
            edit_state: EditState::default(),
            pointing: Pointing::default(),
        };
        workspace.settle();
        workspace
    }

    /// The current mode.
    pub fn mode(&self) -> Mode {
        self.documents.mode()
    }

    /// Switches to a mode, if there is a document for it.
    pub fn set_mode(&mut self, mode: Mode) {
        self.documents.set_mode(mode);
    }

    /// The file: a save, or the level file of a drawing.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The state of the level file.
    pub fn level_file(&self) -> &LevelFile {
        &self.level_file
    }

    /// The state of the level file, mutable; unsaved changes are computed again.
    pub fn level_file_mut(&mut self) -> &mut LevelFile {
        self.unsaved.0 = None;
        &mut self.level_file
    }

    /// Records an outside change of the level file; `false` if it was already reported to the user.
    pub(crate) fn report_outside_change(&mut self, change: OutsideChange) -> bool {
        let is_new = self.reported.as_ref() != Some(&change);
        self.reported = Some(change);
        is_new
    }

    /// Forgets the reported outside change, so that the next one is reported in any case.
    pub(crate) fn forget_outside_change(&mut self) {
        self.reported = None;
    }

    /// Keeps a lock for as long as the workspace is open.
    pub fn hold(&mut self, lock: Option<std::fs::File>) {
        self.hold = lock;
    }

    /// Records the file that is opened for reading only until another window releases its lock.
    pub(crate) fn await_lock(&mut self, path: Option<PathBuf>) {
        self.awaited = path;
    }

    /// The file that is opened for reading only until another window releases its lock.
    pub(crate) fn awaited_lock(&self) -> Option<&Path> {
        self.awaited.as_deref()
    }

    /// The document in front.
    pub fn front(&self) -> &Document {
        self.documents.front()
    }

    /// The document in front, mutable.
    pub fn front_mut(&mut self) -> &mut Document {
        self.documents.front_mut()
    }

    /// The edit state, including the camera of the board.
    pub fn edit_state(&self) -> &EditState {
        &self.edit_state
    }

    /// The edit state, mutable.
    pub(crate) fn edit_state_mut(&mut self) -> &mut EditState {
        &mut self.edit_state
    }

    /// The document in front, and the edit state, mutable.
    pub(crate) fn front_and_edit_state(&mut self) -> (&Document, &mut EditState) {
        (self.documents.front(), &mut self.edit_state)
    }

    /// What the player points at.
    pub fn pointing(&self) -> &Pointing {
        &self.pointing
    }

    /// What the player points at, mutable.
    pub(crate) fn pointing_mut(&mut self) -> &mut Pointing {
        &mut self.pointing
    }

    /// The document in front, and what the player points at, mutable.
    pub(crate) fn front_and_pointing(&mut self) -> (&Document, &mut Pointing) {
        (self.documents.front(), &mut self.pointing)
    }

    /// Keeps the acting piece in view after every step of a game.
    pub(crate) fn follow_player(&mut self) {
        let document = self.front();
        let (here, focus) = ((document.stamp().document, document.here().id), document.scene().focus);
        if self.followed.replace(here) != Some(here)
            && let Some(cell) = focus
        {
            self.edit_state.keep_in_view(cell);
        }
    }

    /// The level being drawn, if one is.
    pub fn drawing(&self) -> Option<&Document> {
        self.documents.get(Mode::Draw)
    }

    /// The level being drawn, mutable.
    pub fn drawing_mut(&mut self) -> Option<&mut Document> {
        self.documents.get_mut(Mode::Draw)
    }

    /// The game being played, if one is.
    pub fn playing(&self) -> Option<&Document> {
        self.documents.get(Mode::Play)
    }

    /// The game being played, mutable.
    pub fn playing_mut(&mut self) -> Option<&mut Document> {
        self.documents.get_mut(Mode::Play)
    }

    /// Takes over the drawing of another workspace; keeps the game.
    pub fn adopt(&mut self, other: Self) {
        if let Some(drawing) = other.documents.into_document(Mode::Draw) {
            self.documents.put(Mode::Draw, drawing);
        }
        self.level_file = other.level_file;
        self.unsaved.0 = None;
        self.settle();
    }

    /// Replaces the game. The previous one is kept, so that it is found again on its level; its file is closed.
    pub fn take_game(&mut self, game: Document) {
        if let Some(before) = self.documents.put(Mode::Play, game) {
            self.earlier.keep(before, self.level_file.level.as_deref());
        }
    }

    /// Games on earlier versions of the level.
    pub(crate) fn earlier(&self) -> &EarlierGames {
        &self.earlier
    }

    /// Games on earlier versions of the level, mutable.
    pub(crate) fn earlier_mut(&mut self) -> &mut EarlierGames {
        &mut self.earlier
    }

    /// Replaces the drawing; returns the previous one. No node of the new one counts as saved.
    pub fn take_drawing(&mut self, drawing: Document) -> Option<Document> {
        self.level_file_mut().saved = None;
        self.documents.put(Mode::Draw, drawing)
    }

    /// The display name: that of the file, or else of the level.
    pub fn title(&self) -> String {
        let name = self.file().and_then(Path::file_name);
        name.map_or_else(
            || self.front().level_name().into_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// Whether the drawing differs from its file, or has been drawn on and has none.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved.1
    }

    /// Returns the reason why some edits or turns are not on disk, if a log could not be written.
    pub fn unwritten(&self) -> Option<&str> {
        self.documents.stored().find_map(StoredGame::unwritten)
    }

    /// Tries to write the logs after a failure, if an attempt is due; returns the seconds until the next one.
    pub fn write_logs_if_due(&mut self, now: f64) -> Option<f64> {
        self.documents.stored_mut().filter_map(|stored| stored.write_if_due(now)).reduce(f64::min)
    }

    /// Writes logs that could not be written, now.
    pub fn write_logs(&mut self) {
        self.documents.stored_mut().for_each(StoredGame::write_out);
    }

    /// Checks that the logs are in place, and writes them again if not.
    pub fn check_logs(&mut self) {
        self.documents.stored_mut().for_each(StoredGame::check);
    }

    /// Paths that other programs may change: the level file, its folder with saves, and the logs.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let logs = self.documents.stored().filter_map(StoredGame::path);
        let level = self.level_file.level.as_deref();
        level.into_iter().chain(level.map(watch::folder)).chain(logs)
    }

    /// Returns the new messages about the logs.
    pub(crate) fn take_said(&mut self) -> Vec<String> {
        self.documents.stored_mut().flat_map(StoredGame::take_said).collect()
    }

    /// Whether closing would lose something: a log that is not on disk, or changes to the drawing that are
    /// neither saved nor kept as an untitled drawing.
    pub fn is_at_stake(&self) -> bool {
        let kept_without_file = self.level_file.text.is_none() && self.level_file.level.is_some();
        let is_sealed = self.drawing().is_some_and(|drawing| drawing.game().sealed().is_some());
        self.unwritten().is_some() || (self.is_unsaved() && !kept_without_file && !is_sealed)
    }

    /// The numbers of errors and warnings of the drawing; `None` while it is not in front.
    pub fn problems(&self) -> Option<(usize, usize)> {
        (self.mode() == Mode::Draw).then_some(self.problems)
    }

    /// Whether unsaved changes and problems are up to date.
    pub fn is_settled(&self) -> bool {
        self.drawing().is_none_or(|drawing| self.unsaved.0 == Some(drawing.here().id))
    }

    /// Updates unsaved changes and problems, if the drawing has moved since.
    pub fn settle(&mut self) {
        let Some(drawing) = self.documents.get(Mode::Draw) else { return };
        let here = drawing.here().id;
        if self.unsaved.0 != Some(here) {
            self.unsaved = (Some(here), differs(drawing, &self.level_file));
            self.problems = count(drawing);
        }
    }

    /// Whether the logs have the cursors.
    pub(crate) fn are_cursors_noted(&self) -> bool {
        self.documents.are_cursors_noted()
    }

    /// Writes the cursors to the logs if they moved since the last write; the error is a sentence.
    pub(crate) fn note_cursors(&mut self) -> Result<(), String> {
        self.documents.note_cursors()
    }

    /// Saves the cursor and syncs the logs; the error is a sentence.
    pub fn close(&mut self) -> Result<(), String> {
        self.documents.close()
    }
}

fn differs(drawing: &Document, level_file: &LevelFile) -> bool {
    let here = drawing.here();
    if level_file.text.is_none() {
        return here.id != NodeId::ROOT;
    }
    let same = |saved: NodeId| drawing.game().node(saved).fingerprint == here.fingerprint;
    !level_file.saved.is_some_and(same)
        && drawing.game().drawing().map(|drawing| drawing.level_text(here.id)) != level_file.plain
}

fn count(drawing: &Document) -> (usize, usize) {
    let problems = drawing.problems();
    let errors = problems.iter().filter(|problem| problem.is_error).count();
    (errors, problems.len() - errors)
}
