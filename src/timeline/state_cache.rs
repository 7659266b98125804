//! Cached states. A short history keeps all of them; a long one keeps every n-th turn of each branch and the most
//! recent ones, and the rest is replayed from there on demand.
//!
//! Only a cache: emptying it costs nothing but time. Knows no rules and no tree.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::NodeId;

/// Limits on how many states are kept. Higher limits make seeking faster and take more memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// States spread evenly over the turns; at the limit, every other one is dropped.
    pub keyframes: usize,
    /// States that were made or visited last.
    pub recent: usize,
}

impl Default for Keep {
    /// With these limits any of a million turns is at most 256 steps from a keyframe, and 4,096 states take some
    /// megabytes.
    fn default() -> Self {
        Self { keyframes: 4096, recent: 256 }
    }
}

pub(super) struct StateCache<S> {
    keep: Keep,
    states: BTreeMap<NodeId, S>,
    recent: VecDeque<(NodeId, u32)>,
    /// A state is a keyframe if its turn is a multiple of this.
    spacing: u32,
}

impl<S: Clone> StateCache<S> {
    pub(super) fn new(keep: Keep) -> Self {
        Self { keep, states: BTreeMap::new(), recent: VecDeque::new(), spacing: 1 }
    }

    pub(super) fn get(&self, id: NodeId) -> Option<&S> {
        self.states.get(&id)
    }

    pub(super) fn insert(&mut self, id: NodeId, turn: u32, state: S) {
        if self.states.insert(id, state).is_some() {
            return;
        }
        self.recent.push_back((id, turn));
        if self.recent.len() > self.keep.recent {
            self.forget_oldest();
        }
    }

    /// Doubles the spacing until there is room. Calls `turn` for the nodes it examines.
    pub(super) fn thin(&mut self, turn: impl Fn(NodeId) -> u32) {
        while self.states.len() > self.keep.keyframes.max(1) + self.keep.recent {
            self.spacing = self.spacing.saturating_mul(2);
            let recent: BTreeSet<NodeId> = self.recent.iter().map(|&(id, _)| id).collect();
            let spacing = self.spacing;
            self.states.retain(|&id, _| turn(id).is_multiple_of(spacing) || recent.contains(&id));
        }
    }

    pub(super) fn how_many_recent(&self) -> usize {
        self.keep.recent
    }

    fn forget_oldest(&mut self) {
        if let Some((id, turn)) = self.recent.pop_front()
            && !turn.is_multiple_of(self.spacing)
        {
            self.states.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One long branch, as in a played game: the turn of a node is its number.
    fn played(turns: u32, keep: Keep) -> StateCache<u32> {
        let mut kept = StateCache::new(keep);
        for turn in 0..turns {
            kept.insert(NodeId(turn), turn, turn);
            kept.thin(|id| id.0);
        }
        kept
    }

    #[test]
    fn a_short_history_keeps_every_state() {
        let kept = played(50, Keep { keyframes: 40, recent: 10 });
        assert!((0..50).all(|turn| kept.get(NodeId(turn)) == Some(&turn)));
    }

    #[test]
    fn a_long_history_keeps_a_bounded_number_spread_evenly() {
        let kept = played(100_000, Keep { keyframes: 40, recent: 10 });
        assert!(kept.states.len() <= 50);
        assert!(kept.spacing <= 2 * 100_000 / 40);
        assert!((0..100_000).step_by(kept.spacing as usize).all(|turn| kept.get(NodeId(turn)).is_some()));
    }

    #[test]
    fn the_last_states_are_always_at_hand() {
        let kept = played(100_000, Keep { keyframes: 40, recent: 10 });
        assert!((99_990..100_000).all(|turn| kept.get(NodeId(turn)).is_some()));
    }

    #[test]
    fn the_start_stays_even_when_nothing_should_be_kept() {
        let kept = played(1000, Keep { keyframes: 0, recent: 0 });
        assert_eq!(kept.get(NodeId(0)), Some(&0));
        assert_eq!(kept.states.len(), 1);
    }
}
