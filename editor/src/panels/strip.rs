//! The strip below the toolbar: whether the level or the turn can be won, and whether recorded runs still work.
//!
//! Says what is known about the state in front, and what is still being worked out; a click shows more. Works out
//! nothing itself.

use egui::{Label, RichText, Sense, Ui};
use timeloom::scene::Tone;

use super::PanelContext;
use crate::answers::describe::{self, Said};
use crate::command::{AskCommand, Command, GoCommand, ViewCommand};
use crate::settings::Tab;
use crate::theme::Palette;
use crate::workspace::Mode;

/// More runs than this are only counted.
const MOST_RUNS: usize = 2;

/// Whether there is anything to say.
pub fn any(context: PanelContext<'_>) -> bool {
    context.answers.level().is_some()
        || context.answers.turn().is_some() && context.document().result().is_none()
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
    said(ui, &describe::level(known, progress), Tab::Answers, commands);
    match describe::can(known) {
        describe::Can::Stop => button(ui, context, "Stop", AskCommand::Stop, commands),
        describe::Can::SearchOn => button(ui, context, "Search on", AskCommand::SearchOn, commands),
        describe::Can::Nothing => {}
    }
    let runs = describe::runs(known, MOST_RUNS);
    for run in runs {
        ui.weak("·");
        said(ui, &run, Tab::Answers, commands);
    }
}

fn turn(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let Some(known) = context.answers.turn() else { return };
    let lost = context.answers.lost_after().filter(|last| context.document().cursor().turn > *last);
    said(ui, &describe::turn(known, lost, context.answers.progress()), Tab::Answers, commands);
    match (lost, known.prospect()) {
        (Some(turn), _) => {
            context.answers.line().and_then(describe::missed).iter().for_each(|missed| _ = ui.weak(missed));
            if ui.small_button(format!("Go to turn {turn}")).clicked() {
                commands.push(Command::Go(GoCommand::Turn(turn)));
            }
        }
        (None, None) => button(ui, context, "Stop", AskCommand::Stop, commands),
        (None, Some(timeloom::solver::hint::Prospect::Unknown { .. })) => {
            button(ui, context, "Search on", AskCommand::SearchOn, commands);
        }
        _ => {}
    }
    button(ui, context, "Hint", AskCommand::Hint, commands);
}

/// A text that leads to a tab.
fn said(ui: &mut Ui, Said { text, tone, hint }: &Said, tab: Tab, commands: &mut Vec<Command>) {
    let colour = if *tone == Tone::Plain { Palette::of(ui).text } else { Palette::of(ui).ink(*tone) };
    let label = Label::new(RichText::new(text).color(colour)).sense(Sense::click()).truncate();
    let response = ui.add(label);
    super::spoken(&response, egui::accesskit::Live::Polite);
    let response = if hint.is_empty() { response } else { response.on_hover_text(hint) };
    if response.clicked() {
        commands.push(Command::View(ViewCommand::Tab(tab)));
    }
}

fn button(ui: &mut Ui, context: PanelContext<'_>, name: &str, ask: AskCommand, commands: &mut Vec<Command>) {
    let command = Command::Ask(ask);
    if ui.small_button(name).on_hover_text(context.keys.hint(ui.ctx(), &command)).clicked() {
        commands.push(command);
    }
}
