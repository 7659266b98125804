//! Time until the strip is right after an edit, on the wall clock, for every sample level; and the cost of
//! frames meanwhile.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use timeloom::catalog;
use timeloom::game::ActionBytes;
use timeloom::scene::Cell;
use timeloom::sketch::Edit;
use timeloom_editor::answers::LevelAnswers;
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::command::Command;
use timeloom_editor::document::Document;
use timeloom_editor::workspace::Workspace;

use super::table::Table;
use super::{Bench, LAW, MOST, RUNS, is_wanted};

/// Milliseconds after which the strip must be right.
const SOON: f64 = 100.0;

pub(super) fn measure(table: &mut Table) {
    for level in samples() {
        let name = level.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let what = format!("answers after an edit of {name}");
        if !is_wanted(&what) {
            continue;
        }
        let runs = (0..RUNS).map(|_| after_an_edit(&level));
        let least = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.min(b.1));
        let (soon, frame) = runs.fold((f64::INFINITY, f64::INFINITY), least);
        table.row(&what, soon, "ms", Some((soon <= SOON, "at most 100 ms")));
        table.row("   the dearest frame until then", frame, "ms", Some((frame <= MOST, LAW)));
    }
}

fn samples() -> Vec<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/levels"));
    let entries = std::fs::read_dir(folder).expect("the samples are there");
    let mut levels: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    levels.retain(|path| path.display().to_string().contains("/unseen-"));
    levels.sort();
    levels
}

/// Paints a wall; returns the milliseconds until the strip is right, and those of the slowest frame until
/// then.
fn after_an_edit(level: &Path) -> (f64, f64) {
    let text = std::fs::read_to_string(level).expect("a level");
    let drawing = catalog::draw_text("a sample", &text, None).expect("it can be drawn");
    let workspace = Workspace::draw(Document::new(drawing, None), None);
    let mut bench = Bench::new(App::with_workspace(AppDirs::none(), workspace));
    bench.app.answer(&bench.ctx);
    // Longer work, such as the survey of all states, is running when the edit comes.
    while !is_right(bench.app.answers().level()) {
        drop(bench.frame(Vec::new()));
        std::thread::sleep(Duration::from_millis(1));
    }
    let begun = Instant::now();
    let edit = Edit::Paint { brush: "wall".into(), cells: vec![free_cell(&text)], t: 0 };
    bench.app.ask(Command::Act(ActionBytes(edit.to_bytes())));
    let mut dearest = bench.cost(Vec::new());
    assert!(!is_right(bench.app.answers().level()), "what was known before the edit is gone");
    while !is_right(bench.app.answers().level()) {
        dearest = dearest.max(bench.cost(Vec::new()));
    }
    (begun.elapsed().as_secs_f64() * 1e3, dearest)
}

/// Whether the strip shows whether the level can be won, and the results of the recorded runs.
fn is_right(known: Option<&LevelAnswers>) -> bool {
    known.is_some_and(|known| known.state.is_some() && known.runs.is_some())
}

/// Returns the last free cell of a level's map.
fn free_cell(text: &str) -> Cell {
    let map = text.lines().skip_while(|line| !line.starts_with("rows"));
    let rows = map.skip(1).take_while(|line| line.trim_start().starts_with('"'));
    let rows = rows.map(|line| line.trim().trim_matches([',', '"']).to_owned());
    let free = (0..).zip(rows).filter_map(|(y, row)| Some(Cell { x: row.rfind('.')? as u32, y }));
    free.last().expect("some cell is free")
}
