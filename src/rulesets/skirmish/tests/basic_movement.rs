//! Section 2: who moves when nothing is in the way, and who does not.

use super::*;

#[test]
fn an_unobstructed_move_succeeds() {
    let result = moved(&[mover("A", (0, 0), (1, 0))], 1000);
    assert_eq!(place(&result, "A"), (1, 0));
}

#[test]
fn a_move_generates_its_event() {
    let result = resolve_movement(&[mover("A", (3, 4), (3, 5))], 42, 7);
    let expected = MovementEvent {
        tick: 42,
        character: "A".into(),
        from: Cell { x: 3, y: 4 },
        to: Cell { x: 3, y: 5 },
        collided: false,
    };
    assert_eq!(result.events, [expected]);
}

#[test]
fn a_move_that_succeeds_has_not_collided() {
    let result = moved(&[mover("A", (0, 0), (1, 0)), mover("B", (5, 5), (5, 6))], 1000);
    assert_eq!(result.events.iter().map(|event| event.collided).collect::<Vec<_>>(), [false, false]);
}

#[test]
fn a_move_with_more_than_one_tick_remaining_does_not_resolve() {
    let waiting = later(mover("A", (0, 0), (1, 0)), 2);
    let result = moved(std::slice::from_ref(&waiting), 1000);
    assert_eq!(result.updated_characters, [waiting]);
    assert_eq!(result.events, []);
}

#[test]
fn an_idle_character_does_not_move() {
    let result = moved(&[character("A", 4, 4)], 1000);
    assert_eq!(place(&result, "A"), (4, 4));
    assert_eq!(result.events, []);
}

#[test]
fn an_attack_does_not_move_the_attacker() {
    for kind in [ActionKind::Light, ActionKind::Heavy] {
        let due = later(busy(character("A", 4, 4), kind, (5, 4)), 1);
        let result = moved(&[due], 1000);
        assert_eq!(place(&result, "A"), (4, 4));
        assert_eq!(result.events, []);
    }
}
