//! The body of a mark: acts without fingerprints, in groups that share the length of their actions.
//!
//! Part of the format; the byte table is in [`super`].

use super::{Record, take, varint};
use crate::timeline::NodeId;

/// An act that a mark repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedAct {
    /// Distance from its node to the parent.
    pub distance: u32,
    /// The action, in the encoding of the ruleset.
    pub action: Vec<u8>,
}

impl MarkedAct {
    /// Returns the length of the action, and whether the distance must be written.
    fn shape(&self) -> (usize, bool) {
        (self.action.len(), self.distance != 1)
    }
}

pub(super) fn body(next: NodeId, behind: u32, acts: &[MarkedAct]) -> Vec<u8> {
    let mut body = Vec::new();
    varint::write(next.0.into(), &mut body);
    varint::write(behind.into(), &mut body);
    for group in acts.chunk_by(|one, other| one.shape() == other.shape()) {
        write_group(group, &mut body);
    }
    body
}

fn write_group(group: &[MarkedAct], out: &mut Vec<u8>) {
    let Some((length, has_distance)) = group.first().map(MarkedAct::shape) else { return };
    varint::write(group.len() as u64, out);
    varint::write(2 * length as u64 + u64::from(has_distance), out);
    for MarkedAct { distance, action } in group {
        if has_distance {
            varint::write((*distance).into(), out);
        }
        out.extend_from_slice(action);
    }
}

fn read_group(bytes: &mut &[u8], acts: &mut Vec<MarkedAct>) -> Option<()> {
    let (count, shape) = (varint::read(bytes)?, varint::read(bytes)?);
    let length = usize::try_from(shape / 2).ok()?;
    for _ in 0..count {
        let distance = if shape % 2 == 1 { varint::read(bytes)? } else { 1 };
        let distance = u32::try_from(distance).ok().filter(|&distance| distance > 0)?;
        let action = take(bytes, length).filter(|_| shape > 0)?.to_vec();
        acts.push(MarkedAct { distance, action });
    }
    (count > 0).then_some(())
}

/// Reads a mark; `None` if a newer program wrote it.
pub(super) fn read(mut body: &[u8]) -> Option<Record> {
    let next = NodeId(u32::try_from(varint::read(&mut body)?).ok()?);
    let behind = u32::try_from(varint::read(&mut body)?).ok()?;
    let mut acts = Vec::new();
    while !body.is_empty() {
        read_group(&mut body, &mut acts)?;
    }
    Some(Record::Mark { next, behind, acts })
}
