//! Builds a new log, in the newest format, of everything that can still be replayed of an old one.
//!
//! Acts that were lost are taken from the marks that repeat them, or worked out from what follows them; fingerprints
//! prove it. What does not replay is left out with everything after it; other branches stay, and what follows a lost
//! turn is listed. The old log is not changed.

mod bridge;
mod graft;
mod place;
mod unframed;

use std::collections::BTreeMap;

use serde::Serialize;

use self::place::most_acts;
use super::divergence::check_act;
use super::{OpenError, set_up};
use crate::journal::record::{Header, LONGEST_ACTION, MarkedAct, Record};
use crate::journal::salvage::{HeaderSource, Item, Salvage, Stretch};
use crate::journal::storage::Memory;
use crate::journal::{Durability, Health, Journal, JournalError};
use crate::show::Show;
use crate::timeline::{BranchPosition, NodeId, Note, Timeline};

/// Result of a recovery.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recovered {
    /// Number of turns in the new log.
    pub kept: usize,
    /// Number of turns that were read but do not replay, or follow one that does not.
    pub left_out: usize,
    /// Why the first of them does not replay.
    pub because: Option<String>,
    /// Number of records of newer programs that were left out, because they may refer to turns by number or are too
    /// long.
    pub unknown_left_out: usize,
    /// State of the old log as it is found when it is opened; `None` if it does not open.
    pub health: Option<Health>,
    /// Where the header was found.
    pub header: HeaderSource,
    /// Offsets of the bytes in which a flipped bit was mended.
    pub mended: Vec<u64>,
    /// Number of turns whose record was lost and that were restored from a mark.
    pub repeated: usize,
    /// Number of turns whose frame was damaged and that are proven by their fingerprints.
    pub proven: usize,
    /// Number of turns whose record was lost and that were worked out from the turns after them.
    pub worked_out: usize,
    /// Number of turns that are lost, except those of pieces; estimated from the unreadable bytes where it is not known.
    pub lost: usize,
    /// Whether that number is estimated.
    pub is_estimated: bool,
    /// Number of bytes that could not be read.
    pub unreadable: u64,
    /// Number of damaged places between turns in which a name or bookmark may be lost.
    pub notes_lost: usize,
    /// Number of turns kept from each part that was cut from the save and set aside; `None` if no frame in it tells where
    /// it stood.
    pub set_aside: Vec<Option<usize>>,
    /// Turns that follow a lost one, and so cannot be replayed.
    pub pieces: Vec<Fragment>,
}

impl Recovered {
    /// Whether nothing was lost or left out.
    pub fn is_complete(&self) -> bool {
        self.lost + self.left_out + self.unknown_left_out + self.notes_lost + self.pieces.len() == 0
    }
}

/// Turns that follow a lost one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Fragment {
    /// Offset of the first of them in the old log.
    pub at: u64,
    /// Last node of the new log before the gap.
    pub after: NodeId,
    /// The turns, in the order of the log.
    pub turns: Vec<FragmentTurn>,
}

/// A turn of a piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FragmentTurn {
    /// Its number, counted from the first turn of the piece.
    pub number: u32,
    /// How many numbers before it the turn is that it follows.
    pub distance: u32,
    /// The action.
    pub action: String,
}

/// Reads what is left of a log and returns the bytes of a new one.
pub fn recover<R: Show>(salvage: Salvage) -> Result<(Vec<u8>, Recovered), OpenError> {
    let (mut rescue, set_aside) = Rescue::<R>::of(salvage)?;
    for part in set_aside {
        let other = part.map(|part| Rescue::of(part)).transpose()?;
        let kept = other.map(|(other, _)| rescue.graft(other)).transpose()?;
        rescue.found.set_aside.push(kept);
    }
    rescue.journal.close()?;
    let kept = rescue.timeline.node_count() - 1;
    Ok((rescue.new.bytes(), Recovered { kept, ..rescue.found }))
}

/// Bytes that a turn usually takes in a log.
const USUAL_ACT: usize = 16;

struct Rescue<R: Show> {
    new: Memory,
    journal: Journal,
    timeline: Timeline<R>,
    /// What became of each node of the old log, by its number.
    fate: Vec<Fate>,
    /// Where the old log was left, in the new one.
    place: BranchPosition,
    /// Acts that marks repeat, by the number of the node they make.
    repeated: BTreeMap<u32, MarkedAct>,
    found: Recovered,
}

