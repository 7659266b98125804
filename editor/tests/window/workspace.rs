//! A level, the log of its drawing and the game played on it: which files exist, and how they change.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom_editor::command::{Command, FileCommand};
use timeloom_editor::workspace::Mode;

use crate::house::{
    House, LEVEL, act, ask, change_mode, click, drawn, press, settle, told, wall, written_elsewhere,
};
use crate::{Window, document, turn, workspace};

const CTRL: Modifiers = Modifiers::COMMAND;

fn save(window: &mut Window) {
    press(window, CTRL, Key::S);
}

/// Changes the file like another program, and returns to the window.
fn change_on_disk(house: &House, window: &mut Window, text: &str) {
    written_elsewhere(&house.path("maze.toml"), text);
    window.input_mut().events.push(egui::Event::WindowFocused(true));
    settle(window);
}

#[test]
fn looking_at_a_level_leaves_no_files() {
    let house = House::new();
    let mut window = house.open();
    assert_eq!(workspace(&window).mode(), Mode::Draw);
    change_mode(&mut window);
    assert_eq!(workspace(&window).mode(), Mode::Play);
    window.state_mut().close().expect("there is nothing to write");
    drop(window);
    assert_eq!(house.files(), ["maze.toml"]);
    assert_eq!(house.read("maze.toml"), LEVEL);
}

#[test]
fn the_first_edit_and_the_first_act_make_the_logs() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    assert_eq!(house.files(), ["maze.drawing.loom", "maze.toml"]);
    change_mode(&mut window);
    act(&mut window, "E");
    assert_eq!(house.files(), ["maze.drawing.loom", "maze.play.loom", "maze.toml"]);
    assert_eq!(house.read("maze.toml"), LEVEL);
}

#[test]
fn a_saved_level_is_reopened_with_its_undo_its_branches_and_its_game() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    wall(&mut window, 3, 2);
    press(&mut window, CTRL, Key::Z);
    wall(&mut window, 1, 2);
    save(&mut window);
    assert!(!workspace(&window).is_unsaved());
    change_mode(&mut window);
    act(&mut window, "E");
    window.state_mut().close().expect("it can be written");
    drop(window);

    let mut window = house.open();
    assert_eq!(turn(&window), 1, "the game is where it was, and in front as it was");
    change_mode(&mut window);
    assert!(!workspace(&window).is_unsaved());
    assert_eq!(document(&window).game().node_count(), 4, "every stroke is there, on every branch");
    press(&mut window, CTRL, Key::Z);
    assert_eq!(turn(&window), 1);
    assert!(workspace(&window).is_unsaved());
}

#[test]
fn the_title_and_the_status_show_what_is_not_saved() {
    let house = House::new();
    let mut window = house.open();
    assert_eq!(window.state().title(), "maze.toml - Timeloom");
    wall(&mut window, 2, 2);
    assert_eq!(window.state().title(), "● maze.toml - Timeloom");
    window.get_by_label("not saved");
    press(&mut window, CTRL, Key::Z);
    assert!(!workspace(&window).is_unsaved(), "what is undone need not be saved");
    press(&mut window, CTRL, Key::Y);
    save(&mut window);
    assert_eq!(window.state().title(), "maze.toml - Timeloom");
    assert_eq!(told(&window), "saved maze.toml");
    assert_eq!(house.plain("maze.toml"), drawn(&window));
}

#[test]
fn after_a_kill_nothing_is_lost() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    save(&mut window);
    wall(&mut window, 3, 2);
    let text = drawn(&window);
    drop(window);

    let window = house.open();
    assert_eq!(drawn(&window), text);
    assert!(workspace(&window).is_unsaved());
    assert!(told(&window).contains("were restored"), "{}", told(&window));
}

/// Run by the test below in a separate process.
#[test]
#[ignore = "is killed"]
fn the_one_that_is_killed() {
    let Some(path) = std::env::var_os("TIMELOOM_KILLED") else { return };
    let mut window =
        crate::window(timeloom_editor::app::App::new(timeloom_editor::app_dirs::AppDirs::none()));
    ask(&mut window, Command::File(FileCommand::Open(path.clone().into())));
    wall(&mut window, 2, 2);
    wall(&mut window, 3, 2);
    std::fs::write(std::path::Path::new(&path).with_extension("ready"), "").expect("there is room");
    std::thread::sleep(std::time::Duration::from_secs(60));
}

