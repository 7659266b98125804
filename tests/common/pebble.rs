//! The smallest game that can branch, refuse and end: a pebble on a row of cells, pushed left and right until it
//! falls off. `Pebble<1>`, `<2>` and `<3>` are versions of its rules: from the second on it rolls further from every
//! fifth cell, and from the third on it cannot be pushed left.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use timeloom::codec::DecodeError;
use timeloom::game::Play;
use timeloom::journal::storage::{Memory, Storage};
use timeloom::journal::{Durability, Scan};
use timeloom::rules::{Fault, GameResult, Level, Refusal, Rules};
use timeloom::scene::{Board, Cell, Piece, Scene, Shape, Tone, View};
use timeloom::session::{self, OpenError, Opening, Session};
use timeloom::show::Show;

pub(crate) struct Pebble<const VERSION: u16> {
    row: Row,
}

/// The level: the number of cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) cells: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) at: i64,
    pub(crate) pushes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Push {
    Left,
    Right,
}

#[derive(Debug, PartialEq, Serialize, thiserror::Error)]
pub(crate) enum Stuck {
    #[error("the pebble has fallen off the row")]
    Fallen,
    #[error("a wall stands left of cell 0")]
    Wall,
}

impl Refusal for Stuck {}

impl Level for Row {
    const RULESET: &'static str = "pebble";

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        toml::from_str(text).map_err(|error| vec![timeloom::fault::from_toml(text, &error)])
    }

    fn to_text(&self) -> String {
        format!("cells = {}\n", self.cells)
    }

    fn title(&self) -> String {
        format!("{} cells", self.cells)
    }
}

impl<const VERSION: u16> Rules for Pebble<VERSION> {
    const VERSION: u16 = VERSION;
    type Level = Row;
    type State = State;
    type Action = Push;
    type Effect = i64;
    type Outcome = i64;
    type Illegal = Stuck;

    /// Ignores the version, so that old logs show what happens when a ruleset forgets a version.
    fn for_version(row: Row, _version: u16) -> Result<Self, Vec<Fault>> {
        if row.cells > 0 { Ok(Self { row }) } else { Err(vec![Fault::new("a row needs at least one cell")]) }
    }

    fn level(&self) -> &Row {
        &self.row
    }

    fn start(&self, seed: u64) -> State {
        State { at: (seed % u64::from(self.row.cells)) as i64, pushes: 0 }
    }

    fn actions(&self, state: &State) -> Vec<Push> {
        [Push::Left, Push::Right].into_iter().filter(|push| self.check(state, push).is_ok()).collect()
    }

    fn check(&self, state: &State, push: &Push) -> Result<i64, Stuck> {
        match push {
            _ if self.result(state).is_some() => Err(Stuck::Fallen),
            Push::Left if state.at == 0 || VERSION > 2 => Err(Stuck::Wall),
            Push::Left => Ok(state.at - 1),
            Push::Right if VERSION > 1 && state.at % 5 == 4 => Ok(state.at + 2),
            Push::Right => Ok(state.at + 1),
        }
    }

    fn apply_effect(&self, state: State, at: i64) -> (State, i64) {
        (State { at, pushes: state.pushes + 1 }, at)
    }

    fn pack(&self, push: &Push) -> Vec<u8> {
        vec![match push {
            Push::Left => 0,
            Push::Right => 1,
        }]
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Push, DecodeError> {
        match bytes {
            [0] => Ok(Push::Left),
            [1] => Ok(Push::Right),
            _ => Err(DecodeError::new("no push has such bytes")),
        }
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        (state.at >= i64::from(self.row.cells)).then(|| GameResult::Won("gravity".into()))
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        if state.at >= 0 { Ok(()) } else { Err(format!("the pebble is at {}", state.at)) }
    }
}

impl<const VERSION: u16> Show for Pebble<VERSION> {
    fn scene(&self, state: &State, _: View) -> Scene {
        let piece = Piece::new(Cell::new(state.at as u32, 0), Shape::Disc, 'o', Tone::Blue, "the pebble");
        let board = Board { pieces: vec![piece], ..Board::new(self.row.cells, 1) };
        Scene::new(format!("cell {}", state.at), board)
    }

    fn tell(&self, at: &i64) -> String {
        format!("to cell {at}")
    }
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Left { "L" } else { "R" })
    }
}

impl FromStr for Push {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "L" => Ok(Self::Left),
            "R" => Ok(Self::Right),
            _ => Err("the pushes are L and R".into()),
        }
    }
}

/// Returns the header of a game on a row of cells.
pub(crate) fn begin<const V: u16>(cells: u32) -> Vec<u8> {
    session::begin::<Pebble<V>>(Row { cells }, 0).expect("the row is good").to_bytes()
}

/// Starts a game on a row of cells in memory; returns it with its storage.
pub(crate) fn start<const V: u16>(cells: u32) -> (Session<Pebble<V>>, Memory) {
    let memory = Memory::new(begin::<V>(cells));
    (open_on(memory.clone(), Durability::EachAction).expect("it was just begun"), memory)
}

pub(crate) fn open_on<const V: u16>(
    disk: impl Storage + 'static,
    durability: Durability,
) -> Result<Session<Pebble<V>>, OpenError> {
    Session::open(Scan::begin(Box::new(disk))?, Opening { durability, progress: &mut |_| {} })
}

pub(crate) fn open<const V: u16>(bytes: &[u8]) -> Result<Session<Pebble<V>>, OpenError> {
    open_on(Memory::new(bytes.to_vec()), Durability::EachAction)
}

/// Plays moves given as letters: `L` and `R` push, `u` undoes, `r` redoes, `0` goes to the start.
pub(crate) fn play(game: &mut dyn Play, moves: &str) {
    for letter in moves.chars() {
        match letter {
            'u' => assert!(game.undo(), "nothing to undo in {moves}"),
            'r' => assert!(game.redo(), "nothing to redo in {moves}"),
            '0' => game.seek(timeloom::timeline::NodeId::ROOT),
            push => {
                let bytes = game.parse(&push.to_string()).expect("a letter of this game");
                game.act(&bytes).unwrap_or_else(|error| panic!("{push} in {moves}: {error}"));
            }
        }
    }
}
