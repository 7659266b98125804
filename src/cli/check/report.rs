//! Prints each finding when it is known, because there may be very many branches, and a table at the end.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use timeloom::check::{About, Finding, Rerun, RunResult};
use timeloom::fault::Fault;
use timeloom::journal::file::path_text;
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, plain};

use super::gather::{BrokenSave, Problem, SaveFile};
use crate::cli::output::{Failure, ListWriter, Output, describe, path_data};

/// Result for one level, or for a save that cannot be re-run.
pub(super) struct Summary {
    file: PathBuf,
    solutions: usize,
    played: usize,
    broken: usize,
    /// Whether nothing recorded is broken.
    pub(super) holds: bool,
}

impl Summary {
    fn new(file: &Path) -> Self {
        Self { file: file.to_owned(), solutions: 0, played: 0, broken: 0, holds: true }
    }

    /// Creates the result for a save that cannot be re-run, or a level that cannot be played.
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
    /// Used until the level is found to be playable.
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
        let level = path_data(&self.summary.file);
        match &mut self.printer {
            Printer::Text(output) => {
                let title = plain::line(&about.title);
                output.line(&format!("{}: '{title}' can be played", path_text(&self.summary.file)))?;
                let note = |warning: &Fault| format!("{} {warning}", Ink::Marked.dye("note:", Tone::Yellow));
                about.warnings.iter().try_for_each(|warning| output.line(&note(warning)))
            }
            Printer::Json(out) => {
                let mut head = json!(about);
                head["level"] = json!(level);
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

/// What to do about a save that belongs to none of the levels.
const ADVICE: &str =
    "give its level too, or the level and this save alone if the id of the level was changed";

/// Prints that a save belongs to none of the levels.
pub(super) fn unmatched(save: &SaveFile, output: &mut Output) -> Result<(), Failure> {
    let (path, title) = (path_text(&save.path), save.game.about().level);
    let data = json!({ "save": path_data(&save.path), "status": "unmatched", "level_id": save.level_id(), "level_title": title,
        "advice": ADVICE });
    output.either(&data, || {
        let id = save.level_id().map(|id| format!(" (id '{id}')")).unwrap_or_default();
        let word = Ink::Marked.dye("none", Tone::Yellow);
        let told = format!(
            "{path}: not re-run, it was played on '{title}'{id}, which is none of these levels: {ADVICE}"
        );
        format!("{word} {}", plain::line(&told))
    })
}

/// Prints that a document could be a level by its extension, but names no ruleset.
pub(super) fn no_level(path: &Path, output: &mut Output) -> Result<(), Failure> {
    let advice = "write ruleset = \"...\" at its top, or give --ruleset, if it is a level";
    let data = json!({ "file": path_data(path), "status": "no_ruleset", "advice": advice });
    output.either(&data, || {
        let word = Ink::Marked.dye("none", Tone::Yellow);
        format!("{word} {}: not checked, it names no ruleset: {advice}", path_text(path))
    })
}

/// Prints the reason why a save cannot be re-run.
pub(super) fn broken(
    BrokenSave { path, problem }: &BrokenSave,
    output: &mut Output,
) -> Result<Summary, Failure> {
    // Text has its colours stripped on output where needed, but data does not.
    let ink = if output.is_json() { Ink::Plain } else { Ink::Marked };
    let problem = match problem {
        Problem::Unreadable(error) => describe(error, ink),
        Problem::Damaged(complaint) => complaint.clone(),
    };
    let save = path_text(path);
    let problem = problem.strip_prefix(&format!("{save}: ")).unwrap_or(&problem);
    let data = json!({ "save": path_data(path), "holds": false, "problem": problem });
    output.either(&data, || format!("{} {save}: {problem}", Ink::Marked.dye("bad ", Tone::Bad)))?;
    Ok(Summary::broken(path))
}

/// Prints a table of several levels, of the saves that cannot be re-run, of those of no level, and of files that name
/// no ruleset.
pub(super) fn end(
    files: &[Summary],
    unmatched: &[&SaveFile],
    no_levels: &[PathBuf],
    output: &mut Output,
) -> Result<(), Failure> {
    if output.is_json() {
        return Ok(());
    }
    let count = |file: &Summary| [file.solutions, file.played, file.broken].map(|count| count.to_string());
    let sum = |of: fn(&Summary) -> usize| files.iter().map(of).sum::<usize>().to_string();
    let total = [sum(|file| file.solutions), sum(|file| file.played), sum(|file| file.broken)];
    let mut rows = vec![("level".to_owned(), ["solutions", "playthroughs", "broken"].map(str::to_owned))];
    rows.extend(files.iter().map(|file| (path_text(&file.file), count(file))));
    let left_out = |path: &Path, word: &str| (path_text(path), ["", word, ""].map(str::to_owned));
    rows.extend(unmatched.iter().map(|save| left_out(&save.path, "unmatched")));
    rows.extend(no_levels.iter().map(|path| left_out(path, "no ruleset")));
    rows.push(("all".to_owned(), total));
    output.line(&table(&rows))
}

fn table(rows: &[(String, [String; 3])]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let row = |(name, [solutions, played, broken]): &(String, [String; 3])| {
        let row = format!("{name:<width$}  {solutions:>9}  {played:>12}  {broken:>6}");
        format!("\n{}", row.trim_end())
    };
    rows.iter().map(row).collect()
}

fn line(rerun: &Rerun) -> String {
    let (word, tone) = match rerun.verdict {
        _ if !rerun.holds => ("bad ", Tone::Bad),
        RunResult::Wins { .. } => ("wins", Tone::Good),
        _ => ("ends", Tone::Yellow),
    };
    format!("{} {}", Ink::Marked.dye(word, tone), plain::line(&rerun.to_string()))
}
