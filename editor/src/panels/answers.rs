//! The tab with all answers about the drawn level or the played turn.
//!
//! Shows the shortest way, every recorded run with its result, and the outlook after each action. A click
//! goes there.

use egui::{Label, RichText, Ui};
use timeloom::scene::{Tone, plain};
use timeloom::solver::hint::Hint;

use super::PanelContext;
use super::row::{self, ListRow, WrappedRow};
use crate::answers::describe::{self, AnswerText};
use crate::answers::{LevelAnswers, LevelState, RecordedRun, Runs, TurnAnswers, UnreadableSave};
use crate::command::{AskCommand, Command};
use crate::theme::Palette;
use crate::workspace::Mode;

/// Shows the answers.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    super::heading(ui, "Answers", if context.answers.is_working() { "working…" } else { "" });
    match context.workspace.mode() {
        Mode::Draw => match context.answers.level() {
            Some(known) => level(ui, context, known, commands),
            None => _ = ui.weak("nothing is known yet"),
        },
        Mode::Play => match context.answers.turn() {
            Some(known) => turn(ui, context, known, commands),
            None => _ = ui.weak("nothing is known yet"),
        },
    }
}

fn level(ui: &mut Ui, context: PanelContext<'_>, known: &LevelAnswers, commands: &mut Vec<Command>) {
    say(ui, &describe::level(known, context.answers.progress()));
    if let Some(way) = known.solution() {
        path(ui, way);
        let offers = [
            ("Play it", AskCommand::PlaySolution, "play this way on the level, as a new branch"),
            (
                if context.answers.shows_path() { "Hide it" } else { "Show it" },
                AskCommand::ShowPath,
                "on the board and in the cube",
            ),
            ("Store in the level", AskCommand::KeepSolution, "add it to the solutions of this level"),
        ];
        let offers = if known.is_solution_kept() { &offers[..2] } else { &offers };
        offered(ui, offers, commands);
        if known.is_solution_kept() {
            ui.weak("already kept in the level");
        }
    }
    match &known.runs {
        Some(_) if known.state == Some(LevelState::Faulty) => {
            ui.add_space(8.0);
            ui.weak("Solutions and playthroughs are re-run when the level has no errors.");
        }
        Some(runs) => recorded(ui, runs, commands),
        None => {}
    }
}

fn recorded(ui: &mut Ui, runs: &Runs, commands: &mut Vec<Command>) {
    for (title, runs) in [("Solutions", &runs.solutions), ("Playthroughs", &runs.played)] {
        ui.add_space(8.0);
        super::heading(ui, title, &runs.len().to_string());
        if runs.is_empty() {
            ui.weak("none recorded");
        }
        for run in runs.iter().take(MOST_RUNS) {
            one(ui, run, commands);
        }
        if let Some(more) = runs.len().checked_sub(MOST_RUNS).filter(|more| *more > 0) {
            let broken = runs[MOST_RUNS..].iter().filter(|run| !run.rerun.holds).count();
            ui.weak(format!("{more} more, {broken} of them broken; `timeloom check` lists all"));
        }
    }
    unreadable(ui, &runs.unreadable);
}

/// Lists the saves that cannot be read.
fn unreadable(ui: &mut Ui, saves: &[UnreadableSave]) {
    let red = Palette::of(ui).ink(Tone::Bad);
    for UnreadableSave { file, problem } in saves.iter().take(MOST_RUNS) {
        let text = format!("'{}' cannot be read: {}", plain::line(file), plain::line(problem));
        ui.add(Label::new(RichText::new(text).color(red)).wrap());
    }
}

/// Maximum number of listed runs: rows take time in every frame. Broken ones come first.
const MOST_RUNS: usize = 200;

fn one(ui: &mut Ui, run: &RecordedRun, commands: &mut Vec<Command>) {
    let (AnswerText { text, tone, .. }, details) = (describe::run(run), describe::details(run));
    let row = WrappedRow { spoken: format!("{text}, play it"), text: &text, tone, details: &details };
    if row.show(ui).clicked() {
        commands.push(play(run));
    }
}

/// Plays a recorded run, up to the turn at which it breaks.
pub(super) fn play(run: &RecordedRun) -> Command {
    Command::Ask(AskCommand::Play(run.rerun.name.clone(), run.actions()))
}

fn turn(ui: &mut Ui, context: PanelContext<'_>, known: &TurnAnswers, commands: &mut Vec<Command>) {
    let now = describe::turn(context.answers, context.document().cursor().turn);
    now.iter().for_each(|now| say(ui, now));
    if known.ending.is_some() {
        return;
    }
    if let Some(hint) = &known.hint {
        choices(ui, context, hint, commands);
    } else {
        let hint = "evaluate every action";
        offered(ui, &[("Hint", AskCommand::Hint, hint)], commands);
    }
    if let Some(way) = known.solution().filter(|_| known.hint.is_some()) {
        ui.add_space(8.0);
        super::heading(ui, "Shortest way", &plain::turns(way.len() as u32));
        path(ui, way);
        offered(ui, &[("Play it", AskCommand::PlaySolution, "play this way, as a new branch")], commands);
    }
}

fn choices(ui: &mut Ui, context: PanelContext<'_>, hint: &Hint, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    for choice in &hint.choices {
        let AnswerText { text, .. } = describe::choice(choice.then, hint.now);
        let is_best = hint.is_shortest(choice);
        let row = ListRow {
            spoken: format!("{}: {text}", choice.action),
            action: &choice.action,
            code: "",
            in_words: false,
            text: &text,
            pill: is_best.then(|| "shortest".to_owned()),
            chosen: is_best,
            dim: false,
            margin: 8.0,
        };
        if row.show(ui).clicked()
            && let Ok(bytes) = context.document().game().parse(&choice.action)
        {
            commands.push(Command::Act(bytes));
        }
    }
    ui.add_space(row::HEIGHT / 4.0);
}

fn say(ui: &mut Ui, AnswerText { text, tone, hint, .. }: &AnswerText) {
    let palette = Palette::of(ui);
    let colour = if *tone == Tone::Plain { palette.text } else { palette.ink(*tone) };
    ui.add(Label::new(RichText::new(text).color(colour)).wrap());
    if *tone != Tone::Good && !hint.is_empty() {
        ui.add(Label::new(RichText::new(hint).small().color(palette.weak)).wrap());
    }
}

/// Shows the actions of a way.
fn path(ui: &mut Ui, way: &[String]) {
    let shown = super::beginning(&way.join(" "), MOST_SHOWN).to_owned();
    ui.add(Label::new(RichText::new(shown).monospace().color(Palette::of(ui).weak)).wrap());
}

/// Maximum number of bytes shown of a way: laying out a text takes time in every frame.
const MOST_SHOWN: usize = 2000;

fn offered(ui: &mut Ui, offers: &[(&str, AskCommand, &str)], commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        for (name, ask, hint) in offers {
            if ui.button(*name).on_hover_text(*hint).clicked() {
                commands.push(Command::Ask(ask.clone()));
            }
        }
    });
}
