//! Tests that a tree that grows has the same rows as one that is laid out anew, and of the cost of growing.

use timeloom::catalog;
use timeloom::game::Game;
use timeloom::sketch::{Edit, FieldValue};
use timeloom::timeline::{NodeId, Note};

use super::{Branches, Stop};

/// A drawing, in which any edit can follow any other.
struct Tree {
    game: Box<dyn Game>,
    branches: Branches,
}

impl Tree {
    fn new() -> Self {
        let unseen = catalog::drawable("unseen").expect("it can be drawn");
        let header = unseen.blank(3, 3, Default::default()).expect("it can be drawn");
        let game = catalog::open_bytes("level", &header.to_bytes()).expect("it is a drawing");
        Self { game, branches: Branches::default() }
    }

    fn grow(&mut self, parent: u32) {
        let name = format!("level {}", self.game.node_count());
        let edit = Edit::Setting { key: "name".into(), value: Some(FieldValue::Text(name.into())) };
        self.game.seek(NodeId(parent));
        self.game.act(&timeloom::game::ActionBytes(edit.to_bytes())).expect("every level has a name");
    }

    fn rows(&mut self) -> Vec<Stop> {
        self.branches.rows(&*self.game).iter().collect()
    }

    fn steps(&mut self) -> u64 {
        self.branches.rows(&*self.game).steps()
    }

    fn check(&mut self, shape: &str) {
        let (grown, anew) = (self.rows(), Branches::default().rows(&*self.game).iter().collect::<Vec<_>>());
        assert_eq!(grown, anew, "{shape} with {} nodes", self.game.node_count());
    }
}

/// Returns a pseudo-random number.
fn mixed(number: u32) -> u32 {
    let number = number.wrapping_mul(0x9E37_79B9);
    (number ^ (number >> 15)).wrapping_mul(0x85EB_CA6B) >> 4
}

/// Returns the parent of the next node, given the number of nodes.
type Shape = fn(u32) -> u32;

const SHAPES: [(&str, Shape); 6] = [
    ("a chain", |nodes| nodes - 1),
    ("a fan", |_| 0),
    ("a comb", |nodes| (nodes - 1) / 2 * 2),
    ("two branches by turns", |nodes| nodes.saturating_sub(2)),
    ("a random tree", |nodes| mixed(nodes) % nodes),
    ("a random tree of long branches", |nodes| {
        if mixed(nodes).is_multiple_of(5) { mixed(nodes + 7) % nodes } else { nodes - 1 }
    }),
];

#[test]
fn a_tree_that_grows_has_the_rows_of_one_that_is_laid_out_anew() {
    for (name, shape) in SHAPES {
        let mut tree = Tree::new();
        for nodes in 1..150 {
            tree.grow(shape(nodes));
            tree.check(name);
        }
    }
}

#[test]
fn several_turns_at_a_time_and_bookmarks_between_them_are_laid_out_alike() {
    for (name, shape) in SHAPES {
        let mut tree = Tree::new();
        for nodes in 1..200 {
            tree.grow(shape(nodes));
            if nodes % 7 == 0 {
                tree.check(name);
            }
            if nodes % 31 == 0 {
                let note = Note::bookmark(NodeId(mixed(nodes) % nodes), "here");
                tree.game.note(note).expect("memory has room");
                tree.branches.invalidate();
            }
        }
    }
}

#[test]
fn a_name_inside_a_branch_is_shown_on_the_run_it_stands_in() {
    let mut tree = Tree::new();
    [0, 1, 2, 1].into_iter().for_each(|parent| tree.grow(parent));
    tree.game.note(Note::name(NodeId(3), "inside")).expect("memory has room");
    let named = |stop: &Stop| stop.words.as_deref() == Some("inside");
    let rows = tree.rows();
    let shown: Vec<_> = rows.iter().filter(|stop| named(stop)).map(|stop| (stop.first, stop.id)).collect();
    assert_eq!(shown, [(NodeId(2), NodeId(3))], "{rows:?}");
}

#[test]
fn a_new_turn_costs_the_logarithm_of_the_number_of_rows() {
    for (name, shape) in SHAPES {
        let mut tree = Tree::new();
        (1..8192).for_each(|nodes| tree.grow(shape(nodes)));
        let laid_out = tree.steps();
        for nodes in 8192..8192 + 64 {
            tree.grow(shape(nodes));
            tree.steps();
        }
        let each = (tree.steps() - laid_out) / 64;
        assert!(each < 13 * 40, "{name}: {each} steps for each turn");
    }
}
