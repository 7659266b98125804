//! Checks a finished level: what keeps it from being played, and what is odd about it.
//!
//! Used for every level, wherever it comes from. Reports spots in the level, not lines; `read` knows the lines.
//! Problems that only show when the level is played, such as a start that is seen at once, are left to the rules.

mod meetings;
mod paths;

use std::collections::BTreeMap;

use super::model::{Kind, LevelPosition, Thing, Win};
use super::{Level, MAX_BYTES, MAX_SIDE, MAX_THINGS, MAX_TIME_DEPTH, is_on_board, keywords, write};
use crate::level_text::{quoted, shown};
use crate::rulesets::unseen::notation;
use crate::scene::skin;

/// Upper limit of numbers of tiles, boxes or turns in the settings.
pub(in crate::rulesets::unseen) const MAX_SETTING: u32 = 1_000_000;

/// A finding about a level.
pub(in crate::rulesets::unseen) struct Finding {
    /// Its spot.
    pub(in crate::rulesets::unseen) spot: Location,
    /// Its severity.
    pub(in crate::rulesets::unseen) severity: Severity,
    /// The problem, and what to do.
    pub(in crate::rulesets::unseen) sentence: String,
}

/// Spot of a finding in a level.
#[derive(Clone, Copy)]
pub(in crate::rulesets::unseen) enum Location {
    /// The board as a whole.
    Map,
    /// The rule for winning.
    Win,
    /// The name of the skin.
    Skin,
    /// A part of a thing.
    Thing(usize, Part),
    /// A recorded solution.
    Solution(usize),
}

/// The parts of a thing.
#[derive(Clone, Copy)]
pub(in crate::rulesets::unseen) enum Part {
    /// The whole thing.
    Itself,
    /// Its position.
    At,
    /// Its walk.
    Patrol,
    /// Its vision.
    Vision,
    /// Its target.
    Rift,
}

/// Severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rulesets::unseen) enum Severity {
    /// Something is missing.
    Missing(Missing),
    /// Something is wrong.
    Error,
    /// Something is unusual but harmless.
    Warning,
}

/// Something that a level needs and does not have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::rulesets::unseen) enum Missing {
    /// The player.
    Player,
    /// An exit, for the condition for winning.
    Exit,
    /// A goal, for the condition for winning.
    Goal,
    /// The vision of an enemy.
    Vision,
    /// The target of a rift.
    Target,
}

/// Findings so far.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn note(&mut self, spot: Location, severity: Severity, sentence: impl Into<String>) {
        self.0.push(Finding { spot, severity, sentence: sentence.into() });
    }

    fn missing(&mut self, spot: Location, what: Missing, sentence: impl Into<String>) {
        self.note(spot, Severity::Missing(what), sentence);
    }

    fn wrong(&mut self, spot: Location, sentence: impl Into<String>) {
        self.note(spot, Severity::Error, sentence);
    }
}

/// Returns all findings about a level.
pub(in crate::rulesets::unseen) fn validate(level: &Level) -> Vec<Finding> {
    let mut found = Findings::default();
    size(&mut found, level);
    if level.things.len() > MAX_THINGS {
        let count = level.things.len();
        found.wrong(Location::Map, format!("{count} things are too many: a level has at most {MAX_THINGS}"));
        return found.0;
    }
    settings(&mut found, level);
    skin(&mut found, level);
    players(&mut found, level);
    aims(&mut found, level);
    for (index, thing) in level.things.iter().enumerate() {
        fits(&mut found, index, thing);
        bounds(&mut found, level, index, thing);
    }
    paths::validate(&mut found, level);
    meetings::validate(&mut found, level);
    names(&mut found, level);
    solutions(&mut found, level);
    length(&mut found, level);
    found.0
}

fn skin(found: &mut Findings, level: &Level) {
    if let Some(Err(sentence)) = level.meta.skin.as_deref().map(skin::check) {
        found.wrong(Location::Skin, sentence);
    }
}

fn size(found: &mut Findings, level: &Level) {
    let (width, height) = (level.width, level.height);
    if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
        let sentence = format!("a map of {width} x {height} cells cannot be played");
        found.wrong(Location::Map, format!("{sentence}: both sides must be from 1 to {MAX_SIDE}"));
    }
}

