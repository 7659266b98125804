//! Whole ticks, drawn: what characters decide, what orders change, who is hit, and how battles end.

use super::*;

#[test]
fn both_sides_close_in_along_the_longer_axis_first() {
    check("A...... ....... ......b", "Tick", ".A..... ....... .....b.");
    check("A.. ... ... ... ..b", "Tick", "... A.. ... ..b ...");
}

#[test]
fn equal_differences_go_along_the_row() {
    check("A.. ... ..b", "Tick", ".A. ... .b.");
}

#[test]
fn the_nearest_enemy_is_gone_for_and_ties_go_to_the_smaller_slot() {
    check("c..A.b.", "Tick", ".c..Ab.");
    check("c..A..b", "Tick", ".c..Ab.");
    check("b..A..c", "Tick", ".bA..c.");
}

#[test]
fn whoever_is_in_the_way_is_walked_round_if_that_leads_nearer_too() {
    // B is behind A, and the row below also leads to the enemy.
    check("BA..... ......c", "Tick", "..A.... B....c.");
}

#[test]
fn whoever_finds_the_way_round_taken_too_goes_straight_and_collides() {
    let (_, outcome) = tick(&battle("BA..... C.....d"));
    let Outcome::Ticked { events, .. } = outcome else { panic!("a tick") };
    let b = events
        .iter()
        .filter_map(|event| event.movement(true))
        .find(|movement| movement.character == "B".into());
    assert_eq!(b.map(|movement| movement.to), Some(Cell { x: 1, y: 0 }));
}

#[test]
fn among_the_nearest_the_slot_counts_before_the_id() {
    let mut state = battle("b..A..c");
    let first = |c: &Character| Character { slot_position: u32::from(c.id != "c".into()), ..c.clone() };
    state.characters = state.characters.iter().map(first).collect();
    assert_eq!(drawing(&played(&state, "b:hold c:hold Tick")), "b...A.c");
}

#[test]
fn whoever_has_no_way_round_collides() {
    let before = battle("BA....c");
    let (_, outcome) = tick(&before);
    check("BA....c", "Tick", "B.A..c.");
    assert!(moves(&outcome).contains(&("B".into(), true)));
}

#[test]
fn a_contested_cell_goes_to_the_one_who_draws_it() {
    // Seed 1000 draws the first of two, by slot: A.
    check("A.b", "Tick", ".Ab");
    assert_eq!(played(&battle("A.b"), "Tick").rng_state, 2_146_705_242);
}

#[test]
fn neighbours_strike_each_other_at_once() {
    let after = played(&battle("Ab"), "Tick Tick Tick");
    assert_eq!((hp(&after, "A"), hp(&after, "b")), (Some(70), Some(70)));
}

#[test]
fn diagonal_is_not_next_to() {
    let after = played(&battle("A. .b"), "Tick");
    assert_eq!((hp(&after, "A"), hp(&after, "b")), (Some(100), Some(100)));
}

#[test]
fn diagonal_neighbours_meet_in_the_corner_and_do_not_pass_each_other_for_ever() {
    check("A. .b", "Tick", ".A .b");
    check(".A b.", "Tick", "A. b.");
    check(".b A.", "Tick", ".b .A");
}

#[test]
fn both_can_fall_in_the_same_tick_and_that_is_a_draw() {
    let after = played(&weakened(&battle("Ab"), 10), "Tick");
    assert_eq!(after.characters.len(), 0);
    assert_eq!(legality::result(&after), Some(GameResult::Draw("nobody is left".into())));
}

#[test]
fn the_last_side_wins_and_then_nothing_more_is_legal() {
    let state = weakened(&battle("Ab"), 20);
    let after = played(&state, "A:heavy:E Tick b:hold Tick");
    assert_eq!((hp(&after, "A"), hp(&after, "b")), (Some(10), None));
    let rules = Skirmish::resume(&after).expect("a possible state");
    assert_eq!(rules.result(&after), Some(GameResult::Won("red".into())));
    assert_eq!(rules.actions(&after), []);
    let refused = rules.check(&after, &Action::Tick).unwrap_err();
    assert_eq!(refused, Illegal::BattleOver { result: GameResult::Won("red".into()) });
}

#[test]
fn a_heavy_attack_takes_two_ticks_and_twenty_five_hit_points() {
    let begun = played(&battle("A...b"), "b:hold A:move:E Tick b:hold A:move:E Tick A:heavy:E");
    assert_eq!(drawing(&begun), "..A.b");
    let once = played(&begun, "b:move:W Tick");
    assert_eq!((drawing(&once).as_str(), hp(&once, "b")), ("..Ab.", Some(100)));
    assert_eq!(once.characters[0].current_action.map(|deed| deed.ticks_remaining), Some(1));
    let twice = played(&once, "b:hold Tick");
    assert_eq!(hp(&twice, "b"), Some(75));
    assert!(twice.characters.iter().all(Character::is_idle));
}

