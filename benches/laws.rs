//! Laws about the cost of the engine: each line is measured in this run, some against a baseline from the same run.
//!
//! `cargo bench --bench laws` prints the table and fails if a law does not hold.

#[path = "../tests/common/pebble.rs"]
mod pebble;
#[path = "shared/table.rs"]
mod table;
#[path = "../tests/common/tally.rs"]
mod tally;

use std::alloc::System;
use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use cap::Cap;
use pebble::{Pebble, Push, begin, open, open_on, play, start};
use table::Table;
use timeloom::game::{History, Save};
use timeloom::journal::file::FileStorage;
use timeloom::journal::record::{Header, Kind, Record};
use timeloom::journal::{Durability, Journal};
use timeloom::rng::Mulberry32;
use timeloom::rules::{Level as _, Rules};
use timeloom::rulesets::skirmish::{self, Skirmish};
use timeloom::session::Session;
use timeloom::timeline::NodeId;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const CELLS: u32 = u32::MAX;
const LONG: u32 = 1_000_000;

fn main() -> ExitCode {
    let mut table = Table::begin();
    appending(&mut table);
    durability(&mut table);
    long_histories(&mut table);
    shapes(&mut table);
    cloning(&mut table);
    table.end()
}

/// Returns microseconds per call, for `times` calls; the median of nine rounds.
fn each(times: u32, mut call: impl FnMut()) -> f64 {
    let rounds = (0..9).map(|_| {
        let since = Instant::now();
        (0..times).for_each(|_| call());
        since.elapsed().as_secs_f64() * 1e6 / f64::from(times)
    });
    median(rounds.collect())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the path of a file on the disk that the project is built on.
fn path_of(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("laws-{name}"))
}

/// Returns a path for a new file there.
fn scratch(name: &str) -> PathBuf {
    let path = path_of(name);
    drop(std::fs::remove_file(&path));
    path
}

fn game_on_disk(name: &str, durability: Durability) -> Session<Pebble<1>> {
    let file =
        FileStorage::create(&scratch(name), &begin::<1>(CELLS)).expect("the target folder can be written");
    open_on(file, durability).expect("it was just begun")
}

fn appending(table: &mut Table) {
    let header = Header {
        ruleset: "pebble".into(),
        version: 1,
        kind: Kind::Play,
        seed: 0,
        start: 0,
        level: String::new(),
    };
    let file = FileStorage::create(&scratch("append"), &header.to_bytes())
        .expect("the target folder can be written");
    let mut journal = Journal::begin(Box::new(file), header, Durability::OnClose);
    let mut node = 0;
    let append = each(100_000, || {
        let record = Record::Act { parent: NodeId(node), action: vec![1, 2], fingerprint: 7 };
        journal.append(&record).expect("the disk has room");
        node += 1;
    });
    table.row("append to the journal, no sync", append, "us", Some((append <= 2.0, "<= 2 us")));
    let mut game = game_on_disk("act", Durability::OnClose);
    let act = each(50_000, || drop(black_box(game.act(Push::Right))));
    table.row("plan, append and commit, no sync", act, "us", Some((act <= 2.0, "<= 2 us")));
    let (mut game, _) = start::<1>(CELLS);
    let act = each(50_000, || drop(black_box(game.act(Push::Right))));
    table.row("the same in memory, a frame for each", act, "us", None);
}

/// Alternates syncs of different kinds, so that a slow moment of the disk affects all of them.
fn durability(table: &mut Table) {
    let mut plain = File::create(scratch("plain")).expect("the target folder can be written");
    let mut each_action = game_on_disk("each", Durability::EachAction);
    let batches = Durability::Batched { actions: 256, delay: Duration::from_secs(3600) };
    let mut batched = game_on_disk("batched", batches);
    let (mut syncs, mut durable, mut batch) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..400 {
        syncs.push(timed(|| {
            plain.write_all(&[0; 16]).expect("the disk has room");
            plain.sync_data().expect("the disk works");
        }));
        durable.push(timed(|| drop(each_action.act(Push::Right))));
        batch.push(timed(|| (0..256).for_each(|_| drop(batched.act(Push::Right)))) / 256.0);
    }
    let (sync, durable, batch) = (median(syncs), median(durable), median(batch));
    table.row("write 16 bytes and fdatasync, the disk's own cost", sync, "us", None);
    table.row("a durable action", durable, "us", None);
    table.row("  in fdatasyncs", durable / sync, "x", Some((durable <= 1.2 * sync, "<= 1.2 x")));
    table.row("a durable action in batches of 256", batch, "us", None);
    table.row(
        "  times less than one by one",
        durable / batch,
        "x",
        Some((durable >= 50.0 * batch, ">= 50 x")),
    );
}

