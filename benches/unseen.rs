//! Laws about the cost of `unseen`: time and memory of a turn, at every size, against a design that copies the world.
//!
//! `cargo bench --bench unseen` prints the table and fails if a law does not hold.

#[path = "unseen/copying.rs"]
mod copying;
#[path = "shared/cpu.rs"]
mod cpu;
#[path = "unseen/guards.rs"]
mod guards;
#[path = "unseen/many.rs"]
mod many;
#[path = "unseen/replay.rs"]
mod replay;
#[path = "shared/table.rs"]
mod table;

use std::alloc::System;
use std::hint::black_box;
use std::process::ExitCode;

use cap::Cap;
use copying::Copying;
use cpu::cpu_time;
use table::Table;
use timeloom::rulesets::unseen::core::*;
use timeloom::rulesets::unseen::game::*;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const E: Direction = Direction::East;
const W: Direction = Direction::West;

/// Width and height, depth of time, number of entities.
#[derive(Clone, Copy)]
struct Size(i32, i32, usize);

const SMALL: Size = Size(20, 50, 100);
const MIDDLE: Size = Size(50, 200, 1000);
const LARGE: Size = Size(100, 1000, 4000);
const DEEP: Size = Size(100, 1_000_000, 4000);

fn main() -> ExitCode {
    let mut table = Table::begin();
    against_copying(&mut table);
    across_sizes(&mut table);
    along_histories(&mut table);
    at_the_seams(&mut table);
    into_the_past(&mut table);
    kept(&mut table);
    replaying(&mut table);
    in_time(&mut table);
    shown(&mut table);
    table.end()
}

/// Returns microseconds per call, for `times` calls in the best of fifteen rounds.
fn each(times: u32, call: impl FnMut()) -> f64 {
    both(times, call, times, || ()).0
}

/// Measures two calls in alternating rounds, so that a slow moment of the machine affects both.
fn both(times: u32, mut call: impl FnMut(), others: u32, mut other: impl FnMut()) -> (f64, f64) {
    let rounds = (0..15).map(|_| (round(times, &mut call), round(others, &mut other)));
    rounds.fold((f64::MAX, f64::MAX), |best, round| (best.0.min(round.0), best.1.min(round.1)))
}

fn round(times: u32, mut call: impl FnMut()) -> f64 {
    let since = cpu_time();
    (0..times).for_each(|_| call());
    (cpu_time() - since).as_secs_f64() * 1e6 / f64::from(times)
}

fn at(x: i32, y: i32, t: i32) -> Position {
    Position::new(x, y, t)
}

/// Creates a level of a size: the player in a free strip with two boxes to push and pull and a rift back to the
/// second, four enemies that walk far away, walls and boxes in all other rows.
fn level(Size(side, depth, count): Size) -> TimeCube {
    let mut cube = TimeCube::new(side, side, depth);
    cube.spawn(Entity::player(at(1, 1, 0))).expect("it is free");
    let mut things = vec![
        Entity::pullable_box(at(2, 1, 0)),
        Entity::pullable_box(at(8, 1, 0)),
        Entity::rift(at(1, 2, 0), at(7, 1, 1), false),
    ];
    let path: Vec<_> = (0..10).map(|x| SpatialPos::new(x, side - 1)).collect();
    things.extend((0..4).map(|_| {
        let patrol = PatrolData::new(path.clone(), true);
        Entity::enemy(at(0, side - 1, 0), patrol, VisionData::new(3, Direction::South))
    }));
    let cells = (4..side - 1).flat_map(|y| (0..side).map(move |x| at(x, y, 0)));
    let fill = cells
        .step_by(2)
        .zip(0..)
        .map(|(pos, index)| if index % 4 == 0 { Entity::pushable_box(pos) } else { Entity::wall(pos) });
    things.extend(fill.take(count - things.len() - 1));
    for thing in things {
        cube.spawn_and_propagate(thing).expect("it is in bounds");
    }
    cube
}

fn game(size: Size) -> GameState {
    GameState::from_cube(level(size)).expect("it has a player")
}

