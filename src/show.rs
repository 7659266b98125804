//! How a game is shown and told, apart from its law.
//!
//! Implemented by each room under `rulesets/`, called by [`crate::session`]. A plain game writes [`Show::scene`] and
//! [`Show::tell`]; the rest has defaults. Games with hidden choices, slices of time or drawings implement one more trait
//! each ([`Secrets`], [`SpaceTime`], [`DrawingRules`]) and hand it out. Must not know files, history or screens.

mod cue;

use std::fmt::{self, Display};
use std::ops::Range;

use serde::Serialize;

pub use cue::{CUES, Cue, CueInfo};

use crate::diff::Cause;
use crate::rules::{Refusal, Refused, Rules};
use crate::scene::cube::{Cube, Thread};
use crate::scene::{Layer, Scene, Sign, View};
use crate::sketch::{DrawingView, Problem};

/// How a game is shown and told.
pub trait Show: Rules {
    /// What is to be seen in this state.
    fn scene(&self, state: &Self::State, view: View) -> Scene;
    /// An outcome in a few words, for a log line.
    fn tell(&self, outcome: &Self::Outcome) -> String;

    /// The state as data for people and programs to read; the whole of it, unless the view asks for a part.
    fn data(&self, state: &Self::State, _view: View) -> serde_json::Value {
        serde_json::to_value(state).unwrap_or_default()
    }

    /// Layers that can be shown over the scene or hidden; at most 32.
    fn layers(&self) -> &'static [Layer] {
        &[]
    }

    /// Every action that a player might think of here, in a fixed order: the legal ones, and those that deserve an answer
    /// why they are not.
    fn candidates(&self, state: &Self::State) -> Vec<Self::Action> {
        self.actions(state)
    }

    /// What a player is used to pressing a key for, if this action is such a thing.
    fn cue(&self, _action: &Self::Action) -> Option<Cue> {
        None
    }

    /// Describes an outcome that led to a state, in words and as data. Override it if an outcome speaks of an earlier
    /// turn: `past` names that turn as the log does.
    fn report(
        &self,
        _state: &Self::State,
        outcome: &Self::Outcome,
        _past: Past<'_>,
    ) -> (String, serde_json::Value) {
        // Plain data always has a JSON form; should a type of a ruleset have none, its place is left empty.
        (self.tell(outcome), serde_json::to_value(outcome).unwrap_or_default())
    }

    /// Explains why an action is refused in a state. Override it if a reason speaks of an earlier turn: `past` names that
    /// turn as the log does.
    fn explain(&self, _state: &Self::State, reason: &Self::Illegal, _past: Past<'_>) -> Refused {
        reason.report()
    }

    /// What is told before an outcome happens that depends on chance, such as "rolls the die": nothing that is drawn, and
    /// of the rest what helps. `None` if no chance is in it; then all of it is told.
    ///
    /// States that differ only in their generator must give the same words.
    fn by_chance(&self, _outcome: &Self::Outcome) -> Option<String> {
        None
    }

    /// Marks the turn of an outcome that people may want to find again.
    fn sign(&self, _outcome: &Self::Outcome) -> Option<Sign> {
        None
    }

    /// Every place of the state as data that an outcome changed, and by which rule; all of them or none.
    fn causes(&self, _outcome: &Self::Outcome) -> Vec<Cause> {
        Vec::new()
    }

    /// The rules of hidden choices; `None` if everybody sees everything.
    fn secrets(&self) -> Option<&dyn Secrets<Self>> {
        None
    }

    /// The state in space and time; `None` in games without slices.
    fn space_time(&self) -> Option<&dyn SpaceTime<Self::State>> {
        None
    }

    /// The state as a drawing; `None` unless a level is drawn.
    fn drawing(&self) -> Option<&dyn DrawingRules<Self::State>> {
        None
    }
}

/// Hidden choices: who may know what, and when.
pub trait Secrets<R: Rules> {
    /// Names of the players who may keep something from each other, by seat.
    fn seats(&self) -> Vec<String>;
    /// Whether the player on this seat learns of this action when it is taken.
    fn sees(&self, seat: u8, action: &R::Action) -> bool;
    /// Whether this outcome reveals to this seat what others chose in secret. Then it is told once it has happened,
    /// whoever acted, and never before.
    fn reveals(&self, seat: u8, outcome: &R::Outcome) -> bool;
}

/// States that have slices of time.
pub trait SpaceTime<S> {
    /// Everything in some slices.
    fn cube(&self, state: &S, slices: Range<u32>) -> Option<Cube>;

    /// Only the player's path through some slices: cheap where the rest is not needed.
    fn path(&self, _state: &S, _slices: Range<u32>) -> Vec<Thread> {
        Vec::new()
    }
}

/// States that are drawings of a level.
pub trait DrawingRules<S> {
    /// What an editor needs to draw on.
    fn view(&self, state: &S, view: View) -> DrawingView;
    /// Errors that keep the drawing from being played, then warnings.
    fn problems(&self, state: &S) -> Vec<Problem>;
    /// The text of the level.
    fn level_text(&self, state: &S) -> String;
}

/// A turn of the log, by how many actions lead to it and by its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LogTurn {
    /// How many actions lead to it from the start of the log.
    pub turn: u32,
    /// The number of its node; none if it has not happened or there is no tree.
    pub node: Option<u32>,
}

impl Display for LogTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Some(node) => write!(f, "turn {} (n{node})", self.turn),
            None => write!(f, "turn {}", self.turn),
        }
    }
}

/// Names turns of the log for rules, which do not know it: `past(0)` is the turn of the action in question, whether it
/// happened or not, `past(1)` the one before it.
pub type Past<'a> = &'a dyn Fn(u32) -> LogTurn;
