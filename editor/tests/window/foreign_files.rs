//! Files of other programs at paths that the editor needs: each survives, under some name, and the window
//! reports the name.

use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use timeloom::catalog;
use timeloom::game::{Game, Play};
use timeloom_editor::command::{Command, FileCommand};

use crate::house::{House, LEVEL, act, ask, change_mode, click, drawn, press, told, wall, written_elsewhere};
use crate::{Window, document, workspace};

const CTRL: Modifiers = Modifiers::COMMAND;
const PLAY: &str = "maze.play.loom";

/// Starts a game on the level like another program.
fn begin(house: &House) -> Box<dyn Game> {
    catalog::create(&house.path("maze.toml"), None, 7, &house.path(PLAY)).expect("the level is good")
}

fn step(game: &mut dyn Play) {
    let action = game.parse(if game.node_count() == 1 { "S" } else { "E" }).expect("it is an action");
    game.act(&action).expect("it is legal");
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("it is there")
}

/// Draws, plays on the changed level, and takes a step there.
fn draw_and_play(window: &mut Window) {
    wall(window, 3, 2);
    change_mode(window);
    act(window, "S");
}

/// Checks that a file that appears beside the open level survives drawing and playing, and that its new name
/// is reported.
fn check_survives(put: impl Fn(&House)) {
    let house = House::new();
    let mut window = house.open();
    put(&house);
    let theirs = bytes(&house.path(PLAY));
    draw_and_play(&mut window);
    assert_eq!(bytes(&house.path("maze.play-2.loom")), theirs);
    assert!(told(&window).contains("maze.play.loom is kept as maze.play-2.loom"), "{}", told(&window));
    drop(window);
    let ours = catalog::open_bytes(PLAY, &bytes(&house.path(PLAY))).expect("it is a save");
    assert_eq!((ours.node_count(), ours.about().seed), (2, Some(0)));
}

#[test]
fn a_game_that_another_program_made_and_played_is_kept() {
    check_survives(|house| step(&mut *begin(house)));
}

#[test]
fn a_save_of_a_newer_format_is_kept() {
    check_survives(|house| {
        drop(begin(house));
        let newer = with_format(bytes(&house.path(PLAY)), 999);
        assert!(
            catalog::open_bytes(PLAY, &newer).is_err_and(|error| error.to_string().contains("format 999"))
        );
        std::fs::write(house.path(PLAY), newer).expect("there is room");
    });
}

#[test]
fn a_drawing_log_with_the_name_of_a_play_log_is_kept() {
    check_survives(|house| {
        catalog::draw(&house.path("maze.toml"), None, &house.path(PLAY))
            .map(drop)
            .expect("the level is good");
    });
}

#[test]
fn something_that_is_no_save_at_all_is_kept() {
    check_survives(|house| house.write(PLAY, "dear reader"));
}

/// Checks that a file that exists from the beginning survives as well.
fn check_survives_from_the_beginning(name: &str, other: &str, put: impl Fn(&House)) {
    let house = House::new();
    put(&house);
    let theirs = bytes(&house.path(name));
    let mut window = house.open();
    draw_and_play(&mut window);
    assert_eq!(bytes(&house.path(other)), theirs);
    assert!(told(&window).contains(&format!("{name} is kept as {other}")), "{}", told(&window));
}

#[test]
fn a_save_of_a_newer_program_that_was_there_at_opening_is_kept() {
    check_survives_from_the_beginning(PLAY, "maze.play-2.loom", |house| {
        drop(begin(house));
        let newer = with_format(bytes(&house.path(PLAY)), 999);
        std::fs::write(house.path(PLAY), newer).expect("there is room");
    });
}

#[test]
fn a_game_without_turns_that_was_there_at_opening_is_kept() {
    check_survives_from_the_beginning(PLAY, "maze.play-2.loom", |house| drop(begin(house)));
}

#[test]
fn a_game_with_the_name_of_a_drawing_log_is_kept() {
    check_survives_from_the_beginning("maze.drawing.loom", "maze.drawing-2.loom", |house| {
        step(&mut *begin(house));
        std::fs::rename(house.path(PLAY), house.path("maze.drawing.loom")).expect("it is there");
    });
}

#[test]
fn a_game_that_was_locked_and_empty_at_opening_stays_and_is_played_on_by_the_other_program() {
    let house = House::new();
    let mut theirs = begin(&house);
    let mut window = house.open();
    step(&mut *theirs);
    draw_and_play(&mut window);
    step(&mut *theirs);
    theirs.close().expect("it can be written");
    drop(window);
    assert_eq!(bytes(&house.path(PLAY)), theirs.bytes().expect("it can be read"));
    let ours = catalog::open_bytes("ours", &bytes(&house.path("maze.play-2.loom"))).expect("it is a save");
    assert_eq!((ours.node_count(), ours.about().seed), (2, Some(7)));
}

