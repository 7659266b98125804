//! Text of actions, descriptions of outcomes, and scenes.

use super::*;
use crate::rules::Refusal;
use crate::scene::View;
use crate::scene::text::{Ink, paint};
use expect_test::expect;

#[test]
fn actions_are_read_as_they_are_written() {
    for text in ["roll", "A:build:science_vessel", "B:save", "A3:at:B120", "B7:use", "A1:hold"] {
        let action: Action = text.parse().expect(text);
        assert_eq!(action.to_string(), text);
        let json = serde_json::to_string(&action).unwrap();
        assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
        let ships = Catalogue::built_in();
        let bytes = action::pack(&ships, &action);
        assert!(bytes.len() <= 2, "{text}: {bytes:?}");
        assert_eq!(action::unpack(&ships, &bytes).unwrap(), action);
    }
}

#[test]
fn whatever_bytes_there_are_they_give_one_action_or_an_error() {
    let ships = Catalogue::built_in();
    for bytes in (0..=u16::MAX).map(u16::to_be_bytes) {
        if let Ok(action) = action::unpack(&ships, &bytes) {
            assert_eq!(action::pack(&ships, &action), bytes);
        }
    }
    let stranger = Action::Build { player: Seat::B, ship: "galleon".into() };
    assert_eq!(action::unpack(&ships, &action::pack(&ships, &stranger)).unwrap(), stranger);
}

#[test]
fn actions_may_be_written_in_large_or_small_letters() {
    for (text, action) in [
        ("Roll", "roll"),
        ("a:SAVE", "A:save"),
        ("b:Build:Orbital", "B:build:orbital"),
        ("a3:AT:b7", "A3:at:B7"),
        ("a3:Use", "A3:use"),
        ("b1:HOLD", "B1:hold"),
    ] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(action.to_owned()));
    }
}

#[test]
fn what_is_not_an_action_is_refused_with_the_forms_there_are() {
    for (text, words) in [
        ("", "no colon"),
        ("rol", "no colon"),
        ("A:fly", "'fly' is not an action"),
        ("C:save", "'C' is not a player"),
        ("A:build:", "not a kind of ship"),
        ("A:build:B\u{e9}", "not a kind of ship"),
        ("A0:hold", "'A0' is not a ship"),
        ("A121:use", "not a ship"),
        ("A03:use", "not a ship"),
        ("A+3:use", "not a ship"),
        ("A1:at", "or is incomplete"),
        ("\u{e9}:use", "not a ship"),
    ] {
        let reason = text.parse::<Action>().expect_err(text);
        assert!(
            reason.contains(words) && reason.contains("write roll, A:build:defender"),
            "{text}: {reason}"
        );
    }
}

#[test]
fn every_refusal_says_why_and_what_to_do() {
    let yard = set_up("die 4; A 25+0: xenite; B 25+0:").play("roll");
    for (action, code, words) in [
        ("roll", "AlreadyRolled", "rolled already"),
        ("A:build:leviathan", "TooFewLines", "takes 9 lines, and there are 4"),
        ("A:build:xenite", "NotDrawn", "only other ships make it"),
        ("A:build:science_vessel", "PartMissing", "takes orbital as a part"),
        ("A:build:galleon", "NoSuchKind", "no ship 'galleon'"),
        ("A1:hold", "AtTheYard", "first choose a ship to draw"),
    ] {
        let refused = yard.refused(action).report();
        assert_eq!(refused.code, code);
        assert!(refused.message.contains(words), "{}", refused.message);
    }
    assert_eq!(yard.play("A:save").refused("A:save").report().code, "NotAsked");
    let strike = set_up("die 1; A 25+0: guardian guardian; B 25+0: hive zenith").play("roll");
    for (action, code) in [
        ("A2:hold", "AnotherShip"),
        ("A1:use", "NeedsTarget"),
        ("A1:at:B9", "NoSuchShip"),
        ("A1:at:B1", "NotBasic"),
        ("B1:use", "NotAsked"),
    ] {
        assert_eq!(strike.refused(action).report().code, code, "{action}");
    }
    let declare = set_up("die 1; A 25+0: dreadnought; B 25+0: zenith").play("roll");
    assert_eq!(declare.refused("A1:at:B1").report().code, "TakesNoTarget");
    assert_eq!(set_up("A 25+0:; B 25+0:").refused("A:save").report().code, "RollFirst");
}

