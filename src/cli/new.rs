//! `timeloom new`: starts a save.

use std::path::PathBuf;

use serde_json::json;
use timeloom::catalog;

use super::output::{Answer, Failure, Output, warn};

/// Start a game, or a drawing: a new save from a level
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  timeloom new saves/levels/skirmish-bridge.toml -o battle.loom --seed 7\n  \
timeloom new saves/levels/unseen-01-first-steps.toml -o steps.loom --draw"
)]
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
    /// Draw the level instead of playing it; it need not be playable yet
    #[arg(long, conflicts_with = "seed")]
    draw: bool,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let Arguments { level, output: save, ruleset, seed, draw } = arguments;
    if *draw {
        return start_drawing(arguments, output);
    }
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

fn start_drawing(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let Arguments { level, output: save, ruleset, .. } = arguments;
    let game = catalog::draw(level, ruleset.as_deref(), save)?;
    let about = game.about();
    let data = json!({ "save": save, "ruleset": about.ruleset, "level": about.level, "drawing": true });
    output.either(&data, || {
        format!("{}: a drawing of '{}', a level of {}", save.display(), about.level, about.ruleset)
    })?;
    Ok(Answer::Yes)
}
