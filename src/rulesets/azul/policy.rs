//! Advice: the action that is worth most right now.
//!
//! Called through `Rules::advise`. Greedy: it looks at its own board, completes lines whose tiles join others, and
//! breaks as few tiles as it can. It does not consider what others will do, and draws no random numbers.

use super::action::{Destination, DraftAction, index};
use super::legality::{self, Effect};
use super::scoring::{Runs, penalty_for};
use super::state::{PlayerBoard, Position, SIDE, Wall, get_wall_column_for_color};
use super::tiles::TileColor;

/// Value of one point; smaller preferences stay below it.
const POINT: i32 = 60;
/// Starting the next round is worth a little less than the point that the token costs.
const TOKEN: i32 = 40;
/// A tile on the wall is a step towards the bonus of its column and of its colour.
const STEP: i32 = 15;

/// Returns the best legal action; the first listed of equals.
pub(super) fn choose(position: &Position) -> Option<DraftAction> {
    let player = position.players.get(usize::from(position.active_player_id))?;
    let wall = planned(player);
    let listed = legality::actions(position).into_iter().rev();
    let effects = listed.filter_map(|action| legality::check(position, &action).ok());
    // The list is reversed and `max_by_key` takes the last of equals: the first listed action wins.
    effects.max_by_key(|effect| value(player, &wall, effect)).map(|effect| effect.action)
}

/// Returns the wall as it will be when this round ends, as far as known.
fn planned(player: &PlayerBoard) -> Wall {
    let mut wall = player.wall;
    for (row, line) in player.pattern_lines.iter().enumerate() {
        if let Some(color) = line.color.filter(|_| line.is_complete()) {
            wall[row][get_wall_column_for_color(row, color)] = true;
        }
    }
    wall
}

fn value(player: &PlayerBoard, wall: &Wall, effect: &Effect) -> i32 {
    let token = if effect.takes_token { TOKEN } else { 0 };
    token - cost(player, effect) + gain(player, wall, effect)
}

/// Returns the value of the points that broken tiles and the token add to the cost of the floor line.
fn cost(player: &PlayerBoard, effect: &Effect) -> i32 {
    let floor = &player.floor_line;
    let now = floor.tiles.len() + usize::from(floor.has_first_player_token);
    let then = now + usize::from(effect.broken) + usize::from(effect.takes_token);
    // From the eighth on, a broken tile costs nothing; it is still no better than none.
    (penalty_for(then) - penalty_for(now)) as i32 * POINT + i32::from(effect.broken)
}

/// Returns the value of filling the line: all of it when it becomes complete, a part otherwise.
fn gain(player: &PlayerBoard, wall: &Wall, effect: &Effect) -> i32 {
    let Destination::PatternLine(number) = effect.action.destination else { return 0 };
    let row = index(number);
    let line = &player.pattern_lines[row];
    let (filled, capacity) = (i32::from(line.count_filled + effect.placed), i32::from(line.capacity));
    let whole = prospect(wall, row, effect.action.color);
    // A line that stays open blocks its row, the more so the longer it takes to fill.
    if filled == capacity { whole } else { whole * filled / (2 * capacity) - (capacity - filled) }
}

/// Returns the value of a tile of a colour in a row of the wall.
fn prospect(wall: &Wall, row: usize, color: TileColor) -> i32 {
    let column = get_wall_column_for_color(row, color);
    let in_column = (0..SIDE).filter(|&other| wall[other][column]).count() as i32;
    let of_color =
        (0..SIDE).filter(|&other| wall[other][get_wall_column_for_color(other, color)]).count() as i32;
    Runs::at(wall, row, column).points() as i32 * POINT + (in_column + of_color) * STEP
}
