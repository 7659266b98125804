//! Health: it changes only in the automatic phase, by sums, and every change has its sources.

use super::*;

#[test]
fn health_changes_only_in_automatic() {
    let mut played = set_up("die 6; A 20+6: dreadnought defender; B 25+6: guardian xenite");
    for action in ["roll", "A:build:orbital", "B:save", "B1:at:A2", "A1:use"] {
        let outcome = played.act(&action.parse().unwrap());
        let moved = outcome.events().any(|event| matches!(event, Event::Health { .. }));
        let counted = matches!(&outcome, Outcome::Resolved { steps, .. } if steps.iter().any(|step| step.phase == Phase::Automatic));
        assert_eq!(moved, counted, "{action}");
        assert!(counted || played.health() == [20, 25], "{action}");
    }
    assert_eq!(played.state.round, 2);
}

#[test]
fn every_change_of_health_is_the_sum_of_its_sources() {
    let played = set_up("die 1; A 20+0: defender xenite; B 25+0: guardian defense_swarm").play("roll end");
    for seat in SEATS {
        let sum: i64 = played
            .events
            .iter()
            .map(|event| match event {
                Event::Counted(due) if due.player == seat && due.effect == Impact::Heal => {
                    i64::from(due.amount)
                }
                Event::Counted(due) if due.player == seat => -i64::from(due.amount),
                _ => 0,
            })
            .sum();
        let before = [20, 25][seat.index()];
        assert_eq!(i64::from(played.health()[seat.index()]), before + sum, "{seat}");
    }
}

#[test]
fn doubling_applies_to_continuous_automatic_healing_only() {
    let brace =
        set_up("die 1; A 10+0: defense_swarm science_vessel; B 25+0: dreadnought").play("roll B1:use A1:use");
    assert_eq!(brace.health()[0], 10 - 6 + 2 * 7 + 5, "the answer is not doubled");
    let once = probe(
        "phase = \"automatic\"\ntiming = \"once_only_automatic\"\neffect = \"heal\"\namount = 4\n[[ship.power]]\n\
                      name = \"doubles\"\nhook = \"passive\"\ntiming = \"passive\"\nquery = \"doubles_healing\"",
    );
    check_with(
        &once,
        "die 1; A 10+0: probe; B 25+0:",
        "roll A:build:probe B:save",
        "A 14+0: probe probe; B 25+1:",
    );
}

#[test]
fn two_science_vessels_double_once() {
    check(
        "die 1; A 10+0: defender science_vessel science_vessel; B 25+0:",
        "roll end",
        "A 16+1: defender science_vessel science_vessel; B 25+1:",
    );
}

#[track_caller]
fn ends(drawing: &str, result: &str) {
    let ended = set_up(drawing).play("roll end");
    assert_eq!(ended.rules.result(&ended.state).map(|result| result.to_string()).as_deref(), Some(result));
    assert_eq!(ended.rules.actions(&ended.state), []);
    assert!(matches!(ended.refused("roll"), Illegal::MatchOver { .. }));
}

#[test]
fn a_player_at_zero_or_below_loses() {
    ends("die 1; A 1+0:; B 25+0: xenite", "won: B");
    ends("die 1; A 25+0: leviathan; B 3+0:", "won: A");
}

#[test]
fn when_both_fall_the_higher_health_wins_and_equal_is_a_draw() {
    ends("die 1; A 2+0: guardian; B 1+0: leviathan", "won: B");
    ends("die 1; A 1+0: guardian; B 1+0: guardian", "draw: both fall together");
}

#[test]
fn after_the_last_turn_the_healthier_player_wins() {
    let level = |health: i32| {
        format!(
            "[match]\nturns = 1\n[[player]]\nname = \"Ada\"\nhealth = {health}\n[[player]]\nname = \"Bo\"\n"
        )
    };
    for (health, result) in [(26, "won: Ada"), (24, "won: Bo"), (25, "draw: equal health after 1 rounds")] {
        let rules = Fleet::new(Level::parse(&level(health)).unwrap()).unwrap();
        let state = rules.start(1);
        let ended = Match { rules, state, events: Vec::new() }.play("roll end");
        assert_eq!(ended.rules.result(&ended.state).unwrap().to_string(), result);
    }
}
