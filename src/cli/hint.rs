//! `timeloom hint`: the next action of a shortest way to win, and the consequence of every other action.

use timeloom::scene::Tone;
use timeloom::scene::plain::turns;
use timeloom::scene::text::Ink;
use timeloom::solver::hint::{Choice, Hint, Prospect, hint};

use super::output::{Answer, Failure, Output};
use super::question::{Ending, Question, prospect, reason};

/// Tell the next action of a shortest way to win
///
/// Also lists every legal action with the turns that a win takes after it. Exit code 0 if the game can be won
/// from there, 1 if it cannot, and 3 if that is unknown when the budget is used up. A turn at which the game is
/// over needs no search: exit code 0 if it was won, else 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom hint saves/levels/unseen-02-heavy-furniture.toml\n  \
timeloom hint sneak.loom --node tip")]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
}

pub(super) fn run(Arguments { question }: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let subject = question.open()?;
    let puzzle = question.puzzle_at(subject.game.as_ref(), subject.node)?;
    let ending = Ending::of(&subject);
    let found = match &ending {
        Some(ending) => Hint::of_ended(ending.is_won),
        None => question.search(|watch| hint(puzzle.as_ref(), watch)),
    };
    output.either(&found, || ending.map_or_else(|| text(&found), |ending| ending.to_string()))?;
    Ok(match found.now {
        Prospect::Wins { .. } => Answer::Yes,
        Prospect::Never => Answer::No,
        Prospect::Unknown { .. } => Answer::Unknown,
    })
}

fn text(hint: &Hint) -> String {
    let first = match (hint.now, &hint.action) {
        (Prospect::Wins { turns: count }, Some(action)) => {
            format!("{}: wins in {}", Ink::Marked.dye(action, Tone::Good), turns(count))
        }
        (Prospect::Unknown { limit, at_least }, _) => {
            let unknown = Ink::Marked.dye("unknown", Tone::Yellow);
            format!("{unknown}: {}; winning takes at least {}", reason(limit), turns(at_least))
        }
        _ => format!("{}: it cannot be won from here", Ink::Marked.dye("no way", Tone::Bad)),
    };
    let choices = hint.choices.iter().map(|choice| format!("\n  {}", line(choice, hint)));
    first + &choices.collect::<String>()
}

fn line(choice: &Choice, hint: &Hint) -> String {
    format!("{:<4} {}{}", choice.action, prospect(choice.then), direction(choice, hint))
}

/// Describes whether an action leads nearer to the win.
fn direction(choice: &Choice, hint: &Hint) -> &'static str {
    match (choice.then, hint.now) {
        (Prospect::Wins { turns: 0 }, _) => "",
        _ if hint.is_shortest(choice) => ": nearer",
        (Prospect::Wins { turns: then }, Prospect::Wins { turns: now }) if then == now => ": no nearer",
        (Prospect::Wins { .. }, Prospect::Wins { .. }) => ": further away",
        _ => "",
    }
}
