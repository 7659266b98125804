//! Secrets: two games that differ only in what a player cannot know give that player the same output, whatever the
//! command. A command without a decision about seats fails here.

use timeloom::journal::record::Record;

use crate::test_dir::{Ran, TestDir, records, save_of};

/// Permitted output of a command about a save with hidden choices.
enum Decision {
    /// It takes `--seat`; with these arguments it reveals nothing that the player cannot know.
    Seat(&'static [&'static str]),
    /// It has no `--seat`, because it reveals no choices of an undamaged save.
    Public(&'static [&'static str]),
    /// It shows no save.
    NoSave,
}

use Decision::{NoSave, Public, Seat};

/// Every command. `a.loom` is the save, `b.loom` a copy that may be changed.
const DECISIONS: &[(&str, Decision)] = &[
    (
        "show",
        Seat(&[
            "a.loom",
            "a.loom --turn 1",
            "a.loom --turn 2",
            "a.loom --node n2",
            "a.loom --turn 99",
            "a.loom --t 1",
        ]),
    ),
    ("log", Seat(&["a.loom", "a.loom --last 1"])),
    ("diff", Seat(&["a.loom start here", "a.loom 1 2", "a.loom 0 n2", "a.loom orbital 1"])),
    (
        "find",
        Seat(&[
            "a.loom action=A:build:orbital",
            "a.loom action=A:save --branches",
            "a.loom players[A].declared",
            "a.loom players[*].declared[*].Build.ship=orbital",
            "a.loom rng>=0",
            "a.loom turn>=2",
            "a.loom node=n2",
            "a.loom result=x",
            "a.loom ready=true",
            "a.loom players[A].lines>=0 turn>=2",
        ]),
    ),
    ("export", Seat(&["a.loom -o out.txt", "a.loom -o out.json", "a.loom -o out.toml", "a.loom -o out.xsb"])),
    // The answers of a player to the last question reveal the other's choice, so only refusals must be the
    // same.
    (
        "play",
        Seat(&[
            "b.loom A:save",
            "b.loom A:build:orbital",
            "b.loom A1:hold",
            "b.loom B1:hold",
            "b.loom B:build:nosuch",
            "b.loom jump",
            "b.loom --at n1",
            "b.loom --at n1 A:save",
        ]),
    ),
    ("name", Public(&["b.loom n1 mark", "b.loom here mark --bookmark", "b.loom 99 mark"])),
    ("verify", Public(&["a.loom"])),
    (
        "check",
        Seat(&[
            "match.toml a.loom",
            "poor.toml a.loom",
            "other.toml a.loom",
            "changed.toml a.loom",
            "--strict poor.toml changed.toml a.loom",
        ]),
    ),
    ("solve", Public(&["a.loom", "a.loom --node start", "a.loom --no-return", "a.loom --difficulty"])),
    ("hint", Public(&["a.loom", "a.loom --node start"])),
    ("recover", Public(&["a.loom -o out.loom"])),
    ("new", NoSave),
    ("import", NoSave),
    ("apply", NoSave),
    ("completions", NoSave),
    ("help", NoSave),
];

const LEVEL: &str = "ruleset = \"fleet\"\n[meta]\nname = \"Two captains\"\n[[player]]\nname = \"Ada\"\nlines = 9\n\
    ships = [\"guardian\", \"guardian\"]\n[[player]]\nname = \"Brin\"\nlines = 9\nships = [\"guardian\", \"zenith\"]\n";

/// Two saves that differ only in what a player cannot know.
struct Pair {
    what: &'static str,
    seat: &'static str,
    saves: [TestDir; 2],
    sound: bool,
}

