//! Nim with a die, as a ruleset to copy: two players take stones from heaps, and whoever takes the last one wins.
//! Instead of choosing a number, a player may roll the die.
//!
//! `cargo run --example nim` plays a short game; `tests/nim.rs` checks it against the laws of every ruleset.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use timeloom::codec::DecodeError;
use timeloom::fault;
use timeloom::rng::Mulberry32;
use timeloom::rules::{Fault, GameResult, Level, Refusal, Rules};
use timeloom::scene::{Board, Cell, Piece, Scene, Shape, Tone, View};
use timeloom::show::Show;

const PLAYERS: [&str; 2] = ["Ann", "Ben"];
/// Highest number on the die, and the most stones a player may take.
const MOST: u8 = 3;

/// The level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Heaps {
    heaps: Vec<u8>,
}

impl Level for Heaps {
    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        toml::from_str(text).map_err(|error| vec![fault::from_toml(text, &error)])
    }

    fn to_text(&self) -> String {
        format!("ruleset = \"nim\"\nheaps = {:?}\n", self.heaps)
    }

    fn title(&self) -> String {
        format!("{} heaps", self.heaps.len())
    }
}

/// Everything that changes. The heaps are shared, so that cloning costs the same for any number of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    heaps: Arc<[u8]>,
    turns: u32,
    rng: Mulberry32,
}

impl State {
    fn player(&self, before: u32) -> &'static str {
        PLAYERS[(self.turns - before) as usize % 2]
    }
}

/// `2x3` takes three stones from heap 2, `2xroll` as many as the die shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Take {
    heap: u8,
    /// Number of stones; `None` rolls.
    count: Option<u8>,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Some(count) => write!(f, "{}x{count}", self.heap),
            None => write!(f, "{}xroll", self.heap),
        }
    }
}

impl FromStr for Take {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write a heap and how many to take, such as 2x3 or 2xroll".to_owned();
        let (heap, count) = text.split_once('x').ok_or_else(wrong)?;
        let count = if count == "roll" { None } else { Some(count.parse().map_err(|_| wrong())?) };
        Ok(Self { heap: heap.parse().map_err(|_| wrong())?, count })
    }
}

/// The outcome: who took how many from which heap, and whether the die decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Taken {
    player: String,
    heap: u8,
    count: u8,
    rolled: bool,
}

/// Why an action is refused.
#[derive(Debug, PartialEq, Serialize, thiserror::Error)]
#[error("heap {heap} has {left} stones, and nobody takes more than {MOST}")]
pub(crate) struct Illegal {
    heap: u8,
    left: u8,
}

impl Refusal for Illegal {}

/// The rules on a level.
pub(crate) struct Nim(Heaps);

impl Rules for Nim {
    const NAME: &'static str = "nim";
    const VERSION: u16 = 1;

    type Level = Heaps;
    type State = State;
    type Action = Take;
    type Effect = Take;
    type Outcome = Taken;
    type Illegal = Illegal;

    fn for_version(level: Heaps, _version: u16) -> Result<Self, Vec<Fault>> {
        let playable = (1..=20).contains(&level.heaps.len()) && level.heaps.iter().any(|&heap| heap > 0);
        if playable { Ok(Self(level)) } else { Err(vec![Fault::new("nim needs 1 to 20 heaps and a stone")]) }
    }

    fn level(&self) -> &Heaps {
        &self.0
    }

    fn start(&self, seed: u64) -> State {
        State { heaps: self.0.heaps.clone().into(), turns: 0, rng: Mulberry32::new(seed as u32) }
    }

    fn reseed(&self, state: State, seed: u64) -> Option<State> {
        Some(State { rng: Mulberry32::new(seed as u32), ..state })
    }

    fn actions(&self, state: &State) -> Vec<Take> {
        let heaps = (0..).zip(state.heaps.iter());
        let counts = |heap, left: u8| {
            (1..=left.min(MOST)).map(Some).chain([None]).map(move |count| Take { heap, count })
        };
        heaps.filter(|(_, left)| **left > 0).flat_map(|(heap, &left)| counts(heap, left)).collect()
    }

    fn check(&self, state: &State, action: &Take) -> Result<Take, Illegal> {
        let left = state.heaps.get(usize::from(action.heap)).copied().unwrap_or(0);
        let is_legal = left > 0 && action.count.is_none_or(|count| (1..=left.min(MOST)).contains(&count));
        if is_legal { Ok(*action) } else { Err(Illegal { heap: action.heap, left }) }
    }

    fn apply_effect(&self, mut state: State, Take { heap, count }: Take) -> (State, Taken) {
        let mut heaps = state.heaps.to_vec();
        let left = &mut heaps[usize::from(heap)];
        let taken = count.unwrap_or_else(|| 1 + state.rng.below(MOST.into()) as u8).min(*left);
        *left -= taken;
        let outcome = Taken { player: state.player(0).into(), heap, count: taken, rolled: count.is_none() };
        (State { heaps: heaps.into(), turns: state.turns + 1, ..state }, outcome)
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        state.heaps.iter().all(|&heap| heap == 0).then(|| GameResult::Won(state.player(1).into()))
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        let fits = state.heaps.len() == self.0.heaps.len();
        fits.then_some(())
            .ok_or_else(|| format!("{} heaps on a level of {}", state.heaps.len(), self.0.heaps.len()))
    }

    /// Two bytes for ever: the heap and the number of stones, with 0 for a roll.
    fn pack(&self, action: &Take) -> Vec<u8> {
        vec![action.heap, action.count.unwrap_or(0)]
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Take, DecodeError> {
        match *bytes {
            [heap, count] => Ok(Take { heap, count: Some(count).filter(|count| *count > 0) }),
            _ => Err(DecodeError::new("an action of nim has two bytes")),
        }
    }

    fn tags(action: &Take) -> Vec<String> {
        vec![if action.count.is_some() { "take" } else { "roll" }.to_owned()]
    }

    fn all_tags() -> Vec<String> {
        vec!["take".to_owned(), "roll".to_owned()]
    }
}

impl Show for Nim {
    fn scene(&self, state: &State, _view: View) -> Scene {
        let stones = (0..)
            .zip(state.heaps.iter())
            .flat_map(|(x, &left)| (0..u32::from(left)).map(move |y| Cell::new(x, y)));
        let pieces = stones.map(|at| Piece::new(at, Shape::Disc, 'o', Tone::Blue, "a stone")).collect();
        let height = self.0.heaps.iter().copied().max().unwrap_or(0).into();
        Scene::new(
            format!("{} to move", state.player(0)),
            Board { pieces, ..Board::new(state.heaps.len() as u32, height) },
        )
    }

    fn tell(&self, taken: &Taken) -> String {
        format!("{} takes {} from heap {}", taken.player, taken.count, taken.heap)
    }

    /// The result of the die is shown only after it was rolled.
    fn by_chance(&self, taken: &Taken) -> Option<String> {
        taken.rolled.then(|| format!("{} rolls for heap {}", taken.player, taken.heap))
    }
}

#[allow(dead_code, reason = "the tests include this file for its ruleset")]
fn main() {
    let rules = Nim::new(Heaps { heaps: vec![1, 2, 3] }).expect("it can be played");
    let mut state = rules.start(7);
    for action in ["2x3", "1xroll", "1x1", "0x1"] {
        match rules.apply(&state, &action.parse().expect("an action")) {
            Ok((next, taken)) => (state, _) = (next, println!("{}", rules.tell(&taken))),
            Err(reason) => println!("{action} is refused: {reason}"),
        }
    }
    println!("{:?}", rules.result(&state));
}
