//! Files from strangers: text that drives a terminal, nesting that drives a parser, lines without an end.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::test_dir::{DUEL, Ran, TestDir, finish, json_lines, records, save_of};

/// Clears the screen, changes colour and title, rings, goes back, turns text around, begins a new line.
const HOSTILE: &str = "\u{1b}[2J\u{1b}[1m\u{1b}]0;x\u{7}\u{8}\u{7f}\u{9b}31m\u{202e}\u{2066}\u{2028}\r";

/// Levels whose every text is hostile, one for each ruleset; `EVIL` stands for the text.
const LEVELS: [(&str, &str, &str); 4] = [
    (
        "unseen",
        "ruleset = \"unseen\"\n[meta]\nname = \"EVIL\"\nauthor = \"EVIL\"\ndescription = \"EVIL\"\n[world]\ntime_depth = 20\n[map]\nrows = [\"@.B.>\"]\n\
         [[entity]]\nkind = \"custom\"\nname = \"EVIL\"\nat = [1, 0]\n\
         [[entity]]\nkind = \"rift\"\nname = \"rift EVIL\"\nat = [3, 0]\nrift = { target = [0, 0, 0] }\n\
         [[solution]]\nname = \"EVIL\"\nactions = \"E\"\n",
        "E",
    ),
    (
        "skirmish",
        "ruleset = \"skirmish\"\n[meta]\nname = \"EVIL\"\ndescription = \"EVIL\"\n[arena]\nrows = [\"A..b\"]\n\
         [[faction]]\nname = \"EVIL\"\nmembers = \"A\"\n[[faction]]\nname = \"blue\"\nmembers = \"b\"\n",
        "Tick*20",
    ),
    (
        "azul",
        "ruleset = \"azul\"\nplayers = 2\nnames = [\"a\", \"b\"]\n[meta]\nname = \"EVIL\"\ndescription = \"EVIL\"\n",
        "--auto 3",
    ),
    (
        "fleet",
        "ruleset = \"fleet\"\n[meta]\nname = \"EVIL\"\ndescription = \"EVIL\"\n[[player]]\nname = \"EVIL\"\n\
         [[player]]\nname = \"b\"\n",
        "--auto 5",
    ),
];

/// Returns a level of a ruleset with hostile texts, and actions to play. For a ruleset without one, returns a
/// renamed sample, which is only played.
fn level_of(ruleset: &str) -> (String, &'static str) {
    if let Some((_, level, actions)) = LEVELS.iter().find(|(name, ..)| *name == ruleset) {
        return ((*level).to_owned(), actions);
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/levels");
    let samples = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = samples.map(|path| std::fs::read_to_string(path).unwrap());
    let sample = texts.into_iter().find(|text| timeloom::catalog::declared(text) == ruleset);
    let is_text = |key: &str| ["name", "title", "author", "description"].contains(&key.trim());
    let hostile = |line: &str| match line.split_once('=') {
        Some((key, _)) if is_text(key) => format!("{key}= \"EVIL\"\n"),
        _ => format!("{line}\n"),
    };
    (sample.expect("every ruleset has a sample").lines().map(hostile).collect(), "--auto 3")
}

/// Escapes control characters, which TOML does not allow.
fn escaped(text: &str) -> String {
    text.chars().map(|character| format!("\\u{:04x}", u32::from(character))).collect()
}

/// Runs a command as on a terminal with colours.
fn run(dir: &TestDir, words: &[&str]) -> Ran {
    finish(dir.command(words.iter().copied()).env("CLICOLOR_FORCE", "1"))
}

/// Removes the colours that the program itself writes.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| match part.split_once('m') {
        Some((code, rest)) if code.chars().all(|sign| sign.is_ascii_digit() || sign == ';') => before + rest,
        _ => before + "\u{1b}[" + part,
    })
}