/// Later versions of the level, on which a hidden choice may be illegal, end the game or cost something else.
fn edited() -> [(&'static str, String); 3] {
    let poor = LEVEL.replace("lines = 9", "lines = 0");
    let other = LEVEL.replace("\"guardian\", \"guardian\"", "\"zenith\"").replace("lines = 9", "lines = 3");
    let changed = LEVEL.replace("[meta]\n", "[meta]\nid = \"two\"\n").replacen("lines = 9", "lines = 1", 1);
    [("poor.toml", poor), ("other.toml", other), ("changed.toml", changed)]
}

fn begun(seed: u32) -> TestDir {
    let dir = TestDir::new();
    dir.put("match.toml", LEVEL);
    edited().iter().for_each(|(name, level)| dir.put(name, level));
    dir.run(&format!("new match.toml -o a.loom --seed {seed}")).good();
    dir
}

/// A save on which these commands were run.
fn after(commands: &[&str]) -> TestDir {
    let dir = begun(3);
    commands.iter().for_each(|command| drop(dir.run_words(command.split(' ')).good()));
    dir
}

fn pair(what: &'static str, seat: &'static str, commands: [&[&str]; 2]) -> Pair {
    Pair { what, seat, saves: commands.map(after), sound: true }
}

/// Two seeds that have given the same die so far.
fn seeds_with_the_same_past() -> Pair {
    let rolled = |seed| {
        let dir = begun(seed);
        dir.run("play a.loom roll").good();
        dir
    };
    let die = |dir: &TestDir| dir.state("")["die"].clone();
    let one = rolled(0);
    let other = (1..).map(rolled).find(|other| die(other) == die(&one)).expect("a die has six sides");
    assert_ne!(one.state("")["rng"], other.state("")["rng"]);
    Pair { what: "seeds", seat: "Brin", saves: [one, other], sound: true }
}

fn hidden_at_the_tip() -> [TestDir; 2] {
    ["play a.loom roll A:build:orbital", "play a.loom roll A:save"].map(|play| after(&[play]))
}

/// A save with an unfinished write, after choices of different length.
fn torn() -> Pair {
    let saves = hidden_at_the_tip();
    saves.iter().for_each(|dir| dir.put("a.loom", [dir.bytes("a.loom"), vec![1, 2, 3]].concat()));
    Pair { what: "a torn end", seat: "Brin", saves, sound: false }
}

/// Saves on which the current rules disagree with the log, at the hidden choice.
fn diverged() -> Pair {
    let saves = hidden_at_the_tip();
    for dir in &saves {
        let (header, mut records) = records(&dir.bytes("a.loom"));
        let acts = records.iter_mut().filter_map(|record| match record {
            Record::Act { fingerprint, .. } => Some(fingerprint),
            _ => None,
        });
        *acts.last().expect("there are acts") ^= 1;
        dir.put("a.loom", save_of(&header, &records));
    }
    Pair { what: "a divergence", seat: "Brin", saves, sound: false }
}

fn pairs() -> Vec<Pair> {
    vec![
        pair("a choice", "Brin", [&["play a.loom roll A:build:orbital"], &["play a.loom roll A:save"]]),
        pair(
            "a choice that a changed level forbids",
            "Brin",
            [&["play a.loom roll A:build:zenith"], &["play a.loom roll A:save"]],
        ),
        pair(
            "the charge of B",
            "0",
            [
                &["play a.loom roll A:save B:save A1:hold B1:at:A1"],
                &["play a.loom roll A:save B:save A1:hold B1:hold"],
            ],
        ),
        pair(
            "one charge of two",
            "Brin",
            [&["play a.loom roll A:save B:save A1:at:B1"], &["play a.loom roll A:save B:save A1:hold"]],
        ),
        pair(
            "a choice on another branch, with a bookmark and a name",
            "Brin",
            [
                &[
                    "play a.loom roll A:build:orbital",
                    "name a.loom n2 mine --bookmark",
                    "name a.loom n2 first",
                    "play a.loom --at n1 B:save",
                ],
                &[
                    "play a.loom roll A:build:guardian",
                    "name a.loom n2 mine --bookmark",
                    "name a.loom n2 first",
                    "play a.loom --at n1 B:save",
                ],
            ],
        ),
        seeds_with_the_same_past(),
        torn(),
        diverged(),
    ]
}

/// Returns everything that a command reveals: its output, its exit code, and the files it writes, without the
/// saves.
fn told(dir: &TestDir, words: &str) -> (i32, String, String, Option<Vec<u8>>) {
    dir.put("b.loom", dir.bytes("a.loom"));
    let Ran { code, out, err } = dir.run(words);
    let written = words.split("-o ").nth(1).and_then(|name| name.split(' ').next());
    let written = written.filter(|name| !name.ends_with(".loom") && dir.path(name).exists());
    let bytes = written.map(|name| dir.bytes(name));
    dir.contents().keys().filter(|name| name.starts_with("out.")).for_each(|name| {
        std::fs::remove_file(dir.path(name)).unwrap();
    });
    (code, out, err, bytes)
}

fn check_same(Pair { what, seat, saves, sound }: &Pair, command: &str, decision: &Decision) {
    let (arguments, seat) = match decision {
        Seat(arguments) => (arguments, format!(" --seat {seat}")),
        Public(arguments) if *sound => (arguments, String::new()),
        _ => return,
    };
    for arguments in *arguments {
        for json in ["", " --json"] {
            let words = format!("{command} {arguments}{seat}{json}");
            let [one, other] = saves.each_ref().map(|dir| told(dir, &words));
            assert_eq!(one, other, "{what}: {words}");
        }
    }
}

#[test]
fn whatever_a_player_cannot_know_changes_no_output() {
    for pair in &pairs() {
        for (command, decision) in DECISIONS {
            check_same(pair, command, decision);
        }
    }
}

#[test]
fn without_a_seat_the_pairs_do_differ() {
    for Pair { what, saves, .. } in &pairs() {
        let [one, other] = saves.each_ref().map(|dir| told(dir, "log a.loom --json"));
        assert_ne!(one, other, "{what}");
    }
}

#[test]
fn a_run_is_checked_on_a_changed_level_as_far_as_the_seat_knows_it() {
    let dir = after(&["play a.loom roll A:build:zenith"]);
    let open = dir.run("check poor.toml a.loom");
    assert!(open.code == 1 && open.out.contains("fails at turn 2 with A:build:zenith"), "{open:?}");
    let own = dir.run("check poor.toml a.loom --seat Ada");
    assert!(own.code == 1 && own.out.contains("A:build:zenith"), "{own:?}");
    let theirs = dir.run("check poor.toml a.loom --seat Brin");
    assert!(
        theirs.code == 0 && theirs.out.contains("can be played for 1 turn; the next is hidden"),
        "{theirs:?}"
    );
    assert!(!theirs.out.contains("zenith"), "{theirs:?}");
}

/// Returns the subcommands that the program lists in its own help.
fn commands(dir: &TestDir) -> Vec<String> {
    let help = dir.run("--help").good();
    let list = help.split("Commands:\n").nth(1).expect("the commands are listed");
    let lines = list.lines().take_while(|line| !line.trim().is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("    "));
    names.filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect()
}

#[test]
fn every_command_has_a_decision_about_seats() {
    let dir = TestDir::new();
    let commands = commands(&dir);
    let decided: Vec<_> = DECISIONS.iter().map(|(command, _)| *command).collect();
    for command in &commands {
        assert!(
            decided.contains(&command.as_str()),
            "decide in this test what `{command}` may tell a player"
        );
    }
    for (command, decision) in DECISIONS {
        assert!(commands.contains(&(*command).to_owned()), "there is no command {command}");
        let takes_seat = dir.run(&format!("help {command}")).out.contains("--seat <PLAYER>");
        assert_eq!(takes_seat, matches!(decision, Seat(_)), "{command}");
    }
}
