//! Unusual paths: each works, or is refused with a sentence before anything is written and without waiting.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};

use crate::test_dir::{DUEL, Ran, TIMELOOM, TestDir, finish};

/// Two Sokoban levels.
const TWO: &str = "#####\n#@$.#\n#####\nTitle: one\n\n#####\n#@$.#\n#####\nTitle: two\n";

/// A name that is not UTF-8, with this ending.
fn strange(ending: &str) -> OsString {
    OsStr::from_bytes(&[b"a\xFF\xFEb.", ending.as_bytes()].concat()).to_owned()
}

fn run_os(dir: &TestDir, words: &[&OsStr]) -> Ran {
    finish(dir.command([]).args(words))
}

#[test]
fn a_name_that_is_not_utf_8_works_in_every_command() {
    let dir = TestDir::new();
    let (save, level, copy) = (strange("loom"), strange("toml"), strange("copy.loom"));
    fs::copy(dir.path("duel.toml"), dir.path("").join(&level)).unwrap();
    let w = |word: &'static str| OsStr::new(word);
    for json in [&[][..], &[w("--json")][..]] {
        let lines: [&[&OsStr]; 11] = [
            &[w("new"), &level, w("-o"), &save],
            &[w("play"), &save, w("Tick*3")],
            &[w("name"), &save, w("1"), w("x")],
            &[w("show"), &save],
            &[w("log"), &save],
            &[w("diff"), &save, w("0"), w("1")],
            &[w("verify"), &save],
            &[w("check"), &level, &save],
            &[w("export"), &save, w("-o"), &level],
            &[w("recover"), &save, w("-o"), &copy],
            &[w("new"), w("--draw"), &level, w("-o"), &strange("drawing.loom")],
        ];
        for line in lines {
            let ran = run_os(&dir, &[line, json].concat());
            assert_eq!(ran.code, 0, "{line:?}: {}", ran.err);
        }
        for file in [&save, &copy, &strange("drawing.loom")] {
            fs::remove_file(dir.path("").join(file)).expect("it is there under its own name");
        }
    }
}

