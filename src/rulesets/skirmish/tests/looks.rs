//! Scenes and descriptions.

use super::*;
use crate::scene::{Entry, Facing, Meter, Shape, Tone};

fn scene(state: &State) -> Scene {
    Skirmish::resume(state).expect("possible").scene(state, View::default())
}

fn told(state: &State, action: &str) -> String {
    let rules = Skirmish::resume(state).expect("possible");
    let (_, outcome) = rules.apply(state, &action.parse().expect("an action")).expect("legal");
    rules.tell(&outcome)
}

#[test]
fn sides_differ_in_shape_and_hue_and_a_side_named_after_a_hue_gets_it() {
    let scene = scene(&battle("A..b"));
    let looks: Vec<_> = scene.boards[0].pieces.iter().map(|p| (p.glyph, p.shape, p.tone)).collect();
    assert_eq!(looks, [('A', Shape::Disc, Tone::Red), ('b', Shape::Diamond, Tone::Blue)]);
}

#[test]
fn pieces_show_their_hit_points_and_where_they_are_about_to_go() {
    let piece = &scene(&battle("A..b")).boards[0].pieces[0];
    assert_eq!(piece.meter, Some(Meter { value: 100, max: 100 }));
    assert_eq!(piece.facing, Some(Facing::East));
    assert_eq!(&*piece.label, "A (A) of red, 100 of 100 hit points, idle, moves east next");
}

#[test]
fn orders_are_drawn_as_links_and_stand_in_the_table() {
    let scene = scene(&played(&battle("A..b"), "A:heavy:E"));
    let links: Vec<&str> = scene.boards[0].links.iter().map(|link| &*link.label).collect();
    assert_eq!(links, ["A strikes hard east in 2 ticks"]);
    let table = &scene.tables[0];
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
    let Entry::Text(doing) = &table.rows[0][4] else { panic!("words") };
    assert_eq!(doing.text, "strikes hard east in 2 ticks");
}

#[test]
fn the_notes_say_who_leads_and_how_it_ended() {
    let note = |state: &State| scene(state).notes[0].text.clone();
    let state = battle("Ab");
    assert_eq!(scene(&state).title, "tick 0");
    assert_eq!(note(&state), "even: red 1 with 100 hp, blue 1 with 100 hp");
    let ahead = played(&state, "b:hold Tick");
    assert_eq!(note(&ahead), "red leads by 10 hp: red 1 with 100 hp, blue 1 with 90 hp");
    let alone = battle("A.");
    assert_eq!(note(&alone), "red has won");
}

#[test]
fn a_character_with_a_long_id_shows_the_first_letter_of_its_name() {
    let mut state = battle("A.b");
    let named = Character { id: "knight-1".into(), name: "Gawain".into(), ..state.characters[0].clone() };
    let numbered = Character { id: CharacterId::Number(42), name: "".into(), ..state.characters[1].clone() };
    state.characters = [named, numbered].into_iter().collect();
    let glyphs: String = scene(&state).boards[0].pieces.iter().map(|piece| piece.glyph).collect();
    assert_eq!(glyphs, "G2");
}

#[test]
fn a_tick_is_told_in_one_line() {
    assert_eq!(told(&battle("A...b"), "Tick"), "A moves east, b moves west");
    assert_eq!(told(&battle("A.b"), "Tick"), "A moves east, b collides west");
    assert_eq!(told(&battle("Ab"), "Tick"), "A hits b (90 left), b hits A (90 left)");
    assert_eq!(told(&battle("ABCDE...f"), "Tick"), "E moves east, f moves west, 4 collide");
    assert_eq!(told(&battle("AbC"), "Tick"), "A and C hit b (80 left), b hits A (90 left)");
}

#[test]
fn falls_misses_and_long_blows_are_told() {
    let frail = battle("Ab").characters.iter().map(|c| Character { hp: 10, ..c.clone() }).collect();
    let frail = State { characters: frail, ..battle("Ab") };
    assert_eq!(told(&frail, "Tick"), "A fells b, b fells A");
    let slow = played(&battle("A..b"), "A:heavy:E b:light:W");
    assert_eq!(told(&slow, "Tick"), "b misses at (2, 0), A needs 1 more tick");
    assert_eq!(told(&played(&battle("A..b"), "A:hold b:hold"), "Tick"), "nothing happens");
}

#[test]
fn an_order_is_told() {
    assert_eq!(told(&battle("A..b"), "A:hold"), "A will hold");
    assert_eq!(told(&battle("A..b"), "A:heavy:E"), "A will strike hard east");
}

#[test]
fn orders_hits_and_falls_are_worth_finding_again() {
    let rules = Skirmish::resume(&battle("A..c")).expect("possible");
    let word = |outcome: Outcome| rules.sign(&outcome).map(|sign| sign.word);
    let hit = Event::Hit {
        attacker: "A".into(),
        victim: "c".into(),
        cell: Cell::default(),
        damage: 10,
        hp_left: 90,
    };
    let fell = Event::Fell { character: "c".into(), cell: Cell::default() };
    let ticked = |events| Outcome::Ticked { tick: 1, events };
    assert_eq!(word(ticked(Vec::new())), None);
    assert_eq!(word(ticked(vec![hit.clone()])), Some("hit"));
    assert_eq!(word(ticked(vec![hit, fell])), Some("fall"));
    assert_eq!(word(Outcome::Ordered { character: "A".into(), intent: Intent::Hold }), Some("order"));
}
