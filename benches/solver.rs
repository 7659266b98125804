//! Laws about the solver: states per second on one core and bytes per state for every kind of search, the
//! lead over brute force, the time to stop, and the memory of the process.
//!
//! `cargo bench --bench solver` prints the table and fails if a law does not hold. Rates are in CPU time of
//! one thread.

#[path = "shared/cpu.rs"]
mod cpu;
#[path = "solver/levels.rs"]
mod levels;
#[path = "shared/table.rs"]
mod table;

use std::collections::HashSet;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use cpu::cpu_time;
use table::Table;
use timeloom::rules::{Level as _, Rules};
use timeloom::rulesets::unseen::game::Action;
use timeloom::rulesets::unseen::{Level, State, Unseen, sokoban};
use timeloom::solver::{Answer, Budget, Limit, Verdict, Watch};

const MEGABYTE: u64 = 1 << 20;
/// First argument of a run that only measures the memory of one search.
const PEAK: &str = "peak-of";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if let (Some(PEAK), Some(world)) = (arguments.next().as_deref(), arguments.next()) {
        let workers = arguments.next().and_then(|workers| workers.parse().ok()).unwrap_or(1);
        return if peak(&world, workers).is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let mut table = Table::begin();
    rates(&mut table);
    both_cores(&mut table);
    lead(&mut table);
    stopping(&mut table);
    memory(&mut table);
    table.end()
}

/// A level with its rules.
struct Puzzle {
    rules: Unseen,
    start: State,
}

impl Puzzle {
    fn new(level: Level) -> Self {
        let rules = Unseen::new(level).unwrap_or_else(|faults| panic!("{faults:?}"));
        let start = rules.start(0);
        Self { rules, start }
    }

    fn of(text: &str) -> Self {
        Self::new(Level::parse(text).unwrap_or_else(|faults| panic!("{faults:?}")))
    }

    fn solve(&self, watch: &Watch) -> Answer<Action> {
        self.rules.search(&self.start).expect("it is a game for one player").run(watch)
    }
}

fn all() -> [(Puzzle, &'static str, f64); 3] {
    let sokoban = sokoban::import(levels::TIMELESS).unwrap_or_else(|faults| panic!("{faults:?}")).remove(0);
    [
        (Puzzle::new(sokoban), "timeless", 4e6),
        (Puzzle::of(levels::FORWARD), "forward", 2e6),
        (Puzzle::of(levels::FOLDED), "folded", 3e5),
    ]
}

fn within(memory: u64) -> Watch {
    Watch::new(Budget { memory, ..Budget::default() })
}

/// Searches until the memory is full, three times; the fastest counts.
fn rates(table: &mut Table) {
    for (puzzle, world, least) in all() {
        let (mut fastest, mut found) = (Duration::MAX, None);
        for _ in 0..3 {
            let (begun, watch) = (cpu_time(), within(256 * MEGABYTE));
            let answer = puzzle.solve(&watch);
            (fastest, found) = (fastest.min(cpu_time() - begun), Some(answer));
        }
        let Some(Answer { effort, world: chosen, .. }) = found else { continue };
        assert_eq!(chosen, world, "another search was chosen");
        let rate = effort.generated as f64 / fastest.as_secs_f64();
        let law = format!(">= {} M", least / 1e6);
        table.row(
            &format!("{world}: states generated a second"),
            rate / 1e6,
            "M",
            Some((rate >= least, &law)),
        );
        let each = effort.bytes as f64 / effort.states as f64;
        let law = (world == "timeless").then_some((each <= 48.0, "<= 48 B"));
        table.row(&format!("{world}: bytes for a state"), each, "B", law);
        table.row(&format!("{world}: states looked at"), effort.states as f64 / 1e6, "M", None);
    }
}

/// Compares two workers with one, in turn: by wall-clock time, and by CPU time of the caller, which is what
/// remains of the former if the other worker has a core of its own. The minimum of each counts. Results and
/// effort must be the same.
fn both_cores(table: &mut Table) {
    for (puzzle, world, _) in all() {
        let (one, two) = (least_of(&puzzle, 1), least_of(&puzzle, 2));
        assert_eq!(one.2, two.2, "{world}");
        let ratio = |one: Duration, two: Duration| one.as_secs_f64() / two.as_secs_f64();
        table.row(&format!("{world}: times faster with two workers"), ratio(one.0, two.0), "x", None);
        let share = ratio(two.1, one.1);
        let law = (world == "folded").then_some((share <= 0.75, "<= 0.75 x"));
        table.row(&format!("{world}: work left to the first of two workers"), share, "x", law);
    }
}

/// Searches several times; returns the minimum times on the clock and of this thread, and the answer.
fn least_of(puzzle: &Puzzle, workers: usize) -> (Duration, Duration, Option<Answer<Action>>) {
    let mut least = (Duration::MAX, Duration::MAX, None);
    for _ in 0..4 {
        let (begun, since) = (Instant::now(), cpu_time());
        let budget = Budget { memory: 256 * MEGABYTE, workers, ..Budget::default() };
        let answer = puzzle.solve(&Watch::new(budget));
        least = (least.0.min(begun.elapsed()), least.1.min(cpu_time() - since), Some(answer));
    }
    least
}

/// Compares a search with brute force: every action from every state, with the whole state as key.
fn lead(table: &mut Table) {
    for (name, text) in [
        ("heavy furniture", include_str!("../saves/levels/unseen-02-heavy-furniture.toml")),
        ("moving cover", include_str!("../saves/levels/unseen-09-moving-cover.toml")),
        ("a door in time", include_str!("../saves/levels/unseen-10-a-door-in-time.toml")),
    ] {
        let puzzle = Puzzle::of(text);
        let begun = cpu_time();
        let turns = brute_force(&puzzle);
        let slow = cpu_time() - begun;
        let fast = (0..20).map(|_| {
            let begun = cpu_time();
            let answer = black_box(puzzle.solve(&within(256 * MEGABYTE)));
            assert!(matches!(answer.verdict, Verdict::Solved(actions) if actions.len() == turns));
            cpu_time() - begun
        });
        let ratio = slow.as_secs_f64() / fast.min().unwrap_or_default().as_secs_f64();
        table.row(
            &format!("times faster than brute force: {name}"),
            ratio,
            "x",
            Some((ratio >= 50.0, ">= 50 x")),
        );
    }
}

/// Returns the fewest turns of a win.
fn brute_force(puzzle: &Puzzle) -> usize {
    let (rules, mut seen, mut layer) = (&puzzle.rules, HashSet::new(), vec![puzzle.start.clone()]);
    for turns in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            for action in rules.actions(state).into_iter().filter(|action| *action != Action::Restart) {
                let Ok((state, _)) = rules.apply(state, &action) else { continue };
                if state.game().has_won() {
                    return turns;
                }
                if rules.result(&state).is_none() && seen.insert(rules.fingerprint(&state)) {
                    next.push(state);
                }
            }
        }
        layer = next;
    }
    unreachable!("there is a solution")
}

