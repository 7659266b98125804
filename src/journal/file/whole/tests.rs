//! Tests of whole files: the properties that a replaced file keeps, and the refusals.

use std::fs;

use super::*;

#[test]
fn replacing_a_file_leaves_only_the_new_bytes_and_nothing_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.toml");
    replace(&path, b"old and long").unwrap();
    replace(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn replacing_a_file_where_nothing_can_be_written_names_it_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing/level.toml");
    let error = replace(&path, b"new").unwrap_err().to_string();
    assert!(error.contains("level.toml: there is no such file or directory"), "{error}");
}

#[test]
fn text_that_is_too_long_or_no_text_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.toml");
    fs::write(&path, "four").unwrap();
    assert_eq!(read_text(&path, 4).unwrap(), "four");
    assert!(read_text(&path, 3).unwrap_err().to_string().contains("larger than the limit of 3 bytes"));
    fs::write(&path, [0xFF, 0xFE]).unwrap();
    assert!(read_text(&path, 4).unwrap_err().to_string().contains("UTF-8"));
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn a_folder_that_does_not_exist_is_an_error_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let error = Folder::of(&folder.path().join("missing/level.toml")).err();
        assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::NotFound));
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions_and_a_new_one_has_those_of_any_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["level.toml", "other"].map(|name| folder.path().join(name));
        replace(&path, b"new").unwrap();
        fs::write(&other, "").unwrap();
        assert_eq!(mode(&path), mode(&other));
        for bits in [0o600, 0o640, 0o664, 0o644] {
            fs::set_permissions(&path, PermissionsExt::from_mode(bits)).unwrap();
            replace(&path, b"newer").unwrap();
            assert_eq!(mode(&path), bits);
        }
        assert_eq!(fs::read(&path).unwrap(), b"newer");
    }

    #[test]
    fn a_chain_of_links_stays_and_the_file_at_its_end_is_replaced_or_made() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        symlink("deep/second", at("first")).unwrap();
        symlink("../real.toml", at("deep/second")).unwrap();
        for bytes in [b"made", b"new!"] {
            replace(&at("first"), bytes).unwrap();
            assert_eq!(fs::read(at("real.toml")).unwrap(), bytes);
        }
        assert!(["first", "deep/second"].iter().all(|link| at(link).is_symlink()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "no temporary file is left");
    }

    #[test]
    fn links_in_a_circle_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.toml");
        symlink("level.toml", &path).unwrap();
        let error = replace(&path, b"new").unwrap_err().to_string();
        assert!(error.contains("level.toml: the symbolic links lead in a circle"), "{error}");
    }

    #[test]
    fn another_hard_link_keeps_the_old_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["level.toml", "other"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        fs::hard_link(&path, &other).unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!((fs::read(&path).unwrap(), fs::read(&other).unwrap()), (b"new".to_vec(), b"old".to_vec()));
    }

    #[test]
    fn what_is_not_a_regular_file_is_neither_read_nor_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, word) in
            [(folder.path(), "directory"), (Path::new("/dev/null"), "device"), (&socket, "socket")]
        {
            for error in [replace(path, b"new").unwrap_err(), read_text(path, 9).unwrap_err()] {
                assert!(error.to_string().contains(word), "{error}");
            }
        }
        assert!(socket.exists());
    }
}

#[test]
fn what_is_rescued_takes_a_free_name_and_another_folder_if_its_own_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.loom");
    assert_eq!(rescue(&path, b"one").unwrap(), folder.path().join("a.rescued.loom"));
    assert_eq!(rescue(&path, b"two").unwrap(), folder.path().join("a.rescued-2.loom"));
    let elsewhere = rescue(&folder.path().join("gone/b.loom"), b"three").unwrap();
    assert_eq!(fs::read(&elsewhere).unwrap(), b"three");
    fs::remove_file(elsewhere).unwrap();
}
