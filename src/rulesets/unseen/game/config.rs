//! Settings of a game: the part of the rules that a level decides.
//!
//! Made from levels, read by the rules. Knows nothing else.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Default distance at which enemies see.
pub const DEFAULT_VISION_RADIUS: u32 = 8;

/// Phase of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GamePhase {
    /// The player can act.
    Playing,
    /// The player has won.
    Won,
    /// An enemy has seen the player.
    Detected,
    /// The player has contradicted an earlier turn.
    Paradox,
    /// The player chose to start again. A state that has been restarted is at its start, so no state is in this
    /// phase.
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

/// Settings of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameConfig {
    /// Number of tiles that light travels per turn, for enemies that state [no speed of their own].
    ///
    /// [no speed of their own]: crate::rulesets::unseen::core::VisionData::UNSTATED
    pub light_speed: u32,
    /// Most boxes that can be pushed at once; with 0, none.
    pub max_push_chain: usize,
    /// Name of the level.
    pub level_name: String,
    /// Id of the level.
    pub level_id: String,
    /// Whether a front end should offer undo; the rules do not use it.
    pub allow_undo: bool,
    /// Most steps over which enemies see.
    pub vision_radius: u32,
    /// Delay until an enemy sees the player.
    pub detection: Detection,
    /// Treatment of actions that contradict earlier ones.
    pub paradox: ParadoxMode,
    /// Condition for winning.
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

/// Delay until an enemy sees the player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detection {
    /// The time light takes.
    #[default]
    LightCone,
    /// A fixed number of turns, whatever the distance.
    Delayed {
        /// Number of turns.
        turns: u32,
    },
    /// No detection: enemies see nothing.
    None,
}

/// Treatment of actions that contradict earlier ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParadoxMode {
    /// They are refused.
    #[default]
    Prevent,
    /// They lose the game.
    Lose,
}

/// Condition for winning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinMode {
    /// The player is at an exit.
    #[default]
    Exit,
    /// There is a box on every goal, and at least one goal.
    Goals,
    /// Both at once.
    Both,
}
