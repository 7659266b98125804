//! Tests of drawing levels of `unseen`: nothing is lost, everything looks as in play, and mistakes are reported.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::fault;
use crate::rules::{Level as _, Rules};
use crate::rulesets::unseen::Unseen;
use crate::rulesets::unseen::level::tests::properties::any_level;
use crate::scene::{Board, Layers, Piece};
use crate::show::Show;
use crate::sketch::Spot;

fn samples() -> Vec<Level> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/levels");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let unseen = paths.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("unseen"));
    let levels: Vec<_> =
        unseen.map(|path| Level::parse(&fs::read_to_string(path).unwrap()).unwrap()).collect();
    assert!(levels.len() > 10);
    levels
}

/// Returns a level that need not be playable.
#[track_caller]
fn draft(rows: &str, entities: &str) -> Level {
    let rows: Vec<String> = rows.split_whitespace().map(|row| format!("{row:?}")).collect();
    let text = format!("[world]\ntime_depth = 9\n[map]\nrows = [{}]\n{entities}", rows.join(", "));
    <Level as Drawn>::read(&text).unwrap_or_else(|faults| panic!("{}", fault::listing(&faults)))
}

#[track_caller]
fn check_problems(rows: &str, entities: &str, expected: &[&str]) -> Vec<Problem> {
    let problems = Level::problems(&Level::analyze(&draft(rows, entities).sketch()));
    let messages: Vec<_> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages.len(), expected.len(), "{messages:#?}");
    for (message, expected) in messages.iter().zip(expected) {
        assert!(message.contains(expected), "no '{expected}' in: {message}");
    }
    problems
}

