//! The core: the definition of a game. A ruleset is a handful of pure functions over plain values; saves,
//! undo, branches, replay, the command line and the editor are built on them.
//!
//! Implemented by each module under `rulesets/`, called by [`crate::timeline`]. Must not know files, history
//! or screens.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::codec::{self, DecodeError};
pub use crate::fault::Fault;
use crate::level_text;
use crate::solver::Search;

/// Plain values, for states, actions and outcomes. Cloning one must cost O(1); share what is large.
pub trait Data: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Data for T {}

/// Setup of a game: a value with a text form that people write and keep in files.
pub trait Level: Data {
    /// Name of the ruleset, written in level files and saves.
    const RULESET: &'static str;

    /// Reads a level file: TOML, or JSON of the same shape. By default the fields of the struct are its keys, and the
    /// first problem is reported; a level that people write at length should report every one (`level_text`).
    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        level_text::from_settings(Self::RULESET, text)
    }

    /// Returns the text of this level: parsing it gives the level back, and writing that gives the same text.
    fn to_text(&self) -> String {
        level_text::to_settings(Self::RULESET, self)
    }

    /// Title of this level.
    fn title(&self) -> String;

    /// Identifies this level through all its versions, so that playthroughs of an earlier one are found again.
    fn id(&self) -> String {
        self.title()
    }

    /// Description by the author for players, if any.
    fn description(&self) -> Option<String> {
        None
    }

    /// Whether players may take turns back. Enforced by front ends; the rules and the log ignore it.
    fn allows_undo(&self) -> bool {
        true
    }

    /// Recorded runs that are stored with this level.
    fn solutions(&self) -> Vec<Recorded> {
        Vec::new()
    }

    /// Returns this level with one more recorded run, if it can hold any.
    fn with_solution(&self, _solution: Recorded) -> Option<Self> {
        None
    }

    /// Warnings about a level file that do not keep it from being played, with lines where known.
    fn warnings(_text: &str) -> Vec<Fault> {
        Vec::new()
    }
}

/// A recorded run of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Name of the run.
    pub name: String,
    /// The actions, as text.
    pub actions: Vec<String>,
}

/// One ruleset set up on one level. `Ok` from [`Rules::new`] proves that the level can be played.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Name of the ruleset, written in every save.
    const NAME: &'static str = Self::Level::RULESET;
    /// Version of the rules, written in every new save. Raised when old logs would replay differently; old logs keep
    /// the rules they were begun with, see [`Rules::for_version`].
    const VERSION: u16;

    /// Setup of a game.
    type Level: Level;
    /// Everything that can change; together with the level it determines the game. Cloning it is O(1).
    type State: Data;
    /// A decision of a player. Its text form has no white space, and parsing it gives the action back.
    type Action: Data + Display + FromStr<Err = String>;
    /// A legal action with everything computed: returned by [`Rules::check`], used by [`Rules::apply_effect`]. If
    /// there is nothing to compute, this is the action itself.
    type Effect;
    /// The result of an action, for people and programs to read.
    type Outcome: Data;
    /// Reason why an action is not legal.
    type Illegal: Refusal;

    /// Sets up the rules on a level as they were in a version from 1 to [`Rules::VERSION`], or returns everything
    /// that is wrong with the level. A log is replayed and continued by the version that began it.
    fn for_version(level: Self::Level, version: u16) -> Result<Self, Vec<Fault>>;
    /// Sets up the rules for a state from outside without its level, or returns everything that is impossible
    /// about that state. Needed only if a state is enough to continue a game.
    fn resume(_state: &Self::State) -> Result<Self, Vec<Fault>> {
        Err(vec![Fault::new(format!("a state of {} needs its level: send both", Self::NAME))])
    }

    /// The level these rules are set up on.
    fn level(&self) -> &Self::Level;
    /// Returns the first state. The only place where a seed enters.
    fn start(&self, seed: u64) -> Self::State;
    /// Every legal action, in a fixed order; none when the game is over.
    fn actions(&self, state: &Self::State) -> Vec<Self::Action>;
    /// Checks whether an action is legal here: returns its effect, ready to be applied, or the reason why not.
    fn check(&self, state: &Self::State, action: &Self::Action) -> Result<Self::Effect, Self::Illegal>;
    /// Applies the effect that [`Rules::check`] returned for this state. Cannot fail. Takes the state by value:
    /// history passes a clone, replay and search pass the only copy and pay for no sharing.
    fn apply_effect(&self, state: Self::State, effect: Self::Effect) -> (Self::State, Self::Outcome);
    /// Returns how the game ended, if it has.
    fn result(&self, state: &Self::State) -> Option<GameResult>;
    /// Checks what must hold in every reachable state.
    fn invariants(&self, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }

    /// Encodes an action for the log, for ever: a common action takes one or two bytes. Every variant has an
    /// explicitly assigned code that does not depend on its position in an enum or a list.
    fn pack(&self, action: &Self::Action) -> Vec<u8>;
    /// Decodes an action; accepts only bytes that [`Rules::pack`] writes.
    fn unpack(&self, bytes: &[u8]) -> Result<Self::Action, DecodeError>;
    /// Sets up the current rules on a level.
    fn new(level: Self::Level) -> Result<Self, Vec<Fault>> {
        Self::for_version(level, Self::VERSION)
    }

    /// Returns a search for the shortest way to win from a state, in games for one player.
    fn search<'s>(&'s self, _from: &'s Self::State) -> Option<Box<dyn Search<Self::Action> + 's>> {
        None
    }

    /// Returns the move of the game's built-in player, if it has one; always legal.
    fn advise(&self, _state: &Self::State) -> Option<Self::Action> {
        None
    }

    /// Checks and applies an action: returns the next state and the outcome.
    fn apply(
        &self,
        state: &Self::State,
        action: &Self::Action,
    ) -> Result<(Self::State, Self::Outcome), Self::Illegal> {
        let effect = self.check(state, action)?;
        Ok(self.apply_effect(state.clone(), effect))
    }

    /// Returns a hash that tells states apart; equal states have equal fingerprints on every machine.
    fn fingerprint(&self, state: &Self::State) -> u64 {
        codec::fingerprint(state)
    }
}

