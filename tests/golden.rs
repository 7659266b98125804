//! Old saves that must open for ever, each with a readable playthrough: a change of the rules shows as a
//! difference in the text. And the samples, which must stay good.
//!
//! `UPDATE_GOLDEN=1 cargo test --test golden` writes the text of a save that has none yet. It never changes
//! one.

#[path = "common/catalog_entries.rs"]
mod catalog_entries;
#[path = "common/opened.rs"]
mod opened;
#[path = "common/tags.rs"]
mod tags;

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use catalog_entries::{catalog_entries, files, project};
use opened::open;
use tags::Tags;
use timeloom::game::{About, ActError, Game, History, Inspect};
use timeloom::journal::Health;
use timeloom::playthrough::playthrough;
use timeloom::rules::GameResult;
use timeloom::timeline::NodeId;

fn saves(folder: &str) -> Vec<PathBuf> {
    let saves = files(&format!("saves/{folder}"), "loom");
    assert!(!saves.is_empty());
    saves
}

#[test]
fn golden_saves_play_as_they_always_did() {
    for save in saves("golden") {
        let text = playthrough(open(&save).as_ref());
        let beside = save.with_extension("txt");
        if std::env::var_os("UPDATE_GOLDEN").is_some() && !beside.exists() {
            fs::write(&beside, &text).unwrap();
        }
        let expected = fs::read_to_string(&beside)
            .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_GOLDEN=1 writes it", beside.display()));
        let line = text.lines().zip(expected.lines()).position(|(now, then)| now != then);
        assert!(
            text == expected,
            "{} differs from line {:?} on",
            beside.display(),
            line.map(|line| line + 1)
        );
    }
}

#[test]
fn golden_saves_and_samples_are_whole_and_keep_their_invariants() {
    for save in saves("golden").into_iter().chain(saves("games")) {
        let game = open(&save);
        assert_eq!(game.health(), &Health::Whole, "{}", save.display());
        let nodes: Vec<_> = game.tree().ids().collect();
        game.visit(&nodes, &mut |moment| {
            assert_eq!(moment.broken(), None, "{} {}", save.display(), moment.id());
            ControlFlow::Continue(())
        });
    }
}

#[test]
fn a_save_that_is_written_again_from_memory_is_the_same_game() {
    for save in saves("golden").into_iter().chain(saves("games")) {
        let game = open(&save);
        let rebuilt = timeloom::catalog::open_bytes("rebuilt", &game.rebuilt().unwrap()).unwrap();
        assert!(playthrough(rebuilt.as_ref()) == playthrough(game.as_ref()), "{}", save.display());
        let place = |game: &dyn History| (game.cursor(), game.line().to_vec());
        assert_eq!(place(rebuilt.as_ref()), place(game.as_ref()), "{}", save.display());
        let notes = |game: &dyn History| format!("{:?}", game.tree().all_notes().nodes().collect::<Vec<_>>());
        assert_eq!(notes(rebuilt.as_ref()), notes(game.as_ref()), "{}", save.display());
    }
}

fn results(game: &dyn Inspect) -> Vec<GameResult> {
    game.tree().tips().filter_map(|tip| game.at(tip).result()).collect()
}

#[test]
fn every_sample_game_has_a_branch_that_was_played_to_its_end() {
    for save in saves("games") {
        assert!(!results(open(&save).as_ref()).is_empty(), "{}: play one branch to its end", save.display());
    }
}

#[test]
fn every_ruleset_has_a_sample_game_that_is_left_on_a_branch_with_something_to_scrub() {
    let games: Vec<_> = saves("games").iter().map(|save| open(save)).collect();
    for entry in catalog_entries().into_iter().filter(|entry| !entry.drawing) {
        let is_long = games.iter().any(|game| entry.holds(&game.about()) && game.line().len() > 5);
        assert!(is_long, "{}: leave a sample game on a branch with five turns", entry.name);
    }
}

/// A sample game of this name.
fn sample(name: &str) -> Box<dyn Game> {
    open(&project("saves/games").join(name))
}

