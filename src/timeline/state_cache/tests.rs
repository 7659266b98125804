//! Tests of which states stay cached, on trees without a game: the state of a node is its number.

use super::*;

const SMALL: Keep = Keep { keyframes: 40, recent: 10 };

/// Grows a tree node by node, as in a played game. Each node's parent is given by its number.
fn played(nodes: u32, keep: Keep, parent: impl Fn(u32) -> u32) -> (Tree, StateCache<u32>) {
    let (mut tree, mut kept) = (Tree::new(0), StateCache::new(keep, 0));
    for node in 1..nodes {
        let id = tree.add(NodeId(parent(node)), 0);
        if let Some((above, state)) = kept.grown(&tree, id, &node) {
            kept.promote(&tree, above, state.unwrap_or(above.0));
        }
    }
    (tree, kept)
}

fn chain(node: u32) -> u32 {
    node - 1
}

/// Steps from a node up to the nearest cached state.
fn distance(tree: &Tree, kept: &StateCache<u32>, id: NodeId) -> usize {
    tree.upwards(id).take_while(|&at| kept.get(at).is_none()).count()
}

#[track_caller]
fn check_law(nodes: u32, parent: impl Fn(u32) -> u32) {
    let (tree, mut kept) = played(nodes, SMALL, parent);
    let spacing = kept.spacing as usize;
    assert!(kept.keyframes.len() <= SMALL.keyframes);
    assert!(spacing <= 4 * nodes as usize / SMALL.keyframes, "a spacing of {spacing} at {nodes} nodes");
    let farthest = tree.ids().map(|id| distance(&tree, &kept, id)).max();
    assert!(farthest < Some(2 * spacing), "{farthest:?} steps at a spacing of {spacing}");
    let chosen = kept.choose(&tree);
    assert!(chosen.len() <= SMALL.keyframes && kept.spacing as usize <= spacing);
    let from_chosen = |id| tree.upwards(id).take_while(|at| !chosen.contains(at)).count();
    assert!(tree.ids().all(|id| from_chosen(id) < 2 * kept.spacing as usize));
}

#[test]
fn a_short_history_keeps_every_state() {
    let (_, kept) = played(40, SMALL, chain);
    assert!((0..40).all(|turn| kept.get(NodeId(turn)) == Some(&turn)));
}

#[test]
fn few_keyframes_are_near_every_node_whatever_the_shape() {
    check_law(10_000, chain);
    check_law(10_000, |node| if node < 5000 { node - 1 } else { node - 4999 }); // a comb
    check_law(10_000, |node| if node < 5000 { node - 1 } else { 4999 }); // a broom
    check_law(10_000, |node| node / 2);
    check_law(10_000, |node| node.saturating_sub(100)); // branches that grow in turns
    check_law(10_000, |node| node.wrapping_mul(2_654_435_761) % node);
    check_law(10_000, |_| 0);
}

#[test]
fn the_last_states_are_always_at_hand() {
    let (_, kept) = played(10_000, SMALL, chain);
    assert!((9_990..10_000).all(|turn| kept.get(NodeId(turn)).is_some()));
}

#[test]
fn the_start_stays_even_when_nothing_should_be_kept() {
    let (_, kept) = played(1000, Keep { keyframes: 0, recent: 0 }, chain);
    assert_eq!(kept.get(NodeId(0)), Some(&0));
    assert_eq!(kept.keyframes.len() + kept.recent.states.len(), 1);
}

#[test]
fn a_sample_of_the_keyframes_is_spread_evenly_and_as_large_as_half_of_what_is_asked_for() {
    let (tree, kept) = played(10_000, SMALL, chain);
    for most in 2..=SMALL.keyframes {
        let turns: Vec<u32> = kept.sample(&tree, most).into_iter().map(|(id, _)| tree.turn(id)).collect();
        assert!(
            turns.len() <= most && 2 * turns.len() >= most.min(kept.keyframes.len()),
            "{most}: {turns:?}"
        );
        let gaps: Vec<u32> = turns.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|gap| gap == &gaps[0]), "{most}: {turns:?}");
    }
}
