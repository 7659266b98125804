//! Describes an outcome in one line: what was revealed, its effects, and the health of both players.
//!
//! Called through `Show`. Knows outcomes and the names of ships, no state. Effects of many ships are added up; the
//! outcome as data has each of them.

use super::action::Action;
use super::id::{Kind, SEATS, Seat};
use super::level::Level;
use super::outcome::{Event, Outcome, Source, Why};
use super::state::{Due, Impact};

/// Most sources of a sum that are named; further ones are counted.
const NAMED: usize = 4;

/// Describes an outcome briefly.
pub(super) fn tell(level: &Level, outcome: &Outcome) -> String {
    let teller = Teller(level);
    match outcome {
        Outcome::Declared { player, choice, ready } => {
            let rest = if *ready { "and is ready" } else { "with more to choose" };
            format!("{player} chooses in secret to {}, {rest}", teller.choice(choice))
        }
        Outcome::Resolved { revealed, .. } => {
            let mut clauses = teller.idle(revealed);
            clauses.extend(outcome.events().filter_map(|event| teller.clause(event)));
            clauses.extend(outcome.events().filter_map(|event| teller.tell_without_effect(event, outcome)));
            clauses.extend(SEATS.into_iter().filter_map(|seat| teller.health(seat, outcome)));
            if clauses.is_empty() { "nothing happens".into() } else { clauses.join("; ") }
        }
    }
}

/// Describes what is certain before the die is rolled; `None` if no die is rolled.
pub(super) fn by_chance(outcome: &Outcome) -> Option<String> {
    let rolls = outcome.events().any(|event| matches!(event, Event::Rolled { .. }));
    rolls.then(|| "rolls the die".to_owned())
}

struct Teller<'l>(&'l Level);

impl Teller<'_> {
    fn choice(&self, choice: &Action) -> String {
        match choice {
            Action::Roll => "roll".into(),
            Action::Build { ship, .. } => format!("draw {}", with_article(&self.kind(ship))),
            Action::Save { .. } => "save".into(),
            Action::Use { ship, target: Some(target) } => format!("aim {ship} at {target}"),
            Action::Use { ship, target: None } => format!("use {ship}"),
            Action::Hold { ship } => format!("hold {ship}"),
        }
    }

    /// Describes choices that leave no event behind.
    fn idle(&self, revealed: &[Action]) -> Vec<String> {
        let clause = |choice: &Action| match choice {
            Action::Save { player } => Some(format!("{player} saves")),
            Action::Hold { ship } => Some(format!("{ship} holds")),
            _ => None,
        };
        revealed.iter().filter_map(clause).collect()
    }

    fn clause(&self, event: &Event) -> Option<String> {
        match event {
            Event::Rolled { die } => Some(format!("the die shows {die}")),
            Event::Reads { player, value, source: Some(source) } => {
                Some(format!("{player} reads {value} ({})", self.source(source)))
            }
            Event::Lines { player, change, why: Why::Die(_), .. } => {
                Some(format!("{player} gets {change} line{}", if *change == 1 { "" } else { "s" }))
            }
            Event::Lines { player, change, why: Why::Power(source), .. } => {
                Some(format!("{player} gains {change} ({})", self.source(source)))
            }
            Event::Built { ship, kind, why: Why::Power(source) } => {
                Some(format!("{} builds {} {ship}", self.source(source), self.kind(kind)))
            }
            Event::Built { ship, kind, .. } => {
                Some(format!("{} draws {} {ship}", ship.owner, self.kind(kind)))
            }
            Event::Consumed { ship, kind, into } => {
                Some(format!("{} {ship} goes into {}", self.kind(kind), with_article(&self.kind(into))))
            }
            Event::NoRoom { player, kind, .. } => {
                Some(format!("{player} has no room for {}", with_article(&self.kind(kind))))
            }
            Event::Spent { source, target: Some(target), .. } => {
                Some(format!("{} at {target}", self.source(source)))
            }
            Event::Promised(due) => Some(format!("{} will {}", self.source(&due.source), impact(due))),
            Event::Created { ship, kind, source } => {
                Some(format!("{} {} leaves {} {ship}", self.kind(&source.kind), source.ship, self.kind(kind)))
            }
            Event::Destroyed { ship, kind } => Some(format!("{} {ship} is destroyed", self.kind(kind))),
            _ => None,
        }
    }

    /// Describes a charge that was spent on a power without effect.
    fn tell_without_effect(&self, event: &Event, outcome: &Outcome) -> Option<String> {
        let Event::Spent { source, target: None, .. } = event else { return None };
        let vain = !outcome.events().any(|event| does(event) == Some(source));
        vain.then(|| format!("{} spends a charge to no effect", self.source(source)))
    }

    /// "A 20 -> 26 (+6 Defender A1, doubled)", if health changed.
    fn health(&self, seat: Seat, outcome: &Outcome) -> Option<String> {
        let (before, after) = outcome.events().find_map(|event| match event {
            Event::Health { player, before, after, .. } if *player == seat => Some((*before, *after)),
            _ => None,
        })?;
        let counted: Vec<&Due> = outcome.events().filter_map(|event| counted(event, seat)).collect();
        let named = counted.iter().take(NAMED).map(|due| self.due(due)).collect::<Vec<_>>().join(", ");
        let more = counted.len().saturating_sub(NAMED);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        Some(format!("{seat} {before} -> {after} ({named}{rest})"))
    }

    fn due(&self, due: &Due) -> String {
        let sign = if due.effect == Impact::Damage { '-' } else { '+' };
        let doubled = if due.doubled_by.is_some() { ", doubled" } else { "" };
        format!("{sign}{} {} {}{doubled}", due.amount, self.kind(&due.source.kind), due.source.ship)
    }

    fn source(&self, source: &Source) -> String {
        format!("{} {}", self.kind(&source.kind), source.ship)
    }

    fn kind(&self, kind: &Kind) -> String {
        self.0.ships().get(kind).map_or_else(|| kind.to_string(), |design| design.name.to_string())
    }
}

/// Returns the power that an event comes from.
fn does(event: &Event) -> Option<&Source> {
    match event {
        Event::Promised(due) | Event::Counted(due) => Some(&due.source),
        Event::Lines { why: Why::Power(source), .. } | Event::Built { why: Why::Power(source), .. } => {
            Some(source)
        }
        Event::NoRoom { source, .. } | Event::Created { source, .. } => Some(source),
        _ => None,
    }
}

fn counted(event: &Event, seat: Seat) -> Option<&Due> {
    match event {
        Event::Counted(due) if due.player == seat => Some(due),
        _ => None,
    }
}

fn impact(due: &Due) -> String {
    match due.effect {
        Impact::Damage => format!("do {} damage to {}", due.amount, due.player),
        Impact::Heal => format!("heal {} by {}", due.player, due.amount),
    }
}

pub(super) fn with_article(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {name}")
}
