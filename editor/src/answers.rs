//! Answers about what is in front: can it be won, in how few turns, since when not, and do the recorded runs still work?
//!
//! Part of the app. Follows the cursor, asks the library on a thread, and holds what came back. A change cancels what is
//! being worked out, and an answer is returned only for the state that it was given for. Knows no rules and no widgets.

pub mod describe;
pub mod findings;
mod inquiry;
mod level;
mod recordings;
mod turn;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use egui::Context;
use timeloom::catalog;
use timeloom::scene::cube::Point;
use timeloom::solver::Effort;
use timeloom::solver::no_return::NoReturn;
use timeloom::timeline::NodeId;

use crate::document::Document;
use crate::workspace::{Mode, Workspace};
use inquiry::{Flag, Inquiry, budget};
use level::LevelPart;
pub use level::{LevelAnswers, LevelState, RecordedRun, Runs};
use recordings::{OpenGame, RecordingCache};
use turn::TurnPart;
pub use turn::{LineAnswers, TurnAnswers};

/// Answers are kept for this many states of a level, so that undo brings them back at once.
const MOST_KEPT: usize = 64;

/// A branch with more turns than this is not searched for its point of no return.
pub const LONGEST_BRANCH: u32 = 20_000;

/// Bytes that a search may hold.
const MEMORY: u64 = 512 << 20;

/// What was asked and answered.
pub struct Answers {
    /// Wakes the window when an answer arrives; `None` until answers are wanted.
    ctx: Option<Context>,
    levels: AnswerCache<LevelAnswers>,
    turns: AnswerCache<TurnAnswers>,
    lines: AnswerCache<LineAnswers>,
    recordings: Arc<RecordingCache>,
    /// The open game, if its log is not on disk, and its version.
    open_game: Option<(GameVersion, Arc<[u8]>)>,
    asked: Option<Asked>,
    /// The thread that works on the current question.
    current: Option<Inquiry<Part>>,
    /// The thread that was told to stop last.
    retired: Option<Flag>,
    /// Whether the question is still to be asked.
    is_due: bool,
    /// How many times the user asked to search on.
    patience: u32,
    /// Whether it was asked what every action at the turn in front would mean.
    wants_hint: bool,
    /// Whether the shortest way is shown on the board and in the cube.
    shows_path: bool,
    /// Bytes that a search may hold.
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

/// What is in front.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// A drawing with this fingerprint; the games beside it, as last seen.
    Level { sketch: u64, played: GameVersion },
    /// A turn of a game: its document, its node, and the tip of its branch.
    Turn { document: u64, node: NodeId, tip: NodeId },
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
    /// Starts to answer, and wakes this window.
    pub(crate) fn start(&mut self, ctx: &Context) {
        self.ctx = Some(ctx.clone());
    }

    /// Limits the bytes that each later search may hold.
    pub(crate) fn limit_memory(&mut self, bytes: u64) {
        self.memory = bytes;
    }

    /// Whether answers are wanted.
    pub fn is_on(&self) -> bool {
        self.ctx.is_some()
    }

    /// Whether something is being worked out.
    pub fn is_working(&self) -> bool {
        self.current.as_ref().map_or(self.is_due, Inquiry::is_working)
    }

    /// The least number of turns that is known so far, and the effort.
    pub fn progress(&self) -> (u32, Effort) {
        self.current.as_ref().map(Inquiry::progress).unwrap_or_default()
    }

    /// What is known about the level being drawn; `None` while it is not in front.
    pub fn level(&self) -> Option<&LevelAnswers> {
        match &self.asked {
            Some(Asked::Level { sketch, .. }) => self.levels.get(&(0, *sketch)),
            _ => None,
        }
    }

    /// What is known about the turn in front; `None` while no game is.
    pub fn turn(&self) -> Option<&TurnAnswers> {
        match &self.asked {
            Some(Asked::Turn { document, node, .. }) => self.turns.get(&(*document, node.0.into())),
            _ => None,
        }
    }

    /// What is known about the branch in front.
    pub fn line(&self) -> Option<&LineAnswers> {
        match &self.asked {
            Some(Asked::Turn { document, tip, .. }) => self.lines.get(&(*document, tip.0.into())),
            _ => None,
        }
    }

