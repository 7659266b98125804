//! Properties of every level and text.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::*;

fn place() -> impl Strategy<Value = LevelPosition> {
    (0..6, 0..5, prop_oneof![4 => Just(0), 1 => 0..9]).prop_map(|(x, y, t)| LevelPosition::new(x, y, t))
}

/// The same level with other things.
fn with_things(level: &Level, things: Vec<Thing>) -> Level {
    let things = Level::arrange((level.width, level.height), things, |thing| thing);
    Level { things: things.into(), ..level.clone() }
}

fn kind() -> impl Strategy<Value = Kind> {
    let kinds: Vec<Kind> = keywords::KINDS.iter().map(|(_, kind)| *kind).collect();
    proptest::sample::select(kinds)
}

fn patrol() -> impl Strategy<Value = Arc<Patrol>> {
    (vec((0..6, 0..5), 0..4), any::<bool>()).prop_map(|(path, loops)| Arc::new(Patrol { path, loops }))
}

fn vision() -> impl Strategy<Value = Vision> {
    let facing = proptest::sample::select(vec![Facing::North, Facing::South, Facing::East, Facing::West]);
    let fov = proptest::sample::select(vec![90, 180, 270, 360, 45]);
    (option::of(1u32..9), facing, fov).prop_map(|(light_speed, facing, fov)| Vision {
        light_speed,
        facing,
        fov,
    })
}

fn thing() -> impl Strategy<Value = Thing> {
    let flags: Vec<Flag> = keywords::FLAGS.iter().map(|(_, flag)| *flag).collect();
    let rift = (place(), any::<bool>()).prop_map(|(target, bidirectional)| Rift { target, bidirectional });
    let rarely = option::weighted(0.2, any::<u128>().prop_map(Uuid::from_u128));
    let name = option::weighted(0.2, ".{0,6}".prop_map(|name: String| name.into()));
    let details = (
        option::weighted(0.2, patrol()),
        option::weighted(0.2, vision()),
        option::weighted(0.2, rift),
        proptest::sample::subsequence(flags, 0..3),
    );
    (kind(), rarely, name, place(), proptest::bool::weighted(0.2), details).prop_map(
        |(kind, id, name, at, pullable, (patrol, vision, rift, components))| {
            let components = if kind == Kind::Custom { components } else { Vec::new() };
            Thing { kind, id, name, at, pullable, patrol, vision, rift, components }
        },
    )
}

fn world() -> impl Strategy<Value = World> {
    let detection = prop_oneof![
        Just(Detection::LightCone),
        Just(Detection::None),
        (0u32..9).prop_map(|turns| Detection::Delayed { turns })
    ];
    let win = proptest::sample::select(vec![Win::Exit, Win::Goals, Win::Both]);
    (9..99, 1u32..9, 0u32..9, detection, any::<bool>(), win).prop_map(
        |(depth, light_speed, max_push_chain, detection, lose, win)| World {
            light_speed,
            max_push_chain,
            detection,
            paradox: if lose { Paradox::Lose } else { Paradox::Prevent },
            win,
            ..World::with_depth(depth)
        },
    )
}

/// Any level, most of them not playable.
pub(in crate::rulesets::unseen) fn any_level() -> impl Strategy<Value = Level> {
    let text = || option::of("\\PC{0,9}|[\\x00-\\x7f\"\\\\]{0,9}");
    let skin = || option::of("[a-z0-9_-]{1,9}");
    let meta =
        ("\\PC{1,6}", text(), text(), text(), skin()).prop_map(|(id, name, author, description, skin)| {
            Meta { id, name: name.unwrap_or_default(), author, description, skin }
        });
    let step = proptest::sample::select(vec!["N", "S", "E", "W", ".", "U", "R", "PN", "LW"]);
    let solution =
        ("\\PC{0,6}", vec(step, 0..9)).prop_map(|(name, steps)| Solution { name, actions: steps.join(" ") });
    (meta, world(), vec(thing(), 0..20), vec(solution, 0..3))
        .prop_map(|(meta, world, things, solutions)| Level::new(meta, world, (6, 5), things, solutions))
}

