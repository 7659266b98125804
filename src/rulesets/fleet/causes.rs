//! Names the places of the state that an outcome changed, and the rule behind it: every number a player sees has a
//! source.
//!
//! Called through `Show`. Knows outcomes and the names of places; reads no state.

use super::id::{SEATS, ShipId};
use super::outcome::{Event, Outcome, Source, Why};
use super::phase::Phase;
use super::state::{Due, Impact};
use crate::diff::Cause;

/// Returns every place that changed, with the rule.
pub(super) fn causes(outcome: &Outcome) -> Vec<Cause> {
    let mut causes = vec![Cause::new("turn", "every action in the log is a turn")];
    causes.extend(changed_by(outcome));
    causes
}

fn changed_by(outcome: &Outcome) -> Vec<Cause> {
    match outcome {
        Outcome::Declared { player, ready, .. } => {
            let mut causes = vec![Cause::new(
                format!("players[{player}].declared"),
                "a choice is noted until both are ready",
            )];
            if *ready {
                causes.push(Cause::new(
                    format!("players[{player}].ready"),
                    "all questions of this phase are answered",
                ));
            }
            causes
        }
        Outcome::Resolved { steps, now, .. } => {
            let mut causes = transition(*now);
            if steps.iter().any(|step| step.phase == Phase::SimultaneousDeclaration) {
                causes.push(Cause::new("response", "what was declared may be answered"));
            }
            causes.extend(outcome.events().flat_map(causes_of));
            causes
        }
    }
}

fn transition((round, phase): (u16, Phase)) -> Vec<Cause> {
    let mut causes = vec![Cause::new("phase", format!("both were ready: the round goes on to {phase}"))];
    if phase == Phase::DiceRoll {
        causes.push(Cause::new("round", format!("round {round} begins after the automatic phase")));
        causes.push(Cause::new("die", "a new round has a new die"));
        causes.push(Cause::new("response", "answers are over when the round is"));
        causes.push(Cause::new("tally", "all that was due counts in the automatic phase"));
    }
    for seat in SEATS {
        causes.push(Cause::new(format!("players[{seat}].ready"), "readiness is cleared at every transition"));
        causes.push(Cause::new(
            format!("players[{seat}].declared"),
            "choices are revealed when both are ready",
        ));
        if phase == Phase::DiceRoll {
            causes.push(Cause::new(format!("players[{seat}].reads"), "a new round has a new die"));
        }
    }
    causes
}

fn causes_of(event: &Event) -> Vec<Cause> {
    match event {
        Event::Rolled { .. } => {
            vec![Cause::new("die", "the die is rolled"), Cause::new("rng", "the die is rolled")]
        }
        Event::Reads { player, source, .. } => {
            let rule = source.as_ref().map_or("the shared die".to_owned(), named);
            vec![Cause::new(format!("players[{player}].reads"), rule)]
        }
        Event::Lines { player, change, why, .. } => {
            vec![Cause::new(format!("players[{player}].lines"), format!("{change:+}: {}", reason(why)))]
        }
        Event::Built { ship, why, .. } => launched(*ship, &reason(why)),
        Event::Created { ship, source, .. } => launched(*ship, &named(source)),
        Event::Consumed { ship, into, .. } => {
            vec![Cause::new(format!("ships[{ship}].status"), format!("went into {into}"))]
        }
        Event::Destroyed { ship, .. } => {
            vec![Cause::new(format!("ships[{ship}].status"), "destroyed after its last effects")]
        }
        Event::Spent { source, .. } => {
            vec![Cause::new(format!("ships[{}].charges", source.ship), named(source))]
        }
        Event::UsedUp { source } => vec![Cause::new(format!("ships[{}].fired", source.ship), named(source))],
        Event::Promised(due) => vec![Cause::new("tally", due_text(due))],
        Event::Counted(due) => vec![Cause::new(format!("players[{}].health", due.player), due_text(due))],
        Event::Health { .. } | Event::Marked { .. } | Event::NoRoom { .. } | Event::Skipped => Vec::new(),
    }
}

fn launched(ship: ShipId, why: &str) -> Vec<Cause> {
    vec![Cause::new(format!("ships[{ship}]"), why), Cause::new(format!("players[{}].built", ship.owner), why)]
}

fn reason(why: &Why) -> String {
    match why {
        Why::Die(reads) => format!("reads {reads} from the die"),
        Why::Drawn(kind) => format!("draws {kind}"),
        Why::Power(source) => named(source),
    }
}

fn due_text(due: &Due) -> String {
    let sign = if due.effect == Impact::Damage { '-' } else { '+' };
    let doubled = due.doubled_by.map(|ship| format!(", doubled by {ship}")).unwrap_or_default();
    format!("{sign}{}: {}{doubled}", due.amount, named(&due.source))
}

/// "defender A3: repair".
fn named(source: &Source) -> String {
    format!("{} {}: {}", source.kind, source.ship, source.power)
}