#[test]
fn a_game_that_another_program_is_playing_stays_and_ours_gets_another_name() {
    let house = House::new();
    let mut window = house.open();
    let mut theirs = begin(&house);
    draw_and_play(&mut window);
    let told = told(&window);
    assert!(told.contains("in another program") && told.contains("kept as maze.play-2.loom"), "{told}");
    step(&mut *theirs);
    assert_eq!(theirs.node_count(), 2);
    assert_eq!(bytes(&house.path(PLAY)), theirs.bytes().expect("it can be read"));
    assert_eq!(document(&window).stored().path(), Some(house.path("maze.play-2.loom").as_path()));
}

#[test]
fn a_second_window_that_only_reads_moves_no_log_of_the_first() {
    let house = House::new();
    let mut first = house.open();
    change_mode(&mut first);
    act(&mut first, "S");
    change_mode(&mut first);
    wall(&mut first, 3, 2);
    let files = house.files();
    let mut second = house.open();
    change_mode(&mut second);
    change_mode(&mut second);
    assert_eq!(house.files(), files);
    change_mode(&mut first);
    assert_eq!(first.state().message(), None);
}

#[test]
fn a_file_that_is_replaced_by_save_as_is_kept_under_another_name() {
    let house = House::new();
    house.write("other.toml", "theirs");
    house.write("other.play.loom", "their game");
    let mut window = house.open();
    wall(&mut window, 3, 2);
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("other.toml"), None)));
    click(&mut window, "Replace");
    assert_eq!(
        (house.read("other-2.toml"), house.plain("other.toml")),
        ("theirs".to_owned(), drawn(&window))
    );
    assert_eq!(house.read("other.play-2.loom"), "their game");
    let told = told(&window);
    assert!(told.contains("kept as other-2.toml") && told.contains("kept as other.play-2.loom"), "{told}");
}

#[test]
fn a_level_that_is_open_elsewhere_is_not_replaced() {
    let house = House::new();
    house.write("other.toml", LEVEL);
    let mut first = house.window();
    ask(&mut first, Command::File(FileCommand::Open(house.path("other.toml"))));
    let mut window = house.open();
    ask(&mut window, Command::File(FileCommand::Replace(house.path("other.toml"), None)));
    assert_eq!(house.read("other.toml"), LEVEL);
    assert!(window.state().message().is_some_and(|words| words.contains("in another program")));
}

#[test]
fn the_log_of_an_untitled_drawing_stays_in_the_folder_of_the_app_when_it_is_saved_elsewhere() {
    let house = House::new();
    let mut window = house.window();
    press(&mut window, CTRL, Key::N);
    click(&mut window, "Create");
    wall(&mut window, 2, 2);
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("mine.toml"), None)));
    let mine = bytes(&house.path("mine.drawing.loom"));
    assert_eq!(bytes(&house.path("home/drawings/untitled.drawing.loom.moved")), mine);
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("home/drawings/x.toml"), None)));
    assert!(window.state().message().is_some_and(|words| words.contains("drawings without a file")));
}

#[test]
fn what_another_program_wrote_is_kept_even_if_ours_is_chosen() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    let theirs = LEVEL.replace("Two steps", "Theirs");
    written_elsewhere(&house.path("maze.toml"), &theirs);
    press(&mut window, CTRL, Key::S);
    click(&mut window, "Keep mine");
    press(&mut window, CTRL, Key::S);
    assert_eq!((house.plain("maze.toml"), house.read("maze-2.toml")), (drawn(&window), theirs));
    assert!(told(&window).contains("kept as maze-2.toml"), "{}", told(&window));
    wall(&mut window, 3, 2);
    press(&mut window, CTRL, Key::S);
    assert!(!house.files().contains(&"maze-3.toml".to_owned()), "what we wrote ourselves is not kept");
}

#[test]
fn a_change_that_leaves_time_and_size_of_the_file_alone_is_not_written_over() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    let before =
        std::fs::metadata(house.path("maze.toml")).and_then(|about| about.modified()).expect("a time");
    house.write("maze.toml", &LEVEL.replace("Two", "Six"));
    let file = std::fs::File::options().append(true).open(house.path("maze.toml")).expect("it is there");
    file.set_modified(before).expect("the clock can be set");
    press(&mut window, CTRL, Key::S);
    assert!(house.read("maze.toml").contains("Six steps"));
    window.get_by_label("Reload");
}

#[test]
fn a_level_file_that_can_no_longer_be_read_is_not_written_over() {
    let house = House::new();
    let mut window = house.open();
    wall(&mut window, 2, 2);
    std::fs::write(house.path("maze.toml"), [0xFF, 0xFE]).expect("there is room");
    press(&mut window, CTRL, Key::S);
    assert_eq!(bytes(&house.path("maze.toml")), [0xFF, 0xFE]);
    assert!(told(&window).contains("cannot be read"), "{}", told(&window));
    click(&mut window, "Keep mine");
    press(&mut window, CTRL, Key::S);
    assert_eq!(bytes(&house.path("maze-2.toml")), [0xFF, 0xFE]);
    assert_eq!(house.plain("maze.toml"), drawn(&window));
    assert!(!workspace(&window).is_unsaved());
}