fn settings(found: &mut Findings, level: &Level) {
    let world = &level.world;
    if !(1..=MAX_TIME_DEPTH).contains(&world.time_depth) {
        let depth = world.time_depth;
        found.wrong(Location::Win, format!("`time_depth` is {depth}: it must be from 1 to {MAX_TIME_DEPTH}"));
    }
    let speeds = level.things.iter().filter_map(|thing| thing.vision?.light_speed);
    if speeds.chain([world.light_speed]).any(|speed| speed == 0) {
        found.wrong(Location::Win, "`light_speed` is 0: light crosses at least 1 tile in a turn");
    }
    if level.meta.id.is_empty() {
        found.wrong(Location::Win, "the level's `id` is empty: the ids of its things follow from it");
    }
}

fn players(found: &mut Findings, level: &Level) {
    let is_player = |thing: &Thing| thing.kind == Kind::Player;
    let mut players = level.things.iter().enumerate().filter(|(_, thing)| is_player(thing));
    let Some((_, first)) = players.next() else {
        let sentence = "there is no player: draw @ where it starts";
        return found.missing(Location::Map, Missing::Player, sentence);
    };
    for (index, other) in players {
        let sentence = format!("there is a second player at {}", spoken(other.at));
        let advice = format!("keep this or the one at {}", spoken(first.at));
        found.wrong(Location::Thing(index, Part::Itself), format!("{sentence}: {advice}"));
    }
}

/// Checks what the rule for winning needs.
fn aims(found: &mut Findings, level: &Level) {
    let count = |is: fn(&Thing) -> bool| level.things.iter().filter(|thing| is(thing)).count();
    let (win, word) = (level.world.win, keywords::word(keywords::WINS, &level.world.win));
    let (exits, goals, boxes) = (count(Thing::is_exit), count(Thing::is_goal), count(Thing::is_box));
    if win != Win::Goals && exits == 0 {
        let sentence = format!("win = \"{word}\" needs an exit: draw > where it is");
        found.missing(Location::Win, Missing::Exit, sentence);
    }
    if win != Win::Exit && goals == 0 {
        let sentence = format!("win = \"{word}\" needs a goal: draw o where a box is wanted");
        found.missing(Location::Win, Missing::Goal, sentence);
    } else if win != Win::Exit && boxes < goals {
        let sentence = format!("there are {goals} goals but {boxes} boxes: this cannot be won");
        found.note(Location::Win, Severity::Warning, sentence);
    }
}

/// Checks that a thing has what its kind needs, and nothing else.
fn fits(found: &mut Findings, index: usize, thing: &Thing) {
    let kind = keywords::word(keywords::KINDS, &thing.kind);
    let custom = thing.kind == Kind::Custom;
    let walks = custom || thing.kind == Kind::Enemy;
    let alone = thing.kind == Kind::Player;
    let elsewhere =
        if alone { "the player has none, so make it a thing of its own" } else { "use kind = \"custom\"" };
    let extras = [
        ("pullable", thing.pullable && thing.kind != Kind::Box, Part::Itself, "only a box has it"),
        ("patrol", thing.patrol.is_some() && !walks, Part::Patrol, "only enemies and custom things walk"),
        ("vision", thing.vision.is_some() && !walks, Part::Vision, "only enemies and custom things see"),
        (
            "rift",
            thing.rift.is_some() && !custom && thing.kind != Kind::Rift,
            Part::Rift,
            "use kind = \"rift\"",
        ),
        ("components", !thing.components.is_empty() && !custom, Part::Itself, elsewhere),
    ];
    for (key, _, part, advice) in extras.into_iter().filter(|(_, is_extra, ..)| *is_extra) {
        found.wrong(
            Location::Thing(index, part),
            format!("`{key}` does not apply to kind = \"{kind}\": {advice}"),
        );
    }
    needs(found, index, thing);
}

fn needs(found: &mut Findings, index: usize, thing: &Thing) {
    let spot = Location::Thing(index, Part::Itself);
    if thing.kind == Kind::Enemy && thing.vision.is_none() {
        let form = "vision = { facing = \"south\", fov = 90 }";
        found.missing(spot, Missing::Vision, format!("{} needs `vision`: write {form}", described(thing)));
    }
    if thing.kind == Kind::Rift && thing.rift.is_none() {
        let form = "rift = { target = [x, y, t] }";
        found.missing(spot, Missing::Target, format!("{} leads nowhere: write {form}", described(thing)));
    }
    if thing.patrol.is_some() && thing.is_box() {
        let sentence = "walks and can be moved: its position would be ambiguous, so remove one of the two";
        found.wrong(spot, format!("{} {sentence}", described(thing)));
    }
    if let Some(vision) = thing.vision.filter(|vision| ![90, 180, 270, 360].contains(&vision.fov)) {
        let sentence = format!("a field of view of {} degrees is not possible", vision.fov);
        found.wrong(Location::Thing(index, Part::Vision), format!("{sentence}: write 90, 180, 270 or 360"));
    }
}

