//! A disk that fails while the window is open: the user continues, is told, and loses nothing.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom::catalog::{self, Opening};
use timeloom::game::{ActionBytes, Game};
use timeloom::journal::Durability;
use timeloom::journal::file::{Access, FileStorage};
use timeloom::scene::Cell;
use timeloom::sketch::Edit;
use timeloom_editor::app::App;
use timeloom_editor::command::{Command, FileCommand};
use timeloom_editor::document::{Document, StoredGame};
use timeloom_editor::log_storage::{Guarded, GuardedCall};
use timeloom_editor::workspace::{Documents, LevelFile, Workspace};

use crate::house::{House, LEVEL, act, ask, change_mode, click, press, settle, told, wall};
use crate::{Window, turn, window, workspace};

const CTRL: Modifiers = Modifiers::COMMAND;

/// A window on files in a folder of its own, whose logs are on a disk that can fail.
struct Shaky {
    house: House,
    window: Window,
    fails: Arc<AtomicBool>,
}

impl Shaky {
    /// Opens a drawing of the level, with its log on the failing disk.
    fn drawing() -> Self {
        Self::new(|level, log, fails| {
            drop(catalog::draw(level, None, log).expect("the level is good"));
            let drawing = Document::new(StoredGame::in_file(on(log, fails), log.to_owned()), None);
            let mut level_file = LevelFile { level: Some(level.to_owned()), ..LevelFile::default() };
            level_file.wrote(LEVEL.to_owned(), drawing.level_text(), Some(drawing.here().id));
            Workspace::new(Some(level.to_owned()), Documents::drawing(drawing, None), level_file)
        })
    }

    /// Opens a game, with its log on the failing disk.
    fn game() -> Self {
        Self::new(|level, log, fails| {
            drop(catalog::create(level, None, 0, log).expect("the level is good"));
            Workspace::play(
                Document::new(StoredGame::in_file(on(log, fails), log.to_owned()), None),
                Some(log.to_owned()),
            )
        })
    }

    fn new(open: impl Fn(&Path, &Path, &Arc<AtomicBool>) -> Workspace) -> Self {
        let (house, fails) = (House::new(), Arc::new(AtomicBool::new(false)));
        std::fs::create_dir(house.path("deep")).expect("there is room");
        house.write("deep/maze.toml", LEVEL);
        let workspace = open(&house.path("deep/maze.toml"), &house.path("deep/maze.drawing.loom"), &fails);
        let window = window(App::with_workspace(house.app_dirs(), workspace));
        Self { house, window, fails }
    }

    /// The log fails from now on, and so does every new file beside it.
    fn lose_folder(&self) {
        self.fails.store(true, Ordering::Relaxed);
        std::fs::rename(self.house.path("deep"), self.house.path("away")).expect("it is there");
    }

    fn wall(&mut self, x: u32) {
        let edit = Edit::Paint { brush: "wall".into(), cells: vec![Cell { x, y: 2 }], t: 0 };
        ask(&mut self.window, Command::Act(ActionBytes(edit.to_bytes())));
        assert_eq!(self.window.state().message(), None);
    }

    /// Number of nodes in the log at this path.
    fn nodes_in(&self, name: &str) -> usize {
        let bytes = std::fs::read(self.house.path(name)).expect("it is there");
        let log = catalog::open_bytes(name, &bytes).expect("it is a save");
        assert_eq!(log.health().complaint(), None);
        log.node_count()
    }

    /// Lets time pass until the log is on disk.
    fn wait_until_written(&mut self) {
        for _ in 0..1000 {
            if workspace(&self.window).unwritten().is_none() {
                return settle(&mut self.window);
            }
            self.window.step();
        }
        panic!("it was never tried again");
    }
}

fn on(log: &Path, fails: &Arc<AtomicBool>) -> Box<dyn Game> {
    let inner = FileStorage::open(log, Access::Write).expect("nobody has it");
    let fails = fails.clone();
    let guard = move |call| match call {
        GuardedCall::Sync if fails.load(Ordering::Relaxed) => Err(io::Error::other("the disk has failed")),
        _ => Ok(()),
    };
    let storage = Box::new(Guarded::new(Box::new(inner), Box::new(guard)));
    let opening = Opening { durability: Durability::EachAction, progress: &mut |_| {} };
    catalog::open_storage("log", storage, opening).expect("it is a save")
}

