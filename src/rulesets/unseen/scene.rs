//! Draws a slice: the things, where the player was at that time, what is watched and where it is dangerous.
//!
//! Everything can be distinguished without colour. Reads states, decides nothing.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use super::core::{EntityType, Position, Record, RiftData, SpatialPos, Thing, Traits};
use super::game::{Action, ActionError, ActionOutcome, GamePhase, GameState};
use super::grid::Grid;
use super::look::{self, Look};
use super::overlays::{self, LAYERS, LayerId};
use super::{State, Unseen, cube, data, hints};
use crate::rules::{Refusal, Refused, Rules};
use crate::scene::cube::{Cube, Thread};
use crate::scene::{
    Board, Cell, Figure, Label, Layer, Link, Mark, Piece, Scene, Shape, Sign, Slices, Tone, View,
};
use crate::show::{Controls, Cue, LongList, Past, Show, SpaceTimeRules, StateData};

impl Show for Unseen {
    fn scene(&self, state: &State, view: View) -> Scene {
        let game = state.game();
        let t = slice_of(game, view);
        let reach = view.shows(LAYERS, LayerId::Reachable.id()).then(|| overlays::reachable(game, t));
        let too_far = reach == Some(None);
        let reach = reach.flatten().unwrap_or_default();
        let (board, too_much) = SceneBuilder { rules: self, game, t, view, reach }.board();
        let too_much = too_much.then(overlays::too_much_to_see);
        let too_far = too_far.then(|| Label::new("too far ahead to say what can be reached", Tone::Muted));
        let notes = self.notes(state, t).chain(too_far).chain(too_much).chain([legend(&board)]).collect();
        let [shown, now, last] = [t, game.current_time(), game.cube().time_depth - 1].map(i32::unsigned_abs);
        let slices = Some(Slices { shown, now, last });
        let focus = if shown == now { on_board(game.player_position().spatial()) } else { None };
        let details = self.details(game, t, view);
        Scene {
            title: title(game, t),
            boards: vec![board],
            notes,
            details,
            slices,
            focus,
            skin: self.level.meta().skin.as_deref().map(Into::into),
            ..Scene::default()
        }
    }

    fn tell(&self, outcome: &ActionOutcome) -> String {
        match outcome {
            ActionOutcome::Moved { to, .. } => format!("to {to}"),
            ActionOutcome::Waited { at } => format!("waits at {at}"),
            ActionOutcome::Rifted { to, .. } => format!("through the rift to {to}"),
            ActionOutcome::Pushed { player_to, pushed } => {
                let boxes = pushed.iter().map(|(id, to)| format!("{} to {to}", self.name(*id)));
                format!("to {player_to}, pushing {}", boxes.collect::<Vec<_>>().join(", "))
            }
            ActionOutcome::Pulled { player_to, pulled_id, pulled_to } => {
                format!("to {player_to}, pulling {} to {pulled_to}", self.name(*pulled_id))
            }
            ActionOutcome::Restarted => "back to the start".to_owned(),
            ActionOutcome::Won { at } => format!("wins at {at}"),
            ActionOutcome::Detected { by, seen_at } => format!("{} sees {seen_at}", self.name(*by)),
            ActionOutcome::Paradox { broken_turn, reason } => {
                format!("a paradox: step {broken_turn} could not have happened: {reason}")
            }
        }
    }

    fn report(&self, state: &State, outcome: &ActionOutcome, past: Past<'_>) -> (String, Value) {
        let mut data = serde_json::to_value(outcome).unwrap_or_default();
        let ActionOutcome::Paradox { broken_turn, reason } = outcome else {
            return (self.tell(outcome), data);
        };
        let broken = past(steps_between(*broken_turn, state.game().turn()));
        hints::name_broken(&mut data, broken);
        (format!("a paradox: {broken} could not have happened: {reason}"), data)
    }

    fn explain(&self, state: &State, reason: &ActionError, past: Past<'_>) -> Refused {
        let mut refused = reason.report();
        if let Some(words) = self.reason(state.game(), reason) {
            refused.message = words;
        }
        if let ActionError::Paradox { broken_turn, reason } = reason {
            let broken = past(steps_between(*broken_turn, state.game().turn() + 1));
            hints::name_broken(&mut refused.context, broken);
            refused.message = format!("Paradox: {broken} could not have happened: {reason}");
        }
        refused
    }

