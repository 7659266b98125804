//! A game in progress: a journal and a timeline that always agree. The only writer of both.
//!
//! Every change takes the same steps: plan (can fail, changes nothing), append (durable), commit (cannot
//! fail). Called through [`crate::game::Game`]; knows no particular game, no screen and no path.

mod divergence;
mod game;
mod glimpse;
mod load;
mod log;
mod moment;
mod rebuild;
mod recover;
mod reports;
mod skeleton;
mod viewer;

use crate::game::About;
use crate::journal::record::{Format, Header, Kind, LONGEST_LEVEL, Record};
use crate::journal::{Durability, Journal, JournalError, Progress, Scan};
use crate::rules::{Fault, Level, Rules};
use crate::scene::plain;
use crate::show::Show;
use crate::timeline::{BranchPosition, NodeId, Note, Timeline};
pub use divergence::{Divergence, Replayed};
pub use glimpse::glimpse;
pub use recover::{Fragment, FragmentTurn, Recovered, recover};
pub use reports::preview;
pub use viewer::Viewer;

/// Reason why a save cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The bytes cannot be read or are not a save.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Written by a newer version of the rules.
    #[error(
        "this save was written by version {found} of {ruleset}, and this program has version {ours}: \
         open it with a newer Timeloom"
    )]
    NewerRules {
        /// Name of the ruleset.
        ruleset: &'static str,
        /// Version that wrote the save.
        found: u16,
        /// Version of this program.
        ours: u16,
    },
    /// The rules refuse the level in the save.
    #[error("the level in this save cannot be played by today's rules of {ruleset}: {}", crate::fault::listing(.faults))]
    Level {
        /// Name of the ruleset.
        ruleset: &'static str,
        /// Everything that is wrong with the level.
        faults: Vec<Fault>,
    },
    /// The current rules disagree with the log.
    #[error("{0}")]
    Diverged(Box<Divergence>),
}

/// Returns the header of a new log. A log that consists of its header is a game that has just started: store
/// it and open it.
pub fn begin<R: Rules>(level: R::Level, seed: u64) -> Result<Header, Vec<Fault>> {
    begin_by::<R>(R::VERSION, level, seed)
}

/// Returns the header of a new log under the rules of a version from 1 to the current one.
pub fn begin_by<R: Rules>(version: u16, level: R::Level, seed: u64) -> Result<Header, Vec<Fault>> {
    let text = level.to_text();
    check_length(text.len())?;
    let rules = R::for_version(level, version)?;
    let start = rules.fingerprint(&rules.start(seed));
    let (ruleset, kind) = (R::NAME.to_owned(), Kind::Play);
    Ok(Header { ruleset, version, kind, seed, start, level: text })
}

/// Refuses a level that no save can hold: its header could be written, but not read.
fn check_length(bytes: usize) -> Result<(), Vec<Fault>> {
    let message = format!(
        "the level takes {bytes} bytes in a save, and a save holds at most {LONGEST_LEVEL}: make it smaller"
    );
    if bytes <= LONGEST_LEVEL { Ok(()) } else { Err(vec![Fault::new(message)]) }
}

/// Returns a note that can be saved: a line break or other control character becomes a space, and characters
/// that reorder text become visible.
fn cleaned(note: Note) -> Note {
    let spaced = note.text.replace(char::is_control, " ");
    Note { text: plain::line(&spaced).into_owned(), ..note }
}

/// A journal and a timeline.
pub struct Session<R: Rules> {
    journal: Journal,
    timeline: Timeline<R>,
    /// Position that is already in the log, at which the save would open now.
    noted: BranchPosition,
    /// Records that only a newer program understands.
    passed: Vec<rebuild::Passed>,
    /// Seat of the player who is looking; limits the results of [`crate::game::Game`], never the log.
    seat: Option<u8>,
}

