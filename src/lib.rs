//! Timeloom.

pub mod codec;
pub mod fault;
pub mod rng;
pub mod rules;
pub mod rulesets;
pub mod scene;
