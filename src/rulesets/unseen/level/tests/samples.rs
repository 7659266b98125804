//! The sample levels: written as the program writes them, and won as promised.

use std::collections::BTreeSet;

use super::simulator::{Game, Phase};
use super::*;

/// A sample: the name of its file and its text.
type Sample = (&'static str, &'static str);

macro_rules! samples {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../../saves/levels/unseen-", $name, ".toml")))),*]
    };
}

const SAMPLES: [Sample; 13] = samples![
    "01-first-steps",
    "02-heavy-furniture",
    "03-three-in-a-row",
    "04-give-and-take",
    "05-a-weight-on-the-plate",
    "06-behind-his-back",
    "07-night-round",
    "08-outrun-the-light",
    "09-moving-cover",
    "10-a-door-in-time",
    "11-borrowed-time",
    "12-my-own-accomplice",
    "13-in-my-own-shadow",
];

/// Plays some actions, each of which must be possible and, except for the last, leave the game open.
fn played<'l>(level: &'l Level, actions: &str) -> Game<'l> {
    actions.split_whitespace().fold(Game::new(level), |game, action| {
        assert_eq!(game.phase(), Phase::Playing, "{} before {action} at {:?}", level.title(), game.at());
        game.act(action).unwrap_or_else(|why| panic!("{}: {action} at {:?}: {why}", level.title(), game.at()))
    })
}

#[test]
fn samples_are_written_as_the_program_writes_them() {
    for (name, text) in SAMPLES {
        let reading = Level::read(text);
        assert_eq!(fault::listing(&reading.faults), "", "{name}");
        assert_eq!(fault::listing(&reading.warnings), "", "{name}");
        assert_eq!(reading.level.expect("a level").to_text(), text, "{name}");
    }
}

#[test]
fn samples_are_won_as_they_promise() {
    for (name, text) in SAMPLES {
        let level = level(text);
        assert!(!level.solutions().is_empty(), "{name}");
        for solution in level.solutions() {
            assert_eq!(played(&level, &solution.actions).phase(), Phase::Won, "{name}: {}", solution.name);
        }
    }
}

/// Key of a game state: the positions of everything, and which light is still travelling.
fn key(level: &Level, game: &Game<'_>) -> (LevelPosition, Vec<(i32, usize, Cell)>, BTreeSet<LevelPosition>) {
    let at = game.at();
    let has = |is: fn(&Thing) -> bool| level.things().iter().any(is);
    let slowest = (level.world().vision_radius - 1) / level.world().light_speed + 1;
    let recent = match (has(|thing| thing.rift.is_some()), has(|thing| thing.vision.is_some())) {
        (true, _) => usize::MAX,
        (false, true) => slowest as usize,
        (false, false) => 0,
    };
    let boxes = (0..level.things().len()).filter(|index| level.things()[*index].is_box());
    let moves = if recent == usize::MAX {
        game.moves()
    } else {
        boxes.map(|index| (at.t, index, game.cell(index, at.t))).collect()
    };
    (at, moves, game.line().iter().rev().take(recent).copied().collect())
}

/// The number of turns needed to win, if fewer than `turns` are enough.
fn quicker(level: &Level, turns: usize) -> Option<usize> {
    const ACTIONS: &str = "N S E W . U PN PS PE PW LN LS LE LW";
    let mut games = vec![Game::new(level)];
    for turn in 1..turns {
        let mut seen = BTreeSet::new();
        let mut next = Vec::new();
        for game in
            games.iter().flat_map(|game| ACTIONS.split(' ').filter_map(|action| game.act(action).ok()))
        {
            match game.phase() {
                Phase::Won => return Some(turn),
                Phase::Playing if seen.insert(key(level, &game)) => next.push(game),
                _ => {}
            }
        }
        games = next;
    }
    None
}

#[test]
fn no_sample_can_be_won_more_quickly_than_it_says() {
    // With slow light, too much of the past matters for this kind of search.
    for (name, text) in SAMPLES.iter().filter(|(name, _)| !name.starts_with("08")) {
        let level = level(text);
        for solution in level.solutions() {
            assert_eq!(quicker(&level, solution.steps().count()), None, "{name}: {}", solution.name);
        }
    }
}

/// The sample whose name starts with this.
fn sample(start: &str) -> Level {
    level(SAMPLES.iter().find(|(name, _)| name.starts_with(start)).expect("a sample").1)
}

#[test]
fn running_through_the_night_round_is_seen() {
    let level = sample("07");
    assert!(matches!(played(&level, "E E").phase(), Phase::Detected { .. }));
}

#[test]
fn crossing_near_the_guard_is_seen_before_the_exit() {
    let level = sample("08");
    assert!(matches!(played(&level, "S S S").phase(), Phase::Detected { .. }));
}

#[test]
fn nobody_can_move_the_box_that_the_earlier_self_will_pull() {
    let level = sample("12");
    let why = played(&level, "S E E LW W U N").act("PN").err();
    assert!(why.as_ref().is_some_and(|why| why.starts_with("paradox")), "{why:?}");
}

#[test]
fn without_the_crate_the_light_of_the_second_way_arrives() {
    let level = sample("13");
    assert!(matches!(played(&level, "W W W W U W W W W W S").phase(), Phase::Detected { .. }));
}
