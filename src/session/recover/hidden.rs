//! Determines whether lost bytes may have held a name or bookmark beside the turns that were restored.
//!
//! Part of recovery. Marks repeat turns, not names: only the number of lost bytes can prove that there was
//! none.

use super::{Rescue, bridge};
use crate::journal::record::MarkedAct;
use crate::journal::salvage::{Gap, Stretch, fewest_frames};
use crate::show::Show;
use crate::timeline::NodeId;

impl<R: Show> Rescue<R> {
    /// Whether a name or bookmark may have been in a gap from which nothing was read, and before which these
    /// acts are restored from a mark.
    pub(super) fn may_hide_a_note(&self, stretch: &Stretch, acts: &[MarkedAct]) -> bool {
        let sizes: Vec<_> =
            (self.next()..).zip(acts).map(|(node, act)| size(&stretch.gap, node, act)).collect();
        !acts.is_empty()
            && bridge::may_hide_a_note(sizes.iter().sum(), stretch.written, fewest_frames(&sizes))
    }
}

/// Length of the record of an act.
fn size(gap: &Gap, node: u32, act: &MarkedAct) -> usize {
    gap.record_of(NodeId(node), act.distance, &act.action, 0).len()
}
