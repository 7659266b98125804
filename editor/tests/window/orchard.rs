//! A small game for the tests that uses everything a scene can show: a gatherer walks an orchard, picks apples, and
//! leaves a shadow where it came from. Small enough to know every number by heart.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use timeloom::codec::DecodeError;
use timeloom::game::{History, Play};
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Scan};
use timeloom::rules::{Fault, GameResult, Level, Refusal, Rules};
use timeloom::scene::{
    Board, BoardCell, Cell, Entry, Facing, Label, Link, Mark, Meter, Piece, Scene, Shape, Sign, Table, Tone,
    View,
};
use timeloom::session::{self, OpenError, Opening, Session};
use timeloom::show::{Controls, Cue, Secrets, Show};

const WALLS: [(u32, u32); 6] = [(2, 0), (2, 1), (2, 3), (5, 4), (5, 5), (6, 5)];
const APPLES: [(u32, u32); 3] = [(4, 1), (6, 3), (1, 4)];

pub(crate) struct Orchard(Plot);

/// An orchard; in a secret one the fox does not see steps to the south.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Plot {
    secret: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    at: Cell,
    from: Option<Cell>,
    apples: [bool; 3],
    steps: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Step(Facing);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Walked {
    to: Cell,
    picked: bool,
}

#[derive(Debug, Serialize)]
pub(crate) enum Blocked {
    Wall,
    Over,
}

impl std::error::Error for Blocked {}
impl Refusal for Blocked {}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Self::Wall) { "a wall is there" } else { "all apples are picked" })
    }
}

impl Level for Plot {
    const RULESET: &'static str = "orchard";

    fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        Ok(Self { secret: text.contains("secret") })
    }

    fn to_text(&self) -> String {
        if self.secret { "a secret orchard\n" } else { "an orchard\n" }.to_owned()
    }

    fn title(&self) -> String {
        "The old orchard".to_owned()
    }
}

const ALL: [Step; 4] = [Step(Facing::North), Step(Facing::East), Step(Facing::South), Step(Facing::West)];

impl Rules for Orchard {
    const NAME: &'static str = "orchard";
    const VERSION: u16 = 1;
    type Level = Plot;
    type State = State;
    type Action = Step;
    type Effect = Cell;
    type Outcome = Walked;
    type Illegal = Blocked;

    fn for_version(plot: Plot, _version: u16) -> Result<Self, Vec<Fault>> {
        Ok(Self(plot))
    }

    fn resume(_: &State) -> Result<Self, Vec<Fault>> {
        Ok(Self(Plot { secret: false }))
    }

    fn level(&self) -> &Plot {
        &self.0
    }

    fn start(&self, _: u64) -> State {
        State { at: Cell { x: 0, y: 0 }, from: None, apples: [true; 3], steps: 0 }
    }

    fn actions(&self, state: &State) -> Vec<Step> {
        ALL.into_iter().filter(|step| self.check(state, step).is_ok()).collect()
    }

    fn check(&self, state: &State, step: &Step) -> Result<Cell, Blocked> {
        match beside(state.at, step.0) {
            _ if self.result(state).is_some() => Err(Blocked::Over),
            Some(to) if !WALLS.contains(&(to.x, to.y)) => Ok(to),
            _ => Err(Blocked::Wall),
        }
    }

    fn apply_effect(&self, mut state: State, to: Cell) -> (State, Walked) {
        let here = APPLES.iter().position(|&apple| apple == (to.x, to.y));
        let picked = here.is_some_and(|apple| std::mem::take(&mut state.apples[apple]));
        let next = State { at: to, from: Some(state.at), steps: state.steps + 1, ..state };
        (next, Walked { to, picked })
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        (!state.apples.contains(&true)).then(|| GameResult::Won("the gatherer".to_owned()))
    }

    fn invariants(&self, _: &State) -> Result<(), String> {
        Ok(())
    }