fn after(state: &GameState, action: Action) -> GameState {
    apply_action(state, action).unwrap_or_else(|error| panic!("{action:?}: {error}")).state
}

/// Walks back and forth for `turns` turns.
fn walked(state: GameState, turns: usize) -> GameState {
    (0..turns).fold(state, |state, turn| after(&state, walk(turn)))
}

fn walk(turn: usize) -> Action {
    if turn.is_multiple_of(2) { Action::Move(Direction::North) } else { Action::Move(Direction::South) }
}

/// Walks down to the third row, then along it from end to end and back.
fn stroll(Size(side, ..): Size, turn: usize) -> Action {
    let length = side as usize - 2;
    match turn.checked_sub(2) {
        None => Action::Move(Direction::South),
        Some(turn) if (turn / length).is_multiple_of(2) => Action::Move(E),
        Some(_) => Action::Move(W),
    }
}

/// Pushes a box away and pulls it back for `turns` turns.
fn worked(state: GameState, turns: usize) -> GameState {
    (0..turns).fold(state, |state, turn| after(&state, work(turn)))
}

fn work(turn: usize) -> Action {
    if turn.is_multiple_of(2) { Action::Push(E) } else { Action::Pull(W) }
}

/// Works for a while, then returns to the beginning of time and works on the other box.
fn returned(size: Size) -> GameState {
    let state = after(&worked(game(size), 20), Action::Move(Direction::South));
    worked(after(&state, Action::UseRift), 20)
}

fn cost(state: &GameState, action: Action) -> f64 {
    costs(state, state, action).0
}

/// Measures an action in two states.
fn costs(one: &GameState, other: &GameState, action: Action) -> (f64, f64) {
    let apply = |state: &GameState| drop(black_box(apply_action(black_box(state), action)));
    both(5000, || apply(one), 5000, || apply(other))
}

fn against_copying(table: &mut Table) {
    for (size, name, times, law) in [
        (SMALL, "20x20x50 with 100", 500.0, ">= 500 x"),
        (MIDDLE, "50x50x200 with 1,000", 50_000.0, ">= 50,000 x"),
    ] {
        let (cube, state) = (level(size), walked(game(size), 20));
        let mut copying = Copying::of(&cube);
        let step = || drop(black_box(apply_action(black_box(&state), Action::Move(Direction::North))));
        let copies = if size.1 > 100 { 1 } else { 20 };
        let (slow, step) = both(copies, || copying = black_box(copying.step()), 5000, step);
        let push = cost(&worked(game(size), 20), Action::Push(E));
        table.row(&format!("a turn at {name} entities, copying the world"), slow, "us", None);
        table.row("  a move", step, "us", None);
        table.row("  a push", push, "us", None);
        table.row("  times faster: a move", slow / step, "x", Some((slow >= times * step, law)));
    }
}

fn across_sizes(table: &mut Table) {
    let sizes = [(LARGE, "100x100x1000 with 4,000"), (DEEP, "100x100x1000000 with 4,000")];
    let states = |size: Size| [walked(game(size), 40), worked(game(size), 40), returned(size)];
    let actions = [Action::Move(Direction::North), Action::Push(E), Action::Push(E)];
    let names = ["a move", "a push", "a push after a rift back"];
    let clone = |state: &GameState| drop(black_box(black_box(state).clone()));
    let small = states(SMALL);
    for (size, name) in sizes {
        let large = states(size);
        let (few, many) = both(50_000, || clone(&small[2]), 50_000, || clone(&large[2]));
        table.row(&format!("cloning at {name}"), many * 1000.0, "ns", None);
        table.row("  against 20x20x50 with 100", many / few, "x", Some((many <= 1.5 * few, "<= 1.5 x")));
        for ((small, large), (action, what)) in small.iter().zip(&large).zip(actions.into_iter().zip(names)) {
            let (few, many) = costs(small, large, action);
            table.row(&format!("{what} at {name}"), many, "us", None);
            table.row("  against 20x20x50 with 100", many / few, "x", Some((many <= 1.5 * few, "<= 1.5 x")));
        }
    }
}

