//! The tab with everything that is known about the level being drawn or the turn being played.
//!
//! Shows the way that was found, every recorded run with its verdict, and what each action would mean. A click goes there.

use egui::{Label, RichText, Ui};
use timeloom::check::RunResult;
use timeloom::scene::{Tone, plain};
use timeloom::solver::hint::Hint;

use super::PanelContext;
use super::row::{self, ListRow};
use crate::answers::describe::{self, Said};
use crate::answers::{LevelAnswers, RecordedRun, Runs, TurnAnswers};
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
            ("Play it", AskCommand::PlaySolution, "play this way on the level, as a branch of its own"),
            (
                if context.answers.shows_path() { "Hide it" } else { "Show it" },
                AskCommand::ShowPath,
                "on the board and in the cube",
            ),
            ("Keep it in the level", AskCommand::KeepSolution, "add it to the solutions of this level"),
        ];
        offered(ui, &offers, commands);
    }
    if let Some(runs) = &known.runs {
        recorded(ui, runs, commands);
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
}

/// More runs than this are counted but not listed: rows take time in every frame. Broken ones come first.
const MOST_RUNS: usize = 200;

fn one(ui: &mut Ui, run: &RecordedRun, commands: &mut Vec<Command>) {
    let Said { text, hint, .. } = describe::run(run);
    let pill = match (&run.rerun.verdict, run.rerun.holds) {
        (_, false) => Some("broken".to_owned()),
        (RunResult::Wins { .. }, true) => Some("wins".to_owned()),
        _ => None,
    };
    let row = ListRow {
        spoken: format!("{text}, play it"),
        action: &text,
        text: &hint,
        pill,
        chosen: false,
        dim: false,
        margin: 8.0,
    };
    if row.show(ui).clicked() {
        commands.push(Command::Ask(AskCommand::Play(run.rerun.name.clone(), run.actions())));
    }
}

fn turn(ui: &mut Ui, context: PanelContext<'_>, known: &TurnAnswers, commands: &mut Vec<Command>) {
    let lost = context.answers.lost_after().filter(|last| context.document().cursor().turn > *last);
    say(ui, &describe::turn(known, lost, context.answers.progress()));
    if let Some(hint) = &known.hint {
        choices(ui, context, hint, commands);
    } else {
        let hint = "work out what every action would mean";
        offered(ui, &[("Hint", AskCommand::Hint, hint)], commands);
    }
    if let Some(way) = known.solution().filter(|_| known.hint.is_some()) {
        ui.add_space(8.0);
        super::heading(ui, "Shortest way", &plain::turns(way.len() as u32));
        path(ui, way);
        offered(ui, &[("Play it", AskCommand::PlaySolution, "play this way, as a branch")], commands);
    }
}

fn choices(ui: &mut Ui, context: PanelContext<'_>, hint: &Hint, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    for choice in &hint.choices {
        let Said { text, .. } = describe::choice(choice.then, hint.now);
        let is_best = hint.action.as_ref() == Some(&choice.action);
        let row = ListRow {
            spoken: format!("{}: {text}", choice.action),
            action: &choice.action,
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

fn say(ui: &mut Ui, Said { text, tone, hint }: &Said) {
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

/// More bytes of a way are not shown: laying out a text takes time in every frame.
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
