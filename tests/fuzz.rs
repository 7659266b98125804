//! The inputs that fuzzing found worth keeping, run on stable: `fuzz/corpus/TARGET/*`, and all samples and golden saves.

#[path = "../fuzz/inputs.rs"]
mod inputs;

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    files.sort();
    files
}

fn check(target: fn(&[u8]), name: &str, samples: &[(&str, &str)]) {
    let folder = format!("fuzz/corpus/{name}");
    let samples = samples.iter().flat_map(|(folder, ending)| files(folder, ending));
    let inputs: Vec<_> = files(&folder, "").into_iter().chain(samples).collect();
    assert!(!inputs.is_empty(), "{folder} is empty");
    inputs.iter().for_each(|path| target(&fs::read(path).unwrap()));
}

#[test]
fn journals() {
    check(inputs::journal, "journal", &[("saves/golden", ".loom"), ("saves/games", ".loom")]);
}

#[test]
fn actions_and_edits() {
    check(inputs::actions, "actions", &[]);
}

#[test]
fn levels() {
    check(inputs::levels, "levels", &[("saves/levels", ".toml"), ("saves/golden/levels", ".toml")]);
}

#[test]
fn sokoban_files() {
    check(inputs::sokoban, "sokoban", &[]);
}

#[test]
fn lines_of_apply() {
    check(inputs::apply, "apply", &[]);
}

#[test]
fn conditions() {
    check(inputs::conditions, "conditions", &[]);
}
