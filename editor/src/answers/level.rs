//! Questions about the level being drawn: do the recorded runs work, can it be won, how hard is it, and what could go?
//!
//! Worked on in this order, the quick ones first; each answer is shown as it comes.

use std::path::PathBuf;
use std::sync::Arc;

use timeloom::catalog;
use timeloom::check::{Recording, Rerun};
use timeloom::scene::View;
use timeloom::scene::cube::{Point, Thread};
use timeloom::solver::difficulty::{Difficulty, difficulty};
use timeloom::solver::{Answer, Budget, Limit, Puzzle, Survey, Verdict};
use timeloom::workshop::questions::{DrawnLevel, Unused, unused};

use super::inquiry::Asker;
use super::recordings::RecordingCache;

/// A recorded run and what became of it on the level as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedRun {
    /// The run as it was recorded.
    pub recording: Recording,
    /// How it goes now.
    pub rerun: Rerun,
}

/// All recorded runs of a level; none while it cannot be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// Its solutions.
    pub solutions: Vec<RecordedRun>,
    /// Games that were played on it or on an earlier version of it.
    pub played: Vec<RecordedRun>,
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

/// What is known about a level.
#[derive(Clone, Debug, Default)]
pub struct LevelAnswers {
    /// Whether it can be won; `None` while that is searched for.
    pub state: Option<LevelState>,
    /// The recorded runs; `None` while they are re-run.
    pub runs: Option<Runs>,
    /// The player's path on the shortest way that was found, in games with slices of time.
    pub path: Option<Arc<[Point]>>,
    /// Number of shortest ways, or why they were not counted.
    pub ways: Option<Result<u64, Limit>>,
    /// How hard it is.
    pub difficulty: Option<Difficulty>,
    /// Things that no shortest way needs.
    pub unused: Option<Unused>,
    /// All states that can be reached, or why they were not counted.
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

    pub(super) fn learn(&mut self, part: LevelPart) {
        match part {
            LevelPart::Runs(runs) => self.runs = Some(runs),
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

/// A level and what is known about it already.
pub(super) struct LevelQuestion {
    pub(super) level: Box<dyn DrawnLevel>,
    pub(super) known: super::LevelAnswers,
    pub(super) open_game: Option<Arc<Recording>>,
    /// The log of the open game.
    pub(super) open_log: Option<PathBuf>,
    /// The level file, beside which saves may lie.
    pub(super) beside: Option<PathBuf>,
    pub(super) ruleset: String,
    pub(super) recordings: Arc<RecordingCache>,
    pub(super) budget: Budget,
}

impl LevelQuestion {
    pub(super) fn work(self, asker: &Asker<LevelPart>) {
        let text = self.level.text();
        let runs = self.runs(&text);
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

    /// Re-runs everything that was recorded; `None` if the level cannot be played.
    fn runs(&self, text: &str) -> Option<Runs> {
        let mut recordings = self.level.solutions();
        let solutions = recordings.len();
        recordings.extend(self.open_game.iter().map(|game| (**game).clone()));
        if let Some(level) = &self.beside {
            let open = self.open_log.as_deref();
            recordings.extend(self.recordings.beside(level, &self.ruleset, text, open));
        }
        let reruns = self.level.rerun(&recordings)?;
        let runs = recordings.into_iter().zip(reruns);
        let mut solved: Vec<_> = runs.map(|(recording, rerun)| RecordedRun { recording, rerun }).collect();
        let played = solved.split_off(solutions);
        Some(Runs { solutions: solved, played })
    }

    fn state(&self, puzzle: Option<&dyn Puzzle>, is_playable: bool, asker: &Asker<LevelPart>) -> LevelState {
        match puzzle {
            Some(puzzle) => LevelState::Searched(puzzle.solve(&asker.watch(self.budget))),
            None if is_playable => LevelState::NotAsked,
            None => LevelState::Faulty,
        }
    }

    /// Answers what is asked only of levels that can be won, unless it is known.
    fn more(&self, puzzle: &dyn Puzzle, turns: u32, asker: &Asker<LevelPart>) {
        let wanted = |is_known: bool| !is_known && !asker.is_stopped();
        if wanted(self.known.ways.is_some()) {
            let ways = puzzle.ways(turns, &asker.watch(self.budget));
            asker.tell(LevelPart::Ways(ways.map(|ways| ways.count)));
        }
        if wanted(self.known.difficulty.is_some()) {
            asker.tell(LevelPart::Difficulty(difficulty(puzzle, &asker.watch(self.budget))));
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
