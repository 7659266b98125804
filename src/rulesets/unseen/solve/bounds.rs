//! Lower bounds: how many turns a win takes at least, if everything but walls is left out.
//!
//! Worked out once for a floor. Hold for rows of boxes that are pushed at once and for boxes that are pulled.

use std::collections::VecDeque;

use super::floor::{BoxKind, Cell, Floor, WALL};
use crate::solver::packed::DEAD;

/// Pairs of a box and a goal up to which each bound looks at all of them.
const MOST_PAIRS: usize = 1 << 12;
/// Distances from cells to goals that are kept at most.
const MOST_DISTANCES: usize = 1 << 22;

/// Distances on a floor without boxes.
#[derive(Debug)]
pub(super) struct Bounds {
    /// By kind of box and goal: the moves of a box from each cell to the goal. None where that would be too many.
    to_goals: Vec<Vec<Vec<u32>>>,
    /// By kind of box: the moves from each cell to the nearest goal.
    to_nearest: Vec<Vec<u32>>,
    /// Steps of the player from each cell to the nearest exit.
    to_exit: Vec<u32>,
    /// Boxes that one turn can move.
    boxes_a_turn: u32,
    /// Whether there are more boxes than goals, so that some may stay anywhere.
    has_spare_boxes: bool,
}

impl Bounds {
    pub(super) fn new(floor: &Floor) -> Self {
        let of_kind =
            |kind: &BoxKind| floor.goals.iter().map(|goal| box_moves(floor, *kind, &[*goal])).collect();
        let (goals, boxes) = (floor.goals.len(), floor.boxes.len());
        let are_few = goals * boxes <= MOST_PAIRS && goals * floor.next.len() <= MOST_DISTANCES;
        let to_goals = if are_few { floor.kinds.iter().map(of_kind).collect() } else { Vec::new() };
        let nearest = |kind: &BoxKind| box_moves(floor, *kind, &floor.goals);
        Self {
            to_nearest: floor.kinds.iter().map(nearest).collect(),
            to_goals,
            to_exit: steps_to(floor, &floor.exits),
            boxes_a_turn: u32::try_from(floor.max_chain).unwrap_or(u32::MAX).max(1),
            has_spare_boxes: floor.boxes.len() > floor.goals.len(),
        }
    }

    /// Whether a box of this kind in this cell can still be of use, or need not be.
    pub(super) fn is_alive(&self, floor: &Floor, kind: usize, cell: Cell) -> bool {
        !floor.needs_goals || self.has_spare_boxes || self.to_nearest[kind][cell as usize] != DEAD
    }

    /// Returns how many turns a win takes at least, with the player and the boxes there.
    pub(super) fn turns(&self, floor: &Floor, player: Cell, boxes: &[(Cell, usize)]) -> u32 {
        let goals = if floor.needs_goals { self.turns_for_goals(floor, boxes) } else { 0 };
        let exit = if floor.needs_exit { self.to_exit[player as usize] } else { 0 };
        goals.max(exit)
    }

    /// How much work one bound is: about the number of distances looked up.
    pub(super) fn work(&self, floor: &Floor) -> u64 {
        let goals = if self.to_goals.is_empty() { 0 } else { floor.goals.len() };
        (floor.boxes.len() * (2 + goals)) as u64
    }

    fn turns_for_goals(&self, floor: &Floor, boxes: &[(Cell, usize)]) -> u32 {
        let goals = 0..if self.to_goals.is_empty() { 0 } else { floor.goals.len() };
        let to_goal =
            |goal: usize| boxes.iter().map(|(cell, kind)| self.to_goals[*kind][goal][*cell as usize]).min();
        let Some(by_goals) = total(goals.map(|goal| to_goal(goal).unwrap_or(DEAD))) else { return DEAD };
        let by_boxes = match self.has_spare_boxes {
            true => Some(0),
            false => total(boxes.iter().map(|(cell, kind)| self.to_nearest[*kind][*cell as usize])),
        };
        by_boxes.map_or(DEAD, |by_boxes| by_goals.max(by_boxes).div_ceil(self.boxes_a_turn))
    }
}

/// Returns the sum, or `None` if one of them is out of reach.
fn total(mut moves: impl Iterator<Item = u32>) -> Option<u32> {
    moves.try_fold(0_u32, |sum, moves| (moves != DEAD).then(|| sum.saturating_add(moves)))
}

/// Returns how many moves a single box takes from each cell to the nearest of some goals.
fn box_moves(floor: &Floor, kind: BoxKind, goals: &[Cell]) -> Vec<u32> {
    let mut moves = vec![DEAD; floor.next.len()];
    let mut open: VecDeque<Cell> = goals.iter().copied().filter(|goal| *goal != WALL).collect();
    open.iter().for_each(|goal| moves[*goal as usize] = 0);
    while let Some(to) = open.pop_front() {
        for direction in 0..4 {
            let from = floor.next[to as usize][opposite(direction)];
            if from != WALL && moves[from as usize] == DEAD && can_move(floor, kind, from, to, direction) {
                moves[from as usize] = moves[to as usize] + 1;
                open.push_back(from);
            }
        }
    }
    moves
}

/// Whether a box can be moved to its neighbour: the cell behind it is where a push comes from, the cell beyond its
/// target is where the player who pulls goes.
fn can_move(floor: &Floor, kind: BoxKind, from: Cell, to: Cell, direction: usize) -> bool {
    let behind = floor.next[from as usize][opposite(direction)];
    let beyond = floor.next[to as usize][direction];
    kind.is_pushable && behind != WALL || kind.is_pullable && beyond != WALL
}

fn steps_to(floor: &Floor, to: &[bool]) -> Vec<u32> {
    let mut steps: Vec<u32> = to.iter().map(|is_target| if *is_target { 0 } else { DEAD }).collect();
    let mut open: VecDeque<Cell> =
        (0..).zip(to).filter(|(_, is_target)| **is_target).map(|(cell, _)| cell).collect();
    while let Some(cell) = open.pop_front() {
        for next in floor.next[cell as usize].into_iter().filter(|next| *next != WALL) {
            if steps[next as usize] == DEAD {
                steps[next as usize] = steps[cell as usize] + 1;
                open.push_back(next);
            }
        }
    }
    steps
}

/// The index of the opposite direction, in the order of [`Direction::all`].
///
/// [`Direction::all`]: crate::rulesets::unseen::core::Direction::all
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 1
}
