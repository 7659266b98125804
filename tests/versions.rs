//! A change of rules requires a new version: every version of every game in the catalog plays games chosen by a fixed
//! generator, every drawing is drawn by a fixed list of edits (`saves/golden/edits-*.txt`), and the results are
//! pinned in `saves/golden/rules.txt`. A log is played by the version that began it, so no line there ever changes.
//!
//! `UPDATE_GOLDEN=1 cargo test --test versions` writes missing lines, as for a new version or a new level.

#[path = "common/catalog_entries.rs"]
mod catalog_entries;
#[path = "common/scribbler.rs"]
mod scribbler;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use catalog_entries::{CatalogEntry, catalog_entries, files, project};
use scribbler::Scribbler;
use timeloom::catalog;
use timeloom::codec::fingerprint;
use timeloom::game::{ActionBytes, Game, Inspect};
use timeloom::journal::Scan;
use timeloom::journal::record::{Header, Kind};
use timeloom::journal::storage::Memory;
use timeloom::rng::Mulberry32;
use timeloom::rules::GameResult;
use timeloom::scene::View;
use timeloom::sketch::Edit;
use timeloom::timeline::NodeId;

/// Two small seeds, and two that differ from small ones only above 32 bits.
const SEEDS: [u64; 4] = [0, 1000, 1_735_689_600_000, u64::MAX - 41];
const TURNS: usize = 120;
/// Games on large levels stop early: after this many offered actions.
const MOST_OFFERS: usize = 30_000;

/// Returns the header of a save. Its turns are not replayed, so that a rule change fails here and not at a golden
/// save.
fn head(path: &Path) -> Header {
    let log = Scan::begin(Box::new(Memory::new(fs::read(path).unwrap()))).unwrap();
    log.header().clone()
}

fn is_of(entry: &CatalogEntry, head: &Header) -> bool {
    entry.rules.name() == head.ruleset && entry.drawing == (head.kind == Kind::Workshop)
}

/// Returns levels by origin: the golden level files, and the levels of the golden saves. Neither ever changes.
fn levels(entry: &CatalogEntry) -> BTreeMap<String, String> {
    let samples = files("saves/golden/levels", "toml")
        .into_iter()
        .map(|path| (fs::read_to_string(&path).unwrap(), path));
    let samples = samples.filter(|(text, _)| catalog::declared(text) == entry.rules.name());
    let saves = files("saves/golden", "loom").into_iter().map(|path| (head(&path), path));
    let saves = saves.filter(|(head, _)| is_of(entry, head)).map(|(head, path)| (head.level, path));
    let named = samples.chain(saves).map(|(text, path)| {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        (format!("{file}:{:08x}", fingerprint(&text) as u32), text)
    });
    named.collect()
}

/// Condenses the behaviour of a version on a level to one number. A drawing is tested with these edits, a
/// game by seeds.
fn trace(entry: &CatalogEntry, version: u16, level: &str, edits: &[String]) -> u64 {
    let begin = |seed| {
        let head = entry.rules.begin_by(version, level, seed);
        let head = head.unwrap_or_else(|faults| panic!("{} {version}: {faults:?}", entry.name));
        catalog::open_bytes("a fixed game", &head.to_bytes()).unwrap()
    };
    if entry.drawing {
        return draw(begin(0).as_mut(), edits);
    }
    SEEDS.iter().fold(0, |print, &seed| fingerprint(&(print, play(begin(seed).as_mut(), seed))))
}

/// Plays, sometimes from an earlier turn, and hashes the legal actions and the results.
fn play(game: &mut dyn Game, seed: u64) -> u64 {
    let (mut rng, mut print, mut looked_at) = (Mulberry32::new(seed as u32), 0, 0);
    for _ in 0..TURNS {
        let legal: Vec<_> = game.offers().into_iter().filter(|offer| offer.refused.is_none()).collect();
        looked_at += legal.len();
        if looked_at > MOST_OFFERS {
            break;
        }
        print =
            fingerprint(&(print, seen(game), legal.iter().map(|offer| &offer.bytes.0).collect::<Vec<_>>()));
        if legal.is_empty() || rng.below(25) == 0 {
            game.seek(NodeId(rng.below(game.node_count() as u32)));
            continue;
        }
        // The first of a list is the game's automatic action; it is taken half of the time.
        let choice = if rng.below(2) == 0 { 0 } else { rng.below(legal.len() as u32) as usize };
        game.act(&legal[choice].bytes).unwrap();
    }
    fingerprint(&(print, seen(game)))
}

/// Returns the state at the cursor and the status of the game.
fn seen(game: &dyn Inspect) -> (u64, u8) {
    let result = match game.at(game.cursor()).result() {
        None => 0,
        Some(GameResult::Won(_)) => 1,
        Some(GameResult::Lost(_)) => 2,
        Some(GameResult::Draw(_)) => 3,
    };
    (game.node(game.cursor()).fingerprint.expect("no seat"), result)
}

/// Draws by a fixed list of edits, sometimes from the start, and hashes the accepted edits and the results.
/// The list is kept in a file: edits generated from the kit would change with the kit.
fn draw(game: &mut dyn Game, edits: &[String]) -> u64 {
    let (mut print, replace) = (0, Edit::Replace { text: game.level().into() }.to_string());
    for edits in edits.chunks(20) {
        for edit in edits.iter().chain([&replace]) {
            let edit = game.parse(edit).unwrap_or_else(|error| panic!("{error}"));
            let accepted = game.act(&edit).is_ok();
            print = fingerprint(&(print, accepted, game.node(game.cursor()).fingerprint.expect("no seat")));
        }
    }
    print
}