/// What became of a node of the old log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is this node of the new log.
    Kept(NodeId),
    /// Its record is lost.
    Lost,
    /// It follows a lost one.
    Orphan,
    /// It does not replay, or follows one that does not.
    LeftOut,
}

impl<R: Show> Rescue<R> {
    /// Takes everything from a log; returns also what was set aside of it.
    fn of(salvage: Salvage) -> Result<(Self, Vec<Option<Salvage>>), OpenError> {
        let Salvage { header, source, stretches, mended, rest, health, set_aside, .. } = salvage;
        let mut rescue = Self::new(header)?;
        rescue.repeated = stretches.iter().flat_map(|stretch| stretch.repeated.clone()).collect();
        let unreadable = stretches.iter().map(|stretch| stretch.gap.len()).sum::<usize>() + rest.len();
        for stretch in stretches {
            rescue.take(stretch)?;
        }
        let unread = rest.len() - rescue.take_unframed(&rest, None)?;
        if !rest.is_proof() {
            rescue.lose(None, unread);
        }
        let unreadable = unreadable as u64;
        rescue.found = Recovered { header: source, health, mended, unreadable, ..rescue.found };
        Ok((rescue, set_aside))
    }

    fn new(header: Header) -> Result<Self, OpenError> {
        let timeline = set_up::<R>(&header)?;
        let new = Memory::new(header.to_bytes());
        let journal = Journal::begin(Box::new(new.clone()), header, Durability::OnClose);
        let found = Recovered {
            kept: 0,
            left_out: 0,
            because: None,
            unknown_left_out: 0,
            health: None,
            header: HeaderSource::Intact,
            mended: Vec::new(),
            repeated: 0,
            proven: 0,
            worked_out: 0,
            lost: 0,
            is_estimated: false,
            unreadable: 0,
            notes_lost: 0,
            set_aside: Vec::new(),
            pieces: Vec::new(),
        };
        Ok(Self {
            new,
            journal,
            timeline,
            fate: vec![Fate::Kept(NodeId::ROOT)],
            place: BranchPosition { cursor: NodeId::ROOT, tip: NodeId::ROOT },
            repeated: BTreeMap::new(),
            found,
        })
    }

    /// Number of the next node of the old log.
    fn next(&self) -> u32 {
        self.fate.len() as u32
    }

    /// What became of the node this many numbers before the next one.
    fn parent_fate(&self, distance: u32) -> Fate {
        let parent = self.next().checked_sub(distance);
        parent.map_or(Fate::Lost, |parent| self.fate[parent as usize])
    }

    fn take(&mut self, stretch: Stretch) -> Result<(), JournalError> {
        self.fill_gap(&stretch)?;
        let mut piece = Fragment { at: stretch.at, after: self.newest(), turns: Vec::new() };
        for item in stretch.items {
            match item {
                Item::Act { distance, action, fingerprint } => {
                    self.take_act(distance, action, Some(fingerprint), &mut piece)?;
                }
                Item::Other(record) => self.take_other(record)?,
            }
        }
        self.found.pieces.extend(Some(piece).filter(|piece| !piece.turns.is_empty()));
        Ok(())
    }

    /// Makes the next number that of the first act of a stretch: what is missing before it is restored from a mark,
    /// read without its checksum, worked out, or lost.
    fn fill_gap(&mut self, stretch: &Stretch) -> Result<(), JournalError> {
        let before = self.next();
        let is_repeated = Some(self.next() + self.repeated_before(stretch).len() as u32) == stretch.first;
        let read = if is_repeated { 0 } else { self.take_unframed(&stretch.gap, stretch.first)? };
        for act in self.repeated_before(stretch) {
            self.take_act(act.distance, act.action, None, &mut Fragment::default())?;
            self.found.repeated += 1;
        }
        let unread = stretch.gap.len() - read;
        let most = most_acts(unread, read == 0);
        let missing = self.missing_before(stretch, most);
        match self.bridge(stretch, missing, most) {
            Some(path) => self.take_worked_out(path)?,
            None => self.lose(missing, unread),
        }
        self.found.notes_lost += usize::from(self.next() == before && stretch.gap.may_be_note());
        Ok(())
    }

    fn take_worked_out(&mut self, path: Vec<Vec<u8>>) -> Result<(), JournalError> {
        self.found.worked_out += path.len();
        path.into_iter().try_for_each(|action| self.take_act(1, action, None, &mut Fragment::default()))
    }