    fn space_time(&self) -> Option<&dyn SpaceTimeRules<State>> {
        Some(self)
    }

    fn sign(&self, outcome: &ActionOutcome) -> Option<Sign> {
        hints::sign(outcome)
    }

    fn candidates(&self, _state: &State) -> Vec<Action> {
        Action::all().collect()
    }

    fn cue(&self, action: &Action) -> Option<Cue> {
        Some(hints::cue(*action))
    }

    fn controls(&self) -> Option<&dyn Controls<Self>> {
        Some(self)
    }

    fn layers(&self) -> &'static [Layer] {
        LAYERS
    }

    fn state_data(&self) -> Option<&dyn StateData<State>> {
        Some(self)
    }
}

impl StateData<State> for Unseen {
    fn data(&self, state: &State, view: View) -> Value {
        data::slice(state.game(), slice_of(state.game(), view), view.turn)
    }

    fn part(&self, state: &State, view: View, is_wanted: &dyn Fn(&str) -> bool) -> Value {
        data::part(state.game(), slice_of(state.game(), view), view.turn, is_wanted)
    }

    fn long_list<'s>(&self, state: &'s State) -> Option<LongList<'s>> {
        Some(data::world_line(state.game()))
    }
}

impl SpaceTimeRules<State> for Unseen {
    fn cube(&self, state: &State, slices: Range<u32>) -> Option<Cube> {
        let game = state.game();
        Some(self.cubes.of(game.cube(), game.world_line(), &|thing| self.label(thing), slices))
    }

    fn path(&self, state: &State, slices: Range<u32>) -> Vec<Thread> {
        cube::way(state.game().cube(), state.game().world_line(), slices)
    }
}

/// Returns the number of turns between two steps.
fn steps_between(earlier: usize, later: usize) -> u32 {
    u32::try_from(later.saturating_sub(earlier)).unwrap_or(u32::MAX)
}

/// Returns the requested slice, clamped to the depth of time; otherwise the player's.
fn slice_of(game: &GameState, view: View) -> i32 {
    let requested = view.t.map(|t| i32::try_from(t).unwrap_or(i32::MAX));
    requested.map_or(game.current_time(), |t| t.min(game.cube().time_depth - 1))
}

fn title(game: &GameState, t: i32) -> String {
    let (now, last) = (game.current_time(), game.cube().time_depth - 1);
    if t == now { format!("t {t} of {last}") } else { format!("t {t} of {last}, the player is at t {now}") }
}

impl Unseen {
    fn notes(&self, state: &State, t: i32) -> impl Iterator<Item = Label> {
        let game = state.game();
        let result = self.result(state).map(|result| Label::new(result.to_string(), tone_of(game.phase())));
        let rift = game.rift_target().filter(|_| t == game.current_time() && game.is_active());
        let rift = rift.map(|to| Label::plain(format!("the rift here leads to {to}")));
        result.into_iter().chain(rift)
    }

    /// Returns the count of steps after a restart, the targets of rifts, and the possible actions.
    fn details(&self, game: &GameState, t: i32, view: View) -> Vec<Label> {
        let restarted = view.turn.filter(|turn| *turn as usize != game.turn());
        let step = restarted.map(|_| format!("step {} since the last restart", game.turn()));
        let base = game.cube().base();
        let records = base.placed().flat_map(|thing| base.records(thing).iter().map(move |r| (thing, r)));
        let rifts = records.filter_map(|(thing, record)| self.rift(game, t, thing, record));
        let legal: Vec<String> = game.valid_actions().iter().map(ToString::to_string).collect();
        let actions = format!("actions: {}", legal.join(" "));
        step.into_iter().chain(rifts).chain([actions]).map(Label::plain).collect()
    }

