//! Presentation and description of a game, apart from its rules.
//!
//! Implemented by each module under `rulesets/`, called by [`crate::session`]. A simple game writes
//! [`Show::scene`] and [`Show::tell`]; the rest has defaults. Games with hidden choices, slices of time,
//! drawings or states that serde should not write, or boards on which people act by pointing, implement one more trait
//! each ([`Secrets`], [`SpaceTimeRules`], [`DrawingRules`], [`StateData`], [`Controls`]) and return it here. Must not know files, history or
//! screens.

mod controls;
mod cue;

use std::fmt::{self, Display};
use std::ops::Range;

use serde::Serialize;

pub use controls::Controls;
pub use cue::{CUES, Cue, CueInfo};

use crate::diff::Cause;
use crate::rules::{Refusal, Refused, Rules};
use crate::scene::cube::{Cube, Thread};
use crate::scene::{Layer, Scene, Sign, View};
use crate::sketch::{DrawingView, Problem};

/// Presentation and description of a game.
pub trait Show: Rules {
    /// Returns the scene of this state.
    fn scene(&self, state: &Self::State, view: View) -> Scene;
    /// Describes an outcome in a few words, for a log line.
    fn tell(&self, outcome: &Self::Outcome) -> String;

    /// The state as data for people and programs, if serde's form of it is not to be shown.
    fn state_data(&self) -> Option<&dyn StateData<Self::State>> {
        None
    }

    /// Layers that can be shown or hidden over the scene; at most 32.
    fn layers(&self) -> &'static [Layer] {
        &[]
    }

    /// Lists every action a player might consider here, in a fixed order: the legal ones, and those that deserve an
    /// explanation of why they are not.
    fn candidates(&self, state: &Self::State) -> Vec<Self::Action> {
        self.actions(state)
    }

    /// Returns the key-bound cue that this action answers to, if any.
    fn cue(&self, _action: &Self::Action) -> Option<Cue> {
        None
    }

    /// Describes an outcome that led to a state, in words and as data. Override it if an outcome refers to an earlier
    /// turn: `past` names that turn as the log does.
    fn report(
        &self,
        _state: &Self::State,
        outcome: &Self::Outcome,
        _past: Past<'_>,
    ) -> (String, serde_json::Value) {
        // Plain data always has a JSON form; should a type of a ruleset have none, null is used.
        (self.tell(outcome), serde_json::to_value(outcome).unwrap_or_default())
    }

    /// Explains why an action is refused in a state. Override it if a reason refers to an earlier turn: `past` names
    /// that turn as the log does.
    fn explain(&self, _state: &Self::State, reason: &Self::Illegal, _past: Past<'_>) -> Refused {
        reason.report()
    }

    /// Describes an outcome that depends on chance before it happens, such as "rolls the die": without anything
    /// random. `None` if the outcome does not depend on chance; then all of it is shown.
    ///
    /// States that differ only in their generator must give the same text.
    fn by_chance(&self, _outcome: &Self::Outcome) -> Option<String> {
        None
    }

    /// Returns a marker for the turn if people may want to find it again.
    fn sign(&self, _outcome: &Self::Outcome) -> Option<Sign> {
        None
    }

    /// Lists every path of the state as data that an outcome changed, with the rule; all of them or none.
    fn causes(&self, _outcome: &Self::Outcome) -> Vec<Cause> {
        Vec::new()
    }

    /// The words of actions and how to point at them; `None` if their text form is enough.
    fn controls(&self) -> Option<&dyn Controls<Self>> {
        None
    }

    /// The rules of hidden choices; `None` if everybody sees everything.
    fn secrets(&self) -> Option<&dyn Secrets<Self>> {
        None
    }

    /// The state in space and time; `None` in games without slices.
    fn space_time(&self) -> Option<&dyn SpaceTimeRules<Self::State>> {
        None
    }

    /// The state as a drawing; `None` unless a level is being drawn.
    fn drawing(&self) -> Option<&dyn DrawingRules<Self::State>> {
        None
    }
}