/// Returns the edits to test a drawing with. If the file is missing and may be written, they are generated at random.
fn edits(entry: &CatalogEntry, levels: &BTreeMap<String, String>) -> Vec<String> {
    let path = project(&format!("saves/golden/edits-{}.txt", entry.rules.name()));
    if !path.exists() && std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, scribbled(entry, levels).join("\n") + "\n").unwrap();
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_owned).collect()
}

/// Generates edits that suit some level from the current kit.
fn scribbled(entry: &CatalogEntry, levels: &BTreeMap<String, String>) -> Vec<String> {
    let mut all = Vec::new();
    for (seed, level) in (0..).zip(levels.values().take(6)) {
        let mut scribbler = Scribbler::new(seed);
        let head = entry.rules.begin(level, 0).unwrap_or_else(|faults| panic!("{}: {faults:?}", entry.name));
        let mut game = catalog::open_bytes("a drawing", &head.to_bytes()).unwrap();
        for turn in 0..60 {
            let drawing_view = game
                .drawing()
                .map(|drawing| drawing.view(game.cursor(), View::default()))
                .expect("a drawing has a view");
            let removed = Edit::Remove { things: scribbler.things(&drawing_view) };
            let edit = if turn % 10 == 7 { Some(removed) } else { scribbler.edit(&drawing_view) };
            let Some(edit) = edit else { continue };
            drop(game.act(&ActionBytes(edit.to_bytes())));
            all.push(edit.to_string());
        }
    }
    all
}

/// Returns the pinned results by entry, version and level.
fn pinned() -> BTreeMap<String, String> {
    let text = fs::read_to_string(project("saves/golden/rules.txt")).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.rsplit_once(' '))
        .map(|(key, print)| (key.to_owned(), print.to_owned()))
        .collect()
}

#[test]
fn rules_change_only_with_a_new_version() {
    let (mut pinned, mut missing) = (pinned(), Vec::new());
    for entry in catalog_entries() {
        let levels = levels(&entry);
        let edits = if entry.drawing { edits(&entry, &levels) } else { Vec::new() };
        for (source, level) in &levels {
            for version in 1..=entry.rules.version() {
                let key = format!("{} {version} {source}", entry.name);
                let print = format!("{:016x}", trace(&entry, version, level, &edits));
                match pinned.remove(&key) {
                    None => missing.push(format!("{key} {print}\n")),
                    Some(before) => assert!(
                        before == print,
                        "the rules of {} changed without a new VERSION: raise it, and keep the old behaviour for logs of \
                         version {version} (Rules::for_version); seen on {source}",
                        entry.name
                    ),
                }
            }
        }
    }
    let gone: Vec<_> = pinned.keys().collect();
    assert!(gone.is_empty(), "no golden level or version is left for these lines: {gone:?}");
    settle(&missing);
}

/// Every keyword of a game's levels that affects its rules occurs in a golden level, so that its rule is pinned.
#[test]
fn golden_levels_use_every_word_of_the_rules() {
    let text: String =
        files("saves/golden/levels", "toml").iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let words = [
        "\"lose\"",
        "\"prevent\"",
        "\"exit\"",
        "\"goals\"",
        "\"both\"",
        "\"none\"",
        "\"light_cone\"",
        "\"delayed\"",
        "fov = 90",
        "fov = 180",
        "fov = 270",
        "fov = 360",
        "bidirectional = true",
        "loops = true",
        "loops = false",
        "\"pullable\"",
        "\"blocks_vision\"",
        "allow_undo = false",
        "\"die_even\"",
        "\"die_at_least\"",
    ];
    let missing: Vec<_> = words.into_iter().filter(|word| !text.contains(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Writes missing lines if asked to; otherwise they are a failure.
fn settle(missing: &[String]) {
    if std::env::var_os("UPDATE_GOLDEN").is_none() {
        assert!(missing.is_empty(), "UPDATE_GOLDEN=1 pins what is new:\n{}", missing.concat());
        return;
    }
    let path = project("saves/golden/rules.txt");
    let before = fs::read_to_string(&path).unwrap_or_default();
    fs::write(path, before + &missing.concat()).unwrap();
}

/// Otherwise `rules.txt` could not tell the versions apart.
#[test]
fn every_version_differs_from_the_one_before_on_some_level() {
    let pinned = pinned();
    for entry in catalog_entries() {
        for version in 2..=entry.rules.version() {
            let print =
                |source: &str, version: u16| pinned.get(&format!("{} {version} {source}", entry.name));
            let differs = |source: &String| print(source, version) != print(source, version - 1);
            assert!(levels(&entry).keys().any(differs), "{} {version}", entry.name);
        }
    }
}

#[test]
fn every_version_has_a_golden_save() {
    let saves: Vec<_> = files("saves/golden", "loom").iter().map(|path| head(path)).collect();
    for entry in catalog_entries() {
        let found = saves.iter().filter(|head| is_of(&entry, head)).map(|head| head.version);
        let versions: BTreeSet<u16> = found.collect();
        assert_eq!(
            versions,
            (1..=entry.rules.version()).collect(),
            "versions of {0} that have a golden save, saves/golden/{0}-VERSION.loom",
            entry.name
        );
    }
}
