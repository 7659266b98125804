//! The one distance that is no whole number. For people to read and for tools to sort by; no rule may use it, because
//! rules must give the same on every machine: they count in [`Position::manhattan_distance`].

use super::position::Position;

impl Position {
    /// The straight distance between the cells; time does not count.
    pub fn euclidean_distance(&self, other: &Position) -> f64 {
        let dx = f64::from(self.x) - f64::from(other.x);
        let dy = f64::from(self.y) - f64::from(other.y);
        dx.hypot(dy)
    }
}
