//! A sequence of items with ranks, of which whole ranges can be moved or raised: a balanced tree, so that
//! finding, inserting, moving and raising cost the logarithm of the length.
//!
//! Part of the layout of branches, whose rows are the items. Knows neither branches nor widgets.

use std::ops::Range;

/// Stands for no item.
const NONE: u32 = u32::MAX;

/// An item. Items are numbered in the order in which they are added, and never removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item(pub(super) u32);

/// The items, in order.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    knots: Vec<Knot>,
    root: u32,
    /// State of the random choices that keep the tree balanced.
    chance: u32,
    steps: u64,
}

/// A node of the balanced tree.
#[derive(Clone, Copy, Debug)]
struct Knot {
    above: u32,
    left: u32,
    right: u32,
    size: u32,
    rank: i32,
    /// The minimum rank in this part of the tree.
    least: i32,
    /// Amount still to be added to the ranks of both children.
    raise: i32,
}

impl Sequence {
    /// Creates a sequence of items with these ranks, numbered from 0.
    pub(super) fn new(ranks: &[i32]) -> Self {
        let knot =
            |&rank| Knot { above: NONE, left: NONE, right: NONE, size: 1, rank, least: rank, raise: 0 };
        let knots: Vec<Knot> = ranks.iter().map(knot).collect();
        let mut sequence = Self { root: NONE, chance: 1, steps: 0, knots };
        sequence.root = sequence.balanced(0..ranks.len() as u32);
        sequence
    }

    /// Number of items.
    pub(super) fn len(&self) -> usize {
        self.knots.len()
    }

    /// Number of nodes of the balanced tree that were visited to build and change it.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// The item at a position.
    pub(super) fn at(&self, position: u32) -> Option<Item> {
        let (mut at, mut position) = (self.root, position);
        while let Some(knot) = self.knots.get(at as usize) {
            let before = self.size(knot.left);
            at = match position.cmp(&before) {
                std::cmp::Ordering::Less => knot.left,
                std::cmp::Ordering::Equal => return Some(Item(at)),
                std::cmp::Ordering::Greater => {
                    position -= before + 1;
                    knot.right
                }
            };
        }
        None
    }

    /// The position of an item.
    pub(super) fn position(&self, item: Item) -> u32 {
        let mut position = self.size(self.knot(item.0).left);
        for (at, above) in self.upwards(item) {
            if self.knot(above).right == at {
                position += self.size(self.knot(above).left) + 1;
            }
        }
        position
    }

    /// The rank of an item.
    pub(super) fn rank(&self, item: Item) -> i32 {
        self.knot(item.0).rank + self.upwards(item).map(|(_, above)| self.knot(above).raise).sum::<i32>()
    }

    /// The first item after a position whose rank is below a limit.
    pub(super) fn next_below(&self, position: u32, limit: i32) -> Option<u32> {
        self.search(self.root, 0, position + 1..u32::MAX, limit, false)
    }

    /// The last item before a position whose rank is below a limit.
    pub(super) fn previous_below(&self, position: u32, limit: i32) -> Option<u32> {
        self.search(self.root, 0, 0..position, limit, true)
    }

    /// Adds an item at a position.
    pub(super) fn insert(&mut self, position: u32, rank: i32) -> Item {
        let new = self.knots.len() as u32;
        self.knots.push(Knot { above: NONE, left: NONE, right: NONE, size: 1, rank, least: rank, raise: 0 });
        self.put(position, new);
        Item(new)
    }

    /// Moves the items of a range to a position among the others.
    pub(super) fn shift(&mut self, range: Range<u32>, position: u32) {
        let piece = self.cut(range);
        self.put(position, piece);
    }

    /// Adds to the ranks of a range.
    pub(super) fn raise(&mut self, range: Range<u32>, by: i32) {
        let position = range.start;
        let piece = self.cut(range);
        self.lift(piece, by);
        self.put(position, piece);
    }

    fn knot(&self, at: u32) -> &Knot {
        &self.knots[at as usize]
    }

    fn size(&self, at: u32) -> u32 {
        self.knots.get(at as usize).map_or(0, |knot| knot.size)
    }