#[test]
fn a_process_that_is_killed_leaves_everything_it_drew() {
    let house = House::new();
    let mut child = std::process::Command::new(std::env::current_exe().expect("this is a program"))
        .args(["--exact", "workspace::the_one_that_is_killed", "--ignored"])
        .env("TIMELOOM_KILLED", house.path("maze.toml"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it runs");
    let begun = std::time::Instant::now();
    while !house.path("maze.ready").exists() && begun.elapsed().as_secs() < 50 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().expect("it is there");
    child.wait().expect("it is dead");
    let window = house.open();
    assert_eq!(turn(&window), 2);
    assert!(workspace(&window).is_unsaved());
}

#[test]
fn what_another_program_wrote_meanwhile_is_one_step_in_the_log() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    save(&mut window);
    let mine = drawn(&window);
    window.state_mut().close().expect("it can be written");
    drop(window);

    house.write("maze.toml", &LEVEL.replace("Two steps", "Renamed elsewhere"));
    let mut window = house.open();
    assert!(drawn(&window).contains("Renamed elsewhere"));
    assert!(told(&window).contains("changed by another program"), "{}", told(&window));
    assert!(!workspace(&window).is_unsaved());
    press(&mut window, CTRL, Key::Z);
    assert_eq!(drawn(&window), mine);
}

#[test]
fn a_change_on_disk_is_noticed_and_can_be_taken_over() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    change_on_disk(&house, &mut window, &LEVEL.replace("Two steps", "Theirs"));
    assert!(told(&window).contains("maze.toml was changed by another program"));
    click(&mut window, "Reload");
    assert!(drawn(&window).contains("Theirs"));
    assert!(!workspace(&window).is_unsaved());
    press(&mut window, CTRL, Key::Z);
    assert!(drawn(&window).contains("Two steps"), "undo brings back what was drawn here");
}

#[test]
fn a_change_on_disk_can_be_left_and_is_not_written_over_unseen() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    let mine = drawn(&window);
    written_elsewhere(&house.path("maze.toml"), &LEVEL.replace("Two steps", "Theirs"));
    save(&mut window);
    assert!(house.read("maze.toml").contains("Theirs"), "it asks before it writes");
    click(&mut window, "Keep mine");
    assert!(workspace(&window).is_unsaved());
    save(&mut window);
    assert_eq!(house.plain("maze.toml"), mine);
    assert!(!workspace(&window).is_unsaved());
}

#[test]
fn a_file_that_is_gone_is_written_again() {
    let house = House::new();
    let mut window = house.open();
    std::fs::remove_file(house.path("maze.toml")).expect("it is there");
    window.input_mut().events.push(egui::Event::WindowFocused(true));
    settle(&mut window);
    assert!(told(&window).contains("deleted from disk"), "{}", told(&window));
    save(&mut window);
    assert_eq!(house.plain("maze.toml"), drawn(&window));
}

#[test]
fn a_damaged_log_is_set_aside_with_the_first_change_and_what_is_good_goes_on() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    let end = std::fs::metadata(house.path("maze.drawing.loom")).expect("it is there").len();
    wall(&mut window, 3, 2);
    wall(&mut window, 1, 2);
    drop(window);
    let mut bytes = std::fs::read(house.path("maze.drawing.loom")).expect("it is there");
    bytes[end as usize + 5] ^= 1;
    bytes[end as usize + 8] ^= 1;
    std::fs::write(house.path("maze.drawing.loom"), &bytes).expect("there is room");
    let damaged = |name: &str| std::fs::read(house.path(name)).expect("it is there") == bytes;

    let files = house.files();
    let mut window = house.open();
    assert!(told(&window).contains("readable part was recovered"), "{}", told(&window));
    assert_eq!(document(&window).game().node_count(), 2);
    window.state_mut().close().expect("there is nothing to write");
    drop(window);
    assert!(damaged("maze.drawing.loom") && house.files() == files, "looking changes nothing");

    let mut window = house.open();
    wall(&mut window, 1, 2);
    assert!(told(&window).contains("kept as maze.drawing-2.loom"), "{}", told(&window));
    assert!(damaged("maze.drawing-2.loom"));
    drop(window);
    let window = house.open();
    assert_eq!(document(&window).game().node_count(), 3);
}

#[test]
fn a_log_that_is_none_is_set_aside_and_a_new_one_begins() {
    let house = House::new();
    house.write("maze.drawing.loom", "dear reader");
    let mut window = house.open();
    assert!(told(&window).contains("a new one was started"), "{}", told(&window));
    assert_eq!(house.read("maze.drawing.loom"), "dear reader");
    wall(&mut window, 2, 2);
    assert_eq!(house.read("maze.drawing-2.loom"), "dear reader");
}

#[test]
fn a_second_window_opens_the_same_level_for_reading() {
    let house = House::new();
    let mut first = house.open();
    wall(&mut first, 2, 2);
    let mut second = house.open();
    second.get_by_label_contains("is open in another window");
    second.get_by_label("read only");
    assert_eq!(drawn(&second), drawn(&first));
    let edit = timeloom::sketch::Edit::Erase { cells: vec![], t: 0 };
    ask(&mut second, Command::Act(timeloom::game::ActionBytes(edit.to_bytes())));
    assert_eq!(drawn(&second), drawn(&first));
    wall(&mut first, 3, 2);
}

