//! Problems of a drawing, with their positions and advice.
//!
//! Includes the findings of the validation of the level, and problems that only the board shows: a start in
//! view of a guard, an exit out of reach.

use super::analysis::Analysis;
use super::convert;
use super::reach;
use crate::rulesets::unseen::core::SpatialPos;
use crate::rulesets::unseen::level::{
    Finding, Kind, Location, Missing, Part, Severity, Thing, described, findings,
};
use crate::rulesets::unseen::vision;
use crate::sketch::{Problem, Spot, ThingId};

/// Returns all problems.
pub(super) fn problems(analysis: &Analysis) -> Vec<Problem> {
    let judged = findings(analysis.level()).into_iter().map(|finding| problem(analysis, finding));
    judged.chain(seen(analysis)).chain(unreachable(analysis)).collect()
}

fn problem(analysis: &Analysis, finding: Finding) -> Problem {
    let Finding { spot, severity, sentence } = finding;
    let index = if let Location::Thing(index, _) = spot { Some(index) } else { None };
    let thing = index.and_then(|index| analysis.level().things().get(index));
    let message = match severity {
        Severity::Missing(what) => what_to_do(what, thing),
        Severity::Error | Severity::Warning => sentence,
    };
    let id = index.and_then(|index| analysis.ids().get(index).copied());
    let spot = id.and_then(|id| where_to_look(analysis, id, spot));
    Problem { message, is_error: severity != Severity::Warning, thing: id, spot }
}

/// Returns what is missing and what to do in the editor; the validation says what to write in a file.
fn what_to_do(what: Missing, thing: Option<&Thing>) -> String {
    let who = thing.map_or_else(String::new, described);
    let needed =
        |what| format!("winning needs {what}, and there is none: place one, or change the winning condition");
    match what {
        Missing::Player => "there is no player: place one where the game starts".to_owned(),
        Missing::Exit => needed("an exit"),
        Missing::Goal => needed("a goal"),
        Missing::Vision => {
            format!("{who} does not see anything: set its direction and its field of view")
        }
        Missing::Target => {
            format!("{who} leads nowhere: drag from it to its target, or fill in the target")
        }
    }
}

fn where_to_look(analysis: &Analysis, id: ThingId, spot: Location) -> Option<Spot> {
    let thing = analysis.sketch.thing(id)?;
    match spot {
        Location::Thing(_, Part::Rift) => {
            thing.target("target").filter(|to| analysis.sketch.has(to.at)).or(Some(thing.spot))
        }
        _ => Some(Spot { at: convert::walk(thing, thing.spot.t).unwrap_or(thing.spot.at), t: thing.spot.t }),
    }
}

fn seen(analysis: &Analysis) -> Option<Problem> {
    let (index, player) =
        analysis.level().things().iter().enumerate().find(|(_, thing)| thing.kind == Kind::Player)?;
    let (x, y) = player.at.cell();
    let who =
        analysis.name(vision::seen_at_once(analysis.sight.as_ref()?, SpatialPos::new(x, y), player.at.t)?);
    let advice = "move the player, turn the guard, or put something between them";
    let message = format!("{who} sees the player before the first turn: {advice}");
    let id = *analysis.ids().get(index)?;
    Some(Problem { message, is_error: true, thing: Some(id), spot: Some(analysis.sketch.thing(id)?.spot) })
}

fn unreachable(analysis: &Analysis) -> Option<Problem> {
    let index = reach::walled_off(analysis.level())?;
    let id = *analysis.ids().get(index)?;
    let spot = analysis.sketch.thing(id)?.spot;
    let message = format!(
        "the exit at ({}, {}) is walled off from the player: open a way, or lead a rift there",
        spot.at.x, spot.at.y
    );
    Some(Problem { message, is_error: false, thing: Some(id), spot: Some(spot) })
}
