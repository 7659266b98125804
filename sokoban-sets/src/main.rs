//! Solves the levels of a public Sokoban set, one after the other on one core, and compares them with plain
//! breadth-first search.
//!
//! `cargo run --release -- [SET] [SECONDS] [BFS-SECONDS]`: a file among the assets of `soukoban` (by default
//! `Microban_155.xsb`), seconds for each level (20), seconds for breadth-first search (60; 0 omits it).
//! Seconds are CPU time, so that other load on the machine does not count.

mod bfs;

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use bfs::{Board, Found};
use rustix::time::{ClockId, clock_gettime};
use timeloom::rules::Rules;
use timeloom::rulesets::unseen::{Level, Unseen, sokoban};
use timeloom::solver::{Answer, Budget, Verdict, Watch};

/// Maximum number of bytes of a search.
const MEMORY: u64 = 4 << 30;
/// Maximum number of boards of the breadth-first search: about as many bytes.
const MOST_BOARDS: usize = 60_000_000;
/// Shorter times count as zero in a comparison, because preparing the level takes longer than searching it.
const NOTHING: Duration = Duration::from_millis(1);
/// Shorter runs are measured three times, and the fastest counts.
const SHORT: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let set = arguments.next().unwrap_or_else(|| "Microban_155.xsb".to_owned());
    let mut seconds = |default| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (time, bfs_time) = (Duration::from_secs(seconds(20)), Duration::from_secs(seconds(60)));
    let text = std::fs::read_to_string(assets().join(&set)).expect("the set is among the assets");
    let levels = sokoban::import(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
    println!(
        "{:>5} {:>7} {:>9} {:>11} {:>11} {:>8} {:>7} {:>9}",
        "level", "moves", "seconds", "states", "generated", "B/state", "bfs", "seconds"
    );
    let mut sum = Sum::default();
    levels.iter().zip(1..).for_each(|(level, number)| sum.add(number, level, time, bfs_time));
    sum.tell(&set, levels.len(), time)
}

/// Totals of all levels.
#[derive(Default)]
struct Sum {
    solved: usize,
    unsolvable: usize,
    bfs: usize,
    different: Vec<usize>,
    slower: Vec<usize>,
    seconds: f64,
}

impl Sum {
    fn add(&mut self, number: usize, level: &Level, time: Duration, bfs_time: Duration) {
        let (answer, took) = fastest(|| solve(level, time));
        let moves = match &answer.verdict {
            Verdict::Solved(actions) => Some(actions.len() as u32),
            _ => None,
        };
        self.solved += usize::from(moves.is_some());
        self.unsolvable += usize::from(answer.verdict == Verdict::Unsolvable);
        self.seconds += took.as_secs_f64();
        let effort = answer.effort;
        let each = effort.bytes as f64 / effort.states.max(1) as f64;
        let (states, generated) = (effort.states, effort.generated);
        let told = moves.map_or("-".to_owned(), |moves| moves.to_string());
        print!("{number:>5} {told:>7} {:>9.4} {states:>11} {generated:>11} {each:>8.0}", took.as_secs_f64());
        let (found, bfs_took) = fastest(|| breadth_first(level, bfs_time));
        if let Found::Solved(fewest) = found {
            self.bfs += 1;
            self.different.extend((moves != Some(fewest)).then_some(number));
            self.slower.extend((took >= bfs_took && took >= NOTHING).then_some(number));
            print!(" {fewest:>7} {:>9.4}", bfs_took.as_secs_f64());
        }
        println!();
    }

    fn tell(&self, set: &str, levels: usize, time: Duration) -> ExitCode {
        let Self { solved, unsolvable, bfs, different, slower, seconds } = self;
        println!(
            "{set}: {solved} of {levels} solved with the fewest moves within {} s each, {unsolvable} proven unsolvable, {seconds:.1} s in all",
            time.as_secs()
        );
        println!(
            "breadth-first search solved {bfs}: {} with another number of moves {different:?}, {} found faster by it {slower:?}",
            different.len(),
            slower.len()
        );
        if different.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// Runs a function, three times if it is short; returns the result and the shortest time.
fn fastest<T>(mut call: impl FnMut() -> (T, Duration)) -> (T, Duration) {
    let (mut result, mut least) = call();
    for _ in 0..if least < SHORT { 2 } else { 0 } {
        let (again, took) = call();
        (result, least) = (again, least.min(took));
    }
    (result, least)
}

/// Runs a function; returns the result and its time.
fn timed<T>(call: impl FnOnce() -> T) -> (T, Duration) {
    let begun = cpu_time(ClockId::ThreadCPUTime);
    let result = call();
    (result, cpu_time(ClockId::ThreadCPUTime) - begun)
}

/// Searches until there is an answer or the time is up, which another thread watches.
fn solve(level: &Level, time: Duration) -> (Answer<<Unseen as Rules>::Action>, Duration) {
    let rules = Unseen::new(level.clone()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (start, watch) = (rules.start(0), Watch::new(Budget { memory: MEMORY, ..Budget::default() }));
    let (until, (running, ended)) = (cpu_time(ClockId::ProcessCPUTime) + time, channel::<()>());
    let told = &watch;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
                if cpu_time(ClockId::ProcessCPUTime) > until {
                    told.stop();
                }
            }
        });
        let mut search = rules.search(&start).expect("it is a game for one player");
        let answer = timed(|| search.run(&watch));
        drop(running);
        answer
    })
}

pub(crate) fn cpu_time(of: ClockId) -> Duration {
    Duration::try_from(clock_gettime(of)).expect("time is not negative")
}

fn breadth_first(level: &Level, time: Duration) -> (Found, Duration) {
    let text = sokoban::export(std::slice::from_ref(level)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let rows: Vec<&str> = text.lines().take_while(|line| line.contains('#')).collect();
    match Board::new(&rows).filter(|_| !time.is_zero()) {
        Some(board) => timed(|| board.solve(time, MOST_BOARDS)),
        None => (Found::Unknown, Duration::ZERO),
    }
}

/// Returns the folder of the assets that `soukoban` ships.
fn assets() -> PathBuf {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--manifest-path", manifest])
        .output()
        .expect("cargo can be run");
    let text = String::from_utf8(output.stdout).expect("cargo writes text");
    let found = text.split('"').find(|word| word.contains("soukoban-") && word.ends_with("Cargo.toml"));
    PathBuf::from(found.expect("it is a dependency")).parent().expect("it is a file").join("assets")
}
