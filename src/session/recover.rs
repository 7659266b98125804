//! Builds a new log, in the newest format, from everything that can be replayed of a damaged one.
//!
//! Restores lost acts from the marks that repeat them, or deduces them from the acts after them; fingerprints
//! prove the result. Leaves out an act that does not replay and everything after it on its branch; other
//! branches stay. Lists the acts after a lost turn. Does not change the old log.

mod bridge;
mod confirm;
mod graft;
mod hidden;
mod place;
mod report;
mod unframed;

use std::collections::BTreeMap;

use self::bridge::{may_hide_a_note, size};
use self::confirm::Taken;
use self::place::{SHORTEST_ACT, SHORTEST_HEAD, most_acts};
pub use self::report::{Fragment, FragmentTurn, Recovered};
use super::divergence::check_act;
use super::{OpenError, set_up};
use crate::journal::record::{Header, LONGEST_ACTION, MarkedAct, Record};
use crate::journal::salvage::{Gap, HeaderSource, Item, Salvage, Stretch};
use crate::journal::storage::Memory;
use crate::journal::{Durability, Journal, JournalError};
use crate::show::Show;
use crate::timeline::{BranchPosition, NodeId, Note, Timeline};

/// Reads a damaged log and returns the bytes of a new one.
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

/// Typical length of a turn in a log, in bytes.
const USUAL_ACT: usize = 16;
/// Minimum length of a frame with a turn, in bytes.
const SHORTEST_FRAME: usize = SHORTEST_HEAD + SHORTEST_ACT;

/// Number of bytes that repeat earlier ones or were inserted, without the remains of a removed header.
fn put_in(stretches: &[Stretch], rest: &Gap, source: HeaderSource) -> usize {
    let has_header = matches!(source, HeaderSource::Intact | HeaderSource::Mended(_));
    let between = stretches.iter().enumerate().filter(|(index, _)| *index > 0 || has_header);
    let more = between
        .map(|(_, stretch)| (stretch.gap.len() + stretch.gap.repeated()).saturating_sub(stretch.written));
    more.sum::<usize>() + rest.repeated()
}

struct Rescue<R: Show> {
    new: Memory,
    journal: Journal,
    timeline: Timeline<R>,
    /// Result for each node of the old log, by its number.
    fate: Vec<Fate>,
    /// The last node that was added.
    newest: NodeId,
    /// Position at which the old log was closed, as nodes of the new one.
    place: BranchPosition,
    /// Acts repeated by marks, by the number of the node they make.
    repeated: BTreeMap<u32, MarkedAct>,
    /// Turns restored from the current gap.
    taken: Vec<Taken>,
    found: Recovered,
}

/// Result for a node of the old log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It became this node of the new log.
    Kept(NodeId),
    /// Its record is lost.
    Lost,
    /// It follows a lost node.
    Orphan,
    /// It does not replay, or follows a node that does not.
    LeftOut,
}

impl<R: Show> Rescue<R> {
    /// Recovers everything from a log; returns also the parts that were cut from it and kept.
    fn of(salvage: Salvage) -> Result<(Self, Vec<Option<Salvage>>), OpenError> {
        let Salvage { header, source, stretches, mended, rest, health, set_aside, is_proven, .. } = salvage;
        let mut rescue = Self::new(header)?;
        rescue.found.put_in = put_in(&stretches, &rest, source);
        rescue.found.is_header_unproven = !is_proven;
        rescue.repeated = stretches.iter().flat_map(|stretch| stretch.repeated.clone()).collect();
        let unreadable = stretches.iter().map(|stretch| stretch.gap.len()).sum::<usize>() + rest.len();
        for stretch in stretches {
            rescue.take(stretch)?;
        }
        let first = rescue.next();
        let unread = rest.len() - rescue.take_unframed(&rest, None)?;
        rescue.confirm(&rest, first);
        if !rest.is_proof(first) {
            let unsure = if unread == 0 { rest.beyond_frames() } else { unread };
            rescue.lose(None, unsure);
        }
        let unreadable = unreadable as u64;
        rescue.found = Recovered { header: source, health, mended, unreadable, ..rescue.found };
        Ok((rescue, set_aside))
    }

    fn new(header: Header) -> Result<Self, OpenError> {
        let timeline = set_up::<R>(&header)?;
        let new = Memory::new(header.to_bytes());
        let journal = Journal::begin(Box::new(new.clone()), header, Durability::OnClose);
        let found = Recovered::default();
        Ok(Self {
            new,
            journal,
            timeline,
            fate: vec![Fate::Kept(NodeId::ROOT)],
            newest: NodeId::ROOT,
            place: BranchPosition { cursor: NodeId::ROOT, tip: NodeId::ROOT },
            repeated: BTreeMap::new(),
            taken: Vec::new(),
            found,
        })
    }

    /// Number of the next node of the old log.
    fn next(&self) -> u32 {
        self.fate.len() as u32
    }

    /// Result for the node this many numbers before the next one.
    fn parent_fate(&self, distance: u32) -> Fate {
        let parent = self.next().checked_sub(distance);
        parent.map_or(Fate::Lost, |parent| self.fate[parent as usize])
    }

