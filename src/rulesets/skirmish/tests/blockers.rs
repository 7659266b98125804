//! Section 3: a character keeps the cell it stands on.

use super::*;

fn standing_and_coming() -> MovementResult {
    moved(&[character("A", 1, 0), mover("B", (0, 0), (1, 0))], 1000)
}

#[test]
fn a_stationary_character_blocks_a_mover() {
    let result = standing_and_coming();
    assert_eq!((place(&result, "A"), place(&result, "B")), ((1, 0), (0, 0)));
}

#[test]
fn a_blocked_mover_has_collided() {
    let result = standing_and_coming();
    assert!(event(&result, "B").collided);
}

#[test]
fn a_blocked_mover_stays_where_it_was_and_its_event_names_both_cells() {
    let result = standing_and_coming();
    let blocked = event(&result, "B");
    assert_eq!(place(&result, "B"), (0, 0));
    assert_eq!((blocked.from, blocked.to), (Cell { x: 0, y: 0 }, Cell { x: 1, y: 0 }));
}

#[test]
fn a_blocker_does_not_move_and_has_no_event() {
    let result = standing_and_coming();
    assert_eq!(place(&result, "A"), (1, 0));
    assert!(result.events.iter().all(|event| event.character != "A".into()));
}

#[test]
fn several_movers_are_all_blocked() {
    let crowd = [
        character("A", 5, 5),
        mover("B", (4, 5), (5, 5)),
        mover("C", (6, 5), (5, 5)),
        mover("D", (5, 4), (5, 5)),
    ];
    let result = moved(&crowd, 1000);
    assert_eq!(winner(&result), "A");
    assert_eq!(result.events.len(), 3);
    assert!(result.events.iter().all(|event| event.collided));
}

#[test]
fn an_attacker_blocks() {
    let result =
        moved(&[busy(character("A", 1, 0), ActionKind::Light, (2, 0)), mover("B", (0, 0), (1, 0))], 1000);
    assert_eq!(place(&result, "B"), (0, 0));
    assert!(event(&result, "B").collided);
}

#[test]
fn a_character_that_holds_blocks() {
    let result = moved(&[mover("A", (5, 5), (5, 5)), mover("B", (4, 5), (5, 5))], 1000);
    assert_eq!((place(&result, "A"), place(&result, "B")), ((5, 5), (4, 5)));
    assert!(event(&result, "B").collided);
}

#[test]
fn some_are_blocked_while_others_move() {
    let result = moved(&[character("A", 1, 0), mover("B", (0, 0), (1, 0)), mover("C", (0, 3), (1, 3))], 1000);
    assert_eq!((place(&result, "B"), place(&result, "C")), ((0, 0), (1, 3)));
    assert_eq!((event(&result, "B").collided, event(&result, "C").collided), (true, false));
}
