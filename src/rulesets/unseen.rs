//! `unseen`: a stealth puzzle in a space-time cube.
//!
//! So far its levels: how they are written, what is wrong with them, and levels of Sokoban as a special case.

pub mod level;
pub mod sokoban;