#[test]
fn the_samples_show_a_detection_and_a_branch_in_time() {
    let seen = results(sample("unseen-behind-his-back.loom").as_ref());
    assert!(
        matches!(&seen[..], [GameResult::Lost(why), GameResult::Won(_)] if why.contains("seen by guard"))
    );
    let game = sample("unseen-borrowed-time.loom");
    assert_eq!(game.tree().child_count(NodeId(7)), 2);
}

#[test]
fn the_accomplice_is_refused_what_an_earlier_turn_needs() {
    let mut game = sample("unseen-my-own-accomplice.loom");
    assert!(
        game.node(game.cursor()).notes.bookmark.is_some_and(|text| text.starts_with("PN is refused here"))
    );
    let push = game.parse("PN").unwrap();
    let Err(ActError::Illegal { refused, .. }) = game.act(&push) else { panic!("it was allowed") };
    assert_eq!((refused.code.as_str(), &refused.context["broken_turn"]), ("Paradox", &4.into()));
}

/// No save contains a refused action, so it is tried at the end of one.
#[test]
fn a_fighter_who_is_busy_takes_no_orders() {
    let mut game = open(&project("saves/golden/skirmish-2-nobody-begins.loom"));
    game.seek(NodeId::ROOT);
    for action in ["A:heavy:E", "Tick"] {
        let action = game.parse(action).unwrap();
        game.act(&action).unwrap();
    }
    let order = game.parse("A:hold").unwrap();
    let Err(ActError::Illegal { refused, .. }) = game.act(&order) else { panic!("it was allowed") };
    assert_eq!(refused.code, "Busy");
}

/// Returns the names of the codes in the golden saves of an entry. Drawings share theirs: not every kit has
/// all kinds of fields.
fn tags_of(entry: &catalog_entries::CatalogEntry) -> BTreeSet<String> {
    let saves = saves("golden").into_iter().map(|save| open(&save));
    let counts = |about: &About| if entry.drawing { about.drawing } else { entry.holds(about) };
    let games: Vec<_> = saves.filter(|game| counts(&game.about())).collect();
    let actions = games.iter().flat_map(|game| game.tree().ids().skip(1).map(|id| game.node(id).action));
    actions.flat_map(|action| (Tags::new(entry).of)(&action)).collect()
}

#[test]
fn golden_saves_hold_every_action_and_every_edit() {
    for entry in catalog_entries() {
        let all: BTreeSet<_> = (Tags::new(&entry).all)().into_iter().collect();
        assert_eq!(
            tags_of(&entry),
            all,
            "what the golden saves hold of {0}, and what there is: add saves/golden/NAME-VERSION.loom",
            entry.name
        );
    }
}

#[test]
fn golden_saves_of_several_formats_hold_names_bookmarks_branches_and_a_cursor_in_the_past() {
    for format in [1, 2, 4] {
        let games: Vec<_> = saves("golden").into_iter().map(|save| open(&save)).collect();
        let games: Vec<_> = games.iter().filter(|game| game.about().format == format).collect();
        let any = |holds: &dyn Fn(&dyn History, NodeId) -> bool| {
            games.iter().any(|game| game.tree().ids().any(|id| holds(game.as_ref(), id)))
        };
        assert!(any(&|game, id| game.node(id).notes.name.is_some()), "a name in format {format}");
        assert!(any(&|game, id| game.node(id).notes.bookmark.is_some()), "a bookmark in format {format}");
        assert!(any(&|game, id| game.tree().is_fork(id)), "a branch in format {format}");
        let past = |game: &dyn History, id| id == game.cursor() && !game.tree().is_tip(id);
        assert!(any(&past), "a cursor in the past in format {format}");
    }
}

#[test]
fn a_golden_save_holds_an_order_in_its_long_form() {
    let path = project("saves/golden/skirmish-2-three-hundred.loom");
    let game = open(&path);
    let order = game.parse("300:move:S").unwrap();
    assert_eq!(order.0[..2], [255, 1]);
    let played = game.tree().ids().any(|id| game.node(id).action == "300:move:S");
    assert!(played && fs::read(path).unwrap().windows(order.0.len()).any(|bytes| bytes == order.0));
}
