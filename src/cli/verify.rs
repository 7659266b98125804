//! `timeloom verify`: replays saves from their bytes and checks everything that can be checked.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use timeloom::catalog::CatalogError;
use timeloom::game::{Game, Inspect};
use timeloom::journal::file::Access;
use timeloom::journal::file::path_text;
use timeloom::journal::{Durability, Progress};
use timeloom::scene::text::Ink;
use timeloom::scene::{Tone, plain};
use timeloom::timeline::{Below, NodeId};

use super::output::{Answer, Bar, Failure, Output, describe, open, path_data};

/// Replay saves and check checksums, fingerprints and invariants
#[derive(clap::Args)]
#[command(after_help = "Example:\n  timeloom verify saves/games/*.loom")]
pub(super) struct Arguments {
    /// Saves to check
    #[arg(required = true)]
    saves: Vec<PathBuf>,
}

/// Result for one save.
#[derive(Serialize)]
struct SaveCheck {
    save: String,
    good: bool,
    /// Format of its log, if it could be opened.
    format: Option<u16>,
    turns: usize,
    branches: usize,
    problems: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    // Text has its colours stripped on output where needed, but data does not.
    let ink = if output.is_json() { Ink::Plain } else { Ink::Marked };
    let (mut all_good, mut unread) = (true, Vec::new());
    for save in &arguments.saves {
        match check(save, ink) {
            Err(error) => unread.push(describe(&error, Ink::Marked)),
            Ok(verdict) => {
                all_good &= verdict.good;
                output.either(&verdict, || verdict.to_text())?;
            }
        }
    }
    if unread.is_empty() { Ok(all_good.into()) } else { Err(Failure::bad(unread.join("\n"))) }
}

impl SaveCheck {
    fn to_text(&self) -> String {
        let Self { save, good, turns, branches, problems, .. } = self;
        let save = plain::line(save);
        if *good {
            let turns = counted(*turns, "turn", "turns");
            let branches = counted(*branches, "branch", "branches");
            return format!(
                "{} {save}: {turns} on {branches}, all as recorded",
                Ink::Marked.dye("good", Tone::Good)
            );
        }
        let bad = Ink::Marked.dye("bad ", Tone::Bad);
        problems.iter().map(|problem| format!("{bad} {save}: {problem}")).collect::<Vec<_>>().join("\n")
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Checks one save. A file that is not a save is bad input; a save that fails a check is a valid answer.
fn check(save: &Path, ink: Ink) -> Result<SaveCheck, CatalogError> {
    match open(save, Access::Read, Durability::OnClose) {
        Ok(game) => Ok(audit(save, game.as_ref())),
        Err(error) if error.is_about_a_save() => {
            let problem = describe(&error, ink);
            let problem =
                problem.strip_prefix(&format!("{}: ", path_text(save))).unwrap_or(&problem).to_owned();
            let (save, problems) = (path_data(save), vec![problem]);
            Ok(SaveCheck { save, good: false, format: None, turns: 0, branches: 0, problems })
        }
        Err(error) => Err(error),
    }
}

fn audit(save: &Path, game: &dyn Game) -> SaveCheck {
    let turns = game.tree().ids().count() - 1;
    let broken = broken(save, game, turns as u64);
    let broken = broken
        .into_iter()
        .map(|(id, what)| format!("turn {} ({id}) breaks an invariant: {what}", game.tree().turn(id)));
    let problems: Vec<String> = game.complaint().into_iter().chain(broken).collect();
    let branches = game.tree().tips().count();
    let (save, format, good) = (path_data(save), Some(game.about().format), problems.is_empty());
    SaveCheck { save, good, format, turns, branches, problems }
}

/// Returns every node at which an invariant is broken, with the invariant, in the order of the log.
fn broken(save: &Path, game: &dyn Inspect, turns: u64) -> BTreeMap<NodeId, String> {
    let mut bar = Bar::new(format!("checking {}", path_text(save)));
    let (mut found, mut done) = (BTreeMap::new(), 0);
    game.visit_tree(&mut |moment| {
        found.extend(moment.broken().map(|what| (moment.id(), what)));
        done += 1;
        if done % 1000 == 0 {
            bar.show(Progress { done, total: turns });
        }
        Below::Visit
    });
    found
}
