//! What the cube shows of a document: the slices around the one that is shown, and everybody's way through them.
//!
//! Worked out once per change of the document and kept until the next. The way of the current branch is told up to the
//! cursor and on to its tip; of other branches only what differs, and only of the newest. Knows no camera and no colours.

use std::ops::Range;
use std::sync::Arc;

use timeloom::game::{self, Game};
use timeloom::scene::Board;
use timeloom::scene::cube::{Cube, Point, Thread, ThreadKind};
use timeloom::timeline::NodeId;

use crate::document::{Document, Stamp};

/// No more slices are shown at once.
pub const MOST_SLICES: u32 = 64;
/// No more branches are shown beside the current one.
pub const MOST_BRANCHES: usize = 8;
/// The slices shown move on by this many, so that stepping through time does not move them at every step.
const STRIDE: u32 = 16;

/// What the cube shows.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    /// The slices, and what is in them at the cursor.
    pub cube: Cube,
    /// The slice that is shown on the board.
    pub lit: u32,
    /// The last slice there is.
    pub last: u32,
    /// What is on the board.
    pub board: Board,
    /// The ways of all branches, those of the current one last.
    pub ways: Vec<Way>,
    /// How many branches there are beside the current one.
    pub others: usize,
}

/// The player's way on a branch, or a part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Whose way it is.
    pub branch: Branch,
    /// Its points, one for each turn.
    pub points: Vec<Point>,
    /// The turn of the first point.
    pub turn: u32,
    /// The end of the branch it belongs to.
    pub tip: NodeId,
    /// What people call it.
    pub label: String,
}

/// Whose way it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// Up to where we are.
    Walked,
    /// From here on, as it went on.
    Ahead,
    /// That of another branch; the number tells them apart.
    Other(usize),
}

/// What was worked out, and about what.
#[derive(Clone, Default)]
pub(super) struct Kept {
    stamp: Stamp,
    stack: Option<Arc<Stack>>,
    grown: Grown,
    further: Arc<Vec<Way>>,
    others: usize,
}

/// What the ways of other branches depend on.
#[derive(Clone, Debug, Default, PartialEq)]
struct Grown {
    document: u64,
    nodes: usize,
    line: usize,
    tip: Option<NodeId>,
    slices: Range<u32>,
}

impl Kept {
    /// The stack of a document, worked out anew if it has changed; nothing if the game has no slices.
    pub(super) fn of(&mut self, document: &Document) -> Option<Arc<Stack>> {
        if self.stamp != document.stamp() {
            (self.stamp, self.stack) = (document.stamp(), None);
            self.stack = self.work_out(document).map(Arc::new);
        }
        self.stack.clone()
    }

    fn work_out(&mut self, document: &Document) -> Option<Stack> {
        let (game, scene) = (document.game(), document.scene());
        let slices = scene.slices?;
        let window = window(slices.shown, slices.last);
        let cube = game.cube(document.here().id, window.clone())?;
        self.follow_branches(document, window);
        let (here, turn) = (document.here().id, document.here().turn);
        let walked = threads(&cube)
            .filter_map(|thread| Way::of(thread, Branch::Walked, (here, turn), 0, "the way to here"));
        let further = self.further.iter().filter_map(|way| way.from(if_ahead(way, turn)));
        let ways = further.chain(walked).collect();
        let board = scene.boards.first().cloned().unwrap_or_default();
        Some(Stack { cube, lit: slices.shown, last: slices.last, board, ways, others: self.others })
    }

    /// The ways of the other branches and the rest of this one change only when the tree grows or the branch changes.
    fn follow_branches(&mut self, document: &Document, slices: Range<u32>) {
        let (game, stamp) = (document.game(), document.stamp());
        let line = game.line();
        let (nodes, tip) = (game.node_count(), line.last().copied());
        let grown = Grown { document: stamp.document, nodes, line: line.len(), tip, slices: slices.clone() };
        if self.grown == grown {
            return;
        }
        let mut tips: Vec<NodeId> = game::tips(game).filter(|id| Some(*id) != tip).collect();
        self.others = tips.len();
        tips.drain(..tips.len().saturating_sub(MOST_BRANCHES));
        let others = tips.into_iter().enumerate();
        let others = others.flat_map(|(number, tip)| ways(game, tip, Branch::Other(number), &slices));
        let ahead = tip.into_iter().flat_map(|tip| ways(game, tip, Branch::Ahead, &slices));
        self.further = Arc::new(others.chain(ahead).collect());
        self.grown = grown;
    }
}

/// The slices to show around one of them.
fn window(shown: u32, last: u32) -> Range<u32> {
    let all = last.saturating_add(1);
    if all <= MOST_SLICES {
        return 0..all;
    }
    let centred = shown.saturating_sub(MOST_SLICES / 2) / STRIDE * STRIDE;
    let first = centred.min(all - MOST_SLICES);
    first..first + MOST_SLICES
}

fn threads(cube: &Cube) -> impl Iterator<Item = &Thread> {
    cube.threads_of(ThreadKind::WorldLine)
}

/// The way to a tip, from where it leaves the current branch.
fn ways(game: &dyn Game, tip: NodeId, branch: Branch, slices: &Range<u32>) -> Vec<Way> {
    let Some(cube) = game.cube(tip, slices.clone()) else { return Vec::new() };
    let (fork, name) = fork(game, tip);
    let turn = game.node(tip).turn;
    let label = match (branch, name) {
        (Branch::Ahead, _) => "the way on from here".to_owned(),
        (_, Some(name)) => name,
        (_, None) => format!("the branch from turn {fork} to turn {turn}"),
    };
    let fork = if branch == Branch::Ahead { 0 } else { fork };
    threads(&cube).filter_map(|thread| Way::of(thread, branch, (tip, turn), fork, &label)).collect()
}

/// The turn at which the way to a tip leaves the current branch, and what the branch is called.
fn fork(game: &dyn Game, tip: NodeId) -> (u32, Option<String>) {
    let (line, mut name) = (game.line(), None);
    let mut node = game.node(tip);
    while line.get(node.turn as usize) != Some(&node.id) {
        name = node.name.or(name);
        let Some(parent) = node.parent else { break };
        node = game.node(parent);
    }
    (node.turn, name)
}

/// What lies ahead begins where we are.
fn if_ahead(way: &Way, turn: u32) -> u32 {
    if way.branch == Branch::Ahead { turn } else { 0 }
}

impl Way {
    /// A thread of the state at a tip, from a turn on.
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

    /// The part of it that begins at a turn; nothing if that is not a step.
    fn from(&self, turn: u32) -> Option<Self> {
        let skip = turn.saturating_sub(self.turn) as usize;
        let points = self.points.get(skip..)?.to_vec();
        let step = points.len() > 1 || (self.branch == Branch::Walked && !points.is_empty());
        step.then(|| Self { points, turn: self.turn.max(turn), ..self.clone() })
    }

    /// The node of one of its points.
    pub fn node(&self, game: &dyn Game, point: usize) -> NodeId {
        let wanted = self.turn.saturating_add(u32::try_from(point).unwrap_or(u32::MAX));
        let mut node = game.node(self.tip);
        while node.turn > wanted {
            let Some(parent) = node.parent else { break };
            node = game.node(parent);
        }
        node.id
    }
}
