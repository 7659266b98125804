//! Boxes that can never be moved again, and are not all on goals.
//!
//! Asked after a push, where boxes are pushed one at a time, are not pulled, and are all needed on goals. Knows boxes
//! and walls; does not know whether the player can get anywhere.

use super::bounds::opposite;
use super::floor::{BoxKind, Cell, Floor, WALL};

/// What is looked at while one box is judged.
pub(super) struct Freeze {
    is_goal: Vec<bool>,
    /// Cells in which no box is of any use.
    is_dead: Vec<bool>,
    /// Boxes that are judged already, and stand like walls while others are.
    fixed: Vec<Cell>,
}

impl Freeze {
    /// Returns `None` where boxes that do not move now may be moved by other means. `bits` has [`WALL`] in the cells
    /// where a box is of no use.
    pub(super) fn new(floor: &Floor, bits: Option<&Vec<u32>>) -> Option<Self> {
        let only_pushed = [BoxKind { is_pushable: true, is_pullable: false }];
        let all_are_needed = floor.needs_goals && floor.boxes.len() <= floor.goals.len();
        if floor.kinds != only_pushed || floor.max_chain != 1 || !all_are_needed {
            return None;
        }
        let mut is_goal = vec![false; floor.next.len()];
        floor.goals.iter().filter(|goal| **goal != WALL).for_each(|goal| is_goal[*goal as usize] = true);
        let is_dead = bits?.iter().map(|bit| *bit == WALL).collect();
        Some(Self { is_goal, is_dead, fixed: Vec::new() })
    }

    /// Whether a box and those that hold it are stuck for ever, with one of them off its goal.
    pub(super) fn is_stuck(&mut self, floor: &Floor, taken: &[u8], cell: Cell) -> bool {
        self.fixed.clear();
        self.is_fixed(floor, taken, cell) && self.fixed.iter().any(|cell| !self.is_goal[*cell as usize])
    }

    /// Whether a box can be moved neither way. If so, it and those that hold it are added to the fixed ones.
    fn is_fixed(&mut self, floor: &Floor, taken: &[u8], cell: Cell) -> bool {
        let before = self.fixed.len();
        self.fixed.push(cell);
        let is_fixed = [0, 2].into_iter().all(|direction| self.is_blocked(floor, taken, cell, direction));
        if !is_fixed {
            self.fixed.truncate(before);
        }
        is_fixed
    }

    /// Whether a box cannot be moved along a line.
    fn is_blocked(&mut self, floor: &Floor, taken: &[u8], cell: Cell, direction: usize) -> bool {
        let sides = [direction, opposite(direction)].map(|direction| floor.next[cell as usize][direction]);
        let is_wall = |side: &Cell| *side == WALL || self.fixed.contains(side);
        if sides.iter().any(is_wall) || sides.iter().all(|side| self.is_dead[*side as usize]) {
            return true;
        }
        sides.into_iter().any(|side| taken[side as usize] != 0 && self.is_fixed(floor, taken, side))
    }
}