    /// Describes a rift that exists in a slice or later.
    fn rift(&self, game: &GameState, t: i32, thing: Thing, record: &Record) -> Option<String> {
        let RiftData { target, bidirectional } = record.entity.rift_data().filter(|_| t < record.until)?;
        let at = game.cube().place_of(thing, record, t.max(record.from))?;
        let from = if t < record.from { format!(" from t {} on", record.from) } else { String::new() };
        let back = if *bidirectional { ", and back" } else { "" };
        Some(format!("{} at {at}{from} leads to {target}{back}", self.label(thing)))
    }
}

/// Explains the letters on this board, except walls and the player.
fn legend(board: &Board) -> Label {
    let glyphs = board.glyphs();
    let shown = LEGEND.iter().filter(|(glyph, _)| glyphs.contains(glyph));
    let words: Vec<_> = shown.map(|(glyph, meaning)| format!("{glyph} {meaning}")).collect();
    Label::new(words.join("  "), Tone::Muted)
}

const LEGEND: [(char, &str); 15] = [
    ('@', "player"),
    ('&', "past self"),
    ('>', "exit"),
    ('B', "box"),
    ('P', "box to pull"),
    ('C', "box that hides"),
    ('Q', "box to pull that hides"),
    ('o', "goal"),
    ('*', "box on goal"),
    ('O', "rift"),
    ('E', "enemy"),
    ('!', "danger"),
    (':', "watched"),
    ('+', "reachable"),
    ('?', "something else"),
];

fn tone_of(phase: GamePhase) -> Tone {
    if phase == GamePhase::Won { Tone::Good } else { Tone::Bad }
}

/// A thing in a slice that is not the player.
pub(super) struct PlacedEntity<'a> {
    pub(super) thing: Thing,
    pub(super) record: &'a Record,
    pub(super) at: SpatialPos,
}

impl PlacedEntity<'_> {
    fn is(&self, wanted: Traits) -> bool {
        self.record.traits.meets(wanted)
    }
}

/// Returns the things in a slice: those on the floor first, those that walk last.
fn standing(game: &GameState, t: i32) -> Vec<PlacedEntity<'_>> {
    let standing = game.cube().standing(t).map(|(thing, record, at)| PlacedEntity { thing, record, at });
    let mut standing: Vec<_> = standing.filter(|each| each.record.kind != EntityType::Floor).collect();
    standing.sort_by_key(|each| layer(each.record.kind));
    standing
}

/// The view of one slice.
struct SceneBuilder<'a> {
    rules: &'a Unseen,
    game: &'a GameState,
    t: i32,
    view: View,
    /// Reachable cells, if they are to be shown.
    reach: BTreeSet<SpatialPos>,
}

