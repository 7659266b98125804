//! Code shared by all commands: printing, failing, and opening a save with a progress bar.
//!
//! Colours are written only to a terminal that supports them; a pipe gets plain text. Errors are one sentence
//! on stderr. All text for people passes [`text::coloured`] here, so no control character of a file reaches a
//! terminal.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Value, json};
use timeloom::catalog::{self, CatalogError, is_save_path};
use timeloom::fault::{self, Fault};
use timeloom::game::{ActError, Game, LogContents};
use timeloom::journal::backup::is_save;
use timeloom::journal::file::{self, Access, path_text};
use timeloom::journal::{Durability, JournalError, Progress};
use timeloom::place::PlaceError;
use timeloom::scene::text::{self, Ink};
use timeloom::scene::{Tone, plain};
use timeloom::session::{Divergence, OpenError};

use super::pipe::Unread;

/// Result of a command that worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Exit code 0.
    Yes,
    /// Exit code 1.
    No,
    /// Exit code 3: not known within the budget.
    Unknown,
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

/// Reason why a command failed.
pub(super) enum Failure {
    /// Exit code 2, with a message.
    Bad(String),
    /// Exit code 1, with a message: the input was valid, and the answer is no.
    Refused(ActError),
    /// Exit code 1, with a message: the answer is no.
    No(String),
    /// Exit code 3, with a message: not known within the budget.
    Unknown(String),
    /// The reader of the pipe is gone: not an error, and nothing can be reported.
    PipeClosed,
}

impl Failure {
    /// Creates a failure with this message.
    pub(super) fn bad(message: impl Into<String>) -> Self {
        Self::Bad(message.into())
    }

    /// Reports a failed write to this save. If its file was moved or deleted, writes everything done so far
    /// to a new one.
    pub(super) fn not_saved(save: &Path, game: &dyn LogContents, error: &JournalError) -> Self {
        let kept = matches!(error, JournalError::Displaced(_)).then(|| rescued(save, game));
        Self::bad(format!("{}: {error}{}", path_text(save), kept.unwrap_or_default()))
    }

    /// Creates a failure that lists the faults of a file.
    pub(super) fn faulty(path: &Path, faults: &[Fault]) -> Self {
        Self::bad(fault::listing_of(&path_text(path), faults))
    }

    /// Reports on stderr and returns the exit code. With `--json` a refusal was already printed as data.
    pub(super) fn report(self, json: bool) -> ExitCode {
        match self {
            Self::PipeClosed => ExitCode::SUCCESS,
            Self::Bad(message) => complain(&message, 2),
            Self::Unknown(message) => complain(&message, 3),
            Self::Refused(_) if json => ExitCode::from(1),
            Self::Refused(error) => complain(&error.to_string(), 1),
            Self::No(message) => complain(&message, 1),
        }
    }
}

/// Writes everything done so far to a new save, and returns a message with its path.
fn rescued(save: &Path, game: &dyn LogContents) -> String {
    let bytes = game.rebuilt().map_err(|error| error.to_string());
    match bytes.and_then(|bytes| file::rescue(save, &bytes).map_err(|error| error.to_string())) {
        Ok(copy) => format!("; everything played so far is in {}: continue there", path_text(&copy)),
        Err(error) => format!("; writing the game to another file failed too: {error}"),
    }
}

fn complain(message: &str, code: u8) -> ExitCode {
    tell(&format!("{} {message}", Ink::Marked.dye("error:", Tone::Bad)));
    ExitCode::from(code)
}

/// Prints a line on stderr. If that fails too, there is nowhere else to report it.
pub(super) fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{}", text::coloured(line));
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::bad(format!("the output could not be written: {error}")),
        }
    }
}

impl From<CatalogError> for Failure {
    fn from(error: CatalogError) -> Self {
        Self::bad(describe(&error, Ink::Marked))
    }
}

impl From<PlaceError> for Failure {
    fn from(error: PlaceError) -> Self {
        Self::bad(error.to_string())
    }
}

impl From<ActError> for Failure {
    fn from(error: ActError) -> Self {
        match error {
            ActError::Illegal { .. } => Self::Refused(error),
            other => Self::bad(other.to_string()),
        }
    }
}

/// Describes an error; for a divergence between the rules and the log, includes pictures of both states.
pub(super) fn describe(error: &CatalogError, ink: Ink) -> String {
    match error {
        CatalogError::Open { source: OpenError::Diverged(divergence), .. } => {
            format!("{error}{}", both(divergence, ink))
        }
        other => other.to_string(),
    }
}

fn both(divergence: &Divergence, ink: Ink) -> String {
    let sides = [
        ("before, as the log and the rules agree", &divergence.before),
        ("after, by the current rules", &divergence.after),
    ];
    let pictures = sides.iter().filter_map(|(what, picture)| {
        let scene = &picture.as_ref()?.scene;
        Some(format!("\n\n{}\n{}", ink.dye(&format!("--- {what}"), Tone::Accent), text::paint(scene, ink)))
    });
    pictures.collect()
}

/// Standard output. A terminal gets each line at once; a pipe is buffered.
pub(super) struct Output {
    stdout: anstream::AutoStream<Box<dyn Write>>,
    json: bool,
}

