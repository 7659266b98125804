//! Levels in which two different pasts have the same key unless the key has everything that affects the
//! future: leaving out one part loses the only solution. Each test names that part.

use uuid::Uuid;

use super::{folded, play, search};
use crate::rulesets::unseen::core::{
    Component, Direction, EntityBuilder, Position, RiftData, TimeCube, VisionData,
};
use crate::rulesets::unseen::game::{Detection, GameConfig, GameState, WinMode};
use crate::solver::{Budget, Verdict, Watch};

/// A level under construction.
struct Drawing {
    cube: TimeCube,
    things: u128,
}

impl Drawing {
    /// Draws walls `#`, the player `@`, boxes to push `b`, opaque ones `B`, boxes to pull `p`, goals `o` and
    /// exits `x`, all of them for all of time.
    fn new(rows: &[&str], depth: i32) -> Self {
        let (width, height) = (rows[0].len() as i32, rows.len() as i32);
        let mut drawing = Self { cube: TimeCube::new(width, height, depth), things: 0 };
        for (row, y) in rows.iter().zip(0..) {
            for (sign, x) in row.chars().zip(0..) {
                drawing.draw(sign, EntityBuilder::new(Position::new(x, y, 0)));
            }
        }
        drawing
    }

    fn draw(&mut self, sign: char, thing: EntityBuilder) {
        let lasting = thing.clone().persistent();
        match sign {
            '#' => self.add(lasting.blocking().opaque()),
            '@' => self.add(thing.with_component(Component::Player)),
            'b' => self.add(lasting.blocking().pushable()),
            'B' => self.add(lasting.blocking().opaque().pushable()),
            'p' => self.add(lasting.blocking().pullable()),
            'o' => self.add(lasting.with_component(Component::Goal)),
            'x' => self.add(lasting.with_component(Component::Exit)),
            _ => {}
        }
    }

    fn add(&mut self, thing: EntityBuilder) {
        self.things += 1;
        let thing = thing.with_id(Uuid::from_u128(self.things)).build();
        let lasts = thing.is_time_persistent();
        let added = if lasts {
            self.cube.spawn_and_propagate(thing).map(drop)
        } else {
            self.cube.spawn(thing).map(drop)
        };
        added.expect("nothing is in its way");
    }

    /// Adds a thing that exists from a moment on, or only then.
    fn with(mut self, at: (i32, i32, i32), change: impl Fn(EntityBuilder) -> EntityBuilder) -> Self {
        self.add(change(EntityBuilder::new(point(at))));
        self
    }

    /// Adds a rift that exists for one moment.
    fn with_rift(self, at: (i32, i32, i32), to: (i32, i32, i32)) -> Self {
        self.with(at, |thing| thing.with_component(rift(to)))
    }

    /// Solves the level by both searches that may be chosen, and checks the number of turns of a shortest
    /// way.
    fn check(self, config: GameConfig, turns: usize) {
        let start = GameState::new(self.cube, config).expect("it can be played");
        let watch = Watch::new(Budget::default());
        for answer in [search(&start).run(&watch), folded::Folded::new(&start).run(&watch)] {
            let Verdict::Solved(actions) = answer.verdict else {
                panic!("{}: {:?}", answer.world, answer.verdict)
            };
            assert_eq!(play(&start, &actions), Some(turns), "{}: {actions:?}", answer.world);
        }
    }
}

fn point((x, y, t): (i32, i32, i32)) -> Position {
    Position::new(x, y, t)
}

fn rift(to: (i32, i32, i32)) -> Component {
    Component::Rift(RiftData::one_way(point(to)))
}

fn guard(facing: Direction) -> Component {
    Component::VisionCone(VisionData::with_fov(3, facing, 90))
}

/// Creates a guard that sees only its own cell, in levels with a vision radius of 0.
fn trap(thing: EntityBuilder) -> EntityBuilder {
    thing.with_component(guard(Direction::North))
}

fn won_by(win: WinMode, vision_radius: u32) -> GameConfig {
    GameConfig { win, vision_radius, ..GameConfig::default() }
}

/// The opaque box can be moved into each of two cells, the other box into the other one, and the player is at
/// (2, 2) then. The exit is unwatched only behind the opaque box on the left, but that takes longer: the
/// other way has a rift.
#[test]
fn boxes_of_different_kinds_do_not_stand_for_each_other() {
    Drawing::new(&["  ##", "@Bo ", "# b ", "#   "], 12)
        .with_rift((2, 2, 7), (2, 2, 9))
        .with((0, 2, 10), |thing| thing.with_component(guard(Direction::East)).persistent())
        .with((3, 2, 10), |thing| thing.with_component(Component::Exit).persistent())
        .check(won_by(WinMode::Both, 3), 10);
}

