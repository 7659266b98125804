//! Lower bounds on the turns of a win, taking only walls into account.
//!
//! Computed once for a floor. Valid for rows of boxes that are pushed at once and for boxes that are pulled.

use std::collections::VecDeque;

use super::boxes::{Boxes, Step};
use super::floor::{BoxKind, Cell, Floor, WALL};
use crate::solver::packed::DEAD;

/// Maximum number of pairs of a box and a goal that each bound examines one by one.
const MOST_PAIRS: usize = 1 << 12;
/// Maximum number of stored distances from cells to goals.
const MOST_DISTANCES: usize = 1 << 22;

/// Distances on a floor without boxes.
#[derive(Debug)]
pub(super) struct Bounds {
    /// By kind of box: the moves of a box from each cell to each goal, goal by goal. Empty if there would be
    /// too many.
    to_goals: Vec<Vec<u32>>,
    /// Number of goals that are examined one by one.
    goals: usize,
    /// By kind of box: the moves from each cell to the nearest goal.
    to_nearest: Vec<Vec<u32>>,
    /// Steps of the player from each cell to the nearest exit.
    to_exit: Vec<u32>,
    /// Maximum number of boxes that one turn can move.
    boxes_a_turn: u32,
    /// Whether there are more boxes than goals, so that some may stay anywhere.
    has_spare_boxes: bool,
    needs_goals: bool,
    needs_exit: bool,
    /// Distances of the boxes of the current state.
    tally: Tally,
}

/// Distances of the boxes of one state to the goals.
#[derive(Debug, Default)]
struct Tally {
    /// By goal: the nearest box, its moves, and the moves of the next nearest box.
    nearest: Vec<Nearest>,
    /// Total moves of all boxes to their nearest goals; `None` if a box can reach no goal.
    all: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Nearest {
    index: usize,
    moves: u32,
    next: u32,
}

impl Bounds {
    pub(super) fn new(floor: &Floor) -> Self {
        let (goals, boxes) = (floor.goals.len(), floor.boxes.len());
        let are_few = goals * boxes <= MOST_PAIRS && goals * floor.next.len() <= MOST_DISTANCES;
        let goals = if are_few { goals } else { 0 };
        let nearest = |kind: &BoxKind| box_moves(floor, *kind, &floor.goals);
        Self {
            to_nearest: floor.kinds.iter().map(nearest).collect(),
            to_goals: floor.kinds.iter().map(|kind| to_each_goal(floor, *kind, goals)).collect(),
            goals,
            to_exit: steps_to(floor, &floor.exits),
            boxes_a_turn: u32::try_from(floor.max_chain).unwrap_or(u32::MAX).max(1),
            has_spare_boxes: floor.boxes.len() > floor.goals.len(),
            needs_goals: floor.needs_goals,
            needs_exit: floor.needs_exit,
            tally: Tally::default(),
        }
    }

    /// Whether a box of this kind in this cell is still useful, or is not needed.
    pub(super) fn is_alive(&self, floor: &Floor, kind: usize, cell: Cell) -> bool {
        !floor.needs_goals || self.has_spare_boxes || !self.is_lost(kind, cell)
    }

    /// Returns a lower bound on the turns of a win from the start; [`DEAD`] if a box is useless where it is.
    pub(super) fn at_start(&mut self, floor: &Floor, boxes: &Boxes) -> u32 {
        if floor.boxes.iter().any(|(cell, kind)| boxes.is_dead(*kind, *cell)) {
            return DEAD;
        }
        self.look_at(&floor.boxes).max(self.to_exit(floor.player))
    }

    /// Whether a box of this kind can reach no goal from this cell.
    pub(super) fn is_lost(&self, kind: usize, cell: Cell) -> bool {
        self.to_nearest[kind][cell as usize] == DEAD
    }

    /// Returns a lower bound on the steps of the player to an exit; 0 if none is needed.
    pub(super) fn to_exit(&self, player: Cell) -> u32 {
        if self.needs_exit { self.to_exit[player as usize] } else { 0 }
    }

