//! The games. Every ruleset has the same parts: level, state, action, legality, apply, scene, tests.
//!
//! Rulesets know [`crate::rules`], [`crate::scene`], random numbers and the codec; they do not know each other, files
//! or history.

pub mod azul;
pub mod fleet;
pub mod skirmish;
pub mod unseen;
