//! Finds everything that makes a state impossible: all faults, not only the first.
//!
//! Called for states that come from outside, and for every state by the tests. Knows what can be reached in a match;
//! changes nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Fleet;
use super::id::{MAX_SHIPS, SEATS, Seat};
use super::legality::{self, Effect};
use super::level::Level;
use super::phase::Phase;
use super::power::{Often, Rule};
use super::state::{Due, MAX_LINES, Player, Ship, State};
use crate::rules::Fault;

/// Lowest health in any match that can be played.
const LEAST_HEALTH: i32 = -1_000_000;
/// Most entries that can be due in one round.
const MAX_DUE: usize = 2000;
/// Most damage or healing of a single power.
const MAX_AMOUNT: u32 = 100_000;

/// Returns everything that makes this state impossible on this level.
pub(super) fn faults(rules: &Fleet, state: &State) -> Vec<Fault> {
    let level = &rules.level;
    let mut found = clock(level, state);
    found.extend(SEATS.into_iter().flat_map(|seat| player(level, state, seat)));
    found.extend(state.ships.iter().flat_map(|each| ship(level, state, each)));
    found.extend(SEATS.into_iter().filter_map(|seat| numbers(state, seat)));
    found.extend(tally(state));
    // The questions of a phase can be computed only when the ships are sound.
    if found.is_empty() {
        found.extend(SEATS.into_iter().filter_map(|seat| choices(rules, state, seat)));
        found.extend(waiting(state));
    }
    found.into_iter().map(Fault::new).collect()
}

fn clock(level: &Level, state: &State) -> Vec<String> {
    let mut found = Vec::new();
    let (round, last) = (state.round, level.rounds());
    if round < 1 || round > last.saturating_add(1) {
        found.push(format!("round {round} is not one of the {last} rounds of this match"));
    }
    let phase = state.phase;
    if !matches!(phase, Phase::DiceRoll | Phase::Drawing) && !phase.takes_charges() {
        found.push(format!("{phase} runs automatically: no state waits in it"));
    }
    let rolled = phase != Phase::DiceRoll;
    if rolled && (round > last || state.players.iter().any(|player| player.health <= 0)) {
        found.push(format!("the match is over, so {} cannot wait for anything", state.phase));
    }
    let shown = |value: Option<u8>| if rolled { matches!(value, Some(1..=6)) } else { value.is_none() };
    let what = if rolled { "a number from 1 to 6" } else { "null before it is rolled" };
    if !shown(state.die) {
        found.push(format!("in {} the die must be {what}", state.phase));
    }
    let reading = state.players.iter().filter(|player| !shown(player.reads));
    found.extend(reading.map(|player| format!("in {} what {} reads must be {what}", state.phase, player.id)));
    if state.response != (state.phase == Phase::ConditionalResponse) {
        found.push("`response` is true in conditional_response, and only there".to_owned());
    }
    found
}

fn player(level: &Level, state: &State, seat: Seat) -> Vec<String> {
    let Player { id, health, lines, built, .. } = state.player(seat);
    let most = level.most_health();
    let had = state.ships.iter().filter(|ship| ship.id.owner == seat).count();
    let wrong = [
        (*id != seat)
            .then(|| format!("player {seat} is called {id}: the players are A and B, in this order")),
        (!(LEAST_HEALTH..=most).contains(health))
            .then(|| format!("{seat} has {health} health: at most {most}, and not that little")),
        (*lines > MAX_LINES).then(|| format!("{seat} has {lines} lines: at most {MAX_LINES}")),
        (usize::from(*built) != had || *built > MAX_SHIPS).then(|| {
            format!(
                "{seat} has built {built} ships and {had} are listed: at most {MAX_SHIPS}, and none left out"
            )
        }),
    ];
    wrong.into_iter().flatten().collect()
}

fn ship(level: &Level, state: &State, ship: &Ship) -> Vec<String> {
    let Ship { id, kind, charges, born, fired, .. } = ship;
    let Some(design) = level.ships().get(kind) else {
        let kind = crate::level_text::shown(&kind.0);
        return vec![format!("{id} is of the kind \"{kind}\", which this match does not have")];
    };
    let once = |index: &u8| {
        let power = design.powers.get(usize::from(*index));
        power.is_some_and(|power| matches!(power.rule, Rule::Scheduled { often: Often::Once, .. }))
    };
    let twice = fired.iter().collect::<BTreeSet<_>>().len() < fired.len();
    let wrong = [
        (*charges > design.charges)
            .then(|| format!("{id} has {charges} charges, more than its {}", design.charges)),
        (*born > state.round).then(|| format!("{id} was completed in round {born}, which is still to come")),
        (twice || !fired.iter().all(once)).then(|| {
            format!("{id} has used {}: list only its own once-only powers, each once", listed(fired))
        }),
        (*born == 0 && !fired.is_empty())
            .then(|| format!("{id} is a starting ship, so it cannot have used a once-only power")),
    ];
    wrong.into_iter().flatten().collect()
}

/// Checks that a player's ships are numbered in the order of the list.
fn numbers(state: &State, seat: Seat) -> Option<String> {
    let own = state.ships.iter().filter(|ship| ship.id.owner == seat);
    let (wrong, place) = own.zip(1usize..).find(|(ship, place)| usize::from(ship.id.number) != *place)?;
    Some(format!(
        "{} stands where {seat}{place} belongs: ships are listed by their numbers, each once",
        wrong.id
    ))
}

fn tally(state: &State) -> Vec<String> {
    if state.phase == Phase::DiceRoll && !state.tally.is_empty() {
        return vec!["nothing is due before the die is rolled: `tally` must be empty".to_owned()];
    }
    if state.tally.len() > MAX_DUE {
        return vec![format!("{} entries are due: at most {MAX_DUE}", state.tally.len())];
    }
    let strange = |due: &&Due| {
        let known = state.ship(due.source.ship).is_some_and(|ship| ship.kind == due.source.kind);
        !known || due.amount > MAX_AMOUNT || due.source.power.len() > 200
    };
    let wrong = state.tally.iter().filter(strange);
    wrong.map(|due| format!("what is due from {} is not its own or too much", due.source.ship)).collect()
}

/// Checks that each declared choice answers the question that was asked.
fn choices(rules: &Fleet, state: &State, seat: Seat) -> Option<String> {
    let mut before = state.clone();
    before.players[seat.index()].declared = Arc::default();
    before.players[seat.index()].ready = false;
    let asked = legality::questions(rules, &before, seat).len();
    for choice in state.player(seat).declared.iter() {
        match legality::check(rules, &before, choice) {
            Ok(Effect::Choose { player, choice, .. }) if player == seat => {
                Arc::make_mut(&mut before.players[seat.index()].declared).push(choice);
            }
            Ok(_) => return Some(format!("{seat} cannot have declared {choice}")),
            Err(why) => return Some(format!("{seat} cannot have declared {choice}: {why}")),
        }
    }
    let ready = state.player(seat).declared.len() == asked;
    (state.player(seat).ready != ready).then(|| {
        format!(
            "{seat} has answered {} of {asked} questions, so `ready` is {ready}",
            state.player(seat).declared.len()
        )
    })
}

/// Checks that the phase waits for an answer or for the roll.
fn waiting(state: &State) -> Option<String> {
    let waits = state.phase == Phase::DiceRoll || !state.both_ready();
    (!waits).then(|| format!("both players are ready, so {} is over", state.phase))
}

/// "power 1, power 1".
fn listed(powers: &[u8]) -> String {
    powers.iter().map(|power| format!("power {power}")).collect::<Vec<_>>().join(", ")
}
