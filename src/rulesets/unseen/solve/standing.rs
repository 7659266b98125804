//! The plan of a board on which nothing depends on time: no guards, no usable rifts, nothing that appears,
//! disappears or walks, and no boxes that share their cell.

use super::floor::{BoxKind, Plan};
use super::rifts;
use crate::rulesets::unseen::core::{SpatialPos, Thing, Traits};
use crate::rulesets::unseen::game::{Detection, GameState};

/// A permanent thing.
struct Standing {
    cell: SpatialPos,
    traits: Traits,
}

impl Standing {
    fn is(&self, traits: Traits) -> bool {
        self.traits.meets(traits)
    }

    fn is_box(&self) -> bool {
        self.is(Traits::BOX)
    }

    /// Whether a box blocks its cell and does nothing else.
    fn is_plain(&self) -> bool {
        self.is(Traits::BLOCKS_MOVEMENT) && !self.is(Traits::EXIT) && !self.is(Traits::GOAL)
    }

    fn kind(&self) -> BoxKind {
        let (is_pushable, is_pullable) = (self.is(Traits::PUSHABLE), self.is(Traits::PULLABLE));
        BoxKind { is_pushable, is_pullable, sight: 0 }
    }
}

/// Returns the plan; `None` if something depends on time or boxes are not plain.
pub(super) fn plan(state: &GameState) -> Option<Plan> {
    let things = things(state)?;
    let mut plan = Plan::default();
    for one in &things {
        if one.is_box() {
            plan.boxes.push((one.cell, one.kind()));
        } else if one.is(Traits::BLOCKS_MOVEMENT) {
            plan.walls.insert((one.cell.y, one.cell.x));
        }
        plan.exits.extend(one.is(Traits::EXIT).then_some(one.cell));
        plan.goals.extend(one.is(Traits::GOAL).then_some(one.cell));
    }
    plan.has_goals = !plan.goals.is_empty();
    Some(plan)
}

/// Returns everything on the board but the player.
fn things(state: &GameState) -> Option<Vec<Standing>> {
    let (cube, now) = (state.cube(), state.current_time());
    if !state.is_active()
        || rifts::any_usable(state)
        || state.world_line().time_range().is_some_and(|(_, last)| last > now)
    {
        return None;
    }
    let things = cube.base().placed().filter(|thing| cube.base().id(*thing) != state.player_id());
    let standing: Vec<Standing> = things.map(|thing| standing(state, thing)).collect::<Option<_>>()?;
    let solid = standing.iter().filter(|one| one.is(Traits::SOLID));
    let mut solid: Vec<_> = solid.map(|one| (one.cell.y, one.cell.x)).collect();
    solid.sort_unstable();
    let boxes_are_plain = standing.iter().filter(|one| one.is_box()).all(Standing::is_plain);
    let shares_a_cell = solid.windows(2).any(|pair| pair[0] == pair[1]);
    let has_boxes = standing.iter().any(Standing::is_box);
    let player = state.player_position().spatial();
    let is_buried = standing.iter().any(|one| one.is_box() && one.cell == player);
    (boxes_are_plain && !is_buried && !(shares_a_cell && has_boxes)).then_some(standing)
}

/// Returns a thing that exists from now on and stays until it is moved; `None` for any other thing.
fn standing(state: &GameState, thing: Thing) -> Option<Standing> {
    let (cube, now) = (state.cube(), state.current_time());
    let record = cube.base().record(thing, now)?;
    let is_there = record.until >= cube.time_depth && !record.walks;
    let looks = record.traits.meets(Traits::ENEMY) && state.config().detection != Detection::None;
    let moves_later = cube.overlay().next_move(thing, now).is_some();
    if !is_there || looks || moves_later {
        return None;
    }
    Some(Standing { cell: cube.place_of(thing, record, now)?, traits: record.traits })
}
