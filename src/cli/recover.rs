//! `timeloom recover`: writes everything that can be replayed of a damaged save to a new one.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use timeloom::catalog::{self, LARGEST_LEVEL, LostLevel};
use timeloom::game::Inspect;
use timeloom::journal::file::{self, FileStorage, Sharing, path_text};
use timeloom::journal::salvage::HeaderSource;
use timeloom::scene::View;
use timeloom::scene::text::{self, Ink};
use timeloom::session::{Fragment, Recovered};

use super::output::{Answer, Failure, Output};
use super::seat::Seat;

/// Write everything readable of a damaged save to a new one
///
/// The damaged file is not changed. Flipped bits are repaired. Turns whose record is lost are restored from
/// copies in the save, or deduced from the turns after them; fingerprints prove the result. Turns that follow
/// a lost one are listed in a file beside the new save. A turn that does not replay is left out together with
/// the turns after it; other branches stay. Parts that were cut from the save earlier, and kept beside it as
/// .lost, are used too if they fit. Exit code 0 if it is certain that everything was kept, and 1 if something
/// was or may be lost or left out.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom recover damaged.loom -o rescued.loom\n  \
timeloom recover damaged.loom -o rescued.loom --level maze.toml    # if the header is lost too")]
pub(super) struct Arguments {
    /// The damaged save
    save: PathBuf,
    /// The save to create; it must not exist yet
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The level that was played, if the save has lost its own and the copy of it
    #[arg(long, value_name = "FILE")]
    level: Option<PathBuf>,
    /// The seed it was played with
    #[arg(long, value_name = "N", default_value_t = 0, requires = "level")]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let text = arguments.level.as_deref().map(|level| file::read_text(level, LARGEST_LEVEL)).transpose();
    let text = text.map_err(|error| Failure::bad(error.to_string()))?;
    let level = text.as_deref().map(|text| LostLevel { text, seed: arguments.seed });
    let (save, out) = (&arguments.save, &arguments.output);
    let (mut pieces, set_aside) = (Vec::new(), file::set_aside_beside(save));
    let found = catalog::rescue(save, out, level, &set_aside, |found| {
        pieces = (1..=found.pieces.len()).map(|number| piece_path(out, number)).collect();
        pieces.clone()
    })?;
    write_pieces(out, &found, &pieces)?;
    output.either(&found, || report(arguments, &found, &pieces, &set_aside).join("\n"))?;
    Ok(found.is_complete().into())
}

fn piece_path(out: &Path, number: usize) -> PathBuf {
    let mut path = out.as_os_str().to_owned();
    path.push(format!(".piece-{number}.txt"));
    path.into()
}

fn report(
    arguments: &Arguments,
    found: &Recovered,
    pieces: &[PathBuf],
    set_aside: &[PathBuf],
) -> Vec<String> {
    let save = path_text(&arguments.save);
    let mut lines = vec![format!("{}: {} turns recovered", path_text(&arguments.output), found.kept)];
    lines.extend(found.health.as_ref().and_then(|health| Some(format!("{save}: {}", health.complaint()?))));
    lines.extend(header(found.header).map(|words| format!("{save}: {words}")));
    lines.extend(found.mended.iter().map(|byte| format!("repaired a flipped bit at byte {byte}")));
    let counted = [
        (found.repeated, "restored from copies in the save"),
        (found.proven, "read from damaged frames and proven by their fingerprints"),
        (
            found.unproven,
            "among these that no checksum confirms (they may be wrong or duplicates, because states repeat)",
        ),
        (found.worked_out, "deduced from the turns after them"),
    ];
    let counted = counted.iter().filter(|(count, _)| *count > 0);
    lines.extend(counted.map(|(count, words)| format!("turns {words}: {count}")));
    lines.extend(found.set_aside.iter().zip(set_aside).map(|(kept, path)| from_set_aside(*kept, path)));
    lines.extend(lost(found));
    lines.extend(found.continued.iter().map(|node| {
        format!("turns after {node} are lost; the log continues there, because the next turn leads to the same state")
    }));
    lines.extend(
        found
            .because
            .iter()
            .map(|because| format!("{} turns were left out, the first because {because}", found.left_out)),
    );
    lines.extend(found.pieces.iter().zip(pieces).map(|(piece, path)| {
        let (turns, at) = (piece.turns.len(), piece.at);
        format!("{turns} turns from byte {at} on follow a lost one: listed in {}", path_text(path))
    }));
    if found.unknown_left_out > 0 {
        lines.push(format!(
            "records of a newer Timeloom that were left out, because they are too long or may refer to turns that are \
             missing: {}",
            found.unknown_left_out
        ));
    }
    lines
}

fn lost(found: &Recovered) -> Vec<String> {
    let Recovered { lost, unreadable, notes_lost, put_in, .. } = found;
    let about = if found.is_estimated { "about " } else { "" };
    let lines = [
        (*lost > 0).then(|| format!("turns lost: {about}{lost}")),
        (*notes_lost > 0).then(|| format!("names or bookmarks that may be lost: {notes_lost}")),
        (*unreadable > 0).then(|| format!("bytes that could not be read: {unreadable}")),
        (*put_in > 0).then(|| {
            format!(
                "bytes that repeat earlier ones or were inserted: {put_in}; turns that they overwrote are lost"
            )
        }),
        found.is_header_unproven.then(|| {
            "the given level is not exactly the one that was played: turns may be missing before the first".to_owned()
        }),
    ];
    lines.into_iter().flatten().collect()
}

fn from_set_aside(kept: Option<usize>, path: &Path) -> String {
    let path = path_text(path);
    match kept {
        Some(kept) => format!("turns kept from the part cut earlier, in {path}: {kept}"),
        None => format!("{path}: its place in the save is unknown, so nothing was kept from it"),
    }
}

fn header(source: HeaderSource) -> Option<String> {
    match source {
        HeaderSource::Intact => None,
        HeaderSource::Mended(byte) => Some(format!("the header was damaged at byte {byte}")),
        HeaderSource::Copy(at) => Some(format!("the header was taken from its copy at byte {at}")),
        HeaderSource::Given => Some("the header is lost; the given level is used instead".to_owned()),
    }
}

/// Writes the turns of each piece to a file of its own, with the last board before them.
fn write_pieces(out: &Path, found: &Recovered, paths: &[PathBuf]) -> Result<(), Failure> {
    if paths.is_empty() {
        return Ok(());
    }
    let game = Seat::default().look_into(out)?;
    found.pieces.iter().zip(paths).try_for_each(|(piece, path)| {
        let written =
            FileStorage::create_with(path, &Sharing::like(out), |out| write_piece(game.as_ref(), piece, out));
        written.map(drop).map_err(|error| Failure::bad(error.to_string()))
    })
}

fn write_piece(game: &dyn Inspect, piece: &Fragment, out: &mut dyn Write) -> io::Result<()> {
    let node = game.node(piece.after);
    let board = text::paint(&game.at(piece.after).scene(View::default()), Ink::Plain);
    writeln!(out, "The last board before the gap, at turn {} ({}):\n\n{board}", node.turn, node.id)?;
    writeln!(out, "Turns are lost here.\n\nThen, each with the turn it follows:\n")?;
    for turn in &piece.turns {
        let before = turn.number.checked_sub(turn.distance);
        let follows = before.map_or("a lost turn".to_owned(), |before| format!("{}", before + 1));
        writeln!(out, "{:>6}  {}  (after {follows})", turn.number + 1, turn.action)?;
    }
    Ok(())
}
