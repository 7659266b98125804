//! Actions as text, as JSON and as bytes.

use serde_json::json;

use super::*;
use crate::rng::Mulberry32;

fn action(text: &str) -> DraftAction {
    text.parse().unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

#[test]
fn actions_read_as_they_are_written() {
    for text in ["F0:blue:2", "C:red:floor", "F8:white:4", "F48:black:0", "F12345:yellow:77"] {
        assert_eq!(action(text).to_string(), text);
    }
    for (text, plain) in
        [("f3:B:0", "F3:blue:0"), ("centre:Black:FLOOR", "C:black:floor"), ("C:k:1", "C:black:1")]
    {
        assert_eq!(action(text).to_string(), plain);
    }
}

#[test]
fn what_is_not_an_action_is_explained() {
    for (text, words) in [
        ("", "1 parts instead of three"),
        ("F0:blue", "2 parts instead of three"),
        ("F0:blue:1:2", "4 parts instead of three"),
        ("G0:blue:1", "'G0' is not a source"),
        ("F:blue:1", "'F' is not a source"),
        ("F-1:blue:1", "'F-1' is not a source"),
        ("F99999999999999999999999:blue:1", "is not a source"),
        ("F0:green:1", "'green' is not a colour"),
        ("F0:blue:wall", "'wall' is not a destination"),
        ("F0:blue:-1", "'-1' is not a destination"),
    ] {
        let problem = text.parse::<DraftAction>().expect_err(text);
        assert!(problem.contains(words) && problem.contains("such as F0:blue:2"), "{text}: {problem}");
    }
}

#[test]
fn in_json_an_action_is_written_as_other_programs_expect() {
    for (text, value) in [
        (
            "F0:red:2",
            json!({ "source": { "Factory": 0 }, "color": "Red", "destination": { "PatternLine": 2 } }),
        ),
        ("C:white:floor", json!({ "source": "Center", "color": "White", "destination": "Floor" })),
    ] {
        assert_eq!(serde_json::to_value(action(text)).expect("plain data"), value);
        assert_eq!(serde_json::from_value::<DraftAction>(value).expect("an action"), action(text));
    }
}

#[test]
fn every_action_of_a_game_takes_two_bytes() {
    let sources = (0..9).map(ActionSource::Factory).chain([ActionSource::Center]);
    let mut seen = std::collections::BTreeSet::new();
    for source in sources {
        for (color, destination) in
            TileColor::ALL.iter().flat_map(|c| Destination::all().map(move |d| (*c, d)))
        {
            let action = DraftAction { source, color, destination };
            let bytes = action::pack(&action);
            assert_eq!(bytes.len(), 2);
            assert_eq!(action::unpack(&bytes), Ok(action));
            assert!(seen.insert(bytes), "{action} shares its bytes");
        }
    }
    assert_eq!(seen.len(), 300);
}

#[test]
fn other_actions_survive_too_and_other_bytes_are_refused() {
    for text in
        ["F48:blue:0", "F49:blue:0", "F1000000:white:floor", "C:blue:5", "F0:blue:18446744073709551615"]
    {
        assert_eq!(action::unpack(&action::pack(&action(text))), Ok(action(text)));
    }
    let short_in_long = [vec![255], crate::codec::encode(&action("C:blue:0"))].concat();
    for bytes in [&[][..], &[0], &[0, 6], &[0, 0, 0], &[250, 0], &[255], &[255, 1], &short_in_long] {
        assert!(action::unpack(bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn what_is_drawn_at_the_end_of_a_round_is_not_told_before() {
    let rules = Azul::new(Level::new(2)).unwrap();
    let mut state = rules.start(3);
    while state.round == 1 {
        let action = rules.advise(&state).unwrap();
        let mut other = state.clone();
        other.rng_state = Mulberry32::new(77);
        let [ours, theirs] = [&state, &other].map(|state| rules.apply(state, &action).unwrap());
        assert_eq!(rules.by_chance(&ours.1), rules.by_chance(&theirs.1));
        let ends = ours.0.round == 2;
        assert_eq!(rules.by_chance(&ours.1).is_some(), ends, "{}", rules.tell(&ours.1));
        if ends {
            assert_ne!(ours.0.factories, theirs.0.factories, "other tiles are drawn");
            let words = rules.by_chance(&ours.1).unwrap();
            assert!(words.ends_with("; the factories are filled from the bag"), "{words}");
        }
        state = ours.0;
    }
}
