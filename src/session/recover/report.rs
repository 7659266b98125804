//! Report of a recovery: the turns found, kept and lost.
//!
//! Part of recovery; front ends print it. Does not know how they were found.

use serde::Serialize;

use crate::journal::Health;
use crate::journal::salvage::HeaderSource;
use crate::timeline::NodeId;

/// Result of a recovery.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Recovered {
    /// Number of turns in the new log.
    pub kept: usize,
    /// Number of turns that were read but do not replay, or follow one that does not.
    pub left_out: usize,
    /// Reason why the first of them does not replay.
    pub because: Option<String>,
    /// Number of records of newer programs that were left out, because they may refer to turns by number or
    /// are too long.
    pub unknown_left_out: usize,
    /// State of the old log as opening would report it; `None` if it does not open.
    pub health: Option<Health>,
    /// Source of the header.
    pub header: HeaderSource,
    /// Offsets of the repaired bytes.
    pub mended: Vec<u64>,
    /// Number of turns whose record was lost and that were restored from a mark.
    pub repeated: usize,
    /// Number of turns from damaged frames that are proven by their fingerprints.
    pub proven: usize,
    /// Number of these that no checksum confirms: because states repeat, another turn or another position is
    /// possible.
    pub unproven: usize,
    /// Number of turns whose record was lost and that were deduced from the turns after them.
    pub worked_out: usize,
    /// Number of turns that are lost, except those of pieces; estimated from the number of unreadable bytes
    /// if unknown.
    pub lost: usize,
    /// Whether that number is estimated.
    pub is_estimated: bool,
    /// Number of bytes that could not be read.
    pub unreadable: u64,
    /// Number of damaged places between turns in which a name or bookmark may be lost.
    pub notes_lost: usize,
    /// Number of bytes that repeat earlier ones or were inserted; they may have replaced turns.
    pub put_in: usize,
    /// Whether the header is lost and the frames do not match the given level exactly: turns may be missing
    /// before the first.
    pub is_header_unproven: bool,
    /// Number of turns kept from each part that was cut from the save and kept; `None` if no frame in it
    /// proves its place.
    pub set_aside: Vec<Option<usize>>,
    /// Turns of the new log after which some are lost, but after which the log continues: the next turn leads
    /// to the same state from there.
    pub continued: Vec<NodeId>,
    /// Turns after a lost one, which cannot be replayed.
    pub pieces: Vec<Fragment>,
}

impl Recovered {
    /// Adds the losses of another log that begins alike; losses of both are counted once.
    pub(super) fn count_also(&mut self, other: &Self) {
        self.lost = self.lost.max(other.lost);
        self.left_out = self.left_out.max(other.left_out);
        self.notes_lost = self.notes_lost.max(other.notes_lost);
        self.put_in = self.put_in.max(other.put_in);
        self.unproven = self.unproven.max(other.unproven);
        self.is_estimated |= other.is_estimated;
    }

    /// Whether it is certain that nothing was lost or left out.
    pub fn is_complete(&self) -> bool {
        let missing = self.lost + self.left_out + self.unknown_left_out + self.notes_lost + self.unproven;
        let is_unplaced = self.set_aside.contains(&None);
        missing + self.put_in + self.pieces.len() == 0 && !self.is_header_unproven && !is_unplaced
    }
}

/// Turns after a lost one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Fragment {
    /// Offset of the first of them in the old log.
    pub at: u64,
    /// Last node of the new log before the gap.
    pub after: NodeId,
    /// The turns, in the order of the log.
    pub turns: Vec<FragmentTurn>,
    /// Number of the first turn after the gap in the old log.
    #[serde(skip)]
    first: u32,
}

impl Fragment {
    pub(super) fn new(at: u64, after: NodeId, first: u32) -> Self {
        Self { at, after, turns: Vec::new(), first }
    }

    /// Adds the turn with this number in the old log.
    pub(super) fn push(&mut self, number: u32, distance: u32, action: String) {
        self.turns.push(FragmentTurn { number: number - self.first, distance, action });
    }
}

/// A turn of a piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FragmentTurn {
    /// Its number, counted from the first turn after the gap.
    pub number: u32,
    /// Distance to its parent, in numbers of turns.
    pub distance: u32,
    /// The action.
    pub action: String,
}
