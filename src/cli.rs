//! The command line: parse, call the game, print. One module per command; shared code is in [`output`] and [`place`].
//!
//! Uses only [`timeloom::catalog`] and [`timeloom::game::Game`]: no rules and no state types here.

mod apply;
mod check;
mod diff;
mod export;
mod find;
mod hint;
mod import;
mod level_out;
mod log;
mod name;
mod new;
mod output;
mod pipe;
mod place;
mod play;
mod question;
mod recover;
mod seat;
mod show;
mod solve;
mod tour;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use timeloom::scene::plain;

use output::{Answer, Failure, Output};

/// Turn-based puzzle games as logs of actions: every moment of every branch stays reachable.
///
/// Without a command it shows a short tour of a bundled battle.
#[derive(Parser)]
#[command(name = "timeloom", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print JSON for programs instead of text for people
    #[arg(long, global = true)]
    json: bool,
}

const EXIT_CODES: &str =
    "Exit codes: 0 success or yes, 1 the answer is no, 2 bad input or usage, 3 not known within the budget.";

#[derive(Subcommand)]
enum Command {
    New(new::Arguments),
    Play(play::Arguments),
    Show(show::Arguments),
    Log(log::Arguments),
    Verify(verify::Arguments),
    Check(check::Arguments),
    Solve(solve::Arguments),
    Hint(hint::Arguments),
    Diff(diff::Arguments),
    Find(find::Arguments),
    Recover(recover::Arguments),
    Import(import::Arguments),
    Export(export::Arguments),
    Name(name::Arguments),
    Apply(apply::Arguments),
    /// Print a completion script for your shell
    #[command(
        after_help = "Example:\n  timeloom completions bash > ~/.local/share/bash-completion/completions/timeloom"
    )]
    Completions {
        /// Shell to complete for
        shell: clap_complete::Shell,
    },
}

impl Command {
    /// Whether the exit code is an answer, which must be right even if nobody reads the output. The other commands end
    /// when the reader of a pipe closes it.
    fn is_answer(&self) -> bool {
        !matches!(self, Self::Show(_) | Self::Log(_) | Self::Apply(_) | Self::Completions { .. })
    }
}

/// Runs the command and returns the exit code. Prints nothing after the reader of a pipe has closed it.
pub(crate) fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| refuse(&error));
    // If this fails, a write beyond the limit kills the program; that is no reason not to start.
    _ = timeloom::journal::file::survive_size_limit();
    let answers = arguments.command.as_ref().is_some_and(Command::is_answer);
    let mut output = Output::new(arguments.json, answers);
    let answer = run(arguments.command, &mut output).and_then(|answer| output.flush().map(|()| answer));
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Unknown) => ExitCode::from(3),
        Err(failure) => {
            drop(output.flush());
            failure.report(arguments.json)
        }
    }
}

/// Ends the program with clap's own message. Arguments may be file names from strangers: a message with
/// control characters is shown without them and without its colours.
fn refuse(error: &clap::Error) -> ! {
    let mut arguments = std::env::args_os();
    if arguments.all(|argument| argument.to_string_lossy().chars().all(plain::is_plain)) {
        error.exit();
    }
    output::tell(error.to_string().trim_end());
    std::process::exit(error.exit_code())
}

fn run(command: Option<Command>, output: &mut Output) -> Result<Answer, Failure> {
    match command {
        None => tour::run(output),
        Some(Command::New(arguments)) => new::run(&arguments, output),
        Some(Command::Play(arguments)) => play::run(&arguments, output),
        Some(Command::Show(arguments)) => show::run(&arguments, output),
        Some(Command::Log(arguments)) => log::run(&arguments, output),
        Some(Command::Verify(arguments)) => verify::run(&arguments, output),
        Some(Command::Check(arguments)) => check::run(&arguments, output),
        Some(Command::Solve(arguments)) => solve::run(&arguments, output),
        Some(Command::Hint(arguments)) => hint::run(&arguments, output),
        Some(Command::Diff(arguments)) => diff::run(&arguments, output),
        Some(Command::Find(arguments)) => find::run(&arguments, output),
        Some(Command::Import(arguments)) => import::run(&arguments, output),
        Some(Command::Export(arguments)) => export::run(&arguments, output),
        Some(Command::Recover(arguments)) => recover::run(&arguments, output),
        Some(Command::Name(arguments)) => name::run(&arguments, output),
        Some(Command::Apply(arguments)) => apply::run(&arguments, output),
        Some(Command::Completions { shell }) => completions(shell, output),
    }
}

fn completions(shell: clap_complete::Shell, output: &mut Output) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "timeloom", &mut script);
    output.bytes(&script)?;
    Ok(Answer::Yes)
}