    /// Counts turns as lost: so many, or as many as these bytes usually hold.
    fn lose(&mut self, missing: Option<u32>, unread: usize) {
        self.found.is_estimated |= missing.is_none() && unread > 0;
        let missing = missing.map_or_else(|| unread.div_ceil(USUAL_ACT), |missing| missing as usize);
        self.found.lost += missing;
        self.fate.extend(std::iter::repeat_n(Fate::Lost, missing));
    }

    /// Acts that come next and that a mark repeats, as far as they are missing before a stretch.
    fn repeated_before(&self, stretch: &Stretch) -> Vec<MarkedAct> {
        let missing = self.next()..stretch.first.unwrap_or(0);
        missing.map_while(|number| self.repeated.get(&number).cloned()).collect()
    }

    fn newest(&self) -> NodeId {
        let kept = self.fate.iter().rev().find_map(|fate| match fate {
            Fate::Kept(node) => Some(*node),
            _ => None,
        });
        kept.unwrap_or(NodeId::ROOT)
    }

    fn take_act(
        &mut self,
        distance: u32,
        action: Vec<u8>,
        fingerprint: Option<u64>,
        piece: &mut Fragment,
    ) -> Result<(), JournalError> {
        let fate = match self.parent_fate(distance) {
            Fate::Kept(parent) => self.replay(parent, action, fingerprint)?,
            Fate::LeftOut => {
                self.found.left_out += 1;
                Fate::LeftOut
            }
            Fate::Lost | Fate::Orphan => {
                let action = self.timeline.rules().unpack(&action);
                let action = action.map_or_else(|error| error.to_string(), |action| action.to_string());
                piece.turns.push(FragmentTurn { number: piece.turns.len() as u32, distance, action });
                Fate::Orphan
            }
        };
        self.fate.push(fate);
        Ok(())
    }

    fn replay(
        &mut self,
        parent: NodeId,
        action: Vec<u8>,
        fingerprint: Option<u64>,
    ) -> Result<Fate, JournalError> {
        let version = self.journal.header().version;
        let fingerprint = fingerprint.or_else(|| self.outcome_of(parent, &action)).unwrap_or_default();
        match check_act(&self.timeline, version, parent, &action, fingerprint) {
            Ok(plan) => {
                self.journal.append(&Record::Act { parent, action, fingerprint })?;
                let node = self.timeline.grow(plan);
                self.place = BranchPosition { cursor: node, tip: node };
                Ok(Fate::Kept(node))
            }
            Err(error) => {
                self.found.because.get_or_insert_with(|| error.to_string());
                self.found.left_out += 1;
                Ok(Fate::LeftOut)
            }
        }
    }

    /// Fingerprint of the state that an action leads to, where the log does not have it any more.
    fn outcome_of(&self, parent: NodeId, action: &[u8]) -> Option<u64> {
        let action = self.timeline.rules().unpack(action).ok()?;
        Some(self.timeline.plan_at(parent, action).ok()?.fingerprint())
    }

    fn take_other(&mut self, record: Record) -> Result<(), JournalError> {
        let moved = |node: NodeId| match self.fate.get(node.0 as usize) {
            Some(Fate::Kept(node)) => Some(*node),
            _ => None,
        };
        let record = match record {
            Record::Note(note) => moved(note.node).map(|node| Record::Note(Note { node, ..note })),
            Record::Cursor { node, tip } => {
                moved(node).zip(moved(tip)).map(|(node, tip)| Record::Cursor { node, tip })
            }
            Record::Unknown { ref body, .. } if self.can_keep(body) => Some(record),
            Record::Unknown { .. } => {
                self.found.unknown_left_out += 1;
                None
            }
            Record::Act { .. } | Record::Mark { .. } | Record::HeaderCopy(_) | Record::Synced => None,
        };
        record.map_or(Ok(()), |record| self.add(&record))
    }

    /// Adds a record other than an act to the new log.
    fn add(&mut self, record: &Record) -> Result<(), JournalError> {
        match record {
            Record::Note(note) => self.timeline.set_note(note.clone()),
            Record::Cursor { node, tip } => self.place = BranchPosition { cursor: *node, tip: *tip },
            _ => {}
        }
        self.journal.append(record)
    }

    /// Whether an unknown record means the same in the new log. It may refer to nodes by number, and numbers are
    /// unchanged only as long as nothing was left out. One that filled its whole frame cannot share a frame with
    /// others.
    fn can_keep(&self, body: &[u8]) -> bool {
        self.fate.len() == self.timeline.node_count() && body.len() <= LONGEST_ACTION
    }
}
