//! Draws a battle: the board with its pieces, a table of all characters, and which side leads.
//!
//! Called through `Show`. Reads states and changes none; the only rule it uses is the policy, to show what idle
//! characters are about to do.

use super::compass::{direction, word};
use super::deed::{ActionKind, CharacterAction};
use super::id::{CharacterId, Faction};
use super::legality;
use super::level::Level;
use super::policy;
use super::state::{Character, State};
use crate::rules::GameResult;
use crate::scene::{Board, Entry, Figure, Label, Link, Meter, Piece, Scene, Shape, Table, Tone};

const SHAPES: [Shape; 4] = [Shape::Disc, Shape::Diamond, Shape::Square, Shape::Ring];
const HUES: [(&str, Tone); 5] = [
    ("blue", Tone::Blue),
    ("red", Tone::Red),
    ("yellow", Tone::Yellow),
    ("green", Tone::Green),
    ("violet", Tone::Violet),
];

/// Colour and shape of a side.
struct SideStyle<'a> {
    faction: &'a Faction,
    shape: Shape,
    tone: Tone,
}

/// Builds the scene of a state.
pub(super) fn scene(level: &Level, state: &State) -> Scene {
    let side_styles = side_styles(level);
    let over = legality::result(state);
    // Once the battle is over nobody is about to do anything.
    let planned =
        if over.is_some() { state.characters.iter().cloned().collect() } else { policy::decide(state) };
    Scene {
        title: format!("tick {}", state.tick),
        boards: vec![board(state, &side_styles, &planned)],
        tables: vec![table(state, &side_styles, &planned)],
        notes: vec![over.map_or_else(|| standing(state, &side_styles), ending)],
        skin: level.skin(),
        ..Scene::default()
    }
}

/// Builds the scene of a level before the battle.
pub(super) fn lineup(level: &Level) -> Scene {
    let (state, side_styles) = (level.start(0), side_styles(level));
    let still: Vec<_> = state.characters.iter().cloned().collect();
    let (board, table) = (board(&state, &side_styles, &still), table(&state, &side_styles, &still));
    let (title, skin) = ("before the battle".into(), level.skin());
    Scene { title, boards: vec![board], tables: vec![table], skin, ..Scene::default() }
}

/// Sides named after a hue get it; the others get the remaining ones, in order.
fn side_styles(level: &Level) -> Vec<SideStyle<'_>> {
    let asked_for: Vec<Tone> = level.factions().filter_map(hue).collect();
    let mut free = HUES.iter().map(|(_, tone)| *tone).filter(|tone| !asked_for.contains(tone));
    let mut side_styles = Vec::new();
    for (faction, shape) in level.factions().zip(SHAPES.into_iter().cycle()) {
        let tone = hue(faction).or_else(|| free.next()).unwrap_or(Tone::Plain);
        side_styles.push(SideStyle { faction, shape, tone });
    }
    side_styles
}

fn hue(faction: &Faction) -> Option<Tone> {
    HUES.iter().find(|(name, _)| faction.0.eq_ignore_ascii_case(name)).map(|(_, tone)| *tone)
}

