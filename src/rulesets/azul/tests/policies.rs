//! The advice of the game.

use super::*;
use crate::rng::Mulberry32;

#[track_caller]
fn check_advice(drawing: &str, expected: &str) {
    let state = state(drawing);
    let advice = Azul::resume(&state).expect("possible").advise(&state);
    assert_eq!(advice.expect("something to do").to_string(), expected);
}

#[test]
fn it_completes_a_line_rather_than_begin_one() {
    check_advice("factories RRKK B\n > 0 | . .. KK. .... ..... | - | -\n 0 | - | - | -", "F0:red:1");
}

#[test]
fn it_breaks_as_little_as_it_can() {
    check_advice("factories BBBB\n centre R\n > 9 | - | - | -\n 0 | - | - | -", "F0:blue:3");
}

#[test]
fn it_lays_tiles_next_to_others() {
    let wall = "..... .#... ..... ..... .....";
    check_advice(&format!("factories YK RB\n > 0 | - | {wall} | -\n 0 | - | - | -"), "F0:yellow:0");
}

#[test]
fn it_has_nothing_to_say_when_the_game_is_over() {
    let over = state("factories BB\n > 0 | - | ##### ..... ..... ..... ..... | -\n 0 | - | - | -");
    assert_eq!(Azul::resume(&over).expect("possible").advise(&over), None);
}

/// Scores of a game in which the first player follows the advice and the others play at random.
fn scores(players: u8, seed: u64) -> Vec<u32> {
    let rules = Azul::new(Level::new(players)).expect("playable");
    let (mut state, mut rng) = (rules.start(seed), Mulberry32::new(seed as u32));
    while rules.result(&state).is_none() {
        let listed = rules.actions(&state);
        let any = || listed[rng.below(listed.len() as u32) as usize];
        let action = if state.active_player_id == 0 { rules.advise(&state) } else { None };
        state = rules.apply(&state, &action.unwrap_or_else(any)).expect("legal").0;
    }
    state.players.iter().map(|player| player.score).collect()
}

#[test]
fn it_beats_random_play_at_every_table() {
    for players in 2..=4 {
        let won = (0..30).filter(|&seed| {
            let scores = scores(players, seed);
            scores[1..].iter().all(|other| scores[0] > *other)
        });
        assert!(won.count() >= 29, "{players} players");
    }
}

#[test]
fn a_game_of_its_own_takes_a_handful_of_rounds() {
    for players in 2..=4 {
        let rules = Azul::new(Level::new(players)).expect("playable");
        for seed in 0..20 {
            let mut state = rules.start(seed);
            while let Some(action) = rules.advise(&state) {
                state = rules.apply(&state, &action).expect("legal").0;
            }
            assert!((5..=9).contains(&state.round), "{players} players, seed {seed}: {} rounds", state.round);
            let best = state.players.iter().map(|player| player.score).max().expect("players");
            assert!(best >= 25, "{players} players, seed {seed}: {best} points");
        }
    }
}