#[test]
fn after_a_sync_that_failed_the_whole_log_is_in_a_new_file_and_the_old_one_is_kept() {
    let mut shaky = Shaky::drawing();
    shaky.wall(1);
    shaky.fails.store(true, Ordering::Relaxed);
    shaky.wall(2);
    shaky.wall(3);
    assert_eq!(turn(&shaky.window), 3);
    let told = told(&shaky.window);
    assert!(told.contains("the log is on disk again"), "{told}");
    assert!(told.contains("kept as maze.drawing-2.loom"), "{told}");
    shaky.window.get_by_label("not saved");
    assert_eq!(shaky.nodes_in("deep/maze.drawing.loom"), 4);
    assert_eq!(shaky.nodes_in("deep/maze.drawing-2.loom"), 2);
}

#[test]
fn while_nothing_can_be_written_the_user_goes_on_in_memory_and_is_told() {
    let mut shaky = Shaky::drawing();
    shaky.wall(1);
    shaky.lose_folder();
    shaky.wall(2);
    shaky.wall(3);
    press(&mut shaky.window, CTRL, Key::Z);
    assert_eq!(
        (turn(&shaky.window), workspace(&shaky.window).drawing().map(Document::last_turn)),
        (2, Some(3))
    );
    shaky.window.get_by_label("not on disk");
    shaky.window.get_by_label_contains("You can continue; your work is kept in memory");
    press(&mut shaky.window, Modifiers::NONE, Key::Escape);
    shaky.window.get_by_label_contains("Not on disk: ");
}

#[test]
fn it_keeps_trying_and_says_when_it_worked() {
    let mut shaky = Shaky::drawing();
    shaky.lose_folder();
    shaky.wall(1);
    shaky.wall(2);
    std::fs::create_dir(shaky.house.path("deep")).expect("there is room");
    shaky.wait_until_written();
    assert!(shaky.window.query_by_label("not on disk").is_none());
    assert!(told(&shaky.window).contains("the log is on disk again"), "{}", told(&shaky.window));
    assert_eq!(shaky.nodes_in("deep/maze.drawing.loom"), 3);
    shaky.wall(3);
    assert_eq!(shaky.nodes_in("deep/maze.drawing.loom"), 4);
}

#[test]
fn trying_again_by_hand_works_at_once() {
    let mut shaky = Shaky::drawing();
    shaky.lose_folder();
    shaky.wall(1);
    click(&mut shaky.window, "Try again");
    shaky.window.get_by_label("not on disk");
    std::fs::create_dir(shaky.house.path("deep")).expect("there is room");
    click(&mut shaky.window, "Try again");
    assert_eq!(shaky.nodes_in("deep/maze.drawing.loom"), 2);
}

#[test]
fn quitting_closing_and_opening_something_else_ask_while_something_is_only_in_memory() {
    let mut shaky = Shaky::game();
    shaky.lose_folder();
    step(&mut shaky.window);
    let other = Command::File(FileCommand::Open(shaky.house.path("maze.toml")));
    for command in [other, Command::File(FileCommand::Close), Command::File(FileCommand::Quit)] {
        ask(&mut shaky.window, command);
        shaky.window.get_by_label("Save elsewhere");
        click(&mut shaky.window, "Cancel");
        assert!(!shaky.window.state().is_leaving());
        assert_eq!(turn(&shaky.window), 1);
    }
    press(&mut shaky.window, CTRL, Key::Q);
    click(&mut shaky.window, "Leave anyway");
    assert!(shaky.window.state().is_leaving());
}

#[test]
fn saving_elsewhere_keeps_everything_and_then_does_what_was_asked() {
    let mut shaky = Shaky::game();
    shaky.lose_folder();
    step(&mut shaky.window);
    press(&mut shaky.window, CTRL, Key::Q);
    click(&mut shaky.window, "Save elsewhere");
    let quit = Some(Box::new(FileCommand::Quit));
    ask(&mut shaky.window, Command::File(FileCommand::SaveAs(shaky.house.path("rescued.loom"), quit)));
    assert!(shaky.window.state().is_leaving());
    assert_eq!(shaky.window.state().message(), None);
    assert_eq!(shaky.nodes_in("rescued.loom"), 2);
}

