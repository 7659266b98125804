//! `timeloom play`: applies actions given as text, and prints each one only after it is safe on disk.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use timeloom::game::{About, ActError, ActionBytes, Game, LogContents, Report};
use timeloom::journal::{Durability, JournalError};
use timeloom::scene::Tone;
use timeloom::scene::text::Ink;
use timeloom::solver::{Budget, Puzzle, Verdict};
use timeloom::timeline::NodeId;

use super::output::{Answer, Failure, Output};
use super::place;
use super::question::{cores, reason, within};
use super::seat::Seat;

/// Apply actions in order
///
/// Prints one line per action, after it is safe on disk. Stops at the first action that is refused; earlier
/// ones stay. If the save is deleted, moved, replaced, cut or overwritten meanwhile, stops and writes
/// everything to a new save beside it (NAME.rescued.loom). In a level that does not allow undo, you can act
/// only at the tip of a branch. With `--seat` only choices of that player can be made. Exit code 3 if
/// `--auto` knows no way to win when its budget is used up.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom play battle.loom Tick Tick A:heavy:E Tick*10\n  \
timeloom play battle.loom --at n3 B:hold Tick    # another way from node n3 on: a branch\n  \
timeloom play battle.loom --auto 20              # twenty turns by the game's own player")]
pub(super) struct Arguments {
    /// Save to play
    save: PathBuf,
    /// Actions in the notation of the game; `Tick*10` is ten times `Tick`
    #[arg(required_unless_present_any = ["at", "auto"])]
    actions: Vec<String>,
    /// Place to act at (a turn, a node such as n34, or a name); by default the last position. Without actions: go there
    #[arg(long, value_name = "PLACE")]
    at: Option<String>,
    /// Then let the built-in player play this many turns, or fewer if the game ends earlier; in games for one
    /// player it follows a shortest way to win
    #[arg(long, value_name = "N")]
    auto: Option<u32>,
    /// Seconds that `--auto` may search for a way to win
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "auto")]
    budget: u32,
    /// Megabytes that `--auto` may use for the states that it finds
    #[arg(long, value_name = "MB", default_value_t = 1024, requires = "auto")]
    memory: u32,
    #[command(flatten)]
    seat: Seat,
}

/// Groups many actions into one sync without delaying any of them for long.
const TOGETHER: Durability = Durability::Batched { actions: 256, delay: Duration::from_millis(50) };

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let mut game = arguments.seat.go_on(&arguments.save, TOGETHER)?;
    let before = (game.cursor(), game.line().last().copied());
    if let Some(at) = &arguments.at {
        let node = timeloom::place::find_to_act(game.as_ref(), at)?;
        game.seek(node);
    }
    let begun = game.cursor();
    place::check_undo(game.as_ref(), game.cursor())?;
    let save = arguments.save.as_path();
    let mut player = Player { save, game: game.as_mut(), output, waiting: VecDeque::new() };
    let actions = arguments.actions.iter().flat_map(|words| words.split_whitespace());
    let played = actions.map(repeated).try_for_each(|(action, times)| player.act(action, times));
    let played =
        played.and_then(|()| player.play_automatically(arguments.auto.unwrap_or(0), arguments.budget()));
    // Refused actions change nothing, including the position of the cursor.
    if played.is_err() && player.game.cursor() == begun {
        before.1.into_iter().chain([before.0]).for_each(|node| player.game.seek(node));
    }
    // Rescue the game before printing anything, because printing may fail too.
    let closed = player.game.close().map_err(|error| Failure::not_saved(save, player.game, &error));
    player.print_safe()?;
    closed?;
    played.map(|()| Answer::Yes)
}

impl Arguments {
    /// Returns the solver's budget for the way that `--auto` follows.
    fn budget(&self) -> Budget {
        let (time, memory) = (Duration::from_secs(self.budget.into()), u64::from(self.memory) << 20);
        Budget { time: Some(time), memory, workers: cores() }
    }
}

