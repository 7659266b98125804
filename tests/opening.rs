//! Cost of opening a save and of moving around in it, for trees of every shape: counted in steps of the
//! rules, so that no clock is needed.

#[path = "common/tally.rs"]
mod tally;

use std::cell::Cell;
use std::collections::HashMap;
use std::io;

use tally::{Act, Add, SHAPES, Tally, counted, open, save, save_with};
use timeloom::check::{self, Finding, Playthroughs};
use timeloom::game::{History, Inspect, LogContents, Save};
use timeloom::playthrough;
use timeloom::scene::View;
use timeloom::timeline::NodeId;

/// Checks a law at n, 2n and 4n for every shape.
fn for_each_shape(check: impl Fn(&str, u32, &[u8])) {
    for (name, shape) in SHAPES {
        for nodes in [10_000, 20_000, 40_000] {
            check(&format!("{name} of {nodes}"), nodes, &save(shape(nodes)));
        }
    }
}

#[test]
fn opening_makes_one_step_for_each_turn_whatever_the_shape_of_the_tree() {
    for_each_shape(|what, nodes, bytes| {
        let (steps, game) = counted(|| open(bytes).unwrap());
        let to_the_cursor = 1024;
        assert!(steps <= u64::from(nodes) + to_the_cursor, "{what}: {steps} steps");
        assert_eq!(game.node_count(), nodes as usize + 1, "{what}");
    });
}

#[test]
fn any_place_is_a_few_steps_from_a_keyframe_whatever_the_shape_of_the_tree() {
    for_each_shape(|what, nodes, bytes| {
        let mut game = open(bytes).unwrap();
        // 4,096 keyframes: the spacing is at most 4n/4096, and everything is less than twice that away.
        let most = u64::from(8 * nodes / 4096 + 1);
        for node in (0..nodes).step_by(97) {
            let place = game.tree().meant(NodeId(node));
            let (steps, ()) = counted(|| game.seek(place));
            assert!(steps <= most, "{what}: {steps} steps to {place}");
        }
    });
}

/// Plays from every node instead of opening a save.
#[test]
fn playing_a_tree_of_any_shape_costs_a_few_steps_for_each_turn() {
    for (name, shape) in SHAPES {
        let acts = shape(20_000);
        let mut game = open(&save([])).unwrap();
        let (steps, ()) = counted(|| {
            for &(parent, term) in &acts {
                let parent = NodeId(parent.min(game.node_count() as u32 - 1));
                game.seek(parent);
                game.act(Add(term)).unwrap();
            }
        });
        let most = 4 + 8 * 20_000 / 4096;
        assert!(steps <= most * acts.len() as u64, "{name}: {steps} steps");
    }
}

#[test]
fn a_walk_through_all_turns_in_the_order_of_the_log_makes_about_one_step_for_each() {
    for_each_shape(|what, nodes, bytes| {
        let game = open(bytes).unwrap();
        let ids: Vec<_> = game.tree().ids().collect();
        let (steps, ()) = counted(|| game.reports(&ids, &mut |_, _| {}));
        assert!(steps <= 2 * u64::from(nodes) + 1024, "{what}: {steps} steps");
    });
}

/// A start, two branches, one of which repeats the first, and acts on the repetition.
const REPEATED: [Act; 6] = [(0, 1), (1, 5), (1, 5), (3, 7), (1, 6), (3, 7)];

#[test]
fn an_act_that_repeats_a_sibling_is_not_a_new_node() {
    let game = open(&save(REPEATED)).unwrap();
    let tree = game.tree();
    assert_eq!(tree.children(NodeId(1)), [NodeId(2), NodeId(5)]);
    assert_eq!(
        tree.children(NodeId(2)),
        [NodeId(4)],
        "what follows the repetition follows the node it means"
    );
    assert_eq!(tree.ids().map(|id| id.0).collect::<Vec<_>>(), [0, 1, 2, 4, 5]);
    assert_eq!(tree.tips().count(), 2);
    assert_eq!(game.cursor(), NodeId(4));
    assert_eq!(timeloom::place::find(&game, "n3"), Ok(NodeId(2)));
}