    fn take(&mut self, stretch: Stretch) -> Result<(), JournalError> {
        self.fill_gap(&stretch)?;
        let mut piece = Fragment::new(stretch.at, self.newest, self.next());
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

    /// Advances to the number of the first act of a stretch: missing acts before it are restored from a mark,
    /// read without their checksum, deduced, or counted as lost.
    fn fill_gap(&mut self, stretch: &Stretch) -> Result<(), JournalError> {
        let before = self.next();
        let read = self.restore(stretch)?;
        let unread = stretch.written.saturating_sub(read);
        let most = most_acts(unread, read == 0);
        let missing = self.missing_before(stretch, most);
        match self.bridge(stretch, unread, missing, most) {
            Some(path) => {
                self.found.notes_lost += usize::from(may_hide_a_note(size(&path), unread, 1));
                self.take_worked_out(&stretch.gap, path)?;
            }
            None => self.lose(missing, unread),
        }
        self.confirm(&stretch.gap, before);
        let is_filled = missing == Some(0) && unread > 0 && (read > 0 || self.next() == before);
        let may_be_note = stretch.gap.len() < stretch.written || stretch.gap.may_be_note(read);
        self.found.notes_lost += usize::from(is_filled && may_be_note);
        if stretch.first.is_none() {
            self.doubt(stretch, self.next() - before);
        }
        Ok(())
    }

    /// Restores turns before a stretch, from the bytes of the gap or from a mark. Returns the number of bytes
    /// that were read.
    fn restore(&mut self, stretch: &Stretch) -> Result<usize, JournalError> {
        let is_repeated = Some(self.next() + self.repeated_before(stretch).len() as u32) == stretch.first;
        let read = if is_repeated { 0 } else { self.take_unframed(&stretch.gap, stretch.first)? };
        let acts = self.repeated_before(stretch);
        self.found.notes_lost += usize::from(read == 0 && self.may_hide_a_note(stretch, &acts));
        for act in acts {
            self.take_act(act.distance, act.action, None, &mut Fragment::default())?;
            self.found.repeated += 1;
        }
        Ok(read)
    }

    /// Counts turns as lost before a stretch of unknown number, if the turns found do not explain the missing
    /// bytes.
    fn doubt(&mut self, stretch: &Stretch, found: u32) {
        let unexplained = stretch.written.saturating_sub(found as usize * USUAL_ACT);
        let is_changed = stretch.gap.len() != stretch.written && stretch.written > 0;
        if is_changed || unexplained >= SHORTEST_FRAME {
            self.found.is_estimated = true;
            self.found.lost += unexplained.max(1).div_ceil(USUAL_ACT);
        }
    }

    fn take_worked_out(&mut self, gap: &Gap, path: Vec<Vec<u8>>) -> Result<(), JournalError> {
        self.found.worked_out += path.len();
        for action in path {
            self.take_act(1, action.clone(), None, &mut Fragment::default())?;
            self.note_taken(gap, 1, &action, false);
        }
        Ok(())
    }

    /// Counts turns as lost: this many, or the number that these bytes usually hold.
    fn lose(&mut self, missing: Option<u32>, unread: usize) {
        self.found.is_estimated |= missing.is_none() && unread > 0;
        let missing = missing.map_or_else(|| unread.div_ceil(USUAL_ACT), |missing| missing as usize);
        self.found.lost += missing;
        self.fate.extend(std::iter::repeat_n(Fate::Lost, missing));
    }

    /// Returns the next acts, before a stretch, that a mark repeats.
    fn repeated_before(&self, stretch: &Stretch) -> Vec<MarkedAct> {
        let missing = self.next()..stretch.first.unwrap_or(0);
        missing.map_while(|number| self.repeated.get(&number).cloned()).collect()
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
            Fate::Lost | Fate::Orphan => match self.go_on(&action, fingerprint)? {
                Some(node) => Fate::Kept(node),
                None => {
                    piece.push(self.next(), distance, self.spelled(&action));
                    Fate::Orphan
                }
            },
        };
        self.fate.push(fate);
        Ok(())
    }

    /// Adds an act that followed a lost one to the newest turn, if it leads to its recorded state from there.
    fn go_on(&mut self, action: &[u8], fingerprint: Option<u64>) -> Result<Option<NodeId>, JournalError> {
        let newest = self.newest;
        if fingerprint.is_none() || self.outcome_of(newest, action) != fingerprint {
            return Ok(None);
        }
        self.found.continued.push(newest);
        let known = self.timeline.rules().unpack(action).ok();
        if let Some(known) = known.and_then(|action| self.timeline.child(newest, &action)) {
            return Ok(Some(known));
        }
        match self.replay(newest, action.to_vec(), fingerprint)? {
            Fate::Kept(node) => Ok(Some(node)),
            _ => Ok(None),
        }
    }

    fn spelled(&self, action: &[u8]) -> String {
        let action = self.timeline.rules().unpack(action);
        action.map_or_else(|error| error.to_string(), |action| action.to_string())
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
                self.newest = node;
                Ok(Fate::Kept(node))
            }
            Err(error) => {
                self.found.because.get_or_insert_with(|| error.to_string());
                self.found.left_out += 1;
                Ok(Fate::LeftOut)
            }
        }
    }

    /// Returns the fingerprint of the state that an action leads to, for an act without a recorded one.
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

    /// Whether an unknown record means the same in the new log. It may refer to nodes by number, and numbers
    /// change once a node is left out. A record that filled its whole frame is too long to share one with
    /// others.
    fn can_keep(&self, body: &[u8]) -> bool {
        self.fate.len() == self.timeline.node_count() && body.len() <= LONGEST_ACTION
    }
}