    /// The last turn of the branch in front that could be won, if there are later ones.
    pub fn lost_after(&self) -> Option<u32> {
        match self.line()?.no_return {
            NoReturn::LostAfter { turn } => Some(turn),
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

    /// The shortest way through the level being drawn, if it is known and to be shown.
    pub(crate) fn shown_path(&self) -> Option<&Arc<[Point]>> {
        self.level().and_then(|known| known.path.as_ref()).filter(|_| self.shows_path)
    }

    /// Takes what was worked out, and asks about what is in front if that is something else than before.
    pub(crate) fn follow(&mut self, workspace: Option<&Workspace>, is_running: bool) {
        let Some(ctx) = self.ctx.clone() else { return };
        self.take();
        let asked = workspace.and_then(asked);
        // While turns run by themselves, none of them stays long enough.
        if self.asked != asked && !is_running {
            (self.patience, self.wants_hint) = (0, false);
            self.retire();
            self.forget_runs();
            self.asked = asked;
            self.is_due = true;
            self.make_room();
        }
        let is_free = self.retired.as_ref().is_none_or(Flag::is_set);
        if let Some(workspace) = workspace.filter(|_| self.is_due && is_free) {
            self.is_due = false;
            self.ask(&ctx, workspace);
        }
    }

    /// Forgets the runs of the level that was in front: they are re-run in any case, and there may be very many.
    fn forget_runs(&mut self) {
        if let Some(Asked::Level { sketch, .. }) = &self.asked {
            self.levels.entry((0, *sketch)).runs = None;
        }
    }

    /// Makes room for the answers to what is asked.
    fn make_room(&mut self) {
        match &self.asked {
            Some(Asked::Level { sketch, .. }) => _ = self.levels.entry((0, *sketch)),
            Some(Asked::Turn { document, node, .. }) => _ = self.turns.entry((*document, node.0.into())),
            None => {}
        }
    }

    /// Stops what is being worked out. The next question is asked after its thread has ended, so that threads of
    /// quick edits do not pile up.
    fn retire(&mut self) {
        if let Some(inquiry) = self.current.take() {
            self.retired = Some(inquiry.ended());
        }
    }

    /// Stops what is being worked out.
    pub(crate) fn stop(&mut self) {
        self.current.iter().for_each(Inquiry::stop);
    }

    /// Asks once more, with more time.
    pub(crate) fn search_on(&mut self) {
        self.patience += 1;
        self.retire();
        self.is_due = true;
        match &self.asked {
            Some(Asked::Level { sketch, .. }) => self.levels.forget(&(0, *sketch)),
            Some(Asked::Turn { document, node, .. }) => self.turns.forget(&(*document, node.0.into())),
            None => {}
        }
        self.make_room();
    }

    /// Asks for what every action at the turn in front would mean, beside what is not known yet.
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
            open_log: workspace.playing().and_then(|game| game.stored().path()).map(Path::to_owned),
            beside: workspace.level_file().level.clone(),
            ruleset: drawing.about().ruleset.clone(),
            recordings: self.recordings.clone(),
            budget: budget(self.patience, self.memory),
        };
        Some(Inquiry::start(waking(ctx), move |asker| question.work(asker)))
    }

    /// Returns the log of the open game. If it is not on disk, its bytes are made anew only after it changed.
    fn open_game(&mut self, workspace: &Workspace) -> Option<OpenGame> {
        let (game, version) = (workspace.playing()?, played(workspace));
        if let Some(path) = game.stored().path().filter(|_| !game.game().is_detached()) {
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
        let known = self.turns.entry((document, node.0.into()));
        let is_line_known = self.lines.get(&(document, tip.0.into())).is_some();
        let is_long = game.last_turn() > LONGEST_BRANCH;
        let is_known = known.answer.is_some() || game.result().is_some();
        let wants_hint = self.wants_hint && known.hint.is_none() && game.result().is_none();
        let question = turn::TurnQuestion {
            hint: game.game().puzzle(node).filter(|_| wants_hint),
            now: game.game().puzzle(node).filter(|_| !is_known),
            known: known.answer.clone(),
            line: (!is_line_known && !is_long).then(|| turn::Line::of(game.game(), tip)).flatten(),
            budget: budget(self.patience, self.memory),
        };
        question.has_work().then(|| Inquiry::start(waking(ctx), move |asker| question.work(asker)))
    }

    /// Takes what was worked out since the last frame.
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
                (Part::Turn(part), Some(Asked::Turn { document, node, .. })) => {
                    self.turns.entry((*document, node.0.into())).learn(part);
                }
                _ => {}
            }
        }
    }
}

/// Returns what is in front, if questions can be asked about it.
fn asked(workspace: &Workspace) -> Option<Asked> {
    let document = workspace.front();
    match workspace.mode() {
        Mode::Draw => {
            Some(Asked::Level { sketch: document.cursor().fingerprint?, played: played(workspace) })
        }
        Mode::Play => {
            let (node, tip) = (document.cursor().id, document.game().line().last().copied()?);
            Some(Asked::Turn { document: document.stamp().document, node, tip })
        }
    }
}

/// A game, its changes and its nodes.
type GameVersion = (u64, u64, usize);

/// Returns the version of the open game; zeros if there is none.
fn played(workspace: &Workspace) -> GameVersion {
    let version = |game: &Document| (game.stamp().document, game.stamp().change, game.game().node_count());
    workspace.playing().map_or((0, 0, 0), version)
}

fn waking(ctx: &Context) -> impl Fn() + Send + 'static {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}

/// Answers by what they are about; the oldest are forgotten.
struct AnswerCache<T> {
    answers: BTreeMap<(u64, u64), T>,
    order: Vec<(u64, u64)>,
}

impl<T> Default for AnswerCache<T> {
    fn default() -> Self {
        Self { answers: BTreeMap::new(), order: Vec::new() }
    }
}

impl<T> AnswerCache<T> {
    fn get(&self, key: &(u64, u64)) -> Option<&T> {
        self.answers.get(key)
    }

    fn forget(&mut self, key: &(u64, u64)) {
        self.answers.remove(key);
        self.order.retain(|other| other != key);
    }

    fn entry_or(&mut self, key: (u64, u64), value: T) -> &mut T {
        if !self.answers.contains_key(&key) {
            if self.order.len() == MOST_KEPT {
                self.answers.remove(&self.order.remove(0));
            }
            self.order.push(key);
        }
        self.answers.entry(key).or_insert(value)
    }

    fn entry(&mut self, key: (u64, u64)) -> &mut T
    where
        T: Default,
    {
        self.entry_or(key, T::default())
    }
}
