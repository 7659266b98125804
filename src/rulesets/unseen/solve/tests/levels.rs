//! Random small levels: walls, boxes of every kind, guards, rifts, and things that appear and disappear.

use uuid::Uuid;

use crate::rng::Mulberry32;
use crate::rulesets::unseen::core::{
    Component, Direction, Entity, EntityBuilder, PatrolData, Position, RiftData, SpatialPos, TimeCube,
    VisionData,
};
use crate::rulesets::unseen::game::effect::work_out;
use crate::rulesets::unseen::game::{Action, Detection, GameConfig, GameState, ParadoxMode, WinMode};

/// Contents of a random level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum World {
    Timeless,
    Guarded,
    Rifts,
}

/// Creates random small levels.
struct Maker {
    rng: Mulberry32,
    size: (i32, i32, i32),
    /// Cell in which the player starts.
    start: SpatialPos,
    placed: Vec<Entity>,
}

impl Maker {
    fn below(&mut self, bound: i32) -> i32 {
        self.rng.below(bound.unsigned_abs()) as i32
    }

    fn chance(&mut self, of: i32) -> bool {
        self.below(of) == 0
    }

    fn cell(&mut self) -> SpatialPos {
        let (width, height, _) = self.size;
        SpatialPos::new(self.below(width), self.below(height))
    }

    fn point(&mut self) -> Position {
        let t = self.below(self.size.2);
        self.cell().at(t)
    }

    fn add(&mut self, thing: EntityBuilder) {
        let id = Uuid::from_u128(self.placed.len() as u128 + 1);
        self.placed.push(thing.with_id(id).build());
    }

    /// Returns a permanent thing, mostly in an empty cell.
    fn lasting(&mut self) -> EntityBuilder {
        let mut cell = self.cell();
        for _ in 0..4 {
            if self.placed.iter().any(|other| other.position.spatial() == cell) {
                cell = self.cell();
            }
        }
        EntityBuilder::new(cell.at(0)).persistent()
    }

    fn add_boxes(&mut self) {
        for _ in 0..self.below(4) {
            let thing = self.lasting();
            let kind = self.below(8);
            self.add(match kind {
                0..=3 => thing.blocking().pushable(),
                4 => thing.blocking().opaque().pushable(),
                5 | 6 => thing.blocking().pushable().pullable(),
                _ => thing.blocking().pullable(),
            });
        }
    }

    fn add_targets(&mut self, world: World) {
        for _ in 0..1 + self.below(2) {
            let exit = self.target(world).with_component(Component::Exit);
            self.add(exit);
            if self.chance(2) {
                let goal = self.target(world).with_component(Component::Goal);
                self.add(goal);
            }
        }
    }

    /// Returns an exit or a goal, mostly permanent.
    fn target(&mut self, world: World) -> EntityBuilder {
        let kind = if world == World::Timeless { 0 } else { self.below(8) };
        match kind {
            6 => EntityBuilder::new(self.point()).persistent(),
            7 => {
                let patrol = self.patrol();
                self.lasting().with_component(patrol)
            }
            _ => self.lasting(),
        }
    }

    fn patrol(&mut self) -> Component {
        let path = (0..=self.below(3)).map(|_| self.cell()).collect();
        Component::Patrol(PatrolData::new(path, self.chance(2)))
    }

    fn add_walls(&mut self) {
        for _ in 0..self.below(4) {
            let wall = self.lasting().blocking().opaque();
            self.add(wall);
        }
    }

    /// Adds a wall across the board, so that most ways to the other side lead through a rift.
    fn add_barrier(&mut self) {
        let (width, height, _) = self.size;
        let x = self.below(width);
        for y in 0..height {
            self.add(EntityBuilder::new(Position::new(x, y, 0)).persistent().blocking().opaque());
        }
    }

    fn add_guard(&mut self) {
        let facing = Direction::all()[self.below(4) as usize];
        let fov = (1 + self.below(4)) as u32 * 90;
        let vision = VisionData::with_fov(1 + self.below(3) as u32, facing, fov);
        let guard = self.lasting().with_component(Component::VisionCone(vision));
        let walks = guard.clone().with_component(self.patrol());
        let kind = self.below(8);
        self.add(match kind {
            0 => guard.pushable().blocking(),
            1 | 2 => guard,
            3 => walks.blocking().opaque(),
            _ => walks,
        });
    }

