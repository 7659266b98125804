//! The games. Every room has the same furniture: level, state, action, legality, apply, scene, tests.
//!
//! Rulesets know [`crate::rules`], [`crate::scene`], chance and the codec; they do not know each other, files or history.

pub mod azul;
pub mod fleet;
pub mod skirmish;
pub mod unseen;
