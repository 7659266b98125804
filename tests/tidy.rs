//! Rules for the code that no compiler checks: dependencies between modules, module documentation, and
//! forbidden words.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its path from the root of the project, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The text without its tests, which may know more than the code they test.
    fn code(&self) -> &str {
        self.text.split("#[cfg(test)]").next().unwrap_or_default()
    }

    fn is_under(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folders: &[&str]) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    let mut found = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let path = path.strip_prefix(root()).unwrap().display().to_string();
            found.push(Source { path, text });
        }
    }
    assert!(!found.is_empty(), "no sources under {folders:?}");
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn is_test(source: &Source) -> bool {
    source.path.contains("/tests")
}

/// Fails with all complaints at once.
fn check(sources: &[Source], complain: impl Fn(&Source) -> Option<String>) {
    let complaints: Vec<_> =
        sources.iter().filter_map(|source| Some(format!("{}: {}", source.path, complain(source)?))).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The layers: code under these paths must not name these modules.
const STRANGERS: &[(&[&str], &[&str])] = &[
    (&["src/codec", "src/rng", "src/fault", "src/diff", "src/scene"], &["crate::"]),
    (
        &["src/rules.rs", "src/prelude.rs", "src/level_text"],
        &["journal", "timeline::", "session", "crate::game", "rulesets::", "std::fs", "std::path"],
    ),
    (
        &["src/rulesets"],
        &[
            "crate::journal",
            "crate::timeline",
            "crate::session",
            "crate::game",
            "crate::catalog",
            "crate::workshop",
            "std::fs",
            "std::path",
        ],
    ),
    (
        &["src/sketch", "src/workshop"],
        &[
            "crate::journal",
            "crate::timeline",
            "crate::session",
            "crate::game",
            "crate::catalog",
            "rulesets::",
            "std::fs",
            "std::path",
        ],
    ),
    (&["src/sketch"], &["crate::workshop"]),
    (
        &["src/timeline"],
        &["crate::journal", "crate::session", "crate::game", "crate::scene", "rulesets", "std::fs"],
    ),
    (
        &["src/journal"],
        &["crate::rules", "crate::session", "crate::game", "crate::scene", "crate::catalog", "rulesets"],
    ),
    (&["src/session"], &["rulesets::", "crate::catalog", "std::fs", "std::path"]),
    (&["src/game.rs"], &["rulesets::", "crate::session", "crate::catalog", "std::fs"]),
    (&["src/cli", "src/main.rs", "editor/src"], &["timeloom::rulesets", "timeloom::rules::Rules", "bincode"]),
];

#[test]
fn layers_do_not_know_what_they_must_not_know() {
    check(&sources(&["src", "editor/src"]), |source| {
        let places = STRANGERS.iter().filter(|(places, _)| source.is_under(places));
        let mut strangers = places.flat_map(|(_, strangers)| strangers.iter());
        let named = |stranger: &&&str| {
            source.code().lines().any(|line| !is_comment(line) && line.contains(**stranger))
        };
        strangers.find(named).filter(|_| !is_test(source)).map(|stranger| format!("must not name {stranger}"))
    });
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

#[test]
fn rulesets_do_not_know_each_other() {
    let rulesets: BTreeSet<_> = fs::read_dir(root().join("src/rulesets"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    check(&sources(&["src/rulesets"]), |source| {
        let others = rulesets.iter().filter(|entry| !source.is_under(&[&format!("src/rulesets/{entry}")]));
        let mut named = others.filter(|entry| source.text.contains(&format!("rulesets::{entry}")));
        named.next().map(|entry| format!("must not know {entry}"))
    });
}

/// Names that only one file may use, so that they can be replaced there.
const ONLY_IN: &[(&str, &str)] = &[
    ("bincode::", "src/codec.rs"),
    ("xxh3", "src/codec.rs"),
    ("rpds::", "src/collections.rs"),
    ("im::", "src/collections.rs"),
];

#[test]
fn one_place_names_the_serializer_the_hash_and_the_collections() {
    check(&sources(&["src", "editor/src"]), |source| {
        let named = |(word, place): &&(&str, &str)| {
            let mut lines = source.code().lines().filter(|line| !is_comment(line));
            source.path != *place && lines.any(|line| names(line, word))
        };
        ONLY_IN.iter().find(named).map(|(word, place)| format!("only {place} may use {word}"))
    });
}

/// Calls that remove, move or truncate files, and the files that may use them. An existing file is moved only
/// by `backup`, and overwritten only by `file::replace`, which is called where the user requested it.
const LOSES_FILES: &[(&str, &[&str])] = &[
    // A new file whose name could not be made durable.
    ("remove_file(", &["src/journal/file.rs"]),
    ("remove_dir", &[]),
    ("fs::rename(", &[]),
    ("fs::write(", &[]),
    ("fs::copy(", &[]),
    ("File::create(", &[]),
    (".truncate(true)", &[]),
    // `exchange` looks at the file that it replaces, and keeps it if it is not known.
    (".persist(", &["src/journal/file/whole.rs", "src/journal/file/exchange.rs"]),
    ("renameat", &["src/journal/file/exchange.rs"]),
    (
        ".persist_noclobber(",
        &["src/journal/file.rs", "src/journal/file/exchange.rs", "src/journal/backup.rs"],
    ),
    (
        "file::replace(",
        &[
            // Only a keyframe file is replaced.
            "src/journal/keyframes.rs",
            "src/cli/export.rs",
            "src/cli/import.rs",
            "editor/src/settings.rs",
            "editor/src/shot.rs",
        ],
    ),
];

#[test]
fn files_of_others_are_moved_in_one_place_and_removed_nowhere() {
    check(&sources(&["src", "editor/src"]), |source| {
        let named = |(word, places): &&(&str, &[&str])| {
            let mut lines = source.code().lines().filter(|line| !is_comment(line));
            !places.contains(&source.path.as_str())
                && !is_test(source)
                && lines.any(|line| line.contains(word))
        };
        LOSES_FILES.iter().find(named).map(|(word, _)| format!("must not call {word}: it could lose a file"))
    });
}

/// Whether a line contains this word, and not as the end of a longer one.
fn names(line: &str, word: &str) -> bool {
    let longer = |before: &str| before.ends_with(|last: char| last.is_alphanumeric() || last == '_');
    line.match_indices(word).any(|(at, _)| !longer(&line[..at]))
}

#[test]
fn every_module_opens_with_what_it_is_for() {
    check(&sources(&["src", "editor/src", "tests", "benches", "editor/tests"]), |source| {
        (!source.text.starts_with("//! ")).then(|| "does not open with what it is for".to_owned())
    });
}

/// Rules must behave the same on every machine and at any time.
const NOT_IN_RULES: &[&str] = &[
    "f32",
    "f64",
    "HashMap",
    "HashSet",
    "HashTrie",
    "Instant",
    "SystemTime",
    "std::thread",
    "rand::",
    "new_v4",
    "env::",
];

/// Exceptions to the list above: a distance that no rule uses, and ids for things that a person or a program places,
/// which are data from then on.
const EXCEPT: &[(&str, &str)] =
    &[("f64", "src/rulesets/unseen/core/euclid.rs"), ("new_v4", "src/rulesets/unseen/core/fresh.rs")];

#[test]
fn rules_have_no_clock_no_floats_and_no_hash_order() {
    check(
        &sources(&[
            "src/rulesets",
            "src/rules.rs",
            "src/rng.rs",
            "src/timeline.rs",
            "src/timeline",
            "src/sketch.rs",
            "src/sketch",
            "src/workshop.rs",
            "src/workshop",
        ]),
        |source| {
            let named =
                |word: &&&str| source.code().lines().any(|line| !is_comment(line) && line.contains(**word));
            NOT_IN_RULES
                .iter()
                .filter(|word| !EXCEPT.contains(&(word, &source.path)))
                .find(named)
                .filter(|_| !is_test(source))
                .map(|word| format!("must not use {word}"))
        },
    );
}

/// Files that may start threads: one returns the results of several workers in the order of their work, and
/// the command line shows a spinner while the library works.
const STARTS_THREADS: &[&str] = &["src/solver/workers.rs", "src/cli/question.rs"];

/// Only one module starts threads: so nothing in the library can depend on the order of threads.
#[test]
fn one_module_of_the_library_starts_threads() {
    check(&sources(&["src"]), |source| {
        let starts = ["thread::spawn", "thread::scope", "thread::Builder", "thread::{", "rayon::"];
        let mut lines = source.code().lines().filter(|line| !is_comment(line));
        let named = lines.find_map(|line| starts.into_iter().find(|word| line.contains(word)));
        let may = is_test(source) || STARTS_THREADS.contains(&source.path.as_str());
        named.filter(|_| !may).map(|word| format!("must not use {word}"))
    });
}

/// The words are assembled here, so that this file does not match itself.
fn nowhere() -> Vec<String> {
    [
        ("uns", "afe "),
        ("todo", "!("),
        ("unimpl", "emented!("),
        ("#[al", "low("),
        ("#![al", "low("),
        ("dbg", "!("),
    ]
    .map(|(a, b)| format!("{a}{b}"))
    .to_vec()
}

#[test]
fn nothing_is_unfinished_or_silenced() {
    check(&sources(&["src", "editor/src", "tests", "benches", "editor/tests"]), |source| {
        nowhere()
            .into_iter()
            .find(|word| source.text.contains(word.as_str()))
            .map(|word| format!("has {word}"))
    });
}

#[test]
fn files_stay_short_enough_to_be_read_in_one_go() {
    check(&sources(&["src", "editor/src", "tests", "benches", "editor/tests"]), |source| {
        let lines = source.text.lines().count();
        (lines > 450).then(|| format!("has {lines} lines; about 400 are enough, make it two"))
    });
}

#[test]
fn every_golden_save_has_a_readable_playthrough() {
    let folder = root().join("saves/golden");
    let saves: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "loom"))
        .collect();
    assert!(!saves.is_empty(), "there are no golden saves");
    for save in saves {
        assert!(save.with_extension("txt").exists(), "{} has no .txt beside it", save.display());
    }
}
