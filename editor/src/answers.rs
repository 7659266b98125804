//! Answers about the open level or turn: whether it can be won, in how few turns, since when not, and whether
//! the recorded runs still work.
//!
//! Part of the app. Follows the cursor, queries the library on a thread, and stores the results. A change
//! cancels the current work, and an answer is returned only for the state that it belongs to. Knows no rules
//! and no widgets.

mod cache;
pub mod describe;
pub mod findings;
mod inquiry;
mod level;
mod recordings;
mod subject;
mod turn;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use egui::Context;
use timeloom::catalog;
use timeloom::game::last_attempt;
use timeloom::rules::GameResult;
use timeloom::scene::cube::Point;
use timeloom::solver::Effort;
use timeloom::solver::no_return::NoReturn;
use timeloom::timeline::NodeId;

use crate::document::Document;
use crate::workspace::Workspace;
use cache::AnswerCache;
use inquiry::{Flag, Inquiry, budget};
use level::LevelPart;
pub use level::{LevelAnswers, LevelState, RecordedRun, Runs};
use recordings::{OpenGame, RecordingCache, saves_beside};
pub use recordings::{PlayedIn, UnreadableSave};
use subject::{Asked, GameVersion, asked, played};
use turn::TurnPart;
pub use turn::{LineAnswers, TurnAnswers};

/// Maximum number of turns of a branch that is searched for its point of no return.
pub const LONGEST_BRANCH: u32 = 20_000;

/// Time between two updates of the progress.
const PROGRESS: Duration = Duration::from_millis(300);

/// Maximum number of bytes of a search.
const MEMORY: u64 = 512 << 20;

/// Questions and answers.
pub struct Answers {
    /// Wakes the window when an answer arrives; `None` while answers are off.
    ctx: Option<Context>,
    levels: AnswerCache<LevelAnswers>,
    turns: AnswerCache<TurnAnswers>,
    lines: AnswerCache<LineAnswers>,
    recordings: Arc<RecordingCache>,
    /// The open game and its version, if its log is not on disk.
    open_game: Option<(GameVersion, Arc<[u8]>)>,
    asked: Option<Asked>,
    /// The thread that works on the current question.
    current: Option<Inquiry<Part>>,
    /// Set once the thread that was stopped last has ended.
    retired: Option<Flag>,
    /// Whether the question was not sent yet.
    is_due: bool,
    /// Number of times the user continued the search.
    patience: u32,
    /// Whether to evaluate every action at the open turn.
    wants_hint: bool,
    /// Whether the shortest way is shown on the board and in the cube.
    shows_path: bool,
    /// Maximum number of bytes of a search.
    memory: u64,
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            ctx: None,
            levels: AnswerCache::default(),
            turns: AnswerCache::default(),
            lines: AnswerCache::default(),
            recordings: Arc::default(),
            open_game: None,
            asked: None,
            current: None,
            retired: None,
            is_due: false,
            patience: 0,
            wants_hint: false,
            shows_path: false,
            memory: MEMORY,
        }
    }
}

/// A part of an answer.
enum Part {
    /// About the level being drawn.
    Level(LevelPart),
    /// About the turn being played.
    Turn(TurnPart),
}

impl From<LevelPart> for Part {
    fn from(part: LevelPart) -> Self {
        Self::Level(part)
    }
}

impl From<TurnPart> for Part {
    fn from(part: TurnPart) -> Self {
        Self::Turn(part)
    }
}

impl Answers {
    /// Starts answering; new answers wake this window.
    pub(crate) fn start(&mut self, ctx: &Context) {
        self.ctx = Some(ctx.clone());
    }

    /// Limits the memory of each later search, in bytes.
    pub(crate) fn limit_memory(&mut self, bytes: u64) {
        self.memory = bytes;
    }

    /// Whether answers are on.
    pub fn is_on(&self) -> bool {
        self.ctx.is_some()
    }

    /// Whether a question is being answered.
    pub fn is_working(&self) -> bool {
        self.current.as_ref().map_or(self.is_due, Inquiry::is_working)
    }

    /// Returns when to show the progress again; `None` if nothing is worked on.
    pub(crate) fn wait(&self) -> Option<Duration> {
        self.is_working().then_some(PROGRESS)
    }

    /// Returns the known lower bound on the turns, and the effort so far.
    pub fn progress(&self) -> (u32, Effort) {
        self.current.as_ref().map(Inquiry::progress).unwrap_or_default()
    }

    /// Returns the answers about the open drawing; `None` for a game.
    pub fn level(&self) -> Option<&LevelAnswers> {
        match &self.asked {
            Some(Asked::Level { sketch, .. }) => self.levels.get(&(0, *sketch)),
            _ => None,
        }
    }