#[test]
fn a_save_with_repeated_acts_can_be_continued() {
    let mut game = open(&save(REPEATED)).unwrap();
    let new = game.act(Add(9)).unwrap();
    assert_eq!((new, game.tree().parent(new)), (NodeId(7), Some(NodeId(4))));
    game.seek(NodeId(2));
    assert_eq!(game.act(Add(7)).unwrap(), NodeId(4));
    game.close().unwrap();
    let bytes = game.bytes().unwrap();
    let again = open(&bytes).unwrap();
    assert_eq!((again.cursor(), again.node_count()), (NodeId(4), 8));
    assert_eq!(again.at(NodeId(7)).data(View::default()), game.at(NodeId(7)).data(View::default()));
}

#[test]
fn a_repetition_with_another_fingerprint_is_found_out() {
    let bytes =
        save_with([(0, 1), (1, 5), (1, 5)], |node, fingerprint| if node == 3 { 42 } else { fingerprint });
    let told = open(&bytes).err().expect("the fingerprints differ").to_string();
    assert!(told.starts_with("at turn 2 (n3, +5) today's rules of tally disagree with the log"), "{told}");
}

#[test]
fn the_first_turn_of_the_log_that_differs_is_named_wherever_it_hangs() {
    // Both branches have a refused turn; the one on the short branch comes first in the log.
    let acts = [(0, 1), (1, 1), (2, 1), (1, 2), (4, 0), (3, 0), (5, 1)];
    let told = open(&save(acts)).err().expect("0 is refused").to_string();
    assert!(told.starts_with("at turn 3 (n5, +0)"), "{told}");
}

#[test]
fn a_hundred_thousand_siblings_can_be_played_one_after_the_other() {
    let mut game = open(&save([])).unwrap();
    for term in 1..=100_000 {
        game.seek(NodeId::ROOT);
        game.act(Add(term)).unwrap();
    }
    game.seek(NodeId::ROOT);
    assert_eq!(game.act(Add(77_777)).unwrap(), NodeId(77_777));
    assert_eq!(game.node_count(), 100_001);
}

/// Counts written bytes, and keeps nothing.
#[derive(Default)]
struct Sink {
    bytes: usize,
    largest: usize,
}

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        self.largest = self.largest.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_game_is_written_as_text_turn_by_turn_in_one_replay() {
    for (name, shape) in SHAPES {
        let nodes = 20_000;
        let game = open(&save(shape(nodes))).unwrap();
        let mut sink = Sink::default();
        let (steps, written) = counted(|| playthrough::write(&game, &mut sink));
        written.unwrap();
        assert!(steps <= 2 * u64::from(nodes), "{name}: {steps} steps");
        let turns = game.tree().ids().count();
        assert!(sink.bytes > 40 * turns, "{name}: {} bytes", sink.bytes);
        assert!(sink.largest < 400, "{name}: {} bytes at once", sink.largest);
    }
}

#[test]
fn each_branch_is_told_as_soon_as_it_was_run_again() {
    for (name, shape) in SHAPES {
        let nodes = 20_000;
        let game = open(&save(shape(nodes))).unwrap();
        let (run, branches) = (Cell::new(0), game.tree().tips().count());
        let action = Box::new(|id| {
            run.set(run.get() + 1);
            game.node(id).action.trim_start_matches('+').to_owned()
        });
        let played = Playthroughs {
            name: name.to_owned(),
            seed: 0,
            tree: game.tree(),
            action,
            endings: HashMap::new(),
        };
        let mut run_before = Vec::new();
        let (steps, checked) = counted(|| {
            check::check::<Tally>("", &[played], &mut |finding| {
                run_before.extend(matches!(finding, Finding::Played(_)).then(|| run.get()));
            })
        });
        checked.unwrap();
        let turns = game.tree().ids().count() - 1;
        assert_eq!((run_before.len(), steps), (branches, turns as u64), "{name}");
        // Every branch ends with its own turn, after which it is reported.
        assert!(run_before.is_sorted_by(|a, b| a < b) && run_before.last() == Some(&turns), "{name}");
    }
}
