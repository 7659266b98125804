//! Everything that a ruleset needs, for one `use` at its top.
//!
//! Used by rulesets and examples. Re-exports only; excludes everything that is not for rulesets (files,
//! history, sessions).

pub use crate::codec::DecodeError;
pub use crate::level_text::Rows;
pub use crate::rng::Mulberry32;
pub use crate::rules::{Fault, GameResult, Level, Refusal, Rules, Testable};
pub use crate::scene::{
    Board, Cell, Entry, Facing, Label, Link, Mark, Meter, Piece, Scene, Shape, Table, Tone, View,
};
pub use crate::show::{Cue, Show, StateData};