/// Functions for the tests of every ruleset. Neither the rules nor a session use them: an empty `impl` is
/// enough for a game without chance whose actions have no inner variants.
pub trait Testable: Rules {
    /// Returns the same state with a restarted generator, to try other random results; `None` if the game has
    /// no chance.
    fn reseed(&self, _state: Self::State, _seed: u64) -> Option<Self::State> {
        None
    }

    /// Names of the codes in the bytes of an action: of the action itself and of every variant within it. By default
    /// the name of its variant.
    fn tags(action: &Self::Action) -> Vec<String> {
        vec![codec::variant(action).unwrap_or(Self::NAME).to_owned()]
    }

    /// Every name that [`Testable::tags`] can return. The golden saves contain each of them.
    fn all_tags() -> Vec<String> {
        let variants = codec::variants::<Self::Action>();
        let names = if variants.is_empty() { &[Self::NAME] } else { variants };
        names.iter().map(|&name| name.to_owned()).collect()
    }
}

/// The reason why an action is not legal: a sentence (its `Display`), a code and the facts behind it.
///
/// By default the code is the name of the enum's variant and the facts are its fields, as serde sees them.
pub trait Refusal: std::error::Error + Serialize + Send + Sync + 'static {
    /// The reason as plain data.
    fn report(&self) -> Refused {
        let (code, context) = tagged(self);
        Refused { kind: self.kind(), ..Refused::new(code, self.to_string(), context) }
    }

    /// The kind of the reason, for programs that treat some kinds differently.
    fn kind(&self) -> RefusalKind {
        RefusalKind::Illegal
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
    /// Code for programs.
    pub code: String,
    /// Message for people.
    pub message: String,
    /// The facts behind it.
    pub context: serde_json::Value,
    /// Kind of the reason.
    #[serde(skip)]
    pub kind: RefusalKind,
}

/// Kind of a refusal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RefusalKind {
    /// The rules forbid the action.
    #[default]
    Illegal,
    /// The action would change nothing.
    NothingChanges,
    /// A text in the action is too long.
    TooLong,
}

impl Refused {
    /// Creates the refusal of an illegal action.
    pub fn new(code: impl Into<String>, message: String, context: serde_json::Value) -> Self {
        Self { code: code.into(), message, context, kind: RefusalKind::default() }
    }
}

/// Result of a game; the text says who or why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// A player or side won.
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
