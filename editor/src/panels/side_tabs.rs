//! The right side of the window: a row of tabs, and the panel of the selected one.
//!
//! Knows which tabs each mode has, but not what they contain.

use egui::{ScrollArea, Ui};

use super::{PanelContext, actions, answers, branches, compare, inspector, log, problems, state, tables};
use crate::command::{Command, ViewCommand};
use crate::settings::Tab;
use crate::workspace::Mode;

/// The tabs of a mode, from left to right.
pub fn tabs(mode: Mode) -> &'static [Tab] {
    match mode {
        Mode::Draw => {
            &[Tab::Inspector, Tab::Problems, Tab::Answers, Tab::Log, Tab::Branches, Tab::State, Tab::Compare]
        }
        Mode::Play => &[Tab::Actions, Tab::Answers, Tab::Tables, Tab::Branches, Tab::State, Tab::Compare],
    }
}

/// Shows the tabs and the panel of the selected one.
pub fn show(ui: &mut Ui, context: PanelContext<'_>, commands: &mut Vec<Command>) {
    let mode = context.workspace.mode();
    let has_answers = context.answers.is_on() && (mode == Mode::Draw || context.document().is_for_one());
    let is_shown = |tab: &Tab| *tab != Tab::Answers || has_answers;
    let tabs = tabs(mode).iter().copied().filter(is_shown);
    let chosen = context.settings.layout.tab(mode);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for tab in tabs {
            if ui.selectable_label(tab == chosen, tab.name()).clicked() {
                commands.push(Command::View(ViewCommand::Tab(tab)));
            }
        }
    });
    ui.separator();
    match chosen {
        Tab::Actions => actions::show(ui, context, commands),
        Tab::Tables => tables::show(ui, context.document()),
        Tab::Inspector => scroll(ui, |ui| inspector::show(ui, context, commands)),
        Tab::Problems => problems::show(ui, context, commands),
        Tab::Answers => scroll(ui, |ui| answers::show(ui, context, commands)),
        Tab::Log => log::show(ui, context, commands),
        Tab::Branches => branches::show(ui, context, commands),
        Tab::State => state::show(ui, context, commands),
        Tab::Compare => compare::show(ui, context, commands),
    }
}

fn scroll(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().min_scrolled_height(16.0).auto_shrink(false).show(ui, show);
}
