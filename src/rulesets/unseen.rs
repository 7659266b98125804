//! `unseen`: a stealth puzzle in a space-time cube.
//!
//! The player walks through space and time, pushes boxes, uses rifts into the past and the future, and must not be seen:
//! enemies see as far as light has come, so they see where the player was. What the player did in the past stays done;
//! actions that contradict it are refused.
//!
//! [`core`] is the world as data, [`game`] the rules of play, [`vision`] what enemies see, [`level`] the files that people
//! write. Knows no files, no history and no other game.

pub mod core;
pub mod game;
pub mod level;
mod paradox;
pub mod sokoban;
pub mod vision;
