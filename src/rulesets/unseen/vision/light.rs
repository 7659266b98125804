//! Travel of light in a level: the distance and the delay of vision.
//!
//! Used only by vision. Knows neither boards nor enemies.

use std::ops::RangeInclusive;

use super::delay;
use crate::rulesets::unseen::core::VisionData;
use crate::rulesets::unseen::game::{Detection, GameConfig};

/// Settings for the travel of light.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Light {
    pub(super) detection: Detection,
    /// Most steps over which something is seen.
    pub(super) radius: u32,
    /// Longest delay with which something can be seen.
    pub(super) longest_lag: i32,
    /// Tiles per turn for eyes that state no speed.
    pub(super) default_speed: u32,
}

impl Light {
    /// Creates it from the settings, for these eyes.
    pub(crate) fn new<'a>(config: &GameConfig, eyes: impl Iterator<Item = &'a VisionData>) -> Self {
        let GameConfig { detection, vision_radius: radius, light_speed: default_speed, .. } = *config;
        let lag = |vision: &VisionData| match detection {
            Detection::LightCone => delay(radius, vision.speed_in(default_speed)).unwrap_or_default(),
            Detection::Delayed { turns } => turns,
            Detection::None => 0,
        };
        let longest_lag = eyes.map(lag).max().map_or(0, |lag| i32::try_from(lag).unwrap_or(i32::MAX));
        Self { detection, radius, longest_lag, default_speed }
    }

    /// Returns the delay with which something at a distance is seen; `None` if never.
    pub(super) fn lag(&self, vision: &VisionData, distance: u32) -> Option<u32> {
        match self.detection {
            Detection::LightCone => delay(distance, vision.speed_in(self.default_speed)),
            Detection::Delayed { turns } => Some(turns),
            Detection::None => None,
        }
    }

    /// Returns whether light from further away takes longer.
    pub(super) fn is_gradual(&self) -> bool {
        self.detection == Detection::LightCone
    }

    /// Returns the times up to `last` at which something that is there at time `t` can be seen.
    pub(super) fn times(&self, t: i32, last: i32) -> RangeInclusive<i32> {
        let (first, lag) = match self.detection {
            Detection::LightCone => (t, self.longest_lag),
            Detection::Delayed { .. } => (t.saturating_add(self.longest_lag), 0),
            Detection::None => return RangeInclusive::new(1, 0),
        };
        first..=last.min(first.saturating_add(lag))
    }

    /// Returns the distances up to `reach` from which light arrives after `lag` turns.
    pub(super) fn distances(&self, vision: &VisionData, lag: u32, reach: u32) -> RangeInclusive<u32> {
        let speed = vision.speed_in(self.default_speed);
        match self.detection {
            Detection::LightCone if lag == 0 => 0..=speed.min(reach),
            Detection::LightCone => {
                speed.saturating_mul(lag).saturating_add(1)..=speed.saturating_mul(lag + 1).min(reach)
            }
            Detection::Delayed { turns } if turns == lag => 0..=reach,
            _ => RangeInclusive::new(1, 0),
        }
    }
}
