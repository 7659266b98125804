//! Secrets in the window: two games that differ only in what a player cannot know look the same to that player, in
//! every panel.

use egui_kittest::kittest::{NodeT, Queryable};
use timeloom::catalog;
use timeloom::journal::Durability;
use timeloom::journal::storage::Memory;
use timeloom::session::Opening;
use timeloom_editor::app::App;
use timeloom_editor::command::{Command, ViewCommand};
use timeloom_editor::document::Document;
use timeloom_editor::settings::Tab;
use timeloom_editor::theme;

use crate::house::ask;
use crate::{Window, window};

const LEVEL: &str = "ruleset = \"fleet\"\n[[player]]\nname = \"Ada\"\nlines = 9\nships = [\"guardian\"]\n\
    [[player]]\nname = \"Brin\"\nlines = 9\nships = [\"guardian\"]\n";

const TABS: [Tab; 5] = [Tab::Actions, Tab::Tables, Tab::Branches, Tab::State, Tab::Compare];

/// Opens a window on a match and sits down as Brin.
fn seen_by_brin(seed: u64, actions: &str) -> Window {
    let header = catalog::find("fleet").unwrap().begin(LEVEL, seed).unwrap();
    let opening = Opening { durability: Durability::OnClose, progress: &mut |_| {} };
    let storage = Box::new(Memory::new(header.to_bytes()));
    let mut game = catalog::open_storage("a match", storage, opening).unwrap();
    for action in actions.split_whitespace() {
        let bytes = game.parse(action).unwrap();
        game.act(&bytes).unwrap();
    }
    // Nothing is painted before: pixels depend on which letters were painted earlier.
    game.sit(Some(1));
    let window = window(App::with_game(game));
    theme::steady(&window.ctx);
    window
}

/// Everything on the screen: every text that a screen reader finds, and every pixel.
fn seen(window: &mut Window) -> (Vec<String>, Vec<u8>) {
    window.run_ok();
    let pixels = window.render().expect("the window can be painted").into_raw();
    let words = |text: Option<String>| text.unwrap_or_default();
    let texts = window.query_all_by(|_| true).map(|node| {
        let node = node.accesskit_node();
        format!("{} {} {}", words(node.label()), words(node.value()), words(node.description()))
    });
    (texts.collect(), pixels)
}

#[track_caller]
fn check_same(what: &str, mut one: Window, mut other: Window) {
    for tab in TABS {
        for window in [&mut one, &mut other] {
            ask(window, Command::View(ViewCommand::Tab(tab)));
        }
        let ((texts, pixels), (other_texts, other_pixels)) = (seen(&mut one), seen(&mut other));
        assert!(texts.len() > 20, "{}: the panels are found", tab.name());
        assert_eq!(texts, other_texts, "{what}: {}", tab.name());
        assert!(pixels == other_pixels, "{what}: {} looks different", tab.name());
    }
}

#[test]
fn a_hidden_choice_changes_nothing_on_the_other_players_screen() {
    let [one, other] = ["roll A:build:orbital", "roll A:save"].map(|actions| seen_by_brin(1, actions));
    check_same("a choice", one, other);
}

#[test]
fn a_seed_with_the_same_past_changes_nothing_on_a_players_screen() {
    let die = |seed| {
        let window = seen_by_brin(seed, "roll");
        let document = crate::document(&window);
        document.game().at(document.here().id).data(document.view())["die"].clone()
    };
    let first = die(0);
    let other = (1..).find(|&seed| die(seed) == first).expect("a die has six sides");
    check_same("a seed", seen_by_brin(0, "roll"), seen_by_brin(other, "roll"));
}

#[test]
fn the_log_and_the_status_bar_follow_the_seat() {
    let mut window = seen_by_brin(1, "roll A:build:orbital");
    for seat in [None, Some(1)] {
        ask(&mut window, Command::View(ViewCommand::Seat(seat)));
    }
    window.get_by_label("turn 2: ? chosen in secret");
    assert!(seen(&mut window).0.iter().all(|text| !text.contains("seed 1") && !text.contains("rbital A")));
    ask(&mut window, Command::View(ViewCommand::Seat(None)));
    assert!(seen(&mut window).0.iter().any(|text| text.contains("A:build:orbital")));
}

#[test]
fn how_a_save_was_opened_is_told_to_a_player_without_byte_offsets() {
    let header = catalog::find("fleet").unwrap().begin(LEVEL, 1).unwrap();
    let game = catalog::open_bytes("a match", &header.to_bytes()).unwrap();
    let mut document = Document::new(game, Some("damaged at byte 57".to_owned()));
    assert_eq!(document.note(), Some("damaged at byte 57"));
    document.sit(Some(1));
    let told = document.note().expect("that something is wrong is no secret");
    assert!(!told.contains("57") && told.contains("without a seat"), "{told}");
    document.sit(None);
    assert_eq!(document.note(), Some("damaged at byte 57"));
}
