//! `timeloom new`: starts a save.

use std::path::PathBuf;

use serde_json::json;
use timeloom::catalog;

use super::output::{Answer, Failure, Output, warn};

/// Start a game: a new save from a level
#[derive(clap::Args)]
#[command(after_help = "Example:\n  timeloom new saves/levels/skirmish-bridge.toml -o battle.loom --seed 7")]
pub(super) struct Arguments {
    /// The level to play
    level: PathBuf,
    /// The save to make; it must not exist yet
    #[arg(short, long, value_name = "SAVE")]
    output: PathBuf,
    /// The game, if the level does not say
    #[arg(long)]
    ruleset: Option<String>,
    /// Where chance begins: the same seed, the same game
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let Arguments { level, output: save, ruleset, seed } = arguments;
    let game = catalog::create(level, ruleset.as_deref(), *seed, save)?;
    let about = game.about();
    let data = json!({ "save": save, "ruleset": about.ruleset, "level": about.level, "seed": about.seed });
    output.either(&data, || {
        format!("{}: a game of {} on '{}' with seed {seed}", save.display(), about.ruleset, about.level)
    })?;
    let checked = catalog::check_level(level, ruleset.as_deref(), &[])?;
    let broken =
        checked.reruns.iter().filter(|rerun| !rerun.wins()).map(|rerun| format!("its solution {rerun}"));
    let notes = checked.warnings.iter().map(ToString::to_string).chain(broken);
    notes.for_each(|note| warn(level, &note));
    Ok(Answer::Yes)
}