fn along_histories(table: &mut Table) {
    let (young, old) = (walked(game(DEEP), 100), walked(game(DEEP), 100_000));
    let (few, many) = costs(&young, &old, Action::Move(Direction::North));
    table.row("a move after 100,000 turns", many, "us", None);
    table.row("  against one after 100", many / few, "x", Some((many <= 2.0 * few, "<= 2 x")));
    let (young, old) = (worked(game(DEEP), 100), worked(game(DEEP), 100_000));
    let (few, many) = costs(&young, &old, Action::Push(E));
    table.row("a push after 100,000 turns", many, "us", None);
    table.row("  against one after 100", many / few, "x", Some((many <= 1.3 * few, "<= 1.3 x")));
}

/// Lets a box rest for a hundred turns, then pushes and pulls it `turns` times; the player returns and stays
/// east of it while it rests.
fn back_in_time(turns: usize, paradox: ParadoxMode) -> GameState {
    let config = GameConfig { paradox, ..GameConfig::default() };
    let state = GameState::new(level(DEEP), config).expect("it has a player");
    let rest = [Action::Move(Direction::North)].into_iter().chain([Action::Wait; 98]);
    let rested =
        rest.chain([Action::Move(Direction::South)]).fold(state, |state, action| after(&state, action));
    let back = [Action::Move(Direction::South), Action::UseRift].into_iter().chain([Action::Move(W); 4]);
    back.fold(worked(rested, turns), |state, action| after(&state, action))
}

fn into_the_past(table: &mut Table) {
    let refused = |turns| {
        let state = back_in_time(turns, ParadoxMode::Prevent);
        assert!(matches!(validate_action(&state, Action::Push(W)), Err(ActionError::Paradox { .. })));
        cost(&state, Action::Push(W))
    };
    let (few, many) = (refused(100), refused(100_000));
    table.row("a push tried in the past, 100 turns", few, "us", None);
    table.row("a push tried in the past, 100,000 turns", many, "us", Some((many <= 30.0, "<= 30 us")));
    let lost = cost(&back_in_time(100_000, ParadoxMode::Lose), Action::Push(W));
    table.row("the same where paradoxes are lost games", lost, "us", Some((lost <= 30.0, "<= 30 us")));
}

fn replaying(table: &mut Table) {
    for (name, actions) in [
        ("walking", &["S", "N"][..]),
        ("mixed", &["S", "N", ".", "PE", "LW", "S", "N", "."][..]),
        ("much pushing", &["PE", "LW"][..]),
    ] {
        let speed = replay::speed(&replay::save(actions));
        table.row(&format!("replay from bytes, {name}"), speed, "M/s", None);
    }
}

/// Returns the bytes that each of `turns` kept states adds.
fn bytes(state: &GameState, turns: usize, action: impl Fn(usize) -> Action) -> f64 {
    let mut states = Vec::with_capacity(turns + 1);
    let before = ALLOCATOR.allocated();
    states.push(state.clone());
    for turn in 0..turns {
        states.push(after(&states[turn], action(turn)));
    }
    let shared = (ALLOCATOR.allocated() - before) as f64 / turns as f64;
    shared + size_of::<GameState>() as f64
}

