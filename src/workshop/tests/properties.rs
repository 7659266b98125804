//! Properties of every drawing.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::codec;
use crate::sketch::Brush;

fn cell() -> impl Strategy<Value = Cell> {
    (0u32..7, 0u32..6).prop_map(|(x, y)| Cell { x, y })
}

fn brush() -> impl Strategy<Value = &'static Brush> {
    (0..Unplayed::KIT.brushes.len()).prop_map(|index| &Unplayed::KIT.brushes[index])
}

fn cells() -> impl Strategy<Value = Vec<Cell>> {
    vec(cell(), 1..6)
}

fn ids() -> impl Strategy<Value = Vec<ThingId>> {
    vec((0u32..25).prop_map(ThingId), 1..4)
}

/// Generates a key and a value: mostly one that fits somewhere, sometimes one that fits nowhere.
fn said() -> impl Strategy<Value = (Arc<str>, Option<FieldValue>)> {
    let text =
        |words: &'static [&'static str]| select(words).prop_map(|word| Some(FieldValue::Text(word.into())));
    let flag = any::<bool>().prop_map(|flag| Some(FieldValue::Flag(flag)));
    let flags = select(&["pullable", "loops", "bidirectional", "persistent", "blocks_movement", "exit"][..]);
    let spot = (cell(), 0u32..10).prop_map(|(at, t)| Some(FieldValue::Spot(Spot { at, t })));
    let path = vec(cell(), 0..5).prop_map(|path| Some(FieldValue::Path(path.into())));
    prop_oneof![
        (Just("name"), text(&["Ann", "Bob", "", "a\"b\n"])),
        (Just("facing"), text(&["north", "east", "up"])),
        (Just("fov"), text(&["90", "360", "45"])),
        (Just("light_speed"), (0i64..3).prop_map(|speed| Some(FieldValue::Number(speed)))),
        (flags, flag),
        (Just("target"), spot),
        (Just("patrol"), path),
        (select(&["name", "facing", "fov", "patrol", "target", "nonsense"][..]), Just(None)),
    ]
    .prop_map(|(key, value)| (key.into(), value))
}

fn setting() -> impl Strategy<Value = Edit> {
    let text =
        |words: &'static [&'static str]| select(words).prop_map(|word| Some(FieldValue::Text(word.into())));
    let number = (0i64..20).prop_map(|number| Some(FieldValue::Number(number)));
    let numbers = select(&["time_depth", "light_speed", "vision_radius", "max_push_chain", "delay"][..]);
    prop_oneof![
        (numbers, number),
        (Just("win"), text(&["exit", "goals", "both", "luck"])),
        (Just("detection"), text(&["none", "delayed", "light_cone"])),
        (select(&["name", "author", "id"][..]), text(&["x", "", "\u{7f}é"])),
        (select(&["name", "author", "time_depth"][..]), Just(None)),
    ]
    .prop_map(|(key, value)| Edit::Setting { key: key.into(), value })
}

