//! Playback: turns that advance automatically, along the recorded branch or by the game's advice, and the run that waits to be
//! played.
//!
//! Part of the app. Knows when the next turn is due and how to take it; the app passes the current time.

use std::time::Duration;

use timeloom::timeline::NodeId;

use crate::document::Document;

/// Time between two turns.
const SECONDS_PER_TURN: f64 = 0.6;

/// Playback, running or paused.
#[derive(Debug, Default)]
pub(crate) struct Playback {
    running: Option<AutoAdvance>,
    waiting: Option<WaitingRun>,
}

/// A run to be played as soon as the game is in front.
#[derive(Debug)]
pub(crate) struct WaitingRun {
    /// Name of its branch.
    pub(crate) name: String,
    /// Its actions, from the start.
    pub(crate) actions: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
struct AutoAdvance {
    source: TurnSource,
    /// When the next turn is due.
    due: f64,
}

/// Source of the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnSource {
    /// The recorded branch.
    Branch,
    /// The game's own advice.
    Advice,
}

impl Playback {
    /// Whether turns advance automatically.
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether playback follows the game's advice.
    pub(crate) fn is_advised(&self) -> bool {
        self.running.is_some_and(|run| run.source == TurnSource::Advice)
    }

    /// Stops; `false` if playback was not running.
    pub(crate) fn stop(&mut self) -> bool {
        self.running.take().is_some()
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
        let Some(run) = self.running.filter(|run| now >= run.due) else { return Ok(()) };
        self.running = None;
        if run.source.next_turn(document)? {
            self.start(run.source, now);
        }
        Ok(())
    }

    /// Returns the time until the next turn is due.
    pub(crate) fn wait(&self, now: f64) -> Option<Duration> {
        self.running.map(|run| Duration::from_secs_f64((run.due - now).max(0.0)))
    }

    fn start(&mut self, source: TurnSource, now: f64) {
        self.running = Some(AutoAdvance { source, due: now + SECONDS_PER_TURN });
    }
}

impl TurnSource {
    /// Takes a turn; returns `false` if it was the last one.
    fn next_turn(self, document: &mut Document) -> Result<bool, String> {
        match self {
            Self::Branch => {
                document.forward();
                Ok(!document.at_tip())
            }
            Self::Advice => {
                let Some(action) = document.advice().cloned() else { return Ok(false) };
                document.act(&action)?;
                Ok(document.advice().is_some())
            }
        }
    }
}
