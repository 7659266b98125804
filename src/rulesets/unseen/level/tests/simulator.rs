//! A slow and plain implementation of the rules, to try levels with: every query folds all turns again, and after
//! every action the whole history is checked again.
//!
//! Knows no other implementation, so that it can serve as a reference for one.

use super::*;

/// A game, as the list of its turns.
#[derive(Clone)]
pub(super) struct Game<'l> {
    level: &'l Level,
    line: Vec<LevelPosition>,
    turns: Vec<Turn>,
}

/// One turn.
#[derive(Clone)]
struct Turn {
    from: LevelPosition,
    direction: Cell,
    /// Things that were moved, from where to where.
    moved: Vec<(usize, Cell, Cell)>,
    pulls: bool,
}

/// Phase of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Playing,
    Detected { by: Cell, seen_at: LevelPosition },
    Won,
}

fn toward(letter: &str) -> Option<Cell> {
    Some(match letter {
        "N" => (0, -1),
        "S" => (0, 1),
        "E" => (1, 0),
        "W" => (-1, 0),
        "." => (0, 0),
        _ => return None,
    })
}

fn add((x, y): Cell, (dx, dy): Cell) -> Cell {
    (x + dx, y + dy)
}

impl<'l> Game<'l> {
    pub(super) fn new(level: &'l Level) -> Self {
        let player = level.things().iter().find(|thing| thing.kind == Kind::Player).expect("a player");
        Self { level, line: vec![player.at], turns: Vec::new() }
    }

    /// Position of the player.
    pub(super) fn at(&self) -> LevelPosition {
        *self.line.last().expect("a start")
    }

    /// All positions of the player.
    pub(super) fn line(&self) -> &[LevelPosition] {
        &self.line
    }

    /// All moves with their time and target, in the order of time.
    pub(super) fn moves(&self) -> Vec<(i32, usize, Cell)> {
        let mut all: Vec<_> =
            self.turns.iter().flat_map(|turn| turn.moved.iter().map(|m| (turn.from.t, m.0, m.2))).collect();
        all.sort();
        all
    }

    /// The latest slice that was reached.
    fn horizon(&self) -> i32 {
        self.line.iter().map(|at| at.t).max().unwrap_or(0)
    }

    /// Cell of a thing in a slice: by its patrol, or its position and all moves made before.
    pub(super) fn cell(&self, thing: usize, t: i32) -> Cell {
        let mut turns: Vec<&Turn> = self.turns.iter().filter(|turn| turn.from.t < t).collect();
        turns.sort_by_key(|turn| turn.from.t);
        let mut moves = turns.iter().flat_map(|turn| &turn.moved).filter(|(index, ..)| *index == thing);
        moves.next_back().map_or(self.level.things()[thing].cell_at(t), |(_, _, to)| *to)
    }

    /// Things in a cell in a slice.
    fn there(&self, cell: Cell, t: i32) -> impl Iterator<Item = (usize, &'l Thing)> {
        let things = self.level.things().iter().enumerate();
        things.filter(move |(index, thing)| thing.is_there(t) && self.cell(*index, t) == cell)
    }

    fn blocked(&self, cell: Cell, t: i32, except: &[usize]) -> bool {
        self.there(cell, t).any(|(index, thing)| thing.blocks_movement() && !except.contains(&index))
    }

    /// Checks whether the player may come here, if these things make way.
    fn enter(&self, to: LevelPosition, except: &[usize]) -> Result<LevelPosition, String> {
        if !(0..self.level.world().time_depth).contains(&to.t) {
            return Err("time overflow".into());
        }
        if !is_on_board(self.level.width(), self.level.height(), to.cell()) {
            return Err("out of bounds".into());
        }
        if self.blocked(to.cell(), to.t, except) {
            return Err("blocked".into());
        }
        if self.line.contains(&to) { Err("self intersection".into()) } else { Ok(to) }
    }

