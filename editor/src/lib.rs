//! The desktop editor of Timeloom: opens any save in a window.
//!
//! ```text
//!  panels/ --push--> Command --handlers/--> App --owns--> Workspace --of--> Document --owns--> dyn Game
//!     ^                                                               |
//!     +------------------ reads scene, log, offers -------------------+
//! ```
//!
//! [`document`] is a game and what is shown of it, computed once per change; the [`workspace`] holds the level being
//! drawn and the game being played on it. [`panels`] read and push [`command::Command`]s; `handlers` change the parts
//! of the [`app`] accordingly. [`keys`] and [`settings`] are the user's choices, [`app_dirs`] knows where they are
//! stored. [`open`] opens files into the workspace, [`keep`] creates files without losing others, [`replay`] continues a game on a changed level; slow work runs as
//! one of the [`jobs`]. [`canvas`] paints boards, [`cube`] paints space and time, [`theme`] chooses colours. The
//! [`edit_state`] holds what drawing needs: presses become a [`gesture`], and each gesture becomes one edit.
//! The [`answers`] are worked out in the background: whether a level can be won, and whether recorded runs still work.
//! [`raster`] and [`shot`] render the same window to a picture without a screen; [`saved_report`] tells scripts what it
//! shows as saved.
//!
//! The editor knows no rules, and no ruleset by name: everything goes through [`timeloom::game::Game`].

pub mod answers;
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
pub mod keep;
pub mod keys;
pub mod log;
pub mod log_storage;
pub mod open;
pub mod panels;
pub mod raster;
pub mod replay;
pub mod samples;
pub mod saved_report;
pub mod settings;
pub mod shot;
pub mod sidecar_paths;
mod task;
pub mod theme;
pub mod toasts;
pub mod values;
pub mod watch;
pub mod window;
pub mod workspace;
