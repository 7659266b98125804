//! The desktop editor of Timeloom: a window onto any save.
//!
//! ```text
//!  panels/ --push--> Command --handlers/--> App --owns--> Workspace --of--> Document --owns--> dyn Game
//!     ^                                                               |
//!     +----------------- reads scene, log, choices -------------------+
//! ```
//!
//! [`document`] is a game and what is shown of it, worked out once per change; the [`workspace`] holds the level that is drawn
//! and the game that is played on it. [`panels`] read and push [`command::Command`]s; `handlers` change the parts of the
//! [`app`] for them. [`keys`] and [`settings`] are what a person chose, the [`app_dirs`] is where that lies. [`open`] brings files onto
//! the workspace, [`replay`] plays on a level that was changed; what takes long runs as one of the [`jobs`]. [`canvas`] paints
//! boards, [`cube`] paints space and time, [`theme`] chooses colours.
//! Whoever draws stands at the [`edit_state`]: presses become a [`gesture`], and each gesture one edit.
//! [`raster`] and [`shot`] turn the same window into a picture without a screen.
//!
//! No rules are known here, and no ruleset by name: all goes through [`timeloom::game::Game`].

pub mod app;
pub mod app_dirs;
pub mod branches;
pub mod canvas;
pub mod command;
pub mod contrast;
pub mod cube;
pub mod document;
pub mod edit_state;
mod fuzzy;
pub mod gesture;
mod handlers;
pub mod jobs;
pub mod keys;
pub mod lazy_file;
pub mod log;
pub mod open;
pub mod panels;
pub mod raster;
pub mod replay;
pub mod samples;
pub mod settings;
pub mod shot;
pub mod sidecar_paths;
pub mod theme;
pub mod toasts;
pub mod values;
pub mod watch;
pub mod window;
mod work;
pub mod workspace;
