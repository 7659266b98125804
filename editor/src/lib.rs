//! The desktop editor of Timeloom: a window onto any save.
//!
//! ```text
//!  panels/ --push--> Command --obey/--> App --owns--> Desk --of--> Document --owns--> dyn Game
//!     ^                                                               |
//!     +----------------- reads scene, log, choices -------------------+
//! ```
//!
//! [`document`] is a game and what is shown of it, worked out once per change; the [`desk`] holds the level that is drawn
//! and the game that is played on it. [`panels`] read and push [`command::Command`]s; [`app`] is the one place that obeys
//! them. [`keys`] and [`settings`] are what a person chose, the [`shelf`] is where that lies. [`canvas`] paints boards, [`cube`] paints space and time,
//! [`theme`] chooses colours.
//! [`raster`] and [`shot`] turn the same window into a picture without a screen.
//!
//! No rules are known here, and no ruleset by name: all goes through [`timeloom::game::Game`].

pub mod app;
pub mod canvas;
pub mod command;
pub mod cube;
pub mod desk;
pub mod document;
pub mod keys;
pub mod log;
mod obey;
pub mod open;
pub mod panels;
pub mod raster;
pub mod settings;
pub mod shelf;
pub mod shot;
pub mod theme;
pub mod window;