fn check_harmless(ran: &Ran, what: &str) {
    for text in [&ran.out, &ran.err] {
        let own = without_colours(text);
        let harmful = |character: &char| {
            (character.is_control() && *character != '\n')
                || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
        };
        let found: Vec<char> = own.chars().filter(harmful).collect();
        assert!(found.is_empty(), "{what}: {found:?} in {own}");
    }
}

/// Every command on a level and a save, each as it is called.
const COMMANDS: &[&str] = &[
    "check level.toml",
    "check level.toml a.loom",
    "solve level.toml",
    "solve a.loom --node nosuch\u{1b}[2J",
    "show a.loom",
    "show a.loom --turn 0",
    "log a.loom",
    "diff a.loom start tip",
    "find a.loom turn>=1",
    "find a.loom nosuch=1",
    "find a.loom action=zzz",
    "verify a.loom",
    "name a.loom 0 turned\u{202e}around",
    "name a.loom 0 mark\u{2066} --bookmark",
    "log a.loom",
    "show a.loom --turn 0",
    "show a.loom --seat nosuch\u{1b}[2J",
    "show a.loom --node nosuch\u{1b}[2J",
    "play a.loom nosuch\u{1b}[2J",
    "show nosuch\u{1b}[2J.loom",
    "nosuch\u{1b}[2J",
    "recover a.loom -o out.loom",
    "export a.loom -o out.txt",
    "export a.loom -o out.json",
    "export a.loom -o out.\u{1b}[2J",
];

#[test]
fn no_text_of_a_file_reaches_the_terminal_as_a_command() {
    for ruleset in timeloom::catalog::RULESETS.iter().map(|ruleset| ruleset.name()) {
        let (level, actions) = level_of(ruleset);
        let dir = TestDir::new();
        dir.put("level.toml", level.replace("EVIL", &escaped(HOSTILE)));
        check_harmless(&run(&dir, &["new", "level.toml", "-o", "a.loom"]), ruleset);
        let play: Vec<&str> = ["play", "a.loom"].into_iter().chain(actions.split(' ')).collect();
        check_harmless(&run(&dir, &play), ruleset);
        let is_played = dir.run("log a.loom").good().lines().count() > 1;
        assert!(is_played || !LEVELS.iter().any(|(name, ..)| *name == ruleset), "{ruleset} was played");
        for command in COMMANDS {
            for json in [None, Some("--json")] {
                let words: Vec<&str> = command.split(' ').chain(json).collect();
                check_harmless(&run(&dir, &words), &format!("{ruleset}: {command:?} {json:?}"));
            }
        }
        let text = String::from_utf8(dir.bytes("out.txt")).unwrap();
        check_harmless(&Ran { code: 0, out: text, err: String::new() }, "the text that is exported");
    }
}

#[test]
fn what_is_wrong_with_a_hostile_file_is_told_harmlessly() {
    let evil = escaped(HOSTILE);
    let dir = TestDir::new();
    let bad = [
        format!("ruleset = \"{evil}\"\n"),
        format!("ruleset = \"unseen\"\n\"{evil}\" = 1\n[map]\nrows = [\"@>\"]\n"),
        format!("ruleset = \"unseen\"\n[world]\nwin = \"{evil}\"\n[map]\nrows = [\"@>{evil}\"]\n"),
        format!("ruleset = \"skirmish\"\n[arena]\nrows = [\"{evil}\"]\n"),
        format!("ruleset = \"fleet\"\n[[player]]\nships = [\"{evil}\"]\n"),
        format!("ruleset = \"unseen\"\n{HOSTILE}\n"),
    ];
    for (number, level) in bad.iter().enumerate() {
        dir.put("level.toml", level);
        for command in ["check level.toml", "new level.toml -o out.loom", "new level.toml -o out.loom --json"]
        {
            let ran = run(&dir, &command.split(' ').collect::<Vec<_>>());
            assert_eq!(ran.code, 2, "{number}: {ran:?}");
            check_harmless(&ran, &format!("level {number}: {command}"));
        }
    }
    dir.put("level.xsb", format!("Title: {HOSTILE}\n#####\n#@$.#\n#####\n"));
    check_harmless(&run(&dir, &["import", "level.xsb", "-o", "out.toml"]), "import");
}

