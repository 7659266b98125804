//! Prints each finding as it comes, and the table at the end: there may be a finding for each of very many branches.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use timeloom::check::{About, Finding, Rerun, RunResult};
use timeloom::fault::Fault;
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, plain};

use super::gather::SaveFile;
use crate::cli::output::{Answer, Failure, ListWriter, Output, warn};

/// What was found out about one level.
pub(super) struct Summary {
    level: PathBuf,
    solutions: usize,
    played: usize,
    broken: usize,
    /// Whether nothing that was recorded is broken.
    pub(super) holds: bool,
}

/// Prints the findings about one level.
pub(super) struct LevelReport<'a> {
    printer: Printer<'a>,
    summary: Summary,
}

enum Printer<'a> {
    Text(&'a mut Output),
    /// Before the level was found to be playable.
    Json(Option<&'a mut dyn Write>),
    List(ListWriter<'a>),
}

impl<'a> LevelReport<'a> {
    pub(super) fn new(level: &Path, output: &'a mut Output) -> Self {
        let printer =
            if output.is_json() { Printer::Json(Some(output.writer())) } else { Printer::Text(output) };
        let summary = Summary { level: level.to_owned(), solutions: 0, played: 0, broken: 0, holds: true };
        Self { printer, summary }
    }

    pub(super) fn add(&mut self, finding: &Finding) -> Result<(), Failure> {
        let rerun = match finding {
            Finding::Level(about) => return self.begin(about),
            Finding::Solution(rerun) => {
                self.summary.solutions += 1;
                rerun
            }
            Finding::Played(rerun) => {
                self.summary.played += 1;
                rerun
            }
        };
        self.summary.broken += usize::from(!rerun.holds);
        match &mut self.printer {
            Printer::Text(output) => output.line(&line(rerun)),
            Printer::List(list) => Ok(list.add(rerun)?),
            Printer::Json(_) => Ok(()),
        }
    }

    fn begin(&mut self, about: &About) -> Result<(), Failure> {
        let level = self.summary.level.display();
        match &mut self.printer {
            Printer::Text(output) => {
                let title = plain::line(&about.title);
                output.line(&format!("{level}: '{title}' can be played"))?;
                let note = |warning: &Fault| format!("{} {warning}", Ink::Marked.dye("note:", Tone::Yellow));
                about.warnings.iter().try_for_each(|warning| output.line(&note(warning)))
            }
            Printer::Json(out) => {
                let mut head = json!(about);
                head["level"] = json!(level.to_string());
                if let Some(out) = out.take() {
                    self.printer = Printer::List(ListWriter::begin(out, &head, "reruns")?);
                }
                Ok(())
            }
            Printer::List(_) => Ok(()),
        }
    }

    pub(super) fn end(self) -> Result<Summary, Failure> {
        let Self { printer, mut summary } = self;
        match printer {
            Printer::Text(output) if summary.solutions + summary.played == 0 => {
                output.line("it has no recorded solution")?;
            }
            Printer::List(list) => list.end()?,
            Printer::Text(_) | Printer::Json(_) => {}
        }
        summary.holds = summary.broken == 0;
        Ok(summary)
    }
}

/// Prints a table of several levels, and the saves that belong to none of them.
pub(super) fn end<'a>(
    levels: &[Summary],
    strays: impl Iterator<Item = &'a SaveFile>,
    output: &mut Output,
) -> Result<Answer, Failure> {
    strays.for_each(|save| warn(&save.path, "it was played on none of these levels: not re-run"));
    if !output.is_json() {
        output.line(&table(levels))?;
    }
    Ok(levels.iter().all(|level| level.holds).into())
}

fn table(levels: &[Summary]) -> String {
    let name = |level: &Summary| plain::line(&level.level.display().to_string()).into_owned();
    let width = levels.iter().map(|level| name(level).chars().count()).max().unwrap_or(0);
    let row = |name: &str, [solutions, played, broken]: [String; 3]| {
        format!("\n{name:<width$}  {solutions:>9}  {played:>12}  {broken:>6}")
    };
    let count =
        |level: &Summary| [level.solutions, level.played, level.broken].map(|count| count.to_string());
    let sum = |of: fn(&Summary) -> usize| levels.iter().map(of).sum::<usize>().to_string();
    let total = [sum(|level| level.solutions), sum(|level| level.played), sum(|level| level.broken)];
    let mut table = row("level", ["solutions", "playthroughs", "broken"].map(str::to_owned));
    table.extend(levels.iter().map(|level| row(&name(level), count(level))));
    table + &row("all", total)
}

fn line(rerun: &Rerun) -> String {
    let (word, tone) = match rerun.verdict {
        _ if !rerun.holds => ("bad ", Tone::Bad),
        RunResult::Wins { .. } => ("wins", Tone::Good),
        _ => ("ends", Tone::Yellow),
    };
    format!("{} {}", Ink::Marked.dye(word, tone), plain::line(&rerun.to_string()))
}