#[test]
fn a_second_window_goes_on_writing_when_the_first_is_gone() {
    let house = House::new();
    let mut first = house.open();
    wall(&mut first, 2, 2);
    let mut second = house.open();
    second.get_by_label_contains("is open in another window");
    let drawing = drawn(&first);
    drop(first);
    second.input_mut().events.push(egui::Event::WindowFocused(true));
    settle(&mut second);
    assert!(second.query_by_label_contains("is open in another window").is_none());
    assert_eq!(drawn(&second), drawing);
    wall(&mut second, 3, 2);
    assert_ne!(drawn(&second), drawing);
}

#[test]
fn a_lock_that_is_released_within_a_second_leaves_no_window_read_only() {
    let house = House::new();
    let file = std::fs::File::open(house.path("maze.toml")).expect("it is there");
    file.try_lock().expect("nobody has it");
    let killed = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(150));
        drop(file);
    });
    let mut window = house.open();
    killed.join().expect("it only sleeps");
    // On a machine that stands still for a second, the banner goes with the next look.
    window.input_mut().events.push(egui::Event::WindowFocused(true));
    settle(&mut window);
    assert!(window.query_by_label_contains("is open in another window").is_none());
    wall(&mut window, 2, 2);
}

#[test]
fn edits_that_went_into_another_log_and_were_never_saved_are_found_again() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    let lost = drawn(&window);
    drop(window);
    std::fs::rename(house.path("maze.drawing.loom"), house.path("maze.drawing-2.loom")).expect("it is there");
    house.write("maze.drawing-3.loom", "no log at all");
    let mut window = house.open();
    assert_eq!(turn(&window), 0);
    assert!(told(&window).contains("maze.drawing-2.loom holds edits of this level"), "{}", told(&window));
    assert!(!told(&window).contains("drawing-3"), "{}", told(&window));
    click(&mut window, "Open them");
    assert_eq!(drawn(&window), lost);
    drop(window);
    let mut window = house.open();
    wall(&mut window, 2, 2);
    press(&mut window, CTRL, Key::S);
    drop(window);
    assert_eq!(told(&house.open()), "", "the level has them now");
}

#[test]
fn a_second_window_is_kept_from_a_level_on_which_nothing_was_drawn_yet() {
    let house = House::new();
    let _first = house.open();
    let second = house.open();
    second.get_by_label_contains("is open in another window");
    assert!(document(&second).game().sealed().is_some());
}

#[test]
fn save_as_takes_the_logs_along_and_leaves_the_old_ones() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("copy"), None)));
    assert_eq!(workspace(&window).title(), "copy.toml");
    assert_eq!(house.files(), ["copy.drawing.loom", "copy.toml", "maze.drawing.loom", "maze.toml"]);
    assert_eq!(house.read("maze.toml"), LEVEL);
    assert!(!workspace(&window).is_unsaved());
    press(&mut window, CTRL, Key::Z);
    assert_eq!(turn(&window), 0, "undo came along");
}

#[test]
fn save_as_json_reads_back_as_the_same_level() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("maze.json"), None)));
    let text = drawn(&window);
    assert!(house.read("maze.json").trim_start().starts_with('{'));
    assert!(!workspace(&window).is_unsaved());
    assert!(text.contains("Two steps"));
}

#[test]
fn save_as_asks_before_it_replaces_a_file() {
    let house = House::new();
    house.write("other.toml", "theirs");
    let mut window = house.open();
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("other.toml"), None)));
    assert_eq!(house.read("other.toml"), "theirs");
    click(&mut window, "Replace");
    assert_eq!(workspace(&window).title(), "other.toml");
    assert_eq!(house.plain("other.toml"), drawn(&window));
}

#[test]
fn a_drawing_without_a_file_is_kept_listed_and_moves_when_it_is_saved() {
    let house = House::new();
    let mut window = house.window();
    press(&mut window, CTRL, Key::N);
    click(&mut window, "Create");
    assert_eq!(workspace(&window).file(), None);
    wall(&mut window, 2, 2);
    press(&mut window, CTRL, Key::W);
    assert!(window.state().workspace().is_none(), "nothing would be lost, so nothing is asked");
    drop(window);

    let mut window = house.window();
    click(&mut window, "drawing untitled.toml");
    assert_eq!(turn(&window), 1);
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("mine.toml"), None)));
    assert_eq!(window.state().message(), None);
    assert_eq!(workspace(&window).title(), "mine.toml");
    assert_eq!(turn(&window), 1);
    press(&mut window, CTRL, Key::W);
    assert!(window.query_by_label("drawing untitled.toml").is_none());
}

#[test]
fn a_level_file_with_faults_says_where_and_opens_nothing() {
    let house = House::new();
    house.write("maze.toml", "ruleset = \"unseen\"\n[map]\nrows = [\"#?#\"]\n");
    let window = house.open();
    assert!(window.state().workspace().is_none());
    assert!(window.state().message().is_some_and(|words| words.contains("maze.toml")));
}
