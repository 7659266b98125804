//! Tests of the ruleset as a whole: levels set up, played, shown and described. The rules themselves are tested in
//! `game`.

mod controls;
mod cube;
mod many_guards;
mod overlays;
mod reasons;

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use serde_json::json;

use super::{State, Unseen};
use crate::answer;
use crate::rules::{Level as _, Refusal, Rules, Testable as _};
use crate::scene::View;
use crate::scene::text::{Ink, paint};
use crate::show::{Show, StateData as _};

/// A level from its drawing and its other tables.
fn level(rows: &[&str], rest: &str) -> super::Level {
    let rows: String = rows.iter().map(|row| format!("  \"{row}\",\n")).collect();
    let text = format!(
        "[meta]\nid = \"t\"\nname = \"test\"\n[world]\ntime_depth = 20\n[map]\nrows = [\n{rows}]\n{rest}"
    );
    super::Level::parse(&text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

fn played(rules: &Unseen, actions: &str) -> State {
    actions.split_whitespace().fold(rules.start(0), |state, text| {
        let action = text.parse().expect("an action");
        rules.apply(&state, &action).unwrap_or_else(|error| panic!("{text}: {error}")).0
    })
}

fn check(rows: &[&str], rest: &str, actions: &str, t: Option<u32>, expected: &Expect) {
    let rules = Unseen::new(level(rows, rest)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let scene = rules.scene(&played(&rules, actions), View { t, ..View::default() });
    expected.assert_eq(&paint(&scene, Ink::Plain));
}

const GUARD: &str = "[[entity]]\nkind = \"enemy\"\nname = \"guard\"\nat = [5, 1]\nvision = { facing = \"south\", fov = 90 }\n";

#[test]
fn a_slice_shows_who_looks_where_and_where_it_is_dangerous() {
    let rows = ["#########", "#.......#", "#.......#", "#@B.....#", "#......>#", "#########"];
    check(
        &rows,
        GUARD,
        "PE",
        None,
        &expect![[r#"
            t 1 of 19

              0 1 2 3 4 5 6 7 8
            0 # # # # # # # # #
            1 # . . . . Ev. . #
            2 # . . . ! ! ! . #
            3 # . @ B ! ! ! ! #
            4 # . ! ! ! ! ! >!#
            5 # # # # # # # # #

            @ player  > exit  B box  E enemy  ! danger
        "#]],
    );
}

#[test]
fn past_selves_are_shown_in_the_slices_where_they_were() {
    let rift = "[[entity]]\nkind = \"rift\"\nat = [3, 1]\nrift = { target = [1, 2, 0] }\n";
    let rows = ["#####", "#@..#", "#..>#", "#####"];
    check(
        &rows,
        rift,
        "E E U E",
        None,
        &expect![[r#"
            t 1 of 19

              0 1 2 3 4
            0 # # # # #
            1 # . & O #
            2 # . @ > #
            3 # # # # #

            @ player  & past self  > exit  O rift
        "#]],
    );
}

#[test]
fn an_older_slice_says_where_the_player_is_now() {
    check(
        &["####", "#@>#", "####"],
        "",
        ". .",
        Some(0),
        &expect![[r#"
            t 0 of 19, the player is at t 2

              0 1 2 3
            0 # # # #
            1 # & > #
            2 # # # #

            & past self  > exit
        "#]],
    );
}

#[test]
fn actions_are_a_byte_in_the_log_and_letters_on_the_screen() {
    let rules = Unseen::new(level(&["@>"], "")).unwrap_or_else(|faults| panic!("{faults:?}"));
    let texts: Vec<_> = super::game::Action::all().map(|action| action.to_string()).collect();
    assert_eq!(texts.join(" "), "N S E W . U PN PS PE PW LN LS LE LW R");
    assert_eq!(BTreeSet::from_iter(Unseen::all_tags()), BTreeSet::from_iter(texts));
    for action in super::game::Action::all() {
        assert_eq!(action.to_string().parse(), Ok(action));
        assert_eq!(rules.unpack(&rules.pack(&action)), Ok(action));
    }
    assert!(rules.unpack(&[15]).is_err() && rules.unpack(&[]).is_err() && rules.unpack(&[0, 0]).is_err());
}

#[test]
fn a_wrapped_reason_is_told_as_itself() {
    let rules = Unseen::new(level(&["#@>"], "")).unwrap_or_else(|faults| panic!("{faults:?}"));
    let refused =
        |text: &str| rules.apply(&rules.start(0), &text.parse().expect("an action")).unwrap_err().report();
    assert_eq!(refused("W").code, "Blocked");
    assert_eq!(refused("N").code, "OutOfBounds");
    assert_eq!(
        (refused("PE").code.as_str(), refused("PE").context),
        ("NothingToPush", json!({ "direction": "East" }))
    );
    assert_eq!(refused("U").code, "NoRiftHere");
}

#[test]
fn a_level_whose_start_is_seen_is_faulty() {
    let seen =
        Unseen::new(level(&["@....", "....>"], &GUARD.replace("[5, 1]", "[3, 0]").replace("south", "west")));
    let faults = seen.err().expect("it is faulty");
    assert!(faults[0].message.contains("sees the player before the first turn"), "{faults:?}");
}

#[test]
fn a_state_goes_out_as_its_level_and_actions_and_comes_back_the_same() {
    let rules = Unseen::new(level(&["@B.>", "...."], "")).unwrap_or_else(|faults| panic!("{faults:?}"));
    let state = played(&rules, "PE S .");
    let data = serde_json::to_value(&state).expect("a state is data");
    assert_eq!((&data["actions"], &data["view"]["turn"]), (&json!("PE S ."), &json!(3)));
    let again: State = serde_json::from_value(data).expect("it was just written");
    assert_eq!(rules.fingerprint(&again), rules.fingerprint(&state));
}

#[test]
fn requests_are_answered_and_impossible_states_refused() {
    let level = serde_json::to_value(level(&["@.>"], "")).expect("a level is data");
    let first = answer::answer::<Unseen>(json!({ "level": level, "seed": 1 }));
    let next = answer::answer::<Unseen>(json!({ "state": first["state"], "action": { "Move": "East" } }));
    assert_eq!(next["outcome"]["kind"], "Moved", "{next}");
    let listed = answer::answer::<Unseen>(json!({ "state": next["state"], "list": true }));
    assert!(listed["actions"].as_array().is_some_and(|actions| actions.contains(&json!({ "Move": "East" }))));
    let bad = answer::answer::<Unseen>(json!({ "state": { "level": level, "actions": "W" }, "list": true }));
    assert_eq!(bad["error"]["code"], "BadState", "{bad}");
    assert!(bad["error"]["message"].as_str().is_some_and(|text| text.contains("turn 1, W")), "{bad}");
}

#[test]
fn boxes_that_hide_have_letters_of_their_own() {
    let custom =
        |at, components| format!("[[entity]]\nkind = \"custom\"\nat = {at}\ncomponents = {components}\n");
    let hides = r#"["blocks_movement", "blocks_vision", "persistent", "pushable"]"#;
    let both = r#"["blocks_movement", "blocks_vision", "persistent", "pushable", "pullable"]"#;
    check(
        &["@BP..>"],
        &(custom("[3, 0]", hides) + &custom("[4, 0]", both)),
        "",
        None,
        &expect![[r#"
            t 0 of 19

              0 1 2 3 4 5
            0 @ B P C Q >

            @ player  > exit  B box  P box to pull  C box that hides  Q box to pull that hides
        "#]],
    );
}

#[test]
fn a_custom_thing_that_is_not_persistent_is_there_for_one_slice() {
    let wall = "[[entity]]\nkind = \"custom\"\nat = [1, 0, 1]\ncomponents = [\"blocks_movement\"]\n";
    let rules = Unseen::new(level(&["@.>"], wall)).unwrap();
    assert!(rules.apply(&rules.start(0), &"E".parse().unwrap()).is_err());
    played(&rules, ". E");
}

#[test]
fn a_box_that_would_be_pushed_along_in_the_past_is_a_paradox_though_nothing_bumps_into_it() {
    let ghost = "[[entity]]\nkind = \"custom\"\nat = [2, 1]\ncomponents = [\"persistent\", \"pushable\"]\n";
    let rift = "[[entity]]\nkind = \"rift\"\nat = [1, 1]\nrift = { target = [2, 2, 0] }\n";
    let rules = Unseen::new(level(&["@B...>", "......", "......"], &format!("{ghost}{rift}"))).unwrap();
    let back = played(&rules, ". . . . PE S U");
    let refusal = rules.apply(&back, &"PN".parse().unwrap()).unwrap_err().report();
    assert_eq!(refusal.code, "Paradox", "{refusal:?}");
}

#[test]
fn where_rifts_lead_is_told_in_words_and_as_data() {
    let rift = |at, rift| format!("[[entity]]\nkind = \"rift\"\nname = \"{at}\"\nat = {at}\nrift = {rift}\n");
    let rest = rift("[2, 0]", "{ target = [0, 0, 7], bidirectional = true }")
        + &rift("[3, 0, 5]", "{ target = [1, 0, 1] }");
    let rules = Unseen::new(level(&["@....>"], &rest)).unwrap();
    let details = |t| -> Vec<String> {
        let scene = rules.scene(&rules.start(0), View { t: Some(t), ..View::default() });
        scene.details.into_iter().map(|label| label.text).collect()
    };
    let (first, last) = ("[2, 0] at (2, 0) leads to (0, 0) at t 7, and back", "actions: E . R");
    assert_eq!(details(0), [first, "[3, 0, 5] at (3, 0) from t 5 on leads to (1, 0) at t 1", last]);
    assert_eq!(details(5), [first, "[3, 0, 5] at (3, 0) leads to (1, 0) at t 1", last]);
    let data = rules.data(&rules.start(0), View::default());
    let rift = data["entities"].as_array().unwrap().iter().find(|entity| entity["kind"] == "rift").unwrap();
    assert_eq!((&rift["target"], &rift["bidirectional"]), (&json!({ "x": 0, "y": 0, "t": 7 }), &json!(true)));
}

#[test]
fn small_letters_are_actions_too() {
    for action in super::game::Action::all() {
        assert_eq!(action.to_string().to_lowercase().parse(), Ok(action));
    }
    assert!("p".parse::<super::game::Action>().is_err() && "ee".parse::<super::game::Action>().is_err());
}

#[test]
fn steps_and_turns_are_told_apart() {
    let rules = Unseen::new(level(&["@....>"], "")).unwrap();
    let state = played(&rules, "E E R E");
    let data = rules.data(&state, View { turn: Some(4), ..View::default() });
    assert_eq!((&data["turn"], &data["step"]), (&json!(4), &json!(1)));
    let scene = |turn| rules.scene(&state, View { turn, ..View::default() });
    assert_eq!(scene(Some(4)).details[0].text, "step 1 since the last restart");
    let plain = |turn| scene(turn).details.into_iter().map(|label| label.text).collect::<Vec<_>>();
    assert_eq!(
        (plain(Some(1)), plain(None)),
        (vec!["actions: E W . R".into()], vec!["actions: E W . R".into()])
    );
}

#[test]
fn a_level_may_forbid_undo_and_keeps_it_in_every_form() {
    let plain = level(&["@..>"], "");
    assert!(plain.allows_undo() && !plain.to_text().contains("allow_undo"));
    let text = plain.to_text().replace("[world]\n", "[world]\nallow_undo = false\n");
    let strict = super::Level::parse(&text).unwrap();
    assert!(!strict.allows_undo() && !Unseen::new(strict.clone()).unwrap().start.game().config().allow_undo);
    assert_eq!(super::Level::parse(&strict.to_text()), Ok(strict.clone()));
    assert_eq!(
        serde_json::from_value::<super::Level>(serde_json::to_value(&strict).unwrap()).unwrap(),
        strict
    );
    assert_eq!(<super::Level as crate::sketch::Drawn>::level(&crate::sketch::Drawn::sketch(&strict)), strict);
    let wrong = text.replace("allow_undo = false", "allow_undo = \"no\"");
    assert!(
        super::Level::parse(&wrong).unwrap_err()[0].message.contains("`allow_undo` must be true or false")
    );
}
