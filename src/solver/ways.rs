//! Counts every shortest way to win, and lists the first of them.
//!
//! For states that are not packed; for packed ones see [`super::packed::ways`]. Goes through the states turn
//! by turn. States with the same key win with the same actions in the turns that are left, so ways that meet are added up and followed once; a
//! state that was reached in fewer turns is skipped, because a win through it would be shorter there. Knows no
//! game: the states are those of a [`Space`].

use std::collections::HashMap;

use super::states::Space;
use super::{Effort, Limit, Watch};

/// Maximum number of ways that are listed; more are only counted.
pub const MOST_LISTED: usize = 100;

/// All wins in the fewest turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways<A> {
    /// Number of ways; `u64::MAX` stands for that many or more.
    pub count: u64,
    /// The first [`MOST_LISTED`] of them.
    pub listed: Vec<Vec<A>>,
}

impl<A> Ways<A> {
    /// Returns the same ways with converted actions.
    pub fn map<B>(self, mut change: impl FnMut(A) -> B) -> Ways<B> {
        let listed = self.listed.into_iter().map(|way| way.into_iter().map(&mut change).collect());
        Ways { count: self.count, listed: listed.collect() }
    }
}

/// Finds every win in `turns` turns, given that there is none in fewer.
pub fn ways<S: Space>(space: &mut S, turns: u32, watch: &Watch) -> Result<Ways<S::Action>, Limit> {
    let mut states = vec![space.start()];
    let mut layers = Layers::new(space.key_within(&states[0], turns, &mut Vec::new()), turns);
    for _ in 1..turns {
        states = layers.advance(space, states, watch)?;
    }
    Ok(layers.finish(space, &states))
}

/// A state after a number of turns, at which ways meet.
struct Meeting<A> {
    /// The predecessors one turn earlier, with the actions that lead here from them.
    from: Vec<(u32, A)>,
    /// Number of ways from the start to here.
    count: u64,
}

impl<A> Meeting<A> {
    fn start() -> Self {
        Self { from: Vec::new(), count: 1 }
    }

    fn empty() -> Self {
        Self { from: Vec::new(), count: 0 }
    }

    fn join(&mut self, before: u32, count: u64, action: A) {
        self.from.push((before, action));
        self.count = self.count.saturating_add(count);
    }
}

/// The states after each number of turns.
struct Layers<A> {
    layers: Vec<Vec<Meeting<A>>>,
    /// By key: the fewest turns it takes to reach the state, and its place in that layer.
    places: HashMap<u128, (u32, u32)>,
    turns: u32,
    effort: Effort,
}

impl<A: Clone> Layers<A> {
    fn new(start: u128, turns: u32) -> Self {
        let (layers, places) = (vec![vec![Meeting::start()]], HashMap::from([(start, (0, 0))]));
        Self { layers, places, turns, effort: Effort::default() }
    }

    /// Takes one more turn from the states of the last layer, and returns the next ones.
    fn advance<S: Space<Action = A>>(
        &mut self,
        space: &mut S,
        states: Vec<S::State>,
        watch: &Watch,
    ) -> Result<Vec<S::State>, Limit> {
        let depth = self.layers.len() as u32;
        let left = self.turns - depth;
        let (mut layer, mut next) = (Vec::new(), Vec::new());
        let (mut found, mut scratch) = (Vec::new(), Vec::new());
        for (before, state) in states.iter().enumerate() {
            let count = self.last()[before].count;
            space.expand(state, &mut |action, after| found.push((action, after)));
            for (action, after) in found.drain(..) {
                self.effort.generated += 1;
                if space.bound(&after) > left || space.is_won(&after) {
                    continue;
                }
                let new = (depth, layer.len() as u32);
                let place = *self.places.entry(space.key_within(&after, left, &mut scratch)).or_insert(new);
                if place == new {
                    layer.push(Meeting::empty());
                    next.push(after);
                }
                if place.0 == depth {
                    layer[place.1 as usize].join(before as u32, count, action);
                }
            }
            self.check(space, next.len() + states.len(), watch)?;
        }
        self.effort.states += layer.len() as u64;
        self.layers.push(layer);
        Ok(next)
    }

    fn last(&self) -> &[Meeting<A>] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    /// Fails if the budget is used up.
    fn check<S: Space>(&mut self, space: &S, held: usize, watch: &Watch) -> Result<(), Limit> {
        let edge = size_of::<(u32, A)>() as u64;
        let node = (size_of::<Meeting<A>>() + size_of::<(u128, u32, u32)>()) as u64;
        let effort = &mut self.effort;
        effort.bytes = effort.generated * edge + effort.states * node + (held * space.bytes(None)) as u64;
        if effort.bytes > watch.memory() {
            return Err(Limit::Memory);
        }
        watch.report(self.turns, *effort).map_or(Ok(()), Err)
    }

    /// Takes the last turn, which must win.
    fn finish<S: Space<Action = A>>(mut self, space: &S, states: &[S::State]) -> Ways<A> {
        let mut won = Meeting::empty();
        for (before, state) in states.iter().enumerate() {
            let count = self.last()[before].count;
            space.expand(state, &mut |action, after| {
                if space.is_won(&after) {
                    won.join(before as u32, count, action);
                }
            });
        }
        let count = won.count;
        self.layers.push(vec![won]);
        Ways { count, listed: self.listed() }
    }

    /// Lists the ways, by following them back from the win, the first ones first.
    fn listed(&self) -> Vec<Vec<A>> {
        let mut ways: Vec<(u32, Vec<A>)> = vec![(0, Vec::new())];
        for layer in self.layers.iter().skip(1).rev() {
            let longer = |(number, way): (u32, Vec<A>)| {
                let from = &layer[number as usize].from;
                from.iter().map(move |(before, action)| {
                    let mut way = way.clone();
                    way.push(action.clone());
                    (*before, way)
                })
            };
            ways = ways.into_iter().flat_map(longer).take(MOST_LISTED).collect();
        }
        let forwards = |(_, mut way): (u32, Vec<A>)| {
            way.reverse();
            way
        };
        ways.into_iter().map(forwards).collect()
    }
}
