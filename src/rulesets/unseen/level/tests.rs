//! Tests of level files: their contents and meaning, how they are written, the messages about mistakes, and whether
//! the sample levels can be won as promised.

mod files;
mod mistakes;
pub(in crate::rulesets::unseen) mod properties;
mod samples;
mod simulator;

use super::*;
use crate::fault;
use crate::rules::Level as _;

/// A level that uses every feature.
const FULL: &str = include_str!("tests/everything.toml");

/// The smallest level.
const SMALL: &str = "[world]\ntime_depth = 9\n[map]\nrows = [\"@>\"]\n";

#[track_caller]
fn level(text: &str) -> Level {
    Level::parse(text).unwrap_or_else(|faults| panic!("{}", fault::listing(&faults)))
}

#[track_caller]
fn faults(text: &str) -> String {
    fault::listing(&Level::parse(text).expect_err("a level with faults"))
}

/// The messages after a part of the full level was replaced.
#[track_caller]
fn spoilt(part: &str, other: &str) -> String {
    assert!(FULL.contains(part), "{part}");
    faults(&FULL.replacen(part, other, 1))
}
