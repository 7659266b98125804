//! Counts the ways to take an edge: the shortest walks to the cell where a box is pushed or pulled.
//!
//! Part of [`super`]. Between two pushes of a shortest way every walk is a shortest one, so all ways to win
//! are counted by pushes, without examining single steps.

use super::{Cell, Direction, Edge, Timeless, WALL, opposite};
use crate::rulesets::unseen::game::Action;
use crate::solver::packed::Counted;

impl Timeless {
    /// Counts the shortest walks to each reached cell, by cell; the other numbers are meaningless.
    fn count_walks(&self) -> Vec<u64> {
        let mut counts = vec![0; self.floor.next.len()];
        counts[self.player as usize] = 1;
        for cell in self.walk.cells.iter().skip(1) {
            let before = self.last_steps(*cell).map(|(_, before)| counts[before as usize]);
            counts[*cell as usize] = before.fold(0, u64::saturating_add);
        }
        counts
    }

    /// Returns the last steps of the shortest walks to a cell: the index of the direction, and the previous
    /// cell.
    fn last_steps(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + '_ {
        let steps = self.walk.reached[cell as usize].steps;
        let is_before = move |cell: Cell| {
            let reached = self.walk.reached[cell as usize];
            reached.walk == self.walk.number && reached.steps + 1 == steps
        };
        let step = move |direction| (direction, self.floor.next[cell as usize][opposite(direction)]);
        (0..4).map(step).filter(move |(_, before)| *before != WALL && is_before(*before))
    }

    /// Returns the first `most` shortest walks to a cell.
    fn walks_to(&self, cell: Cell, most: usize) -> Vec<Vec<Action>> {
        let mut walks = vec![(cell, Vec::new())];
        for _ in 0..self.walk.reached[cell as usize].steps {
            let longer = |(cell, walk): (Cell, Vec<Action>)| {
                self.last_steps(cell).map(move |(direction, before)| {
                    let step = Action::Move(Direction::all()[direction]);
                    (before, [&[step], walk.as_slice()].concat())
                })
            };
            walks = walks.into_iter().flat_map(longer).take(most).collect();
        }
        walks.into_iter().map(|(_, walk)| walk).collect()
    }
}

impl Counted for Timeless {
    type Action = Action;

    fn expand_counted(&mut self, state: &[u64], found: &mut dyn FnMut(&[u64], u32, u64)) -> u64 {
        let mut edges = Vec::new();
        let work = self.follow(state, &mut |this, edge, cost, bound| {
            edges.extend((bound != super::DEAD).then(|| (edge.cell, cost, this.next.clone())));
        });
        let counts = self.count_walks();
        edges.iter().for_each(|(cell, cost, next)| found(next, *cost, counts[*cell as usize]));
        work + counts.len() as u64
    }

    fn ways_between(&mut self, from: &[u64], to: &[u64], turns: u32, most: usize) -> Vec<Vec<Action>> {
        let mut edges: Vec<Edge> = Vec::new();
        self.follow(from, &mut |this, edge, cost, _| {
            edges.extend((this.next == to && cost == turns).then_some(*edge));
        });
        let ways = edges.iter().flat_map(|edge| {
            let walks = self.walks_to(edge.cell, most).into_iter();
            walks.map(|walk| walk.into_iter().chain(edge.last_action()).collect())
        });
        ways.take(most).collect()
    }
}