    fn pack(&self, step: &Step) -> Vec<u8> {
        vec![match step.0 {
            Facing::North => 0,
            Facing::South => 1,
            Facing::East => 2,
            Facing::West => 3,
        }]
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Step, DecodeError> {
        let step = ALL.into_iter().find(|step| self.pack(step) == bytes);
        step.ok_or_else(|| DecodeError::new("no step has such bytes"))
    }
}

/// The neighbouring cell, if it is in the orchard.
fn beside(Cell { x, y }: Cell, towards: Facing) -> Option<Cell> {
    let (x, y) = match towards {
        Facing::North => (x, y.checked_sub(1)?),
        Facing::South => (x, y + 1),
        Facing::East => (x + 1, y),
        Facing::West => (x.checked_sub(1)?, y),
    };
    (x < 8 && y < 6).then_some(Cell { x, y })
}

impl Show for Orchard {
    fn scene(&self, state: &State, _: View) -> Scene {
        let left = state.apples.iter().filter(|&&apple| apple).count();
        let note =
            Label::new(format!("{left} apples are left"), if left == 0 { Tone::Good } else { Tone::Plain });
        let title = format!("{} steps", state.steps);
        Scene {
            title,
            boards: vec![board(state)],
            tables: vec![table(state, left)],
            notes: vec![note],
            focus: Some(state.at),
            ..Scene::default()
        }
    }

    fn candidates(&self, _: &State) -> Vec<Step> {
        ALL.to_vec()
    }

    fn cue(&self, step: &Step) -> Option<Cue> {
        Some(Cue::Move(step.0))
    }

    fn sign(&self, walked: &Walked) -> Option<Sign> {
        walked.picked.then_some(Sign::new('o', Tone::Green, "apple"))
    }

    fn controls(&self) -> Option<&dyn Controls<Self>> {
        Some(self)
    }

    fn secrets(&self) -> Option<&dyn Secrets<Self>> {
        Some(self)
    }

    fn tell(&self, walked: &Walked) -> String {
        let Cell { x, y } = walked.to;
        if walked.picked { format!("picks the apple at {x}, {y}") } else { format!("walks to {x}, {y}") }
    }
}

impl Controls<Self> for Orchard {
    fn phrase(&self, _: &State, step: &Step) -> String {
        format!("Walk {}", format!("{:?}", step.0).to_lowercase())
    }

    fn steps(&self, state: &State, step: &Step) -> Vec<Vec<BoardCell>> {
        let to = beside(state.at, step.0).map(|at| vec![BoardCell::new(0, at)]);
        to.into_iter().collect()
    }