    /// The nodes from an item to the root, each with the one above it.
    fn upwards(&self, item: Item) -> impl Iterator<Item = (u32, u32)> + '_ {
        let above = |at: u32| Some((at, self.knot(at).above)).filter(|(_, above)| *above != NONE);
        std::iter::successors(above(item.0), move |&(_, at)| above(at))
    }

    /// Finds the first or last item of a range, counted from the first item of this part, whose rank is below
    /// a limit.
    fn search(&self, at: u32, raise: i32, range: Range<u32>, limit: i32, last: bool) -> Option<u32> {
        let knot = self.knots.get(at as usize).filter(|knot| knot.least + raise < limit)?;
        if range.start >= knot.size || range.end == 0 || range.is_empty() {
            return None;
        }
        let (here, raised) = (self.size(knot.left), raise + knot.raise);
        let own = || (range.contains(&here) && knot.rank + raise < limit).then_some(here);
        let left = || self.search(knot.left, raised, range.start..range.end.min(here), limit, last);
        let right = || {
            let rest = range.start.saturating_sub(here + 1)..range.end.saturating_sub(here + 1);
            self.search(knot.right, raised, rest, limit, last).map(|found| found + here + 1)
        };
        if last { right().or_else(own).or_else(left) } else { left().or_else(own).or_else(right) }
    }

    /// Builds a balanced tree of new nodes; returns its root.
    fn balanced(&mut self, range: Range<u32>) -> u32 {
        if range.is_empty() {
            return NONE;
        }
        let middle = range.start + (range.end - range.start) / 2;
        let (left, right) = (self.balanced(range.start..middle), self.balanced(middle + 1..range.end));
        let knot = &mut self.knots[middle as usize];
        (knot.left, knot.right) = (left, right);
        self.update(middle);
        middle
    }

    /// Removes a range; returns its root.
    fn cut(&mut self, range: Range<u32>) -> u32 {
        let (rest, after) = self.split(self.root, range.end);
        let (before, piece) = self.split(rest, range.start);
        self.root = self.join(before, after);
        piece
    }

    /// Inserts a piece that is not in the sequence.
    fn put(&mut self, position: u32, piece: u32) {
        let (before, after) = self.split(self.root, position);
        let before = self.join(before, piece);
        self.root = self.join(before, after);
    }

    /// Splits a part after a number of items.
    fn split(&mut self, at: u32, count: u32) -> (u32, u32) {
        if at == NONE {
            return (NONE, NONE);
        }
        self.pass_to_children(at);
        let Knot { left, right, .. } = *self.knot(at);
        let before = self.size(left);
        let parts = if count <= before {
            let (first, second) = self.split(left, count);
            self.knots[at as usize].left = second;
            (first, at)
        } else {
            let (first, second) = self.split(right, count - before - 1);
            self.knots[at as usize].right = first;
            (at, second)
        };
        self.update(at);
        [parts.0, parts.1].into_iter().for_each(|part| self.detach(part));
        parts
    }

    /// Joins two parts; each node is equally likely to become the root.
    fn join(&mut self, first: u32, second: u32) -> u32 {
        if first == NONE || second == NONE {
            return if first == NONE { second } else { first };
        }
        let sizes = (self.size(first), self.size(second));
        let root = if self.next_chance() % (sizes.0 + sizes.1) < sizes.0 { first } else { second };
        self.pass_to_children(root);
        let Knot { left, right, .. } = *self.knot(root);
        if root == first {
            self.knots[root as usize].right = self.join(right, second);
        } else {
            self.knots[root as usize].left = self.join(first, left);
        }
        self.update(root);
        self.detach(root);
        root
    }

    /// Adds the pending amount to the ranks below a node.
    fn pass_to_children(&mut self, at: u32) {
        let Knot { left, right, raise, .. } = *self.knot(at);
        self.lift(left, raise);
        self.lift(right, raise);
        self.knots[at as usize].raise = 0;
    }

    fn lift(&mut self, at: u32, by: i32) {
        if let Some(knot) = self.knots.get_mut(at as usize) {
            (knot.rank, knot.least, knot.raise) = (knot.rank + by, knot.least + by, knot.raise + by);
        }
    }

    fn detach(&mut self, at: u32) {
        if let Some(knot) = self.knots.get_mut(at as usize) {
            knot.above = NONE;
        }
    }

    /// Recomputes the size and the minimum rank of a node.
    fn update(&mut self, at: u32) {
        self.steps += 1;
        let Knot { left, right, rank, raise, .. } = *self.knot(at);
        let (mut size, mut least) = (1, rank);
        for below in [left, right].into_iter().filter(|below| *below != NONE) {
            let knot = &mut self.knots[below as usize];
            knot.above = at;
            (size, least) = (size + knot.size, least.min(knot.least + raise));
        }
        let knot = &mut self.knots[at as usize];
        (knot.size, knot.least) = (size, least);
    }

    /// Returns a pseudo-random number, the same in every run.
    fn next_chance(&mut self) -> u32 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 17;
        self.chance ^= self.chance << 5;
        self.chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(sequence: &Sequence) -> Vec<(u32, i32)> {
        let items = (0..sequence.len() as u32).filter_map(|position| sequence.at(position));
        items.map(|item| (item.0, sequence.rank(item))).collect()
    }

    /// Makes the same changes to a sequence and to a list.
    #[test]
    fn pieces_move_and_ranks_rise_as_in_a_plain_list() {
        let ranks: Vec<i32> = (0..40).map(|n| n * 7 % 11).collect();
        let mut sequence = Sequence::new(&ranks);
        let mut list: Vec<(u32, i32)> = (0..).zip(ranks).collect();
        for n in 0..500u32 {
            let length = list.len() as u32;
            let (a, b, c) = (n * 13 % length, n * 29 % length, n * 17);
            let (from, to) = (a.min(b), a.max(b));
            let by = n as i32 % 5 - 2;
            sequence.raise(from..to, by);
            list[from as usize..to as usize].iter_mut().for_each(|(_, rank)| *rank += by);
            let target = c % (length - (to - from) + 1);
            sequence.shift(from..to, target);
            let piece: Vec<_> = list.drain(from as usize..to as usize).collect();
            list.splice(target as usize..target as usize, piece);
            if n % 3 == 0 {
                let new = sequence.insert(a, by);
                list.insert(a as usize, (new.0, by));
            }
            assert_eq!(contents(&sequence), list);
            let item = Item(list[b as usize].0);
            assert_eq!(sequence.position(item), b);
            let below = |position: &usize| list[*position].1 < by;
            let next = (b as usize + 1..list.len()).find(below);
            assert_eq!(sequence.next_below(b, by).map(|found| found as usize), next);
            let previous = (0..b as usize).rev().find(below);
            assert_eq!(sequence.previous_below(b, by).map(|found| found as usize), previous);
        }
    }

    #[test]
    fn a_change_costs_the_logarithm_of_the_length() {
        let mut sequence = Sequence::new(&vec![0; 1 << 16]);
        for n in 0..2000 {
            let before = sequence.steps();
            sequence.shift(n * 31..n * 31 + 100, n);
            let steps = sequence.steps() - before;
            assert!(steps < 16 * 25, "{steps} steps");
        }
    }
}