#[test]
fn outcomes_are_told_in_a_line() {
    let mut played = set_up("die 4; A 20+4: zenith guardian defender; B 25+4: leviathan orbital");
    let mut told = String::new();
    for action in ["roll", "A:build:defender", "B:build:guardian", "A2:at:B2", "B3:at:A1"] {
        let outcome = played.act(&action.parse().unwrap());
        told += &format!("{action}: {}\n", played.rules.tell(&outcome));
    }
    expect![[r#"
        roll: the die shows 4; B reads 6 (Leviathan B1); A gets 4 lines; B gets 6 lines; Zenith A1 builds Xenite A4
        A:build:defender: A chooses in secret to draw a Defender, and is ready
        B:build:guardian: A draws Defender A5; B draws Guardian B3
        A2:at:B2: A chooses in secret to aim A2 at B2, and is ready
        B3:at:A1: Guardian A2 at B2; Guardian B3 at A1; Zenith A1 leaves Xenite A6; Zenith A1 leaves Xenite A7; Zenith A1 leaves Xenite A8; Zenith A1 is destroyed; Orbital B2 is destroyed; A 20 -> 20 (-1 Guardian B3, -5 Leviathan B1, +3 Defender A3, +3 Defender A5); B 25 -> 20 (-1 Guardian A2, -1 Xenite A4, -1 Xenite A6, -1 Xenite A7 and 1 more)
    "#]].assert_eq(&told);
}

#[test]
fn a_match_reads_well_as_text() {
    let played = set_up("die 4; A 20+0: zenith guardian dreadnought; B 25+4: leviathan orbital guardian")
        .play("roll A:save B:build:guardian A2:at:B2");
    let seen = |seat| paint(&played.rules.scene(&played.state, View { seat, ..View::default() }), Ink::Plain);
    expect![[r#"
        round 1 of 30, first strike

        A (A)
                              1
          0 1 2 3 4 5 6 7 8 9 0 1
        0 x g z D . . . . . . . .

        B (B)
                              1
          0 1 2 3 4 5 6 7 8 9 0 1
        0 o g?g L . . . . . . . .

        roll  lines  ships  draw  end   strike  declare  answer  count
        4     done   done   done  done  <now>

           player  health               lines  reads  ships  due
        A  A       [######....]  20/35  4      4      4      -    ready
        B  B       [########..]  25/35  6      6      4      -2   is choosing

           ship         A      B            powers
        x  Xenite       A4                  1 damage
        o  Orbital             B2           draw: 1 line, once when built
        g  Guardian     A2(2)  B3(2) B4(2)  strike: destroys a basic ship for 1 charge; 1 damage
        z  Zenith       A1                  ships: builds a xenite if it reads an even number; destroyed: builds 3 xenite
        D  Dreadnought  A3(3)               declare: 6 damage for 1 charge; another is built: 2 damage
        L  Leviathan           B1           reads 6 from every die; 5 damage

        A has chosen in secret: A2:at:B2
        B may choose: B3:at:A1, B3:at:A2, B3:at:B2, B3:at:B3, B3:at:A4, B3:at:B4, B3:hold
    "#]].assert_eq(&seen(None));
    assert!(!seen(Some(1)).contains("A2:at:B2"), "{}", seen(Some(1)));
    expect![[r#"
        B may choose: B3:at:A1, B3:at:A2, B3:at:B2, B3:at:B3, B3:at:A4, B3:at:B4, B3:hold
    "#]]
    .assert_eq(seen(Some(1)).rsplit("\n\n").next().unwrap());
}

#[test]
fn a_roll_is_not_told_before_the_die_has_shown() {
    let rules = Fleet::new(Level::unknown()).unwrap();
    let outcomes: Vec<Outcome> =
        (0..20).map(|seed| rules.apply(&rules.start(seed), &Action::Roll).unwrap().1).collect();
    assert!(outcomes.iter().any(|outcome| *outcome != outcomes[0]), "the die differs");
    for outcome in &outcomes {
        assert_eq!(rules.by_chance(outcome).as_deref(), Some("rolls the die"));
    }
    let (rolled, _) = rules.apply(&rules.start(0), &Action::Roll).unwrap();
    let (_, saved) = rules.apply(&rolled, &Action::Save { player: Seat::A }).unwrap();
    assert_eq!(rules.by_chance(&saved), None);
}
