//! Words for actions, the cells that stand for them, and the way to a cell that is further away.
//!
//! Called through `Show`. Reads states; asks the rules what an action would do, and changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::core::{Direction, Position, SpatialPos, Traits};
use super::game::effect::work_out;
use super::game::{Action, ActionOutcome, GameState};
use super::scene::{off_board, on_board};
use super::{State, Unseen};
use crate::scene::BoardCell;
use crate::show::Controls;

/// Most positions that are tried for a route.
const MOST_PLACES: usize = 60_000;
/// Most routes that are walked in thought: each that is seen rules out one position for the next.
const MOST_ROUTES: usize = 40;

impl Controls<Self> for Unseen {
    fn phrase(&self, state: &State, action: &Action) -> String {
        let game = state.game();
        match action {
            Action::Move(direction) => format!("Walk {}", word(*direction)),
            Action::Wait => "Wait".to_owned(),
            Action::UseRift => match game.rift_target() {
                Some(target) => format!("Go through the rift to t {}", target.t),
                None => "Go through a rift".to_owned(),
            },
            Action::Push(direction) => {
                format!("Push {} {}", self.row_in(game, *direction), word(*direction))
            }
            Action::Pull(direction) => {
                let behind = direction.opposite();
                format!("Pull {} {}", self.first_in(game, behind, Traits::PULLABLE), word(*direction))
            }
            Action::Restart => "Restart".to_owned(),
        }
    }

    /// Walking and pushing point at the neighbouring cell, a pull drags the box behind onto the player, and waiting is a
    /// step onto the own cell.
    fn steps(&self, state: &State, action: &Action) -> Vec<Vec<BoardCell>> {
        let here = state.game().player_position().spatial();
        let beside = |direction: Direction| here.move_dir(direction);
        let cells = match action {
            Action::Move(direction) | Action::Push(direction) => vec![beside(*direction)],
            Action::Pull(direction) => vec![beside(direction.opposite()), here],
            Action::Wait => vec![here, here],
            Action::UseRift => vec![here],
            Action::Restart => Vec::new(),
        };
        let steps: Option<Vec<_>> = cells.into_iter().map(|cell| Some(vec![pointed(cell)?])).collect();
        steps.unwrap_or_default()
    }

    fn route(&self, state: &State, to: BoardCell) -> Vec<Action> {
        let (game, to) = (state.game(), off_board(to.at));
        let mut avoided = BTreeSet::new();
        for _ in 0..MOST_ROUTES {
            let Some(route) = walk(game, to, &avoided) else { break };
            match seen_at(game, &route) {
                None => return route,
                Some(position) => _ = avoided.insert(position),
            }
        }
        Vec::new()
    }
}

impl Unseen {
    /// Names what a push would move.
    fn row_in(&self, game: &GameState, direction: Direction) -> String {
        let mut cell = game.player_position();
        let count = std::iter::repeat_with(|| {
            cell = cell.move_dir(direction);
            game.cube().meets(cell, Traits::PUSHABLE)
        });
        match count.take(game.config().max_push_chain.saturating_add(1)).take_while(|is_box| *is_box).count()
        {
            0 | 1 => self.first_in(game, direction, Traits::PUSHABLE),
            many => format!("{many} boxes"),
        }
    }

    fn first_in(&self, game: &GameState, direction: Direction, wanted: Traits) -> String {
        let found = game.cube().lowest(game.player_position().move_dir(direction), wanted, |_| true);
        found.map_or_else(|| "a box".to_owned(), |thing| self.label(thing).to_string())
    }
}

/// The name of a direction.
pub(super) fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::South => "south",
        Direction::East => "east",
        Direction::West => "west",
    }
}

fn pointed(cell: SpatialPos) -> Option<BoardCell> {
    Some(BoardCell::new(0, on_board(cell)?))
}

/// Returns the shortest way to a cell by walking and waiting, without these positions; `None` if there is none, or too
/// much to try.
fn walk(game: &GameState, to: SpatialPos, avoided: &BTreeSet<Position>) -> Option<Vec<Action>> {
    let start = game.player_position();
    let steps = || Direction::all().map(Action::Move).into_iter().chain([Action::Wait]);
    let mut layers: Vec<BTreeMap<SpatialPos, Action>> = Vec::new();
    let (mut last, mut left) = (vec![start.spatial()], MOST_PLACES);
    while !last.is_empty() && !last.contains(&to) {
        left = left.checked_sub(last.len())?;
        let t = start.t + layers.len() as i32 + 1;
        let mut layer = BTreeMap::new();
        for (cell, action) in last.iter().flat_map(|cell| steps().map(move |action| (cell, action))) {
            let next = after(*cell, action);
            if !avoided.contains(&next.at(t)) && game.can_move_to(next.at(t)) {
                layer.entry(next).or_insert(action);
            }
        }
        last = layer.keys().copied().collect();
        layers.push(layer);
    }
    last.contains(&to).then(|| way_back(&layers, to))
}

fn after(cell: SpatialPos, action: Action) -> SpatialPos {
    if let Action::Move(direction) = action { cell.move_dir(direction) } else { cell }
}

/// Follows the layers back from the target.
fn way_back(layers: &[BTreeMap<SpatialPos, Action>], mut at: SpatialPos) -> Vec<Action> {
    let mut way = Vec::new();
    for layer in layers.iter().rev() {
        let Some(action) = layer.get(&at) else { break };
        way.push(*action);
        if let Action::Move(direction) = action {
            at = at.move_dir(direction.opposite());
        }
    }
    way.reverse();
    way
}

/// Walks a route in thought and returns where the player would be seen.
fn seen_at(game: &GameState, route: &[Action]) -> Option<Position> {
    let mut game = game.clone();
    for action in route {
        let position = game.player_position();
        let Ok(effect) = work_out(&game, *action) else {
            return Some(after(position.spatial(), *action).at(position.t + 1));
        };
        let (next, outcome) = effect.carry_out(game);
        if let ActionOutcome::Detected { seen_at, .. } = outcome {
            return Some(seen_at);
        }
        game = next;
    }
    None
}
