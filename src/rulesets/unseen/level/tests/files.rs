//! Level files without mistakes.

use super::*;

#[test]
fn a_level_means_what_it_says() {
    let level = level(FULL);
    assert_eq!((level.width(), level.height(), level.title().as_str()), (10, 5, "Everything"));
    assert_eq!(level.meta().author.as_deref(), Some("Nobody"));
    let world = level.world();
    assert_eq!((world.detection, world.paradox), (Detection::Delayed { turns: 2 }, Paradox::Lose));
    let count = |kind| level.things().iter().filter(|thing| thing.kind == kind).count();
    let counts = [Kind::Player, Kind::Box, Kind::Goal, Kind::Exit, Kind::Enemy, Kind::Rift].map(count);
    assert_eq!(counts, [1, 3, 2, 1, 2, 1]);
    let pullable: Vec<LevelPosition> =
        level.things().iter().filter(|t| t.is_pullable()).map(|t| t.at).collect();
    assert_eq!(pullable, [LevelPosition::new(7, 1, 0)]);
    let custom = level.things().last().expect("things");
    assert!(custom.blocks_vision() && custom.is_pushable() && custom.persists() && !custom.is_pullable());
    assert_eq!((custom.is_there(3), custom.is_there(4), custom.at.t), (false, true, 4));
    assert_eq!(level.solutions()[0].steps().count(), 8);
}

#[test]
fn a_level_is_written_as_it_was_read() {
    assert_eq!(level(FULL).to_text(), FULL);
    let json = serde_json::to_string_pretty(&level(FULL)).expect("JSON");
    assert_eq!(level(&json), level(FULL), "a level file may be JSON");
    assert_eq!(serde_json::from_str::<Level>(&json).expect("a level"), level(FULL));
    assert_eq!(crate::codec::decode(&crate::codec::encode(&level(FULL))), Ok(level(FULL)));
}

#[test]
fn the_bound_of_the_length_of_a_text_counts_every_long_part() {
    for name in ["Everything", "guard", "crate", "short"] {
        let text = FULL.replacen(&format!("\"{name}\""), &format!("\"{}\"", "x".repeat(20_000)), 1);
        assert!(write::most_bytes(&level(&text)) >= text.len(), "{name}");
    }
    let unnamed = format!("{SMALL}[[solution]]\nname = \"\"\nactions = \"{}\"\n", ". ".repeat(10_000));
    assert!(write::most_bytes(&level(&unnamed)) >= unnamed.len(), "actions without a name");
}

#[test]
fn only_the_depth_and_the_map_must_be_there() {
    let level = level(SMALL);
    assert_eq!(*level.meta(), Meta::default());
    assert_eq!(*level.world(), World::with_depth(9));
    let text = level.to_text();
    assert!(
        text.contains("light_speed = 3\nmax_push_chain = 3\nvision_radius = 8\ndetection = \"light_cone\"")
    );
    assert_eq!(super::level(&text), level);
    let json = r#"{"world": {"time_depth": 9}, "map": {"rows": ["@>"]}}"#;
    assert_eq!(super::level(json), level);
}

#[test]
fn letters_and_entities_say_the_same() {
    let listed = r#"
        world.time_depth = 9
        map = { width = 3, height = 1 }
        entity = [
            { kind = "goal", at = [2, 0] }, { kind = "exit", at = [1, 0] }, { kind = "player", at = [0, 0, 0] },
            { kind = "box", at = [2, 0] },
        ]
    "#;
    let drawn = "[world]\ntime_depth = 9\n[map]\nrows = [\"@>*\"]";
    assert_eq!(level(listed), level(drawn));
    assert_eq!(level(listed).ids(), level(drawn).ids());
}

#[test]
fn what_a_letter_cannot_say_is_listed() {
    let text = "[world]\ntime_depth = 9\n[map]\nrows = [\"@>\"]\n[[entity]]\nkind = \"box\"\nat = [1, 0]\n";
    let saved = level(text).to_text();
    assert!(saved.contains("\"@B\"") && saved.contains("kind = \"exit\"\nat = [1, 0]\n"), "{saved}");
    assert_eq!(level(&saved).to_text(), saved);
}

#[test]
fn short_rows_are_padded_with_floor_and_a_warning() {
    let reading = Level::read("[world]\ntime_depth = 9\n[map]\nrows = [\n'#####',\n'@>',\n'###']");
    let warnings = fault::listing(&reading.warnings);
    assert_eq!(
        warnings,
        "line 6: this row has 2 cells and the longest has 5: the rest is floor\n\
         line 7: this row has 3 cells and the longest has 5: the rest is floor"
    );
    let level = reading.level.expect("a level");
    assert_eq!((level.width(), reading.faults), (5, vec![]));
    assert!(level.to_text().contains("\"@>...\""));
}

#[test]
fn windows_files_read_the_same() {
    let text = format!("\u{feff}{}", FULL.replace('\n', "\r\n"));
    assert_eq!(level(&text), level(FULL));
    assert_eq!(faults(&text.replace("fov = 90", "fov = 9")).lines().count(), 1);
    assert!(faults(&text.replace("fov = 90", "fov = 9")).starts_with("line 33: "));
}

#[test]
fn a_level_can_have_other_solutions() {
    assert!(level(FULL).with_solutions(Vec::new()).solutions().is_empty());
}

#[test]
fn odd_things_are_warned_about() {
    let warned = |part: &str, other: &str| {
        assert!(FULL.contains(part), "{part}");
        let reading = Level::read(&FULL.replacen(part, other, 1));
        assert_eq!(fault::listing(&reading.faults), "");
        fault::listing(&reading.warnings)
    };
    assert_eq!(warned("Everything", "All"), "");
    assert!(
        warned("[5, 3], [4, 3]]", "[5, 3]]").starts_with("line 32: the enemy \"guard\" at (3, 3): its loop")
    );
    assert!(warned("[1, 3, 0], bidirectional = true", "[0, 0, 3]").contains("leads into a wall"));
    assert!(warned("#o.*..", "#oo*oo").contains("there are 5 goals but 4 boxes"));
}

#[test]
fn patrols_may_begin_where_at_is_left_out() {
    let text = FULL.replace("at = [3, 3]\n", "");
    assert_eq!(level(&text), level(FULL));
}

#[test]
fn ids_follow_from_names_kinds_and_the_level() {
    let level = level(FULL);
    let ids = level.ids();
    let unique: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), level.things().len());
    let of = |name: &str| {
        let index = level.things().iter().position(|thing| thing.name.as_deref() == Some(name));
        ids[index.expect("the name")].to_string()
    };
    assert_eq!(of("guard"), "6f1c3a52-7d0e-4b7c-9d55-0a4f2b9c8e11");
    assert_eq!(of("door"), "7f95508e-0e34-5e09-b53b-f238e4d4b790");
    assert_eq!(super::level(&level.to_text()).ids(), ids);
    let other = super::level(&FULL.replace("\"full\"", "\"other\"")).ids();
    assert_eq!(ids.iter().zip(&other).filter(|(a, b)| a == b).count(), 1, "only the id that was given stays");
}

#[test]
fn an_unnamed_box_keeps_its_id_when_walls_are_drawn() {
    let boxes = |text: &str| {
        let level = level(text);
        let things = level.things().iter().zip(level.ids());
        things.filter(|(thing, _)| thing.kind == Kind::Box).map(|(_, id)| id).collect::<Vec<_>>()
    };
    assert_eq!(boxes(FULL), boxes(&FULL.replace("#........#", "##.......#")));
}
