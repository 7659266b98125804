//! A slice of a game as data, for programs and for inspecting a state.
//!
//! Used by the game's `Show` and by its JSON form. Reads states, decides nothing.

use serde_json::{Value, json};

use super::core::{Entity, RiftData};
use super::game::GameState;

/// Returns a slice as data: positions of entities, by id, and the player's whole path. `turn` counts the actions in
/// the log, `step` those since the start or the last restart; without a log the two are the same.
pub(super) fn slice(game: &GameState, t: i32, turn: Option<u32>) -> Value {
    let at = game.player_position();
    let mut entities = entities(game, t);
    entities.sort_by_key(|entity| entity.id);
    json!({
        "turn": turn.map_or(game.turn(), |turn| turn as usize),
        "step": game.turn(),
        "t": t,
        "phase": game.phase(),
        "player": { "x": at.x, "y": at.y, "t": at.t },
        "entities": entities.iter().map(entity_data).collect::<Vec<_>>(),
        "world_line": game.world_line().iter().map(|p| [p.x, p.y, p.t]).collect::<Vec<_>>(),
    })
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

fn entities(game: &GameState, t: i32) -> Vec<Entity> {
    game.cube().slice(t).map(|slice| slice.all_entities().collect()).unwrap_or_default()
}
