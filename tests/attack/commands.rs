//! Makes every system call of the commands fail, one at a time, or kills the command there; and fills the
//! disk at every byte. In every case files of others stay, a replaced file is old or new, a new one is whole,
//! and a save keeps everything that was in it and everything that was printed.
//!
//! Needs `strace` and `prlimit`, which `scripts/attack` installs; without them the tests print a message and
//! do nothing.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use timeloom::catalog;
use timeloom::journal::Health;

use crate::rounds;

const TIMELOOM: &str = env!("CARGO_BIN_EXE_timeloom");
const LEVEL: &str = include_str!("../../saves/levels/unseen-01-first-steps.toml");
const SOKOBAN: &str = "#####\n#@$.#\n#####\n";

/// System calls about files. Those with a question mark do not exist on every machine.
const CALLS: &str = "openat,read,write,lseek,ftruncate,fsync,fdatasync,flock,statx,?fstat,?newfstatat,fchmod,fchown,\
                     ?readlink,readlinkat,?rename,?renameat,renameat2,?link,linkat,?unlink,unlinkat,syncfs";

/// The files of a folder by name.
type Folder = BTreeMap<String, Entry>;

/// A file, or the target of a link; with its permissions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    bytes: Vec<u8>,
    mode: u32,
}

/// The permissions of most files.
const USUAL: u32 = 0o100_644;
const PRIVATE: u32 = 0o100_600;
const LINK: u32 = 0o120_777;

/// A command, and the one file that it may change.
struct Case {
    line: &'static str,
    target: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Replaces the file, or creates it: it is old or new.
    Whole,
    /// Adds to a save, and prints a line for each turn.
    Turns,
    /// Adds something else to a save.
    Notes,
}

impl Case {
    /// Returns the exit code of an undisturbed run: recovery of a torn save reports a lost turn.
    fn code(&self) -> i32 {
        i32::from(self.line.starts_with("recover"))
    }
}

const CASES: &[Case] = &[
    Case { line: "new level.toml -o new.loom --seed 1", target: "new.loom", kind: Kind::Whole },
    Case { line: "play torn.loom . R .", target: "torn.loom", kind: Kind::Turns },
    Case { line: "name save.loom 1 x", target: "save.loom", kind: Kind::Notes },
    Case { line: "recover torn.loom -o new.loom", target: "new.loom", kind: Kind::Whole },
    Case { line: "export save.loom -o level.toml", target: "level.toml", kind: Kind::Whole },
    Case { line: "export save.loom -o link.toml", target: "level.toml", kind: Kind::Whole },
    Case { line: "export save.loom -o new.txt", target: "new.txt", kind: Kind::Whole },
    Case { line: "import level.xsb -o new.toml", target: "new.toml", kind: Kind::Whole },
];

/// Disturbance of a command.
#[derive(Clone, Debug)]
enum Harm {
    /// The n-th call of this name fails, with this error, or ends the program; `+` for all later ones too.
    Inject { call: String, number: usize, how: &'static str, later: &'static str },
    /// No file may be longer than this.
    Room(usize),
}

const HOW: [(&str, &str); 4] =
    [("error=EIO", ""), ("error=ENOSPC", ""), ("error=EIO", "+"), ("signal=KILL", "")];

impl Harm {
    fn command(&self) -> Command {
        match self {
            Self::Inject { call, number, how, later } => {
                let inject = format!("inject={call}:{how}:when={number}{later}");
                traced(&["-e", &format!("trace={call}"), "-e", &inject])
            }
            Self::Room(bytes) => {
                let mut command = Command::new("prlimit");
                command.args([&format!("--fsize={bytes}"), TIMELOOM]);
                command
            }
        }
    }

    /// Whether the command could not clean up: a temporary file may stay.
    fn leaves_rest(&self) -> bool {
        matches!(self, Self::Inject { call, how, .. } if *how == "signal=KILL" || call.starts_with("unlink"))
    }
}

fn traced(arguments: &[&str]) -> Command {
    let mut command = Command::new("strace");
    command.args(["-qq", "-o", "/dev/null"]).args(arguments).arg(TIMELOOM);
    command
}

