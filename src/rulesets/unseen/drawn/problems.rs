//! Problems of a drawing, with where to look and what to do.
//!
//! Includes the findings of the validation of the level, and those that only show on the board: a start that is seen, an exit
//! out of reach.

use super::analysis::Analysis;
use super::convert;
use super::reach;
use crate::rulesets::unseen::core::SpatialPos;
use crate::rulesets::unseen::level::{Finding, Kind, Location, Part, Severity, findings};
use crate::rulesets::unseen::vision;
use crate::sketch::{Problem, Spot, ThingId};

/// Returns all problems.
pub(super) fn problems(analysis: &Analysis) -> Vec<Problem> {
    let judged = findings(analysis.level()).into_iter().map(|finding| problem(analysis, finding));
    judged.chain(seen(analysis)).chain(unreachable(analysis)).collect()
}

fn problem(analysis: &Analysis, finding: Finding) -> Problem {
    let Finding { spot, severity, sentence } = finding;
    let message = in_hand(analysis, &spot, severity, &sentence).unwrap_or(sentence);
    let id = if let Location::Thing(index, _) = spot { analysis.ids().get(index).copied() } else { None };
    let spot = id.and_then(|id| where_to_look(analysis, id, spot));
    Problem { message, is_error: severity != Severity::Warning, thing: id, spot }
}

/// Returns what is missing and what to do in the editor, where the validation says what to write.
fn in_hand(analysis: &Analysis, spot: &Location, severity: Severity, sentence: &str) -> Option<String> {
    let (what, _) = sentence.rsplit_once(": ").filter(|_| severity == Severity::Missing)?;
    Some(match spot {
        Location::Win => {
            let (_, wanted) = what.split_once(" needs ")?;
            format!("winning needs {wanted}, and there is none: place one, or change the winning condition")
        }
        Location::Thing(index, _) if analysis.level().things().get(*index)?.kind == Kind::Rift => {
            format!("{what}: drag from it to its target, or fill in the target")
        }
        Location::Thing(..) => {
            let (who, _) = what.split_once(" needs ")?;
            format!("{who} does not see anything: set its direction and its field of view")
        }
        _ => format!("{what}: place one where the game starts"),
    })
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
