//! Bytes of actions in logs, for ever: `saves/golden/actions.txt` pins them, for every game and drawing in
//! the catalog and for every code.
//!
//! `UPDATE_GOLDEN=1 cargo test --test bytes` adds the section of a new game. It never changes a line.

#[path = "common/catalog_entries.rs"]
mod catalog_entries;
#[path = "common/opened.rs"]
mod opened;
#[path = "common/tags.rs"]
mod tags;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::OnceLock;

use catalog_entries::{CatalogEntry, catalog_entries, files, project};
use opened::open;
use tags::Tags;
use timeloom::game::{ActError, ActionBytes, Play};

/// The actions of a ruleset or drawing with their bytes, and the golden save whose level they use.
struct Section {
    save: String,
    actions: Vec<(String, Vec<u8>)>,
}

/// Returns the text of the pinned actions; adds missing sections if requested.
fn pinned_actions() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let path = project("saves/golden/actions.txt");
        let mut text = fs::read_to_string(&path).unwrap();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            let missing = catalog_entries()
                .into_iter()
                .filter(|entry| !text.contains(&format!("\n[{} on ", entry.name)));
            let added: String = missing.filter_map(|entry| section_of(&entry)).collect();
            text.push_str(&added);
            fs::write(path, &text).unwrap();
        }
        text
    })
}

/// Writes the section of a game from its first golden save: of each code, the first action that has it.
fn section_of(entry: &CatalogEntry) -> Option<String> {
    let mut saves = files("saves/golden", "loom").into_iter().map(|path| (open(&path), path));
    let (game, path) = saves.find(|(game, _)| entry.holds(&game.about()))?;
    let mut text = format!("\n[{} on {}]\n", entry.name, path.file_name()?.to_string_lossy());
    let mut seen = BTreeSet::new();
    for action in game.tree().ids().skip(1).map(|node| game.node(node).action) {
        let tags: BTreeSet<_> = (Tags::new(entry).of)(&action).into_iter().collect();
        if !tags.is_subset(&seen) {
            let hex: String =
                game.parse(&action).unwrap().0.iter().map(|byte| format!("{byte:02x}")).collect();
            text.push_str(&format!("{action} {hex}\n"));
        }
        seen.extend(tags);
    }
    Some(text)
}

fn table() -> BTreeMap<String, Section> {
    let text = pinned_actions();
    let mut sections = BTreeMap::new();
    for part in text.split("\n[").skip(1) {
        let (head, lines) = part.split_once("]\n").expect("a head in brackets");
        let (entry, save) = head.split_once(" on ").expect("a ruleset on a save");
        let actions = lines.lines().filter(|line| !line.is_empty()).map(pinned).collect();
        sections.insert(entry.to_owned(), Section { save: save.to_owned(), actions });
    }
    sections
}

/// Parses an action and its bytes.
fn pinned(line: &str) -> (String, Vec<u8>) {
    let (action, hex) = line.split_once(' ').expect("an action and its bytes");
    let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).expect("two digits"));
    let bytes = digits.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal digits"));
    (action.to_owned(), bytes.collect())
}

fn for_every_entry(check: impl Fn(&CatalogEntry, &Section, &dyn Play)) {
    let mut table = table();
    for entry in catalog_entries() {
        let section = table.remove(&entry.name);
        let section = section.unwrap_or_else(|| {
            panic!(
                "actions.txt has no section [{} on ..]; UPDATE_GOLDEN=1 adds it from a golden save",
                entry.name
            )
        });
        let save = files("saves/golden", "loom").into_iter().find(|path| path.ends_with(&section.save));
        let game = open(&save.unwrap_or_else(|| panic!("there is no golden save {}", section.save)));
        assert!(entry.holds(&game.about()), "{} is not of {}", section.save, entry.name);
        check(&entry, &section, game.as_ref());
    }
    assert!(table.is_empty(), "nothing in the catalog is called {:?}", table.keys());
}

/// Decodes an action to text; `None` if the bytes are not an action.
fn read(game: &dyn Play, bytes: &[u8]) -> Option<String> {
    match game.preview(&ActionBytes(bytes.to_vec())) {
        Ok(told) => Some(told.action),
        Err(ActError::Illegal { action, .. }) => Some(action),
        Err(_) => None,
    }
}

#[test]
fn every_pinned_action_is_written_and_read_as_it_always_was() {
    for_every_entry(|entry, section, game| {
        for (action, bytes) in &section.actions {
            let written = game.parse(action).unwrap_or_else(|error| panic!("{}: {error}", entry.name)).0;
            assert!(written == *bytes, "{} {action}: {written:02x?} instead of {bytes:02x?}", entry.name);
            assert_eq!(read(game, bytes).as_ref(), Some(action), "{} {bytes:02x?}", entry.name);
        }
    });
}

#[test]
fn every_code_is_pinned() {
    for_every_entry(|entry, section, _| {
        let tags = section.actions.iter().flat_map(|(action, _)| (Tags::new(entry).of)(action));
        let pinned: BTreeSet<_> = tags.collect();
        let missing: Vec<_> =
            (Tags::new(entry).all)().into_iter().filter(|tag| !pinned.contains(tag)).collect();
        assert!(missing.is_empty(), "actions.txt pins no action of {} with {missing:?}", entry.name);
    });
}

/// Longer strings are tried within each ruleset.
#[test]
fn every_string_of_one_or_two_bytes_is_refused_or_is_how_its_action_is_written() {
    let pairs = (0..=u16::MAX).map(|pair| pair.to_be_bytes().to_vec());
    let strings: Vec<Vec<u8>> = (0..=u8::MAX).map(|byte| vec![byte]).chain(pairs).collect();
    for_every_entry(|entry, _, game| {
        let mut accepted = 0;
        for bytes in &strings {
            let Some(action) = read(game, bytes) else { continue };
            assert_eq!(&game.parse(&action).unwrap().0, bytes, "{} {action}", entry.name);
            accepted += 1;
        }
        assert!(accepted > 0 && accepted < strings.len() || entry.drawing, "{}: {accepted}", entry.name);
    });
}
