//! Checks the walks of patrols: one cell per tick, on the board, through no wall.
//!
//! Part of `validate`. The leap from the last cell of a loop back to the first is allowed, but odd.

use std::collections::BTreeMap;

use super::{Findings, Location, Part, Severity, described};
use crate::rulesets::unseen::level::model::{Cell, Patrol, Thing};
use crate::rulesets::unseen::level::{Level, is_on_board};

/// Most leaps in one walk that are reported.
const MAX_LEAPS: usize = 3;

pub(super) fn validate(found: &mut Findings, level: &Level) {
    if level.things.iter().all(|thing| thing.patrol.is_none()) {
        return;
    }
    let walls = walls(level);
    for (index, thing) in level.things.iter().enumerate() {
        let Some(patrol) = &thing.patrol else { continue };
        let (spot, who) = (Location::Thing(index, Part::Patrol), described(thing));
        if patrol.path.is_empty() {
            found.wrong(spot, format!("{who} has a patrol without cells: name at least one"));
            continue;
        }
        start(found, index, thing, patrol);
        leaps(found, spot, &who, patrol);
        if let Some((x, y)) = patrol.path.iter().find(|cell| !is_on_board(level.width, level.height, **cell))
        {
            found.wrong(spot, format!("{who} walks out of bounds, to ({x}, {y}): keep it on the map"));
        }
        let meets_wall = |(step, cell): (usize, &Cell)| {
            let since = walls.get(cell)?;
            (last_visit(patrol, step, level.world.time_depth)? >= *since).then_some(*cell)
        };
        if let Some((x, y)) = patrol.path.iter().enumerate().find_map(meets_wall) {
            found.wrong(spot, format!("{who} walks through a wall at ({x}, {y}): lead it around"));
        }
    }
}

/// Returns the cells of walls that cannot be moved, with their first slice.
fn walls(level: &Level) -> BTreeMap<Cell, i32> {
    let is_wall = |thing: &&Thing| {
        thing.blocks_movement() && thing.persists() && !thing.is_box() && thing.patrol.is_none()
    };
    let mut walls: BTreeMap<Cell, i32> = BTreeMap::new();
    for wall in level.things.iter().filter(is_wall) {
        let since = walls.entry(wall.at.cell()).or_insert(wall.at.t);
        *since = wall.at.t.min(*since);
    }
    walls
}

/// Returns the last slice in which a walk is at its n-th cell, if it gets there at all.
fn last_visit(patrol: &Patrol, step: usize, time_depth: i32) -> Option<i32> {
    let (step, len) = (i32::try_from(step).ok()?, i32::try_from(patrol.path.len()).ok()?);
    let last = time_depth.saturating_sub(1);
    if step > last {
        None
    } else if patrol.loops {
        Some(last - (last - step) % len)
    } else {
        Some(if step == len - 1 { last } else { step })
    }
}

fn start(found: &mut Findings, index: usize, thing: &Thing, patrol: &Patrol) {
    let begins = patrol.cell_at(thing.at.t.max(0));
    if let Some((x, y)) = begins.filter(|cell| *cell != thing.at.cell()) {
        let sentence = format!("but its patrol is at ({x}, {y}) then: make both agree, or leave `at` out");
        found.wrong(
            Location::Thing(index, Part::At),
            format!("{} stands there, {sentence}", described(thing)),
        );
    }
}

fn leaps(found: &mut Findings, spot: Location, who: &str, patrol: &Patrol) {
    let leaps = (0..).zip(patrol.path.windows(2)).filter(|(_, pair)| !is_step(pair[0], pair[1]));
    for (tick, pair) in leaps.take(MAX_LEAPS) {
        let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
        let sentence = format!("{who} leaps from ({x}, {y}) to ({to_x}, {to_y}) after tick {tick}");
        found.wrong(spot, format!("{sentence}: a patrol goes one cell per tick, or waits"));
    }
    if let (true, Some(&first), Some(&last)) = (patrol.loops, patrol.path.first(), patrol.path.last())
        && !is_step(last, first)
    {
        let sentence = "its loop is not closed, so that it leaps from its last cell to its first";
        found.note(spot, Severity::Warning, format!("{who}: {sentence}"));
    }
}

fn is_step((x, y): Cell, (to_x, to_y): Cell) -> bool {
    let distance = |a: i32, b: i32| a.abs_diff(b).min(2);
    distance(x, to_x) + distance(y, to_y) <= 1
}