/// States that have a form of their own as data: because they hold secrets, or more than people want to see.
pub trait StateData<S> {
    /// Returns the state as data; all of it, unless the view asks for a part.
    fn data(&self, state: &S, view: View) -> serde_json::Value;

    /// Returns the wanted entries of [`StateData::data`]; more do no harm, but cost time if many states are
    /// visited.
    fn part(&self, state: &S, view: View, _is_wanted: &dyn Fn(&str) -> bool) -> serde_json::Value {
        self.data(state, view)
    }

    /// The list in [`StateData::data`] that grows with every turn, if there is one: the last entry of the object.
    /// Code that visits many states, or prints one of a million turns, omits it or takes it member by member.
    ///
    /// An action adds members at its end, or makes it shorter, as a restart does; then its members may differ.
    /// Members have no ids.
    fn long_list<'s>(&self, _state: &'s S) -> Option<LongList<'s>> {
        None
    }
}

/// Returns a state as data for people and programs.
pub fn data<R: Show>(rules: &R, state: &R::State, view: View) -> serde_json::Value {
    part(rules, state, view, None)
}

/// Returns at least the wanted entries of a state as data; all of them if `is_wanted` is `None`.
pub fn part<R: Show>(
    rules: &R,
    state: &R::State,
    view: View,
    is_wanted: Option<&dyn Fn(&str) -> bool>,
) -> serde_json::Value {
    match (rules.state_data(), is_wanted) {
        (Some(form), Some(is_wanted)) => form.part(state, view, is_wanted),
        (Some(form), None) => form.data(state, view),
        (None, _) => serde_json::to_value(state).unwrap_or_default(),
    }
}

/// Returns the list in a state that grows with every turn, if there is one.
pub fn long_list<'s, R: Show>(rules: &R, state: &'s R::State) -> Option<LongList<'s>> {
    rules.state_data()?.long_list(state)
}

/// A list in the state as data whose members are made on demand.
pub struct LongList<'s> {
    /// Its key in the object.
    pub key: &'static str,
    /// Number of members.
    pub len: usize,
    /// Returns a member.
    pub get: Box<dyn Fn(usize) -> serde_json::Value + 's>,
}

/// Hidden choices: who may know what, and when.
pub trait Secrets<R: Rules> {
    /// Names of the players by seat.
    fn seats(&self) -> Vec<String>;
    /// Whether the player on this seat learns of this action when it is taken.
    fn sees(&self, seat: u8, action: &R::Action) -> bool;
    /// Whether this outcome reveals to this seat what others chose in secret. It is then shown once it has happened,
    /// whoever acted, and never before.
    fn reveals(&self, seat: u8, outcome: &R::Outcome) -> bool;
}

/// States that have slices of time.
pub trait SpaceTimeRules<S> {
    /// Returns everything in some slices.
    fn cube(&self, state: &S, slices: Range<u32>) -> Option<Cube>;

    /// Returns only the player's path through some slices: cheap where the rest is not needed.
    fn path(&self, _state: &S, _slices: Range<u32>) -> Vec<Thread> {
        Vec::new()
    }
}

/// States that are drawings of a level.
pub trait DrawingRules<S> {
    /// Returns what an editor needs to draw.
    fn view(&self, state: &S, view: View) -> DrawingView;
    /// Returns errors that keep the drawing from being played, then warnings.
    fn problems(&self, state: &S) -> Vec<Problem>;
    /// Returns the text of the level.
    fn level_text(&self, state: &S) -> String;
}

/// A turn of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LogTurn {
    /// Number of actions that lead to it from the start of the log.
    pub turn: u32,
    /// Number of its node; `None` if it has not happened or there is no tree.
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

/// Names turns of the log for rules, which do not know it: `past(0)` is the turn of the action in question, whether
/// it happened or not, `past(1)` the one before it.
pub type Past<'a> = &'a dyn Fn(u32) -> LogTurn;
