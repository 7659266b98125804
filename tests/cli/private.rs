//! Files made from a private one: nobody else may read them either.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::test_dir::TestDir;

fn set_mode(dir: &TestDir, name: &str, mode: u32) {
    fs::set_permissions(dir.path(name), PermissionsExt::from_mode(mode)).unwrap();
}

fn mode(dir: &TestDir, name: &str) -> u32 {
    fs::metadata(dir.path(name)).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_save_of_a_private_level_is_private_and_so_is_all_that_is_made_of_it() {
    let dir = TestDir::new();
    set_mode(&dir, "duel.toml", 0o600);
    dir.run("new duel.toml -o a.loom").good();
    dir.run("play a.loom Tick*3").good();
    dir.run("export a.loom -o a.txt").good();
    dir.run("recover a.loom -o b.loom").good();
    for name in ["a.loom", "a.txt", "b.loom"] {
        assert_eq!(mode(&dir, name), 0o600, "{name}");
    }
}

#[test]
fn a_level_that_is_imported_or_drawn_is_as_private_as_its_source() {
    let dir = TestDir::new();
    dir.put("a.xsb", "#####\n#@$.#\n#####\n");
    set_mode(&dir, "a.xsb", 0o600);
    dir.run("import a.xsb -o a.toml").good();
    dir.run("new --draw a.toml -o a.drawing.loom").good();
    assert_eq!((mode(&dir, "a.toml"), mode(&dir, "a.drawing.loom")), (0o600, 0o600));
}

#[test]
fn what_was_cut_from_a_private_save_is_private() {
    let dir = TestDir::after("Tick*3");
    let bytes = dir.bytes("a.loom");
    dir.put("a.loom", &bytes[..bytes.len() - 2]);
    set_mode(&dir, "a.loom", 0o600);
    assert_eq!(dir.run("play a.loom Tick").code, 0);
    assert_eq!(mode(&dir, "a.loom.lost"), 0o600);
}

#[test]
fn a_file_that_exists_keeps_its_mode_and_others_get_no_more_than_the_source() {
    let dir = TestDir::after("Tick*3");
    let usual = mode(&dir, "duel.toml");
    assert_eq!(mode(&dir, "a.loom"), usual);
    set_mode(&dir, "a.loom", 0o777);
    dir.run("export a.loom -o a.txt").good();
    assert_eq!(mode(&dir, "a.txt"), usual);
    set_mode(&dir, "a.txt", 0o640);
    dir.run("export a.loom -o a.txt").good();
    assert_eq!(mode(&dir, "a.txt"), 0o640);
}
