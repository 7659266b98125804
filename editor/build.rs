//! Lists the samples under `saves/` and the skins under `skins/` that the program carries with it: whatever lies there is
//! one.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let saves = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../saves");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("samples.rs");
    let mut rows = Vec::new();
    // Two copies of the project may share a target folder.
    println!("cargo::rerun-if-env-changed=CARGO_MANIFEST_DIR");
    for name in ["levels", "games"] {
        let folder = saves.join(name).canonicalize()?;
        println!("cargo::rerun-if-changed={}", folder.display());
        rows.extend(files(&folder)?.iter().map(|path| row(&format!("/../saves/{name}"), path)));
    }
    fs::write(out, format!("&[\n{}]\n", rows.concat()))?;
    skins()
}

/// Lists the bundled skins: each folder with its files.
fn skins() -> io::Result<()> {
    let folder =
        Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("skins").canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut rows = String::new();
    for skin in files(&folder)?.iter().filter(|path| path.is_dir()) {
        let name = name_of(skin);
        let entries = files(skin)?;
        let entries = entries.iter().map(|path| {
            let file = name_of(path);
            format!("({file:?}, include_bytes!({}) as &[u8]), ", own_path(&format!("/skins/{name}/{file}")))
        });
        rows.push_str(&format!("    ({name:?}, &[{}]),\n", entries.collect::<String>()));
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("skins.rs");
    fs::write(out, format!("&[\n{rows}]\n"))
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The path of a file of the copy of the project that is compiled, not of the one that made this list.
fn own_path(path: &str) -> String {
    format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?})")
}

/// The files of a folder in the order of their names, so that every build lists them alike.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    Ok(files)
}

fn row(folder: &str, path: &Path) -> String {
    let name = name_of(path);
    let path = own_path(&format!("{folder}/{name}"));
    format!("    Sample {{ file: {name:?}, bytes: include_bytes!({path}) }},\n")
}
