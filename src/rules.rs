//! The heart: what a game is. A ruleset is a handful of pure functions over plain values; saves, undo, branches, replay,
//! the command line and the editor follow from them.
//!
//! Implemented by each room under `rulesets/`, called by [`crate::timeline`]. Must not know files, history or screens.

use std::fmt::{self, Debug, Display};
use std::ops::Range;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::codec::{self, DecodeError};
use crate::diff::Cause;
pub use crate::fault::Fault;
use crate::scene::cube::{Cube, Thread};
use crate::scene::{Facing, Layer, Scene, Sign, View};
use crate::sketch::{DrawingView, Problem};

/// Plain values: what states, actions and outcomes are made of. Cloning one must cost O(1); share what is large.
pub trait Data: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Data for T {}

/// What a game starts from: a value with a text form that people write and keep in files.
pub trait Level: Data {
    /// Reads a level file: TOML, or JSON of the same shape. Every problem is reported, not only the first.
    fn parse(text: &str) -> Result<Self, Vec<Fault>>;
    /// The text of this level: parsing it gives the level back, and writing that gives the same text.
    fn to_text(&self) -> String;
    /// What people call this level.
    fn title(&self) -> String;

    /// What its author says about it to those who play it, if anything.
    fn description(&self) -> Option<String> {
        None
    }

    /// Whether those who play it may take turns back. Front ends obey it; the rules and the log do not care.
    fn allows_undo(&self) -> bool {
        true
    }

    /// The ways through this level that were recorded with it.
    fn solutions(&self) -> Vec<Recorded> {
        Vec::new()
    }

    /// What is odd about a level file but does not keep it from being played, with its line where there is one.
    fn warnings(_text: &str) -> Vec<Fault> {
        Vec::new()
    }
}

/// A recorded way through a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What it is called.
    pub name: String,
    /// The actions, as text.
    pub actions: Vec<String>,
}

/// One ruleset set up on one level. `Ok` from [`Rules::new`] is the proof that the level can be played.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Stands in every save.
    const NAME: &'static str;
    /// Stands in every new save. Raised when old logs would replay differently; they go on by the rules they were begun
    /// with, see [`Rules::for_version`].
    const VERSION: u16;

    /// What a game starts from.
    type Level: Level;
    /// All that can change; with the level, all there is to know. Cloning it is O(1).
    type State: Data;
    /// What a player can decide. Its text form holds no white space, and parsing it gives the action back.
    type Action: Data + Display + FromStr<Err = String>;
    /// A legal action, worked out: what [`Rules::check`] found and [`Rules::apply_effect`] uses.
    type Effect;
    /// What an action brought about, for people and programs to read.
    type Outcome: Data;
    /// Why an action is not legal.
    type Illegal: Refusal;

    /// Sets the rules up on a level as they were in a version from 1 to [`Rules::VERSION`], or says all that is wrong with
    /// the level. A log is replayed, and goes on, by the version that began it.
    fn for_version(level: Self::Level, version: u16) -> Result<Self, Vec<Fault>>;
    /// The rules for a state that came from outside without its level, or what is impossible about that state.
    fn resume(state: &Self::State) -> Result<Self, Vec<Fault>>;
    /// The level these rules are set up on.
    fn level(&self) -> &Self::Level;
    /// The first state. The only place where a seed enters.
    fn start(&self, seed: u64) -> Self::State;
    /// Every legal action, in a fixed order; none when the game is over.
    fn actions(&self, state: &Self::State) -> Vec<Self::Action>;
    /// Whether an action is legal here: its effect, ready to be carried out, or the reason why not.
    fn check(&self, state: &Self::State, action: &Self::Action) -> Result<Self::Effect, Self::Illegal>;
    /// Carries out what [`Rules::check`] found on the state it was asked about. Cannot fail. Takes the state by value:
    /// history passes a clone, replay and search pass the only copy and pay for no sharing.
    fn apply_effect(&self, state: Self::State, effect: Self::Effect) -> (Self::State, Self::Outcome);
    /// How the game ended, if it has.
    fn result(&self, state: &Self::State) -> Option<GameResult>;
    /// What must hold in every state that can be reached.
    fn invariants(&self, state: &Self::State) -> Result<(), String>;

    /// The bytes of an action as they stand in the log, for ever: a common action takes one or two. Every variant has a
    /// code that was chosen, not its place in an enum or a list.
    fn pack(&self, action: &Self::Action) -> Vec<u8>;
    /// The action that [`Rules::pack`] made these bytes from; no others are taken.
    fn unpack(&self, bytes: &[u8]) -> Result<Self::Action, DecodeError>;
    /// The codes in the bytes of an action, by name: of the action itself and of every variant within it.
    fn tags(action: &Self::Action) -> Vec<String>;
    /// Every name that [`Rules::tags`] gives. The golden saves hold each of them.
    fn all_tags() -> Vec<String>;

    /// Sets today's rules up on a level.
    fn new(level: Self::Level) -> Result<Self, Vec<Fault>> {
        Self::for_version(level, Self::VERSION)
    }

    /// What this game would play by itself here, if it has a player of its own; always legal.
    fn advise(&self, _state: &Self::State) -> Option<Self::Action> {
        None
    }

    /// Check, then carry out: the next state and what happened.
    fn apply(
        &self,
        state: &Self::State,
        action: &Self::Action,
    ) -> Result<(Self::State, Self::Outcome), Self::Illegal> {
        let effect = self.check(state, action)?;
        Ok(self.apply_effect(state.clone(), effect))
    }

    /// Tells states apart; equal states have equal fingerprints on every machine.
    fn fingerprint(&self, state: &Self::State) -> u64 {
        codec::fingerprint(state)
    }
}

