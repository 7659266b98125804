//! The ten rules of the contract, and the additions of the specification, a test for each by its name.

use super::*;

const HEAL_UPON_DESTRUCTION: &str = "hook = \"event\"\ntrigger = \"on_destroyed\"\ntiming = \"upon_destruction\"\neffect = \"gain_lines\"\namount = 9";

#[test]
fn rule_1_event_is_not_iterable() {
    // A documentation test that must not compile shows that no hook can be in the schedule.
    assert_eq!(SCHEDULE.len(), 9);
    assert!(SCHEDULE.is_sorted());
    check_with(
        &probe(HEAL_UPON_DESTRUCTION),
        "die 1; A 25+0: probe; B 25+0:",
        "roll end",
        "A 25+1: probe; B 25+1:",
    );
}

#[test]
fn rule_2_drawing_has_when_built_effects_and_effects_of_every_later_build_phase() {
    let once =
        probe("phase = \"drawing\"\ntiming = \"once_only_automatic\"\neffect = \"gain_lines\"\namount = 5");
    check_with(&once, "die 1; A 25+0:; B 25+0:", "roll A:build:probe B:save", "A 25+5: probe; B 25+1:");
    let always = probe("phase = \"drawing\"\ntiming = \"continuous\"\neffect = \"gain_lines\"\namount = 5");
    check_with(&always, "die 1; A 25+0:; B 25+0:", "roll A:build:probe B:save", "A 25+0: probe; B 25+1:");
    check_with(&always, "die 1; A 25+0: probe; B 25+0:", "roll A:save B:save", "A 25+6: probe; B 25+1:");
}

#[test]
fn rule_3_simultaneous_declaration_waits_for_both_and_buffers() {
    let one = set_up("die 1; A 25+0: dreadnought; B 25+0: dreadnought").play("roll A1:use");
    assert_eq!((one.state.phase, one.state.players[0].ready), (Phase::SimultaneousDeclaration, true));
    assert_eq!(one.state.ship("A1".parse().unwrap()).unwrap().charges, 3, "nothing is spent yet");
    assert!(one.state.tally.is_empty(), "nothing is done yet");
    let both = one.play("B1:use");
    assert_eq!(both.health(), [19, 19]);
    assert_eq!(both.state.ship("A1".parse().unwrap()).unwrap().charges, 2);
}

#[test]
fn rule_4_destruction_is_marked_then_fires_then_is_destroyed_then_gone() {
    let played = set_up("die 1; A 25+0: guardian; B 25+0: zenith").play("roll A1:at:B1");
    assert_eq!(played.fates(), "Marked B1, Created B2, Created B3, Created B4, Destroyed B1");
    assert_eq!(played.state.ship("B1".parse().unwrap()).unwrap().status, Status::Destroyed);
    assert!(played.state.living(Seat::B).all(|ship| ship.id != "B1".parse().unwrap()));
}

#[test]
fn rule_5_who_cannot_strike_first_is_ready_without_being_asked() {
    // Charges alone are not enough: there must be a target.
    let one_sided = set_up("die 1; A 25+0: guardian; B 25+0: hive zenith").play("roll");
    assert_eq!((one_sided.state.phase, one_sided.state.players[0].ready), (Phase::FirstStrike, false));
    assert!(one_sided.state.players[1].ready, "B has nothing to strike with");
    let ships = probe("phase = \"first_strike\"\ntiming = \"continuous\"\nspends = 1\neffect = \"destroy\"")
        .replace("id = \"hull\"", "id = \"fort\"\ntakes = [\"gun\"]")
        .replace("id = \"probe\"", "id = \"probe\"\ntakes = [\"gun\"]");
    let blind = set_up_with(&ships, "die 1; A 25+0: probe; B 25+0: fort").play("roll");
    assert_eq!(blind.state.phase, Phase::Drawing.min(blind.state.phase), "nobody is asked to strike");
    assert!(!blind.events.iter().any(|event| matches!(event, Event::Spent { .. })));
    assert_eq!(blind.end().state.round, 2);
}

#[test]
fn rule_6_a_drawing_power_fires_once_when_built_and_again_in_every_future_build_phase() {
    let power = "phase = \"drawing\"\ntiming = \"once_only_automatic\"\neffect = \"gain_lines\"\namount = 5\n\
                 [[ship.power]]\nname = \"again\"\nphase = \"drawing\"\ntiming = \"continuous\"\neffect = \"gain_lines\"\namount = 2";
    let first = set_up_with(&probe(power), "die 1; A 25+0:; B 25+0:").play("roll A:build:probe B:save");
    assert_eq!(first.lines()[0], 5, "1 from the die, 1 paid, 5 once");
    let second = first.play("roll");
    let before = second.lines()[0];
    assert_eq!(second.play("A:save B:save").lines()[0], before + 2);
}

