//! The saves of every ruleset in every panel: the board, the timeline, the branches, the actions with their effects,
//! the state, and the differences between two turns.

use std::fs;
use std::path::Path;

use egui_kittest::kittest::Queryable;
use timeloom::catalog;
use timeloom_editor::command::{Command, GoCommand, ViewCommand};
use timeloom_editor::settings::Tab;

use crate::house::ask;
use crate::{Window, document, onto_save, turn};

/// Minimum number of turns on the current branch of a tested save.
const TURNS: usize = 5;

/// Returns for every ruleset of the catalog the first sample game that is long enough, by file name.
pub(crate) fn saves() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/games");
    let paths = fs::read_dir(folder).expect("the samples").map(|entry| entry.expect("a sample").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "loom")).collect();
    paths.sort();
    let games = paths.iter().map(|path| {
        let game = catalog::open_bytes("a sample", &fs::read(path).expect("a file")).expect("a save");
        (path.file_name().expect("a name").to_string_lossy().into_owned(), game)
    });
    let games: Vec<_> = games.filter(|(_, game)| game.line().len() > TURNS).collect();
    let first = |name: &str| games.iter().find(|(_, game)| game.about().ruleset == name);
    let rulesets = catalog::RULESETS.iter().map(|ruleset| ruleset.name());
    rulesets
        .map(|name| {
            first(name)
                .unwrap_or_else(|| {
                    panic!("{name} has no sample game with {TURNS} turns on its current branch")
                })
                .0
                .clone()
        })
        .collect()
}

fn each(check: impl Fn(&mut Window, &str)) {
    for save in &saves() {
        let mut window = onto_save(save);
        ask(&mut window, Command::Go(GoCommand::Turn(3)));
        assert_eq!(turn(&window), 3, "{save}");
        check(&mut window, save);
        assert_eq!(window.state().message(), None, "{save}");
    }
}

fn show(window: &mut Window, tab: Tab) {
    ask(window, Command::View(ViewCommand::Tab(tab)));
}

#[test]
fn every_ruleset_has_a_board_that_can_be_read_and_a_timeline() {
    each(|window, save| {
        let boards = &document(window).scene().boards;
        assert!(boards.iter().any(|board| !board.pieces.is_empty()), "{save}");
        let mut canvases = window.query_all_by_role(egui::accesskit::Role::Canvas);
        assert!(canvases.next().is_some(), "{save}: a board is there for those who cannot see it");
        assert!(window.query_all_by_label_contains("turn 3 of").next().is_some(), "{save}");
    });
}

#[test]
fn every_ruleset_lists_its_actions_with_what_each_would_do() {
    each(|window, save| {
        show(window, Tab::Actions);
        let offers = document(window).offers().to_vec();
        let legal = offers.iter().filter(|offer| offer.refused.is_none()).count();
        assert!(legal > 0, "{save}");
        window.get_by_label(&format!("{legal} legal here"));
    });
}

#[test]
fn an_action_of_every_ruleset_can_be_taken_by_hand_and_begins_a_branch() {
    each(|window, save| {
        show(window, Tab::Actions);
        let taken = document(window).game().node(document(window).game().line()[4]).action;
        let offers = document(window).offers();
        let other = offers.iter().find(|offer| offer.refused.is_none() && offer.action != taken);
        let action = other.unwrap_or_else(|| panic!("{save}: there is only one action")).bytes.clone();
        let before = document(window).game().node_count();
        ask(window, Command::Act(action));
        assert_eq!((turn(window), document(window).game().node_count()), (4, before + 1), "{save}");
        show(window, Tab::Branches);
        let branches = window.query_all_by_label_contains("turn").count();
        assert!(branches > 1, "{save}: both branches are listed");
    });
}

#[test]
fn every_ruleset_shows_its_state_as_a_tree_and_what_differs_between_two_turns() {
    each(|window, save| {
        show(window, Tab::State);
        assert!(window.query_all_by_label_contains("since the previous turn").next().is_some(), "{save}");
        show(window, Tab::Compare);
        let line = document(window).game().line().to_vec();
        ask(window, Command::View(ViewCommand::Compare(Some(line[0]), Some(line[3]))));
        assert!(window.query_all_by_label_contains("difference").next().is_some(), "{save}");
    });
}
