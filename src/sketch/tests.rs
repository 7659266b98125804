//! Tests of sketches and edits as values: what they keep, and how they are written.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::codec;

fn cell() -> impl Strategy<Value = Cell> {
    (0u32..12, 0u32..9).prop_map(|(x, y)| Cell { x, y })
}

fn cells() -> impl Strategy<Value = Vec<Cell>> {
    let run = (cell(), 1u32..6).prop_map(|(Cell { x, y }, count)| (x..x + count).map(move |x| Cell { x, y }));
    vec(run, 0..4).prop_map(|runs| runs.into_iter().flatten().collect())
}

fn spot() -> impl Strategy<Value = Spot> {
    (cell(), 0u32..9).prop_map(|(at, t)| Spot { at, t })
}

fn text() -> impl Strategy<Value = Arc<str>> {
    prop_oneof!["[a-z_]{1,6}", "\\PC{0,6}", "(?s).{0,6}", "yes|no|-?[0-9]{1,3}|'|%|"].prop_map(Into::into)
}

fn value() -> impl Strategy<Value = FieldValue> {
    prop_oneof![
        any::<bool>().prop_map(FieldValue::Flag),
        any::<i64>().prop_map(FieldValue::Number),
        text().prop_map(FieldValue::Text),
        vec(cell(), 0..5).prop_map(|path| FieldValue::Path(path.into())),
        spot().prop_map(FieldValue::Spot),
    ]
}

fn thing() -> impl Strategy<Value = Thing> {
    let fields = btree_map(text(), value(), 0..3);
    (text(), spot(), fields).prop_map(|(kind, spot, fields)| Thing { kind, spot, fields })
}

fn ids() -> impl Strategy<Value = Vec<ThingId>> {
    vec((0u32..30).prop_map(ThingId), 0..4)
}

