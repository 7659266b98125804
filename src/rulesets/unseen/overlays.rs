//! Overlays of a slice: where the player could walk by then, the slices before and after it, and the player's path
//! around it.
//!
//! Called by the scene for the layers of the view. Reads states, decides nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::core::{Direction, EntityId, EntityType, Position, SpatialPos};
use super::game::GameState;
use super::grid::Grid;
use super::scene::{PlacedEntity, on_board};
use super::vision::{self, Watchers};
use crate::scene::{Label, Layer, Light, Link, Mark, Tone};

/// The layers, in the order in which they are offered.
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
    LayerId::PastSelves.layer("Past selves", "Earlier positions of the player at this t.", true),
    LayerId::GhostsBefore.layer("Ghosts of t-1", "Things that were elsewhere one slice earlier.", false),
    LayerId::GhostsAfter.layer("Ghosts of t+1", "Things that will be elsewhere one slice later.", false),
    LayerId::WorldLine.layer("World line", "The player's path through the slices around this t.", false),
    LayerId::Reachable.layer(
        "Reachable",
        "Cells that the player can reach at this t by walking and waiting.",
        false,
    ),
];

/// A layer of this game, while it is played or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerId {
    Danger,
    Watched,
    PastSelves,
    GhostsBefore,
    GhostsAfter,
    WorldLine,
    Reachable,
    Patrols,
    Rifts,
    Start,
    OutOfReach,
    DeadCells,
}

impl LayerId {
    /// Id in settings files; never changes.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Danger => "danger",
            Self::Watched => "watched",
            Self::PastSelves => "selves",
            Self::GhostsBefore => "before",
            Self::GhostsAfter => "after",
            Self::WorldLine => "line",
            Self::Reachable => "reach",
            Self::Patrols => "ways",
            Self::Rifts => "rifts",
            Self::Start => "start",
            Self::OutOfReach => "unreachable",
            Self::DeadCells => "dead",
        }
    }

    /// Describes the layer.
    pub(super) const fn layer(self, name: &'static str, hint: &'static str, default: bool) -> Layer {
        Layer { id: self.id(), name, hint, default }
    }
}

/// Number of slices before and after for which the path is shown.
const NEAR: i32 = 4;

/// Most positions that are searched for what can be reached.
const MOST_PLACES: usize = 60_000;

/// Returns the cells that the player can reach at time `t` by walking and waiting from here; `None` if that is too
/// far ahead to compute quickly.
pub(super) fn reachable(game: &GameState, t: i32) -> Option<BTreeSet<SpatialPos>> {
    let now = game.player_position();
    let mut cells = BTreeSet::from_iter((t >= now.t).then_some(now.spatial()));
    let mut left = MOST_PLACES;
    for next in now.t + 1..=t {
        let from = std::mem::take(&mut cells);
        left = left.checked_sub(from.len() * 5)?;
        let steps = from.iter().flat_map(|cell| steps(*cell)).collect::<BTreeSet<_>>();
        cells.extend(steps.into_iter().filter(|cell| game.can_move_to(cell.at(next))));
    }
    Some(cells)
}

fn steps(cell: SpatialPos) -> impl Iterator<Item = SpatialPos> {
    Direction::all().into_iter().map(move |direction| cell.move_dir(direction)).chain([cell])
}

/// Says that what enemies see is left out.
pub(super) fn too_much_to_see() -> Label {
    Label::new("too many enemies see too far to show where they look", Tone::Muted)
}

/// Returns the reachable cells, as marks.
pub(super) fn reach_marks(cells: &BTreeSet<SpatialPos>, t: i32) -> Vec<Mark> {
    let label: Arc<str> = format!("can be reached on foot by t {t}").into();
    let mark = |cell: &SpatialPos| Some(Mark::new(on_board(*cell)?, Tone::Blue, '+', label.clone()));
    cells.iter().filter_map(mark).collect()
}

