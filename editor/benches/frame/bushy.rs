//! A small level with 100,000 branches: 50,000 turns, and from each of them two others.

use timeloom::catalog;
use timeloom::game::Game;
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
