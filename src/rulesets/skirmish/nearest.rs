//! Finds the nearest enemy of each character without looking at all others.
//!
//! Built by the policy at the start of a tick. A k-d tree: each node halves the characters by column or by row, and
//! knows their bounding box, the first of them by rank, and whether they share a faction. Nodes that are farther
//! away, rank behind or hold only friends are skipped, so that a tick costs about n log n. Knows positions, ranks and
//! sides.

use super::compass::distance;
use super::state::Character;
use crate::scene::Cell;

/// The living characters, by position.
pub(super) struct Nearest<'a> {
    /// The characters of a node are a contiguous range; its children are the halves of that range.
    people: Vec<&'a Character>,
    /// The nodes in pre-order: a node, all of its first half, all of its second half.
    nodes: Vec<SearchNode<'a>>,
}

/// Summary of a range of characters.
struct SearchNode<'a> {
    least: Cell,
    most: Cell,
    /// The character that ranks first.
    first: &'a Character,
    /// Whether all share the faction of the first.
    united: bool,
    /// Number of nodes in this subtree, including this one.
    size: usize,
}

/// Smaller ranges are not divided.
const FEW: usize = 4;

impl<'a> Nearest<'a> {
    pub(super) fn among(characters: impl Iterator<Item = &'a Character>) -> Self {
        let mut people: Vec<_> = characters.filter(|character| character.lives()).collect();
        let mut nodes = Vec::new();
        if !people.is_empty() {
            divide(&mut people, &mut nodes);
        }
        Self { people, nodes }
    }

    /// Returns the nearest enemy of a character. Ties go to the smaller slot, then to the smaller id: the same for
    /// all, so that enemies who are nearest to each other agree on it and no ring of them can chase each other
    /// forever.
    pub(super) fn enemy_of(&self, character: &Character) -> Option<&'a Character> {
        let mut search = NearestSearch { of: character, best: None };
        if !self.nodes.is_empty() {
            search.look(&self.nodes, &self.people);
        }
        search.best
    }
}

/// Sorts a range into halves, and adds the nodes of it and of them.
fn divide<'a>(people: &mut [&'a Character], nodes: &mut Vec<SearchNode<'a>>) {
    let (at, node) = (nodes.len(), SearchNode::of(people));
    let wide = node.most.x - node.least.x >= node.most.y - node.least.y;
    nodes.push(node);
    if people.len() > FEW {
        let middle = people.len() / 2;
        let along = |who: &&Character| if wide { who.position.x } else { who.position.y };
        people.select_nth_unstable_by_key(middle, along);
        let (before, after) = people.split_at_mut(middle);
        divide(before, nodes);
        divide(after, nodes);
    }
    nodes[at].size = nodes.len() - at;
}

impl<'a> SearchNode<'a> {
    /// Summarizes a range that is not empty.
    fn of(people: &[&'a Character]) -> Self {
        let mut node = Self {
            least: people[0].position,
            most: people[0].position,
            first: people[0],
            united: true,
            size: 1,
        };
        for who in &people[1..] {
            let Cell { x, y } = who.position;
            node.least = Cell { x: node.least.x.min(x), y: node.least.y.min(y) };
            node.most = Cell { x: node.most.x.max(x), y: node.most.y.max(y) };
            node.united &= who.faction == node.first.faction;
            node.first = if who.rank() < node.first.rank() { who } else { node.first };
        }
        node
    }

    /// Returns the distance to the nearest cell of its box.
    fn distance(&self, from: Cell) -> u64 {
        let Cell { x, y } = from;
        distance(from, Cell { x: x.clamp(self.least.x, self.most.x), y: y.clamp(self.least.y, self.most.y) })
    }
}

struct NearestSearch<'a, 'b> {
    of: &'b Character,
    best: Option<&'a Character>,
}

impl<'a> NearestSearch<'a, '_> {
    /// Searches the range of the first of these nodes, the nearer half first.
    fn look(&mut self, nodes: &[SearchNode<'a>], people: &[&'a Character]) {
        let (node, inner) = (&nodes[0], &nodes[1..nodes[0].size]);
        if !self.is_worth_a_look(node) {
            return;
        }
        let Some(before) = inner.first() else {
            return people.iter().for_each(|who| self.meet(who));
        };
        let ((first, second), (here, there)) =
            (inner.split_at(before.size), people.split_at(people.len() / 2));
        let from = self.of.position;
        let mut halves = [(first, here), (second, there)];
        halves.sort_by_key(|(nodes, _)| nodes[0].distance(from));
        halves.into_iter().for_each(|(nodes, people)| self.look(nodes, people));
    }

    fn is_worth_a_look(&self, node: &SearchNode<'_>) -> bool {
        let friends = node.united && node.first.faction == self.of.faction;
        let from = self.of.position;
        let nearer = |best: &Character| {
            (node.distance(from), node.first.rank()) < (distance(from, best.position), best.rank())
        };
        !friends && self.best.is_none_or(nearer)
    }

    fn meet(&mut self, who: &'a Character) {
        let from = self.of.position;
        let merit = |who: &'a Character| (distance(from, who.position), who.rank());
        let is_better = self.best.is_none_or(|best| merit(who) < merit(best));
        if who.faction != self.of.faction && is_better {
            self.best = Some(who);
        }
    }
}