fn bounds(found: &mut Findings, level: &Level, index: usize, thing: &Thing) {
    let Level { width, height, .. } = *level;
    let inside = |at: LevelPosition| {
        is_on_board(width, height, at.cell()) && (0..level.world.time_depth).contains(&at.t)
    };
    let last = level.world.time_depth.saturating_sub(1);
    let cube =
        || format!("x 0 to {}, y 0 to {}, t 0 to {last}", width.saturating_sub(1), height.saturating_sub(1));
    if !inside(thing.at) {
        let sentence = format!("{} is out of bounds: there is {}", described(thing), cube());
        found.wrong(Location::Thing(index, Part::At), sentence);
    }
    if let Some(rift) = thing.rift.filter(|rift| !inside(rift.target)) {
        let to = exactly(rift.target);
        let sentence = format!("{} leads out of bounds, to {to}: there is {}", described(thing), cube());
        found.wrong(Location::Thing(index, Part::Rift), sentence);
    }
}

/// Checks that names and ids are unique.
fn names(found: &mut Findings, level: &Level) {
    let mut names = BTreeMap::new();
    let mut taken = BTreeMap::new();
    // Generated ids differ as long as names do; only a given one can collide.
    let ids = if level.things.iter().any(|thing| thing.id.is_some()) { level.ids() } else { Vec::new() };
    for (index, thing) in level.things.iter().enumerate() {
        let spot = Location::Thing(index, Part::Itself);
        let namesake = thing.name.as_ref().and_then(|name| names.insert(name, thing));
        if let (Some(other), Some(name)) = (namesake, &thing.name) {
            let (at, name) = (spoken(other.at), quoted(name));
            found.wrong(spot, format!("the name {name} is taken by what is at {at}: choose another"));
        } else if let Some((id, other)) = ids.get(index).and_then(|id| Some((id, taken.insert(*id, thing)?)))
        {
            let at = spoken(other.at);
            found.wrong(spot, format!("the id {id} is taken by what is at {at}: leave it out here"));
        }
    }
}

fn solutions(found: &mut Findings, level: &Level) {
    for (index, solution) in level.solutions.iter().enumerate() {
        let wrong = solution.steps().zip(1..).find(|(step, _)| notation::read(step).is_err());
        if let Some((step, number)) = wrong {
            let (name, step) = (quoted(&solution.name), shown(step));
            let sentence = format!("action {number} of the solution {name} is `{step}`");
            let advice = "actions are N S E W . U R, PN PS PE PW and LN LS LE LW, with spaces between";
            found.wrong(Location::Solution(index), format!("{sentence}: {advice}"));
        }
    }
}

/// Checks the length: a text that cannot be read back must not be written.
fn length(found: &mut Findings, level: &Level) {
    let clean = found.0.iter().all(|finding| finding.severity == Severity::Warning);
    let bytes = if clean && write::most_bytes(level) > MAX_BYTES { write::text(level).len() } else { 0 };
    if bytes > MAX_BYTES {
        let sentence = format!("written out, this level takes {bytes} bytes");
        found.wrong(Location::Map, format!("{sentence}: a level file has at most {MAX_BYTES}"));
    }
}

/// Returns the words for a thing in a sentence.
pub(in crate::rulesets::unseen) fn described(thing: &Thing) -> String {
    let (kind, at) = (keywords::word(keywords::KINDS, &thing.kind), spoken(thing.at));
    let kind = if thing.kind == Kind::Custom { "custom thing" } else { kind };
    match &thing.name {
        Some(name) => format!("the {kind} {} at {at}", quoted(name)),
        None => format!("the {kind} at {at}"),
    }
}

/// Returns the words for a position in a sentence; the first slice is not mentioned.
fn spoken(at: LevelPosition) -> String {
    if at.t == 0 { format!("({}, {})", at.x, at.y) } else { exactly(at) }
}

fn exactly(at: LevelPosition) -> String {
    format!("({}, {}) at t {}", at.x, at.y, at.t)
}
