//! Opening real files: by command, by dialog, by dropping them; and the possible errors.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use timeloom::catalog;
use timeloom_editor::app::App;
use timeloom_editor::open::{self, OpenOptions};

use crate::house::{House, settle};
use crate::orchard::{opened, played};
use crate::{Window, document, onto, turn, window, workspace};
use timeloom_editor::app_dirs::AppDirs;

const LEVEL: &str = r#"
ruleset = "skirmish"

[meta]
name = "A short fight"

[arena]
rows = ["A...b", "B...a"]

[[faction]]
name = "red"
members = "AB"

[[faction]]
name = "blue"
members = "ab"
"#;

/// A real save of four ticks.
fn save(folder: &Path) -> PathBuf {
    let (level, path) = (folder.join("fight.toml"), folder.join("fight.loom"));
    std::fs::write(&level, LEVEL).expect("the folder can be written");
    let mut game = catalog::create(&level, None, 1, &path).expect("the level is good");
    for _ in 0..4 {
        let tick = game.parse("Tick").expect("a tick is an action");
        game.act(&tick).expect("a tick is legal");
    }
    game.close().expect("the save can be written");
    path
}

fn looking_at(path: &Path) -> Window {
    window(App::with_workspace(AppDirs::none(), open::save(path).expect("the save opens")))
}

#[derive(Debug)]
pub(crate) struct Dropped(pub(crate) PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn drop_file(window: &mut Window, path: &Path) {
    window.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path.to_owned())));
    crate::house::settle(window);
}

#[test]
fn a_save_opens_and_remembers_where_we_were() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = save(folder.path());
    let mut window = looking_at(&path);
    window.get_by_label("fight.loom");
    assert_eq!(turn(&window), 4);
    window.key_press_modifiers(Modifiers::COMMAND, Key::ArrowLeft);
    window.run();
    window.state_mut().close().expect("the save can be written");
    drop(window);
    assert_eq!(turn(&looking_at(&path)), 3);
}

#[test]
fn what_is_done_in_the_window_is_in_the_file() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = save(folder.path());
    let mut window = looking_at(&path);
    window.get_by_label_contains("Let a tick pass:").click();
    window.run();
    drop(window);
    assert_eq!(document(&looking_at(&path)).last_turn(), 5);
}

#[test]
fn a_save_that_is_being_written_elsewhere_opens_for_reading() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = save(folder.path());
    let _writer = open::save(&path).expect("the save opens");
    let window = looking_at(&path);
    window.get_by_label("read only");
    window.get_by_label_contains("open for writing in another program");
    window.get_by_label("nothing can be added to this save: it was opened for reading");
    assert!(window.get_by_label_contains("Let a tick pass:").accesskit_node().is_disabled());
}

#[test]
fn a_dropped_save_opens() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = save(folder.path());
    let mut window = window(App::new(AppDirs::none()));
    drop_file(&mut window, &path);
    assert_eq!(workspace(&window).title(), "fight.loom");
    drop_file(&mut window, &path);
    assert!(window.state().message().is_some_and(|words| words.ends_with("is open already")));
}

#[test]
fn a_file_that_does_not_open_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("letter.loom");
    std::fs::write(&path, "dear reader").expect("the folder can be written");
    let mut window = onto(played("SSEE").0);
    drop_file(&mut window, &path);
    window.get_by_label_contains("letter.loom");
    assert_eq!(turn(&window), 4);
    window.get_by_label("Close").click();
    window.run();
    assert_eq!(window.state().message(), None);
}

#[test]
fn the_dialog_lists_saves_and_opens_what_is_typed() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = save(folder.path());
    let mut window = window(App::new(AppDirs::none()));
    window.key_press_modifiers(Modifiers::COMMAND, Key::O);
    window.run();
    let line = window.get_by_label("path of the file");
    line.set_text_value_accesskit("");
    line.type_text(&path.display().to_string());
    window.run();
    window.get_by_label("fight.loom");
    crate::house::press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(workspace(&window).title(), "fight.loom");
    assert!(window.query_by_label("path of the file").is_none());
}

#[test]
fn no_shortcut_fires_while_somebody_types() {
    let mut window = onto(played("SSEE").0);
    window.key_press_modifiers(Modifiers::COMMAND, Key::O);
    window.run();
    for key in [Key::Home, Key::Space] {
        window.key_press(key);
    }
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run();
    assert_eq!(turn(&window), 4);
    window.key_press(Key::Escape);
    window.run();
    assert!(window.query_by_label("path of the file").is_none());
}

#[test]
fn a_damaged_save_shows_what_is_good_and_says_what_is_not() {
    let end = played("S").1.bytes().len();
    let mut bytes = played("SSEE").1.bytes();
    bytes[end + 5] ^= 1;
    let window = onto(opened(bytes).expect("what is good opens"));
    assert_eq!(document(&window).last_turn(), 1);
    window.get_by_label("damaged, read only");
    window.get_by_label_contains("damaged at byte");
    assert!(window.get_by_label("Walk south: walks to 0, 2").accesskit_node().is_disabled());
}

#[test]
fn a_save_whose_last_write_did_not_finish_can_go_on() {
    let mut bytes = played("SSEE").1.bytes();
    bytes.pop();
    let mut window = onto(opened(bytes).expect("what is good opens"));
    assert_eq!(document(&window).last_turn(), 3);
    window.get_by_label("last write unfinished");
    window.get_by_label("Walk south: walks to 1, 3").click();
    window.run();
    assert!(window.query_by_label("last write unfinished").is_none());
}

#[test]
fn a_file_that_takes_its_time_is_opened_beside_the_window() {
    let house = House::new();
    let begin =
        |patience| App::opening(house.app_dirs(), house.path("maze.toml"), OpenOptions::default(), patience);
    let slow = begin(Duration::ZERO).expect("it is a level");
    assert_ne!(slow.is_waiting(), slow.workspace().is_some());
    let mut window = window(slow);
    settle(&mut window);
    assert_eq!(window.state().title(), "maze.toml - Timeloom");
    drop(window);
    let quick = begin(Duration::from_secs(60)).expect("it is a level");
    assert!(!quick.is_waiting() && quick.workspace().is_some());
    house.write("maze.toml", "no level");
    assert!(begin(Duration::from_secs(60)).is_err(), "what fails at once is said where it was asked for");
}
