//! A slice of a game as data, for programs and for inspecting a state.
//!
//! Used by the game's `Show` and by its JSON form. Reads states, decides nothing.

use serde_json::{Value, json};

use super::core::{Entity, RiftData};
use super::game::GameState;
use crate::show::LongList;

/// Returns a slice as data: positions of entities, by id, and the player's whole path. `turn` counts the actions in
/// the log, `step` those since the start or the last restart; without a log the two are the same.
pub(super) fn slice(game: &GameState, t: i32, turn: Option<u32>) -> Value {
    part(game, t, turn, &|_| true)
}

/// Returns only the wanted entries of a slice as data.
pub(super) fn part(game: &GameState, t: i32, turn: Option<u32>, is_wanted: &dyn Fn(&str) -> bool) -> Value {
    let at = game.player_position();
    let mut data = json!({
        "turn": turn.map_or(game.turn(), |turn| turn as usize),
        "step": game.turn(),
        "t": t,
        "phase": game.phase(),
        "player": { "x": at.x, "y": at.y, "t": at.t },
    });
    if is_wanted("entities") {
        data["entities"] = entities(game, t).iter().map(entity_data).collect();
    }
    let line = world_line(game);
    if is_wanted(line.key) {
        data[line.key] = (0..line.len).map(line.get).collect();
    }
    data
}

/// The player's path, which every turn makes longer.
pub(super) fn world_line(game: &GameState) -> LongList<'_> {
    let line = game.world_line();
    let get =
        move |index: usize| line.position_at_turn(index).map_or(Value::Null, |p| json!([p.x, p.y, p.t]));
    LongList { key: "world_line", len: line.len(), get: Box::new(get) }
}

fn entity_data(entity: &Entity) -> Value {
    let (kind, at) = (entity.entity_type().to_string().to_lowercase(), entity.position);
    let mut data = json!({ "id": entity.id, "name": entity.name, "kind": kind, "x": at.x, "y": at.y });
    if let Some(vision) = entity.vision_data() {
        data["facing"] = json!(vision.facing.to_string());
    }
    if let Some(RiftData { target, bidirectional }) = entity.rift_data() {
        data["target"] = json!({ "x": target.x, "y": target.y, "t": target.t });
        data["bidirectional"] = json!(bidirectional);
    }
    data
}

/// Returns the entities of a slice, by id.
fn entities(game: &GameState, t: i32) -> Vec<Entity> {
    let mut entities: Vec<_> =
        game.cube().slice(t).map(|slice| slice.all_entities().collect()).unwrap_or_default();
    entities.sort_by_key(|entity: &Entity| entity.id);
    entities
}
