//! Contents of the cube for a document: the slices around the shown one, and the paths through them.
//!
//! Computed once per change of the document and cached until the next. The current branch is shown up to the cursor
//! and on to its tip; of other branches only the nearest, and only where they differ. Knows no camera and no colours.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use timeloom::game::{Game, History};
use timeloom::scene::Board;
use timeloom::scene::cube::{Cube, Point, Thread, ThreadKind};
use timeloom::timeline::NodeId;

pub use super::nearby_branches::MOST_BRANCHES;
use super::nearby_branches::{self, Fork, Numbers};
use crate::document::{ChangeId, Document};

/// Maximum number of slices shown at once.
pub const MOST_SLICES: u32 = 64;
/// The range of slices moves in steps of this size, so that it does not move with every step through time.
const STRIDE: u32 = 16;

/// Contents of the cube.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    /// The slices, and their contents at the cursor.
    pub cube: Cube,
    /// The slice shown on the board.
    pub lit: u32,
    /// Number of the last slice.
    pub last: u32,
    /// The board of the lit slice.
    pub board: Board,
    /// Paths of all branches, those of the current one last.
    pub ways: Vec<BranchPath>,
    /// Number of branches other than the current one.
    pub others: usize,
    /// Changes whenever the slices change, or anything but the player and the paths.
    pub(super) still: u64,
}

/// The player's path on a branch, or a part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchPath {
    /// The branch it belongs to.
    pub branch: Branch,
    /// Its points, one per turn.
    pub points: Vec<Point>,
    /// Turn of the first point.
    pub turn: u32,
    /// Tip of the branch it belongs to.
    pub tip: NodeId,
    /// Display name.
    pub label: String,
}

/// Branch of a path, relative to the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// Current branch up to the cursor.
    Walked,
    /// Current branch after the cursor.
    Ahead,
    /// Another branch; the number tells them apart.
    Other(usize),
    /// A shortest way to win, which was not played.
    Solution,
}

/// The cached stack, and the state it was computed from.
#[derive(Clone, Default)]
pub(super) struct StackCache {
    stamp: ChangeId,
    stack: Option<Arc<Stack>>,
    grown: Grown,
    forks: Vec<Fork>,
    numbers: Numbers,
    /// Paths to the tips requested so far.
    paths: BTreeMap<NodeId, Vec<BranchPath>>,
    stills: u64,
}

/// Inputs of the paths to tips.
#[derive(Clone, Debug, Default, PartialEq)]
struct Grown {
    document: u64,
    nodes: usize,
    line: usize,
    tip: Option<NodeId>,
    slices: Range<u32>,
}

impl StackCache {
    /// Returns the stack of a document, recomputed if it has changed; `None` if the game has no slices.
    pub(super) fn of(&mut self, document: &Document) -> Option<Arc<Stack>> {
        if self.stamp != document.stamp() {
            self.stamp = document.stamp();
            self.stack = self.work_out(document).map(Arc::new);
        }
        self.stack.clone()
    }

    fn work_out(&mut self, document: &Document) -> Option<Stack> {
        let (game, scene) = (document.game(), document.scene());
        let slices = scene.slices?;
        let window = window(slices.shown, slices.last);
        let cube = game.space_time().and_then(|game| game.cube(document.here().id, window.clone()))?;
        let further = self.further(document, window);
        let here = (document.here().id, document.here().turn);
        let walked =
            lines(&cube).filter_map(|thread| BranchPath::of(thread, Branch::Walked, here, 0, "path to here"));
        let ways = further.into_iter().chain(walked).chain(solution(document, &cube.slices)).collect();
        if !self.stack.as_ref().is_some_and(|before| is_as_still(&before.cube, &cube)) {
            self.stills += 1;
        }
        let board = scene.boards.first().cloned().unwrap_or_default();
        let (others, still) = (self.forks.len(), self.stills);
        Some(Stack { cube, lit: slices.shown, last: slices.last, board, ways, others, still })
    }

    /// Returns the paths of nearby branches, and the rest of the current one.
    fn further(&mut self, document: &Document, slices: Range<u32>) -> Vec<BranchPath> {
        self.grow(document, slices);
        let (game, turn) = (document.game(), document.here().turn);
        let near = self.numbers.give(&nearby_branches::nearest(&self.forks, turn));
        let mut ways = Vec::new();
        for (number, fork) in near {
            let name = nearby_branches::name(game.tree(), fork).unwrap_or_else(|| nameless(game, fork));
            let path = self.path_to(game, fork.tip, Branch::Other(number));
            ways.extend(path.iter().filter_map(|way| way.from(fork.turn)).map(|way| way.called(&name)));
        }
        if let Some(tip) = game.line().last() {
            ways.extend(self.path_to(game, *tip, Branch::Ahead).iter().filter_map(|way| way.from(turn)));
        }
        ways
    }