impl Output {
    /// Opens standard output, as JSON for programs or as text for people. An answer goes on when the reader of a pipe has
    /// closed it, because its exit code still counts.
    pub(super) fn new(json: bool, is_answer: bool) -> Self {
        let (stdout, choice) = (io::stdout(), anstream::AutoStream::choice(&io::stdout()));
        let raw: Box<dyn Write> = match stdout.is_terminal() {
            true => Box::new(stdout),
            false if is_answer => Box::new(io::BufWriter::new(Unread::new(stdout))),
            false => Box::new(io::BufWriter::new(stdout)),
        };
        Self { stdout: anstream::AutoStream::new(raw, choice), json }
    }

    /// Whether the output is JSON.
    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    /// Prints a line of text.
    pub(super) fn line(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.stdout, "{}", text::coloured(text))?)
    }

    /// Prints a line of JSON.
    pub(super) fn data(&mut self, data: &impl Serialize) -> Result<(), Failure> {
        let line = serde_json::to_string(data).map_err(|error| Failure::bad(error.to_string()))?;
        Ok(writeln!(self.stdout, "{}", plain::escaped(&line))?)
    }

    /// Returns the writer, for data that is written piece by piece.
    pub(super) fn writer(&mut self) -> &mut dyn Write {
        &mut self.stdout
    }

    /// Prints the data with `--json`, otherwise the text.
    pub(super) fn either(
        &mut self,
        data: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if self.json { self.data(data) } else { self.line(text().trim_end_matches('\n')) }
    }

    /// Creates a failure for a level that cannot be used; with `--json` its faults are printed first.
    pub(super) fn refuse_level(&mut self, error: CatalogError) -> Failure {
        if let (true, CatalogError::Level { path, faults }) = (self.json, &error)
            && let Err(failure) = self.data(&json!({ "level": path, "faults": faults }))
        {
            return failure;
        }
        error.into()
    }

    /// Writes raw bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.stdout.write_all(bytes)?)
    }

    /// Flushes the output.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.stdout.flush()?)
    }
}

/// A line of JSON that is written piece by piece: an object whose last entry is a list.
pub(super) struct ListWriter<'a> {
    out: &'a mut dyn Write,
    is_empty: bool,
}

impl<'a> ListWriter<'a> {
    /// Writes the entries before the list, of which there is at least one, and the key of the list.
    pub(super) fn begin(out: &'a mut dyn Write, head: &Value, key: &str) -> io::Result<Self> {
        let head = head.to_string();
        let head = plain::escaped(&head);
        let open = head.strip_suffix('}').unwrap_or(&head);
        write!(out, "{open},{}:[", json!(key))?;
        Ok(Self { out, is_empty: true })
    }

    /// Writes the next member.
    pub(super) fn add(&mut self, member: &impl Serialize) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.out.write_all(b",")?;
        }
        let member = serde_json::to_string(member)?;
        self.out.write_all(plain::escaped(&member).as_bytes())
    }

    /// Writes the end of the line.
    pub(super) fn end(self) -> io::Result<()> {
        self.out.write_all(b"]}\n")
    }
}

/// Returns a path as data for programs.
pub(super) fn path_data(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whether a file is a log, or has the extension of one; any other file is treated as a level. If it cannot
/// be read, opening it reports the error.
pub(super) fn is_log(path: &Path) -> bool {
    is_save(path).unwrap_or(false) || is_save_path(path)
}

/// Refuses to overwrite a save.
pub(super) fn spare_save(path: &Path) -> Result<(), Failure> {
    match is_save(path) {
        Ok(true) => {
            Err(Failure::bad(format!("{} is a save; choose another name for the output", path_text(path))))
        }
        Ok(false) => Ok(()),
        Err(error) => Err(Failure::bad(error.to_string())),
    }
}

/// Opens a save and shows a progress bar if it takes long.
pub(super) fn open(
    path: &Path,
    access: Access,
    durability: Durability,
) -> Result<Box<dyn Game>, CatalogError> {
    let mut bar = Bar::new(format!("replaying {}", path_text(path)));
    catalog::open(path, access, durability, &mut |progress| bar.show(progress))
}

/// Prints a warning about a file; the command continues.
pub(super) fn warn(path: &Path, note: &str) {
    tell(&format!("{} {}: {note}", Ink::Marked.dye("note:", Tone::Yellow), path_text(path)));
}

/// A progress bar that appears on a terminal if the work takes long.
pub(super) struct Bar {
    what: String,
    since: Instant,
    bar: Option<ProgressBar>,
}

const PATIENCE: Duration = Duration::from_millis(300);

impl Bar {
    /// Creates a bar that is still hidden.
    pub(super) fn new(what: String) -> Self {
        Self { what: plain::line(&what).into_owned(), since: Instant::now(), bar: None }
    }

    /// Updates the bar.
    pub(super) fn show(&mut self, progress: Progress) {
        if self.bar.is_none() && self.since.elapsed() > PATIENCE && io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{msg} [{bar:30}] {percent}%, {eta} left");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            self.bar =
                Some(ProgressBar::new(progress.total).with_style(style).with_message(self.what.clone()));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(progress.done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
