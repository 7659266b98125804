//! Timeloom.

pub mod answer;
pub mod catalog;
pub mod codec;
pub mod collections;
pub mod diff;
pub mod fault;
pub mod game;
pub mod journal;
pub mod rng;
pub mod rules;
pub mod rulesets;
pub mod scene;
pub mod session;
pub mod timeline;
