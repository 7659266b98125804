//! Plain breadth-first search over the boards of Sokoban: every step and push from every board, nothing left
//! out. The reference for the solver: slow, and easy to verify.

use std::collections::HashSet;
use std::time::Duration;

use rustix::time::ClockId;

use crate::cpu_time;

/// Maximum number of cells inside the walls.
const MOST_CELLS: usize = 256;
const WALL: u16 = u16::MAX;

type Boxes = [u64; MOST_CELLS / 64];

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The fewest moves.
    Solved(u32),
    /// There is no solution.
    Unsolvable,
    /// It ran out of time or memory, or the board is too large for it.
    Unknown,
}

/// A board: neighbours of each cell inside the walls, and the contents of the cells.
pub struct Board {
    next: Vec<[u16; 4]>,
    goals: Boxes,
    boxes: Boxes,
    player: u16,
}

impl Board {
    /// Reads the rows of an XSB board; `None` if it is too large.
    pub fn new(rows: &[&str]) -> Option<Self> {
        let at =
            |x: usize, y: usize| rows.get(y).and_then(|row| row.as_bytes().get(x)).copied().unwrap_or(b'#');
        let start = (0..rows.len()).find_map(|y| Some((rows[y].find(['@', '+'])?, y)))?;
        let mut cells = vec![start];
        let mut done = 0;
        while let Some((x, y)) = cells.get(done).copied() {
            done += 1;
            for beside in beside(x, y).into_iter().flatten().filter(|(x, y)| at(*x, *y) != b'#') {
                if !cells.contains(&beside) {
                    cells.push(beside);
                }
            }
        }
        let number = |place: Option<(usize, usize)>| {
            place
                .and_then(|place| cells.iter().position(|cell| *cell == place))
                .map_or(WALL, |cell| cell as u16)
        };
        let next = cells.iter().map(|(x, y)| beside(*x, *y).map(number)).collect();
        let with = |signs: &[u8]| {
            let mut bits = Boxes::default();
            let found = cells.iter().enumerate().filter(|(_, (x, y))| signs.contains(&at(*x, *y)));
            found.for_each(|(cell, _)| set(&mut bits, cell as u16));
            bits
        };
        (cells.len() <= MOST_CELLS).then(|| Self { next, goals: with(b".*+"), boxes: with(b"$*"), player: 0 })
    }

    /// Searches for at most this time, and keeps at most this many boards.
    pub fn solve(&self, time: Duration, most: usize) -> Found {
        let (until, mut seen) = (cpu_time(ClockId::ThreadCPUTime) + time, HashSet::new());
        let mut layer = vec![(self.boxes, self.player)];
        seen.insert(layer[0]);
        for moves in 1.. {
            let mut next = Vec::new();
            for (index, (boxes, player)) in layer.iter().enumerate() {
                if index % 1024 == 0 && (cpu_time(ClockId::ThreadCPUTime) > until || seen.len() > most) {
                    return Found::Unknown;
                }
                for state in (0..4).filter_map(|direction| self.moved(boxes, *player, direction)) {
                    if state.0 == self.goals {
                        return Found::Solved(moves);
                    }
                    if seen.insert(state) {
                        next.push(state);
                    }
                }
            }
            if next.is_empty() {
                return Found::Unsolvable;
            }
            layer = next;
        }
        Found::Unknown
    }

    fn moved(&self, boxes: &Boxes, player: u16, direction: usize) -> Option<(Boxes, u16)> {
        let to = self.next[player as usize][direction];
        let (mut boxes, has_box) =
            (*boxes, |boxes: &Boxes, cell: u16| boxes[cell as usize / 64] >> (cell % 64) & 1 == 1);
        if to == WALL || !has_box(&boxes, to) {
            return (to != WALL).then_some((boxes, to));
        }
        let beyond = self.next[to as usize][direction];
        if beyond == WALL || has_box(&boxes, beyond) {
            return None;
        }
        boxes[to as usize / 64] ^= 1 << (to % 64);
        set(&mut boxes, beyond);
        Some((boxes, to))
    }
}

fn set(boxes: &mut Boxes, cell: u16) {
    if let Some(word) = boxes.get_mut(cell as usize / 64) {
        *word |= 1 << (cell % 64);
    }
}

/// The neighbours north, south, east and west.
fn beside(x: usize, y: usize) -> [Option<(usize, usize)>; 4] {
    [y.checked_sub(1).map(|y| (x, y)), Some((x, y + 1)), Some((x + 1, y)), x.checked_sub(1).map(|x| (x, y))]
}