fn edit() -> impl Strategy<Value = Edit> {
    let thing = (brush(), cell(), 0u32..10, vec(said(), 0..3)).prop_map(|(brush, at, t, said)| {
        let mut thing = brush.thing(Spot { at, t });
        thing.fields.extend(said.into_iter().filter_map(|(key, value)| Some((key, value?))));
        thing
    });
    let by = || -2i32..3;
    prop_oneof![
        5 => (brush(), cells(), prop_oneof![3 => Just(0), 1 => 0u32..10])
            .prop_map(|(brush, cells, t)| Edit::Paint { brush: brush.id.into(), cells, t }),
        1 => (cells(), 0u32..4).prop_map(|(cells, t)| Edit::Erase { cells, t }),
        1 => ids().prop_map(|things| Edit::Remove { things }),
        2 => (ids(), by(), by(), by()).prop_map(|(things, dx, dy, dt)| Edit::Move { things, dx, dy, dt }),
        2 => vec(thing, 1..4).prop_map(|things| Edit::Paste { things }),
        4 => (ids(), said()).prop_map(|(things, (key, value))| Edit::Set { things, key, value }),
        1 => setting(),
        1 => (3u32..8, 3u32..7, by(), by()).prop_map(|(width, height, dx, dy)| Edit::Resize { width, height, dx, dy }),
        1 => Just(Edit::Replace { text: Unplayed::blank(5, 4).to_text().into() }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_drawn(edits in vec(edit(), 1..40)) {
        let guard = "[[entity]]\nkind = \"enemy\"\nat = [4, 4]\nvision = { facing = \"north\", fov = 90 }\n";
        let (rules, mut sketch) = open("@.B... .#.P.. ..o.>. ...... ......", guard);
        for edit in edits {
            let before = (sketch.clone(), codec::encode(&sketch));
            let result = rules.apply(&sketch, &edit);
            prop_assert_eq!(&codec::encode(&sketch), &before.1, "a state was changed in place");
            let Ok((next, done)) = result else { continue };
            check_step(&rules, &sketch, &next, &done, &edit)?;
            prop_assert_eq!(rules.unpack(&rules.pack(&edit)), Ok(edit));
            sketch = next;
        }
        check_level(&rules, &sketch)?;
    }
}

/// Checks that an edit changed something, and exactly what it reports.
fn check_step(
    rules: &Drawings,
    before: &Sketch,
    next: &Sketch,
    done: &EditOutcome,
    edit: &Edit,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(rules.invariants(next), Ok(()), "{}", edit);
    prop_assert_ne!(next, before, "{} is an empty step", edit);
    prop_assert_ne!(next.fingerprint(), before.fingerprint());
    prop_assert!(next.len() <= Unplayed::KIT.most_things && !done.summary.contains('\n'), "{}", done.summary);
    let mut told: Vec<ThingId> =
        [&done.added, &done.removed, &done.changed].into_iter().flat_map(|ids| ids.iter().copied()).collect();
    told.sort_unstable();
    prop_assert_eq!(next.differing(before), told, "{}", edit);
    prop_assert!(done.added.iter().all(|id| *id >= before.next_id()), "an id was given twice");
    prop_assert!(next.next_id() >= before.next_id());
    let again: Sketch = codec::decode(&codec::encode(next)).expect("a sketch");
    prop_assert_eq!(again.fingerprint(), next.fingerprint());
    Ok(())
}

/// Checks that a drawing can be saved, reopened and shown, and that its problems say whether it can be played.
fn check_level(rules: &Drawings, sketch: &Sketch) -> Result<(), TestCaseError> {
    let (text, level) = (rules.level_text(sketch), Unplayed::level(sketch));
    let read =
        <Unplayed as Drawn>::read(&text).map_err(|faults| TestCaseError::fail(fault::listing(&faults)))?;
    prop_assert_eq!(&read, &level);
    prop_assert_eq!(&Unplayed::level(&read.sketch()), &level);
    let drawing_view = rules.view(sketch, View { t: Some(3), ..View::default() });
    prop_assert!(drawing_view.standing.iter().all(|(_, id)| sketch.thing(*id).is_some()));
    let played = Unseen::new(level);
    prop_assert_eq!(rules.problems(sketch).iter().any(|problem| problem.is_error), played.is_err());
    played.map_or(Ok(()), |played| check_look(rules, sketch, &played))
}

/// Checks that the same cells are dangerous in the drawing and in the game.
fn check_look(rules: &Drawings, sketch: &Sketch, played: &Unseen) -> Result<(), TestCaseError> {
    for t in 0..4 {
        let view = View { t: Some(t), ..View::default() };
        let (drawn, game) = (rules.scene(sketch, view), played.scene(&played.start(0), view));
        let marks = |scene: &Scene| -> Vec<_> {
            scene.boards[0].marks.iter().map(|mark| (mark.at, mark.glyph)).collect()
        };
        prop_assert_eq!(marks(&drawn), marks(&game));
        prop_assert_eq!(drawn.slices, game.slices);
    }
    Ok(())
}
