//! The simplest design, for comparison: copies the world for every turn, as a map of entities in every slice
//! and another of cells. Only its cost matters here.

use std::collections::HashMap;

use timeloom::rulesets::unseen::core::{Component, EntityId, Position, SpatialPos, TimeCube};

#[derive(Clone)]
struct Copied {
    position: Position,
    _components: Vec<Component>,
    _name: Option<String>,
}

#[derive(Clone)]
struct Slice {
    entities: HashMap<EntityId, Copied>,
    cells: HashMap<SpatialPos, Vec<EntityId>>,
}

/// The world: a copy of every entity in every slice.
#[derive(Clone)]
pub(crate) struct Copying {
    slices: Vec<Slice>,
    player: EntityId,
    at: Position,
}

impl Copying {
    pub(crate) fn of(cube: &TimeCube) -> Self {
        let slices = cube.slices().map(|slice| {
            let mut copy = Slice { entities: HashMap::new(), cells: HashMap::new() };
            for entity in slice.all_entities() {
                copy.cells.entry(entity.position.spatial()).or_default().push(entity.id);
                let (_components, _name) = (entity.components().to_vec(), entity.name.clone());
                copy.entities.insert(entity.id, Copied { position: entity.position, _components, _name });
            }
            copy
        });
        let player = cube.player_at(0).expect("it has a player");
        Self { slices: slices.collect(), player: player.id, at: player.position }
    }

    /// Waits for a turn: copies everything, then puts the player into the next slice. Time starts again at
    /// its end.
    pub(crate) fn step(&self) -> Self {
        let mut next = self.clone();
        let to = if self.at.t + 1 < self.slices.len() as i32 {
            self.at.tick()
        } else {
            Position { t: 0, ..self.at }
        };
        let mut player = next.slices[self.at.t as usize].entities.remove(&self.player).expect("it is there");
        player.position = to;
        next.slices[to.t as usize].entities.insert(self.player, player);
        next.slices[to.t as usize].cells.entry(to.spatial()).or_default().push(self.player);
        next.at = to;
        next
    }
}