#[test]
fn several_imported_levels_keep_a_name_that_is_not_utf_8() {
    let dir = TestDir::new();
    dir.put("two.xsb", TWO);
    let ran = run_os(&dir, &["import".as_ref(), "two.xsb".as_ref(), "-o".as_ref(), &strange("toml")]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for number in 1..=2 {
        let name = [b"a\xFF\xFEb-", number.to_string().as_bytes(), b".toml"].concat();
        assert!(dir.path("").join(OsStr::from_bytes(&name)).exists());
    }
}

#[test]
fn of_several_imported_levels_none_is_written_if_one_cannot_be() {
    let dir = TestDir::new();
    dir.put("two.xsb", TWO);
    fs::create_dir(dir.path("level-2.toml")).unwrap();
    dir.run_and_change_nothing("import two.xsb -o level.toml").check_bad(&["level-2.toml is a directory"]);
}

#[test]
fn a_pipe_is_refused_without_waiting_for_its_other_end() {
    let dir = TestDir::after("Tick");
    for name in ["pipe", "pipe.xsb", "pipe.toml"] {
        let made = Command::new("mkfifo").arg(dir.path(name)).status().expect("there is mkfifo");
        assert!(made.success());
    }
    let lines = [
        "new pipe -o b.loom",
        "new --draw pipe -o b.loom",
        "play pipe Tick",
        "show pipe",
        "log pipe",
        "verify pipe",
        "diff pipe 0 0",
        "find pipe tick=1",
        "name pipe 0 x",
        "check pipe",
        "check duel.toml pipe",
        "recover pipe -o b.loom",
        "import pipe.xsb -o b.toml",
        "export pipe -o b.txt",
        "export pipe.toml -o b.xsb",
        "export a.loom -o pipe.toml",
    ];
    for line in lines {
        let before = names(&dir);
        dir.run(line).check_bad(&["pipe", "is a pipe, and only a regular file can be used"]);
        assert_eq!(names(&dir), before, "'{line}' changed the folder");
    }
    dir.run("new duel.toml -o pipe").check_bad(&["pipe exists already"]);
}

/// Returns the names in the folder; reading the files would wait.
fn names(dir: &TestDir) -> Vec<OsString> {
    let mut names: Vec<_> =
        fs::read_dir(dir.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

#[test]
fn devices_and_folders_are_refused() {
    let dir = TestDir::after("Tick");
    for line in ["new /dev/null -o b.loom", "show /dev/zero", "play /dev/null Tick", "check /dev/zero"] {
        dir.run_and_change_nothing(line).check_bad(&["/dev/", "is a device"]);
    }
    fs::create_dir(dir.path("folder.toml")).unwrap();
    for line in ["export a.loom -o folder.toml", "new folder.toml -o b.loom"] {
        dir.run_and_change_nothing(line).check_bad(&["folder.toml is a directory"]);
    }
}

/// Runs the command as a user other than the administrator, who may do everything.
fn run_as_somebody(dir: &TestDir, line: &str) -> Option<Ran> {
    let mine = Command::new("id").arg("-u").output().ok()?.stdout;
    if mine != b"0\n" {
        return Some(dir.run(line));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
    let can = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups", "--", TIMELOOM, "--version"])
        .output();
    if !can.is_ok_and(|output| output.status.success()) {
        return None;
    }
    Some(finish(command.arg(TIMELOOM).args(line.split_whitespace()).current_dir(dir.path(""))))
}

#[test]
fn a_level_that_one_may_only_read_is_not_replaced() {
    let dir = TestDir::after("Tick");
    fs::set_permissions(dir.path(""), PermissionsExt::from_mode(0o777)).unwrap();
    dir.put("level.toml", DUEL);
    fs::set_permissions(dir.path("level.toml"), PermissionsExt::from_mode(0o444)).unwrap();
    for line in ["export a.loom -o level.txt", "export a.loom -o level.toml"] {
        let Some(ran) = run_as_somebody(&dir, line) else {
            eprintln!("skipped: the command cannot be run as another user here");
            return;
        };
        match line.ends_with("txt") {
            true => assert_eq!(ran.code, 0, "it may write in the folder: {}", ran.err),
            false => ran.check_said_last("level.toml: permission denied"),
        }
    }
    assert_eq!(dir.bytes("level.toml"), DUEL.as_bytes());
}

#[test]
fn a_pipe_that_nobody_reads_does_not_change_the_answer() {
    let dir = TestDir::after("Tick*3");
    let mut damaged = dir.bytes("a.loom");
    let at = damaged.len() - 3;
    damaged[at] ^= 1;
    dir.put("damaged.loom", damaged);
    let lines = [
        ("verify damaged.loom", 1),
        ("verify a.loom", 0),
        ("find a.loom tick=99", 1),
        ("diff a.loom 0 99", 2),
        ("play a.loom Tick Nonsense", 2),
        ("show a.loom", 0),
    ];
    for (line, code) in lines {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(dir.run(line).code, code, "{line}");
        let status = dir.command(line.split_whitespace()).stdout(writer).stderr(Stdio::null()).status();
        assert_eq!(status.unwrap().code(), Some(code), "{line}");
    }
}

#[test]
fn check_goes_on_after_a_folder_that_cannot_be_read() {
    let dir = TestDir::new();
    fs::set_permissions(dir.path(""), PermissionsExt::from_mode(0o755)).unwrap();
    dir.put(
        "one.toml",
        "ruleset = \"unseen\"\n[meta]\nid = \"one\"\nname = \"One\"\n[world]\ntime_depth = 9\n[map]\nrows = [\"@.>\"]\n",
    );
    fs::create_dir_all(dir.path("saves/a")).unwrap();
    dir.run("new one.toml -o saves/b.loom").good();
    dir.run("play saves/b.loom E E").good();
    fs::set_permissions(dir.path("saves/a"), PermissionsExt::from_mode(0o000)).unwrap();
    let ran = run_as_somebody(&dir, "check one.toml saves");
    fs::set_permissions(dir.path("saves/a"), PermissionsExt::from_mode(0o700)).unwrap();
    let Some(ran) = ran else {
        eprintln!("skipped: the command cannot be run as another user here");
        return;
    };
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.starts_with("note: saves/a: skipped: "), "{}", ran.err);
    assert!(ran.out.contains("'saves/b.loom n2' wins in 2 turns"), "{}", ran.out);
}

#[test]
fn in_a_folder_that_cannot_be_listed_a_save_is_made_and_played() {
    let dir = TestDir::new();
    fs::set_permissions(dir.path(""), PermissionsExt::from_mode(0o755)).unwrap();
    let hidden = dir.path("hidden");
    fs::create_dir(&hidden).unwrap();
    // The folder must belong to the user who runs the command.
    _ = std::os::unix::fs::chown(&hidden, Some(65534), Some(65534));
    fs::set_permissions(&hidden, PermissionsExt::from_mode(0o300)).unwrap();
    for line in
        ["new duel.toml -o hidden/a.loom", "play hidden/a.loom Tick", "export hidden/a.loom -o hidden/a.toml"]
    {
        let Some(ran) = run_as_somebody(&dir, line) else {
            eprintln!("skipped: the command cannot be run as another user here");
            return;
        };
        ran.good();
    }
    fs::set_permissions(&hidden, PermissionsExt::from_mode(0o700)).unwrap();
    dir.run("verify hidden/a.loom").good();
}

#[test]
fn a_level_that_cannot_be_read_is_not_written_over() {
    let dir = TestDir::after("Tick");
    dir.put("level.toml", [b'#', 0xFF]);
    dir.run_and_change_nothing("export a.loom -o level.toml")
        .check_bad(&["level.toml: the file is not text"]);
}

#[test]
fn an_export_follows_links_and_keeps_the_permissions() {
    let dir = TestDir::after("Tick");
    dir.put("real.toml", "old");
    fs::set_permissions(dir.path("real.toml"), PermissionsExt::from_mode(0o600)).unwrap();
    symlink("real.toml", dir.path("link.toml")).unwrap();
    assert_eq!(dir.run("export a.loom -o link.toml").code, 0);
    assert!(dir.path("link.toml").is_symlink());
    assert_eq!(fs::metadata(dir.path("real.toml")).unwrap().mode() & 0o777, 0o600);
    assert!(String::from_utf8(dir.bytes("real.toml")).unwrap().contains("ruleset = \"skirmish\""));
}
