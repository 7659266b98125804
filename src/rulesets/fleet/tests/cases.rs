//! The four test cases of the contract, and the golden cases.

use super::*;

#[test]
fn case_1_zenith_destruction_makes_three_xenites_before_the_zenith_is_gone() {
    let played = set_up("die 3; A 25+0: guardian; B 25+0: zenith").play("roll A:save B:save A1:at:B1");
    assert_eq!(played.fates(), "Marked B1, Created B2, Created B3, Created B4, Destroyed B1");
    assert_eq!(played.fleet(Seat::B), "xenite xenite xenite");
}

#[test]
fn case_2_orbital_once_only_gives_a_line_on_its_turn_and_none_later() {
    let first = set_up("die 3; A 25+0:; B 25+0:").play("roll A:build:orbital B:save");
    assert_eq!(first.lines(), [3 - 2 + 1, 3]);
    let second = first.end().play("roll");
    let die = u32::from(second.state.die.expect("rolled"));
    assert_eq!(second.lines(), [2 + die, 3 + die], "only the die");
    let used = second.events.iter().filter(|event| matches!(event, Event::UsedUp { .. })).count();
    assert_eq!(used, 1);
}

#[test]
fn case_3_leviathan_passive_makes_its_owner_read_6() {
    for die in 1..=6 {
        let rolled = set_up(&format!("die {die}; A 25+0: leviathan; B 25+0:")).play("roll");
        assert_eq!(rolled.state.die, Some(die));
        assert_eq!([rolled.state.players[0].reads, rolled.state.players[1].reads], [Some(6), Some(die)]);
        assert_eq!(rolled.lines(), [6, die.into()]);
    }
}

#[test]
fn case_4_science_vessel_doubles_a_defenders_healing() {
    check(
        "die 1; A 20+0: defender science_vessel; B 25+0:",
        "roll end",
        "A 26+1: defender science_vessel; B 25+1:",
    );
}

#[test]
fn golden_a_defender_heals_from_20_to_23() {
    check("die 1; A 20+0: defender; B 25+0:", "roll end", "A 23+1: defender; B 25+1:");
}

#[test]
fn golden_34_plus_5_minus_3_is_35() {
    let ships = "
        [[ship]]\nid = \"nurse\"\n[[ship.power]]\nname = \"n\"\nphase = \"automatic\"\ntiming = \"continuous\"\neffect = \"heal\"\namount = 5
        [[ship]]\nid = \"gunner\"\n[[ship.power]]\nname = \"g\"\nphase = \"automatic\"\ntiming = \"continuous\"\neffect = \"damage\"\namount = 3";
    check_with(ships, "die 1; A 34+0: nurse; B 25+0: gunner", "roll end", "A 35+1: nurse; B 25+1: gunner");
}

#[test]
fn golden_an_untouched_zenith_leaves_no_xenite() {
    check("die 3; A 25+0: zenith; B 25+0:", "roll end", "A 25+3: zenith; B 25+3:");
}

#[test]
fn golden_the_opponent_of_a_leviathan_reads_the_die() {
    let rolled = set_up("die 2; A 25+0:; B 25+0: leviathan").play("roll");
    assert_eq!(rolled.lines(), [2, 6]);
}

#[test]
fn golden_a_defense_swarm_heals_3_or_7_when_its_owner_was_behind() {
    check("die 1; A 20+0: defense_swarm; B 20+0:", "roll end", "A 23+1: defense_swarm; B 20+1:");
    check("die 1; A 20+0: defense_swarm; B 21+0:", "roll end", "A 27+1: defense_swarm; B 21+1:");
}

#[test]
fn golden_a_zeniths_dice_power_never_fires_on_its_build_turn() {
    let built = set_up("die 6; A 25+1:; B 25+0:").play("roll A:build:zenith end");
    assert_eq!(built.fleet(Seat::A), "zenith");
    check("die 6; A 25+0: zenith; B 25+0:", "roll", "A 25+6: zenith xenite; B 25+6:");
}

#[test]
fn an_ark_rolls_again_for_its_owner_alone() {
    let rolled = set_up("die 1; A 25+5: ark_of_knowledge; B 25+0:").play("roll");
    assert_eq!((rolled.state.die, rolled.state.players[1].reads), (Some(1), Some(1)));
    let again = rolled.events.iter().any(|event| {
        matches!(event, Event::Reads { player: Seat::A, source: Some(source), .. } if &*source.power == "foresight")
    });
    assert!(again, "{:?}", rolled.events);
    let high = set_up("die 5; A 25+0: ark_of_knowledge; B 25+0:").play("roll");
    assert_eq!(high.state.players[0].reads, Some(5));
}

#[test]
fn a_dreadnought_salutes_what_its_owner_builds_and_nothing_else() {
    let played = set_up("die 6; A 25+0: dreadnought; B 25+0:").play("roll A:build:orbital B:build:orbital");
    let due: Vec<_> = played.state.tally.iter().map(|due| (due.player, due.amount)).collect();
    assert_eq!(due, [(Seat::B, 2)]);
}

#[test]
fn an_upgrade_takes_the_oldest_ships_and_a_hive_counts_them() {
    let played = set_up("die 6; A 25+0: xenite xenite xenite; B 25+0:").play("roll A:build:hive B:save");
    assert_eq!(played.fates(), "Consumed A1, Consumed A2, Built A4");
    assert_eq!(passive::count(played.rules.level.ships(), &played.state, Seat::A), 4);
    assert_eq!(played.health(), [25, 25 - 1 - 1], "one xenite is left, and four ships count, not two");
}
