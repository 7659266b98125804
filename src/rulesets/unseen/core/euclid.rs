//! The only distance that is not an integer. For display and for sorting in tools; no rule may use it, because rules
//! must give the same result on every machine: they use [`Position::manhattan_distance`].

use super::position::Position;

impl Position {
    /// Returns the euclidean distance between the cells; ignores time.
    pub fn euclidean_distance(&self, other: &Position) -> f64 {
        let dx = f64::from(self.x) - f64::from(other.x);
        let dy = f64::from(self.y) - f64::from(other.y);
        dx.hypot(dy)
    }
}
