//! The strip below the toolbar: whether the level or the turn can be won, and whether recorded runs still
//! work.
//!
//! Shows the answers about the open state, and the progress of unknown ones; a click shows more. Computes
//! nothing itself.

use egui::{Label, RichText, Sense, Ui};
use timeloom::scene::Tone;

use super::{PanelContext, answers};
use crate::answers::describe::{self, AnswerText, Can};
use crate::command::{AskCommand, Command, GoCommand, ViewCommand};
use crate::settings::Tab;
use crate::theme::Palette;
use crate::workspace::Mode;

/// Maximum number of named runs; more are only counted.
const MOST_RUNS: usize = 2;

/// Whether there is anything to show.
pub fn any(context: PanelContext<'_>) -> bool {
    context.answers.level().is_some() || context.answers.turn().is_some()
}

/// Shows the strip.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.set_clip_rect(ui.max_rect().expand(4.0));
        match context.workspace.mode() {
            Mode::Draw => level(ui, context, commands),
            Mode::Play => turn(ui, context, commands),
        }
    });
}

fn level(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let Some(known) = context.answers.level() else { return };
    let progress = context.answers.progress();
    _ = said(ui, &describe::level(known, progress), commands);
    search(ui, context, describe::can(known, context.answers.is_working()), commands);
    let runs = describe::runs(known, MOST_RUNS);
    for run in runs {
        ui.weak("·");
        if said(ui, &run, commands) {
            commands.extend(run.run.and_then(|run| run.find(known)).map(answers::play));
        }
    }
}

fn turn(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let (all, turn) = (context.answers, context.document().cursor().turn);
    let (Some(known), Some(now)) = (all.turn(), describe::turn(all, turn)) else { return };
    _ = said(ui, &now, commands);
    if let Some(turn) = describe::lost_before(all, turn) {
        all.line().and_then(describe::missed).iter().for_each(|missed| _ = ui.weak(missed));
        if ui.small_button(format!("Go to turn {turn}")).clicked() {
            commands.push(Command::Go(GoCommand::Turn(turn)));
        }
    }
    search(ui, context, describe::can_at_turn(all, turn), commands);
    if known.ending.is_none() {
        button(ui, context, "Hint", AskCommand::Hint, commands);
    }
}

fn search(ui: &mut Ui, context: PanelContext<'_>, can: Can, commands: &mut Vec<Command>) {
    match can {
        Can::Stop => button(ui, context, "Stop", AskCommand::Stop, commands),
        Can::SearchOn => button(ui, context, "Search on", AskCommand::SearchOn, commands),
        Can::Nothing => {}
    }
}

/// Shows a text that opens the tab with all answers; returns whether it was clicked.
fn said(ui: &mut Ui, AnswerText { text, tone, hint, .. }: &AnswerText, commands: &mut Vec<Command>) -> bool {
    let colour = if *tone == Tone::Plain { Palette::of(ui).text } else { Palette::of(ui).ink(*tone) };
    let label = Label::new(RichText::new(text).color(colour)).sense(Sense::click()).truncate();
    let response = ui.add(label);
    super::spoken(&response, egui::accesskit::Live::Polite);
    let response = if hint.is_empty() { response } else { response.on_hover_text(hint) };
    if response.clicked() {
        commands.push(Command::View(ViewCommand::Tab(Tab::Answers)));
    }
    response.clicked()
}

fn button(ui: &mut Ui, context: PanelContext<'_>, name: &str, ask: AskCommand, commands: &mut Vec<Command>) {
    let command = Command::Ask(ask);
    if ui.small_button(name).on_hover_text(context.keys.hint(ui.ctx(), &command)).clicked() {
        commands.push(command);
    }
}
