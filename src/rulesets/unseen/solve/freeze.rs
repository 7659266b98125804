//! Finds boxes that can never be moved again although not all of them are on goals.
//!
//! Called after a push, in levels where boxes are pushed one at a time, are not pulled, and are all needed on
//! goals. Knows boxes and walls; does not know whether the player can reach a cell.

use super::bounds::opposite;
use super::boxes::Boxes;
use super::floor::{BoxKind, Cell, Floor, WALL};

/// Working memory for judging one box.
pub(super) struct Freeze {
    is_goal: Vec<bool>,
    /// Boxes judged so far, which act as walls for the others.
    fixed: Vec<Cell>,
}

impl Freeze {
    /// Returns `None` if boxes that are stuck here may be moved by other means.
    pub(super) fn new(floor: &Floor) -> Option<Self> {
        let is_only_pushed = |kind: &BoxKind| kind.is_pushable && !kind.is_pullable;
        let all_are_needed = floor.needs_goals && floor.boxes.len() <= floor.goals.len();
        if !floor.kinds.iter().all(is_only_pushed) || floor.max_chain != 1 || !all_are_needed {
            return None;
        }
        let mut is_goal = vec![false; floor.next.len()];
        floor.goals.iter().filter(|goal| **goal != WALL).for_each(|goal| is_goal[*goal as usize] = true);
        Some(Self { is_goal, fixed: Vec::new() })
    }

    /// Whether a box and those that hold it are stuck for ever, with at least one of them off its goal.
    pub(super) fn is_stuck(&mut self, floor: &Floor, boxes: &Boxes, cell: Cell) -> bool {
        self.fixed.clear();
        self.is_fixed(floor, boxes, cell) && self.fixed.iter().any(|cell| !self.is_goal[*cell as usize])
    }

    /// Whether a box can be moved along neither axis. If so, it and those that hold it are added to the fixed
    /// ones.
    fn is_fixed(&mut self, floor: &Floor, boxes: &Boxes, cell: Cell) -> bool {
        let before = self.fixed.len();
        self.fixed.push(cell);
        let is_fixed = [0, 2].into_iter().all(|direction| self.is_blocked(floor, boxes, cell, direction));
        if !is_fixed {
            self.fixed.truncate(before);
        }
        is_fixed
    }

    /// Whether a box cannot be moved along an axis.
    fn is_blocked(&mut self, floor: &Floor, boxes: &Boxes, cell: Cell, direction: usize) -> bool {
        let sides = [direction, opposite(direction)].map(|direction| floor.next[cell as usize][direction]);
        let is_wall = |side: &Cell| *side == WALL || self.fixed.contains(side);
        if sides.iter().any(is_wall) || sides.iter().all(|side| boxes.first_kind_is_dead(*side)) {
            return true;
        }
        sides.into_iter().any(|side| boxes.is_taken(side) && self.is_fixed(floor, boxes, side))
    }
}