fn timed(call: impl FnOnce()) -> f64 {
    let since = Instant::now();
    call();
    since.elapsed().as_secs_f64() * 1e6
}

fn long_histories(table: &mut Table) {
    let mut short = game_on_disk("short", Durability::OnClose);
    play(&mut short, &"R".repeat(1000));
    let before = ALLOCATOR.allocated();
    let mut long = game_on_disk("long", Durability::OnClose);
    (0..LONG).for_each(|_| drop(long.act(Push::Right)));
    long.close().expect("the disk has room");
    let megabytes = (ALLOCATOR.allocated() - before) as f64 / f64::from(1 << 20);
    table.row("memory for a million turns", megabytes, "MB", Some((megabytes < 100.0, "tens of MB")));
    let path = path_of("long");
    let bytes = std::fs::metadata(&path).expect("it was just written").len();
    let record = bytes as f64 / f64::from(LONG);
    table.row("bytes of the save per turn", record, "B", Some((record <= 16.0, "<= 16 B")));

    let (near, far) = (step(&mut short), step(&mut long));
    table.row("one more turn, after a thousand", near, "us", None);
    table.row("one more turn, after a million", far, "us", None);
    table.row("  ratio", far / near, "x", Some((far <= 2.0 * near + 0.2, "<= 2 x")));
    let worst = seeks(&mut long);
    table.row(
        "the slowest of 2,000 seeks over a million turns",
        worst / 1000.0,
        "ms",
        Some((worst < 16_000.0, "< 16 ms")),
    );
    drop(long);

    let opened = timed(|| {
        let bytes = std::fs::read(&path).expect("it was just written");
        drop(open::<1>(&bytes).expect("it replays"));
    });
    table.row("opening and verifying a million turns, each", opened / f64::from(LONG), "us", None);
}

/// Opens trees of every shape at n, 2n and 4n: the time for each turn must not grow.
fn shapes(table: &mut Table) {
    for (name, shape) in tally::SHAPES {
        let [one, _, four] = [100_000, 200_000, 400_000].map(|nodes| {
            let bytes = tally::save(shape(nodes));
            let mut steps = 0;
            let mut open = || steps = tally::counted(|| tally::open(&bytes).expect("it replays")).0;
            let each = (0..3).map(|_| timed(&mut open)).fold(f64::MAX, f64::min) / f64::from(nodes);
            table.row(&format!("opening {name} of {nodes}, each turn"), each, "us", None);
            let steps = steps as f64 / f64::from(nodes);
            table.row("  steps", steps, "", Some((steps <= 1.1, "<= 1.1")));
            each
        });
        table.row("  ratio at four times the length", four / one, "x", Some((four <= 2.0 * one, "<= 2 x")));
    }
}

/// Measures one more turn at the end of a history.
fn step(game: &mut Session<Pebble<1>>) -> f64 {
    each(2000, || drop(black_box(game.act(Push::Right))))
}

fn seeks(game: &mut Session<Pebble<1>>) -> f64 {
    let mut rng = Mulberry32::new(1);
    let times = (0..2000).map(|_| {
        let node = NodeId(rng.below(LONG));
        timed(|| game.seek(node))
    });
    times.fold(0.0, f64::max)
}

fn cloning(table: &mut Table) {
    let state = |side: u32| {
        let level = arena(side);
        Skirmish::new(level).unwrap_or_else(|faults| panic!("{faults:?}")).start(1)
    };
    let (small, large) = (state(4), state(64));
    let clone = |state: &<Skirmish as Rules>::State| each(200_000, || drop(black_box(state.clone())));
    let (few, many) = (clone(&small), clone(&large));
    table.row("cloning a battle of 8", few * 1000.0, "ns", None);
    table.row("cloning a battle of 128", many * 1000.0, "ns", None);
    table.row("  ratio", many / few, "x", Some((many <= 1.5 * few + 0.005, "O(1): <= 1.5 x")));
}

/// Creates two rows of fighters that face each other.
fn arena(side: u32) -> skirmish::Level {
    let rows = format!("width = {side}\nheight = 2\n");
    let fighter = |index: u32| {
        let (x, y, faction) = (index % side, index / side, if index < side { "red" } else { "blue" });
        format!("[[character]]\nid = \"c{index}\"\nfaction = \"{faction}\"\nat = [{x}, {y}]\n")
    };
    let text = format!(
        "ruleset = \"skirmish\"\n[meta]\nname = \"rows\"\n[arena]\n{rows}\
         [[faction]]\nname = \"red\"\n[[faction]]\nname = \"blue\"\n{}",
        (0..2 * side).map(fighter).collect::<String>()
    );
    skirmish::Level::parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"))
}
