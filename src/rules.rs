//! The heart: what a game is. A ruleset is a handful of pure functions over plain values; saves, undo, branches, replay,
//! the command line and the editor follow from them.
//!
//! Implemented by each room under `rulesets/`, called by [`crate::timeline`]. Must not know files, history or screens.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::codec::{self, DecodeError};
pub use crate::fault::Fault;

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
    /// A legal action, worked out: what [`Rules::check`] found and [`Rules::apply_effect`] uses. Where there is nothing to
    /// work out, it is the action.
    type Effect;
    /// What an action brought about, for people and programs to read.
    type Outcome: Data;
    /// Why an action is not legal.
    type Illegal: Refusal;

    /// Sets the rules up on a level as they were in a version from 1 to [`Rules::VERSION`], or says all that is wrong with
    /// the level. A log is replayed, and goes on, by the version that began it.
    fn for_version(level: Self::Level, version: u16) -> Result<Self, Vec<Fault>>;
    /// The rules for a state that came from outside without its level, or what is impossible about that state. Needed
    /// only where a state is enough to play on.
    fn resume(_state: &Self::State) -> Result<Self, Vec<Fault>> {
        Err(vec![Fault::new(format!("a state of {} needs its level: send both", Self::NAME))])
    }

    /// The level these rules are set up on.
    fn level(&self) -> &Self::Level;
    /// The first state. The only place where a seed enters.
    fn start(&self, seed: u64) -> Self::State;
    /// The same state with its generator started anew, for whoever tries out what chance might bring; `None` if nothing
    /// in this game is up to chance.
    fn reseed(&self, _state: Self::State, _seed: u64) -> Option<Self::State> {
        None
    }

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

    /// Check, then apply: the next state and what happened.
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

/// The reason why an action is not legal: a sentence (its `Display`), a code and the facts behind it.
///
/// By default the code is the name of the enum's variant and the facts are its fields, as serde sees them.
pub trait Refusal: std::error::Error + Serialize + Send + Sync + 'static {
    /// The reason as plain data.
    fn report(&self) -> Refused {
        let (code, context) = tagged(self);
        Refused { code, message: self.to_string(), context, changes_nothing: self.changes_nothing() }
    }

    /// Whether the action is refused only because everything is as it would be after it.
    fn changes_nothing(&self) -> bool {
        false
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
    /// Whether it was refused only because it would change nothing.
    #[serde(skip)]
    pub changes_nothing: bool,
}

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