/// Stops a search on another thread as soon as it holds much memory, and waits for it; with one worker and
/// with two.
fn stopping(table: &mut Table) {
    for ((puzzle, world, _), held) in all().into_iter().zip([100, 200, 200]) {
        for workers in [1, 2] {
            let ms = stop(&puzzle, workers, held * MEGABYTE).as_secs_f64() * 1e3;
            let what = format!("{world}: stops with {held} MB and {workers} worker(s) after");
            table.row(&what, ms, "ms", Some((ms <= 50.0, "<= 50 ms")));
        }
    }
}

fn stop(puzzle: &Puzzle, workers: usize, held: u64) -> Duration {
    let watch = Watch::new(Budget { memory: 2048 * MEGABYTE, workers, ..Budget::default() });
    std::thread::scope(|scope| {
        let search = scope.spawn(|| puzzle.solve(&watch));
        while watch.progress().1.bytes < held {
            assert!(!search.is_finished(), "the level was solved before");
            std::thread::sleep(Duration::from_millis(1));
        }
        let begun = Instant::now();
        watch.stop();
        let answer = search.join().expect("it does not panic");
        assert!(matches!(answer.verdict, Verdict::Unknown { limit: Limit::Stopped, .. }), "it was stopped");
        begun.elapsed()
    })
}

/// Compares the growth of a process during a search with the limit. Each search has its own process, so that
/// the memory of an earlier one does not hide that of the next.
fn memory(table: &mut Table) {
    for (_, world, _) in all() {
        for workers in [1, 2] {
            let Some(share) = peak_of(world, workers) else { continue };
            let what = format!("{world}: most memory taken by {workers} worker(s), of its limit");
            table.row(&what, share, "x", Some((share <= 1.0, "<= 1 x")));
        }
    }
}

/// Runs this program again for one search; returns the maximum growth of the process as a share of the limit.
fn peak_of(world: &str, workers: usize) -> Option<f64> {
    let this = std::env::current_exe().expect("it runs");
    let arguments = [PEAK, world, &workers.to_string()];
    let output = Command::new(this).args(arguments).output().expect("it can be run again");
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

/// Searches until the limit is reached, and prints the maximum growth of the process as a share of it.
fn peak(world: &str, workers: usize) -> Option<()> {
    let (puzzle, ..) = all().into_iter().find(|(_, own, _)| *own == world)?;
    let (limit, before) = (64 * MEGABYTE, resident("VmRSS")?);
    let answer = puzzle.solve(&Watch::new(Budget { memory: limit, workers, ..Budget::default() }));
    assert!(matches!(answer.verdict, Verdict::Unknown { limit: Limit::Memory, .. }), "{:?}", answer.verdict);
    println!("{}", (resident("VmHWM")? - before) as f64 / limit as f64);
    Some(())
}

/// Returns the bytes of this process in memory, now or at the maximum; `None` if the system does not tell.
fn resident(which: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(which))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