    /// Returns the answers about the open turn; `None` for a drawing.
    pub fn turn(&self) -> Option<&TurnAnswers> {
        match &self.asked {
            Some(Asked::Turn { document, node, .. }) => self.turns.get(&(*document, node.0.into())),
            _ => None,
        }
    }

    /// Returns the answers about the open branch.
    pub fn line(&self) -> Option<&LineAnswers> {
        match &self.asked {
            Some(Asked::Turn { document, tip, .. }) => self.lines.get(&(*document, tip.0.into())),
            _ => None,
        }
    }

    /// Returns the last turn of the open branch that could be won, if there are later ones.
    pub fn lost_after(&self) -> Option<u32> {
        match self.line()?.no_return {
            NoReturn::LostAfter { turn } => Some(turn),
            _ => None,
        }
    }

    /// What is known about the start of the game in front.
    pub fn at_start(&self) -> Option<&TurnAnswers> {
        match &self.asked {
            Some(Asked::Turn { document, .. }) => self.turns.get(&(*document, NodeId::ROOT.0.into())),
            _ => None,
        }
    }

    /// Whether the shortest way is to be shown.
    pub fn shows_path(&self) -> bool {
        self.shows_path
    }

    /// Shows or hides the shortest way.
    pub(crate) fn toggle_path(&mut self) {
        self.shows_path = !self.shows_path;
    }

    /// Returns the shortest way through the open drawing, if it is known and shown.
    pub(crate) fn shown_path(&self) -> Option<&Arc<[Point]>> {
        self.level().and_then(|known| known.path.as_ref()).filter(|_| self.shows_path)
    }

    /// Collects new answers, and asks about the open state if it changed.
    pub(crate) fn follow(&mut self, workspace: Option<&Workspace>, is_running: bool) {
        let Some(ctx) = self.ctx.clone() else { return };
        self.take();
        let asked = workspace.and_then(asked);
        if self.asked != asked {
            (self.patience, self.wants_hint) = (0, false);
            self.retire();
            self.forget_runs();
            self.asked = asked;
            self.is_due = true;
            self.make_room(workspace);
        }
        // While turns run by themselves, none of them stays long enough.
        let is_free = !is_running && self.retired.as_ref().is_none_or(Flag::is_set);
        if let Some(workspace) = workspace.filter(|_| self.is_due && is_free) {
            self.is_due = false;
            self.ask(&ctx, workspace);
        }
    }

    /// Drops the runs of the previous level: they are re-run in any case, and there may be very many.
    fn forget_runs(&mut self) {
        if let Some(Asked::Level { sketch, .. }) = &self.asked {
            self.levels.entry((0, *sketch)).runs = None;
        }
    }

    /// Asks again about the level in front if the saves in its folder are not those that were re-run.
    pub(crate) fn look_at_saves(&mut self, workspace: &Workspace) {
        let Some(runs) = self.level().and_then(|known| known.runs.as_ref()) else { return };
        let level = workspace.level_file().level.as_deref();
        if level.is_some_and(|level| saves_beside(level, open_log(workspace)) != runs.saves) {
            self.retire();
            self.forget_runs();
            self.is_due = true;
        }
    }

    /// Makes room for the answers to what is asked. How a game ended need not be asked.
    fn make_room(&mut self, workspace: Option<&Workspace>) {
        match &self.asked {
            Some(Asked::Level { sketch, .. }) => _ = self.levels.entry((0, *sketch)),
            Some(Asked::Turn { document, node, .. }) => {
                let game = workspace.map(|workspace| workspace.front().game());
                let ending = game.and_then(|game| game.at(*node).result());
                let over = game.filter(|_| ending.is_some());
                let played = over.map(|game| game.tree().turn(*node) - last_attempt(game, *node));
                let known = self.turns.entry((*document, node.0.into()));
                (known.ending, known.played) = (ending, played.unwrap_or(0));
            }
            None => {}
        }
    }

    /// Stops the current work. The next question is sent after its thread has ended, so that quick edits do
    /// not pile up threads.
    fn retire(&mut self) {
        if let Some(inquiry) = self.current.take() {
            self.remember(inquiry.progress().0);
            self.retired = Some(inquiry.ended());
        }
    }

    /// Remembers what a search that is stopped has proven: the first search is the one for a win.
    fn remember(&mut self, proven: u32) {
        match &self.asked {
            Some(Asked::Level { sketch, .. }) => self.levels.entry((0, *sketch)).remember(proven),
            Some(Asked::Turn { document, node, .. }) => {
                self.turns.entry((*document, node.0.into())).remember(proven);
            }
            None => {}
        }
    }

    /// Stops the current work.
    pub(crate) fn stop(&mut self) {
        self.current.iter().for_each(Inquiry::stop);
    }