#[test]
fn rule_7_once_only_is_tracked_by_ship_and_outlives_it() {
    let power = "phase = \"automatic\"\ntiming = \"once_only_automatic\"\neffect = \"heal\"\namount = 4";
    // Destroyed in first strike, it still fires in the automatic phase of its turn.
    let played =
        set_up_with(&probe(power), "die 1; A 20+0:; B 25+0: gun").play("roll A:build:probe B:save B1:at:A1");
    assert_eq!((played.fleet(Seat::A).as_str(), played.health()), ("", [24, 25]));
    assert_eq!(played.state.ship("A1".parse().unwrap()).unwrap().fired, [0]);
    // Each ship fires its own.
    let two = set_up_with(&probe(power), "die 2; A 20+9:; B 25+0:").play("roll A:build:probe end");
    let two = two.play("roll A:build:probe end");
    assert_eq!(two.health(), [28, 25]);
}

#[test]
fn rule_7_a_ship_completed_after_its_phase_has_passed_does_not_fire() {
    let power =
        "phase = \"ships_that_build\"\ntiming = \"once_only_automatic\"\neffect = \"gain_lines\"\namount = 9";
    let played = set_up_with(&probe(power), "die 1; A 25+0:; B 25+0:").play("roll A:build:probe end roll");
    assert!(!played.events.iter().any(|event| matches!(event, Event::UsedUp { .. })));
}

#[test]
fn rule_8_conditional_and_custom_powers_come_down_to_standard_effects() {
    let conditional = "phase = \"automatic\"\ntiming = \"continuous\"\neffect = \"conditional\"\nif = \"die_at_least\"\nvalue = 4\n\
                       then = { effect = \"heal\", amount = 2 }\nelse = { effect = \"damage\", amount = 2 }";
    check_with(&probe(conditional), "die 4; A 20+0: probe; B 25+0:", "roll end", "A 22+4: probe; B 25+4:");
    check_with(&probe(conditional), "die 3; A 20+0: probe; B 25+0:", "roll end", "A 20+3: probe; B 23+3:");
    let custom = "phase = \"automatic\"\ntiming = \"continuous\"\neffect = \"custom\"\nlogic = \"per_ships\"\neach = 2\n\
                  then = { effect = \"damage\", amount = 3 }";
    check_with(
        &probe(custom),
        "die 1; A 20+0: probe hull hull hull hull; B 25+0:",
        "roll end",
        "A 20+1: probe hull hull hull hull; B 19+1:",
    );
    let nested = conditional.replace("effect = \"heal\", amount = 2", "effect = \"conditional\"");
    assert!(wrong(&nested).contains("must lead to a standard effect"), "{}", wrong(&nested));
}

#[test]
fn rule_9_passives_are_asked_and_never_executed() {
    let played =
        set_up("die 2; A 20+0: leviathan science_vessel sacrificial_pool hive; B 25+0:").play("roll end");
    let from_passives = played.events.iter().any(|event| match event {
        Event::Counted(due) => ["undertow", "laboratory", "veil", "memory"].contains(&&*due.source.power),
        Event::Spent { .. } | Event::UsedUp { .. } => true,
        _ => false,
    });
    assert!(!from_passives, "{:?}", played.events);
}

#[test]
fn rule_10_a_passive_with_an_amount_is_a_mistake_that_names_ship_and_power() {
    let words = wrong("hook = \"passive\"\ntiming = \"passive\"\nquery = \"protects\"\namount = 3");
    assert!(
        words.contains("line 10: the ship \"probe\", power \"test\"") && words.contains("no amount"),
        "{words}"
    );
}

#[test]
fn a_pool_protects_from_the_opponent_and_not_from_its_owner() {
    let guarded = set_up("die 1; A 25+0: guardian; B 25+0: zenith sacrificial_pool guardian").play("roll");
    assert_eq!(
        guarded.refused("A1:at:B1"),
        Illegal::Protected { ship: "B1".parse().unwrap(), by: "B2".parse().unwrap() }
    );
    let own = guarded.play("B3:at:B1");
    assert_eq!(own.fates(), "Marked B1, Created B4, Created B5, Created B6, Destroyed B1");
}

#[test]
fn powers_destroy_basic_ships_only() {
    let played = set_up("die 1; A 25+0: guardian; B 25+0: hive zenith").play("roll");
    let hive = Illegal::NotBasic { ship: "B1".parse().unwrap(), kind: "hive".into() };
    assert_eq!(played.refused("A1:at:B1"), hive);
}