/// An arbitrary edit; most of them make no sense.
fn edit() -> impl Strategy<Value = Edit> {
    let by = || -9i32..9;
    prop_oneof![
        (text(), cells(), 0u32..9).prop_map(|(brush, cells, t)| Edit::Paint { brush, cells, t }),
        (cells(), 0u32..9).prop_map(|(cells, t)| Edit::Erase { cells, t }),
        ids().prop_map(|things| Edit::Remove { things }),
        (ids(), by(), by(), by()).prop_map(|(things, dx, dy, dt)| Edit::Move { things, dx, dy, dt }),
        vec(thing(), 0..3).prop_map(|things| Edit::Paste { things }),
        (ids(), text(), option::of(value())).prop_map(|(things, key, value)| Edit::Set {
            things,
            key,
            value
        }),
        (text(), option::of(value())).prop_map(|(key, value)| Edit::Setting { key, value }),
        (any::<u32>(), any::<u32>(), any::<i32>(), any::<i32>())
            .prop_map(|(width, height, dx, dy)| Edit::Resize { width, height, dx, dy }),
        text().prop_map(|text| Edit::Replace { text }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_edit_is_one_word_that_reads_back(edit in edit()) {
        let text = edit.to_string();
        prop_assert!(!text.contains(char::is_whitespace), "{text:?}");
        prop_assert_eq!(text.parse::<Edit>(), Ok(edit), "{}", text);
    }

    #[test]
    fn an_edit_survives_its_bytes(edit in edit()) {
        prop_assert_eq!(edit.to_bytes()[0], edit.code());
        prop_assert_eq!(Edit::from_bytes(&edit.to_bytes()), Ok(edit));
    }

    #[test]
    fn any_text_is_an_edit_or_a_sentence(text in "((paint|erase|move|paste|set|setting|resize|replace|remove):)?\\PC{0,30}") {
        match text.parse::<Edit>() {
            Ok(edit) => prop_assert_eq!(edit.to_string().parse::<Edit>(), Ok(edit)),
            Err(sentence) => prop_assert!(sentence.len() > 10),
        }
    }

    #[test]
    fn any_bytes_are_an_edit_or_an_error(bytes in vec(any::<u8>(), 0..40)) {
        if let Ok(edit) = Edit::from_bytes(&bytes) {
            prop_assert_eq!(edit.to_bytes(), bytes);
        }
    }

    #[test]
    fn a_sketch_keeps_what_it_is_given_and_its_fingerprint_says_so(
        steps in vec((thing(), 0u32..20, 0..4), 0..60),
    ) {
        let mut sketch = Sketch::new(20, 9);
        let mut plain: BTreeMap<ThingId, Thing> = BTreeMap::new();
        for (thing, at, kind) in steps {
            let (before, id) = (sketch.clone(), ThingId(at));
            match kind {
                0 => {
                    prop_assert_eq!(sketch.remove(id).map(|old| (*old).clone()), plain.remove(&id));
                }
                1 if plain.contains_key(&id) => {
                    sketch.put(id, thing.clone());
                    plain.insert(id, thing);
                }
                _ => {
                    let new = sketch.add(thing.clone());
                    prop_assert!(plain.keys().all(|known| *known < new));
                    plain.insert(new, thing);
                }
            }
            prop_assert!(sketch.things().eq(plain.iter().map(|(id, thing)| (*id, thing))));
            prop_assert_eq!(sketch.len(), plain.len());
            prop_assert_eq!(sketch.invariants(), Ok(()));
            prop_assert_eq!(sketch == before, sketch.fingerprint() == before.fingerprint());
            let differing = sketch.differing(&before);
            let expected = (0..sketch.next_id().0).map(ThingId);
            let expected: Vec<_> = expected.filter(|id| sketch.thing(*id) != before.thing(*id)).collect();
            prop_assert_eq!(differing, expected);
        }
        for at in (0..20).flat_map(|x| (0..9).map(move |y| Cell { x, y })) {
            let placed = plain.iter().filter(|(_, thing)| thing.spot.at == at);
            prop_assert!(sketch.placed(at).eq(placed.map(|(id, thing)| (*id, thing))));
        }
        let walkers = plain.iter().filter(|(_, thing)| thing.walks());
        prop_assert!(sketch.walkers().eq(walkers.map(|(id, thing)| (*id, thing))));
        let again: Sketch = codec::decode(&codec::encode(&sketch)).expect("a sketch");
        prop_assert_eq!(again.fingerprint(), sketch.fingerprint());
        let json = serde_json::to_string(&sketch).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Sketch>(&json).expect("a sketch"), sketch);
    }
}

#[test]
fn every_first_byte_begins_one_edit_or_none() {
    for code in 0..=u8::MAX {
        let longer = |zeros| [vec![code], vec![0; zeros]].concat();
        let edits: Vec<Edit> = (0..9).filter_map(|zeros| Edit::from_bytes(&longer(zeros)).ok()).collect();
        assert_eq!(edits.len(), usize::from(code < 9), "{edits:?}");
        assert!(edits.iter().all(|edit| edit.code() == code));
    }
}

#[test]
fn bytes_that_say_it_the_long_way_are_refused() {
    let (long, short) = ([2, 1, 251, 5, 0], [2, 1, 5]);
    assert_eq!(Edit::from_bytes(&short), Ok(Edit::Remove { things: vec![ThingId(5)] }));
    let said = Edit::from_bytes(&long).unwrap_err().to_string();
    assert!(said.contains("remove:5 has a different encoding"), "{said}");
    let two_runs = codec::encode(&(1u8, vec![(Cell { x: 1, y: 1 }, 1u32), (Cell { x: 2, y: 1 }, 1)], 0u32));
    assert!(Edit::from_bytes(&two_runs).is_err(), "neighbours are one run");
}

#[test]
fn what_stands_in_a_field_has_its_code_in_bytes_and_its_name_in_json() {
    for (value, bytes, json) in [
        (FieldValue::Flag(true), vec![0, 1], r#"{"Flag":true}"#),
        (FieldValue::Number(-3), vec![1, 5], r#"{"Number":-3}"#),
        (FieldValue::Text("ab".into()), vec![2, 2, b'a', b'b'], r#"{"Text":"ab"}"#),
        (FieldValue::Path([Cell { x: 1, y: 2 }].into()), vec![3, 1, 1, 2], r#"{"Path":[{"x":1,"y":2}]}"#),
        (FieldValue::Spot(Spot::new(1, 2, 3)), vec![4, 1, 2, 3], r#"{"Spot":{"at":{"x":1,"y":2},"t":3}}"#),
    ] {
        assert_eq!((codec::encode(&value), value.code()), (bytes.clone(), bytes[0]));
        assert_eq!(codec::decode(&bytes), Ok(value.clone()));
        assert_eq!(serde_json::to_string(&value).expect("JSON"), json);
        assert_eq!(serde_json::from_str::<FieldValue>(json).expect("a field"), value);
    }
    let said = codec::decode::<FieldValue>(&[5, 0]).unwrap_err().to_string();
    assert!(said.contains("no field has the code 5"), "{said}");
}

#[test]
fn people_can_write_edits() {
    let paint =
        Edit::Paint { brush: "wall".into(), cells: vec![Cell { x: 1, y: 1 }, Cell { x: 2, y: 1 }], t: 0 };
    assert_eq!("paint:wall:0:1,1;2,1".parse(), Ok(paint.clone()));
    assert_eq!(paint.to_string(), "paint:wall:0:1-2,1");
    let set = |key: &str, value| Ok(Edit::Set { things: vec![ThingId(7)], key: key.into(), value });
    assert_eq!("set:7:facing=east".parse(), set("facing", Some(FieldValue::Text("east".into()))));
    assert_eq!("set:7:facing=".parse(), set("facing", None));
    assert_eq!("set:7:name='90".parse(), set("name", Some(FieldValue::Text("90".into()))));
    assert_eq!("set:7:target=3,4@5".parse(), set("target", Some(FieldValue::Spot(Spot::new(3, 4, 5)))));
    let path = [Cell { x: 3, y: 4 }, Cell { x: 3, y: 5 }];
    assert_eq!("set:7:patrol=(3,4)(3,5)".parse(), set("patrol", Some(FieldValue::Path(path.into()))));
}

#[test]
fn what_is_no_edit_is_refused_with_what_would_be_one() {
    for (text, words) in [
        ("", "edits are"),
        ("dance:1", "edits are"),
        ("paint:wall:0:1", "'1' is not a cell"),
        ("paint:wall:0:5-3,1", "'5-3,1' is not a cell"),
        ("paint:wall:x:1,1", "'x' is not a number"),
        ("paint:wall:0:0-4294967294,0", "at most 1048576 cells"),
        ("erase:0:0-1048576,0", "at most 1048576 cells"),
        ("move:1:2,3", "3 numbers"),
        ("set:1:name", "KEY=VALUE"),
        ("setting:name=%zz", "%zz is not a byte"),
        ("setting:name=%ff", "not valid text"),
        ("paste:wall", "KIND@X,Y,T"),
    ] {
        let sentence = text.parse::<Edit>().expect_err(text);
        assert!(sentence.contains(words), "{text}: {sentence}");
    }
}

#[test]
fn bytes_that_claim_more_cells_than_there_are_are_refused() {
    let huge: (u32, Vec<(Cell, u32)>, u32) = (1, vec![(Cell { x: 0, y: 0 }, u32::MAX)], 0);
    assert!(Edit::from_bytes(&codec::encode(&huge)).is_err());
}

#[test]
fn a_rift_is_dragged_by_its_mouth_and_goes_along_with_all_around_it() {
    let rift = |x, to: u32| Thing {
        kind: "rift".into(),
        spot: Spot::new(x, 0, 0),
        fields: [(Arc::from("target"), FieldValue::Spot(Spot::new(to, 0, 3)))].into(),
    };
    assert_eq!(shifted(&[rift(1, 2)], 5, 0, 1).unwrap()[0].target("target"), Some(Spot::new(2, 0, 3)));
    let wall = Thing { kind: "wall".into(), spot: Spot::new(3, 0, 0), fields: Fields::new() };
    let moved = shifted(&[rift(1, 2), rift(2, 9), wall], 5, 1, 1).unwrap();
    assert_eq!(moved[0].target("target"), Some(Spot::new(7, 1, 4)), "it lies between the moved ones");
    assert_eq!(moved[1].target("target"), Some(Spot::new(9, 0, 3)), "it lies elsewhere");
    assert_eq!(moved[2].spot, Spot::new(8, 1, 1));
    assert_eq!(shifted(&moved, -9, 0, 0), None);
}
