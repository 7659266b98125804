//! Parts of a state's fingerprint. A state combines them with xor as it changes and never hashes the whole again.
//!
//! Called only by the state. Ids enter as they are in levels, not as they are numbered internally.

use super::actions::{Action, direction_code};
use super::config::{GameConfig, GamePhase};
use crate::codec;
use crate::rulesets::unseen::core::{EntityId, Position, SpatialPos, TimeCube};

const SETTINGS: u64 = 1 << 40;
const RECORD: u64 = 2 << 40;
const PHASE: u64 = 3 << 40;
const SHIFT: u64 = 4 << 40;

/// Returns the fingerprint of level and settings; the only part that hashes everything, once per game.
pub(super) fn of_level(cube: &TimeCube, config: &GameConfig) -> u64 {
    let size = (cube.width, cube.height, cube.time_depth);
    let settings = codec::fingerprint_part(SETTINGS, &codec::encode(&(size, config)));
    let records = cube.base().things().flat_map(|(_, thing)| cube.base().records(thing));
    let parts = records.map(|record| {
        let bytes = codec::encode(&(&record.entity, record.from, record.until));
        codec::fingerprint_part(RECORD, &bytes)
    });
    parts.fold(settings, |print, part| print ^ part)
}

/// Returns the fingerprint of a turn: its target and its action.
pub(super) fn of_turn(turn: u32, to: Position, action: Action) -> u64 {
    let mut bytes = [deed(action); 13];
    bytes[1..].copy_from_slice(&place_bytes(to.spatial(), to.t));
    codec::fingerprint_part(u64::from(turn), &bytes)
}

/// Returns the contribution of an action to a fingerprint. Not its code in the log: saves contain fingerprints
/// computed this way.
fn deed(action: Action) -> u8 {
    match action {
        Action::Move(direction) => direction_code(direction),
        Action::Push(direction) => 4 + direction_code(direction),
        Action::Pull(direction) => 8 + direction_code(direction),
        Action::Wait => 12,
        Action::UseRift => 13,
        Action::Restart => 14,
    }
}

/// Returns the fingerprint of a box that a turn put into a cell from a time on.
pub(super) fn of_shift(turn: u32, id: EntityId, start: i32, cell: SpatialPos) -> u64 {
    let mut bytes = [0; 28];
    bytes[..16].copy_from_slice(id.as_bytes());
    bytes[16..].copy_from_slice(&place_bytes(cell, start));
    codec::fingerprint_part(SHIFT | u64::from(turn), &bytes)
}

/// Returns the fingerprint of the phase.
pub(super) fn of_phase(phase: GamePhase) -> u64 {
    let code = match phase {
        GamePhase::Playing => 0,
        GamePhase::Won => 1,
        GamePhase::Detected => 2,
        GamePhase::Paradox => 3,
        GamePhase::Restarted => 4,
    };
    codec::fingerprint_part(PHASE, &[code])
}

fn place_bytes(cell: SpatialPos, t: i32) -> [u8; 12] {
    let mut bytes = [0; 12];
    for (chunk, number) in bytes.chunks_exact_mut(4).zip([cell.x, cell.y, t]) {
        chunk.copy_from_slice(&number.to_le_bytes());
    }
    bytes
}
