//! Code shared by the commands that ask the solver: the level or turn to examine, the budget, and a spinner
//! for long searches.

use std::fmt;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use indicatif::ProgressBar;
use timeloom::catalog;
use timeloom::game::Game;
use timeloom::place::Place;
use timeloom::rules::GameResult;
use timeloom::scene::Tone;
use timeloom::scene::plain::turns;
use timeloom::scene::text::Ink;
use timeloom::solver::hint::Prospect;
use timeloom::solver::{Budget, Limit, Puzzle, Watch};
use timeloom::timeline::NodeId;

use super::output::{Failure, is_log};
use super::seat::Seat;
use timeloom::journal::file::path_text;

/// The arguments, for `#[command(flatten)]`.
#[derive(clap::Args)]
pub(super) struct Question {
    /// Level or save
    pub(super) file: PathBuf,
    /// Turn of the save to start from: a node, `tip`, `here`, a branch or a bookmark; by default the last
    /// position
    #[arg(long, value_name = "PLACE")]
    pub(super) node: Option<String>,
    /// Maximum search time in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    budget: u32,
    /// Maximum memory in megabytes for the states that are found, besides the level itself
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: u32,
    /// Number of threads, by default one for each core. More than one helps in levels with rifts, on idle
    /// cores. The answer does not depend on it
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    workers: Option<u16>,
    /// Ruleset, if the level does not name one
    #[arg(long)]
    ruleset: Option<String>,
}

/// A turn of a game.
pub(super) struct Subject {
    pub(super) game: Box<dyn Game>,
    pub(super) node: NodeId,
}

impl Question {
    /// Opens the file at the requested turn.
    pub(super) fn open(&self) -> Result<Subject, Failure> {
        let game = match is_log(&self.file) {
            true => Seat::default().look_into(&self.file)?,
            false => catalog::try_out(&self.file, self.ruleset.as_deref())?,
        };
        if game.about().drawing {
            return Err(self.failure("this is a drawing: solve its level"));
        }
        let node = match &self.node {
            Some(text) => Place::read_node(text).find(game.as_ref())?,
            None => game.cursor(),
        };
        Ok(Subject { game, node })
    }

    /// Returns the requested state, in which the game must not be over: for questions about a search.
    pub(super) fn puzzle(&self, Subject { game, node }: &Subject) -> Result<Box<dyn Puzzle>, Failure> {
        if let Some(result) = game.at(*node).result() {
            return Err(
                self.failure(&format!("the game is over at {node} ({result}): choose an earlier turn"))
            );
        }
        self.puzzle_at(game.as_ref(), *node)
    }

    /// Returns the state of a node.
    pub(super) fn puzzle_at(&self, game: &dyn Game, node: NodeId) -> Result<Box<dyn Puzzle>, Failure> {
        game.puzzle(node).ok_or_else(|| {
            let ruleset = game.about().ruleset;
            self.failure(&format!("{ruleset} is not a game for one player, so there is nothing to solve"))
        })
    }

    /// Runs a search within the budget.
    pub(super) fn search<T>(&self, work: impl FnOnce(&Watch) -> T) -> T {
        let (time, memory) = (Duration::from_secs(self.budget.into()), u64::from(self.memory) << 20);
        let workers = self.workers.map_or_else(cores, usize::from);
        within(Budget { time: Some(time), memory, workers }, work)
    }

    /// Creates a failure about the file.
    pub(super) fn failure(&self, sentence: &str) -> Failure {
        Failure::bad(format!("{}: {sentence}", path_text(&self.file)))
    }
}

/// Number of cores that this program may use.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs a search within a budget. On a terminal, a spinner shows its progress.
pub(super) fn within<T>(budget: Budget, work: impl FnOnce(&Watch) -> T) -> T {
    let watch = &Watch::new(budget);
    if !io::stderr().is_terminal() {
        return work(watch);
    }
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || spin(watch, &is_done));
        let answer = work(watch);
        drop(done);
        answer
    })
}

/// Shows the progress of a search until the channel is closed.
fn spin(watch: &Watch, is_done: &mpsc::Receiver<()>) {
    let bar = ProgressBar::new_spinner();
    while is_done.recv_timeout(Duration::from_millis(300)) == Err(RecvTimeoutError::Timeout) {
        let (turns, effort) = watch.progress();
        let (states, megabytes) = (effort.states, effort.bytes >> 20);
        bar.set_message(format!("at least {turns} turns; {states} states, {megabytes} MB"));
        bar.tick();
    }
    bar.finish_and_clear();
}

/// A turn at which the game is over, so that nothing is searched.
pub(super) struct Ending {
    pub(super) is_won: bool,
    sentence: String,
}

impl Ending {
    /// Returns the ending; `None` if the game goes on.
    pub(super) fn of(Subject { game, node }: &Subject) -> Option<Self> {
        let result = game.at(*node).result()?;
        let is_won = matches!(result, GameResult::Won(_));
        Some(Self { is_won, sentence: format!("the game is over at {node} ({result})") })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, tone) = if self.is_won { ("won", Tone::Good) } else { ("not won", Tone::Bad) };
        write!(f, "{}: {}", Ink::Marked.dye(word, tone), self.sentence)
    }
}

/// Describes the reason why a search ended without an answer.
pub(super) fn reason(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time is up (raise it with --budget)",
        Limit::Memory => "the memory is full (raise the limit with --memory)",
        Limit::Stopped => "it was stopped",
        Limit::Refuted => {
            "the search contradicts the rules, which is a bug in this program: please report this level"
        }
    }
}

/// Describes the outlook after an action or at a turn.
pub(super) fn prospect(prospect: Prospect) -> String {
    match prospect {
        Prospect::Wins { turns: 0 } => "wins".to_owned(),
        Prospect::Wins { turns: count } => format!("can be won in {}", turns(count)),
        Prospect::Never => "cannot be won".to_owned(),
        Prospect::Unknown { at_least, .. } => format!("unknown; takes at least {}", turns(at_least)),
    }
}
