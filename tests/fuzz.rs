//! The inputs that fuzzing found worth keeping, run on stable: `fuzz/corpus/TARGET/*`, and all samples and golden saves.

#[path = "../fuzz/inputs.rs"]
mod inputs;

use std::fs;
use std::path::{Path, PathBuf};

use timeloom::catalog;
use timeloom::rng::Mulberry32;

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

#[test]
fn merged_level_files() {
    check(inputs::merges, "merges", &[]);
}

/// Lines that a person may write beside and between the entries of a level file.
const NOTES: [&str; 4] = ["# a note", "", "  # indented", "#"];

/// Edits of every kind, with coordinates inside and outside the map.
fn any_edit(rng: &mut Mulberry32, brushes: &[String]) -> String {
    let mut below = |most: u32| rng.below(most);
    let (x, y, brush) = (below(9), below(7), &brushes[below(brushes.len() as u32) as usize]);
    match below(7) {
        0 | 1 => format!("paint:{brush}:0:{x},{y}"),
        2 => format!("erase:0:{x},{y}"),
        3 => format!("resize:{},{},{},{}", x + 3, y + 3, below(3), below(3)),
        4 => format!("setting:name=N{x}%20{y}"),
        5 => format!("remove:{x}"),
        _ => format!("move:{x}:{},{},0", below(3), below(3)),
    }
}

/// Puts notes between the lines of a level, and behind some of them.
fn with_notes(level: &str, rng: &mut Mulberry32) -> String {
    let mut text = String::new();
    for line in level.lines() {
        if rng.below(3) == 0 {
            text += NOTES[rng.below(4) as usize];
            text += "\n";
        }
        let takes_note = line.contains('=') && !line.ends_with(['[', '"']) || line.starts_with('[');
        text += line;
        text += if takes_note && rng.below(2) == 0 { "  # why\n" } else { "\n" };
    }
    text
}

#[test]
fn random_edits_of_levels_with_comments_are_saved_as_they_are_drawn() {
    let mut rng = Mulberry32::new(23);
    let mut tried = std::collections::BTreeMap::new();
    for level in files("saves/levels", ".toml").iter().map(|path| fs::read_to_string(path).unwrap()) {
        let Ok(drawable) = catalog::drawable(&catalog::declared(&level)) else { continue };
        let brushes: Vec<_> = drawable.kit.brushes.iter().map(|brush| brush.id.to_string()).collect();
        for _ in 0..12 {
            let text = with_notes(&level, &mut rng);
            let edits: Vec<_> = (0..1 + rng.below(6)).map(|_| any_edit(&mut rng, &brushes)).collect();
            inputs::merges([text.as_bytes(), b"\0", edits.join("\n").as_bytes()].concat().as_slice());
            *tried.entry(catalog::declared(&level)).or_insert(0) +=
                usize::from(catalog::draw_text("it", &text, None).is_ok());
        }
    }
    assert!(tried.len() > 1 && tried.values().all(|&tried| tried > 0), "{tried:?}");
}