    fn add_rift(&mut self) {
        let (anywhere, target, bidirectional) = (self.point(), self.point(), self.chance(2));
        // Half of them are easy to reach.
        let at = if self.chance(2) { self.start.at(0) } else { anywhere };
        let rift = EntityBuilder::new(at).with_component(Component::Rift(RiftData { target, bidirectional }));
        let rift = rift.persistent();
        let is_loose = self.chance(8);
        self.add(if is_loose { rift.pushable() } else { rift });
    }

    /// Adds a thing that exists for one tick, appears later, or shares its cell.
    fn add_oddity(&mut self) {
        let at = self.point();
        let kind = self.below(4);
        self.add(match kind {
            0 => EntityBuilder::new(at).blocking().opaque(),
            1 => EntityBuilder::new(at).blocking().persistent(),
            2 => EntityBuilder::new(at).blocking().pushable().persistent(),
            _ => EntityBuilder::new(at.spatial().at(0)).pushable().pullable().persistent(),
        });
    }

    /// Takes a random action, unless it ends the game.
    fn after_a_turn(&mut self, state: GameState) -> GameState {
        let actions = state.valid_actions();
        let action = actions[self.below(actions.len() as i32) as usize];
        let next = work_out(&state, action).map(|effect| effect.carry_out(state.clone()).0);
        next.ok().filter(|next| action != Action::Restart && next.is_active()).unwrap_or(state)
    }

    fn config(&mut self, world: World) -> GameConfig {
        let detection = match self.below(4) {
            _ if world == World::Timeless => Detection::None,
            0 => Detection::Delayed { turns: self.below(3) as u32 },
            _ => Detection::LightCone,
        };
        GameConfig {
            detection,
            win: [WinMode::Exit, WinMode::Exit, WinMode::Goals, WinMode::Both][self.below(4) as usize],
            paradox: if self.chance(2) { ParadoxMode::Lose } else { ParadoxMode::Prevent },
            max_push_chain: self.below(4) as usize,
            vision_radius: self.below(8) as u32,
            ..GameConfig::default()
        }
    }
}

/// Returns a random level of a kind, sometimes after a few turns; `None` if it cannot be played.
pub(super) fn level(world: World, seed: u32) -> Option<GameState> {
    let mut maker = Maker {
        rng: Mulberry32::new(seed),
        size: (1, 1, 1),
        start: SpatialPos::new(0, 0),
        placed: Vec::new(),
    };
    maker.size = match world {
        World::Timeless => (2 + maker.below(3), 1 + maker.below(3), 2 + maker.below(7)),
        // Wide, so that light takes a while.
        World::Guarded => (3 + maker.below(5), 1 + maker.below(2), 3 + maker.below(5)),
        World::Rifts => (2 + maker.below(3), 1 + maker.below(3), 2 + maker.below(4)),
    };
    maker.start = maker.cell();
    let start = maker.start.at(0);
    maker.add_targets(world);
    if world == World::Rifts && maker.chance(2) {
        maker.add_barrier();
    }
    maker.add_walls();
    maker.add_boxes();
    if world != World::Timeless {
        (0..maker.below(4).min(2)).for_each(|_| maker.add_guard());
        (0..maker.below(2)).for_each(|_| maker.add_oddity());
    }
    if world == World::Rifts {
        (0..1 + maker.below(2)).for_each(|_| maker.add_rift());
    }
    let (width, height, depth) = maker.size;
    let mut cube = TimeCube::new(width, height, depth);
    cube.spawn(
        EntityBuilder::new(start).with_id(Uuid::from_u128(0)).with_component(Component::Player).build(),
    )
    .ok()?;
    for thing in std::mem::take(&mut maker.placed) {
        let placed =
            if thing.is_time_persistent() { cube.spawn_and_propagate(thing) } else { cube.spawn(thing) };
        placed.ok()?;
    }
    let state = GameState::new(cube, maker.config(world)).ok()?;
    let can_begin = !state.setup().start_is_seen && !state.cube().blocks_movement(start);
    let turns = if maker.chance(3) { maker.below(4) } else { 0 };
    can_begin.then(|| (0..turns).fold(state, |state, _| maker.after_a_turn(state)))
}
