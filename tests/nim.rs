//! The example ruleset keeps the laws of every ruleset, and plays as its documentation says.

#[path = "common/choices.rs"]
mod choices;
#[path = "conformance/laws.rs"]
mod laws;
#[path = "../examples/nim.rs"]
mod nim;
#[path = "conformance/replay.rs"]
mod replay;
#[path = "conformance/requests.rs"]
mod requests;
#[path = "conformance/subject.rs"]
mod subject;

use nim::{Heaps, Nim};
use subject::Subject;
use timeloom::game::{Game, Play};
use timeloom::journal::storage::Memory;
use timeloom::rules::{Level, Rules};
use timeloom::scene::{View, text};

const LEVEL: &str = "ruleset = \"nim\"\nheaps = [1, 2, 3]\n";

/// A level with more ways to play.
const LARGER: &str = "ruleset = \"nim\"\nheaps = [3, 4, 5]\n";

/// Every law; one that is missing here is unused code.
const LAWS: [fn(&Subject); 20] = [
    laws::listed_actions_are_accepted_and_their_text_and_bytes_round_trip,
    laws::the_codes_of_listed_actions_are_among_those_that_are_declared,
    laws::an_action_takes_two_bytes_and_a_record_sixteen,
    laws::what_a_choice_promises_is_what_happens,
    laws::what_is_up_to_chance_is_the_same_in_every_list_until_it_happens,
    laws::what_can_be_thought_of_holds_what_is_legal_and_why_the_rest_is_not,
    laws::every_legal_action_has_words_of_its_own_and_steps_on_the_boards,
    laws::what_a_game_advises_is_listed,
    laws::a_ruleset_that_names_causes_explains_every_change,
    laws::actions_from_elsewhere_are_refused_with_a_reason_and_change_nothing,
    laws::a_finished_game_lists_nothing_but_to_start_again_and_an_unfinished_one_something,
    laws::a_seat_cannot_tell_apart_what_others_have_chosen_in_secret,
    requests::a_state_from_elsewhere_is_refused_or_played_on,
    replay::invariants_hold_at_every_node,
    replay::a_visit_sees_every_node_once_and_what_a_closer_look_sees,
    replay::the_same_log_gives_the_same_bytes,
    replay::replay_from_bytes_equals_live_play_at_every_node_of_a_branched_tree,
    replay::a_log_goes_on_by_the_version_that_began_it,
    replay::chance_comes_from_the_seed_alone,
    replay::the_list_that_grows_with_every_turn_only_grows_at_its_end_or_begins_anew,
];

#[test]
fn every_law_of_rulesets_holds() {
    let nim = Subject::of::<Nim>(vec![LARGER.to_owned()]);
    LAWS.iter().for_each(|law| law(&nim));
}

fn start(seed: u64) -> (Box<dyn Game>, Memory) {
    Subject::of::<Nim>(Vec::new()).start(LEVEL, seed)
}

fn act(game: &mut dyn Play, action: &str) -> Result<(), String> {
    let bytes = game.parse(action).map_err(|error| error.to_string())?;
    game.act(&bytes).map(drop).map_err(|error| error.to_string())
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