/// Levels that are nested far deeper than a stack is high.
fn deep_levels() -> Vec<(&'static str, String)> {
    let many = 30_000;
    vec![
        ("deep.json", format!("{{\"ruleset\":\"unseen\",\"a\":{}1{}}}", "[".repeat(many), "]".repeat(many))),
        ("deep.json", format!("{}1{}", "{\"a\":".repeat(many), "}".repeat(many))),
        ("deep.json", format!("{{\"ruleset\":\"fleet\",\"a\":{}", "[".repeat(many))),
        ("deep.toml", format!("ruleset = \"azul\"\na = {}1{}\n", "[".repeat(many), "]".repeat(many))),
        ("deep.toml", format!("ruleset = \"unseen\"\na = {}1{}\n", "{ a = ".repeat(many), " }".repeat(many))),
        ("deep.toml", format!("ruleset = \"skirmish\"\na{} = 1\n", ".a".repeat(many))),
        ("deep.toml", format!("ruleset = \"unseen\"\n[a{}]\n", ".a".repeat(many))),
    ]
}

const TOO_DEEP: &str = "nested more than 64 deep, and no level needs that: remove brackets or dots";

#[test]
fn a_level_that_is_nested_too_deeply_is_refused_with_its_line() {
    for (name, level) in deep_levels() {
        let dir = TestDir::new();
        dir.put(name, &level);
        for command in ["check", "new -o out.loom", "new --draw -o out.loom"] {
            let ran = dir.run_and_change_nothing(&format!("{command} {name}"));
            // A level that names no ruleset, or one without drawing, may be refused for that reason instead.
            assert!(ran.err.contains(TOO_DEEP) || ran.err.contains("cannot be drawn"), "{command}: {ran:?}");
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command}");
        }
    }
}

#[test]
fn a_save_whose_level_is_nested_too_deeply_is_refused_by_every_command() {
    for (_, level) in deep_levels() {
        let dir = TestDir::after("Tick");
        let (mut header, records) = records(&dir.bytes("a.loom"));
        header.level = level;
        dir.put("a.loom", save_of(&header, &records));
        for command in
            ["show a.loom", "log a.loom", "verify a.loom", "recover a.loom -o out.loom", "find a.loom turn=1"]
        {
            let ran = dir.run(command);
            assert!(ran.code != 0 && (ran.out + &ran.err).contains(TOO_DEEP), "{command}");
        }
    }
}

#[test]
fn a_condition_that_is_nested_deeply_is_only_a_condition() {
    let dir = TestDir::after("Tick");
    let deep = format!("tick={}{}", "[".repeat(30_000), "]".repeat(30_000));
    let ran = dir.run(&format!("find a.loom {deep}"));
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let ran = dir.run(&format!("find a.loom a{}=1", ".a[*]".repeat(20_000)));
    assert_eq!(ran.code, 2, "{}", ran.out);
}

#[test]
fn a_line_of_apply_is_bounded_and_the_next_one_is_answered() {
    let dir = TestDir::new();
    let mut command = dir.command(["apply", "skirmish"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let long = format!("{{\"state\":\"{}\"}}\n", "x".repeat(8 << 20));
        stdin.write_all(long.as_bytes()).unwrap();
        stdin.write_all(b"{\"level\":{\"width\":0}}\n").unwrap();
    });
    let answers: Vec<Value> =
        json_lines(&String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap());
    writer.join().unwrap();
    let messages: Vec<&str> =
        answers.iter().filter_map(|answer| answer["error"]["message"].as_str()).collect();
    assert!(messages[0].contains("longer than 4194304 bytes (4 MiB)"), "{messages:?}");
    assert_eq!((messages.len(), &answers[1]["error"]["code"]), (2, &Value::from("BadLevel")), "{messages:?}");
    let help = dir.run("apply --help").good();
    assert!(help.split_whitespace().collect::<Vec<_>>().join(" ").contains("at most 4 MiB"), "{help}");
}

