//! General behaviour of the command: help, the tour, completions, wrong usage, colours and pipes.

use std::io::Read;
use std::process::Stdio;

use crate::test_dir::{TestDir, finish};

const COMMANDS: &[&str] = &[
    "new",
    "play",
    "show",
    "log",
    "verify",
    "check",
    "solve",
    "diff",
    "recover",
    "import",
    "export",
    "name",
    "apply",
    "completions",
];

#[test]
fn every_command_has_help_with_an_example() {
    let dir = TestDir::new();
    let overview = dir.run("--help").good();
    assert!(overview.contains("Exit codes: 0 "), "{overview}");
    for command in COMMANDS {
        let help = dir.run(&format!("{command} --help")).good();
        let (_, examples) = help.split_once("Example").unwrap_or_else(|| panic!("no example: {help}"));
        assert!(examples.contains(&format!("timeloom {command}")), "{help}");
        assert!(overview.contains(&format!("\n  {command} ")), "{command} is not in the overview");
    }
}

#[test]
fn without_a_command_there_is_a_tour_that_writes_nothing() {
    let dir = TestDir::new();
    let tour = dir.run_and_change_nothing("").good();
    for word in ["The narrow bridge", "won: red", "timeloom new", "timeloom play", "timeloom --help"] {
        assert!(tour.contains(word), "no '{word}' in the tour: {tour}");
    }
    assert_eq!(dir.run("--json").data()["ruleset"], "skirmish");
}

#[test]
fn the_steps_of_the_tour_can_be_taken_as_they_are_printed() {
    let dir = TestDir::new();
    let tour = dir.run("").good();
    let steps = tour.split("Try it yourself:\n").nth(1).expect("the tour ends with steps");
    for step in steps.lines().filter_map(|line| line.trim().strip_prefix("timeloom ")) {
        let command = step.split("   ").next().unwrap_or_default();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/saves");
        let words: Vec<_> = command.split_whitespace().map(|word| word.replace("saves", root)).collect();
        dir.run_words(words.iter().map(String::as_str)).good();
    }
    let log = dir.run("log battle.loom").good();
    assert!(log.contains("A:heavy:E") && log.contains("A:hold") && log.contains("|/"), "{log}");
}

#[test]
fn completions_are_scripts_that_know_the_commands() {
    let dir = TestDir::new();
    for (shell, word) in
        [("bash", "complete -F"), ("zsh", "#compdef timeloom"), ("fish", "complete -c timeloom")]
    {
        let script = dir.run(&format!("completions {shell}")).good();
        assert!(script.contains(word), "{shell}: {script}");
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
    assert_eq!(dir.run("completions cobol").code, 2);
}

#[test]
fn wrong_usage_is_exit_code_2_and_says_what_is_missing() {
    let dir = TestDir::after("Tick");
    for (line, word) in [
        ("dance", "dance"),
        ("--dance", "--dance"),
        ("new", "<LEVEL>"),
        ("new duel.toml", "--output"),
        ("new duel.toml -o b.loom --seed few", "few"),
        ("play", "<SAVE>"),
        ("play a.loom", "<ACTIONS>"),
        ("show", "<SAVE>"),
        ("show a.loom --turn soon", "soon"),
        ("show a.loom --turn 1 --node n1", "cannot be used with"),
        ("log", "<SAVE>"),
        ("verify", "<SAVES>"),
        ("diff a.loom 1", "<B>"),
        ("recover a.loom", "--output"),
        ("name a.loom 1", "<TEXT>"),
        ("apply", "<RULESET>"),
        ("completions", "<SHELL>"),
    ] {
        let ran = dir.run_and_change_nothing(line);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}: {ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(word), "{line}: {}", ran.err);
    }
}

#[test]
fn a_pipe_gets_no_colours_unless_they_are_asked_for() {
    let dir = TestDir::after("Tick*3");
    for line in ["", "show a.loom", "log a.loom", "verify a.loom", "diff a.loom 0 tip", "show missing.loom"] {
        let coloured = |settings: &[(&str, &str)]| {
            let mut command = dir.command(line.split_whitespace());
            let ran = finish(command.envs(settings.iter().copied()));
            (ran.out + &ran.err).contains('\x1b')
        };
        assert!(!coloured(&[]), "{line}");
        assert!(!coloured(&[("NO_COLOR", "1")]), "{line}");
        assert!(!coloured(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]), "{line}");
        // Differences are coloured only if something was added or removed.
        assert_eq!(coloured(&[("CLICOLOR_FORCE", "1")]), !line.starts_with("diff"), "{line}");
    }
}

#[test]
fn data_has_no_colours_even_if_they_are_asked_for() {
    let dir = TestDir::after("Tick*3");
    for line in ["show a.loom", "log a.loom", "verify a.loom", "diff a.loom 0 tip", "play a.loom Tick"] {
        let mut command = dir.command(line.split_whitespace());
        let out = finish(command.arg("--json").env("CLICOLOR_FORCE", "1")).good();
        assert!(!out.contains('\x1b') && !out.contains("\\u001b"), "{line}: {out}");
    }
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let dir = TestDir::new();
    dir.put("long.toml", crate::test_dir::DUEL.replace("members", "hp = 1000000\nmembers"));
    dir.run("new long.toml -o a.loom").good();
    dir.run("play a.loom Tick*3000").good();
    for line in ["log a.loom", "log a.loom --json", "play a.loom Tick*3000"] {
        let mut command = dir.command(line.split_whitespace());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut start = [0; 20];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!((child.wait().unwrap().code(), complaints.as_str()), (Some(0), ""), "{line}");
    }
    dir.run("verify a.loom").good();
}

/// `script` provides a terminal; without it, this checks nothing.
#[test]
#[cfg(target_os = "linux")]
fn a_narrow_terminal_shortens_lines_and_a_pipe_beside_it_does_not() {
    use crate::test_dir::TIMELOOM;

    let dir = TestDir::after("Tick*5");
    let lines = |command: &str| {
        let inside = format!("stty cols 40 rows 20; '{TIMELOOM}' {command}");
        let mut script = std::process::Command::new("script");
        let output = script.args(["-qec", &inside, "/dev/null"]).current_dir(dir.path("")).output().ok()?;
        String::from_utf8(output.stdout).ok()?.lines().next().map(|line| line.trim_end().to_owned())
    };
    let whole = "* n5 turn 5 Tick A hits b (90 left), b hits A (90 left) <- here";
    let (Some(narrow), Some(piped)) = (lines("log a.loom"), lines("log a.loom | cat")) else {
        eprintln!("skipped: there is no `script` to lend a terminal");
        return;
    };
    assert!(narrow.contains("...") && narrow.contains('\x1b'), "{narrow}");
    assert_eq!(piped, whole);
}

/// Writing to this device always fails as if the disk were full.
#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_exit_code_2_and_complaints_that_cannot_change_no_exit_code() {
    let dir = TestDir::after("Tick*3");
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for line in ["show a.loom", "log a.loom", "completions bash", ""] {
        let ran = finish(dir.command(line.split_whitespace()).stdout(full()));
        ran.check_bad(&["the output could not be written"]);
    }
    let played = finish(dir.command(["play", "a.loom", "Tick"]).stdout(full()));
    played.check_bad(&["the output could not be written"]);
    assert_eq!(dir.state("")["tick"], 4, "what was done stays done");
    for (line, code) in [("show missing.loom", 2), ("play a.loom Q:hold", 1)] {
        let ran = finish(dir.command(line.split_whitespace()).stderr(full()));
        assert_eq!(ran.code, code, "{line}");
    }
}
