//! Draws one slice of a level that is being drawn: the things, their paths and targets, and the vision of
//! guards.
//!
//! Looks the same as in play. Reads the analysis, decides nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::analysis::Analysis;
use super::convert;
use crate::rulesets::unseen::core::EntityId;
use crate::rulesets::unseen::grid::Grid;
use crate::rulesets::unseen::level::Kind;
use crate::rulesets::unseen::look::{self, Look};
use crate::rulesets::unseen::overlays::{self, LayerId};
use crate::rulesets::unseen::scene::off_board;
use crate::rulesets::unseen::{Level, build};
use crate::scene::{Board, Cell, Label, Layer, Link, Mark, Piece, Scene, Slices, Tone, View};
use crate::sketch::{Brush, Drawn, Kit, Spot, Thing};

const KIT: &Kit = <Level as Drawn>::KIT;

/// The player's start, shown from another slice.
const START: char = '&';

/// The layers, in display order; those that also exist in play have the same ids.
pub(super) const LAYERS: &[Layer] = &[
    LayerId::Danger.layer(
        "Danger",
        "Cells where the player would be seen at this t, by which guard and when.",
        true,
    ),
    LayerId::Watched.layer(
        "Watched",
        "Cells that guards watch at this t; they may see an earlier moment there.",
        true,
    ),
    LayerId::Patrols.layer("Patrols", "Paths of guards, step by step.", true),
    LayerId::Rifts.layer("Rifts", "Targets of rifts, with their slices.", true),
    LayerId::Start.layer("Start", "Start of the player, shown in other slices.", true),
    LayerId::GhostsBefore.layer("Ghosts of t-1", "Things that were elsewhere one slice earlier.", false),
    LayerId::GhostsAfter.layer("Ghosts of t+1", "Things that will be elsewhere one slice later.", false),
    LayerId::OutOfReach.layer(
        "Out of reach",
        "Cells that the player cannot reach in time, even if no box or guard were in the way.",
        false,
    ),
    LayerId::DeadCells.layer("Dead cells", "Cells from which a box can reach no goal.", false),
];

/// Builds the scene of a sketch.
pub(super) fn scene(analysis: &Analysis, view: View) -> Scene {
    let last = Level::slices(&analysis.sketch) - 1;
    let t = view.t.unwrap_or_default().min(last);
    let (board, too_much) = Slice { analysis, view, t }.board();
    let notes = too_much.then(overlays::too_much_to_see).into_iter().chain([legend(&board)]).collect();
    let now = analysis.player().map_or(0, |player| player.spot.t);
    let slices = Some(Slices { shown: t, now, last });
    let (title, skin) = (format!("t {t} of {last}"), convert::skin(&analysis.sketch));
    Scene { title, boards: vec![board], notes, slices, skin, ..Scene::default() }
}

/// The view of one slice.
struct Slice<'a> {
    analysis: &'a Analysis,
    view: View,
    t: u32,
}

/// A thing with its cell and its brush.
type PlacedThing<'a> = (Cell, &'a Thing, &'static Brush);

