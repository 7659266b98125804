//! Test setup: a temporary folder with a level in it, and the command run in that folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;
use timeloom::journal::record::{Header, Record};
use timeloom::journal::storage::Memory;
use timeloom::journal::{Durability, Journal, Scan};

pub(crate) const TIMELOOM: &str = env!("CARGO_BIN_EXE_timeloom");

/// Two fighters walk towards each other for four ticks, then strike until both fall in the fourteenth.
pub(crate) const DUEL: &str = r#"ruleset = "skirmish"

[meta]
name = "A duel"

[arena]
rows = ["A........b"]

[[faction]]
name = "red"
members = "A"

[[faction]]
name = "blue"
members = "b"
"#;

/// Output and exit code of a command.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        let code = output.status.code().expect("no signal ended it");
        let ran = Self { code, out: text(output.stdout), err: text(output.stderr) };
        assert!(!ran.err.contains("panicked"), "{ran:?}");
        ran
    }

    /// Returns the output of a command that succeeded without warnings.
    #[track_caller]
    pub(crate) fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Returns the only line of JSON of a command that succeeded.
    #[track_caller]
    pub(crate) fn data(self) -> Value {
        let [one] = <[Value; 1]>::try_from(json_lines(&self.good())).expect("one line of data");
        one
    }

    /// Checks for bad input: nothing on stdout, exit code 2, and one clear sentence that contains these words.
    #[track_caller]
    pub(crate) fn check_bad(&self, words: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "one sentence: {}", self.err);
        self.check_said(words);
    }

    /// Checks for bad input, reported on the last line of stderr after warnings.
    #[track_caller]
    pub(crate) fn check_said_last(&self, words: &str) {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        let last = self.err.lines().last().unwrap_or_default();
        assert!(last.starts_with("error: ") && last.contains(words), "{}", self.err);
    }

    /// Checks that stderr has an error with these words and without programmers' jargon.
    #[track_caller]
    pub(crate) fn check_said(&self, words: &[&str]) {
        assert!(self.err.starts_with("error: "), "{}", self.err);
        for noise in ["Error", "Some(", "Err(", "{", "at path", "unwrap"] {
            assert!(!self.err.contains(noise), "'{noise}' in: {}", self.err);
        }
        for word in words {
            assert!(self.err.contains(word), "no '{word}' in: {}", self.err);
        }
    }
}

/// Parses every line as JSON.
#[track_caller]
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(parse).collect()
}

/// A temporary folder with `duel.toml` in it.
pub(crate) struct TestDir {
    folder: TempDir,
}

impl TestDir {
    pub(crate) fn new() -> Self {
        let dir = Self { folder: tempfile::tempdir().unwrap() };
        dir.put("duel.toml", DUEL);
        dir
    }

    /// Creates a folder with a save `a.loom` of the duel, after these actions.
    pub(crate) fn after(actions: &str) -> Self {
        let dir = Self::new();
        dir.run("new duel.toml -o a.loom").good();
        if !actions.is_empty() {
            dir.run(&format!("play a.loom {actions}")).good();
        }
        dir
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    #[track_caller]
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Builds the command with these arguments, in this folder, without environment variables about colours.
    pub(crate) fn command<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::new(TIMELOOM);
        command.args(words).current_dir(self.folder.path()).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
            command.env_remove(name);
        }
        command
    }

    /// Runs the command with the arguments in `line`, split at white space.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.run_words(line.split_whitespace())
    }

    /// Runs the command with arguments that may contain spaces.
    pub(crate) fn run_words<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Ran {
        finish(&mut self.command(words))
    }

    /// Returns everything in the folder by name; subfolders have no bytes.
    pub(crate) fn contents(&self) -> BTreeMap<String, Option<Vec<u8>>> {
        let entries = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        entries.map(|path| (name(&path), fs::read(&path).ok())).collect()
    }

    /// Runs the command and checks that it changed nothing in the folder.
    #[track_caller]
    pub(crate) fn run_and_change_nothing(&self, line: &str) -> Ran {
        let before = self.contents();
        let ran = self.run(line);
        assert!(self.contents() == before, "'{line}' changed the folder: {ran:?}");
        ran
    }

    /// Returns the state from `show --json` with extra arguments.
    #[track_caller]
    pub(crate) fn state(&self, more: &str) -> Value {
        self.run(&format!("show a.loom --json {more}")).data()
    }

    /// Returns A's column, with extra arguments for `show`.
    #[track_caller]
    pub(crate) fn column_of_a(&self, more: &str) -> u64 {
        self.state(more)["characters"][0]["position"]["x"].as_u64().expect("A is alive")
    }
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Ran {
    Ran::of(command.output().expect("the command starts"))
}

/// Returns the header of a save and all its records.
pub(crate) fn records(save: &[u8]) -> (Header, Vec<Record>) {
    let mut log = Scan::begin(Box::new(Memory::new(save.to_vec()))).unwrap();
    let mut all = Vec::new();
    while let Some(records) = log.next_frame().unwrap() {
        all.extend(records);
    }
    (log.header().clone(), all)
}

/// Returns the bytes of a save with this header and these records, with correct checksums.
pub(crate) fn save_of(header: &Header, records: &[Record]) -> Vec<u8> {
    let memory = Memory::new(header.to_bytes());
    let mut journal = Journal::begin(Box::new(memory.clone()), header.clone(), Durability::EachAction);
    records.iter().for_each(|record| journal.append(record).unwrap());
    memory.bytes()
}