#[test]
fn a_line_break_in_a_title_or_a_name_forges_no_line() {
    let dir = TestDir::new();
    let level = "ruleset = \"unseen\"\n[meta]\nname = \"A\\nwins 'main' in 3 turns\"\n\"k\\nwins 'key'\" = 1\n[world]\ntime_depth = 20\n\
                 [map]\nrows = [\"@.B.>\"]\n[[solution]]\nname = \"b\\nwins 'other'\"\nactions = \"W\"\n";
    dir.put("a.toml", level);
    dir.put("b.toml", level.replace("\"k\\nwins 'key'\" = 1\n", ""));
    dir.run("new b.toml -o a.loom");
    for line in ["check a.toml", "check b.toml", "show a.loom", "new b.toml -o c.loom", "log a.loom"] {
        let ran = dir.run(line);
        let said = [ran.out, ran.err].concat();
        assert!(
            !said.is_empty() && !said.lines().any(|line| line.trim_start().starts_with("wins")),
            "{line}: {said}"
        );
    }
}

#[test]
fn a_line_break_in_the_name_of_a_file_forges_no_line() {
    let dir = TestDir::after("Tick");
    let mut damaged = dir.bytes("a.loom");
    let at = damaged.len() - 3;
    damaged[at] ^= 1;
    std::fs::create_dir(dir.path("in")).unwrap();
    for (name, bytes) in [("b\nforged b.loom", damaged), ("g\nforged g.loom", dir.bytes("a.loom"))] {
        dir.put(name, &bytes);
        dir.put(&format!("in/{name}"), bytes);
    }
    dir.put("l\nforged l.toml", DUEL);
    dir.put("f\nforged f.toml", "ruleset = \"skirmish\"\n");
    let (bad, good) = ("b\nforged b.loom", "g\nforged g.loom");
    let lines: [&[&str]; 12] = [
        &["verify", bad, good],
        &["check", "l\nforged l.toml", bad, good],
        &["check", "duel.toml", "in"],
        &["check", "f\nforged f.toml"],
        &["new", "l\nforged l.toml", "-o", "n\nforged n.loom"],
        &["new", "l\nforged l.toml", "-o", good],
        &["show", bad],
        &["show", "none\nforged none.loom"],
        &["export", good, "-o", "x\nforged x.txt"],
        &["export", good, "-o", bad],
        &["recover", bad, "-o", "r\nforged r.loom"],
        &["play", bad, "Tick"],
    ];
    for words in lines {
        let ran = dir.run_words(words.iter().copied());
        let said = [ran.out, ran.err].concat();
        assert!(
            !said.is_empty() && !said.lines().any(|line| line.starts_with("forged")),
            "{words:?}: {said}"
        );
    }
}

#[test]
fn a_level_with_a_byte_order_mark_is_of_the_ruleset_that_it_names() {
    let dir = TestDir::new();
    let level = String::from_utf8(dir.bytes("duel.toml")).unwrap();
    dir.put("mark.toml", format!("\u{feff}{level}"));
    dir.run("new mark.toml -o a.loom").good();
    let json = r#"{"ruleset": "azul", "players": 2}"#;
    for (name, text) in [("a.json", json.to_owned()), ("b.json", format!("\u{feff}{json}"))] {
        dir.put(name, text);
    }
    assert_eq!(dir.run("check b.json").out.replace("b.json", "a.json"), dir.run("check a.json").out);
}

/// The file looks regular, but reading it waits for messages of the system.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_refused_and_not_waited_for() {
    let dir = TestDir::new();
    for command in ["check", "new -o a.loom", "verify", "show", "export -o a.toml"] {
        let ran = dir.run(&format!("{command} /proc/kmsg"));
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
    }
    for save in ["/proc/kmsg", "/proc/version"] {
        dir.run_and_change_nothing(&format!("recover -o a.loom {save}")).check_bad(&[save, "a regular file"]);
    }
}