    /// The game after an action, or why it cannot be done.
    pub(super) fn act(&self, action: &str) -> Result<Self, String> {
        let from = self.at();
        let (kind, letter) = if action.len() == 2 { action.split_at(1) } else { ("", action) };
        if action == "U" {
            return self.rift(from);
        }
        let direction = toward(letter).ok_or("no action")?;
        let (x, y) = add(from.cell(), direction);
        let moved = match kind {
            "P" => self.chain(from, direction)?,
            "L" => self.pull(from, direction)?,
            _ => Vec::new(),
        };
        let movers: Vec<usize> = moved.iter().map(|(index, ..)| *index).collect();
        let to = self.enter(LevelPosition::new(x, y, from.t + 1), &movers)?;
        for (index, cell, onto) in &moved {
            if self.cell(*index, to.t) != *cell {
                return Err("paradox: it is moved already".into());
            }
            let (x, y) = *onto;
            let taken =
                self.line.contains(&LevelPosition::new(x, y, to.t)) || self.blocked(*onto, to.t, &movers);
            if taken || !is_on_board(self.level.width(), self.level.height(), *onto) {
                return Err("push blocked".into());
            }
        }
        self.then(to, Turn { from, direction, moved, pulls: kind == "L" })
    }

    /// The boxes in front of the player, and their targets.
    fn chain(&self, from: LevelPosition, direction: Cell) -> Result<Vec<(usize, Cell, Cell)>, String> {
        let mut chain = Vec::new();
        let mut cell = add(from.cell(), direction);
        while let Some((index, _)) = self.there(cell, from.t).find(|(_, thing)| thing.is_pushable()) {
            chain.push((index, cell, add(cell, direction)));
            cell = add(cell, direction);
        }
        match chain.len() {
            0 => Err("nothing to push".into()),
            length if length > self.level.world().max_push_chain as usize => Err("chain too long".into()),
            _ => Ok(chain),
        }
    }

    fn pull(&self, from: LevelPosition, (dx, dy): Cell) -> Result<Vec<(usize, Cell, Cell)>, String> {
        let behind = add(from.cell(), (-dx, -dy));
        let found = self.there(behind, from.t).find(|(_, thing)| thing.is_pullable());
        found.map(|(index, _)| vec![(index, behind, from.cell())]).ok_or_else(|| "nothing to pull".into())
    }

    fn rift(&self, from: LevelPosition) -> Result<Self, String> {
        let rifts = self.level.things().iter().filter_map(|thing| Some((thing, thing.rift?)));
        let out = rifts.clone().filter(|(thing, _)| thing.at.cell() == from.cell() && thing.is_there(from.t));
        let back = rifts.filter(|(_, rift)| rift.bidirectional && rift.target == from);
        let target = out.map(|(_, rift)| rift.target).chain(back.map(|(thing, _)| thing.at)).next();
        let to = self.enter(target.ok_or("no rift here")?, &[])?;
        self.then(to, Turn { from, direction: (0, 0), moved: Vec::new(), pulls: false })
    }

    /// The game after a turn, if all turns before it are still possible.
    fn then(&self, to: LevelPosition, turn: Turn) -> Result<Self, String> {
        let mut next = self.clone();
        next.line.push(to);
        next.turns.push(turn);
        if let Some(at) = next.line.iter().find(|at| next.blocked(at.cell(), at.t, &[])) {
            return Err(format!("paradox: somebody stood at {at:?}"));
        }
        let differs = |turn: &&Turn| {
            let now = match turn.pulls {
                true => next.pull(turn.from, turn.direction),
                false => next.chain(turn.from, turn.direction),
            };
            let later = turn.from.t + 1;
            now.as_ref() != Ok(&turn.moved) || turn.moved.iter().any(|(i, _, to)| next.cell(*i, later) != *to)
        };
        let broken = next.turns.iter().filter(|turn| !turn.moved.is_empty()).find(differs).is_some();
        if broken { Err("paradox: a box was moved otherwise".into()) } else { Ok(next) }
    }

