//! The desktop editor of Timeloom: a window onto any save.
//!
//! ```text
//!  panels/ --push--> Command --obeyed by--> App --calls--> Document --owns--> dyn Game
//!     ^                                                       |
//!     +------------- reads scene, log, choices ---------------+
//! ```
//!
//! [`document`] is a game and what is shown of it, worked out once per change. [`panels`] read it and push
//! [`command::Command`]s; [`app`] is the one place that obeys them. [`canvas`] paints boards, [`theme`] chooses colours.
//! [`raster`] and [`shot`] turn the same window into a picture without a screen.
//!
//! No rules are known here, and no ruleset by name: all goes through [`timeloom::game::Game`].

pub mod app;
pub mod canvas;
pub mod command;
pub mod document;
pub mod log;
pub mod open;
pub mod panels;
pub mod raster;
pub mod shot;
pub mod theme;
pub mod window;
