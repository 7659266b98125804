//! The tour that `timeloom` shows without a command, on a bundled battle.
//!
//! Writes nothing to disk; the battle is opened from memory.

use timeloom::catalog;
use timeloom::game::History;
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, View};

use super::output::{Answer, Failure, Output};
use super::{log, show};

const BATTLE: &[u8] = include_bytes!("../../saves/games/skirmish-bridge.loom");

pub(super) fn run(output: &mut Output) -> Result<Answer, Failure> {
    let game = catalog::open_bytes("the bundled battle", BATTLE)?;
    let game = game.as_ref();
    let middle = game.line()[game.line().len() / 3];
    let about = game.about();
    if output.is_json() {
        output.data(&about)?;
        return Ok(Answer::Yes);
    }
    output.line(&format!(
        "Timeloom keeps a game as a log of actions, so that every moment of every branch stays reachable.\n\
         Here is a battle of {} turns on {}:\n",
        game.line().len() - 1,
        branches(game)
    ))?;
    step(
        output,
        &format!("timeloom show saves/games/skirmish-bridge.loom --turn {}", game.node(middle).turn),
    )?;
    output.line(&show::picture(game, middle, View::default()))?;
    step(output, "timeloom log saves/games/skirmish-bridge.loom --last 12")?;
    log::draw(game, Some(12), |line| output.line(line))?;
    output.line("")?;
    output.line(NEXT)?;
    Ok(Answer::Yes)
}

const NEXT: &str = "Try it yourself:
  timeloom new saves/levels/skirmish-bridge.toml -o battle.loom   start your own battle
  timeloom play battle.loom Tick*5 A:heavy:E Tick                 let it run, give an order, continue
  timeloom play battle.loom --at n3 A:hold Tick*9                 go back to node n3 and try something else
  timeloom log battle.loom                                        show both branches
  timeloom diff battle.loom 3 tip                                 show what has changed since
  timeloom verify battle.loom                                     replay everything and check every state
  timeloom --help                                                 everything else";

fn step(output: &mut Output, command: &str) -> Result<(), Failure> {
    output.line(&Ink::Marked.dye(&format!("$ {command}"), Tone::Accent))
}

fn branches(game: &dyn History) -> String {
    match game.tree().tips().count() {
        1 => "one branch".to_owned(),
        count => format!("{count} branches"),
    }
}
