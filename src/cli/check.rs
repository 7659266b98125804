//! `timeloom check`: tests whether the recorded runs of a level still work.

use std::path::{Path, PathBuf};

use timeloom::catalog;
use timeloom::check::{Checked, Playthroughs, Verdict};
use timeloom::game::Game;
use timeloom::scene::Tone;
use timeloom::scene::text::Ink;

use super::output::{Answer, Failure, Output};
use super::seat::Seat;

/// Re-run recorded solutions and playthroughs on a level
///
/// Reports all problems of the level at once. A solution must win; every branch of a playthrough must still be
/// playable to its end.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom check saves/levels/skirmish-bridge.toml\n  \
timeloom check saves/levels/skirmish-bridge.toml saves/games/skirmish-bridge.loom")]
pub(super) struct Arguments {
    /// Level file to check
    level: PathBuf,
    /// Playthroughs of this level or of an earlier version of it
    saves: Vec<PathBuf>,
    /// Ruleset, if the level does not name one
    #[arg(long)]
    ruleset: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let mut games = Vec::new();
    for save in &arguments.saves {
        let game = Seat::default().look_into(save)?;
        if game.about().drawing {
            let sentence = "this is a drawing of a level, not a game that was played on one";
            return Err(Failure::bad(format!("{}: {sentence}", save.display())));
        }
        games.push((save, game));
    }
    let playthroughs: Vec<_> = games.iter().map(|(save, game)| branches(save, game.as_ref())).collect();
    let checked = catalog::check_level(&arguments.level, arguments.ruleset.as_deref(), &playthroughs)
        .map_err(|error| output.refuse_level(error))?;
    let played: usize = games.iter().map(|(_, game)| game.tree().tips().count()).sum();
    let own = checked.reruns.len() - played;
    let good = checked.reruns.iter().enumerate().all(|(at, rerun)| match rerun.verdict {
        Verdict::Fails { .. } => false,
        Verdict::Wins { .. } => true,
        Verdict::Ends { .. } | Verdict::Unfinished { .. } => at >= own,
    });
    output.either(&checked, || listed(&arguments.level, &checked))?;
    Ok(good.into())
}

/// Returns the branches of a save.
fn branches<'a>(save: &Path, game: &'a dyn Game) -> Playthroughs<'a> {
    let action = Box::new(|id| game.node(id).action);
    Playthroughs {
        name: save.display().to_string(),
        seed: game.about().seed.unwrap_or_default(),
        tree: game.tree(),
        action,
    }
}

fn listed(level: &Path, checked: &Checked) -> String {
    let mut lines = vec![format!("{}: '{}' can be played", level.display(), checked.title)];
    lines.extend(
        checked
            .warnings
            .iter()
            .map(|warning| format!("{} {warning}", Ink::Marked.dye("note:", Tone::Yellow))),
    );
    lines.extend(checked.reruns.iter().map(|rerun| {
        let (word, tone) = match rerun.verdict {
            Verdict::Wins { .. } => ("wins", Tone::Good),
            Verdict::Fails { .. } => ("bad ", Tone::Bad),
            Verdict::Ends { .. } | Verdict::Unfinished { .. } => ("ends", Tone::Yellow),
        };
        format!("{} {rerun}", Ink::Marked.dye(word, tone))
    }));
    if checked.reruns.is_empty() {
        lines.push("it has no recorded solution".to_owned());
    }
    lines.join("\n")
}