#[test]
fn looking_at_a_copy_or_a_backup_writes_nothing_into_the_log_of_the_level() {
    for name in ["maze.toml~", "maze.TOML", "maze.bak", "maze.toml.orig", "maze"] {
        let house = House::new();
        let mut window = house.open();
        draw_and_play(&mut window);
        change_mode(&mut window);
        press(&mut window, CTRL, Key::S);
        drop(window);
        let (level, logs) = (house.read("maze.toml"), ["maze.drawing.loom", PLAY].map(|log| house.path(log)));
        let before = logs.each_ref().map(|log| bytes(log));
        house.write(name, &LEVEL.replace("Two steps", "Backup"));
        let mut window = house.window();
        ask(&mut window, Command::File(FileCommand::Open(house.path(name))));
        wall(&mut window, 1, 2);
        drop(window);
        assert_eq!(logs.each_ref().map(|log| bytes(log)), before, "{name}");
        let mut window = house.open();
        press(&mut window, CTRL, Key::S);
        assert_eq!(
            (house.read("maze.toml"), told(&window).contains("changed by another")),
            (level, false),
            "{name}"
        );
    }
}

#[test]
fn settings_that_another_program_broke_are_kept_each_time() {
    let house = House::new();
    let mut window = house.window();
    for name in ["settings.toml.broken", "settings.toml.broken-2"] {
        std::fs::create_dir_all(house.path("home")).expect("there is room");
        house.write("home/settings.toml", name);
        let scale = window.state().settings().scale;
        window.state_mut().settings_mut().scale = scale + 0.1;
        window.run();
        assert_eq!(house.read(&format!("home/{name}")), name);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_and_a_folder_that_were_there_at_opening_are_kept_like_ones_that_come_later() {
    use std::os::unix::fs::FileTypeExt;
    let house = House::new();
    let made = std::process::Command::new("mkfifo").arg(house.path("maze.drawing.loom")).status();
    assert!(made.expect("the command is there").success());
    std::fs::create_dir(house.path(PLAY)).expect("there is room");
    let mut window = house.open();
    assert!(told(&window).contains("kept under another name"), "{}", told(&window));
    draw_and_play(&mut window);
    let told = told(&window);
    assert!(
        told.contains("kept as maze.drawing-2.loom") && told.contains("kept as maze.play-2.loom"),
        "{told}"
    );
    let kind = |name: &str| std::fs::metadata(house.path(name)).expect("it is there").file_type();
    assert!(kind("maze.drawing-2.loom").is_fifo() && kind("maze.play-2.loom").is_dir());
    assert!(kind("maze.drawing.loom").is_file() && kind(PLAY).is_file());
}

/// Modes of all files but the level itself.
#[cfg(unix)]
fn modes(house: &House) -> Vec<(String, u32)> {
    use std::os::unix::fs::PermissionsExt;
    let mode = |name: &str| std::fs::metadata(house.path(name)).expect("it is there").permissions().mode();
    house.files().into_iter().map(|name| (name.clone(), mode(&name) & 0o777)).collect()
}

#[cfg(unix)]
#[test]
fn whatever_is_made_of_a_private_level_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let house = House::new();
    let private = PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(house.path("maze.toml"), private).expect("it is ours");
    let mut window = house.open();
    draw_and_play(&mut window);
    change_mode(&mut window);
    written_elsewhere(&house.path("maze.toml"), &LEVEL.replace("Two steps", "Theirs"));
    press(&mut window, CTRL, Key::S);
    click(&mut window, "Keep mine");
    press(&mut window, CTRL, Key::S);
    std::fs::remove_file(house.path("maze.drawing.loom")).expect("it is there");
    press(&mut window, CTRL, Key::S);
    ask(&mut window, Command::File(FileCommand::SaveAs(house.path("other.toml"), None)));
    let names = [
        "maze-2.toml",
        "maze.drawing.loom",
        PLAY,
        "maze.toml",
        "other.drawing.loom",
        "other.play.loom",
        "other.toml",
    ];
    assert_eq!(modes(&house), names.map(|name| (name.to_owned(), 0o600)));
}

/// Sets the format number of a save, with the checksum to match.
fn with_format(mut save: Vec<u8>, format: u16) -> Vec<u8> {
    save[8..10].copy_from_slice(&format.to_le_bytes());
    let body = u32::from_le_bytes([save[10], save[11], save[12], save[13]]) as usize;
    let checked: Vec<u8> = save[8..14].iter().chain(&save[18..18 + body]).copied().collect();
    save[14..18].copy_from_slice(&crc32c(&checked).to_le_bytes());
    save
}

fn crc32c(bytes: &[u8]) -> u32 {
    let fold = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0x82F6_3B78 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| fold(crc)))
}