#[test]
fn every_sample_level_survives_being_drawn() {
    for level in samples() {
        assert_eq!(<Level as Drawn>::level(&level.sketch()), level);
        assert_eq!(<Level as Drawn>::read(&level.to_text()), Ok(level));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_level_survives_being_drawn_or_is_refused_with_its_faults(level in any_level()) {
        match <Level as Drawn>::read(&level.to_text()) {
            Ok(read) => {
                prop_assert_eq!(&read, &level);
                let sketch = level.sketch();
                prop_assert_eq!(sketch.invariants(), Ok(()));
                prop_assert_eq!(<Level as Drawn>::level(&sketch), level);
            }
            Err(faults) => prop_assert!(!faults.is_empty() && !level.faults().is_empty()),
        }
    }

    #[test]
    fn guards_see_in_a_drawing_what_they_see_in_a_game(level in any_level(), t in 0u32..12) {
        let Ok(game) = Unseen::new(level.clone()) else { return Ok(()) };
        let view = View { t: Some(t), ..View::default() };
        let marks = |scene: &crate::scene::Scene| {
            let marks = scene.boards[0].marks.iter().map(|mark| (mark.at, mark.glyph));
            marks.collect::<std::collections::BTreeMap<_, _>>()
        };
        let drawn = marks(&Level::scene(&Level::analyze(&level.sketch()), view));
        prop_assert_eq!(drawn, marks(&game.scene(&game.start(0), view)));
    }

    #[test]
    fn everything_can_be_looked_at(level in any_level(), t in 0u32..12) {
        let analysis = Level::analyze(&level.sketch());
        let scene = Level::scene(&analysis, View { t: Some(t), ..View::default() });
        let on_board = |at: Cell| at.x < 6 && at.y < 5;
        prop_assert!(scene.boards[0].pieces.iter().all(|piece| on_board(piece.at)));
        prop_assert!(scene.boards[0].marks.iter().all(|mark| on_board(mark.at)));
        let is_error = Level::problems(&analysis).iter().any(|problem| problem.is_error);
        prop_assert_eq!(Unseen::new(<Level as Drawn>::level(&level.sketch())).is_err(), is_error);
    }
}

/// Returns the comparable parts of a board: only the drawing distinguishes crates from boxes by their letter.
fn bones(board: &Board) -> (Vec<String>, Vec<String>) {
    let piece = |piece: &Piece| {
        let Piece { at, shape, glyph, tone, facing, .. } = piece;
        let glyph = if *glyph == 'C' { 'B' } else { *glyph };
        format!("{at:?} {shape:?} {glyph} {tone:?} {facing:?}")
    };
    let mut pieces: Vec<_> = board.pieces.iter().map(piece).collect();
    pieces.sort();
    (pieces, board.marks.iter().map(|mark| format!("{:?} {}", mark.at, mark.glyph)).collect())
}

#[test]
fn a_drawing_looks_as_the_game_that_starts_from_it() {
    for level in samples() {
        let analysis = Level::analyze(&level.sketch());
        let rules = Unseen::new(level.clone()).unwrap();
        for t in [0, 1, 2, 5, 1000] {
            let view = View { t: Some(t), ..View::default() };
            let (mut drawn, played) = (Level::scene(&analysis, view), rules.scene(&rules.start(0), view));
            // Removes the player's start, which is also shown in other slices.
            drawn.boards[0].pieces.retain(|piece| !piece.faded);
            assert_eq!(bones(&drawn.boards[0]), bones(&played.boards[0]), "{} at {t}", level.title());
            assert_eq!(drawn.slices, played.slices);
        }
    }
}

#[test]
fn a_level_asks_for_its_skin_while_it_is_drawn_and_while_it_is_played() {
    let text = draft("#@.>#", "").to_text().replace("[meta]\n", "[meta]\nskin = \"paper\"\n");
    let level = <Level as Drawn>::read(&text).unwrap();
    assert!(level.to_text().contains("skin = \"paper\""));
    let drawn = Level::scene(&Level::analyze(&level.sketch()), View::default());
    let rules = Unseen::new(level).unwrap();
    let played = rules.scene(&rules.start(0), View::default());
    assert_eq!([drawn.skin.as_deref(), played.skin.as_deref()], [Some("paper"); 2]);
}

#[test]
fn a_name_that_is_no_folder_is_a_problem_of_the_drawing() {
    let mut sketch = draft("#@.>#", "").sketch();
    Arc::make_mut(&mut sketch.settings).insert("skin".into(), FieldValue::Text("a/b".into()));
    let problems = Level::problems(&Level::analyze(&sketch));
    assert!(problems[0].is_error && problems[0].message.starts_with("`skin` is the name of a folder"));
}

#[test]
fn a_blank_level_can_be_played_at_once_whatever_size_was_asked_for() {
    for (width, height) in [(0, 0), (3, 3), (4, 3), (20, 12), (100, 100), (5000, 2)] {
        let level = Level::blank(width, height);
        let problems = Level::problems(&Level::analyze(&level.sketch()));
        assert!(Unseen::new(level).is_ok(), "{width} x {height}");
        assert_eq!(problems, [], "{width} x {height}");
    }
}

#[test]
fn a_level_without_player_and_exit_opens_and_says_so() {
    check_problems(
        "...",
        "",
        &["there is no player: place one", "winning needs an exit, and there is none: place one"],
    );
}

#[test]
fn what_would_be_lost_is_refused() {
    let refused = |text: &str| fault::listing(&<Level as Drawn>::read(text).unwrap_err());
    let base = "[world]\ntime_depth = 9\n[map]\nrows = [\"@.>\"]\n";
    assert!(refused("rows").contains("line 1"));
    assert!(refused(&format!("{base}[[entity]]\nkind = \"wall\"\nat = [9, 0]\n")).contains("out of bounds"));
    assert!(
        refused(&format!("{base}[[entity]]\nkind = \"wall\"\nat = [1, 0]\ncolour = 3\n")).contains("colour")
    );
    let odd = format!("{base}[[entity]]\nkind = \"wall\"\nat = [1, 0]\npullable = true\n");
    assert!(refused(&odd).contains("pullable"));
}

#[test]
fn a_start_that_is_seen_is_a_grave_problem_with_a_jump_to_the_player() {
    let guard = "[[entity]]\nkind = \"enemy\"\nname = \"Ann\"\nat = [2, 0]\nvision = { facing = \"west\", fov = 90 }\n";
    let problems = check_problems("@..>", guard, &["Ann sees the player before the first turn: move"]);
    assert!(problems[0].is_error);
    assert_eq!(problems[0].spot, Some(Spot::new(0, 0, 0)));
}

#[test]
fn a_walled_off_exit_is_odd_and_a_rift_opens_it() {
    let problems = check_problems("@#>", "", &["the exit at (2, 0) is walled off"]);
    assert!(!problems[0].is_error);
    assert_eq!(problems[0].spot, Some(Spot::new(2, 0, 0)));
    check_problems("@.#>", "[[entity]]\nkind = \"rift\"\nat = [1, 0]\nrift = { target = [3, 0, 2] }\n", &[]);
    check_problems("@B>", "", &[]);
}

#[test]
fn a_patrol_through_a_wall_leads_to_who_walks_it() {
    let guard = "[[entity]]\nkind = \"enemy\"\nvision = { facing = \"south\", fov = 90 }\n\
                 patrol = { path = [[0, 1], [1, 1], [2, 1], [1, 1]] }\n";
    let problems = check_problems("@.> .#.", guard, &["walks through a wall at (1, 1)"]);
    assert_eq!(problems[0].spot, Some(Spot::new(0, 1, 0)));
    assert!(problems[0].is_error && problems[0].thing.is_some());
}

#[test]
fn two_rifts_on_a_cell_and_one_that_leads_nowhere_are_named() {
    let rift = "[[entity]]\nkind = \"rift\"\nat = [1, 0]\nrift = { target = [3, 0, 2] }\n";
    check_problems("@..>", &rift.repeat(2), &["a cell can hold only one rift"]);
    let nowhere = "[[entity]]\nkind = \"rift\"\nat = [1, 0]\n";
    check_problems("@..>", nowhere, &["leads nowhere: drag from it to its target"]);
}

#[test]
fn a_guard_without_eyes_is_told_what_it_lacks() {
    let blind = "[[entity]]\nkind = \"enemy\"\nat = [1, 0]\n";
    check_problems("@..>", blind, &["the enemy at (1, 0) does not see anything: set its direction"]);
    check_problems("@..", "", &["winning needs an exit"]);
}

#[test]
fn a_patrol_and_a_rift_are_drawn_as_links_with_their_times() {
    let level = draft(
        "@..> ....",
        "[[entity]]\nkind = \"enemy\"\nname = \"Ann\"\nvision = { facing = \"south\", fov = 90 }\n\
         patrol = { path = [[0, 1], [1, 1], [1, 1], [2, 1]], loops = false }\n\
         [[entity]]\nkind = \"rift\"\nat = [1, 0]\nrift = { target = [3, 1, 7] }\n",
    );
    let scene = Level::scene(&Level::analyze(&level.sketch()), View { t: Some(1), ..View::default() });
    let links: Vec<_> = scene.boards[0].links.iter().map(|link| &*link.label).collect();
    assert_eq!(links, ["to (3, 1) at t 7", "Ann's patrol after t 0", "Ann's patrol after t 2"]);
    let ann = scene.boards[0].pieces.iter().find(|piece| &*piece.label == "Ann").unwrap();
    assert_eq!(ann.at, Cell { x: 1, y: 1 });
}

#[test]
fn layers_can_be_left_out_and_ghosts_laid_over() {
    let guard = "[[entity]]\nkind = \"enemy\"\nname = \"Ann\"\nvision = { facing = \"south\", fov = 90 }\n\
                 patrol = { path = [[0, 1], [1, 1], [2, 1]], loops = false }\n";
    let analysis = Level::analyze(&draft("@..> .... ....", guard).sketch());
    let board = |wanted: &[&str]| {
        let places = Level::LAYERS.iter().map(|layer| wanted.contains(&layer.id)).enumerate();
        let layers = places.fold(Layers::default(), |layers, (place, wanted)| layers.with(place, wanted));
        let view = View { t: Some(1), layers: Some(layers), ..View::default() };
        Level::scene(&analysis, view).boards.remove(0)
    };
    let bare = board(&[]);
    assert_eq!((bare.marks.len(), bare.links.len()), (0, 0));
    assert!(board(&["ways"]).links.len() == 2 && !board(&["danger"]).marks.is_empty());
    assert_eq!(board(&["start"]).pieces.last().map(|piece| &*piece.label), Some("player starts at t 0"));
    let ghosts = board(&["before", "after"]).pieces;
    let faded = ghosts.iter().filter(|piece| piece.faded);
    assert_eq!(
        faded.map(|piece| (piece.at.x, &*piece.label)).collect::<Vec<_>>(),
        [(0, "Ann at t 0"), (2, "Ann at t 2")]
    );
}

/// Draws the marks of one layer over a level in which boxes must get to goals.
fn marked(rows: &str, layer: &str) -> Vec<String> {
    marked_within(50, rows, "", layer)
}

/// The same with so many slices, and with more things.
fn marked_within(slices: u32, rows: &str, things: &str, layer: &str) -> Vec<String> {
    let text = format!(
        "ruleset = \"unseen\"\n[world]\ntime_depth = {slices}\nwin = \"goals\"\nmax_push_chain = 1\n\
         detection = \"none\"\n[map]\nrows = {:?}\n{things}",
        rows.split_whitespace().collect::<Vec<_>>()
    );
    let level = Level::read(&text).level.expect("a level");
    let place = Level::LAYERS.iter().position(|known| known.id == layer).expect("a layer");
    let view = View { layers: Some(Layers::default().with(place, true)), ..View::default() };
    let board = Level::scene(&Level::analyze(&level.sketch()), view).boards.remove(0);
    let mut drawn: Vec<Vec<char>> = rows.split_whitespace().map(|row| row.chars().collect()).collect();
    board.marks.iter().for_each(|mark| drawn[mark.at.y as usize][mark.at.x as usize] = mark.glyph);
    drawn.into_iter().map(String::from_iter).collect()
}

#[test]
fn cells_in_which_a_box_is_lost_are_marked() {
    let room = "###### #@...# #.B.o# #....# ######";
    assert_eq!(marked(room, "dead"), ["######", "#xxxx#", "#xB.o#", "#xxxx#", "######"]);
}

#[test]
fn cells_that_nobody_gets_to_are_marked() {
    assert_eq!(marked("@.#.. ..#Bo", "unreachable"), ["@.#~~", "..#~~"]);
}

#[test]
fn cells_that_nobody_gets_to_in_time_are_marked() {
    assert_eq!(marked_within(4, "@.B...o", "", "unreachable"), ["@.B.~~~"]);
    assert_eq!(marked_within(7, "@.B...o", "", "unreachable"), ["@.B...o"]);
    let rift = "[[entity]]\nkind = \"rift\"\nat = [1, 0]\nrift = { target = [4, 0, 2] }\n";
    assert_eq!(marked_within(4, "@......", rift, "unreachable"), ["@.....~"]);
}

#[test]
fn a_wall_that_comes_later_cuts_off_what_is_behind_it() {
    let wall = "[[entity]]\nkind = \"wall\"\nat = [2, 0, 2]\n";
    assert_eq!(marked_within(20, "@....", wall, "unreachable"), ["@.~~~"]);
    assert_eq!(marked_within(20, "@....", &wall.replace("0, 2]", "0, 3]"), "unreachable"), ["@...."]);
}

#[test]
fn the_words_of_the_kit_are_those_of_the_level_file() {
    use crate::rulesets::unseen::level::keywords;
    let kinds: BTreeSet<&str> = kit::KIT.brushes.iter().map(|brush| brush.kind).collect();
    assert_eq!(kinds, keywords::KINDS.iter().map(|(word, _)| *word).collect());
    let custom = kit::KIT.brush("crate").unwrap();
    for (word, _) in keywords::FLAGS {
        assert!(custom.fields.iter().any(|field| field.key == *word), "{word}");
    }
    for brush in kit::KIT.brushes {
        assert!(brush.hint.ends_with('.') && brush.fields.iter().all(|field| field.hint.ends_with('.')));
        let thing = brush.thing(Spot::default());
        assert_eq!(kit::KIT.brush_of(&thing).map(|found| found.id), Some(brush.id));
    }
}