/// Returns what enemies see of a slice, as marks on free cells: where it is dangerous, if requested, and where else
/// they look, if requested; `None` if there is too much to see.
pub(super) fn sight_marks<'a>(
    watchers: &impl Watchers,
    t: i32,
    [danger, watched]: [bool; 2],
    free: &Grid<bool>,
    name: impl Fn(EntityId) -> &'a str,
) -> Option<Vec<Mark>> {
    if !danger && !watched {
        return Some(Vec::new());
    }
    let field = vision::field(watchers, t, watched, danger)?;
    let mut marker =
        SightMarker { t, names: field.ids().iter().map(|id| name(*id)).collect(), labels: BTreeMap::new() };
    let mut mark = |cell| match (field.danger(cell), field.watched(cell)) {
        (Some(seen), _) => marker.danger(cell, seen),
        (None, Some(look)) => marker.watched(cell, look),
        (None, None) => None,
    };
    Some(free.iter().filter(|(_, free)| *free).filter_map(|(cell, _)| mark(cell)).collect())
}

/// Makes the marks of a slice that enemies see. There may be thousands: those of the same kind share their label.
struct SightMarker<'a> {
    t: i32,
    /// Names of the enemies, by rank.
    names: Vec<&'a str>,
    labels: BTreeMap<(bool, usize, i32), Arc<str>>,
}

impl SightMarker<'_> {
    fn danger(&mut self, cell: SpatialPos, (rank, when): (usize, i32)) -> Option<Mark> {
        let name = self.names[rank];
        let label = || format!("danger: {name} sees this cell at t {when}").into();
        let label = self.labels.entry((true, rank, when)).or_insert_with(label).clone();
        let mark = Mark::new(on_board(cell)?, Tone::Bad, '!', label);
        Some(Mark { light: light(self.t, when), ..mark })
    }

    fn watched(&mut self, cell: SpatialPos, (rank, then): (usize, i32)) -> Option<Mark> {
        let name = self.names[rank];
        let label = || format!("watched: {name} now sees t {then} of this cell").into();
        let label = self.labels.entry((false, rank, then)).or_insert_with(label).clone();
        let mark = Mark::new(on_board(cell)?, Tone::Yellow, ':', label);
        Some(Mark { light: light(then, self.t), ..mark })
    }
}

fn light(leaves: i32, arrives: i32) -> Option<Light> {
    Some(Light { leaves: u32::try_from(leaves).ok()?, arrives: u32::try_from(arrives).ok()? })
}

/// Returns the steps of the player's path around a slice, as arrows. Jumps through rifts are arrows too. `now` is the
/// turn of the log, if there is one: arrows are numbered by it, and otherwise by the steps since the start.
pub(super) fn path_links(game: &GameState, t: i32, now: Option<u32>) -> Vec<Link> {
    let line = game.world_line();
    let turns = (t.saturating_sub(NEAR)..=t.saturating_add(NEAR)).flat_map(|t| line.turns_at_time(t));
    let turns: BTreeSet<usize> = turns.flat_map(|turn| [Some(turn), turn.checked_sub(1)]).flatten().collect();
    let before = now.map_or(0, |now| (now as usize).saturating_sub(game.turn()));
    let step =
        |turn: usize| link(before + turn, line.position_at_turn(turn)?, line.position_at_turn(turn + 1)?);
    turns.into_iter().filter_map(step).collect()
}

fn link(turn: usize, from: Position, to: Position) -> Option<Link> {
    let label = format!("turn {}: t {} to t {}", turn + 1, from.t, to.t);
    let tone = if to.t == from.t + 1 { Tone::Blue } else { Tone::Violet };
    let (from, to) = (on_board(from.spatial())?, on_board(to.spatial())?);
    (from != to).then_some(Link { from, to, tone, label: label.into() })
}

/// Returns the movable things of another slice that are not at the same place in this one, which is `here`.
pub(super) fn ghosts<'a>(
    here: &[PlacedEntity<'_>],
    mut other: Vec<PlacedEntity<'a>>,
) -> Vec<PlacedEntity<'a>> {
    let places: BTreeSet<_> = here.iter().map(|each| (each.thing, each.at)).collect();
    other.retain(|each| {
        matches!(each.record.kind, EntityType::Box | EntityType::Enemy | EntityType::Custom)
            && !places.contains(&(each.thing, each.at))
    });
    other
}
