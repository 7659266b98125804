//! Prints each finding as it comes, and the table at the end: there may be a finding for each of very many branches.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use timeloom::check::{About, Finding, Rerun, RunResult};
use timeloom::fault::Fault;
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, plain};

use super::gather::{BrokenSave, SaveFile};
use crate::cli::output::{Answer, Failure, ListWriter, Output, describe, warn};

/// What was found out about one level, or about a save that cannot be opened.
pub(super) struct Summary {
    file: PathBuf,
    solutions: usize,
    played: usize,
    broken: usize,
    /// Whether nothing that was recorded is broken.
    pub(super) holds: bool,
}

impl Summary {
    fn new(file: &Path) -> Self {
        Self { file: file.to_owned(), solutions: 0, played: 0, broken: 0, holds: true }
    }

    /// A file of which nothing can be re-run.
    pub(super) fn broken(file: &Path) -> Self {
        Self { broken: 1, holds: false, ..Self::new(file) }
    }
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
        Self { printer, summary: Summary::new(level) }
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
        let level = self.summary.file.display();
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

/// Warns about saves that belong to none of the levels.
pub(super) fn strays<'a>(strays: impl Iterator<Item = &'a SaveFile>) {
    strays.for_each(|save| warn(&save.path, "it was played on none of these levels: not re-run"));
}

/// Prints why a save cannot be opened.
pub(super) fn broken(
    BrokenSave { path, error }: &BrokenSave,
    output: &mut Output,
) -> Result<Summary, Failure> {
    // Colours are stripped from text on output where needed, but not from data.
    let problem = describe(error, if output.is_json() { Ink::Plain } else { Ink::Marked });
    let save = path.display().to_string();
    let problem = problem.strip_prefix(&format!("{save}: ")).unwrap_or(&problem);
    let data = json!({ "save": save, "holds": false, "problem": problem });
    output.either(&data, || format!("{} {save}: {problem}", Ink::Marked.dye("bad ", Tone::Bad)))?;
    Ok(Summary::broken(path))
}

/// Prints a table of several levels, and of the saves that cannot be opened.
pub(super) fn end(files: &[Summary], output: &mut Output) -> Result<Answer, Failure> {
    if !output.is_json() {
        output.line(&table(files))?;
    }
    Ok(files.iter().all(|file| file.holds).into())
}

fn table(files: &[Summary]) -> String {
    let name = |file: &Summary| plain::line(&file.file.display().to_string()).into_owned();
    let width = files.iter().map(|file| name(file).chars().count()).max().unwrap_or(0);
    let row = |name: &str, [solutions, played, broken]: [String; 3]| {
        format!("\n{name:<width$}  {solutions:>9}  {played:>12}  {broken:>6}")
    };
    let count = |file: &Summary| [file.solutions, file.played, file.broken].map(|count| count.to_string());
    let sum = |of: fn(&Summary) -> usize| files.iter().map(of).sum::<usize>().to_string();
    let total = [sum(|file| file.solutions), sum(|file| file.played), sum(|file| file.broken)];
    let mut table = row("level", ["solutions", "playthroughs", "broken"].map(str::to_owned));
    table.extend(files.iter().map(|file| row(&name(file), count(file))));
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