/// Options for opening: durability and progress.
pub struct Opening<'a> {
    /// Policy that decides when an action becomes durable.
    pub durability: Durability,
    /// Called from time to time during replay.
    pub progress: &'a mut dyn FnMut(Progress),
}

impl<R: Show> Session<R> {
    /// Opens a game: reads and replays the log, and checks every fingerprint.
    pub fn open(mut log: Scan, opening: Opening<'_>) -> Result<Self, OpenError> {
        let mut timeline = set_up(log.header())?;
        let mut passed = Vec::new();
        let place = load::load(&mut log, &mut timeline, &mut passed, opening.progress)?;
        timeline.go(place);
        let noted = timeline.place();
        Ok(Self {
            journal: Journal::resume(log.finish()?, opening.durability),
            timeline,
            noted,
            passed,
            seat: None,
        })
    }

    /// The timeline.
    pub fn timeline(&self) -> &Timeline<R> {
        &self.timeline
    }

    /// Takes an action at the cursor. Repeating one that was taken here before moves to its existing node.
    pub fn act(&mut self, action: R::Action) -> Result<NodeId, Denied<R::Illegal>> {
        if let Some(known) = self.timeline.known(&action) {
            self.timeline.seek(known);
            return Ok(known);
        }
        let plan = self.timeline.plan(action).map_err(Denied::Illegal)?;
        let action = self.timeline.rules().pack(plan.action());
        let (parent, fingerprint) = (plan.parent(), plan.fingerprint());
        self.journal.append(&Record::Act { parent, action, fingerprint }).map_err(Denied::NotSaved)?;
        let node = self.timeline.commit(plan);
        self.noted = self.timeline.place();
        Ok(node)
    }
}

/// Reason why an action was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Denied<I> {
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(I),
    /// The log could not be written.
    #[error(transparent)]
    NotSaved(JournalError),
}

/// General facts about a game on these rules.
fn about<R: Show>(header: &Header, format: Format, viewer: &Viewer<'_, R>, rules: &R) -> About {
    About {
        ruleset: header.ruleset.clone(),
        version: header.version,
        level: plain::line(&rules.level().title()).into_owned(),
        description: rules.level().description(),
        allow_undo: rules.level().allows_undo(),
        seed: viewer.unless_hidden(header.seed),
        seats: rules.secrets().map(|secrets| secrets.seats()).unwrap_or_default(),
        drawing: header.kind == Kind::Workshop,
        format: format.number(),
    }
}

/// Creates the timeline described by a header.
fn set_up<R: Show>(header: &Header) -> Result<Timeline<R>, OpenError> {
    if header.version > R::VERSION {
        return Err(OpenError::NewerRules { ruleset: R::NAME, found: header.version, ours: R::VERSION });
    }
    let faulty = |faults| OpenError::Level { ruleset: R::NAME, faults };
    let level = R::Level::parse(&header.level).map_err(faulty)?;
    let rules = R::for_version(level, header.version).map_err(faulty)?;
    let timeline = Timeline::new(rules, header.seed);
    divergence::check_start(&timeline, header)?;
    Ok(timeline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::storage::Memory;

    #[test]
    fn the_longest_level_that_is_accepted_can_be_read_again() {
        assert_eq!(check_length(LONGEST_LEVEL), Ok(()));
        let ruleset = "x".repeat(1000);
        let level = "x".repeat(LONGEST_LEVEL);
        let header =
            Header { ruleset, version: u16::MAX, kind: Kind::Play, seed: u64::MAX, start: u64::MAX, level };
        let read = Scan::begin(Box::new(Memory::new(header.to_bytes()))).expect("it is a header");
        assert_eq!(read.header(), &header);
    }

    #[test]
    fn a_level_that_no_save_could_hold_is_refused_with_a_sentence() {
        let faults = check_length(LONGEST_LEVEL + 1).expect_err("it is too long");
        assert!(faults[0].message.contains("at most"), "{}", faults[0]);
    }
}
