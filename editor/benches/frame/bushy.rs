//! Histories of 100,000 branches: a game of 50,000 turns, from each of which two others leave, and a drawing in which all
//! leave at the start.

use timeloom::catalog;
use timeloom::game::{ActionBytes, Game};
use timeloom::sketch::{Edit, FieldValue};
use timeloom::timeline::NodeId;

/// Number of turns of the longest branch.
const TURNS: usize = 50_000;

const LEVEL: &str = "[meta]\nid = \"bushy\"\nname = \"Bushy\"\n[world]\ntime_depth = 60000\n[map]\nrows = [\n  \"#########\",\n  \
                     \"#@......#\",\n  \"#.......#\",\n  \"#......>#\",\n  \"#########\",\n]\n";

/// A game with 100,000 branches, at the end of the longest.
pub(super) fn game() -> Box<dyn Game> {
    let unseen = catalog::find("unseen").expect("the ruleset is there");
    let header = unseen.begin(LEVEL, 1).expect("the level can be played");
    let mut game = catalog::open_bytes("a bushy game", &header.to_bytes()).expect("the game opens");
    for turn in 0..TURNS {
        let here = game.cursor();
        for way in [".", "S", ["E", "W"][turn % 2]] {
            game.seek(here);
            let step = game.parse(way).expect("a step");
            game.act(&step).expect("the way is free");
        }
    }
    let longest = NodeId(game.node_count() as u32 - 1);
    game.seek(longest);
    game
}

/// A drawing with 100,000 branches from its start, at the newest of them.
pub(super) fn fan() -> Box<dyn Game> {
    let unseen = catalog::drawable("unseen").expect("it can be drawn");
    let header = unseen.blank(9, 9, Default::default()).expect("a blank level");
    let mut game = catalog::open_bytes("a fan", &header.to_bytes()).expect("the drawing opens");
    for n in 0..2 * TURNS {
        let name = FieldValue::Text(format!("level {n}").into());
        let edit = Edit::Setting { key: "name".into(), value: Some(name) };
        game.seek(NodeId::ROOT);
        game.act(&ActionBytes(edit.to_bytes())).expect("every level has a name");
    }
    game
}