#[test]
fn a_drawing_is_saved_elsewhere_with_its_whole_history() {
    let mut shaky = Shaky::drawing();
    shaky.wall(1);
    shaky.lose_folder();
    shaky.wall(2);
    ask(&mut shaky.window, Command::File(FileCommand::SaveAs(shaky.house.path("rescued.toml"), None)));
    assert_eq!(shaky.window.state().message(), None);
    assert_eq!((workspace(&shaky.window).title(), turn(&shaky.window)), ("rescued.toml".to_owned(), 2));
    assert_eq!(workspace(&shaky.window).unwritten(), None);
    assert_eq!(shaky.nodes_in("rescued.drawing.loom"), 3);
}

#[test]
fn saving_a_game_that_is_only_in_memory_asks_where() {
    let mut shaky = Shaky::game();
    shaky.lose_folder();
    step(&mut shaky.window);
    press(&mut shaky.window, CTRL, Key::S);
    assert_eq!(told(&shaky.window), "");
    shaky.window.get_by_label("Save as");
}

#[test]
fn a_stranger_who_took_the_name_of_the_log_keeps_his_file() {
    let mut shaky = Shaky::drawing();
    shaky.wall(1);
    shaky.fails.store(true, Ordering::Relaxed);
    std::fs::rename(shaky.house.path("deep/maze.drawing.loom"), shaky.house.path("taken.loom"))
        .expect("it is there");
    shaky.house.write("deep/maze.drawing.loom", "theirs");
    shaky.wall(2);
    assert_eq!(shaky.house.read("deep/maze.drawing-2.loom"), "theirs");
    assert_eq!(shaky.nodes_in("deep/maze.drawing.loom"), 3);
    assert!(told(&shaky.window).contains("kept as maze.drawing-2.loom"), "{}", told(&shaky.window));
}

#[test]
fn a_log_that_was_emptied_behind_our_back_is_written_again_from_memory() {
    let mut shaky = Shaky::drawing();
    (1..3).for_each(|x| shaky.wall(x));
    std::fs::write(shaky.house.path("deep/maze.drawing.loom"), "").expect("it is there");
    shaky.fails.store(true, Ordering::Relaxed);
    shaky.wall(3);
    assert_eq!(shaky.nodes_in("deep/maze.drawing.loom"), 4);
}

/// Moves or deletes the log under an open window. Checks that the whole drawing is in the log again, and that
/// the file that replaced it is kept.
fn check_pulled_away(pull: impl Fn(&House, &Path), kept: Option<&str>) {
    let house = House::new();
    let (mut window, log) = (house.open(), house.path("maze.drawing.loom"));
    wall(&mut window, 1, 2);
    wall(&mut window, 2, 2);
    pull(&house, &log);
    wall(&mut window, 3, 2);
    wall(&mut window, 3, 1);
    assert!(told(&window).contains("the log is on disk again"), "{}", told(&window));
    assert_eq!(workspace(&window).unwritten(), None);
    drop(window);
    let bytes = std::fs::read(&log).expect("it is there");
    assert_eq!(catalog::open_bytes("log", &bytes).expect("it is a save").node_count(), 5);
    if let Some(text) = kept {
        assert_eq!(house.read("maze.drawing-2.loom"), text);
    }
}

#[test]
fn a_log_that_is_pulled_away_is_written_again_and_nothing_is_overwritten() {
    check_pulled_away(|_, log| std::fs::remove_file(log).expect("it is there"), None);
    check_pulled_away(
        |house, log| std::fs::rename(log, house.path("moved.loom")).expect("it is there"),
        None,
    );
    check_pulled_away(|_, log| std::fs::write(log, "").expect("it is there"), Some(""));
    check_pulled_away(
        |house, log| {
            house.write("new", "theirs");
            std::fs::rename(house.path("new"), log).expect("it is there");
        },
        Some("theirs"),
    );
}

