//! The program: parses the command line, opens the file, and shows a window or writes a picture.
//!
//! Everything shown is in the library; this file handles the terminal. Exits with 0 on success, 2 on bad input or
//! without a display.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Parser, ValueEnum};
use timeloom::place::{self, PlaceError};
use timeloom::scene::{View, plain};
use timeloom_editor::app::App;
use timeloom_editor::app_dirs::AppDirs;
use timeloom_editor::jobs::{JobProgress, PATIENCE};
use timeloom_editor::open::{self, OpenOptions};
use timeloom_editor::saved_report::SavedReport;
use timeloom_editor::settings::Centre;
use timeloom_editor::workspace::{Mode, Workspace};
use timeloom_editor::{shot, window};

/// Opens a Timeloom level or save in a window: draw it, play it, and go to every turn of every branch.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
struct Args {
    /// Level (.toml, .json) or save (.loom) to open; without one, the start page is shown
    file: Option<PathBuf>,
    /// Writes the window as a PNG instead of opening it; needs no display
    #[arg(long, value_name = "OUT.png")]
    screenshot: Option<PathBuf>,
    /// Size of the window or picture; by default 1280x800, or the last size of the window
    #[arg(long, value_name = "WxH")]
    size: Option<WindowSize>,
    /// Turn of the current branch to show
    #[arg(long, value_name = "N", requires = "file")]
    turn: Option<u32>,
    /// Slice of time to show, in games that have them
    #[arg(long, value_name = "T", requires = "file", allow_negative_numbers = true)]
    t: Option<i64>,
    /// Player whose view to show, by name or number from 0, in games with hidden information
    #[arg(long, value_name = "PLAYER", requires = "file")]
    seat: Option<String>,
    /// Dark or light; by default the editor's setting, or the desktop's
    #[arg(long)]
    theme: Option<Theme>,
    /// Draw the level or play it; by default, levels are drawn and saves are played
    #[arg(long, requires = "file")]
    mode: Option<Doing>,
    /// Content of the centre: the board, the cube of all slices, or both
    #[arg(long, alias = "show", value_name = "WHAT", requires = "file")]
    view: Option<Middle>,
    /// Prints a line of JSON whenever more of what the window shows is safe on disk; for scripts
    #[arg(long, conflicts_with = "screenshot")]
    report_saved: bool,
}

const EXAMPLES: &str = "Examples:
  timeloom-editor
  timeloom-editor level.toml --mode draw
  timeloom-editor game.loom
  timeloom-editor game.loom --turn 12 --screenshot turn12.png --size 1600x1000";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Theme {
    Dark,
    Light,
}

impl Theme {
    fn is_dark(self) -> bool {
        matches!(self, Self::Dark)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Doing {
    Draw,
    Play,
}

impl From<Doing> for Mode {
    fn from(doing: Doing) -> Self {
        match doing {
            Doing::Draw => Self::Draw,
            Doing::Play => Self::Play,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Middle {
    Board,
    Cube,
    Both,
}

impl From<Middle> for Centre {
    fn from(middle: Middle) -> Self {
        match middle {
            Middle::Board => Self::Board,
            Middle::Cube => Self::Cube,
            Middle::Both => Self::Both,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct WindowSize {
    width: u16,
    height: u16,
}

impl FromStr for WindowSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not a size; write it like 1280x800, from 200x200 to 8000x8000");
        let (width, height) = text.split_once('x').ok_or_else(wrong)?;
        let side =
            |text: &str| text.parse().ok().filter(|side| (200..=8000).contains(side)).ok_or_else(wrong);
        Ok(Self { width: side(width)?, height: side(height)? })
    }
}

fn main() -> ExitCode {
    // If this fails, a write beyond the limit kills the program; that is no reason not to start.
    _ = timeloom::journal::file::survive_size_limit();
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("error: {}", plain::lines(&sentence));
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let mut app = app(args)?;
    app.ask_dark(args.theme.map(Theme::is_dark));
    if let Some(view) = args.view {
        app.settings_mut().layout.centre = view.into();
    }
    match &args.screenshot {
        Some(path) => screenshot(app, args, path),
        None => {
            let size = args.size.map(|size| [size.width.into(), size.height.into()]);
            window::open(app, size, args.report_saved.then(SavedReport::default))
        }
    }
}

/// Creates the app. A screenshot uses no app folders and changes nothing on disk but the picture.
fn app(args: &Args) -> Result<App, String> {
    let only_look = args.screenshot.is_some();
    let app_dirs = if only_look { AppDirs::none() } else { AppDirs::of_platform() };
    let Some(path) = &args.file else {
        return Ok(if only_look { App::new(app_dirs) } else { App::first(app_dirs) });
    };
    let how = OpenOptions { only_look, mode: args.mode.map(Into::into) };
    if !only_look && args.turn.is_none() && args.t.is_none() && args.seat.is_none() {
        return App::opening(app_dirs, path.clone(), how, PATIENCE);
    }
    let opened =
        open::file(path, how, &JobProgress::default()).map_err(|sentence| for_seat(args, sentence))?;
    let mut workspace = opened.workspace;
    if let Some(player) = &args.seat {
        let document = workspace.front_mut();
        let seat = place::seat(&document.game().about(), player).map_err(|error| error.to_string())?;
        document.sit(Some(seat));
    }
    if let Some(turn) = args.turn {
        go_to(&mut workspace, turn)?;
    }
    if let Some(t) = args.t {
        look_at(&mut workspace, t)?;
    }
    Ok(App::with_workspace(app_dirs, workspace).saying(opened.said))
}

/// Replaces an error within a save for a player, because its details may reveal secret choices.
fn for_seat(args: &Args, sentence: String) -> String {
    match (&args.seat, &args.file) {
        (Some(_), Some(path)) => {
            format!("{} cannot be opened; open it without --seat to see why", path.display())
        }
        _ => sentence,
    }
}

fn go_to(workspace: &mut Workspace, turn: u32) -> Result<(), String> {
    let title = workspace.title();
    let node = place::turn(workspace.front().game(), turn.into()).map_err(|error| match error {
        PlaceError::NoTurn { turn, last } => {
            format!("{title} has turns 0 to {last} on its current branch, and no turn {turn}")
        }
        other => other.to_string(),
    })?;
    workspace.front_mut().seek(node);
    Ok(())
}

fn look_at(workspace: &mut Workspace, t: i64) -> Result<(), String> {
    let title = workspace.title();
    let t = place::slice(workspace.front().scene(), t).map_err(|error| match error {
        PlaceError::NoSlices => format!("{title} has no slices of time: omit --t"),
        PlaceError::NoSlice { t, last } => format!("{title} has t 0 to {last}, and no t {t}"),
        other => other.to_string(),
    })?;
    workspace.front_mut().look(View { t: Some(t), ..View::default() });
    Ok(())
}

/// Writes a screenshot; does not save the cursor.
fn screenshot(mut app: App, args: &Args, path: &std::path::Path) -> Result<(), String> {
    let theme = if args.theme.is_none_or(Theme::is_dark) { egui::Theme::Dark } else { egui::Theme::Light };
    let size = args.size.unwrap_or(WindowSize { width: 1280, height: 800 });
    let picture = shot::take(&mut app, theme, size.width, size.height);
    shot::write(&picture, path)
}
