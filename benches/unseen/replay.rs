//! Speed of opening a save: read, decoded, replayed by the rules and verified by its fingerprints.

use timeloom::catalog;
use timeloom::rules::Level as _;
use timeloom::rulesets::unseen::{Level, Unseen};
use timeloom::session;

use crate::cpu::cpu_time;

const LEVEL: &str = r#"ruleset = "unseen"
[meta]
id = "replay"
name = "To and fro"
[world]
time_depth = 1000000
[map]
rows = ['########', '#@P....#', '#......#', '#.....>#', '########']
"#;

/// Number of turns in a save.
const TURNS: usize = 200_000;

/// Creates a save in which these actions are repeated.
pub(crate) fn save(actions: &[&str]) -> Vec<u8> {
    let level = Level::parse(LEVEL).expect("a level");
    let header = session::begin::<Unseen>(level, 0).expect("it can be played");
    let mut game = catalog::open_bytes("new", &header.to_bytes()).expect("it was just begun");
    let actions: Vec<_> = actions.iter().map(|text| game.parse(text).expect("an action")).collect();
    for action in actions.iter().cycle().take(TURNS) {
        game.act(action).unwrap_or_else(|error| panic!("{error}"));
    }
    game.bytes().expect("it is in memory")
}

/// Returns million turns per second, in the best of three.
pub(crate) fn speed(save: &[u8]) -> f64 {
    let open = |_| {
        let since = cpu_time();
        drop(catalog::open_bytes("save", save).expect("it was just written"));
        (cpu_time() - since).as_secs_f64()
    };
    TURNS as f64 / 1e6 / (0..3).map(open).fold(f64::MAX, f64::min)
}
