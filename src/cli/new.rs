//! `timeloom new`: creates a save.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use timeloom::catalog::{self, CatalogError};
use timeloom::check::Finding;
use timeloom::fault::Fault;
use timeloom::scene::View;

use super::output::{Answer, Failure, Output, path_data, warn};
use timeloom::scene::plain;

/// Start a game or a drawing: create a save from a level
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  timeloom new saves/levels/skirmish-bridge.toml -o battle.loom --seed 7\n  \
timeloom new saves/levels/unseen-01-first-steps.toml -o steps.loom --draw"
)]
pub(super) struct Arguments {
    /// Level to play
    level: PathBuf,
    /// Save to create; it must not exist yet
    #[arg(short, long, value_name = "SAVE")]
    output: PathBuf,
    /// Ruleset, if the level does not name one
    #[arg(long)]
    ruleset: Option<String>,
    /// Seed of the random numbers: the same seed gives the same game. Rulesets use 32 bits of it, so seeds
    /// above 4294967295 can repeat the game of another
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
    // Refuse bad input before the save is created.
    let warnings = warnings(level, ruleset.as_deref()).map_err(|error| output.refuse_level(error))?;
    let game = catalog::create(level, ruleset.as_deref(), *seed, save)
        .map_err(|error| output.refuse_level(error))?;
    let (about, name) = (game.about(), path_data(save));
    let mut data =
        json!({ "save": name, "ruleset": about.ruleset, "level": about.level, "seed": about.seed });
    if let Some(description) = &about.description {
        data["description"] = json!(description);
    }
    add_warnings(&mut data, &warnings);
    output.either(&data, || {
        let (name, title) = (plain::line(&name), plain::line(&about.level));
        let head = format!("{name}: a game of {} on '{title}' with seed {seed}", about.ruleset);
        let details =
            game.at(game.cursor()).scene(View::default()).details.into_iter().map(|label| label.text);
        [head].into_iter().chain(about.description).chain(details).collect::<Vec<_>>().join("\n")
    })?;
    tell(&warnings, level, output);
    Ok(Answer::Yes)
}

fn add_warnings(data: &mut Value, warnings: &[Fault]) {
    if !warnings.is_empty() {
        data["warnings"] = json!(warnings);
    }
}

/// Returns the warnings about a level, including its solutions that do not win.
fn warnings(level: &Path, ruleset: Option<&str>) -> Result<Vec<Fault>, CatalogError> {
    let mut warnings = Vec::new();
    catalog::check_level(level, ruleset, &[], &mut |finding| match finding {
        Finding::Level(about) => warnings.extend(about.warnings),
        Finding::Solution(rerun) | Finding::Played(rerun) if rerun.holds => {}
        Finding::Solution(rerun) | Finding::Played(rerun) => {
            warnings.push(Fault::new(format!("its solution {rerun}")));
        }
    })?;
    Ok(warnings)
}

/// Prints warnings for people; programs get them in the JSON output.
fn tell(warnings: &[Fault], level: &Path, output: &Output) {
    if !output.is_json() {
        warnings.iter().for_each(|warning| warn(level, &warning.to_string()));
    }
}

fn start_drawing(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let Arguments { level, output: save, ruleset, .. } = arguments;
    let warnings = catalog::level_warnings(level, ruleset.as_deref())?;
    let game = catalog::draw(level, ruleset.as_deref(), save)?;
    let (about, name) = (game.about(), path_data(save));
    let mut data = json!({ "save": name, "ruleset": about.ruleset, "level": about.level, "drawing": true });
    add_warnings(&mut data, &warnings);
    output.either(&data, || {
        let (name, title) = (plain::line(&name), plain::line(&about.level));
        format!("{name}: a drawing of '{title}', a level of {}", about.ruleset)
    })?;
    tell(&warnings, level, output);
    Ok(Answer::Yes)
}