fn kept(table: &mut Table) {
    for (size, name) in
        [(SMALL, "20x20x50"), (MIDDLE, "50x50x200"), (LARGE, "100x100x1000"), (DEEP, "100x100x1000000")]
    {
        let turns = (size.1 as usize - 24).min(20_000);
        let (moves, pushes) = (bytes(&game(size), turns, walk), bytes(&game(size), turns, work));
        table.row(
            &format!("bytes kept per move at {name}, {turns} turns"),
            moves,
            "B",
            Some((moves <= 256.0, "<= 256 B")),
        );
        table.row(
            &format!("bytes kept per push at {name}, {turns} turns"),
            pushes,
            "B",
            Some((pushes <= 1024.0, "<= 1024 B")),
        );
        let strolls = bytes(&game(size), turns, |turn| stroll(size, turn));
        table.row(
            &format!("bytes kept per move at {name}, far and wide"),
            strolls,
            "B",
            Some((strolls <= 256.0, "<= 256 B")),
        );
        let again = bytes(&returned(size), 20, work);
        table.row(
            &format!("bytes kept per push at {name}, after a rift back"),
            again,
            "B",
            Some((again <= 1024.0, "<= 1024 B")),
        );
    }
    let many = many::bytes_of_a_push();
    table.row(
        "bytes kept per push, 4,000 boxes each moved once",
        many,
        "B",
        Some((many <= 2560.0, "<= 2560 B")),
    );
    table.row("bytes of a state itself", size_of::<GameState>() as f64, "B", None);
}

/// Measures a turn that adds a stretch of the path to the indexes, which costs more than the others.
fn at_the_seams(table: &mut Table) {
    let state = (0..255).fold(game(LARGE), |state, turn| after(&state, stroll(LARGE, turn)));
    let seam = cost(&state, stroll(LARGE, 255));
    table.row("a move at the end of a stretch, one in 256", seam, "us", Some((seam < 100.0, "< 100 us")));
}

/// Measures one moment of levels with many guards that see far.
fn shown(table: &mut Table) {
    for (name, pillars, walking) in
        [("in the open", false, false), ("among pillars", true, false), ("walking among pillars", true, true)]
    {
        let game = guards::thousand(pillars, walking);
        let cost = each(1, || _ = black_box(guards::show(black_box(&game)))) / 1000.0;
        let row = format!("showing 1,000 guards of radius 1,000 on 256x256, {name}");
        table.row(&row, cost, "ms", Some((cost <= 100.0, "<= 100 ms")));
    }
    for guards in [1_000, 4_000, 20_000] {
        let game = guards::crowd(guards);
        let cost = each(1, || _ = black_box(guards::show(black_box(&game)))) / 1000.0;
        let marks = guards::show(&game);
        let row = format!("showing {guards} guards of radius 1,000 on 256x256, light speed 1: {marks} marks");
        table.row(&row, cost, "ms", Some((cost <= 100.0, "<= 100 ms")));
    }
    for (guards, light_speed) in [(1, 1_000_000), (1, 1), (30, 1), (1000, 1_000_000)] {
        let game = guards::vast(guards, light_speed);
        let scene = each(1, || _ = black_box(guards::show(black_box(&game)))) / 1000.0;
        let marks = guards::show(&game);
        let row = format!("showing 1024x1024, {guards} guards, light speed {light_speed}: {marks} marks");
        table.row(&row, scene, "ms", Some((scene <= 100.0, "<= 100 ms")));
        let painted = each(1, || _ = black_box(guards::paint(black_box(&game)))) / 1000.0;
        table.row("  with its text", painted, "ms", Some((painted <= 100.0, "<= 100 ms")));
    }
}

fn in_time(table: &mut Table) {
    let state = returned(SMALL);
    let validate = |action| each(5000, || drop(black_box(validate_action(black_box(&state), action))));
    let slowest = Action::all().map(validate).fold(0.0, f64::max);
    table.row(
        "validating the slowest action at 20x20x50 with 100",
        slowest,
        "us",
        Some((slowest < 100.0, "< 100 us")),
    );
    let apply = Action::all().map(|action| cost(&state, action)).fold(0.0, f64::max);
    table.row("applying the slowest action", apply, "us", Some((apply < 1000.0, "< 1 ms")));
    let reach = each(5000, || drop(black_box(find_reachable_positions(black_box(&state)))));
    table.row("finding reachable positions", reach, "us", Some((reach < 500.0, "< 500 us")));
    let cube = level(SMALL);
    let propagate = each(50, || drop(black_box(cube.clone().propagate_all())));
    table.row(
        "propagating a level of 100 entities",
        propagate,
        "us",
        Some((propagate < 10_000.0, "< 10 ms")),
    );
}