    /// Drops the cached paths when the tree grows, the branch changes, or other slices are shown.
    fn grow(&mut self, document: &Document, slices: Range<u32>) {
        let (game, stamp, line) = (document.game(), document.stamp(), document.game().line());
        let (nodes, tip) = (game.node_count(), line.last().copied());
        let grown = Grown { document: stamp.document, nodes, line: line.len(), tip, slices };
        if self.grown == grown {
            return;
        }
        if self.grown.document != grown.document {
            self.numbers = Numbers::default();
        }
        self.forks = nearby_branches::forks(game.tree(), line);
        self.paths.clear();
        self.grown = grown;
    }

    /// Returns the whole path to a tip.
    fn path_to(&mut self, game: &dyn Game, tip: NodeId, branch: Branch) -> &[BranchPath] {
        let slices = self.grown.slices.clone();
        let ways = self.paths.entry(tip).or_insert_with(|| whole(game, tip, slices));
        ways.iter_mut().for_each(|way| way.branch = branch);
        ways
    }
}

/// Whether two cubes differ at most in the player's paths and in rifts.
fn is_as_still(one: &Cube, other: &Cube) -> bool {
    let size = |cube: &Cube| (cube.width, cube.height, cube.slices.clone());
    let others = |thread: &&Thread| thread.kind != ThreadKind::WorldLine;
    let threads = one.threads.iter().filter(others).eq(other.threads.iter().filter(others));
    size(one) == size(other) && threads && one.solids == other.solids
}

/// Range of slices to show around one of them.
fn window(shown: u32, last: u32) -> Range<u32> {
    let all = last.saturating_add(1);
    if all <= MOST_SLICES {
        return 0..all;
    }
    let centred = shown.saturating_sub(MOST_SLICES / 2) / STRIDE * STRIDE;
    let first = centred.min(all - MOST_SLICES);
    first..first + MOST_SLICES
}

/// Returns the parts of the shortest way, if it is shown, that lie in some slices.
fn solution(document: &Document, slices: &Range<u32>) -> Vec<BranchPath> {
    let points = document.solution().unwrap_or_default();
    let is_in = |point: &Point| slices.contains(&point.t);
    let runs = points.chunk_by(|a, b| is_in(a) == is_in(b)).filter(|run| run.first().is_some_and(is_in));
    let part = |run: &[Point]| BranchPath {
        branch: Branch::Solution,
        points: run.to_vec(),
        turn: 0,
        tip: NodeId::ROOT,
        label: "shortest way".to_owned(),
    };
    runs.map(part).collect()
}

fn lines(cube: &Cube) -> impl Iterator<Item = &Thread> {
    cube.threads_of(ThreadKind::WorldLine)
}

/// Returns the path from the start to a tip.
fn whole(game: &dyn Game, tip: NodeId, slices: Range<u32>) -> Vec<BranchPath> {
    let (lines, turn) =
        (game.space_time().map(|game| game.path(tip, slices)).unwrap_or_default(), game.node(tip).turn);
    let way = |thread| BranchPath::of(thread, Branch::Ahead, (tip, turn), 0, "path from here");
    lines.iter().filter_map(way).collect()
}

/// Display name of an unnamed branch.
fn nameless(game: &dyn History, fork: Fork) -> String {
    format!("the branch from turn {} to turn {}", fork.turn, game.node(fork.tip).turn)
}

impl BranchPath {
    /// Makes a path from a thread of the state at a tip, starting at a turn.
    fn of(
        thread: &Thread,
        branch: Branch,
        (tip, turn): (NodeId, u32),
        fork: u32,
        label: &str,
    ) -> Option<Self> {
        let last = turn.checked_sub(thread.ago?)?;
        let first = last.checked_sub(u32::try_from(thread.points.len()).ok()?.checked_sub(1)?)?;
        let whole = Self { branch, points: thread.points.clone(), turn: first, tip, label: label.to_owned() };
        whole.from(fork)
    }

    fn called(self, label: &str) -> Self {
        Self { label: label.to_owned(), ..self }
    }

    /// Returns the part that starts at a turn; `None` if it contains no step.
    fn from(&self, turn: u32) -> Option<Self> {
        let skip = turn.saturating_sub(self.turn) as usize;
        let points = self.points.get(skip..)?.to_vec();
        let step = points.len() > 1 || (self.branch == Branch::Walked && !points.is_empty());
        step.then(|| Self { points, turn: self.turn.max(turn), ..self.clone() })
    }

    /// Returns the node of one of its points.
    pub fn node(&self, game: &dyn History, point: usize) -> NodeId {
        let wanted = self.turn.saturating_add(u32::try_from(point).unwrap_or(u32::MAX));
        let mut node = game.node(self.tip);
        while node.turn > wanted {
            let Some(parent) = node.parent else { break };
            node = game.node(parent);
        }
        node.id
    }
}