impl SceneBuilder<'_> {
    fn shows(&self, layer: LayerId) -> bool {
        self.view.shows(LAYERS, layer.id())
    }

    /// Returns the board, and whether there was too much for enemies to see.
    fn board(&self) -> (Board, bool) {
        let (cube, standing) = (self.game.cube(), standing(self.game, self.t));
        let mut links: Vec<Link> = standing.iter().filter_map(rift_link).collect();
        if self.shows(LayerId::WorldLine) {
            links.extend(overlays::path_links(self.game, self.t, self.view.turn));
        }
        let goals = goals(&standing);
        let mut pieces = self.ghosts(&standing);
        pieces.reserve(standing.len() + 8);
        pieces.extend(standing.iter().filter_map(|each| self.piece(each, &goals)));
        pieces.extend(self.selves());
        let mut marks = overlays::reach_marks(&self.reach, self.t);
        let sight = self.sight_marks(&standing);
        let too_much = sight.is_none();
        marks.extend(sight.unwrap_or_default());
        let (width, height) = (cube.width.unsigned_abs(), cube.height.unsigned_abs());
        (Board { marks, pieces, links, ..Board::new(width, height) }, too_much)
    }

    fn sight_marks(&self, standing: &[PlacedEntity<'_>]) -> Option<Vec<Mark>> {
        let mut free = Grid::new(self.game.cube().width, self.game.cube().height, true);
        standing
            .iter()
            .filter(|each| each.is(Traits::BLOCKS_MOVEMENT))
            .for_each(|each| free.set(each.at, false));
        let wanted = [LayerId::Danger, LayerId::Watched].map(|layer| self.shows(layer));
        overlays::sight_marks(self.game, self.t, wanted, &free, |id| self.rules.name(id))
    }

    fn piece(&self, each: &PlacedEntity<'_>, goals: &BTreeSet<SpatialPos>) -> Option<Piece> {
        let (entity, kind) = (&each.record.entity, each.record.kind);
        let look = Look::of(entity, kind);
        let is_on_goal = goals.contains(&each.at) && look::is_plain_box(entity, kind);
        let Look { figure, shape, glyph, tone } = if is_on_goal { look.on_goal() } else { look };
        let looks = if each.is(Traits::ENEMY) { each.record.entity.vision_data() } else { None };
        let facing = looks.map(|vision| look::facing(vision.facing));
        let label = self.rules.label(each.thing);
        Some(Piece { facing, figure, ..Piece::new(on_board(each.at)?, shape, glyph, tone, label) })
    }

    /// Returns the things that are elsewhere in the slices before and after this one, if requested.
    fn ghosts(&self, here: &[PlacedEntity<'_>]) -> Vec<Piece> {
        let shown = [(LayerId::GhostsBefore, -1), (LayerId::GhostsAfter, 1)]
            .into_iter()
            .filter(|(layer, _)| self.shows(*layer));
        let slices = shown.map(|(_, by)| self.t + by).filter(|t| self.game.cube().has_time(*t));
        let ghost = |t: i32, piece: Piece| {
            let label = format!("{} at t {t}", piece.label).into();
            Piece { faded: true, label, ..piece }
        };
        let ghosts = |t| {
            let there = standing(self.game, t);
            let goals = goals(&there);
            let pieces =
                overlays::ghosts(here, there).into_iter().filter_map(|each| self.piece(&each, &goals));
            pieces.map(|piece| ghost(t, piece)).collect::<Vec<_>>()
        };
        slices.flat_map(ghosts).collect()
    }

    /// Returns the positions of the player at this time; the present one last.
    fn selves(&self) -> impl Iterator<Item = Piece> {
        let now = self.game.player_position();
        let mut selves = self.game.world_line().positions_at_time(self.t);
        selves.sort_by_key(|at| *at == now);
        selves.retain(|at| *at == now || self.shows(LayerId::PastSelves));
        selves.into_iter().filter_map(move |at| self_piece(at, at == now))
    }
}

/// Returns the cells of goals.
fn goals(standing: &[PlacedEntity<'_>]) -> BTreeSet<SpatialPos> {
    standing.iter().filter(|each| each.is(Traits::GOAL)).map(|each| each.at).collect()
}

fn rift_link(each: &PlacedEntity<'_>) -> Option<Link> {
    let rift = if each.is(Traits::RIFT) { each.record.entity.rift_data() } else { None };
    let target = rift?.target;
    let (from, to) = (on_board(each.at)?, on_board(target.spatial())?);
    Some(Link { from, to, tone: Tone::Violet, label: format!("to {target}").into() })
}

fn self_piece(at: Position, present: bool) -> Option<Piece> {
    let (figure, glyph, label) = match present {
        true => (Figure::Player, '@', "the player"),
        false => (Figure::PastSelf, '&', "a past self of the player"),
    };
    let piece = Piece::new(on_board(at.spatial())?, Shape::Disc, glyph, Tone::Blue, label);
    Some(Piece { faded: !present, ..piece.with_figure(figure) })
}

/// Returns the drawing order: things on the floor first, things that walk last.
fn layer(kind: EntityType) -> u8 {
    match kind {
        EntityType::Floor | EntityType::Goal | EntityType::Exit => 0,
        EntityType::Rift => 1,
        EntityType::Custom | EntityType::Box | EntityType::Wall => 2,
        EntityType::Enemy | EntityType::Player => 3,
    }
}

pub(super) fn on_board(cell: SpatialPos) -> Option<Cell> {
    Some(Cell { x: u32::try_from(cell.x).ok()?, y: u32::try_from(cell.y).ok()? })
}

/// Returns the inverse of `on_board`.
pub(super) fn off_board(Cell { x, y }: Cell) -> SpatialPos {
    let side = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    SpatialPos::new(side(x), side(y))
}