    /// Phase of the game: detection before victory.
    pub(super) fn phase(&self) -> Phase {
        if let Some((by, seen_at)) = self.seen() {
            return Phase::Detected { by, seen_at };
        }
        let at = self.at();
        let out = self.there(at.cell(), at.t).any(|(_, thing)| thing.is_exit());
        let goals = self.level.things().iter().filter(|thing| thing.is_goal());
        let held = |cell| self.there(cell, at.t).any(|(_, thing)| thing.is_box());
        let full = goals.clone().count() > 0 && goals.map(|goal| goal.at.cell()).all(held);
        let won = match self.level.world().win {
            Win::Exit => out,
            Win::Goals => full,
            Win::Both => out && full,
        };
        if won && !self.turns.is_empty() { Phase::Won } else { Phase::Playing }
    }

    /// The enemy that sees the player and the position seen, if any.
    fn seen(&self) -> Option<(Cell, LevelPosition)> {
        let watchers = || {
            self.level.things().iter().enumerate().filter_map(|(i, thing)| Some((i, thing, thing.vision?)))
        };
        let slices = 0..=self.horizon();
        let looks = watchers().flat_map(|watcher| slices.clone().map(move |te| (watcher, te)));
        looks.filter(|((_, thing, _), te)| thing.is_there(*te)).find_map(|((index, _, vision), te)| {
            let eye = self.cell(index, te);
            self.line.iter().find(|at| self.sees(eye, vision, te, **at)).map(|at| (eye, *at))
        })
    }

    fn sees(&self, eye: Cell, vision: Vision, te: i32, at: LevelPosition) -> bool {
        let world = self.level.world();
        let (vx, vy) = (at.x - eye.0, at.y - eye.1);
        let d = vx.abs() + vy.abs();
        let speed = vision.light_speed.unwrap_or(world.light_speed) as i32;
        let delay = match world.detection {
            Detection::LightCone => (d - 1).max(0) / speed,
            Detection::Delayed { turns } => turns as i32,
            Detection::None => return false,
        };
        d <= world.vision_radius as i32
            && te - at.t == delay
            && in_view(vision, vx, vy)
            && self.clear(eye, at.cell(), te)
    }

    fn clear(&self, a: Cell, b: Cell, te: i32) -> bool {
        between(a, b).iter().all(|cell| !self.there(*cell, te).any(|(_, thing)| thing.blocks_vision()))
    }
}

fn in_view(vision: Vision, vx: i32, vy: i32) -> bool {
    let (fx, fy) = match vision.facing {
        Facing::North => (0, -1),
        Facing::South => (0, 1),
        Facing::East => (1, 0),
        Facing::West => (-1, 0),
    };
    let (forward, side) = (vx * fx + vy * fy, (vx * fy - vy * fx).abs());
    (vx, vy) == (0, 0)
        || match vision.fov {
            90 => forward >= side && forward > 0,
            180 => forward >= 0,
            270 => !(forward < 0 && side < -forward),
            _ => true,
        }
}

/// The cells between two cells, traced from the one that is smaller by row and column.
pub(super) fn between(a: Cell, b: Cell) -> Vec<Cell> {
    let (from, to) = if (a.1, a.0) <= (b.1, b.0) { (a, b) } else { (b, a) };
    let (dx, dy) = ((to.0 - from.0).abs(), -(to.1 - from.1).abs());
    let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let (mut cell, mut error, mut cells) = (from, dx + dy, Vec::new());
    while cell != to {
        let twice = 2 * error;
        if twice > dy {
            error += dy;
            cell.0 += step.0;
        }
        if twice < dx {
            error += dx;
            cell.1 += step.1;
        }
        cells.push(cell);
    }
    cells.pop();
    cells
}

#[test]
fn lines_of_sight_are_those_of_the_golden_cases() {
    assert_eq!(between((0, 0), (3, 1)), [(1, 0), (2, 1)]);
    assert_eq!(between((0, 0), (4, 2)), [(1, 0), (2, 1), (3, 1)]);
    assert_eq!(between((4, 2), (0, 0)), between((0, 0), (4, 2)));
}