/// Returns files for all commands, and one that none of them uses.
fn template() -> Folder {
    let ruleset = catalog::find("unseen").unwrap();
    let mut game = catalog::open_bytes("it", &ruleset.begin(LEVEL, 1).unwrap().to_bytes()).unwrap();
    let save = ["."; 3].map(|text| {
        game.act(&game.parse(text).unwrap()).unwrap();
        game.bytes().unwrap()
    });
    let [.., save] = save;
    let torn = [&save[..], &[7; 5]].concat();
    let level = format!("# by hand\n{LEVEL}").replace("First", "Other");
    let texts =
        [("notes.txt", "theirs", USUAL), ("level.toml", &level, PRIVATE), ("level.xsb", SOKOBAN, USUAL)];
    let texts = texts.map(|(name, text, mode)| (name, text.as_bytes().to_vec(), mode));
    let others = [
        ("save.loom", save, USUAL),
        ("torn.loom", torn, PRIVATE),
        ("link.toml", b"level.toml".to_vec(), LINK),
    ];
    let all = texts.into_iter().chain(others);
    all.map(|(name, bytes, mode)| (name.to_owned(), Entry { bytes, mode })).collect()
}

fn write(folder: &Path, (name, entry): (&String, &Entry)) {
    let path = folder.join(name);
    if entry.mode == LINK {
        return symlink(OsStr::from_bytes(&entry.bytes), path).unwrap();
    }
    fs::write(&path, &entry.bytes).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(entry.mode)).unwrap();
}

fn read(folder: &Path) -> Folder {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let entry = |path: &PathBuf| {
        let mode = fs::symlink_metadata(path).unwrap().mode();
        let link = fs::read_link(path).map(|target| target.into_os_string().into_vec());
        Entry { bytes: link.unwrap_or_else(|_| fs::read(path).unwrap()), mode }
    };
    paths.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), entry(&path))).collect()
}

/// Runs a command in a folder with these files; returns its output and the resulting files.
fn run(mut command: Command, line: &str, files: &Folder) -> (Output, Folder) {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|file| write(folder.path(), file));
    let output = command.args(line.split_whitespace()).current_dir(folder.path()).output().unwrap();
    (output, read(folder.path()))
}

/// Returns the calls of an undisturbed run, by name, from the first after the program was loaded.
fn calls(line: &str, files: &Folder) -> Vec<(String, usize)> {
    let trace = tempfile::NamedTempFile::new().unwrap();
    let mut command = Command::new("strace");
    command.args(["-qq", "-e", &format!("trace={CALLS}"), "-o"]).arg(trace.path()).arg(TIMELOOM);
    run(command, line, files);
    let text = fs::read_to_string(trace.path()).unwrap();
    let mut counted = BTreeMap::new();
    let calls: Vec<_> = text
        .lines()
        .filter_map(|line| {
            let (name, _) = line.split_once('(')?;
            let number: &mut usize = counted.entry(name.to_owned()).or_default();
            *number += 1;
            Some((name.to_owned(), *number, line.contains(".so")))
        })
        .collect();
    let loaded = calls.iter().rposition(|(_, _, library)| *library).map_or(0, |last| last + 1);
    calls.into_iter().skip(loaded).map(|(name, number, _)| (name, number)).collect()
}

/// An undisturbed run of a command in its folder.
struct Trial<'a> {
    case: &'a Case,
    before: &'a Folder,
    expected: Folder,
}

