//! Playback: turns that advance automatically, along the recorded branch, by the game's advice or on the way to a place,
//! and the run that waits to be played.
//!
//! Part of the app. Knows when the next turn is due and how to take it; the app passes the current time.

use std::collections::VecDeque;
use std::time::Duration;

use timeloom::game::ActionBytes;
use timeloom::timeline::NodeId;

use crate::document::Document;

/// Time between two turns.
const SECONDS_PER_TURN: f64 = 0.6;
/// Time between two steps of a walk.
const SECONDS_PER_STEP: f64 = 0.16;

/// Playback, running or paused.
#[derive(Debug, Default)]
pub(crate) struct Playback {
    running: Option<AutoAdvance>,
    waiting: Option<WaitingRun>,
    /// The step that ended a walk because it was refused.
    blocked: Option<ActionBytes>,
}

/// A run to be played as soon as the game is in front.
#[derive(Debug)]
pub(crate) struct WaitingRun {
    /// Name of its branch.
    pub(crate) name: String,
    /// Its actions, from the start.
    pub(crate) actions: Vec<String>,
}

#[derive(Clone, Debug)]
struct AutoAdvance {
    source: TurnSource,
    /// When the next turn is due.
    due: f64,
}

/// How playback goes on after a turn.
enum Progress {
    More,
    Done,
    /// This action is refused.
    Blocked(ActionBytes),
}

impl Progress {
    fn more_if(more: bool) -> Self {
        if more { Self::More } else { Self::Done }
    }
}

/// Source of the turns.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TurnSource {
    /// The recorded branch.
    Branch,
    /// The game's own advice.
    Advice,
    /// These actions, as long as nothing happens on the way.
    Walk(VecDeque<ActionBytes>),
}

impl Playback {
    /// Whether turns advance automatically.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether playback follows the game's advice.
    pub(crate) fn is_advised(&self) -> bool {
        self.running.as_ref().is_some_and(|run| run.source == TurnSource::Advice)
    }

    /// Stops; `false` if playback was not running.
    pub(crate) fn stop(&mut self) -> bool {
        self.running.take().is_some()
    }

    /// Whether a way is being walked.
    pub(crate) fn is_walking(&self) -> bool {
        self.running.as_ref().is_some_and(|run| matches!(run.source, TurnSource::Walk(_)))
    }

    /// Stops walking; `false` if no way was being walked.
    pub(crate) fn stop_walk(&mut self) -> bool {
        self.is_walking() && self.stop()
    }

    /// Returns the step that ended a walk because it was refused, once.
    pub(crate) fn take_blocked(&mut self) -> Option<ActionBytes> {
        self.blocked.take()
    }

    /// Starts walking a way, one action after the other.
    pub(crate) fn walk(&mut self, way: Vec<ActionBytes>, now: f64) {
        self.running = Some(AutoAdvance { source: TurnSource::Walk(way.into()), due: now });
    }

    /// Keeps a run until the game is in front; stopping playback does not drop it.
    pub(crate) fn play_later(&mut self, run: WaitingRun) {
        self.waiting = Some(run);
    }

    /// Returns the run that waits for the game, if there is one.
    pub(crate) fn take_waiting(&mut self) -> Option<WaitingRun> {
        self.waiting.take()
    }

    /// Starts or pauses playback of the recorded branch; starts over at the end of the branch.
    pub(crate) fn toggle(&mut self, document: &mut Document, now: f64) {
        if self.stop() || document.last_turn() == 0 {
            return;
        }
        if document.at_tip() {
            document.seek(NodeId::ROOT);
        }
        self.start(TurnSource::Branch, now);
    }

    /// Starts or pauses playback by the game's advice; does nothing if there is no advice.
    pub(crate) fn toggle_advised(&mut self, document: &Document, now: f64) {
        if !self.stop() && document.advice().is_some() {
            self.start(TurnSource::Advice, now);
        }
    }

    /// Takes the next turn if it is due; stops at the last one, and when a turn is refused.
    pub(crate) fn advance(&mut self, document: &mut Document, now: f64) -> Result<(), String> {
        let Some(mut run) = self.running.take_if(|run| now >= run.due) else { return Ok(()) };
        match run.source.next_turn(document)? {
            Progress::More => self.start(run.source, now),
            Progress::Done => {}
            Progress::Blocked(action) => self.blocked = Some(action),
        }
        Ok(())
    }

    /// Returns the time until the next turn is due.
    pub(crate) fn wait(&self, now: f64) -> Option<Duration> {
        self.running.as_ref().map(|run| Duration::from_secs_f64((run.due - now).max(0.0)))
    }

    fn start(&mut self, source: TurnSource, now: f64) {
        let wait = if matches!(source, TurnSource::Walk(_)) { SECONDS_PER_STEP } else { SECONDS_PER_TURN };
        self.running = Some(AutoAdvance { source, due: now + wait });
    }
}

impl TurnSource {
    /// Takes a turn; returns whether another one follows.
    fn next_turn(&mut self, document: &mut Document) -> Result<Progress, String> {
        match self {
            Self::Branch => {
                document.forward();
                Ok(Progress::more_if(!document.at_tip()))
            }
            Self::Advice => {
                let Some(action) = document.advice().cloned() else { return Ok(Progress::Done) };
                document.act(&action)?;
                Ok(Progress::more_if(document.advice().is_some()))
            }
            Self::Walk(way) => {
                let Some(action) = way.pop_front() else { return Ok(Progress::Done) };
                if document.is_refused(&action) {
                    return Ok(Progress::Blocked(action));
                }
                document.act(&action)?;
                Ok(Progress::more_if(!way.is_empty() && is_uneventful(document)))
            }
        }
    }
}

/// Whether the last turn has no sign, so that a walk goes on.
fn is_uneventful(document: &Document) -> bool {
    let log = document.log();
    let last = log.rows().get(log.row_of(document.cursor().turn));
    document.result().is_none() && last.is_none_or(|row| row.sign.is_none())
}
