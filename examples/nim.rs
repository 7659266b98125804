//! Nim with a die, as a ruleset to copy: two players take stones from heaps, and whoever takes the last one wins.
//! Instead of choosing a number, a player may roll the die.
//!
//! `cargo run --example nim` plays a short game; `tests/nim.rs` checks it against the laws of every ruleset.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use timeloom::prelude::*;

const PLAYERS: [&str; 2] = ["Ann", "Ben"];
/// Highest number on the die, and the most stones a player may take.
const MOST: u8 = 3;

/// The level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Heaps {
    heaps: Vec<u8>,
}

impl Level for Heaps {
    const RULESET: &'static str = "nim";

    fn title(&self) -> String {
        format!("{} heaps", self.heaps.len())
    }
}

/// Everything that changes. The heaps are shared, so that cloning costs the same for any number of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    heaps: Arc<[u8]>,
    /// Index of the player who moves next.
    next: usize,
    rng: Mulberry32,
}

/// An action: `2x3` takes three stones from heap 2, `2xroll` as many as the die shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Move {
    heap: u8,
    /// Number of stones; `None` rolls the die.
    count: Option<u8>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count.map_or("roll".to_owned(), |count| count.to_string());
        write!(f, "{}x{count}", self.heap)
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let help = "write a heap and how many to take, such as 2x3 or 2xroll";
        let (heap, count) = text.split_once('x').ok_or(help)?;
        let stones = || count.parse().ok().filter(|&stones| stones > 0).ok_or(help);
        let count = if count == "roll" { None } else { Some(stones()?) };
        Ok(Self { heap: heap.parse().map_err(|_| help)?, count })
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
#[derive(Debug, Serialize, thiserror::Error)]
#[error("heap {heap} has {left} stones, and nobody takes more than {MOST}")]
pub(crate) struct Illegal {
    heap: u8,
    left: u8,
}

impl Refusal for Illegal {}

/// The rules on a level.
pub(crate) struct Nim(Heaps);

impl Rules for Nim {
    const VERSION: u16 = 1;

    type Level = Heaps;
    type State = State;
    type Action = Move;
    type Effect = Move;
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
        State { heaps: self.0.heaps.clone().into(), next: 0, rng: Mulberry32::from_seed(seed) }
    }

    fn actions(&self, state: &State) -> Vec<Move> {
        let heaps = (0..).zip(state.heaps.iter()).filter(|(_, left)| **left > 0);
        let counts = |left: u8| (1..=left.min(MOST)).map(Some).chain([None]);
        heaps.flat_map(|(heap, &left)| counts(left).map(move |count| Move { heap, count })).collect()
    }

    fn check(&self, state: &State, action: &Move) -> Result<Move, Illegal> {
        let left = state.heaps.get(usize::from(action.heap)).copied().unwrap_or(0);
        let refused = Illegal { heap: action.heap, left };
        if self.actions(state).contains(action) { Ok(*action) } else { Err(refused) }
    }

    fn apply_effect(&self, mut state: State, Move { heap, count }: Move) -> (State, Taken) {
        let rolled = count.is_none();
        let count = count.unwrap_or_else(|| 1 + state.rng.below(MOST.into()) as u8);
        let left = &mut Arc::make_mut(&mut state.heaps)[usize::from(heap)];
        let count = count.min(*left);
        *left -= count;
        let player = PLAYERS[state.next].to_owned();
        state.next = 1 - state.next;
        (state, Taken { player, heap, count, rolled })
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        let winner = PLAYERS[1 - state.next];
        state.heaps.iter().all(|&heap| heap == 0).then(|| GameResult::Won(winner.to_owned()))
    }

    /// Holds in every game; a state from another program may break it.
    fn invariants(&self, state: &State) -> Result<(), String> {
        let fits = state.next < PLAYERS.len() && state.heaps.len() == self.0.heaps.len();
        if fits { Ok(()) } else { Err("next is 0 or 1, and there are as many heaps as in the level".into()) }
    }

    /// Two bytes for ever: the heap and the number of stones, with 0 for a roll.
    fn pack(&self, action: &Move) -> Vec<u8> {
        vec![action.heap, action.count.unwrap_or(0)]
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Move, DecodeError> {
        let &[heap, count] = bytes else { return Err(DecodeError::new("an action of nim has two bytes")) };
        Ok(Move { heap, count: Some(count).filter(|&count| count > 0) })
    }
}

impl Testable for Nim {
    fn reseed(&self, state: State, seed: u64) -> Option<State> {
        Some(State { rng: Mulberry32::from_seed(seed), ..state })
    }
}

impl Show for Nim {
    fn scene(&self, state: &State, _view: View) -> Scene {
        let heaps = (0..).zip(state.heaps.iter());
        let stones = heaps.flat_map(|(x, &left)| (0..left.into()).map(move |y| Cell::new(x, y)));
        let height = self.0.heaps.iter().copied().max().unwrap_or(0).into();
        let mut board = Board::new(state.heaps.len() as u32, height);
        board.pieces = stones.map(|at| Piece::new(at, Shape::Disc, 'o', Tone::Blue, "a stone")).collect();
        Scene::new(format!("{} to move", PLAYERS[state.next]), board)
    }

    fn tell(&self, taken: &Taken) -> String {
        format!("{} takes {} from heap {}", taken.player, taken.count, taken.heap)
    }

    /// The result of the die is shown only after it was rolled.
    fn by_chance(&self, taken: &Taken) -> Option<String> {
        taken.rolled.then(|| format!("{} rolls for heap {}", taken.player, taken.heap))
    }
}

pub(crate) fn main() {
    let rules = Nim::new(Heaps { heaps: vec![1, 2, 3] }).expect("it can be played");
    let mut state = rules.start(7);
    for action in ["2x3", "1xroll", "1x1", "0x1"] {
        let (next, taken) = rules.apply(&state, &action.parse().expect("an action")).expect("it is legal");
        println!("{}", rules.tell(&taken));
        state = next;
    }
    println!("{:?}", rules.result(&state));
}
