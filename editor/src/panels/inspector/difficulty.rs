//! Shows the difficulty of the level as named numbers.

use egui::{Grid, RichText, Ui};
use timeloom::scene::plain;

use crate::answers::LevelAnswers;
use crate::theme::Palette;

/// Shows the numbers, and marks those that are not known yet.
pub(super) fn show(ui: &mut Ui, known: &LevelAnswers) {
    let palette = Palette::of(ui);
    Grid::new("difficulty").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        for (name, value, hint) in rows(known) {
            ui.label(RichText::new(name).color(palette.weak)).on_hover_text(hint);
            ui.label(value);
            ui.end_row();
        }
    });
}

const WORKING: &str = "…";
const UNKNOWN: &str = "unknown";

fn rows(known: &LevelAnswers) -> Vec<(&'static str, String, &'static str)> {
    let found = known.difficulty.as_ref();
    let shortest = known.solution().map_or(0, <[_]>::len) as u32;
    let text = |value: Option<Option<String>>| {
        value.map_or(WORKING.to_owned(), |value| value.unwrap_or_else(|| UNKNOWN.to_owned()))
    };
    let ways = known.ways.map(|ways| ways.ok().map(|ways| ways.to_string()));
    let single = found.map(|found| found.single_way.map(plain::turns));
    let choices = found.map(|found| Some(format!("{:.1}", found.choices_per_turn())));
    let dead = found.map(|found| found.dead_ends.as_ref().map(|actions| listed(actions)));
    let survey = known.survey.map(|survey| survey.ok().map(|survey| survey.to_string()));
    vec![
        ("shortest", plain::turns(shortest), "fewest turns of a win"),
        ("shortest ways", text(ways), "different wins in that many turns"),
        ("single way", text(single), "longest run of turns without an alternative on any shortest way"),
        ("choices per turn", text(choices), "legal actions at a turn of the shortest way, on average"),
        ("dead first moves", text(dead), "first actions after which the level cannot be won"),
        ("can still be won", text(survey), "of all reachable states"),
    ]
}

fn listed(actions: &[String]) -> String {
    if actions.is_empty() { "none".to_owned() } else { actions.join(" ") }
}
