//! The desktop editor of Timeloom: opens any save in a window.
//!
//! ```text
//!  panels/ --push--> Command --handlers/--> App --owns--> Workspace --of--> Document --owns--> dyn Game
//!     ^                                                               |
//!     +------------------ reads scene, log, offers -------------------+
//! ```
//!
//! | modules | contents |
//! |---|---|
//! | [`app`], `handlers` | the window: collects commands and executes them |
//! | [`command`], [`keys`] | all commands, and the keys bound to them |
//! | [`panels`] | the parts of the window; read, and push commands |
//! | [`workspace`], [`document`] | the open level and the game on it; a game with everything shown of it, computed once per change |
//! | [`log`], [`branches`], [`values`], [`comparison`] | views of a document: rows of turns, the tree of branches, the state as a tree, a comparison of two turns |
//! | [`edit_state`], [`gesture`] | state of the level editor; presses become a gesture, and each gesture becomes one edit |
//! | [`pointing`] | how far the player has pointed at an action on the boards, and what a click means |
//! | [`answers`] | answers in the background: whether a level can be won, and whether recorded runs still work |
//! | [`canvas`], [`skin`], [`cube`], [`theme`] | painting of boards, pictures in place of the drawn figures, painting of space and time, and the colours |
//! | [`open`], [`keep`], [`sidecar_paths`], [`log_storage`], [`samples`] | opening files; creating files without losing others; names of logs; guarded logs; the bundled samples |
//! | [`replay`], [`jobs`], `task`, [`watch`] | a game continued on a changed level; slow work on threads; changes by other programs |
//! | [`settings`], [`app_dirs`], [`toasts`], `fuzzy` | choices of the user and the folders of the program; messages; search |
//! | [`window`], [`shot`], [`raster`], [`saved_report`] | the real window; the same window as a picture without a screen; reports for scripts |
//!
//! The editor knows no rules, and no ruleset by name: everything goes through [`timeloom::game::Game`].

pub mod answers;
pub mod app;
pub mod app_dirs;
pub mod branches;
pub mod canvas;
pub mod command;
pub mod comparison;
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
pub mod pointing;
pub mod raster;
pub mod replay;
pub mod samples;
pub mod saved_report;
pub mod settings;
pub mod shot;
pub mod sidecar_paths;
pub mod skin;
mod task;
pub mod theme;
pub mod toasts;
pub mod values;
pub mod watch;
pub mod window;
pub mod workspace;