#[test]
fn an_attack_finds_whoever_stands_there_after_movement() {
    let gone = played(&battle("Ab. B.."), "b:move:E A:light:E B:hold Tick");
    assert_eq!((drawing(&gone).as_str(), hp(&gone, "b")), ("A.b B..", Some(100)));
    // A friend that steps into the cell is struck too.
    let friend = played(&battle("A.c .B."), "A:light:E B:move:N c:hold Tick");
    assert_eq!((drawing(&friend).as_str(), hp(&friend, "B")), ("ABc ...", Some(90)));
}

#[test]
fn an_empty_cell_is_a_miss() {
    let ordered = played(&battle("A.b"), "A:light:E b:hold");
    let (_, outcome) = tick(&ordered);
    let Outcome::Ticked { events, .. } = outcome else { panic!("a tick") };
    assert_eq!(events, [Event::Missed { attacker: "A".into(), cell: Cell { x: 1, y: 0 } }]);
}

#[test]
fn hits_say_what_is_left_after_each() {
    let (_, outcome) = tick(&weakened(&battle("AbC"), 15));
    let left: Vec<i32> = hits(&outcome, "b");
    assert_eq!(left, [5, 0]);
}

#[test]
fn an_order_changes_nothing_but_what_its_character_is_busy_with() {
    let before = battle("A.b");
    let after = played(&before, "A:move:E");
    let mut expected = before.characters.iter().cloned().collect::<Vec<_>>();
    expected[0] = busy(expected[0].clone(), ActionKind::Move, (1, 0));
    assert_eq!(after, State { characters: expected.into_iter().collect(), ..before });
}

#[test]
fn orders_are_obeyed_in_place_of_the_policy() {
    check("A..b", "A:hold b:hold Tick", "A..b");
    check("... A.b ...", "A:move:N b:move:S Tick", "A.. ... ..b");
}

#[test]
fn ordered_swaps_and_chains_fail_in_whole_ticks_too() {
    check("A.b", "A:move:E b:hold Tick A:move:E b:move:W Tick", ".Ab");
    check("AB...c", "A:move:E B:move:E c:hold Tick", "A.B..c");
}

#[test]
fn illegal_orders_say_why() {
    let state = played(&battle("A.b"), "A:heavy:E");
    let rules = Skirmish::resume(&state).expect("a possible state");
    let why = |text: &str| {
        let refused = rules.check(&state, &text.parse().expect("an action")).unwrap_err();
        let report = crate::rules::Refusal::report(&refused);
        (report.code, report.message)
    };
    assert_eq!(why("Z:hold"), ("NoSuchCharacter".into(), "nobody alive is called Z: there are A, b".into()));
    assert_eq!(why("b:move:N").0, "OutOfBounds");
    assert_eq!(why("b:move:N").1, "b stands at the north edge of the board: choose another direction");
    assert_eq!(why("A:hold").0, "Busy");
    assert!(why("A:hold").1.contains("ticks to go: 2"), "{}", why("A:hold").1);
}

#[test]
fn a_hundred_quiet_ticks_are_a_draw() {
    let mut state = battle("A.....b");
    let rules = Skirmish::resume(&state).expect("a possible state");
    for quiet in 0..QUIET_LIMIT {
        assert_eq!((state.quiet, rules.result(&state)), (quiet, None));
        state = played(&state, "A:hold b:hold Tick");
    }
    assert_eq!(rules.result(&state), Some(GameResult::Draw("nothing has changed for 100 ticks".into())));
    assert_eq!(rules.actions(&state), []);
}

#[test]
fn a_step_or_a_hit_ends_the_quiet() {
    let quiet = State { quiet: 99, ..battle("A...b") };
    assert_eq!(played(&quiet, "A:hold Tick").quiet, 0);
    let quiet = State { quiet: 99, ..battle("Ab") };
    assert_eq!(played(&quiet, "b:hold Tick").quiet, 0);
    let quiet = State { quiet: 98, ..battle("A...b") };
    assert_eq!(played(&quiet, "A:light:E b:hold Tick").quiet, 99);
}

#[test]
fn the_last_tick_there_is_does_not_overflow() {
    let state = State { tick: u32::MAX, quiet: u32::MAX - 1, ..battle("A.b") };
    let (after, _) = apply::apply_effect(state, Effect::Tick);
    assert_eq!(after.tick, u32::MAX);
}

fn weakened(state: &State, hp: i32) -> State {
    let weak = state.characters.iter().map(|character| Character { hp, ..character.clone() });
    State { characters: weak.collect(), ..state.clone() }
}

fn tick(state: &State) -> (State, Outcome) {
    Skirmish::resume(state).expect("a possible state").apply(state, &Action::Tick).expect("legal")
}

fn moves(outcome: &Outcome) -> Vec<(CharacterId, bool)> {
    let Outcome::Ticked { events, .. } = outcome else { panic!("a tick") };
    let movement = |event: &Event| match event {
        Event::Moved(movement) => Some((movement.character.clone(), movement.collided)),
        _ => None,
    };
    events.iter().filter_map(movement).collect()
}

fn hits(outcome: &Outcome, who: &str) -> Vec<i32> {
    let Outcome::Ticked { events, .. } = outcome else { panic!("a tick") };
    let left = |event: &Event| match event {
        Event::Hit { victim, hp_left, .. } if *victim == who.into() => Some(*hp_left),
        _ => None,
    };
    events.iter().filter_map(left).collect()
}