/// The look of a game, apart from its law.
pub trait Show: Rules {
    /// What is to be seen in this state.
    fn scene(&self, state: &Self::State, view: View) -> Scene;
    /// An outcome in a few words, for a log line.
    fn tell(&self, outcome: &Self::Outcome) -> String;

    /// An outcome that led to a state, in words and as data. Override it if an outcome speaks of an earlier turn: `past`
    /// names that turn as the log does.
    fn recount(
        &self,
        _state: &Self::State,
        outcome: &Self::Outcome,
        _past: Past<'_>,
    ) -> (String, serde_json::Value) {
        // Plain data always has a JSON form; should a type of a ruleset have none, its place is left empty.
        (self.tell(outcome), serde_json::to_value(outcome).unwrap_or_default())
    }

    /// Why an action is refused in a state, as plain data. Override it if a reason speaks of an earlier turn: `past`
    /// names that turn as the log does.
    fn explain(&self, _state: &Self::State, reason: &Self::Illegal, _past: Past<'_>) -> Refused {
        reason.report()
    }

    /// What is told before an outcome happens that depends on chance, such as "rolls the die": nothing that is drawn, and
    /// of the rest what helps. `None` if no chance is in it; then all of it is foretold.
    ///
    /// States that differ only in their generator must give the same words.
    fn by_chance(&self, _outcome: &Self::Outcome) -> Option<String> {
        None
    }

    /// What makes the turn of an outcome worth finding again, if anything does.
    fn sign(&self, _outcome: &Self::Outcome) -> Option<Sign> {
        None
    }

    /// Every action that a player might think of here, in a fixed order: the legal ones, and those that are worth an
    /// answer why they are not.
    fn conceivable(&self, state: &Self::State) -> Vec<Self::Action> {
        self.actions(state)
    }

    /// What a player is used to pressing a key for, if this action is such a thing.
    fn cue(&self, _action: &Self::Action) -> Option<Cue> {
        None
    }

    /// What can be laid over the scene or left out of it; at most 32.
    fn layers(&self) -> &'static [Layer] {
        &[]
    }

    /// What an outcome changed in the state as data, place by place, and by which rule; all of it or nothing.
    fn causes(&self, _outcome: &Self::Outcome) -> Vec<Cause> {
        Vec::new()
    }

    /// The players who may keep something from each other, by seat; none when everybody sees everything.
    fn seats(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the player on this seat learns of this action when it is taken.
    fn sees(&self, _seat: u8, _action: &Self::Action) -> bool {
        true
    }

    /// Whether this outcome lays open to this seat what others chose in secret. Then it is told once it has happened,
    /// whoever acted, and never foretold.
    fn reveals(&self, _seat: u8, _outcome: &Self::Outcome) -> bool {
        false
    }

    /// The state in space and time, through some slices; nothing in games that have no slices.
    fn cube(&self, _state: &Self::State, _slices: Range<u32>) -> Option<Cube> {
        None
    }

    /// Of the state in space and time only the player's way, through some slices.
    fn way(&self, _state: &Self::State, _slices: Range<u32>) -> Vec<Thread> {
        Vec::new()
    }

    /// The state as a drawing; nothing if it is none.
    fn drawing_view(&self, _state: &Self::State, _view: View) -> Option<DrawingView> {
        None
    }

    /// What keeps a drawing from being played, and what is odd about it; the grave ones first.
    fn problems(&self, _state: &Self::State) -> Vec<Problem> {
        Vec::new()
    }

    /// The text of the level that a drawing is of; nothing if it is none.
    fn drawn(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The state as data for people and programs to read; the whole of it, unless the view asks for a part.
    fn data(&self, state: &Self::State, _view: View) -> serde_json::Value {
        serde_json::to_value(state).unwrap_or_default()
    }
}

/// What players are used to pressing a key for. Which key that is, is not said here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cue {
    /// Go there.
    Move(Facing),
    /// Push what is there.
    Push(Facing),
    /// Go there and take along what is behind.
    Pull(Facing),
    /// Let time pass.
    Wait,
    /// Use what is here.
    Use,
    /// Begin again.
    Restart,
    /// Let the game go on by a step.
    Next,
}

/// The reason why an action is not legal: a sentence (its `Display`), a code and the facts behind it.
///
/// By default the code is the name of the enum's variant and the facts are its fields, as serde sees them.
pub trait Refusal: std::error::Error + Serialize + Send + Sync + 'static {
    /// The reason as plain data.
    fn report(&self) -> Refused {
        let (code, context) = tagged(self);
        Refused { code, message: self.to_string(), context }
    }
}

/// The name of an enum's variant and its fields, as serde sees them.
pub fn tagged<T: Serialize + ?Sized>(value: &T) -> (String, serde_json::Value) {
    match serde_json::to_value(value).unwrap_or_default() {
        serde_json::Value::String(code) => (code, serde_json::json!({})),
        serde_json::Value::Object(map) if map.len() == 1 => {
            map.into_iter().next().unwrap_or_else(|| unreachable!("the map has one entry"))
        }
        other => ("Illegal".to_owned(), other),
    }
}

/// Why an action was refused, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// A name for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// The facts behind it.
    pub context: serde_json::Value,
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

/// How a game ended; the text says who or why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// Somebody won.
    Won(String),
    /// The player lost.
    Lost(String),
    /// Nobody won.
    Draw(String),
}

impl Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(who) => write!(f, "won: {who}"),
            Self::Lost(why) => write!(f, "lost: {why}"),
            Self::Draw(why) => write!(f, "draw: {why}"),
        }
    }
}
