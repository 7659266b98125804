//! `timeloom hint`: the next action of a shortest way to win, and what every other action would mean.

use timeloom::scene::Tone;
use timeloom::scene::plain::turns;
use timeloom::scene::text::Ink;
use timeloom::solver::hint::{Choice, Hint, Prospect, hint};

use super::output::{Answer, Failure, Output};
use super::question::{Question, prospect, reason};

/// Tell the next action of a shortest way to win
///
/// Also lists every legal action with the turns that a win takes after it. Exit code 0 if the game can be won from there,
/// 1 if it cannot, and 3 if that is not known when the budget is used up.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  timeloom hint saves/levels/unseen-02-heavy-furniture.toml\n  \
timeloom hint sneak.loom --node tip")]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
}

pub(super) fn run(Arguments { question }: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let puzzle = question.puzzle(&question.open()?)?;
    let found = question.search(|watch| hint(puzzle.as_ref(), watch));
    output.either(&found, || text(&found))?;
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
    let choices = hint.choices.iter().map(|choice| format!("\n  {}", line(choice, hint.now)));
    first + &choices.collect::<String>()
}

fn line(Choice { action, then }: &Choice, now: Prospect) -> String {
    format!("{action:<4} {}{}", prospect(*then), direction(*then, now))
}

/// Says whether an action leads nearer to the win.
fn direction(then: Prospect, now: Prospect) -> &'static str {
    match (then, now) {
        (Prospect::Wins { turns: 0 }, _) => "",
        (Prospect::Wins { turns: then }, Prospect::Wins { turns: now }) => match then.cmp(&now) {
            std::cmp::Ordering::Less => ": nearer",
            std::cmp::Ordering::Equal => ": no nearer",
            std::cmp::Ordering::Greater => ": further away",
        },
        _ => "",
    }
}
