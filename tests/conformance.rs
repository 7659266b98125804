//! One contract for every ruleset in the catalog, checked by random play on every sample level.

#[path = "common/choices.rs"]
mod choices;
#[path = "conformance/laws.rs"]
mod laws;
#[path = "conformance/replay.rs"]
mod replay;
#[path = "conformance/requests.rs"]
mod requests;
#[path = "conformance/subject.rs"]
mod subject;

use std::fs;
use std::path::Path;

use subject::Subject;
use timeloom::catalog;
use timeloom::rules::Rules;

/// The texts of all sample levels of a ruleset.
fn levels(ruleset: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/levels");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let levels: Vec<_> = texts.filter(|text| catalog::declared(text) == ruleset).collect();
    assert!(!levels.is_empty(), "{ruleset} has no sample level under saves/levels");
    levels
}

fn for_every_ruleset(law: fn(&Subject)) {
    macro_rules! check {
        ($($rules:ty),+ $(,)?) => { $(law(&Subject::of::<$rules>(levels(<$rules as Rules>::NAME)));)+ };
    }
    timeloom::for_each_ruleset!(check);
}

#[test]
fn listed_actions_are_accepted_and_their_text_and_bytes_round_trip() {
    for_every_ruleset(laws::listed_actions_are_accepted_and_their_text_and_bytes_round_trip);
}

#[test]
fn the_codes_of_listed_actions_are_among_those_that_are_declared() {
    for_every_ruleset(laws::the_codes_of_listed_actions_are_among_those_that_are_declared);
}

#[test]
fn an_action_takes_two_bytes_and_a_record_sixteen() {
    for_every_ruleset(laws::an_action_takes_two_bytes_and_a_record_sixteen);
}

#[test]
fn what_a_choice_promises_is_what_happens() {
    for_every_ruleset(laws::what_a_choice_promises_is_what_happens);
}

#[test]
fn what_is_up_to_chance_is_the_same_in_every_list_until_it_happens() {
    for_every_ruleset(laws::what_is_up_to_chance_is_the_same_in_every_list_until_it_happens);
}

#[test]
fn what_can_be_thought_of_holds_what_is_legal_and_why_the_rest_is_not() {
    for_every_ruleset(laws::what_can_be_thought_of_holds_what_is_legal_and_why_the_rest_is_not);
}

#[test]
fn every_legal_action_has_words_of_its_own_and_steps_on_the_boards() {
    for_every_ruleset(laws::every_legal_action_has_words_of_its_own_and_steps_on_the_boards);
}

#[test]
fn what_a_game_advises_is_listed() {
    for_every_ruleset(laws::what_a_game_advises_is_listed);
}

#[test]
fn a_ruleset_that_names_causes_explains_every_change() {
    for_every_ruleset(laws::a_ruleset_that_names_causes_explains_every_change);
}

#[test]
fn actions_from_elsewhere_are_refused_with_a_reason_and_change_nothing() {
    for_every_ruleset(laws::actions_from_elsewhere_are_refused_with_a_reason_and_change_nothing);
}

#[test]
fn a_finished_game_lists_nothing_but_to_start_again_and_an_unfinished_one_something() {
    for_every_ruleset(laws::a_finished_game_lists_nothing_but_to_start_again_and_an_unfinished_one_something);
}

#[test]
fn a_seat_cannot_tell_apart_what_others_have_chosen_in_secret() {
    for_every_ruleset(laws::a_seat_cannot_tell_apart_what_others_have_chosen_in_secret);
}

#[test]
fn a_state_from_elsewhere_is_refused_or_played_on() {
    for_every_ruleset(requests::a_state_from_elsewhere_is_refused_or_played_on);
}

#[test]
fn invariants_hold_at_every_node() {
    for_every_ruleset(replay::invariants_hold_at_every_node);
}

#[test]
fn a_visit_sees_every_node_once_and_what_a_closer_look_sees() {
    for_every_ruleset(replay::a_visit_sees_every_node_once_and_what_a_closer_look_sees);
}

#[test]
fn the_same_log_gives_the_same_bytes() {
    for_every_ruleset(replay::the_same_log_gives_the_same_bytes);
}

#[test]
fn replay_from_bytes_equals_live_play_at_every_node_of_a_branched_tree() {
    for_every_ruleset(replay::replay_from_bytes_equals_live_play_at_every_node_of_a_branched_tree);
}

#[test]
fn a_log_goes_on_by_the_version_that_began_it() {
    for_every_ruleset(replay::a_log_goes_on_by_the_version_that_began_it);
}

#[test]
fn chance_comes_from_the_seed_alone() {
    for_every_ruleset(replay::chance_comes_from_the_seed_alone);
}

#[test]
fn the_list_that_grows_with_every_turn_only_grows_at_its_end_or_begins_anew() {
    for_every_ruleset(replay::the_list_that_grows_with_every_turn_only_grows_at_its_end_or_begins_anew);
}
