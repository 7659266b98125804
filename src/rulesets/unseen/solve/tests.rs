//! The search is compared with brute force on random small levels: every action from every state, nothing merged.
//!
//! `SOLVER_LEVELS=100000 cargo test --release solve::tests -- --nocapture` tries so many levels of each kind.

use uuid::Uuid;

use super::*;
use crate::rng::Mulberry32;
use crate::rulesets::unseen::core::{
    Component, Direction, Entity, EntityBuilder, PatrolData, Position, RiftData, SpatialPos, TimeCube,
    VisionData,
};
use crate::rulesets::unseen::game::effect::work_out;
use crate::rulesets::unseen::game::{Detection, GameConfig, ParadoxMode, WinMode};
use crate::solver::{Budget, Verdict, Watch};

/// More histories than this are not tried; such a level does not count.
const MOST_HISTORIES: usize = 60_000;

/// What a random level may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum World {
    Timeless,
    Guarded,
    Rifts,
}

/// Makes small levels at random.
struct Maker {
    rng: Mulberry32,
    size: (i32, i32, i32),
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

    fn lasting(&mut self) -> EntityBuilder {
        EntityBuilder::new(self.cell().at(0)).persistent()
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

    fn add_targets(&mut self) {
        for _ in 0..1 + self.below(2) {
            let exit = self.lasting().with_component(Component::Exit);
            self.add(exit);
            if self.chance(2) {
                let goal = self.lasting().with_component(Component::Goal);
                self.add(goal);
            }
        }
    }

    fn add_walls(&mut self) {
        for _ in 0..self.below(4) {
            let wall = self.lasting().blocking().opaque();
            self.add(wall);
        }
    }

    fn add_guard(&mut self) {
        let facing = Direction::all()[self.below(4) as usize];
        let fov = (1 + self.below(4)) as u32 * 90;
        let vision = VisionData::with_fov(1 + self.below(3) as u32, facing, fov);
        let guard = self.lasting().with_component(Component::VisionCone(vision));
        let path = (0..=self.below(3)).map(|_| self.cell()).collect();
        let loops = self.chance(2);
        let walks = guard.clone().with_component(Component::Patrol(PatrolData::new(path, loops)));
        let kind = self.below(6);
        self.add(match kind {
            0 => guard.pushable().blocking(),
            1 => guard,
            _ => walks,
        });
    }

    fn add_rift(&mut self) {
        let (at, target, bidirectional) = (self.point(), self.point(), self.chance(2));
        let rift = EntityBuilder::new(at).with_component(Component::Rift(RiftData { target, bidirectional }));
        let rift = rift.persistent();
        let is_loose = self.chance(8);
        self.add(if is_loose { rift.pushable() } else { rift });
    }

    /// A thing that is there for one tick, comes later, or shares its cell.
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

/// Returns a random level of a kind; `None` if what came up cannot be played.
fn level(world: World, seed: u32) -> Option<GameState> {
    let mut maker = Maker { rng: Mulberry32::new(seed), size: (1, 1, 1), placed: Vec::new() };
    maker.size = match world {
        World::Timeless => (2 + maker.below(3), 1 + maker.below(3), 2 + maker.below(7)),
        // Wide, so that light takes a while.
        World::Guarded => (3 + maker.below(5), 1 + maker.below(2), 3 + maker.below(5)),
        World::Rifts => (2 + maker.below(3), 1 + maker.below(3), 2 + maker.below(4)),
    };
    let start = maker.cell().at(0);
    maker.add_targets();
    maker.add_walls();
    maker.add_boxes();
    if world != World::Timeless {
        (0..maker.below(3)).for_each(|_| maker.add_guard());
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
    can_begin.then_some(state)
}

/// Returns the fewest turns to win by trying everything: `Err` if that is too much.
fn brute_force(start: &GameState) -> Result<Option<usize>, ()> {
    let (mut layer, mut histories) = (vec![start.clone()], 0);
    for turns in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            for action in Action::all().filter(|action| *action != Action::Restart) {
                let Ok(effect) = work_out(state, action) else { continue };
                let (reached, _) = effect.carry_out(state.clone());
                if reached.has_won() {
                    return Ok(Some(turns));
                }
                next.extend(reached.is_active().then_some(reached));
            }
        }
        histories += next.len();
        if next.is_empty() {
            return Ok(None);
        }
        if histories > MOST_HISTORIES {
            return Err(());
        }
        layer = next;
    }
    Ok(None)
}

/// Plays a solution; returns how many turns it took if it wins exactly at its end.
fn play(start: &GameState, actions: &[Action]) -> Option<usize> {
    let mut state = start.clone();
    for action in actions {
        state = work_out(&state, *action).ok()?.carry_out(state).0;
    }
    state.has_won().then_some(actions.len())
}

/// Compares so many levels; returns how many of them can be won.
fn check(world: World, levels: usize) -> usize {
    let factor = std::env::var("SOLVER_LEVELS").ok().and_then(|levels| levels.parse().ok());
    let (levels, mut tried, mut won) = (factor.unwrap_or(levels), 0, 0);
    for seed in 0.. {
        if tried == levels {
            break;
        }
        let Some(start) = level(world, seed) else { continue };
        let Ok(expected) = brute_force(&start) else { continue };
        let answer = search(&start).run(&Watch::new(Budget::default()));
        let turns = match answer.verdict {
            Verdict::Solved(actions) => Some(
                play(&start, &actions)
                    .unwrap_or_else(|| panic!("{world:?} {seed}: {actions:?} does not win")),
            ),
            Verdict::Unsolvable => None,
            Verdict::Unknown { .. } => panic!("{world:?} {seed}: it was not told to stop"),
        };
        assert_eq!(turns, expected, "{world:?} {seed}");
        (tried, won) = (tried + 1, won + usize::from(turns.is_some()));
    }
    println!("{world:?}: {tried} levels, {won} can be won, 0 differences");
    won
}

#[test]
fn boards_without_time_give_what_brute_force_gives() {
    assert!(check(World::Timeless, 5000) > 1000);
}

#[test]
fn guarded_levels_give_what_brute_force_gives() {
    assert!(check(World::Guarded, 20_000) > 3000);
}

#[test]
fn levels_with_rifts_give_what_brute_force_gives() {
    assert!(check(World::Rifts, 10_000) > 1500);
}