    /// Examines the boxes of a state; returns a lower bound on the turns to move them to the goals.
    pub(super) fn look_at(&mut self, boxes: &[(Cell, usize)]) -> u32 {
        if !self.needs_goals {
            return 0;
        }
        let none = Nearest { index: usize::MAX, moves: DEAD, next: DEAD };
        let mut nearest = std::mem::take(&mut self.tally.nearest);
        nearest.clear();
        nearest.resize(self.goals, none);
        for (index, (cell, kind)) in boxes.iter().enumerate() {
            for (own, moves) in nearest.iter_mut().zip(self.from(*kind, *cell)) {
                if *moves < own.moves {
                    *own = Nearest { index, moves: *moves, next: own.moves };
                } else {
                    own.next = own.next.min(*moves);
                }
            }
        }
        let by_goals = nearest.iter().fold(0, |sum: u32, own| sum.saturating_add(own.moves));
        self.tally = Tally { nearest, all: self.moves_of_all(boxes) };
        self.turns_for(by_goals, self.tally.all)
    }

    /// Returns the result of [`Bounds::look_at`] after these steps.
    pub(super) fn after(&self, boxes: &[(Cell, usize)], steps: &[Step]) -> u32 {
        match steps {
            _ if !self.needs_goals => 0,
            [only] => self.after_one(boxes, *only),
            _ => {
                let least = |goal| boxes.iter().map(|(cell, kind)| self.from(*kind, *cell)[goal]).min();
                let goals = (0..self.goals).map(|goal| least(goal).unwrap_or(DEAD));
                self.turns_for(goals.fold(0, u32::saturating_add), self.moves_of_all(boxes))
            }
        }
    }

    fn after_one(&self, boxes: &[(Cell, usize)], Step { index, from, to }: Step) -> u32 {
        let kind = boxes[index].1;
        let goals = self.tally.nearest.iter().zip(self.from(kind, to));
        let by_goals = goals.fold(0, |sum: u32, (own, moves)| {
            let others = if own.index == index { own.next } else { own.moves };
            sum.saturating_add(others.min(*moves))
        });
        let [before, after] = [from, to].map(|cell| self.to_nearest[kind][cell as usize]);
        let all = match self.has_spare_boxes {
            true => Some(0),
            false => self.tally.all.filter(|_| after != DEAD).map(|all| all - before + after),
        };
        self.turns_for(by_goals, all)
    }

    /// Returns the work of computing one bound: about the number of distances looked up.
    pub(super) fn work(&self, boxes: usize) -> u64 {
        (2 + self.goals + boxes / 4) as u64
    }

    /// Returns the moves from a cell to each goal.
    fn from(&self, kind: usize, cell: Cell) -> &[u32] {
        let first = cell as usize * self.goals;
        &self.to_goals[kind][first..first + self.goals]
    }

    fn moves_of_all(&self, boxes: &[(Cell, usize)]) -> Option<u32> {
        let nearest = |(cell, kind): &(Cell, usize)| self.to_nearest[*kind][*cell as usize];
        if self.has_spare_boxes { Some(0) } else { total(boxes.iter().map(nearest)) }
    }

    fn turns_for(&self, by_goals: u32, by_boxes: Option<u32>) -> u32 {
        match by_boxes {
            Some(by_boxes) if by_goals != DEAD => by_goals.max(by_boxes).div_ceil(self.boxes_a_turn),
            _ => DEAD,
        }
    }
}

/// Returns the sum, or `None` if one of them is unreachable.
fn total(mut moves: impl Iterator<Item = u32>) -> Option<u32> {
    moves.try_fold(0_u32, |sum, moves| (moves != DEAD).then(|| sum.saturating_add(moves)))
}

/// Returns the moves of a box from each cell to each of the first `goals` goals, goal by goal.
fn to_each_goal(floor: &Floor, kind: BoxKind, goals: usize) -> Vec<u32> {
    let mut all = vec![DEAD; floor.next.len() * goals];
    for (index, goal) in floor.goals.iter().take(goals).enumerate() {
        for (cell, moves) in box_moves(floor, kind, &[*goal]).into_iter().enumerate() {
            all[cell * goals + index] = moves;
        }
    }
    all
}

/// Returns the moves of a single box from each cell to the nearest of some goals.
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

/// Whether a box can be moved to its neighbour: a push comes from the cell behind the box, a pull ends in the
/// cell beyond its target.
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

/// Returns the index of the opposite direction, in the order of [`Direction::all`].
///
/// [`Direction::all`]: crate::rulesets::unseen::core::Direction::all
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 1
}