fn look_of(side_styles: &[SideStyle<'_>], faction: &Faction) -> (Shape, Tone) {
    let look = side_styles.iter().find(|look| look.faction == faction);
    look.map_or((Shape::Disc, Tone::Plain), |look| (look.shape, look.tone))
}

fn board(state: &State, side_styles: &[SideStyle<'_>], planned: &[Character]) -> Board {
    let pairs = state.characters.iter().zip(planned);
    Board {
        pieces: pairs.map(|(character, plan)| piece(character, plan, side_styles)).collect(),
        links: state.characters.iter().filter_map(|character| link(character, side_styles)).collect(),
        ..Board::new(state.width, state.height)
    }
}

fn piece(character: &Character, plan: &Character, side_styles: &[SideStyle<'_>]) -> Piece {
    let (shape, tone) = look_of(side_styles, &character.faction);
    let Character { id, name, faction, hp, max_hp, .. } = character;
    Piece {
        at: character.position,
        figure: Some(Figure::Fighter),
        shape,
        glyph: glyph(character),
        tone,
        label: format!("{name} ({id}) of {faction}, {hp} of {max_hp} hit points, {}", doing(character, plan))
            .into(),
        facing: plan.current_action.and_then(|deed| direction(character.position, deed.target_cell)),
        meter: Some(meter(character)),
        faded: false,
        card: None,
    }
}

/// Returns the letter of the id if it is one, else the first letter of the name.
fn glyph(character: &Character) -> char {
    let first_of_name =
        || character.name.chars().find(|letter| !letter.is_whitespace() && !letter.is_control());
    let first_of_id = || match &character.id {
        CharacterId::Number(number) => char::from_digit((number % 10) as u32, 10),
        CharacterId::Name(name) => name.chars().find(|letter| !letter.is_control()),
    };
    character.id.as_letter().or_else(first_of_name).or_else(first_of_id).unwrap_or('?')
}

fn meter(character: &Character) -> Meter {
    Meter { value: character.hp, max: character.max_hp }
}

/// Returns the line from a character to the target of its order or its unfinished attack.
fn link(character: &Character, side_styles: &[SideStyle<'_>]) -> Option<Link> {
    let deed = character.current_action.filter(|deed| deed.target_cell != character.position)?;
    let tone =
        if deed.kind == ActionKind::Move { look_of(side_styles, &character.faction).1 } else { Tone::Bad };
    let label = format!("{} {}", character.id, phrase(character, deed));
    Some(Link { from: character.position, to: deed.target_cell, tone, label: label.into() })
}

fn table(state: &State, side_styles: &[SideStyle<'_>], planned: &[Character]) -> Table {
    let pairs = state.characters.iter().zip(planned);
    Table {
        title: "fighters".into(),
        columns: ["", "name", "side", "hp", "doing"].map(String::from).into(),
        rows: pairs.map(|(character, plan)| row(character, plan, side_styles)).collect(),
    }
}

fn row(character: &Character, plan: &Character, side_styles: &[SideStyle<'_>]) -> Vec<Entry> {
    let (_, tone) = look_of(side_styles, &character.faction);
    let busy = if character.is_idle() { Tone::Muted } else { Tone::Plain };
    vec![
        Label::new(character.id.to_string(), tone).into(),
        Label::plain(&*character.name).into(),
        Label::new(&*character.faction.0, tone).into(),
        Entry::Bar(meter(character), tone),
        Label::new(doing(character, plan), busy).into(),
    ]
}

/// Returns what a character is busy with, or what it will do without orders.
fn doing(character: &Character, plan: &Character) -> String {
    match (character.current_action, plan.current_action) {
        (Some(deed), _) => phrase(character, deed),
        (None, Some(deed)) => format!("idle, {} next", phrase(character, deed)),
        (None, None) => "idle".into(),
    }
}

fn phrase(character: &Character, deed: CharacterAction) -> String {
    let Some(facing) = direction(character.position, deed.target_cell) else {
        return if deed.kind == ActionKind::Move { "holds".into() } else { "strikes itself".into() };
    };
    let verb = match deed.kind {
        ActionKind::Move => "moves",
        ActionKind::Light => "strikes",
        ActionKind::Heavy => "strikes hard",
    };
    let wait = if deed.is_due() { String::new() } else { format!(" in {} ticks", deed.ticks_remaining) };
    format!("{verb} {}{wait}", word(facing))
}

fn ending(result: GameResult) -> Label {
    match result {
        GameResult::Won(faction) => Label::new(format!("{faction} has won"), Tone::Good),
        GameResult::Lost(why) | GameResult::Draw(why) => Label::new(format!("a draw: {why}"), Tone::Muted),
    }
}

/// Returns the strength of the sides, and which one leads by hit points.
fn standing(state: &State, side_styles: &[SideStyle<'_>]) -> Label {
    let mut sides: Vec<(i64, usize, &Faction)> =
        side_styles.iter().map(|look| tally(state, look.faction)).collect();
    sides.retain(|(_, count, _)| *count > 0);
    let each = sides.iter().map(|(hp, count, faction)| format!("{faction} {count} with {hp} hp"));
    let each = each.collect::<Vec<_>>().join(", ");
    sides.sort_by_key(|(hp, ..)| std::cmp::Reverse(*hp));
    match sides.as_slice() {
        [(most, _, first), (next, ..), ..] if most > next => {
            Label::plain(format!("{first} leads by {} hp: {each}", most - next))
        }
        _ => Label::plain(format!("even: {each}")),
    }
}

fn tally<'a>(state: &State, faction: &'a Faction) -> (i64, usize, &'a Faction) {
    let members = state.characters.iter().filter(|character| character.faction == *faction);
    let (hp, count) = members.fold((0, 0), |(hp, count), member| (hp + i64::from(member.hp), count + 1));
    (hp, count, faction)
}