    /// Goes along the row and then along the column, whatever is in the way.
    fn route(&self, state: &State, to: BoardCell) -> Vec<Step> {
        let steps = |from: u32, to: u32, less, more| {
            let towards = if to < from { less } else { more };
            std::iter::repeat_n(Step(towards), from.abs_diff(to) as usize)
        };
        let along = steps(state.at.x, to.at.x, Facing::West, Facing::East);
        along.chain(steps(state.at.y, to.at.y, Facing::North, Facing::South)).collect()
    }
}

impl Secrets<Self> for Orchard {
    fn seats(&self) -> Vec<String> {
        let names = if self.0.secret { &["gatherer", "fox"][..] } else { &[] };
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn sees(&self, seat: u8, step: &Step) -> bool {
        seat == 0 || step.0 != Facing::South
    }

    fn reveals(&self, _seat: u8, _outcome: &Walked) -> bool {
        false
    }
}

fn board(state: &State) -> Board {
    let fox = Cell { x: 6, y: 1 };
    let mark = |x, y| Mark::new(Cell { x, y }, Tone::Bad, '!', "the fox sees this");
    let link =
        Link { from: fox, to: Cell { x: 4, y: 3 }, tone: Tone::Bad, label: "the fox will jump".into() };
    Board {
        width: 8,
        height: 6,
        marks: vec![mark(5, 1), mark(4, 1), mark(6, 2)],
        pieces: pieces(state, fox),
        links: vec![link],
        ..Board::default()
    }
}

fn pieces(state: &State, fox: Cell) -> Vec<Piece> {
    let cell = |&(x, y): &(u32, u32)| Cell { x, y };
    let walls = WALLS.iter().map(|wall| piece(cell(wall), Shape::Block, '#', Tone::Muted, "a wall"));
    let apples = APPLES.iter().zip(state.apples).filter(|(_, there)| *there);
    let apples = apples.map(|(apple, _)| piece(cell(apple), Shape::Square, 'o', Tone::Green, "an apple"));
    let well = piece(Cell { x: 3, y: 5 }, Shape::Ring, 'w', Tone::Blue, "a well");
    let gate = piece(Cell { x: 7, y: 5 }, Shape::Frame, 'g', Tone::Yellow, "the gate");
    let fox = Piece { facing: Some(Facing::West), ..piece(fox, Shape::Diamond, 'f', Tone::Red, "a fox") };
    let shadow = state
        .from
        .map(|from| Piece { faded: true, ..piece(from, Shape::Disc, '@', Tone::Accent, "where you were") });
    let meter = Some(Meter { value: 20 - state.steps.min(20) as i32, max: 20 });
    let you = Piece {
        facing: Some(Facing::South),
        meter,
        ..piece(state.at, Shape::Disc, '@', Tone::Accent, "the gatherer")
    };
    walls.chain(apples).chain([well, gate, fox]).chain(shadow).chain([you]).collect()
}

fn piece(at: Cell, shape: Shape, glyph: char, tone: Tone, label: &str) -> Piece {
    Piece::new(at, shape, glyph, tone, label)
}

fn table(state: &State, left: usize) -> Table {
    let row = |name: &str, bar: Meter, tone| vec![Label::plain(name).into(), Entry::Bar(bar, tone)];
    Table {
        title: "stock".to_owned(),
        columns: vec!["what".to_owned(), "left".to_owned()],
        rows: vec![
            row("apples", Meter { value: left as i32, max: 3 }, Tone::Green),
            row("strength", Meter { value: 20 - state.steps.min(20) as i32, max: 20 }, Tone::Accent),
        ],
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{:?}", self.0)[..1])
    }
}

impl FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let facings = [("N", Facing::North), ("E", Facing::East), ("S", Facing::South), ("W", Facing::West)];
        let found = facings.iter().find(|(letter, _)| *letter == text);
        found.map(|(_, facing)| Self(*facing)).ok_or_else(|| "the steps are N, E, S and W".to_owned())
    }
}

/// Plays these steps and returns the game and its bytes. `u` undoes.
pub(crate) fn played(steps: &str) -> (Session<Orchard>, Memory) {
    played_on(Plot { secret: false }, steps)
}

/// Like [`played`], with hidden information.
pub(crate) fn played_in_secret(steps: &str) -> (Session<Orchard>, Memory) {
    played_on(Plot { secret: true }, steps)
}

fn played_on(plot: Plot, steps: &str) -> (Session<Orchard>, Memory) {
    let header = session::begin::<Orchard>(plot, 7).expect("the orchard can be walked");
    let memory = Memory::new(header.to_bytes());
    let mut game = opened_on(memory.clone()).expect("it was just begun");
    for step in steps.chars() {
        if step == 'u' {
            assert!(game.undo(), "nothing to undo");
        } else {
            let bytes = game.parse(&step.to_string()).expect("a step");
            Play::act(&mut game, &bytes).expect("a legal step");
        }
    }
    (game, memory)
}

/// Opens the bytes of a game.
pub(crate) fn opened(bytes: Vec<u8>) -> Result<Session<Orchard>, OpenError> {
    opened_on(Memory::new(bytes))
}

fn opened_on(memory: Memory) -> Result<Session<Orchard>, OpenError> {
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    Session::open(Scan::begin(Box::new(memory))?, opening)
}
