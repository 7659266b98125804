//! Lists the samples under `saves/` that the program carries with it: whatever lies there is a sample.

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
    fs::write(out, format!("&[\n{}]\n", rows.concat()))
}

/// The files of a folder in the order of their names, so that every build lists them alike.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    Ok(files)
}

/// A sample; its path is that of the copy of the project that is compiled, not of the one that made this list.
fn row(folder: &str, path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("{folder}/{name}"));
    format!("    Sample {{ file: {name:?}, bytes: include_bytes!({path}) }},\n")
}