impl Trial<'_> {
    fn check(&self, harm: &Harm) {
        let (output, after) = run(harm.command(), self.case.line, self.before);
        let errors = String::from_utf8_lossy(&output.stderr);
        let told = format!("{}, {harm:?}: {:?} {errors}", self.case.line, output.status.code());
        assert!(!errors.contains("panicked") && output.status.code() != Some(101), "{told}");
        self.check_others(&after, harm, &told);
        self.check_target(&after, &output, &told);
        if output.status.code() == Some(self.case.code()) {
            let target = self.case.target;
            let is_done = is_or_more_private(after.get(target), self.expected.get(target));
            assert!(is_done, "success, but not done: {told}");
        }
    }

    /// Checks that files of others are unchanged, and that new ones are the rest of an interrupted write.
    fn check_others(&self, after: &Folder, harm: &Harm, told: &str) {
        for (name, entry) in self.before.iter().filter(|(name, _)| *name != self.case.target) {
            assert!(after.get(name) == Some(entry), "{name} was touched: {told}");
        }
        for (name, entry) in after.iter().filter(|(name, _)| !self.before.contains_key(*name)) {
            let is_rest = name.starts_with(".timeloom-") && harm.leaves_rest();
            let is_copy = name.ends_with(".lost")
                && self.expected.get(name).is_some_and(|all| all.bytes.starts_with(&entry.bytes));
            // A replaced file that cannot be read again may be of another program.
            let is_kept = self.before.get(self.case.target) == Some(entry)
                && told.contains("that version is kept as")
                && told.contains(name);
            let is_known = is_rest || is_copy || is_kept;
            assert!(*name == self.case.target || is_known, "{name} was left: {told}");
        }
    }

    fn check_target(&self, after: &Folder, output: &Output, told: &str) {
        let target = self.case.target;
        let [before, after, expected] = [self.before, after, &self.expected].map(|folder| folder.get(target));
        if self.case.kind == Kind::Whole {
            let is_new = is_or_more_private(after, expected);
            return assert!(after == before || is_new, "{target} is neither old nor new: {told}");
        }
        let [before, after, expected] =
            [before, after, expected].map(|entry| prints(&entry.expect("it is there").bytes, told));
        assert!(after.starts_with(&before) && expected.starts_with(&after), "{told}");
        if self.case.kind == Kind::Turns {
            let lines = output.stdout.iter().filter(|byte| **byte == b'\n').count();
            assert!(after.len() >= before.len() + lines, "{lines} lines were printed: {told}");
        }
    }
}

/// Whether an entry is as expected. If its source file could not be examined, it is for its owner only.
fn is_or_more_private(entry: Option<&Entry>, expected: Option<&Entry>) -> bool {
    let private = expected.map(|expected| Entry { mode: expected.mode & !0o77, ..expected.clone() });
    entry == expected || entry == private.as_ref()
}

/// Returns the fingerprints of a save.
fn prints(bytes: &[u8], told: &str) -> Vec<u64> {
    let game = catalog::open_bytes("it", bytes).unwrap_or_else(|error| panic!("{error}: {told}"));
    assert!(matches!(game.health(), Health::Whole | Health::Torn { .. }), "{:?}: {told}", game.health());
    game.tree().ids().filter_map(|id| game.node(id).fingerprint).collect()
}

/// Runs the disturbances of each command; returns the numbers of commands, of places in them, and of runs.
fn attack(harms: impl Fn(&Case, &Folder, &Folder) -> Vec<Harm>) -> usize {
    let before = template();
    let mut runs = 0;
    for case in CASES {
        let (output, expected) = run(Command::new(TIMELOOM), case.line, &before);
        assert_eq!(output.status.code(), Some(case.code()), "{}: {output:?}", case.line);
        let harms = harms(case, &before, &expected);
        let trial = Trial { case, before: &before, expected };
        // Every place in the long run, one in several in the short one.
        let tried = harms.iter().step_by(if rounds(1) > 1 { 1 } else { 23 });
        runs += tried.inspect(|harm| trial.check(harm)).count();
    }
    runs
}

fn is_missing(program: &str, arguments: &[&str]) -> bool {
    let works = Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success());
    if !works {
        println!("skipped: {program} is not installed or not allowed here; scripts/attack installs it");
    }
    !works
}

#[test]
fn every_system_call_of_the_commands_may_fail_or_be_the_last() {
    if is_missing("strace", &["-qq", "-o", "/dev/null", "true"]) {
        return;
    }
    let counts = std::cell::Cell::new(0);
    let runs = attack(|case, before, _| {
        let calls = calls(case.line, before);
        assert!(calls.len() > 10, "{}: hardly a call is traced: {calls:?}", case.line);
        counts.set(counts.get() + calls.len());
        let harms = calls.into_iter().flat_map(|(call, number)| {
            HOW.map(|(how, later)| Harm::Inject { call: call.clone(), number, how, later })
        });
        harms.collect()
    });
    let (commands, calls) = (CASES.len(), counts.get());
    println!(
        "{commands} commands with {calls} system calls about files: {runs} runs in which one failed or was the last"
    );
}

#[test]
fn the_disk_may_be_full_at_every_byte() {
    if is_missing("prlimit", &["--fsize=100", "true"]) {
        return;
    }
    let runs = attack(|_, _, expected| {
        let longest = expected.values().map(|entry| entry.bytes.len()).max().unwrap_or_default();
        (0..=longest).map(Harm::Room).collect()
    });
    println!(
        "{} commands: {runs} runs in which no file could be longer than some number of bytes",
        CASES.len()
    );
}