impl Slice<'_> {
    fn shows(&self, layer: LayerId) -> bool {
        self.view.shows(LAYERS, layer.id())
    }

    /// Returns the board, and whether the guards have too much to see for an analysis.
    fn board(&self) -> (Board, bool) {
        let there = self.there();
        let mut painter = Painter::new(&there);
        let mut pieces = self.ghosts(&mut painter);
        pieces.reserve(there.len() + 1);
        pieces.extend(there.iter().map(|each| painter.piece(*each)));
        pieces.extend(self.start(&mut painter));
        let marks = self.marks(&there);
        let too_much = marks.is_none();
        let board = Board {
            marks: marks.unwrap_or_default(),
            pieces,
            links: self.links(&there),
            ..Board::new(self.analysis.sketch.width, self.analysis.sketch.height)
        };
        (board, too_much)
    }

    /// Returns the things in the slice: those on the floor first, those that walk last.
    fn there(&self) -> Vec<PlacedThing<'_>> {
        let things = self.analysis.sketch.things().map(|(_, thing)| thing);
        let there =
            things.filter_map(|thing| Some((Level::stands(thing, self.t)?, thing, KIT.brush_of(thing)?)));
        let mut there: Vec<PlacedThing<'_>> = there.collect();
        there.sort_by_key(|(_, thing, _)| depth(thing));
        there
    }

    /// Returns the cells of walking things in the slices before and after this one, if requested.
    fn ghosts(&self, painter: &mut Painter) -> Vec<Piece> {
        let before = self.t.checked_sub(1).filter(|_| self.shows(LayerId::GhostsBefore));
        let after = self.t.checked_add(1).filter(|_| self.shows(LayerId::GhostsAfter));
        let mut ghosts = Vec::new();
        for (t, (_, thing)) in before
            .into_iter()
            .chain(after)
            .flat_map(|t| self.analysis.sketch.walkers().map(move |each| (t, each)))
        {
            let elsewhere = Level::stands(thing, t).filter(|at| Level::stands(thing, self.t) != Some(*at));
            if let Some((at, brush)) = elsewhere.zip(KIT.brush_of(thing)) {
                let ghost = painter.piece((at, thing, brush));
                ghosts.push(Piece {
                    label: format!("{} at t {t}", ghost.label).into(),
                    faded: true,
                    ..ghost
                });
            }
        }
        ghosts
    }

    /// Returns the player's start, shown from other slices.
    fn start(&self, painter: &mut Painter) -> Option<Piece> {
        let thing =
            self.analysis.player().filter(|player| self.shows(LayerId::Start) && player.spot.t != self.t)?;
        let start = painter.piece((thing.spot.at, thing, KIT.brush_of(thing)?));
        let label = format!("{} starts at t {}", start.label, thing.spot.t).into();
        Some(Piece { label, glyph: START, faded: true, ..start })
    }

    /// Returns the targets and paths of things.
    fn links(&self, there: &[PlacedThing<'_>]) -> Vec<Link> {
        let (rifts, ways) = (self.shows(LayerId::Rifts), self.shows(LayerId::Patrols));
        let mut links = Vec::new();
        for (_, thing, _) in there {
            links.extend(rift(thing).filter(|_| rifts));
            links.extend(if ways { walk(thing) } else { Vec::new() });
        }
        links
    }

    /// Returns all marks; `None` if the guards have too much to see.
    fn marks(&self, there: &[PlacedThing<'_>]) -> Option<Vec<Mark>> {
        let mut marks = self.cells();
        marks.extend(self.sight(there)?);
        Some(marks)
    }

    /// Returns the cells that are out of reach or dead for boxes, if requested.
    fn cells(&self) -> Vec<Mark> {
        let mark = |tone, glyph, label: &'static str| {
            move |at: &(i32, i32)| on_board(*at).map(|at| Mark::new(at, tone, glyph, label))
        };
        let reach = if self.shows(LayerId::OutOfReach) { self.analysis.out_of_reach() } else { &[] };
        let dead = if self.shows(LayerId::DeadCells) { self.analysis.dead() } else { &[] };
        let reach =
            reach.iter().filter_map(mark(Tone::Muted, '~', "the player cannot reach this cell in time"));
        let dead = dead.iter().filter_map(mark(Tone::Red, 'x', "a box here can reach no goal"));
        reach.chain(dead).collect()
    }

    /// Returns the marks of the guards' vision.
    fn sight(&self, there: &[PlacedThing<'_>]) -> Option<Vec<Mark>> {
        let (Some(sight), Ok(t)) = (&self.analysis.sight, i32::try_from(self.t)) else {
            return Some(Vec::new());
        };
        let (width, height) =
            (convert::side(self.analysis.sketch.width), convert::side(self.analysis.sketch.height));
        let mut free = Grid::new(width, height, true);
        let blocking = there.iter().filter(|(_, thing, _)| blocks_movement(thing));
        blocking.for_each(|(at, ..)| free.set(off_board(*at), false));
        let wanted = [LayerId::Danger, LayerId::Watched].map(|layer| self.shows(layer));
        overlays::sight_marks(sight, t, wanted, &free, |id| self.analysis.name(id))
    }
}

fn on_board((x, y): (i32, i32)) -> Option<Cell> {
    Some(Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?))
}

