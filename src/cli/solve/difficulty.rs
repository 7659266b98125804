//! `timeloom solve --difficulty`: measures how hard a level is, and lists things that no shortest way needs.

use std::time::Instant;

use serde_json::json;
use timeloom::catalog;
use timeloom::game::Game;
use timeloom::scene::plain::{self, turns};
use timeloom::solver::difficulty::{Difficulty, difficulty};
use timeloom::solver::{Survey, Watch};
use timeloom::timeline::NodeId;
use timeloom::workshop::questions::{Named, Unused, UnusedGroup, unused};

use crate::cli::output::{Answer, Failure, Output};
use crate::cli::question::{Question, Subject};
use crate::cli::solve::Solution;

pub(super) fn run(question: &Question, output: &mut Output) -> Result<Answer, Failure> {
    let subject = question.open()?;
    let puzzle = question.puzzle(&subject)?;
    let begun = Instant::now();
    let found = question.search(|watch| {
        let difficulty = difficulty(puzzle.as_ref(), watch)?;
        let unused = unused_in(&subject, difficulty.shortest, watch);
        // Comes last, because it may use up the budget.
        let survey = puzzle.survey(watch).ok();
        Ok((difficulty, unused, survey))
    });
    let (difficulty, unused, survey) = match found {
        Ok(measured) => measured,
        Err(answer) => {
            return Solution::without_ways(answer, begun.elapsed().as_secs_f64()).report(output);
        }
    };
    let mut data = json!(difficulty);
    data["unused"] = json!(unused);
    data["survey"] = json!(survey);
    output.either(&data, || text(&difficulty, unused.as_ref(), survey))?;
    Ok(Answer::Yes)
}

/// Finds things that no shortest way needs; only from the start of a level that can be drawn.
fn unused_in(Subject { game, node }: &Subject, shortest: u32, watch: &Watch) -> Option<Unused> {
    let drawable = catalog::drawable(&game.about().ruleset).ok().filter(|_| *node == NodeId::ROOT)?;
    let sketch = drawable.sketch(&Game::level(game.as_ref())).ok()?;
    Some(unused(drawable.questions(sketch).as_ref(), shortest, watch))
}

fn text(found: &Difficulty, unused: Option<&Unused>, survey: Option<Survey>) -> String {
    let unknown = || "unknown within the budget".to_owned();
    let ways = found.ways.map_or_else(unknown, |ways| match ways {
        u64::MAX => "more than can be counted".to_owned(),
        ways => ways.to_string(),
    });
    let single = found.single_way.map_or_else(unknown, |count| format!("{} in a row", turns(count)));
    let winnable = survey.map_or_else(unknown, |survey| format!("from {survey}"));
    let dead_ends = found.dead_ends.as_ref().map_or_else(unknown, |actions| match actions.as_slice() {
        [] => "none".to_owned(),
        some => some.join(" "),
    });
    let mut lines = vec![
        format!("shortest            {}", turns(found.shortest)),
        format!("shortest ways       {ways}"),
        format!("single way          {single}"),
        format!("states searched     {}", found.states),
        format!("can still be won    {winnable}"),
        format!("choices per turn    {:.1}", found.choices_per_turn()),
        format!("dead first moves    {dead_ends}"),
    ];
    lines.extend(unused.map(|unused| format!("not needed          {}", not_needed(unused))));
    lines.join("\n")
}

/// Lists things by name with their cells.
fn not_needed(unused: &Unused) -> String {
    let told = |group| match group {
        UnusedGroup::One(Named { name, spot, .. }) => format!("{name} at {},{}", spot.at.x, spot.at.y),
        UnusedGroup::Many { name, count } => format!("any one of {count} things of the kind {name}"),
    };
    let mut parts: Vec<_> = unused.grouped().into_iter().map(told).collect();
    if unused.unknown > 0 {
        parts.push(format!("{} unknown within the budget", unused.unknown));
    }
    if parts.is_empty() { "nothing".to_owned() } else { plain::line(&parts.join(", ")).into_owned() }
}
