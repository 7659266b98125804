//! The settings of a game: what a level decides about the rules.
//!
//! Made from levels, read by the rules. Knows nothing else.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How far enemies see if a level does not say.
pub const DEFAULT_VISION_RADIUS: u32 = 8;

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GamePhase {
    /// The player can act.
    Playing,
    /// The player has won.
    Won,
    /// An enemy has seen the player.
    Detected,
    /// The player has contradicted what the player did.
    Paradox,
    /// The player chose to start again. A state that has been restarted is at its start, so none is in this phase.
    Restarted,
}

impl fmt::Display for GamePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Playing => "being played",
            Self::Won => "won",
            Self::Detected => "lost: seen by an enemy",
            Self::Paradox => "lost: a paradox",
            Self::Restarted => "restarted",
        })
    }
}

/// The settings of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameConfig {
    /// Tiles that light travels in a turn, for enemies that state [no speed of their own].
    ///
    /// [no speed of their own]: crate::rulesets::unseen::core::VisionData::UNSTATED
    pub light_speed: u32,
    /// How many boxes can be pushed at once; with 0, none.
    pub max_push_chain: usize,
    /// What people call the level.
    pub level_name: String,
    /// What programs call the level.
    pub level_id: String,
    /// Whether a front end should offer undo; the rules do not care.
    pub allow_undo: bool,
    /// How many steps away enemies see at most.
    pub vision_radius: u32,
    /// How long it takes until an enemy sees.
    pub detection: Detection,
    /// What happens to actions that contradict earlier ones.
    pub paradox: ParadoxMode,
    /// What it takes to win.
    pub win: WinMode,
}

impl Default for GameConfig {
    fn default() -> Self {
        Self {
            light_speed: 3,
            max_push_chain: 3,
            level_name: String::from("Unnamed"),
            level_id: String::from("unknown"),
            allow_undo: false,
            vision_radius: DEFAULT_VISION_RADIUS,
            detection: Detection::default(),
            paradox: ParadoxMode::default(),
            win: WinMode::default(),
        }
    }
}

/// How long it takes until an enemy sees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detection {
    /// As long as light takes.
    #[default]
    LightCone,
    /// So many turns, whatever the distance.
    Delayed {
        /// How many.
        turns: u32,
    },
    /// For ever: nobody sees anything.
    None,
}

/// What happens to actions that contradict earlier ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParadoxMode {
    /// They are refused.
    #[default]
    Prevent,
    /// They lose the game.
    Lose,
}

/// What it takes to win.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinMode {
    /// The player is at an exit.
    #[default]
    Exit,
    /// There is a box on every goal, and there is a goal.
    Goals,
    /// Both at once.
    Both,
}
