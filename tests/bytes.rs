//! What actions are in logs, for ever: `saves/golden/actions.txt` pins their bytes, for every game and drawing in the catalog
//! and for every code there is.

#[path = "common/opened.rs"]
mod opened;
#[path = "common/rooms.rs"]
mod rooms;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use opened::open;
use rooms::{Room, files, project, rooms};
use timeloom::game::{ActError, ActionBytes, Game};

/// The actions of a room with their bytes, and the golden save on whose level they are written.
struct Section {
    save: String,
    actions: Vec<(String, Vec<u8>)>,
}

fn table() -> BTreeMap<String, Section> {
    let text = fs::read_to_string(project("saves/golden/actions.txt")).unwrap();
    let mut sections = BTreeMap::new();
    for part in text.split("\n[").skip(1) {
        let (head, lines) = part.split_once("]\n").expect("a head in brackets");
        let (room, save) = head.split_once(" on ").expect("a room on a save");
        let actions = lines.lines().filter(|line| !line.is_empty()).map(pinned).collect();
        sections.insert(room.to_owned(), Section { save: save.to_owned(), actions });
    }
    sections
}

/// An action and its bytes.
fn pinned(line: &str) -> (String, Vec<u8>) {
    let (action, hex) = line.split_once(' ').expect("an action and its bytes");
    let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).expect("two digits"));
    let bytes = digits.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal digits"));
    (action.to_owned(), bytes.collect())
}

fn for_every_room(check: impl Fn(&Room, &Section, &dyn Game)) {
    let mut table = table();
    for room in rooms() {
        let section = table.remove(&room.name);
        let section = section.unwrap_or_else(|| panic!("actions.txt has no section [{} on ..]", room.name));
        let save = files("saves/golden", "loom").into_iter().find(|path| path.ends_with(&section.save));
        let game = open(&save.unwrap_or_else(|| panic!("there is no golden save {}", section.save)));
        assert!(room.holds(&game.about()), "{} is not of {}", section.save, room.name);
        check(&room, &section, game.as_ref());
    }
    assert!(table.is_empty(), "nothing in the catalog is called {:?}", table.keys());
}

/// The action that bytes stand for, as text; nothing if they stand for none.
fn read(game: &dyn Game, bytes: &[u8]) -> Option<String> {
    match game.foretell(None, &ActionBytes(bytes.to_vec())) {
        Ok(told) => Some(told.action),
        Err(ActError::Illegal { action, .. }) => Some(action),
        Err(_) => None,
    }
}

#[test]
fn every_pinned_action_is_written_and_read_as_it_always_was() {
    for_every_room(|room, section, game| {
        for (action, bytes) in &section.actions {
            let written = game.parse(action).unwrap_or_else(|error| panic!("{}: {error}", room.name)).0;
            assert!(written == *bytes, "{} {action}: {written:02x?} instead of {bytes:02x?}", room.name);
            assert_eq!(read(game, bytes).as_ref(), Some(action), "{} {bytes:02x?}", room.name);
        }
    });
}

#[test]
fn every_code_is_pinned() {
    for_every_room(|room, section, _| {
        let tags = section.actions.iter().flat_map(|(action, _)| room.rules.tags(action).unwrap());
        let pinned: BTreeSet<_> = tags.collect();
        let missing: Vec<_> = room.rules.all_tags().into_iter().filter(|tag| !pinned.contains(tag)).collect();
        assert!(missing.is_empty(), "actions.txt pins no action of {} with {missing:?}", room.name);
    });
}

/// The longer strings are tried in each ruleset.
#[test]
fn every_string_of_one_or_two_bytes_is_refused_or_is_how_its_action_is_written() {
    let pairs = (0..=u16::MAX).map(|pair| pair.to_be_bytes().to_vec());
    let strings: Vec<Vec<u8>> = (0..=u8::MAX).map(|byte| vec![byte]).chain(pairs).collect();
    for_every_room(|room, _, game| {
        let mut accepted = 0;
        for bytes in &strings {
            let Some(action) = read(game, bytes) else { continue };
            assert_eq!(&game.parse(&action).unwrap().0, bytes, "{} {action}", room.name);
            accepted += 1;
        }
        assert!(accepted > 0 && accepted < strings.len() || room.drawing, "{}: {accepted}", room.name);
    });
}
