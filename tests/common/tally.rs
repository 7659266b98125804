//! A game whose trees can have any shape and whose steps are counted: numbers are added up, without end, and
//! any number may follow any other.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use timeloom::codec::DecodeError;
use timeloom::journal::record::Record;
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Journal, Scan};
use timeloom::rules::{Fault, GameResult, Level, Refusal, Rules};
use timeloom::scene::{Board, Scene, View};
use timeloom::session::{self, OpenError, Opening, Session};
use timeloom::show::Show;
use timeloom::timeline::NodeId;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Returns how many actions this thread applies during a call.
pub(crate) fn counted<T>(call: impl FnOnce() -> T) -> (u64, T) {
    let before = STEPS.get();
    let result = call();
    (STEPS.get() - before, result)
}

pub(crate) struct Tally(Rest);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rest {}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sum {
    pub(crate) sum: u64,
    pub(crate) terms: u32,
}

/// A number to add; 0 is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Add(pub(crate) u32);

#[derive(Debug, PartialEq, Serialize, thiserror::Error)]
pub(crate) enum Nothing {
    #[error("0 adds nothing")]
    Zero,
}

impl Refusal for Nothing {}

impl Level for Rest {
    const RULESET: &'static str = "tally";

    fn parse(_: &str) -> Result<Self, Vec<Fault>> {
        Ok(Self {})
    }

    fn to_text(&self) -> String {
        String::new()
    }

    fn title(&self) -> String {
        "tally".into()
    }
}

impl Sum {
    pub(crate) fn plus(&self, Add(term): Add) -> Self {
        let sum = self.sum.wrapping_mul(31).wrapping_add(term.into());
        Self { sum, terms: self.terms + 1 }
    }
}

impl Rules for Tally {
    const VERSION: u16 = 1;
    type Level = Rest;
    type State = Sum;
    type Action = Add;
    type Effect = Add;
    type Outcome = u64;
    type Illegal = Nothing;

    fn for_version(level: Rest, _version: u16) -> Result<Self, Vec<Fault>> {
        Ok(Self(level))
    }

    fn level(&self) -> &Rest {
        &self.0
    }

    fn start(&self, _seed: u64) -> Sum {
        Sum::default()
    }

    fn actions(&self, _: &Sum) -> Vec<Add> {
        vec![Add(1)]
    }

    fn check(&self, _: &Sum, add: &Add) -> Result<Add, Nothing> {
        if add.0 == 0 { Err(Nothing::Zero) } else { Ok(*add) }
    }

    fn apply_effect(&self, state: Sum, add: Add) -> (Sum, u64) {
        STEPS.set(STEPS.get() + 1);
        let next = state.plus(add);
        let outcome = next.sum;
        (next, outcome)
    }

    fn result(&self, _: &Sum) -> Option<GameResult> {
        None
    }

    fn invariants(&self, _: &Sum) -> Result<(), String> {
        Ok(())
    }

    fn pack(&self, add: &Add) -> Vec<u8> {
        add.0.to_le_bytes().to_vec()
    }

    fn unpack(&self, bytes: &[u8]) -> Result<Add, DecodeError> {
        let bytes = bytes.try_into().map_err(|_| DecodeError::new("a number has four bytes"))?;
        Ok(Add(u32::from_le_bytes(bytes)))
    }
}

impl Show for Tally {
    fn scene(&self, state: &Sum, _: View) -> Scene {
        Scene::new(state.sum.to_string(), Board::new(1, 1))
    }

    fn tell(&self, sum: &u64) -> String {
        format!("makes {sum}")
    }
}

impl fmt::Display for Add {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{}", self.0)
    }
}

impl FromStr for Add {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Add).map_err(|_| "an action is a number".to_owned())
    }
}

/// An act of a log: the node it follows, and the number it adds.
pub(crate) type Act = (u32, u32);

/// Writes a save with these acts.
pub(crate) fn save(acts: impl IntoIterator<Item = Act>) -> Vec<u8> {
    save_with(acts, |_, fingerprint| fingerprint)
}

/// Writes a save with these acts; `told` gets each node and its fingerprint, and returns the fingerprint to
/// record.
pub(crate) fn save_with(acts: impl IntoIterator<Item = Act>, told: impl Fn(u32, u64) -> u64) -> Vec<u8> {
    let rules = Tally(Rest {});
    let header = session::begin::<Tally>(Rest {}, 0).expect("it needs no level");
    let memory = Memory::new(header.to_bytes());
    let mut journal = Journal::begin(Box::new(memory.clone()), header, Durability::OnClose);
    let mut states = vec![Sum::default()];
    for (parent, term) in acts {
        let state = states[parent as usize].plus(Add(term));
        let fingerprint = told(states.len() as u32, rules.fingerprint(&state));
        let action = rules.pack(&Add(term));
        let record = Record::Act { parent: NodeId(parent), action, fingerprint };
        journal.append(&record).expect("memory has room");
        states.push(state);
    }
    journal.flush().expect("memory has room");
    memory.bytes()
}

pub(crate) fn open(bytes: &[u8]) -> Result<Session<Tally>, OpenError> {
    let log = Scan::begin(Box::new(Memory::new(bytes.to_vec())))?;
    Session::open(log, Opening { durability: Durability::OnClose, progress: &mut |_| {} })
}

/// Makes a tree of this many acts.
type Shape = fn(u32) -> Vec<Act>;

/// The shapes of trees that a log of `n` acts may have.
pub(crate) const SHAPES: [(&str, Shape); 9] = [
    ("a chain", |n| (0..n).map(|node| (node, 1)).collect()),
    ("a comb, tooth after tooth", |n| (0..n).map(|node| (node - node % 2, 1 + node % 2)).collect()),
    ("a comb, all teeth at the end", |n| {
        (0..n).map(|node| if node < n / 2 { (node, 1) } else { (node - n / 2, 2) }).collect()
    }),
    ("a broom", |n| (0..n).map(|node| (node.min(n / 2), 1 + node)).collect()),
    ("a broom of equal siblings", |n| (0..n).map(|node| (node.min(n - n / 16), 1)).collect()),
    ("a random tree", |n| (0..n).map(|node| (mixed(node) % (node + 1), 1 + node)).collect()),
    ("a random tree of long branches", |n| {
        (0..n)
            .map(|node| {
                (if mixed(node).is_multiple_of(64) { mixed(node + n) % (node + 1) } else { node }, 1 + node)
            })
            .collect()
    }),
    ("two branches by turns", |n| (0..n).map(|node| (node.saturating_sub(1), 1 + node % 2)).collect()),
    ("many branches by turns", |n| (0..n).map(|node| (node.saturating_sub(n / 8 - 1), 1 + node)).collect()),
];

/// Returns a pseudo-random number.
fn mixed(number: u32) -> u32 {
    let number = number.wrapping_mul(0x9E37_79B9);
    (number ^ (number >> 15)).wrapping_mul(0x85EB_CA6B) >> 4
}
