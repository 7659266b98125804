//! The example ruleset keeps the laws of every ruleset: it is played at random through the same interface as the
//! games in the catalog.

#[path = "../examples/nim.rs"]
mod nim;

use nim::{Heaps, Nim};
use timeloom::game::{Game, Play};
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Scan};
use timeloom::rng::Mulberry32;
use timeloom::rules::{GameResult, Level, Rules};
use timeloom::scene::{View, text};
use timeloom::session::{self, Opening, Session};

const LEVEL: &str = "ruleset = \"nim\"\nheaps = [1, 2, 3]\n";

fn open(bytes: Vec<u8>) -> (Box<dyn Game>, Memory) {
    let memory = Memory::new(bytes);
    let log = Scan::begin(Box::new(memory.clone())).unwrap();
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    (Box::new(Session::<Nim>::open(log, opening).unwrap()), memory)
}

fn start(seed: u64) -> (Box<dyn Game>, Memory) {
    open(session::begin::<Nim>(Heaps::parse(LEVEL).unwrap(), seed).unwrap().to_bytes())
}

fn act(game: &mut dyn Play, action: &str) -> Result<(), String> {
    let bytes = game.parse(action).map_err(|error| error.to_string())?;
    game.act(&bytes).map(drop).map_err(|error| error.to_string())
}

/// Plays at random to the end, and checks every action offered on the way.
fn play_out(game: &mut dyn Game, seed: u64) -> GameResult {
    let mut rng = Mulberry32::new(seed as u32);
    loop {
        let offers = game.offers();
        if let Some(result) = game.at(game.cursor()).result() {
            assert!(offers.is_empty(), "a finished game offers nothing");
            return result;
        }
        for offer in &offers {
            assert_eq!(game.parse(&offer.action).unwrap(), offer.bytes, "{}", offer.action);
            assert!(game.preview(&offer.bytes).is_ok());
        }
        let chosen = &offers[rng.below(offers.len() as u32) as usize];
        game.act(&chosen.bytes).unwrap();
    }
}

#[test]
fn random_games_end_with_a_winner_and_replay_to_the_same_states() {
    for seed in 0..50 {
        let (mut game, memory) = start(seed);
        assert!(matches!(play_out(game.as_mut(), seed), GameResult::Won(_)));
        let (again, _) = open(memory.bytes());
        for node in game.tree().ids() {
            assert_eq!(again.at(node).data(View::default()), game.at(node).data(View::default()));
        }
    }
}

#[test]
fn what_is_refused_says_why_and_changes_nothing() {
    let (mut game, memory) = start(1);
    let before = memory.bytes();
    let refused = act(game.as_mut(), "0x2").unwrap_err();
    assert!(refused.ends_with("heap 0 has 1 stones, and nobody takes more than 3"), "{refused}");
    assert!(act(game.as_mut(), "jump").unwrap_err().contains("such as 2x3 or 2xroll"));
    assert_eq!((memory.bytes(), game.node_count()), (before, 1));
}

#[test]
fn the_die_is_not_told_before_it_is_rolled() {
    let told = |seed| {
        let (mut game, _) = start(seed);
        let roll = game.parse("2xroll").unwrap();
        let before = game.preview(&roll).unwrap().text;
        let node = game.act(&roll).unwrap();
        let mut after = String::new();
        game.reports(&[node], &mut |_, report| after = report.text);
        (before, after)
    };
    assert!((0..20).all(|seed| told(seed).0 == "Ann rolls for heap 2"));
    assert!((0..20).any(|seed| told(seed).1 != told(0).1), "the die differs");
}

#[test]
fn a_board_is_seen_and_levels_are_checked() {
    let (game, _) = start(1);
    let seen = text::paint(&game.at(game.cursor()).scene(View::default()), text::Ink::Plain);
    assert!(seen.contains("Ann to move") && seen.contains("o o o"), "{seen}");
    assert!(Nim::new(Heaps::parse("heaps = [0]").unwrap()).is_err());
    assert!(Heaps::parse("heaps = 3").is_err());
    assert_eq!(Heaps::parse(LEVEL).unwrap().to_text(), LEVEL);
}

#[test]
fn taking_nothing_is_no_action_because_the_log_has_that_for_a_roll() {
    assert!("2x0".parse::<nim::Move>().is_err());
}

#[test]
fn the_example_plays_to_its_end() {
    nim::main();
}
