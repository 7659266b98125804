//! `timeloom solve --difficulty`: numbers about how hard a level is, and things that could go.

use std::collections::BTreeMap;

use serde_json::json;
use timeloom::catalog;
use timeloom::game::Game;
use timeloom::scene::plain;
use timeloom::solver::difficulty::{Difficulty, difficulty};
use timeloom::solver::{Survey, Watch};
use timeloom::timeline::NodeId;
use timeloom::workshop::questions::{Named, Unused, unused};

use crate::cli::output::{Answer, Failure, Output};
use crate::cli::question::{Question, Subject, turns};

pub(super) fn run(question: &Question, output: &mut Output) -> Result<Answer, Failure> {
    let subject = question.open()?;
    let puzzle = question.puzzle(&subject)?;
    let found = question.search(|watch| {
        let difficulty = difficulty(puzzle.as_ref(), watch)?;
        let unused = unused_in(&subject, difficulty.shortest, watch);
        // This may use up the budget, so it comes last.
        let survey = puzzle.survey(watch).ok();
        Some((difficulty, unused, survey))
    });
    let Some((difficulty, unused, survey)) = found else {
        output.either(&json!({ "status": "not solved" }), || {
            "no shortest way is known: see `timeloom solve`".to_owned()
        })?;
        return Ok(Answer::Unknown);
    };
    let mut data = json!(difficulty);
    data["unused"] = json!(unused);
    data["survey"] = json!(survey);
    output.either(&data, || text(&difficulty, unused.as_ref(), survey))?;
    Ok(Answer::Yes)
}

/// Looks for things that could go; only from the start of a level that can be drawn.
fn unused_in(Subject { game, node }: &Subject, shortest: u32, watch: &Watch) -> Option<Unused> {
    let drawable = catalog::drawable(&game.about().ruleset).ok().filter(|_| *node == NodeId::ROOT)?;
    let sketch = drawable.sketch(&Game::level(game.as_ref())).ok()?;
    Some(unused(drawable.questions(sketch).as_ref(), shortest, watch))
}

fn text(found: &Difficulty, unused: Option<&Unused>, survey: Option<Survey>) -> String {
    let unknown = || "unknown within the budget".to_owned();
    let ways = found.ways.map_or_else(unknown, |ways| ways.to_string());
    let single = found.single_way.map_or_else(unknown, turns);
    let winnable = survey.map_or_else(unknown, share);
    let dead_ends = found.dead_ends.as_ref().map_or_else(unknown, |actions| match actions.as_slice() {
        [] => "none".to_owned(),
        some => some.join(" "),
    });
    let mut lines = vec![
        format!("shortest            {}", turns(found.shortest)),
        format!("shortest ways       {ways}"),
        format!("single way          {single} in a row"),
        format!("states searched     {}", found.states),
        format!("can still be won    {winnable}"),
        format!("choices per turn    {:.1}", found.choices_per_turn()),
        format!("dead first moves    {dead_ends}"),
    ];
    lines.extend(unused.map(|unused| format!("could go            {}", could_go(unused))));
    lines.join("\n")
}

fn share(Survey { reachable, winnable }: Survey) -> String {
    let percent = 100.0 * winnable as f64 / reachable.max(1) as f64;
    format!("from {winnable} of {reachable} states ({percent:.0} %)")
}

/// More things of one name than this are counted, not listed.
const MOST_LISTED: usize = 3;

/// Lists things by name with their cells.
fn could_go(Unused { things, unknown }: &Unused) -> String {
    let mut by_name: BTreeMap<&str, Vec<&Named>> = BTreeMap::new();
    things.iter().for_each(|thing| by_name.entry(&thing.name).or_default().push(thing));
    let place = |thing: &&Named| format!("{} at {},{}", thing.name, thing.spot.at.x, thing.spot.at.y);
    let listed = |(name, things): (_, Vec<&Named>)| match things.len() {
        count if count > MOST_LISTED => format!("{count} of kind {name}, each alone"),
        _ => things.iter().map(place).collect::<Vec<_>>().join(", "),
    };
    let mut parts: Vec<_> = by_name.into_iter().map(listed).collect();
    if *unknown > 0 {
        parts.push(format!("{unknown} not known within the budget"));
    }
    if parts.is_empty() { "nothing".to_owned() } else { plain::line(&parts.join(", ")).into_owned() }
}
