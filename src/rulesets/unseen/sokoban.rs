//! Sokoban as a special case of `unseen`: levels in XSB or SOK text with solutions in LURD, read and written.
//!
//! Such a level is won on its goals, pushes one box at a time, pulls none and has no enemies. Its time never runs
//! out: it gets the greatest depth, [`MAX_TIME_DEPTH`], because depth costs nothing and the longest known solutions
//! are far shorter. Knows the level files of both games and no rule.
//!
//! ```
//! use timeloom::rulesets::unseen::sokoban;
//!
//! let text = "#####\n#@$.#\n#####\nTitle: One push\nSolution\nR\n";
//! let levels = sokoban::import(text).unwrap();
//! assert_eq!(levels[0].meta().name, "One push");
//! assert_eq!(levels[0].solutions()[0].actions, "PE");
//! assert_eq!(sokoban::export(&levels).unwrap(), text);
//! ```

mod export;
mod import;
mod lines;
mod lurd;
#[cfg(test)]
mod tests;

pub use export::export;
pub use import::import;
pub use lurd::{actions_of, lurd_of};

use super::level::{Detection, MAX_TIME_DEPTH, Win, World};

/// Returns the settings of every level of Sokoban.
fn world() -> World {
    World {
        max_push_chain: 1,
        detection: Detection::None,
        win: Win::Goals,
        ..World::with_depth(MAX_TIME_DEPTH)
    }
}

/// Returns the default name of the n-th level of a file, counted from 0.
fn default_name(index: usize) -> String {
    format!("Sokoban {}", index + 1)
}

/// Returns the default name of the n-th solution of a level, counted from 0.
fn default_solution(index: usize) -> String {
    format!("solution {}", index + 1)
}

/// Returns the default id of a level: its name in lowercase letters and digits, with hyphens between.
fn default_id(name: &str) -> String {
    let letters = name.to_lowercase();
    let words: Vec<&str> =
        letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "sokoban".into() } else { words.join("-") }
}
