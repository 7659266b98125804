//! Questions about the drawn level: do the recorded runs work, can it be won, how hard is it, and which
//! things are not needed?
//!
//! Answered in this order, the quick ones first; each answer is shown as soon as it arrives.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use timeloom::catalog;
use timeloom::check::{PlayedGame, Recording, Rerun};
use timeloom::scene::View;
use timeloom::scene::cube::{Point, Thread};
use timeloom::solver::difficulty::{Difficulty, difficulty};
use timeloom::solver::{Answer, Budget, Limit, Puzzle, Survey, Verdict};
use timeloom::timeline::NodeId;
use timeloom::workshop::questions::{DrawnLevel, Unused, unused};

use super::Part;
use super::inquiry::Asker;
use super::recordings::{
    FoundGame, OpenGame, PlayedIn, RecordingCache, SavesBeside, UnreadableSave, saves_beside,
};

/// A recorded run and its result on the drawn level.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    /// Its result now.
    pub rerun: Rerun,
    /// Where it was played; `None` for a solution of the level.
    pub played_in: Option<PlayedIn>,
    source: RunSource,
}

/// Source of a recorded run.
#[derive(Clone, Debug)]
enum RunSource {
    /// In the level.
    Solution(Recording),
    /// In a game, as the branch that ends at a node.
    Branch(Arc<PlayedGame>, NodeId),
}

impl RecordedRun {
    /// Returns its actions.
    pub fn actions(&self) -> Vec<String> {
        match &self.source {
            RunSource::Solution(recording) => recording.actions.clone(),
            RunSource::Branch(game, tip) => game.actions_to(*tip),
        }
    }

    /// A branch of a game. If the game has no other, the name of the game is enough.
    fn of_branch((place, game): &FoundGame, rerun: Rerun) -> Self {
        let tip = rerun.branch.as_ref().map_or(NodeId::ROOT, |branch| branch.tip);
        let name = if game.has_forks() { rerun.name.clone() } else { game.name().to_owned() };
        let (played_in, source) = (Some(place.clone()), RunSource::Branch(game.clone(), tip));
        Self { rerun: Rerun { name, ..rerun }, played_in, source }
    }
}

/// All recorded runs of a level; empty while it cannot be played.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// Its solutions.
    pub solutions: Vec<RecordedRun>,
    /// Every branch of the games that were played on it or on an earlier version of it; broken ones first.
    pub played: Vec<RecordedRun>,
    /// Saves beside the level that cannot be re-run.
    pub unreadable: Vec<UnreadableSave>,
    /// The saves in the folder of the level when they were re-run.
    pub(super) saves: SavesBeside,
}

/// Whether the level can be won.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelState {
    /// It has errors, so it cannot be played yet.
    Faulty,
    /// It is not a game for one player.
    NotAsked,
    /// The search has ended.
    Searched(Answer<String>),
}

/// Answers about a level.
#[derive(Clone, Debug, Default)]
pub struct LevelAnswers {
    /// Whether it can be won; `None` during the search.
    pub state: Option<LevelState>,
    /// Lower bound on the turns of a win that earlier searches have proven.
    pub proven: u32,
    /// The recorded runs; `None` while they are re-run.
    pub runs: Option<Runs>,
    /// The player's path on the shortest way, in games with slices of time.
    pub path: Option<Arc<[Point]>>,
    /// Number of shortest ways, or the reason why they were not counted.
    pub ways: Option<Result<u64, Limit>>,
    /// Its difficulty.
    pub difficulty: Option<Difficulty>,
    /// Things that no shortest way needs.
    pub unused: Option<Unused>,
    /// Number of reachable states, or the reason why they were not counted.
    pub survey: Option<Result<Survey, Limit>>,
}

impl LevelAnswers {
    /// A shortest way to win, if one is known.
    pub fn solution(&self) -> Option<&[String]> {
        match &self.state {
            Some(LevelState::Searched(Answer { verdict: Verdict::Solved(actions), .. })) => Some(actions),
            _ => None,
        }
    }

    /// Whether the shortest way is among the recorded solutions.
    pub fn is_solution_kept(&self) -> bool {
        let solutions = self.runs.iter().flat_map(|runs| &runs.solutions);
        self.solution().is_some_and(|way| solutions.map(RecordedRun::actions).any(|actions| actions == way))
    }

    /// Forgets everything but what earlier searches have proven.
    pub(super) fn forget(&mut self) {
        let bound = match &self.state {
            Some(LevelState::Searched(answer)) => answer.verdict.lower_bound(),
            _ => None,
        };
        *self = Self { proven: self.proven.max(bound.unwrap_or(0)), ..Self::default() };
    }

    /// Remembers a lower bound on the turns of a win, if the search that proved it has not answered yet.
    pub(super) fn remember(&mut self, proven: u32) {
        if self.state.is_none() {
            self.proven = self.proven.max(proven);
        }
    }

    pub(super) fn learn(&mut self, part: LevelPart) {
        match part {
            LevelPart::Runs(runs) => self.runs = Some(runs),
            LevelPart::State(LevelState::Searched(answer)) => {
                self.state = Some(LevelState::Searched(answer.with_lower_bound(self.proven)));
            }
            LevelPart::State(state) => self.state = Some(state),
            LevelPart::Path(path) => self.path = Some(path),
            LevelPart::Ways(ways) => self.ways = Some(ways),
            LevelPart::Difficulty(difficulty) => self.difficulty = difficulty,
            LevelPart::Unused(unused) => self.unused = Some(unused),
            LevelPart::Survey(survey) => self.survey = Some(survey),
        }
    }
}