#[test]
fn what_destruction_creates_exists_at_once_and_does_not_act_in_the_current_phase() {
    let zenith = "hook = \"event\"\ntrigger = \"on_destroyed\"\ntiming = \"upon_destruction\"\neffect = \"build\"\nship = \"eager\"";
    let eager = "[[ship]]\nid = \"eager\"\n[[ship.power]]\nname = \"now\"\nphase = \"first_strike\"\ntiming = \"continuous\"\n\
                 effect = \"gain_lines\"\namount = 5\n[[ship.power]]\nname = \"once\"\nphase = \"first_strike\"\n\
                 timing = \"once_only_automatic\"\neffect = \"gain_lines\"\namount = 50\n[[ship.power]]\nname = \"later\"\n\
                 phase = \"automatic\"\ntiming = \"continuous\"\neffect = \"damage\"\namount = 2";
    let ships = probe(zenith) + eager;
    let played =
        set_up_with(&ships, "die 1; A 25+0: gun; B 25+0: probe").play("roll A:save B:save A1:at:B1 end");
    assert_eq!(played.fleet(Seat::B), "eager");
    assert_eq!(
        (played.lines(), played.health()),
        ([1, 1], [23, 25]),
        "it acts in automatic, not in first strike"
    );
}

#[test]
fn two_lances_destroy_a_ship_once() {
    let played = set_up("die 1; A 25+0: guardian guardian; B 25+0: zenith").play("roll A1:at:B1 A2:at:B1");
    assert_eq!(played.fleet(Seat::B), "xenite xenite xenite");
    assert!(played.events.iter().any(|event| matches!(event, Event::Marked { by, .. } if by.len() == 2)));
}

#[test]
fn strikes_fall_at_once_so_both_may_fall() {
    let played = set_up("die 1; A 25+0: guardian; B 25+0: guardian").play("roll B1:at:A1 A1:at:B1");
    assert_eq!([played.fleet(Seat::A), played.fleet(Seat::B)], ["", ""]);
}

#[test]
fn conditional_response_opens_only_if_somebody_declared_something() {
    let quiet = set_up("die 1; A 20+0: dreadnought; B 25+0: defense_swarm").play("roll A1:hold");
    assert_eq!((quiet.state.round, quiet.state.phase), (2, Phase::DiceRoll));
    assert!(quiet.events.contains(&Event::Skipped));
    let loud = set_up("die 1; A 20+0: dreadnought; B 25+0: defense_swarm").play("roll A1:use");
    assert_eq!(loud.state.phase, Phase::ConditionalResponse);
    assert_eq!([loud.state.players[0].ready, loud.state.players[1].ready], [true, false]);
    assert_eq!(loud.play("B1:use").health(), [20, 25 - 6 + 3 + 5]);
}

#[test]
fn readiness_is_cleared_at_every_transition() {
    let drawing =
        set_up("die 6; A 25+0: guardian dreadnought; B 25+0: guardian dreadnought").play("roll A:save");
    assert_eq!([drawing.state.players[0].ready, drawing.state.players[1].ready], [true, false]);
    let strike = drawing.play("B:save");
    for phase in [Phase::FirstStrike, Phase::SimultaneousDeclaration] {
        assert_eq!(strike.state.phase.min(phase), Phase::FirstStrike);
    }
    assert!(strike.state.players.iter().all(|player| !player.ready && player.declared.is_empty()));
    let declare = strike.play("A1:hold B1:hold");
    assert_eq!(declare.state.phase, Phase::SimultaneousDeclaration);
    assert!(declare.state.players.iter().all(|player| !player.ready && player.declared.is_empty()));
}

#[test]
fn resolving_a_phase_twice_changes_nothing_the_second_time() {
    let mut state = set_up("die 2; A 20+4: zenith guardian defender; B 25+4: leviathan orbital").state;
    let rules = set_up("A 20+4: zenith guardian defender; B 25+4: leviathan orbital").rules;
    for phase in SCHEDULE {
        while !state.both_ready() {
            let idle = rules.actions(&state).pop().expect("something to choose");
            let asked = idle.player().expect("a player").index();
            std::sync::Arc::make_mut(&mut state.players[asked].declared).push(idle);
            let left =
                legality::questions(&rules, &state, SEATS[asked]).len() - state.players[asked].declared.len();
            state.players[asked].ready = left == 0;
        }
        let (once, _) = resolve::resolve(&rules, state.clone(), phase);
        assert_ne!(once, state, "{phase}");
        let (twice, events) = resolve::resolve(&rules, once.clone(), phase);
        assert_eq!((&twice, events.len()), (&once, 0), "{phase}");
        state = once;
    }
    assert_eq!(state.round, 2);
}
