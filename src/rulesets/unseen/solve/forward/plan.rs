//! Sorts the things of a level into those that never change by themselves, and those that do.
//!
//! Refuses everything that a forward search cannot pack: usable rifts, boxes that appear, disappear or share
//! their cell, and a past that is not a plain path.

use super::sight::BoxSight;
use crate::rulesets::unseen::core::{Record, SpatialPos, Thing, Traits};
use crate::rulesets::unseen::game::GameState;
use crate::rulesets::unseen::solve::floor::{BoxKind, Plan};
use crate::rulesets::unseen::solve::rifts;

/// Maximum number of different kinds of boxes.
const MOST_KINDS: usize = 64;

/// The parts of a level for a forward search.
pub(super) struct Sorted {
    pub(super) plan: Plan,
    /// Everything but the player and the boxes.
    pub(super) others: Vec<Thing>,
    /// The boxes of the plan, in the same order.
    pub(super) boxes: Vec<Thing>,
    /// Effects of boxes on vision, by the number in their kinds.
    pub(super) sights: Vec<BoxSight>,
}

/// Sorts the things of a level; `None` if that is not possible.
pub(super) fn sort(state: &GameState) -> Option<Sorted> {
    let base = state.cube().base();
    if !runs_forward(state) {
        return None;
    }
    let mut sorted =
        Sorted { plan: Plan::default(), others: Vec::new(), boxes: Vec::new(), sights: Vec::new() };
    for thing in base.placed().filter(|thing| base.id(*thing) != state.player_id()) {
        match base.records(thing) {
            [only] if only.traits.meets(Traits::BOX) => sorted.add_box(state, thing, only)?,
            records if records.iter().any(|record| record.traits.meets(Traits::BOX)) => return None,
            records => sorted.add_other(state, thing, records),
        }
    }
    let mut cells: Vec<_> = sorted.plan.boxes.iter().map(|(cell, _)| (cell.y, cell.x)).collect();
    cells.push((state.player_position().y, state.player_position().x));
    cells.sort_unstable();
    let shares_a_cell = cells.windows(2).any(|pair| pair[0] == pair[1]);
    let is_walled_in = cells.iter().any(|cell| sorted.plan.walls.contains(cell));
    (!shares_a_cell && !is_walled_in && sorted.sights.len() <= MOST_KINDS).then_some(sorted)
}

/// Whether the player is at the latest moment reached, no rift can be used, and each moment has only one
/// point whose light is under way.
fn runs_forward(state: &GameState) -> bool {
    let (line, now) = (state.world_line(), state.current_time());
    let is_latest = line.time_range().is_none_or(|(_, last)| last == now);
    let is_plain =
        (line.len() as i64 - 1) == i64::from(now) - line.start().map_or(0, |start| i64::from(start.t));
    let is_seen_at_once = state.setup().start_is_seen && state.turn() == 0;
    state.is_active() && is_latest && is_plain && !is_seen_at_once && !rifts::any_usable(state)
}

impl Sorted {
    /// Adds a box; `None` if it does more than block its cell, block vision, or look.
    fn add_box(&mut self, state: &GameState, thing: Thing, record: &Record) -> Option<()> {
        let (cube, now) = (state.cube(), state.current_time());
        let has = |traits| record.traits.meets(traits);
        let is_there = record.from <= now && record.until >= cube.time_depth;
        if !is_there || !has(Traits::BLOCKS_MOVEMENT) || has(Traits::EXIT) || has(Traits::GOAL) {
            return None;
        }
        let sight = self.number_of(BoxSight::of(state, record));
        let kind = BoxKind { is_pushable: has(Traits::PUSHABLE), is_pullable: has(Traits::PULLABLE), sight };
        self.plan.boxes.push((cube.place_of(thing, record, now)?, kind));
        self.boxes.push(thing);
        Some(())
    }

    fn number_of(&mut self, sight: BoxSight) -> usize {
        self.sights.iter().position(|own| *own == sight).unwrap_or_else(|| {
            self.sights.push(sight);
            self.sights.len() - 1
        })
    }

    fn add_other(&mut self, state: &GameState, thing: Thing, records: &[Record]) {
        let (cube, now) = (state.cube(), state.current_time());
        self.others.push(thing);
        for record in records.iter().filter(|record| record.until > now) {
            let is_lasting = record.from <= now && record.until >= cube.time_depth && !record.walks;
            let at = record.entity.position.spatial();
            if record.traits.meets(Traits::BLOCKS_MOVEMENT) && is_lasting {
                self.plan.walls.insert((at.y, at.x));
            }
            if record.traits.meets(Traits::EXIT) {
                self.plan.exits.extend(places(record));
            }
            if record.traits.meets(Traits::GOAL) {
                self.plan.has_goals = true;
                self.plan.goals.extend(is_lasting.then_some(at));
            }
        }
    }
}

/// Returns all cells that a record is ever in.
fn places(record: &Record) -> Vec<SpatialPos> {
    record.path().map_or_else(|| vec![record.entity.position.spatial()], |patrol| patrol.path.clone())
}