    /// Continues the search with more time.
    pub(crate) fn search_on(&mut self) {
        self.patience += 1;
        self.retire();
        self.is_due = true;
        match &self.asked {
            Some(Asked::Level { sketch, .. }) => self.levels.entry((0, *sketch)).forget(),
            Some(Asked::Turn { document, node, .. }) => {
                self.turns.entry((*document, node.0.into())).forget();
            }
            None => {}
        }
    }

    /// Evaluates every action at the open turn, and whatever else is unknown.
    pub(crate) fn ask_hint(&mut self) {
        if self.is_on() {
            self.wants_hint = true;
            self.retire();
            self.is_due = true;
        }
    }

    fn ask(&mut self, ctx: &Context, workspace: &Workspace) {
        self.current = match self.asked.clone() {
            Some(Asked::Level { sketch, .. }) => self.ask_level(ctx, sketch, workspace),
            Some(Asked::Turn { document, node, tip }) => {
                self.ask_turn(ctx, (document, node, tip), workspace.front())
            }
            None => None,
        };
    }

    fn ask_level(&mut self, ctx: &Context, sketch: u64, workspace: &Workspace) -> Option<Inquiry<Part>> {
        let open_game = self.open_game(workspace);
        let known = self.levels.entry((0, sketch));
        let drawing = workspace.drawing()?;
        let drawable = catalog::drawable(&drawing.about().ruleset).ok()?;
        let question = level::LevelQuestion {
            level: drawable.questions(drawing.drawing_view()?.sketch.clone()),
            known: known.clone(),
            open_game,
            open_log: open_log(workspace).map(Path::to_owned),
            beside: workspace.level_file().level.clone(),
            ruleset: drawing.about().ruleset.clone(),
            recordings: self.recordings.clone(),
            budget: budget(self.patience, self.memory),
        };
        Some(Inquiry::start(waking(ctx), move |asker| question.work(asker)))
    }

    /// Returns the log of the open game. If it is not on disk, its bytes are built again only after a change.
    fn open_game(&mut self, workspace: &Workspace) -> Option<OpenGame> {
        let (game, version) = (workspace.playing()?, played(workspace));
        if let Some(path) = open_log(workspace) {
            return Some(OpenGame::InFile(path.to_owned()));
        }
        if self.open_game.as_ref().is_none_or(|(known, _)| *known != version) {
            self.open_game = Some((version, game.game().rebuilt().ok()?.into()));
        }
        self.open_game.as_ref().map(|(_, bytes)| OpenGame::InMemory(bytes.clone()))
    }

    fn ask_turn(
        &mut self,
        ctx: &Context,
        (document, node, tip): (u64, NodeId, NodeId),
        game: &Document,
    ) -> Option<Inquiry<Part>> {
        let is_start_known = self.at_start().is_some_and(|start| start.answer.is_some());
        let known = self.turns.entry((document, node.0.into()));
        let is_line_known = self.lines.get(&(document, tip.0.into())).is_some();
        let is_long = game.last_turn() > LONGEST_BRANCH;
        let is_known = known.answer.is_some() || known.ending.is_some();
        let wants_hint = self.wants_hint && known.hint.is_none() && known.ending.is_none();
        let wants_start = matches!(known.ending, Some(GameResult::Won(_))) && !is_start_known;
        let question = turn::TurnQuestion {
            hint: game.game().puzzle(node).filter(|_| wants_hint),
            now: game.game().puzzle(node).filter(|_| !is_known),
            known: known.answer.clone(),
            start: game.game().puzzle(NodeId::ROOT).filter(|_| wants_start),
            line: (!is_line_known && !is_long).then(|| turn::Line::of(game.game(), tip)).flatten(),
            budget: budget(self.patience, self.memory),
        };
        question.has_work().then(|| Inquiry::start(waking(ctx), move |asker| question.work(asker)))
    }

    /// Collects the answers since the last frame.
    fn take(&mut self) {
        let parts = self.current.as_mut().map(Inquiry::take).unwrap_or_default();
        for part in parts {
            match (part, &self.asked) {
                (Part::Level(part), Some(Asked::Level { sketch, .. })) => {
                    self.levels.entry((0, *sketch)).learn(part);
                }
                (Part::Turn(TurnPart::Line(found)), Some(Asked::Turn { document, tip, .. })) => {
                    self.lines.entry_or((*document, tip.0.into()), found);
                }
                (Part::Turn(TurnPart::Start(answer)), Some(Asked::Turn { document, .. })) => {
                    self.turns.entry((*document, NodeId::ROOT.0.into())).answer = Some(answer);
                }
                (Part::Turn(part), Some(Asked::Turn { document, node, .. })) => {
                    self.turns.entry((*document, node.0.into())).learn(part);
                }
                _ => {}
            }
        }
    }
}

/// Returns the file of the open game, if its log is there.
fn open_log(workspace: &Workspace) -> Option<&Path> {
    workspace.playing()?.stored().written_path()
}

fn waking(ctx: &Context) -> impl Fn() + Send + 'static {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}
