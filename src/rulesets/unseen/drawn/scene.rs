//! The look of a level that is being drawn, in one slice: who stands where, where they walk and lead, and what is seen.
//!
//! Looks as the game will. Reads what was worked out, decides nothing.

use std::collections::BTreeSet;

use super::convert;
use super::look::Look;
use crate::rulesets::unseen::core::{EntityId, SpatialPos};
use crate::rulesets::unseen::level::Kind;
use crate::rulesets::unseen::scene::{self, on_board};
use crate::rulesets::unseen::vision::{self, Field};
use crate::rulesets::unseen::{Level, build};
use crate::scene::{Board, Cell, Facing, Label, Link, Mark, Piece, Scene, Shape, Slices, Tone, View};
use crate::sketch::{Brush, Drawn, Kit, Spot, Thing};

const KIT: &Kit = <Level as Drawn>::KIT;

/// What is to be seen of a sketch.
pub(super) fn scene(look: &Look, view: View) -> Scene {
    let last = Level::slices(&look.sketch) - 1;
    let t = view.t.unwrap_or_default().min(last);
    let board = board(look, t);
    let notes = vec![legend(&board)];
    let mut players = look.level.things().iter().filter(|thing| thing.kind == Kind::Player);
    let now = players.next().map_or(0, |player| player.at.t.unsigned_abs());
    let slices = Some(Slices { shown: t, now, last });
    Scene { title: format!("t {t} of {last}"), boards: vec![board], tables: Vec::new(), notes, slices }
}

fn board(look: &Look, t: u32) -> Board {
    let things = look.sketch.things().map(|(_, thing)| thing);
    let there = things.filter_map(|thing| Some((Level::stands(thing, t)?, thing, KIT.brush_of(thing)?)));
    let mut there: Vec<(Cell, &Thing, &Brush)> = there.collect();
    there.sort_by_key(|(_, thing, _)| layer(thing));
    Board {
        title: String::new(),
        width: look.sketch.width,
        height: look.sketch.height,
        marks: marks(look, t, &there),
        pieces: there.iter().map(|(at, thing, brush)| piece(look, *at, thing, brush)).collect(),
        links: there.iter().flat_map(|(_, thing, _)| links(thing)).collect(),
    }
}

/// What lies on the floor comes first, what walks last.
fn layer(thing: &Thing) -> u8 {
    match &*thing.kind {
        "goal" | "exit" => 0,
        "rift" => 1,
        "enemy" | "player" => 3,
        _ => 2,
    }
}

fn piece(look: &Look, at: Cell, thing: &Thing, brush: &Brush) -> Piece {
    let facing = thing.text("facing").and_then(|word| facing(word));
    let (shape, glyph, tone) = look_of(thing, brush);
    let on_goal = glyph == 'B' && look.sketch.placed(at).any(|(_, other)| &*other.kind == "goal");
    let glyph = if on_goal { '*' } else { glyph };
    Piece { at, shape, glyph, tone, label: KIT.name_of(thing).to_string(), facing, meter: None, faded: false }
}

/// Custom things look like what they are made of; a box that hides is told from one that does not.
fn look_of(thing: &Thing, brush: &Brush) -> (Shape, char, Tone) {
    if thing.kind.as_ref() != "custom" {
        return (brush.shape, brush.glyph, brush.tone);
    }
    let look = scene::look_of(&build::entity(EntityId::nil(), &convert::item(thing), 1));
    match look {
        (shape, 'B', tone) if thing.flag("blocks_vision") == Some(true) => (shape, brush.glyph, tone),
        other => other,
    }
}

fn facing(word: &str) -> Option<Facing> {
    Some(match word {
        "north" => Facing::North,
        "south" => Facing::South,
        "east" => Facing::East,
        "west" => Facing::West,
        _ => return None,
    })
}

/// Where a thing leads and where it walks.
fn links(thing: &Thing) -> Vec<Link> {
    let rift = thing.target("target").map(|to| {
        let Spot { at: Cell { x, y }, t } = to;
        Link { from: thing.spot.at, to: to.at, tone: Tone::Violet, label: format!("to ({x}, {y}) at t {t}") }
    });
    rift.into_iter().chain(walk(thing)).collect()
}

fn walk(thing: &Thing) -> Vec<Link> {
    let Some(path) = thing.path("patrol") else { return Vec::new() };
    let back = thing.flag("loops").unwrap_or(true).then(|| path.last().zip(path.first())).flatten();
    let steps =
        path.windows(2).map(|pair| (pair[0], pair[1])).chain(back.map(|(last, first)| (*last, *first)));
    let name = KIT.name_of(thing);
    let steps = steps.enumerate().filter(|(_, (from, to))| from != to);
    steps
        .map(|(t, (from, to))| Link {
            from,
            to,
            tone: Tone::Red,
            label: format!("{name}'s patrol after t {t}"),
        })
        .collect()
}

fn marks(look: &Look, t: u32, there: &[(Cell, &Thing, &Brush)]) -> Vec<Mark> {
    let (Some(game), Ok(t)) = (&look.sight, i32::try_from(t)) else { return Vec::new() };
    let Field { watched, danger } = vision::field(game, t);
    let blocked: BTreeSet<Cell> =
        there.iter().filter(|(_, thing, _)| blocks_movement(thing)).map(|(at, ..)| *at).collect();
    let free = |cell: &SpatialPos| on_board(*cell).filter(|at| !blocked.contains(at));
    let watched = watched.iter().filter(|cell| !danger.contains_key(cell)).filter_map(|cell| {
        Some(Mark { at: free(cell)?, tone: Tone::Yellow, glyph: ':', label: "watched".to_owned() })
    });
    let dangerous = danger.iter().filter_map(|(cell, seen)| {
        let at = free(cell)?;
        let label = format!("danger: {} sees this cell at t {}", look.name(seen.by), seen.when);
        Some(Mark { at, tone: Tone::Bad, glyph: '!', label })
    });
    watched.chain(dangerous).collect()
}

fn blocks_movement(thing: &Thing) -> bool {
    matches!(&*thing.kind, "wall" | "box") || thing.flag("blocks_movement") == Some(true)
}

/// What the letters on this board mean.
fn legend(board: &Board) -> Label {
    let glyphs: BTreeSet<char> = board.pieces.iter().map(|piece| piece.glyph).collect();
    let brushes = KIT.brushes.iter().filter(|brush| glyphs.contains(&brush.glyph) && brush.glyph != '#');
    let mut words: Vec<String> = brushes.map(|brush| format!("{} {}", brush.glyph, brush.name)).collect();
    words.extend(glyphs.contains(&'*').then(|| "* box on goal".to_owned()));
    let mark = |glyph, word: &str| {
        board.marks.iter().any(|mark| mark.glyph == glyph).then(|| format!("{glyph} {word}"))
    };
    words.extend([mark('!', "danger"), mark(':', "watched")].into_iter().flatten());
    Label::new(words.join("  "), Tone::Muted)
}
