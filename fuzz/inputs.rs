//! Checks for each kind of untrusted input: it may be refused, but nothing may panic, hang or break a law.
//!
//! Shared by the fuzz targets and by `tests/fuzz.rs`, which runs the stored inputs on stable.

use std::path::Path;
use std::sync::LazyLock;
use std::{fs, str};

use timeloom::catalog::{self, DRAWABLES, RULESETS};
use timeloom::foreign;
use timeloom::game::{ActionBytes, Game, Inspect};
use timeloom::journal::storage::Memory;
use timeloom::level_file;
use timeloom::predicate::Predicate;
use timeloom::scene::View;
use timeloom::scene::text::{self, Ink};
use timeloom::sketch::Edit;

/// The bytes of a save: it opens or not; its recovered part opens.
pub(crate) fn journal(bytes: &[u8]) {
    if let Ok(mut game) = catalog::open_bytes("input", bytes) {
        look_at(game.as_mut());
    }
    if let Ok((recovered, found)) = catalog::rescued("input", Box::new(Memory::new(bytes.to_vec())), None) {
        let game = catalog::open_bytes("recovered", &recovered).expect("what was recovered opens");
        assert_eq!(game.node_count(), found.kept + 1);
    }
}

fn look_at(game: &mut dyn Inspect) {
    let (tip, cursor) = (game.line().last().copied(), game.cursor());
    for node in [Some(cursor), tip].into_iter().flatten() {
        text::paint(&game.at(node).scene(View::default()), Ink::Plain);
        game.at(node).data(View::default());
    }
    game.undo();
    game.redo();
}

/// A first byte that chooses a sample level, then the bytes of actions, two for each: legal ones are taken,
/// and the resulting game is opened again. Then the bytes of an edit.
pub(crate) fn actions(bytes: &[u8]) {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let level = &LEVELS[usize::from(choice) % LEVELS.len()];
    let ruleset = catalog::find(&catalog::declared(level)).expect("a sample names its ruleset");
    let Ok(head) = ruleset.begin(level, u64::from(choice)) else { return };
    let Ok(mut game) = catalog::open_bytes("game", &head.to_bytes()) else { return };
    for action in rest.chunks(2).take(40) {
        _ = game.act(&ActionBytes(action.to_vec()));
        _ = str::from_utf8(action).ok().and_then(|text| game.parse(text).ok());
    }
    let bytes = game.bytes().expect("it is in memory");
    let again = catalog::open_bytes("again", &bytes).expect("what was done opens");
    assert_eq!(again.node_count(), game.node_count());
    edit(rest);
}

/// The shortest sample level of each ruleset of the catalog.
static LEVELS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let samples = samples();
    let shortest = |name: &str| {
        let own = samples.iter().filter(|text| catalog::declared(text) == name);
        own.min_by_key(|text| text.len()).expect("every ruleset has a sample level").clone()
    };
    RULESETS.iter().map(|ruleset| shortest(ruleset.name())).collect()
});

/// The texts of the sample levels, by name. They are beside this folder, which is a package of its own.
fn samples() -> Vec<String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = if package.ends_with("fuzz") { package.join("..") } else { package.to_owned() };
    let entries = fs::read_dir(root.join("saves/levels")).expect("the sample levels");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a sample level").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("a level is text")).collect()
}

fn edit(bytes: &[u8]) {
    if let Ok(edit) = Edit::from_bytes(bytes) {
        assert_eq!(Edit::from_bytes(&edit.to_bytes()).as_ref(), Ok(&edit));
    }
    let read = str::from_utf8(bytes).ok().and_then(|text| text.parse::<Edit>().ok());
    for edit in read.into_iter().chain(Edit::from_bytes(bytes).ok()) {
        for level in drawn_levels() {
            let mut game = catalog::draw_text("drawing", level, None).expect("a sample can be drawn");
            _ = game.act(&ActionBytes(edit.to_bytes()));
        }
    }
}

/// The shortest sample level of each ruleset that can be drawn.
fn drawn_levels() -> impl Iterator<Item = &'static str> {
    let can_draw = |level: &&String| catalog::drawable(&catalog::declared(level)).is_ok();
    LEVELS.iter().filter(can_draw).map(String::as_str)
}

/// The text of a level file, a zero byte, and then the bytes of edits, five for each, or edits as lines of
/// text: the file that is saved is read as exactly the drawing, and what it loses is said.
pub(crate) fn merges(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let (Some(text), Some(edits)) = (parts.next().and_then(|text| str::from_utf8(text).ok()), parts.next())
    else {
        return;
    };
    let Ok(mut game) = catalog::draw_text("drawing", text, None) else { return };
    let lines =
        str::from_utf8(edits).unwrap_or_default().lines().filter_map(|line| line.parse::<Edit>().ok());
    let coded = edits.chunks(5).filter_map(|edit| Edit::from_bytes(edit).ok());
    for edit in lines.chain(coded).take(12) {
        _ = game.act(&ActionBytes(edit.to_bytes()));
        merge(text, game.as_ref());
    }
}

fn merge(old: &str, game: &dyn Game) {
    let drawing = game.drawing().expect("it is a drawing");
    let level = drawing.level_text(game.cursor());
    let Ok(saved) = level_file::text_for(Path::new("x.toml"), &level, Some(old)) else { return };
    // A drawing that cannot be read as a level, such as one with two players, is written as it is.
    if let Ok(again) = catalog::draw_text("saved", &saved.text, None) {
        let read = again.drawing().expect("it is a drawing").level_text(again.cursor());
        assert_eq!(read, level, "{}", saved.text);
    } else {
        assert_eq!(saved.text, level);
    }
}

/// The text of a level, read as one of every ruleset, played and drawn.
pub(crate) fn levels(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for ruleset in RULESETS {
        ruleset.warnings(text);
        if let Ok(head) = ruleset.begin(text, 7) {
            let mut game =
                catalog::open_bytes("level", &head.to_bytes()).expect("a good level can be played");
            look_at(game.as_mut());
        }
    }
    for drawable in DRAWABLES {
        if let Ok(head) = drawable.begin(text) {
            let game =
                catalog::open_bytes("drawing", &head.to_bytes()).expect("what can be read can be drawn");
            let drawing = game.drawing().expect("it is one");
            drawing.problems(game.cursor());
            drawing.level_text(game.cursor());
        }
    }
}

/// A Sokoban file: every imported level can be read.
pub(crate) fn sokoban(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for format in foreign::FORMATS {
        for level in (format.import)(text).unwrap_or_default() {
            let ruleset = catalog::find(format.ruleset).expect("it is in the catalog");
            assert!(ruleset.begin(&level.text, 0).is_ok(), "an imported level can be played: {}", level.text);
        }
    }
}

/// A line of `timeloom apply`, to every ruleset.
pub(crate) fn apply(bytes: &[u8]) {
    let Ok(request) = serde_json::from_slice::<serde_json::Value>(bytes) else { return };
    for ruleset in RULESETS {
        assert!(ruleset.answer(request.clone()).is_object());
    }
}

/// A condition of `timeloom find`.
pub(crate) fn conditions(bytes: &[u8]) {
    let Some(condition) = str::from_utf8(bytes).ok().and_then(|text| text.parse::<Predicate>().ok()) else {
        return;
    };
    let state =
        serde_json::json!({"player": {"x": 3, "name": "ada"}, "list": [1, {"a": null}], "phase": "Won"});
    condition.holds(&state);
    condition.missing(&state);
    // A number with too many digits may be rounded once more.
    assert!(condition.to_string().parse::<Predicate>().is_ok(), "what is written can be read");
}