/// A part of the answer.
pub(super) enum LevelPart {
    Runs(Runs),
    State(LevelState),
    Path(Arc<[Point]>),
    Ways(Result<u64, Limit>),
    Difficulty(Option<Difficulty>),
    Unused(Unused),
    Survey(Result<Survey, Limit>),
}

/// A level and the answers known so far.
pub(super) struct LevelQuestion {
    pub(super) level: Box<dyn DrawnLevel>,
    pub(super) known: super::LevelAnswers,
    pub(super) open_game: Option<OpenGame>,
    /// Path of the log of the open game.
    pub(super) open_log: Option<PathBuf>,
    /// Path of the level file, whose folder may contain saves.
    pub(super) beside: Option<PathBuf>,
    pub(super) ruleset: String,
    pub(super) recordings: Arc<RecordingCache>,
    pub(super) budget: Budget,
}

impl LevelQuestion {
    pub(super) fn work(self, asker: &Asker<Part>) {
        let text = self.level.text();
        let runs = self.runs(&text, asker);
        let is_playable = runs.is_some();
        asker.tell(LevelPart::Runs(runs.unwrap_or_default()));
        let puzzle = self.level.puzzle();
        let known = self.known.state.clone();
        let state = known.unwrap_or_else(|| self.state(puzzle.as_deref(), is_playable, asker));
        asker.tell(LevelPart::State(state.clone()));
        if let (LevelState::Searched(Answer { verdict: Verdict::Solved(way), .. }), Some(puzzle)) =
            (state, puzzle)
        {
            if self.known.path.is_none() {
                path(&self.ruleset, &text, &way)
                    .into_iter()
                    .for_each(|path| asker.tell(LevelPart::Path(path)));
            }
            self.more(puzzle.as_ref(), way.len() as u32, asker);
        }
    }

    /// Re-runs all recorded runs; `None` if the level cannot be played.
    fn runs(&self, text: &str, asker: &Asker<Part>) -> Option<Runs> {
        let recordings = self.level.solutions();
        let reruns = self.level.rerun(&recordings)?.into_iter().zip(recordings);
        let solution = |(rerun, recording)| RecordedRun {
            rerun,
            played_in: None,
            source: RunSource::Solution(recording),
        };
        let beside = |level: &PathBuf| saves_beside(level, self.open_log.as_deref());
        let saves = self.beside.as_ref().map(beside).unwrap_or_default();
        let ((found, unreadable), mut played) = (self.games(text, &saves), Vec::new());
        let games: Vec<_> = found.iter().map(|(_, game)| game.clone()).collect();
        _ = self.level.rerun_games(&games, &mut |game, rerun| {
            played.push(RecordedRun::of_branch(&found[game], rerun));
            if asker.is_abandoned() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        played.sort_by_key(|run| run.rerun.holds);
        Some(Runs { solutions: reruns.map(solution).collect(), played, unreadable, saves })
    }

    /// Returns the open game and those beside the level, and the saves that cannot be read.
    fn games(&self, text: &str, saves: &SavesBeside) -> (Vec<FoundGame>, Vec<UnreadableSave>) {
        let open = self.open_game.iter().filter_map(|open| self.recordings.open_game(open));
        let mut games: Vec<_> = open.collect();
        let Some(level) = &self.beside else { return (games, Vec::new()) };
        let (beside, unreadable) = self.recordings.beside(level, &self.ruleset, text, saves);
        games.extend(beside);
        (games, unreadable)
    }

    fn state(&self, puzzle: Option<&dyn Puzzle>, is_playable: bool, asker: &Asker<Part>) -> LevelState {
        match puzzle {
            Some(puzzle) => LevelState::Searched(puzzle.solve(&asker.watch(self.budget))),
            None if is_playable => LevelState::NotAsked,
            None => LevelState::Faulty,
        }
    }

    /// Answers the questions that are asked only about levels that can be won, unless the answers are known.
    fn more(&self, puzzle: &dyn Puzzle, turns: u32, asker: &Asker<Part>) {
        let wanted = |is_known: bool| !is_known && !asker.is_stopped();
        if wanted(self.known.ways.is_some()) {
            let ways = puzzle.ways(turns, &asker.watch(self.budget));
            asker.tell(LevelPart::Ways(ways.map(|ways| ways.count)));
        }
        if wanted(self.known.difficulty.is_some()) {
            asker.tell(LevelPart::Difficulty(difficulty(puzzle, &asker.watch(self.budget)).ok()));
        }
        if wanted(self.known.unused.is_some()) {
            asker.tell(LevelPart::Unused(unused(self.level.as_ref(), turns, &asker.watch(self.budget))));
        }
        if wanted(self.known.survey.is_some()) {
            asker.tell(LevelPart::Survey(puzzle.survey(&asker.watch(self.budget))));
        }
    }
}

/// Plays a way in memory and returns the player's path; `None` in games without slices of time.
fn path(ruleset: &str, text: &str, way: &[String]) -> Option<Arc<[Point]>> {
    let header = catalog::find(ruleset).ok()?.begin(text, 0).ok()?;
    let mut game = catalog::open_bytes("the way", &header.to_bytes()).ok()?;
    for action in way {
        let action = game.parse(action).ok()?;
        game.act(&action).ok()?;
    }
    let tip = game.cursor();
    let last = game.at(tip).scene(View::default()).slices?.last;
    let threads = game.space_time()?.path(tip, 0..last.saturating_add(1));
    Some(threads.into_iter().flat_map(|Thread { points, .. }| points).collect())
}
