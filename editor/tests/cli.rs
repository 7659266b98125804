//! The program as seen from a terminal: screenshots without a display, and one sentence per error.

use std::path::Path;
use std::process::{Command, Output};

use timeloom::catalog;

const LEVEL: &str = r#"
ruleset = "skirmish"

[arena]
rows = ["A...b"]

[[faction]]
name = "red"
members = "A"

[[faction]]
name = "blue"
members = "b"
"#;

/// Creates a temporary folder with a save of two ticks.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    let level = folder.path().join("duel.toml");
    std::fs::write(&level, LEVEL).expect("the folder can be written");
    let mut game =
        catalog::create(&level, None, 1, &folder.path().join("duel.loom")).expect("the level is good");
    let tick = game.parse("Tick").expect("a tick is an action");
    for _ in 0..2 {
        game.act(&tick).expect("a tick is legal");
    }
    game.close().expect("the save can be written");
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_timeloom-editor"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        program.env_remove(display);
    }
    program.env("TIMELOOM_HOME", folder.join("home"));
    program.current_dir(folder).args(arguments).output().expect("the program runs")
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
    sentence
}

#[test]
fn a_picture_has_the_size_that_was_asked_for_and_is_the_same_every_time() {
    let folder = folder();
    let shot = |name: &str| {
        let done =
            run(folder.path(), &["duel.loom", "--turn", "1", "--size", "640x420", "--screenshot", name]);
        assert!(done.status.success(), "{done:?}");
        std::fs::read(folder.path().join(name)).expect("the picture is there")
    };
    let (first, second) = (shot("a.png"), shot("b.png"));
    assert!(first == second);
    let header =
        png::Decoder::new(std::io::Cursor::new(first)).read_info().expect("it is a PNG").info().size();
    assert_eq!(header, (640, 420));
}

#[test]
fn a_picture_changes_nothing_in_the_save() {
    let folder = folder();
    let save = folder.path().join("duel.loom");
    let before = std::fs::read(&save).expect("the save is there");
    assert!(run(folder.path(), &["duel.loom", "--turn", "0", "--screenshot", "a.png"]).status.success());
    assert!(before == std::fs::read(&save).expect("the save is there"));
}

#[test]
fn a_picture_of_a_level_in_any_view_leaves_nothing_but_the_picture() {
    let folder = folder();
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/levels/unseen-06-behind-his-back.toml");
    std::fs::copy(level, folder.path().join("guard.toml")).expect("there is room");
    for extra in
        [["--mode", "draw"], ["--mode", "play"], ["--view", "cube"], ["--view", "both"], ["--t", "3"]]
    {
        let mut arguments =
            vec!["guard.toml", "--size", "640x420", "--screenshot", "a.png", "--theme", "light"];
        arguments.extend(extra);
        let done = run(folder.path(), &arguments);
        assert!(done.status.success(), "{extra:?}: {done:?}");
    }
    let entries = std::fs::read_dir(folder.path()).expect("the folder is there");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("it can be read").file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.png", "duel.loom", "duel.toml", "guard.toml"]);
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let folder = folder();
    let missing = refused(folder.path(), &["missing.loom"]);
    assert_eq!(missing, "error: missing.loom: there is no such file or directory\n");
    std::fs::write(folder.path().join("odd.toml"), "ruleset = \"chess\"").expect("the folder can be written");
    let level = refused(folder.path(), &["odd.toml", "--screenshot", "a.png"]);
    assert!(level.starts_with("error: odd.toml: ") && level.lines().count() == 1, "{level}");
    let turn = refused(folder.path(), &["duel.loom", "--turn", "9", "--screenshot", "a.png"]);
    assert_eq!(turn, "error: duel.loom has turns 0 to 2 on its current branch, and no turn 9\n");
    assert!(refused(folder.path(), &["--size", "9x9"]).contains("1280x800"));
    let none = refused(folder.path(), &["duel.loom", "--t", "0", "--screenshot", "a.png"]);
    assert_eq!(none, "error: duel.loom has no slices of time: omit --t\n");
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saves/levels/unseen-06-behind-his-back.toml");
    std::fs::copy(level, folder.path().join("guard.toml")).expect("there is room");
    for t in ["99999", "-1"] {
        let slice = refused(folder.path(), &["guard.toml", "--t", t, "--screenshot", "a.png"]);
        assert!(
            slice.starts_with("error: guard.toml has t 0 to ") && slice.ends_with(&format!("and no t {t}\n")),
            "{slice}"
        );
    }
}

#[test]
fn without_a_display_it_says_what_to_do() {
    let sentence = refused(folder().path(), &["duel.loom"]);
    assert!(
        sentence.contains("there is no display") && sentence.contains("libxkbcommon-x11-0"),
        "{sentence}"
    );
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
}
