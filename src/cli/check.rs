//! `timeloom check`: tests whether the recorded runs of a level still work.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use timeloom::catalog;
use timeloom::check::{About, Finding, Playthroughs, Rerun, Verdict};
use timeloom::fault::Fault;
use timeloom::game::Game;
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, plain};

use super::output::{Answer, Failure, ListWriter, Output};
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
    let mut report = Report::new(&arguments.level, output);
    let mut printed = Ok(());
    let checked =
        catalog::check_level(&arguments.level, arguments.ruleset.as_deref(), &playthroughs, &mut |finding| {
            // After a failure, such as a closed pipe, nothing more is printed.
            if printed.is_ok() {
                printed = report.add(&finding);
            }
        });
    printed?;
    match checked {
        Ok(()) => report.end(),
        Err(error) => Err(output.refuse_level(error)),
    }
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

/// Prints each finding as it comes: there may be one for each of very many branches.
struct Report<'a> {
    level: &'a Path,
    printer: Printer<'a>,
    is_good: bool,
    is_empty: bool,
}

enum Printer<'a> {
    Text(&'a mut Output),
    /// Before the level was found to be playable.
    Json(Option<&'a mut dyn Write>),
    List(ListWriter<'a>),
}

impl<'a> Report<'a> {
    fn new(level: &'a Path, output: &'a mut Output) -> Self {
        let printer =
            if output.is_json() { Printer::Json(Some(output.writer())) } else { Printer::Text(output) };
        Self { level, printer, is_good: true, is_empty: true }
    }

    fn add(&mut self, finding: &Finding) -> Result<(), Failure> {
        let rerun = match finding {
            Finding::Level(about) => return self.begin(about),
            Finding::Solution(rerun) => {
                self.is_good &= rerun.wins();
                rerun
            }
            Finding::Played(rerun) => {
                self.is_good &= !matches!(rerun.verdict, Verdict::Fails { .. });
                rerun
            }
        };
        self.is_empty = false;
        match &mut self.printer {
            Printer::Text(output) => output.line(&line(rerun)),
            Printer::List(list) => Ok(list.add(rerun)?),
            Printer::Json(_) => Ok(()),
        }
    }

    fn begin(&mut self, about: &About) -> Result<(), Failure> {
        match &mut self.printer {
            Printer::Text(output) => {
                let title = plain::line(&about.title);
                output.line(&format!("{}: '{title}' can be played", self.level.display()))?;
                let note = |warning: &Fault| format!("{} {warning}", Ink::Marked.dye("note:", Tone::Yellow));
                about.warnings.iter().try_for_each(|warning| output.line(&note(warning)))
            }
            Printer::Json(out) => {
                if let Some(out) = out.take() {
                    self.printer = Printer::List(ListWriter::begin(out, &json!(about), "reruns")?);
                }
                Ok(())
            }
            Printer::List(_) => Ok(()),
        }
    }

    fn end(self) -> Result<Answer, Failure> {
        match self.printer {
            Printer::Text(output) if self.is_empty => output.line("it has no recorded solution")?,
            Printer::List(list) => list.end()?,
            Printer::Text(_) | Printer::Json(_) => {}
        }
        Ok(self.is_good.into())
    }
}

fn line(rerun: &Rerun) -> String {
    let (word, tone) = match rerun.verdict {
        Verdict::Wins { .. } => ("wins", Tone::Good),
        Verdict::Fails { .. } => ("bad ", Tone::Bad),
        Verdict::Ends { .. } | Verdict::Unfinished { .. } => ("ends", Tone::Yellow),
    };
    format!("{} {}", Ink::Marked.dye(word, tone), plain::line(&rerun.to_string()))
}
