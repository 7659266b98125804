//! `timeloom play`: applies actions given as text, and prints each only after it is safe on disk.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use timeloom::game::{ActError, ActionBytes, Game, Report};
use timeloom::journal::Durability;
use timeloom::scene::Tone;
use timeloom::scene::text::Ink;
use timeloom::timeline::NodeId;

use super::output::{Answer, Failure, Output, go_on};
use super::place;

/// Apply actions, one after the other
///
/// Prints one line for each, after it is safe on disk. The first that is refused ends it; what was applied before stays.
/// In a level that does not allow undo, one acts only where nobody has acted before.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom play battle.loom Tick Tick A:heavy:E Tick*10\n  \
timeloom play battle.loom --at n3 B:hold Tick    # another way from node n3 on: a branch\n  \
timeloom play battle.loom --auto 20              # twenty turns by the game's own player")]
pub(super) struct Arguments {
    /// The save to play on
    save: PathBuf,
    /// The actions, in the game's own words; `Tick*10` is ten times `Tick`
    #[arg(required_unless_present_any = ["at", "auto"])]
    actions: Vec<String>,
    /// The node to act at (n34 or 34), or its name, if not where the last one left off; without actions: go there
    #[arg(long, value_name = "NODE")]
    at: Option<String>,
    /// Then let the game play so many turns by itself, or fewer if it ends before
    #[arg(long, value_name = "N")]
    auto: Option<u32>,
}

/// Many actions share one sync; none of them waits for long.
const TOGETHER: Durability = Durability::Batched { actions: 256, delay: Duration::from_millis(50) };

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let mut game = go_on(&arguments.save, TOGETHER)?;
    if let Some(at) = &arguments.at {
        let node = place::node_text(game.as_ref(), at)?;
        game.seek(node);
    }
    place::check_undo(game.as_ref(), game.cursor())?;
    let save = arguments.save.as_path();
    let mut player = Player { save, game: game.as_mut(), output, waiting: VecDeque::new() };
    let actions = arguments.actions.iter().flat_map(|words| words.split_whitespace());
    let played = actions.map(repeated).try_for_each(|(action, times)| player.act(action, times));
    let played = played.and_then(|()| player.go_by_itself(arguments.auto.unwrap_or(0)));
    let closed = player.game.close();
    player.print_safe()?;
    closed.map_err(Failure::not_saved(save))?;
    played.map(|()| Answer::Yes)
}

/// Plays, and holds back what is not safe yet.
struct Player<'a> {
    save: &'a Path,
    game: &'a mut dyn Game,
    output: &'a mut Output,
    waiting: VecDeque<(NodeId, Report)>,
}

impl Player<'_> {
    fn act(&mut self, action: &str, times: u32) -> Result<(), Failure> {
        for _ in 0..times {
            if let Err(error) = self.act_once(action) {
                return self.give_up(action, error);
            }
            self.print_safe()?;
        }
        Ok(())
    }

    /// So many turns of the game's own player, or fewer if the game ends before.
    fn go_by_itself(&mut self, turns: u32) -> Result<(), Failure> {
        for _ in 0..turns {
            if self.game.result(self.game.cursor()).is_some() {
                break;
            }
            let advice = self.game.advice().ok_or_else(|| {
                let ruleset = self.game.about().ruleset;
                Failure::bad(format!(
                    "{ruleset} has no player of its own: give the actions instead of --auto"
                ))
            })?;
            if let Err(error) = self.carry_out(&advice) {
                return self.give_up("--auto", error);
            }
            self.print_safe()?;
        }
        Ok(())
    }

    fn act_once(&mut self, action: &str) -> Result<(), ActError> {
        let bytes = self.game.parse(action)?;
        self.carry_out(&bytes)
    }

    fn carry_out(&mut self, bytes: &ActionBytes) -> Result<(), ActError> {
        let node = self.game.act(bytes)?;
        self.game.reports(&[node], None, &mut |_, told| self.waiting.push_back((node, told)));
        Ok(())
    }

    fn print_safe(&mut self) -> Result<(), Failure> {
        let safe = self.game.durable_count();
        if self.waiting.front().is_none_or(|(node, _)| node.0 as usize >= safe) {
            return Ok(());
        }
        while let Some((node, told)) = self.waiting.pop_front_if(|(node, _)| (node.0 as usize) < safe) {
            let turn = self.game.node(node).turn;
            let data = json!({ "action": told.action, "turn": turn, "outcome": told.outcome });
            self.output.either(&data, || {
                format!(
                    "{} {} {}",
                    Ink::Colour.dye(&format!("{turn:>4}"), Tone::Muted),
                    told.action,
                    told.text
                )
            })?;
        }
        Ok(())
    }

    /// What was applied before is made safe and printed first.
    fn give_up(&mut self, action: &str, error: ActError) -> Result<(), Failure> {
        self.game.flush().map_err(Failure::not_saved(self.save))?;
        self.print_safe()?;
        if self.output.is_json() {
            let plain = |code| json!({ "code": code, "message": error.to_string(), "context": {} });
            let data = match &error {
                ActError::Illegal { action, turn, node, refused } => {
                    let mut error = json!(refused);
                    if let Some(context) = error["context"].as_object_mut() {
                        context.insert("refused_at".into(), json!({ "turn": turn, "node": node }));
                    }
                    json!({ "action": action, "error": error })
                }
                ActError::Unreadable { .. } => json!({ "action": action, "error": plain("Unreadable") }),
                ActError::NotSaved(_) => json!({ "action": action, "error": plain("NotSaved") }),
            };
            self.output.data(&data)?;
        }
        Err(match error {
            ActError::NotSaved(error) => Failure::not_saved(self.save)(error),
            other => other.into(),
        })
    }
}

/// `Tick*10` is ten times `Tick`; anything else is itself, once.
fn repeated(words: &str) -> (&str, u32) {
    let split = words.rsplit_once('*').filter(|(action, _)| !action.is_empty());
    split.and_then(|(action, times)| Some((action, times.parse().ok()?))).unwrap_or((words, 1))
}
