//! The branches of a game as recorded runs: each ends at a tip of the tree, and shared turns are run once.
//!
//! Part of [`super`]. Reads a game through [`Inspect`]; knows no log and no file.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::{Branch, Rerun, RunSoFar};
use crate::game::Inspect;
use crate::rules::GameResult;
use crate::show::Show;
use crate::timeline::{Below, NodeId, Tree, descend};

/// Recorded runs of one game: every branch of its tree is one.
pub struct Playthroughs<'a> {
    /// Name of the game, for the names of its branches.
    pub name: String,
    /// Seed of the game.
    pub seed: u64,
    /// Shape of the tree.
    pub tree: &'a Tree,
    /// Returns the action that leads to a node, as text.
    pub action: Box<dyn Fn(NodeId) -> String + 'a>,
    /// Results of the game when it was played, by the last node of each branch.
    pub endings: HashMap<NodeId, GameResult>,
}

impl<'a> Playthroughs<'a> {
    /// Returns the branches of a game, as far as its seat knows them.
    pub fn of(game: &'a dyn Inspect, name: String) -> Self {
        let (seed, tree) = (game.about().seed.unwrap_or_default(), game.tree());
        Self { name, seed, tree, action: Box::new(|id| game.node(id).action), endings: endings(game) }
    }
}

/// A copy of a played game without its log, for another thread: every branch of its tree is a recorded run.
#[derive(Debug)]
pub struct PlayedGame {
    name: String,
    seed: u64,
    tree: Tree,
    has_forks: bool,
    /// By node; the start has an empty one.
    actions: Vec<String>,
    endings: HashMap<NodeId, GameResult>,
}

impl PlayedGame {
    /// Copies a game.
    pub fn of(game: &dyn Inspect, name: String) -> Self {
        let Playthroughs { name, seed, tree, action, endings } = Playthroughs::of(game, name);
        let mut actions = vec![String::new(); tree.node_count()];
        tree.ids().skip(1).for_each(|id| actions[id.0 as usize] = action(id));
        Self { name, seed, tree: tree.clone(), has_forks: tree.tips().nth(1).is_some(), actions, endings }
    }

    /// Name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether no turn was played.
    pub fn is_empty(&self) -> bool {
        self.tree.is_tip(NodeId::ROOT)
    }

    /// Whether it has several branches.
    pub fn has_forks(&self) -> bool {
        self.has_forks
    }

    /// Returns the actions that lead to a node.
    pub fn actions_to(&self, node: NodeId) -> Vec<String> {
        self.tree.path(node).into_iter().skip(1).map(|id| self.actions[id.0 as usize].clone()).collect()
    }

    pub(super) fn branches(&self) -> Playthroughs<'_> {
        Playthroughs {
            name: self.name.clone(),
            seed: self.seed,
            tree: &self.tree,
            action: Box::new(|id| self.actions[id.0 as usize].clone()),
            endings: self.endings.clone(),
        }
    }
}

/// Returns the results of all branches of a game.
fn endings(game: &dyn Inspect) -> HashMap<NodeId, GameResult> {
    let mut endings = HashMap::new();
    game.visit_tree(&mut |moment| {
        let tip = Some(moment.id()).filter(|id| game.tree().is_tip(*id));
        endings.extend(tip.and_then(|tip| Some((tip, moment.result()?))));
        Below::Visit
    });
    endings
}

/// Re-runs every branch of a game until `see` returns a break. Shared turns are run once. Where branches
/// separate, the one with the most turns comes last, so that few states are held.
pub(super) fn rerun_tree<R: Show>(
    rules: &R,
    played: &Playthroughs<'_>,
    see: &mut dyn FnMut(Rerun) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let tree = played.tree;
    let mut flow = ControlFlow::Continue(());
    let start = RunSoFar::start(rules, played.seed);
    if tree.is_tip(NodeId::ROOT) {
        return see(end(start, played, NodeId::ROOT));
    }
    descend(tree, start, |id, run: RunSoFar<R>| {
        if flow.is_break() {
            return None;
        }
        let run = run.go_on(rules, tree.turn(id) as usize - 1, || (played.action)(id));
        if tree.is_tip(id) {
            flow = see(end(run.clone(), played, id));
        }
        Some(run)
    });
    flow
}

fn end<R: Show>(run: RunSoFar<R>, played: &Playthroughs<'_>, tip: NodeId) -> Rerun {
    let Playthroughs { name: save, tree, endings, .. } = played;
    let branch = Branch { save: save.clone(), tip, name: tree.branch_name(NodeId::ROOT, tip) };
    Rerun::of_branch(branch, run.verdict(tree.turn(tip) as usize), endings.get(&tip))
}