/// Plays actions, and prints their lines only after they are safe on disk.
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

    /// Plays up to `turns` turns with the game's built-in player.
    fn play_automatically(&mut self, turns: u32, budget: Budget) -> Result<(), Failure> {
        let mut plan = VecDeque::new();
        for _ in 0..turns {
            if self.game.at(self.game.cursor()).result().is_some() {
                break;
            }
            let advice = match self.game.advice() {
                Some(advice) => advice,
                None => self.planned(&mut plan, budget)?,
            };
            if let Err(error) = self.carry_out(&advice) {
                return self.give_up("--auto", error);
            }
            self.print_safe()?;
        }
        Ok(())
    }

    /// Returns the next action of a shortest way to win, which is computed once.
    fn planned(&self, plan: &mut VecDeque<String>, budget: Budget) -> Result<ActionBytes, Failure> {
        if plan.is_empty() {
            let puzzle = self.game.puzzle(self.game.cursor()).ok_or_else(|| self.no_player())?;
            *plan = solution(puzzle.as_ref(), budget)?.into();
        }
        let action = plan.pop_front().unwrap_or_default();
        Ok(self.game.parse(&action)?)
    }

    fn no_player(&self) -> Failure {
        let About { ruleset, seats, .. } = self.game.about();
        Failure::bad(match self.game.seat().and_then(|seat| seats.into_iter().nth(seat.into())) {
            Some(name) => format!("the built-in player has no choice to make for {name} now"),
            None => format!("{ruleset} has no built-in player: give the actions instead of --auto"),
        })
    }

    fn act_once(&mut self, action: &str) -> Result<(), ActError> {
        let bytes = self.game.parse(action)?;
        self.carry_out(&bytes)
    }

    fn carry_out(&mut self, bytes: &ActionBytes) -> Result<(), ActError> {
        let node = self.game.act(bytes)?;
        self.game.reports(&[node], &mut |_, report| self.waiting.push_back((node, report)));
        Ok(())
    }

    fn print_safe(&mut self) -> Result<(), Failure> {
        let safe = self.game.durable_count();
        if self.waiting.front().is_none_or(|(node, _)| node.0 as usize >= safe) {
            return Ok(());
        }
        while let Some((node, report)) = self.waiting.pop_front_if(|(node, _)| (node.0 as usize) < safe) {
            let turn = self.game.node(node).turn;
            let data = json!({ "action": report.action, "turn": turn, "outcome": report.outcome });
            self.output.either(&data, || {
                format!(
                    "{} {} {}",
                    Ink::Marked.dye(&format!("{turn:>4}"), Tone::Muted),
                    report.action,
                    report.text
                )
            })?;
        }
        Ok(())
    }

    /// Flushes and prints the actions applied so far, then reports the error. If the file was moved or
    /// deleted, writes everything to a new one instead.
    fn give_up(&mut self, action: &str, error: ActError) -> Result<(), Failure> {
        let not_saved = |game: &dyn LogContents, error: &_| Failure::not_saved(self.save, game, error);
        let rescued = match &error {
            ActError::NotSaved(error @ JournalError::Displaced(_)) => Some(not_saved(self.game, error)),
            _ => self.game.flush().map_err(|error| not_saved(self.game, &error)).map(|()| None)?,
        };
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
            ActError::NotSaved(error) => {
                rescued.unwrap_or_else(|| Failure::not_saved(self.save, self.game, &error))
            }
            other => other.into(),
        })
    }
}

/// Returns the actions of a shortest way to win.
fn solution(puzzle: &dyn Puzzle, budget: Budget) -> Result<Vec<String>, Failure> {
    match within(budget, |watch| puzzle.solve(watch)).verdict {
        Verdict::Solved(actions) => Ok(actions),
        Verdict::Unsolvable => {
            Err(Failure::No("the game cannot be won from here, so --auto has no way to follow".to_owned()))
        }
        Verdict::Unknown { limit, .. } => {
            Err(Failure::Unknown(format!("no way to win was found: {}", reason(limit))))
        }
    }
}

/// Splits `Tick*10` into `Tick` and 10; anything else counts once.
fn repeated(words: &str) -> (&str, u32) {
    let split = words.rsplit_once('*').filter(|(action, _)| !action.is_empty());
    split.and_then(|(action, times)| Some((action, times.parse().ok()?))).unwrap_or((words, 1))
}