/// Moves or deletes a log, makes the window notice it in some way, and checks that the log is there again
/// with all its nodes.
fn check_noticed(name: &str, nodes: usize, pull: impl Fn(&Path), notice: impl Fn(&mut Window)) {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 1, 2);
    change_mode(&mut window);
    act(&mut window, "E");
    pull(&house.path(name));
    notice(&mut window);
    assert_eq!(workspace(&window).unwritten(), None);
    assert!(told(&window).contains("the log is on disk again"), "{}", told(&window));
    drop(window);
    let bytes = std::fs::read(house.path(name)).expect("it is there");
    assert_eq!(catalog::open_bytes("log", &bytes).expect("it is a save").node_count(), nodes);
}

#[test]
fn a_log_that_is_pulled_away_is_written_again_by_saving_leaving_and_coming_back() {
    let remove = |path: &Path| std::fs::remove_file(path).expect("it is there");
    let empty = |path: &Path| std::fs::write(path, "").expect("it is there");
    let come_back = |window: &mut Window| {
        window.input_mut().events.push(egui::Event::WindowFocused(true));
        settle(window);
    };
    for name in ["maze.drawing.loom", "maze.play.loom"] {
        for pull in [&remove as &dyn Fn(&Path), &empty] {
            check_noticed(name, 2, pull, |window| press(window, CTRL, Key::S));
            check_noticed(name, 2, pull, |window| press(window, CTRL, Key::Q));
            check_noticed(name, 2, pull, come_back);
        }
    }
}

/// Opens a save on its own, and takes a step.
fn playing(house: &House) -> Window {
    std::fs::create_dir(house.path("deep")).expect("there is room");
    let save = house.path("deep/g.loom");
    drop(catalog::create(&house.path("maze.toml"), None, 0, &save).expect("the level is good"));
    let mut window = house.window();
    ask(&mut window, Command::File(FileCommand::Open(save)));
    step(&mut window);
    window
}

#[test]
fn a_game_is_called_saved_only_if_its_file_is_in_place() {
    let house = House::new();
    let mut window = playing(&house);
    std::fs::remove_file(house.path("deep/g.loom")).expect("it is there");
    press(&mut window, CTRL, Key::S);
    assert!(told(&window).contains("every turn is already saved"), "{}", told(&window));
    let bytes = std::fs::read(house.path("deep/g.loom")).expect("it is there again");
    assert_eq!(catalog::open_bytes("g.loom", &bytes).expect("it is a save").node_count(), 2);
    std::fs::remove_dir_all(house.path("deep")).expect("it is there");
    press(&mut window, CTRL, Key::S);
    window.get_by_label("Save as");
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, CTRL, Key::Q);
    window.get_by_label("Save elsewhere");
    assert!(!window.state().is_leaving());
}

#[test]
fn a_game_whose_file_is_gone_is_written_again_before_the_window_closes() {
    let house = House::new();
    let mut window = playing(&house);
    std::fs::remove_file(house.path("deep/g.loom")).expect("it is there");
    window.state_mut().close().expect("there is room");
    let bytes = std::fs::read(house.path("deep/g.loom")).expect("it is there again");
    assert_eq!(catalog::open_bytes("g.loom", &bytes).expect("it is a save").node_count(), 2);
}

#[test]
fn a_log_whose_folder_is_gone_is_kept_in_memory_until_it_is_saved_elsewhere() {
    let house = House::new();
    std::fs::create_dir(house.path("deep")).expect("there is room");
    std::fs::rename(house.path("maze.toml"), house.path("deep/maze.toml")).expect("it is there");
    let mut window = house.window();
    ask(&mut window, Command::File(FileCommand::Open(house.path("deep/maze.toml"))));
    wall(&mut window, 1, 2);
    std::fs::remove_dir_all(house.path("deep")).expect("it is there");
    wall(&mut window, 2, 2);
    window.get_by_label("not on disk");
    press(&mut window, CTRL, Key::Q);
    window.get_by_label("Save elsewhere");
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("rescued.toml"), None)));
    assert_eq!((turn(&window), workspace(&window).unwritten()), (2, None));
}

/// Takes a step in the game in front.
fn step(window: &mut Window) {
    crate::house::act(window, "S");
}