/// A text that looks like a level, with some of its parts replaced.
fn nearly() -> impl Strategy<Value = String> {
    let parts = r#"[ ] { } " ' = , . # @ > -1 nan 1e400 true [map] rows [[entity]] [world] \n kind at \u{0} 99999999999"#;
    let parts: Vec<String> =
        parts.split(' ').map(|part| if part == "\\n" { "\n".into() } else { part.to_owned() }).collect();
    let cut = (0..FULL.len(), 0usize..9, proptest::sample::select(parts));
    let json = serde_json::to_string_pretty(&level(FULL)).expect("JSON");
    (proptest::sample::select(vec![FULL.to_owned(), json]), vec(cut, 1..6)).prop_map(|(text, cuts)| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, length, part) in cuts {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, part.chars());
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn levels_survive_every_form(level in any_level()) {
        let text = level.to_text();
        let reading = Level::read(&text);
        prop_assert_eq!(reading.level.as_ref(), Some(&level), "{}\n{}", fault::listing(&reading.faults), text);
        prop_assert!(write::most_bytes(&level) >= text.len());
        prop_assert_eq!(level.to_text(), text);
        let json = serde_json::to_string(&level).expect("JSON");
        prop_assert_eq!(&serde_json::from_str::<Level>(&json).expect("a level"), &level);
        prop_assert_eq!(Level::read(&json).level, Some(level.clone()));
        prop_assert_eq!(crate::codec::decode::<Level>(&crate::codec::encode(&level)).expect("a level"), level);
    }

    #[test]
    fn the_file_and_the_level_are_judged_alike(level in any_level()) {
        let reading = Level::read(&level.to_text());
        let mut said: Vec<String> = reading.faults.into_iter().map(|fault| fault.message).collect();
        let mut faults: Vec<String> = level.faults().into_iter().map(|fault| fault.message).collect();
        said.sort();
        faults.sort();
        prop_assert_eq!(said, faults);
        prop_assert_eq!(reading.warnings.len(), level.warnings().len());
    }

    #[test]
    fn things_may_come_in_any_order(level in any_level(), seed in any::<u64>()) {
        let mut things = level.things().to_vec();
        let split = seed as usize % (things.len() + 1);
        things.rotate_left(split);
        let other = with_things(&level, things);
        prop_assert_eq!(Level::read(&other.to_text()).level, Some(other.clone()));
        prop_assert_eq!(with_things(&other, other.things().to_vec()), other);
    }

    #[test]
    fn the_strangest_numbers_are_judged(
        level in any_level(),
        numbers in vec(proptest::sample::select(vec![i32::MIN, -1, 0, 1, 1024, 1025, i32::MAX]), 9),
    ) {
        let [width, height, time_depth, x, y, t, ..] = numbers[..] else { unreachable!("there are nine") };
        let mut things = level.things().to_vec();
        for thing in &mut things {
            thing.at = LevelPosition::new(x, y, t);
            thing.rift = thing.rift.map(|rift| Rift { target: LevelPosition::new(t, x, y), ..rift });
            let path = vec![(numbers[6], numbers[7]), (numbers[8], x)];
            thing.patrol = thing.patrol.as_ref().map(|walk| Arc::new(Patrol { path, loops: walk.loops }));
        }
        let world = World { time_depth, light_speed: 0, ..*level.world() };
        let strange = Level::new(level.meta().clone(), world, (width, height), things, Vec::new());
        prop_assert!(!strange.faults().is_empty());
        prop_assert!(!strange.to_text().is_empty());
        strange.warnings();
    }

    #[test]
    fn any_text_is_a_level_or_has_faults(text in prop_oneof![nearly(), "\\PC{0,80}", "(?s).{0,80}"]) {
        match Level::parse(&text) {
            Ok(level) => prop_assert_eq!(Level::parse(&level.to_text()), Ok(level)),
            Err(faults) => prop_assert!(!faults.is_empty()),
        }
    }
}