/// The player comes back to t 3 above (2, 1). The box is there then if it was pushed early, and one tick
/// later if it was pushed late. Pushing it late takes fewer turns; only the early one can be pushed on, to
/// the goal at t 4.
#[test]
fn where_boxes_are_at_the_moment_before_the_first_that_can_change_matters() {
    Drawing::new(&["## #", "@b #", "## #"], 7)
        .with((2, 2, 4), |thing| thing.with_component(Component::Goal))
        .with_rift((0, 1, 0), (0, 1, 3))
        .with_rift((1, 1, 4), (2, 0, 3))
        .with((1, 1, 3), trap)
        .check(won_by(WinMode::Goals, 0), 6);
}

/// Both ways lead to (1, 3) at t 5. The shorter one uses up (0, 4) at t 3, which must be entered after the
/// box was pulled out of the way. The rift at (1, 0) leads to t 4, so the earlier points do not decide.
#[test]
fn the_first_moment_that_can_change_matters() {
    Drawing::new(&["@  ", "###", "# #", "# #", " px"], 9)
        .with_rift((0, 0, 0), (0, 4, 3))
        .with_rift((0, 4, 3), (1, 3, 5))
        .with_rift((2, 0, 2), (1, 3, 5))
        .with_rift((1, 2, 6), (0, 4, 3))
        .with_rift((1, 0, 1), (2, 0, 4))
        .check(won_by(WinMode::Exit, 0), 9);
}

/// The rift at (3, 1) can be pushed onto a goal, from (3, 2) and at t 1 only, unless it was used later; the
/// other goal needs one use of a rift. The player was at (3, 1) and at (4, 1) at t 4 in any case, and used
/// the rift of one of them. It leads some ticks too far back, so that each of the two pasts is found first
/// once.
fn rift_to_be_pushed(too_far: i32) {
    let door = |thing: EntityBuilder| thing.blocking().opaque();
    let back = (4, 2, 1 - too_far);
    Drawing::new(&["### #", "@    ", "###  ", "####p"], 9)
        .with((3, 1, 0), |thing| thing.with_component(rift(back)).pushable().persistent())
        .with_rift((4, 1, 4), back)
        .with_rift((4, 1, 5), (3, 2, 1))
        .with((3, 2, 0), door)
        .with((3, 2, 2), |thing| door(thing).persistent())
        .with((3, 0, 3), |thing| door(thing).persistent())
        .with((3, 1, 2), |thing| thing.with_component(Component::Exit))
        .with((3, 0, 2), |thing| thing.with_component(Component::Goal))
        .with((4, 2, 2), |thing| thing.with_component(Component::Goal))
        .check(won_by(WinMode::Both, 0), 11 + too_far as usize);
}

#[test]
fn what_was_used_must_stay_where_it_was() {
    rift_to_be_pushed(0);
    rift_to_be_pushed(1);
}

/// The guard is a box. It sees where the player was two ticks ago, from the cell that it is pushed to.
#[test]
fn a_guard_that_is_pushed_looks_from_its_new_cell() {
    let looks = Component::VisionCone(VisionData::with_fov(1, Direction::West, 270));
    let config = GameConfig { detection: Detection::Delayed { turns: 2 }, ..won_by(WinMode::Exit, 2) };
    Drawing::new(&["#@ x "], 5)
        .with((2, 0, 0), |thing| thing.with_component(looks.clone()).blocking().pushable().persistent())
        .check(config, 2);
}

/// Returns the search that is chosen for a box to be pushed to a goal, with a rift elsewhere.
fn chosen_beside(
    rows: &[&str],
    at: (i32, i32, i32),
    to: (i32, i32, i32),
    bidirectional: bool,
) -> &'static str {
    let data = Component::Rift(RiftData { target: point(to), bidirectional });
    let drawing = Drawing::new(rows, 9).with(at, |thing| thing.with_component(data.clone()).persistent());
    let start = GameState::new(drawing.cube, won_by(WinMode::Goals, 0)).expect("it can be played");
    let answer = search(&start).run(&Watch::new(Budget::default()));
    assert!(matches!(&answer.verdict, Verdict::Solved(way) if way.len() == 2), "{:?}", answer.verdict);
    answer.world
}

#[test]
fn a_rift_that_nobody_can_walk_to_does_not_matter() {
    let walled = ["@b o", "####", "    "];
    assert_eq!(chosen_beside(&walled, (1, 2, 0), (3, 2, 5), true), "timeless");
    assert_eq!(chosen_beside(&walled, (1, 2, 0), (0, 0, 5), false), "timeless");
    assert_eq!(chosen_beside(&walled, (1, 2, 0), (0, 0, 5), true), "folded", "its other end can be used");
    let behind_a_box = ["@b o", "##b#", "    "];
    assert_eq!(chosen_beside(&behind_a_box, (1, 2, 0), (3, 2, 5), false), "folded", "boxes can be moved");
}
