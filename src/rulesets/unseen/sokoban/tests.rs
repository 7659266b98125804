//! Tests of Sokoban files.

use proptest::prelude::*;

use super::*;
use crate::fault;
use crate::rules::Level as _;
use crate::rulesets::unseen::level::{Kind, Level};

/// A typical file: two levels, with and without a title, one of them with solutions.
const FILE: &str = "\
; A small collection

  #####
###   #
#.@$  #
### $.#
#.##$ #
# # . ##
#$ *$$.#
#   .  #
########
Title: Microban 1
Author: David W. Skinner
Comment: The classic.
Solution
dlluRluurD

4#|#-@#|#$.#|4#
Solution/nobody: l2D
";

#[track_caller]
fn levels(text: &str) -> Vec<Level> {
    import(text).unwrap_or_else(|faults| panic!("{}", fault::listing(&faults)))
}

fn rows(level: &Level) -> Vec<String> {
    let text = level.to_text();
    let rows = text.split("rows = [\n").nth(1).and_then(|rest| rest.split(']').next()).expect("rows");
    rows.lines().map(|row| row.trim().trim_matches([',', '"']).to_owned()).collect()
}

#[test]
fn a_file_of_levels_is_read() {
    let levels = levels(FILE);
    let names: Vec<&str> = levels.iter().map(|level| level.meta().name.as_str()).collect();
    assert_eq!(names, ["Microban 1", "Sokoban 2"]);
    let meta = levels[0].meta();
    assert_eq!((meta.id.as_str(), meta.author.as_deref()), ("microban-1", Some("David W. Skinner")));
    assert_eq!(meta.description.as_deref(), Some("The classic."));
    assert_eq!(levels[0].solutions()[0].actions, "S W W N PE W N N E PS");
    assert_eq!(rows(&levels[0])[..3], ["..#####.", "###...#.", "#o@B..#."]);
    assert_eq!(rows(&levels[1]), ["####", "#.@#", "#Bo#", "####"]);
    let (name, actions) = (&levels[1].solutions()[0].name, &levels[1].solutions()[0].actions);
    assert_eq!((name.as_str(), actions.as_str()), ("nobody", "W PS PS"));
}

#[test]
fn an_imported_level_keeps_the_rules_of_sokoban() {
    for level in levels(FILE) {
        let world = level.world();
        assert_eq!((world.win, world.max_push_chain, world.detection), (Win::Goals, 1, Detection::None));
        assert_eq!(world.time_depth, 1_000_000);
        assert!(level.things().iter().all(|thing| !thing.is_pullable()));
        assert_eq!(Level::parse(&level.to_text()), Ok(level.clone()));
    }
}

#[test]
fn other_signs_mean_the_same() {
    let signs = |text| rows(&levels(text)[0]);
    let default = signs("#####\n#@$*#\n# . #\n#####");
    assert_eq!(signs("#####\n#pbB#\n#_.-#\n#####"), default);
    assert_eq!(signs("5#|#@$*#|#-.-#|5#|"), default);
    assert_eq!(signs("#####\r\n#@$*#\r\n#-.-#\r\n#####\r\n"), default);
    assert_eq!(signs("####\n#P$#\n####"), signs("####\n#+$#\n####"));
}

#[test]
fn titles_stand_above_or_below() {
    let board = "####\n#+$#\n####\n";
    let names = |text: String| levels(&text).iter().map(|l| l.meta().name.clone()).collect::<Vec<_>>();
    assert_eq!(names(format!("; 7\n\n{board}\n; 8\n{board}")), ["7", "8"]);
    assert_eq!(names(format!("Above\n{board}Title: Below\n\n{board}")), ["Below", "Sokoban 2"]);
    assert_eq!(names(format!("Title: A\n\n{board}\nTitle: B\n\n{board}")), ["A", "B"]);
}

#[test]
fn levels_are_written_as_they_were_read() {
    let first = export(&levels(FILE)).expect("Sokoban");
    assert_eq!(levels(&first), levels(FILE));
    assert_eq!(export(&levels(&first)).expect("Sokoban"), first);
    let expected = FILE.split_once("\n\n").expect("a heading").1.split("\n\n").next().expect("a level");
    assert_eq!(first.split("\n\n").next(), Some(expected));
}

