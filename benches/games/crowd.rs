//! Large battles: the cost of a tick grows as n log n with the fighters, and an order copies only a little of the state.

use std::hint::black_box;

use timeloom::rules::{Level as _, Rules};
use timeloom::rulesets::skirmish::{Action, Level, Skirmish, State};

use crate::ALLOCATOR;
use crate::cpu::cpu_time;
use crate::table::Table;

pub(crate) fn measure(table: &mut Table) {
    let (few, many) = (tick(256), tick(2048));
    table.row("skirmish: a tick of 256 fighters", few, "us", None);
    table.row("skirmish: a tick of 2,048 fighters", many, "us", None);
    table.row("  8 times as many cost", many / few, "x", Some((many <= 20.0 * few, "n log n: <= 20 x")));
    let (few, many) = (order(256), order(2048));
    table.row("skirmish: bytes kept by an order to one of 256", few, "B", None);
    table.row(
        "skirmish: bytes kept by an order to one of 2,048",
        many,
        "B",
        Some((many <= 2048.0, "<= 2048 B")),
    );
}

/// Creates two armies of half the fighters each, in blocks with some room between them.
fn battle(fighters: u32) -> (Skirmish, State) {
    let (rows, columns) = (32, fighters / 32);
    let fighter = |index: u32| {
        let (x, y) = (index / rows, index % rows);
        let (x, faction) = if x < columns / 2 { (x, "red") } else { (x + 16, "blue") };
        format!("[[character]]\nid = {index}\nfaction = \"{faction}\"\nat = [{x}, {y}]\n")
    };
    let arena = format!("[arena]\nwidth = {}\nheight = {rows}\n", columns + 16);
    let factions = "[[faction]]\nname = \"red\"\n[[faction]]\nname = \"blue\"\n";
    let text = format!("ruleset = \"skirmish\"\n[meta]\nname = \"crowd\"\n{arena}{factions}");
    let text = (0..fighters).map(fighter).fold(text, |text, fighter| text + &fighter);
    let level = Level::parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let rules = Skirmish::new(level).unwrap_or_else(|faults| panic!("{faults:?}"));
    let state = (0..20).fold(rules.start(7), |state, _| after(&rules, &state, &Action::Tick));
    (rules, state)
}

fn after(rules: &Skirmish, state: &State, action: &Action) -> State {
    rules.apply(state, action).unwrap_or_else(|refused| panic!("{refused}")).0
}

/// Returns microseconds for a tick in the middle of the battle; the best of twenty.
fn tick(fighters: u32) -> f64 {
    let (rules, state) = battle(fighters);
    let once = |_| {
        let since = cpu_time();
        black_box(after(&rules, black_box(&state), &Action::Tick));
        (cpu_time() - since).as_secs_f64() * 1e6
    };
    (0..20).map(once).fold(f64::MAX, f64::min)
}

/// Returns the bytes that a state after an order adds to the state before it.
fn order(fighters: u32) -> f64 {
    let (rules, state) = battle(fighters);
    let orders = rules.actions(&state).into_iter().filter(|action| *action != Action::Tick);
    let action = orders.last().expect("somebody is idle");
    let before = ALLOCATOR.allocated();
    let next = after(&rules, &state, &action);
    let bytes = (ALLOCATOR.allocated() - before) as f64 + size_of::<State>() as f64;
    drop(next);
    bytes
}