fn depth(thing: &Thing) -> u8 {
    match convert::kind(thing) {
        Kind::Goal | Kind::Exit => 0,
        Kind::Rift => 1,
        Kind::Enemy | Kind::Player => 3,
        _ => 2,
    }
}

/// Makes pieces of the things in a slice.
struct Painter {
    goals: BTreeSet<Cell>,
    /// Names of brushes, for things without a name.
    names: BTreeMap<&'static str, Arc<str>>,
}

impl Painter {
    fn new(there: &[PlacedThing<'_>]) -> Self {
        let goals =
            there.iter().filter(|(_, thing, _)| convert::kind(thing) == Kind::Goal).map(|(at, ..)| *at);
        Self { goals: goals.collect(), names: BTreeMap::new() }
    }

    fn piece(&mut self, (at, thing, brush): PlacedThing<'_>) -> Piece {
        let facing = convert::facing(thing).map(look::facing);
        let Look { figure, shape, glyph, tone } = look_of(thing, brush, self.goals.contains(&at));
        Piece { facing, figure, ..Piece::new(at, shape, glyph, tone, self.name(thing, brush)) }
    }

    fn name(&mut self, thing: &Thing, brush: &'static Brush) -> Arc<str> {
        let own = thing.own_name().cloned();
        own.unwrap_or_else(|| self.names.entry(brush.name).or_insert_with(|| brush.name.into()).clone())
    }
}

/// A custom thing looks like its components.
fn look_of(thing: &Thing, brush: &Brush, on_goal: bool) -> Look {
    let (look, is_plain_box) = match convert::kind(thing) {
        Kind::Custom => custom_look(thing),
        kind => {
            let is_plain_box = kind == Kind::Box && thing.flag("pullable") != Some(true);
            let Brush { figure, shape, glyph, tone, .. } = *brush;
            (Look { figure, shape, glyph, tone }, is_plain_box)
        }
    };
    if on_goal && is_plain_box { look.on_goal() } else { look }
}

/// Returns the look of a custom thing, and whether it is a plain box.
fn custom_look(thing: &Thing) -> (Look, bool) {
    let entity = build::entity(EntityId::nil(), &convert::item(thing), 1);
    let kind = entity.entity_type();
    (Look::of(&entity, kind), look::is_plain_box(&entity, kind))
}

fn rift(thing: &Thing) -> Option<Link> {
    let to = thing.target("target")?;
    let Spot { at: Cell { x, y }, t } = to;
    Some(Link {
        from: thing.spot.at,
        to: to.at,
        tone: Tone::Violet,
        label: format!("to ({x}, {y}) at t {t}").into(),
    })
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
            label: format!("{name}'s patrol after t {t}").into(),
        })
        .collect()
}

fn blocks_movement(thing: &Thing) -> bool {
    matches!(convert::kind(thing), Kind::Wall | Kind::Box) || thing.flag("blocks_movement") == Some(true)
}

/// Explains the letters on this board.
fn legend(board: &Board) -> Label {
    let glyphs = board.glyphs();
    let brushes = KIT.brushes.iter().filter(|brush| glyphs.contains(&brush.glyph) && brush.glyph != '#');
    let mut words: Vec<String> = brushes.map(|brush| format!("{} {}", brush.glyph, brush.name)).collect();
    words.extend(glyphs.contains(&look::ON_GOAL).then(|| "* box on goal".to_owned()));
    words.extend(glyphs.contains(&START).then(|| format!("{START} where the player starts")));
    let marks = [('!', "danger"), (':', "watched")].into_iter().filter(|(glyph, _)| glyphs.contains(glyph));
    words.extend(marks.map(|(glyph, word)| format!("{glyph} {word}")));
    Label::new(words.join("  "), Tone::Muted)
}