#[test]
fn one_push_is_written_letter_for_letter() {
    let text = "#####\n#@$.#\n#####\nTitle: One push\nSolution\nR\n";
    assert_eq!(levels(text)[0].solutions()[0].actions, "PE");
    assert_eq!(export(&levels(text)).expect("Sokoban"), text);
    let odd = "------\n#####\n#@$.#\n#####\n-\nTitle: Room for more\nId: x\nComment:\na\n\nb\nComment-End:\n";
    assert_eq!(export(&levels(odd)).expect("Sokoban"), odd);
}

#[test]
fn mistakes_have_their_line() {
    let said = |text: &str| fault::listing(&import(text).expect_err("a mistake"));
    assert!(said("hello").starts_with("there is no board"));
    assert_eq!(
        said("\n####\n#$.#\n####\n\nTwo\n#####\n#@@.#\n#####\nSolution: lxr"),
        "line 2: \"Sokoban 1\": there is no player: draw @ where it starts\n\
         line 7: \"Two\": there is a second player at (2, 1): keep this or the one at (1, 1)\n\
         line 10: \"Two\": 'x' is not a move: a solution has l u r d and, for pushes, L U R D"
    );
    assert!(said("####\n#@$#\n####").contains("needs a goal"));
    assert!(said("Solution\nrrr").contains("must be below its board"));
    assert!(said(&"#".repeat(2000)).contains("too large"));
    assert!(said(&"#".repeat(17 << 20)).starts_with("a Sokoban file takes at most"));
    assert!(said(&format!("999999999999999999999#|#@.#{}", "|".repeat(1 << 20))).contains("too large"));
}

#[test]
fn what_sokoban_lacks_is_named() {
    let text = include_str!("../level/tests/everything.toml");
    let level = Level::parse(text).expect("a level");
    let said = fault::listing(&export(&[level]).expect_err("not Sokoban"));
    for part in [
        "won on its goals",
        "one box at a time",
        "set time_depth = 1000000",
        "no enemies: remove what is at (3, 3)",
        "no rifts",
        "no exits",
        "nothing can be pulled: remove what is at (7, 1)",
        "only walls, boxes",
        "Sokoban has no `.`",
    ] {
        assert!(said.contains(part), "{part:?} is missing from:\n{said}");
    }
    let open = levels("#####\n#@$.\n#####");
    assert!(fault::listing(&export(&open).expect_err("open")).contains("the board is open at (4, 1)"));
}

/// A closed board with arbitrary contents.
fn any_file() -> impl Strategy<Value = String> {
    let cells = proptest::collection::vec(proptest::sample::select(b"#$.* -".to_vec()), 30);
    (cells, "[A-Za-z][A-Za-z ]{0,8}[a-z]", "[lurdLURD]{0,200}", 0usize..30).prop_map(
        |(mut cells, title, moves, player)| {
            cells[(player + 1) % 30] = b'.';
            cells[player] = b'@';
            let rows = cells.chunks(6).map(|row| format!("#{}#\n", String::from_utf8_lossy(row)));
            let rows: String = rows.collect();
            format!("########\n{rows}########\nTitle: {title}\nSolution\n{moves}\n")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn boards_and_solutions_survive_the_way_there_and_back(file in any_file()) {
        let read = levels(&file);
        let text = export(&read).expect("Sokoban");
        prop_assert_eq!(&levels(&text), &read);
        prop_assert_eq!(export(&levels(&text)).expect("Sokoban"), text);
        prop_assert_eq!(read[0].things().iter().filter(|thing| thing.kind == Kind::Player).count(), 1);
    }

    #[test]
    fn any_text_is_levels_or_faults(text in "([#@$.*+ 0-9|:;\nSolutionTitle-]|\\PC){0,200}") {
        match import(&text) {
            Ok(read) => if let Ok(text) = export(&read) {
                prop_assert_eq!(import(&text), Ok(read));
            },
            Err(faults) => prop_assert!(!faults.is_empty()),
        }
    }
}
