//! The program: reads the command line, opens the save, and shows a window or writes a picture.
//!
//! All that is shown lives in the library; here is what a terminal sees. Exit 0 ok, 2 bad input or no display.

use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use clap::{Parser, ValueEnum};
use timeloom::scene::View;
use timeloom_editor::app::App;
use timeloom_editor::desk::Desk;
use timeloom_editor::settings::Centre;
use timeloom_editor::shelf::Shelf;
use timeloom_editor::{open, shot, window};

/// Opens a Timeloom save in a window: its board, its log, and every turn of every branch.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
struct Args {
    /// The save to open; without one, a page to start from
    file: Option<PathBuf>,
    /// Writes the window as a PNG instead of opening it; needs no display
    #[arg(long, value_name = "OUT.png")]
    screenshot: Option<PathBuf>,
    /// The size of the window or picture
    #[arg(long, value_name = "WxH", default_value = "1280x800")]
    size: Size,
    /// The turn of the current branch to go to
    #[arg(long, value_name = "N", requires = "file")]
    turn: Option<u32>,
    /// The slice of time to look at, in games that have one
    #[arg(long, value_name = "T", requires = "file")]
    t: Option<u32>,
    /// What is in the middle: the board, the cube of all slices, or both
    #[arg(long, value_name = "WHAT", requires = "file")]
    show: Option<Middle>,
    /// Dark or light; otherwise as the desktop is
    #[arg(long)]
    theme: Option<Look>,
}

const EXAMPLES: &str = "Examples:
  timeloom-editor game.loom
  timeloom-editor game.loom --turn 12 --screenshot turn12.png --size 1600x1000";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Look {
    Dark,
    Light,
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

impl From<Look> for egui::Theme {
    fn from(look: Look) -> Self {
        match look {
            Look::Dark => Self::Dark,
            Look::Light => Self::Light,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Size {
    width: u16,
    height: u16,
}

impl FromStr for Size {
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
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("error: {sentence}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let app = app(args)?;
    let size = [args.size.width.into(), args.size.height.into()];
    match &args.screenshot {
        Some(path) => screenshot(app, args, path),
        None => window::open(app, size, args.theme.map(Into::into)),
    }
}

fn app(args: &Args) -> Result<App, String> {
    let shelf = Shelf::none();
    let Some(path) = &args.file else { return Ok(App::new(shelf)) };
    let mut desk = open::save(path)?;
    if let Some(turn) = args.turn {
        go_to(&mut desk, turn)?;
    }
    if args.t.is_some() {
        desk.front_mut().look(View { t: args.t, ..View::default() });
    }
    let mut app = App::with_desk(shelf, desk);
    if let Some(middle) = args.show {
        app.put_in_the_middle(middle.into());
    }
    Ok(app)
}

fn go_to(desk: &mut Desk, turn: u32) -> Result<(), String> {
    let last = desk.front().last_turn();
    if turn > last {
        let title = desk.title();
        return Err(format!("{title} has turns 0 to {last} on its current branch, and no turn {turn}"));
    }
    desk.front_mut().seek_turn(turn);
    Ok(())
}

/// Looks only: where the cursor is now is not written down.
fn screenshot(mut app: App, args: &Args, path: &std::path::Path) -> Result<(), String> {
    let look = args.theme.unwrap_or(Look::Dark).into();
    let picture = shot::take(&mut app, look, args.size.width, args.size.height);
    shot::write(&picture, path).map_err(|error| format!("{}: {error}", path.display()))
}
