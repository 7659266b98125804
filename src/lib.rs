//! Timeloom.

pub mod answer;
pub mod catalog;
pub mod codec;
pub mod diff;
pub mod fault;
pub mod game;
pub mod journal;
mod level_text;
pub mod rng;
pub mod rules;
pub mod rulesets;
pub mod scene;
pub mod session;
pub mod timeline;
