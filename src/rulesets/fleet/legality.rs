//! Legality: whom a phase asks, which answers are legal, and why others are refused.
//!
//! A phase asks each player a number of questions that follows from public information: one at the yard, or one for
//! each ship with charges and something to spend them on. Every question gets one answer, so the length of the log
//! tells the opponent nothing. The check returns the effect to carry out; nothing is changed here.

mod illegal;

pub use illegal::Illegal;

use super::Fleet;
use super::action::Action;
use super::id::{Kind, MAX_SHIPS, SEATS, Seat, ShipId};
use super::passive;
use super::phase::Phase;
use super::ships::{Catalogue, Design};
use super::state::{Ship, State};
use crate::rules::GameResult;

/// A legal action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The round begins.
    Roll,
    /// A player answers a question.
    Choose {
        /// The player.
        player: Seat,
        /// The answer.
        choice: Action,
        /// Whether this was the player's last question.
        last: bool,
    },
}

/// A question to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Which ship to draw.
    Yard,
    /// Use of this ship's charges.
    Ship(ShipId),
}

/// Returns every legal action: those of A, then those of B, for the next question of each; doing nothing comes last.
pub(super) fn actions(rules: &Fleet, state: &State) -> Vec<Action> {
    if result(rules, state).is_some() {
        return Vec::new();
    }
    if state.phase == Phase::DiceRoll {
        return vec![Action::Roll];
    }
    SEATS
        .into_iter()
        .flat_map(|seat| {
            open_question(rules, state, seat)
                .into_iter()
                .flat_map(move |asked| answers(rules, state, seat, asked))
        })
        .collect()
}

/// Returns every legal action, and others that deserve an explanation: ships that cannot be drawn or aimed at now, and
/// ships that are asked later.
pub(super) fn candidates(rules: &Fleet, state: &State) -> Vec<Action> {
    let mut all = actions(rules, state);
    if result(rules, state).is_none() {
        let others = SEATS.into_iter().flat_map(|seat| considered(rules, state, seat));
        let others: Vec<_> = others.filter(|action| !all.contains(action)).collect();
        all.extend(others);
    }
    all
}

/// Returns what a player who is asked something might consider.
fn considered(rules: &Fleet, state: &State, seat: Seat) -> Vec<Action> {
    match open_question(rules, state, seat) {
        None => Vec::new(),
        Some(Question::Yard) => {
            let designs = rules.level.ships().designs().iter().filter(|design| design.cost.is_some());
            designs.map(|design| Action::Build { player: seat, ship: design.kind.clone() }).collect()
        }
        Some(Question::Ship(ship)) => {
            let aimed = needs_target(rules.level.ships(), state, ship);
            let targets = state.ships.iter().filter(|target| aimed && target.is_alive());
            let uses = targets.map(|target| Action::Use { ship, target: Some(target.id) });
            uses.chain(later(rules, state, seat)).collect()
        }
    }
}

/// Returns an action of each ship that is asked after the current one.
fn later(rules: &Fleet, state: &State, seat: Seat) -> impl Iterator<Item = Action> {
    let questions = questions(rules, state, seat).into_iter().skip(state.player(seat).declared.len() + 1);
    questions.filter_map(|question| match question {
        Question::Ship(ship) => Some(Action::Hold { ship }),
        Question::Yard => None,
    })
}

/// Returns the effect of an action, or why it is not legal.
pub(super) fn check(rules: &Fleet, state: &State, action: &Action) -> Result<Effect, Illegal> {
    if let Some(result) = result(rules, state) {
        return Err(Illegal::MatchOver { result });
    }
    let Some(player) = action.player() else {
        let rolled = state.phase != Phase::DiceRoll;
        return if rolled { Err(Illegal::AlreadyRolled { phase: state.phase }) } else { Ok(Effect::Roll) };
    };
    if state.phase == Phase::DiceRoll {
        return Err(Illegal::RollFirst { round: state.round });
    }
    let questions = questions(rules, state, player);
    let answered = state.player(player).declared.len();
    let Some(asked) = questions.get(answered) else {
        let not_asked = Illegal::NotAsked { player, phase: state.phase };
        return Err(protection(rules, state, action).unwrap_or(not_asked));
    };
    answer(rules, state, *asked, action)?;
    Ok(Effect::Choose { player, choice: action.clone(), last: answered + 1 == questions.len() })
}

/// Returns the result of the match, if it has ended.
pub(super) fn result(rules: &Fleet, state: &State) -> Option<GameResult> {
    let [a, b] = [&state.players[0], &state.players[1]].map(|player| player.health);
    let fallen = a <= 0 || b <= 0;
    if !fallen && state.round <= rules.level.rounds() {
        return None;
    }
    let name = |seat: Seat| rules.level.setup(seat).name.to_string();
    Some(match a.cmp(&b) {
        std::cmp::Ordering::Greater => GameResult::Won(name(Seat::A)),
        std::cmp::Ordering::Less => GameResult::Won(name(Seat::B)),
        std::cmp::Ordering::Equal if fallen => GameResult::Draw("both fall together".into()),
        std::cmp::Ordering::Equal => {
            GameResult::Draw(format!("equal health after {} rounds", rules.level.rounds()))
        }
    })
}

/// Returns the questions of a phase to a player, in order. They follow from public information only, never from
/// declared choices.
pub(super) fn questions(rules: &Fleet, state: &State, seat: Seat) -> Vec<Question> {
    let ships = rules.level.ships();
    match state.phase {
        Phase::Drawing => {
            let can_build = ships.designs().iter().any(|design| can_build(state, seat, design).is_ok());
            can_build.then_some(Question::Yard).into_iter().collect()
        }
        Phase::ConditionalResponse if !state.response => Vec::new(),
        phase if phase.takes_charges() => {
            let asked = state.living(seat).filter(|ship| may_act(rules, state, ship));
            asked.map(|ship| Question::Ship(ship.id)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the player's next unanswered question.
pub(super) fn open_question(rules: &Fleet, state: &State, seat: Seat) -> Option<Question> {
    // A player who is ready has answered everything; computing the questions is the expensive part.
    let player = state.player(seat);
    if player.ready { None } else { questions(rules, state, seat).get(player.declared.len()).copied() }
}

/// Returns every legal answer to a question.
pub(super) fn answers(rules: &Fleet, state: &State, seat: Seat, asked: Question) -> Vec<Action> {
    let ships = rules.level.ships();
    match asked {
        Question::Yard => {
            let drawable = ships.designs().iter().filter(|design| can_build(state, seat, design).is_ok());
            let builds = drawable.map(|design| Action::Build { player: seat, ship: design.kind.clone() });
            builds.chain([Action::Save { player: seat }]).collect()
        }
        Question::Ship(ship) => {
            let uses: Vec<Action> = if needs_target(ships, state, ship) {
                targets(ships, state, seat)
                    .map(|target| Action::Use { ship, target: Some(target.id) })
                    .collect()
            } else {
                vec![Action::Use { ship, target: None }]
            };
            uses.into_iter().chain([Action::Hold { ship }]).collect()
        }
    }
}

/// Returns the ships that a player's destroying powers may target: basic ones of either side, unless they are
/// protected.
pub(super) fn targets<'s>(
    ships: &'s Catalogue,
    state: &'s State,
    by: Seat,
) -> impl Iterator<Item = &'s Ship> {
    let enemies_safe = passive::protector(ships, state, by.other(), by).is_some();
    let open = move |ship: &&Ship| ship.id.owner == by || !enemies_safe;
    state
        .ships
        .iter()
        .filter(|ship| ship.is_alive())
        .filter(open)
        .filter(|ship| ships.of(&ship.kind).is_basic())
}

/// Returns the player's oldest ships that would go into a new one; or the kind that is missing.
pub(super) fn parts(state: &State, seat: Seat, design: &Design) -> Result<Vec<ShipId>, Kind> {
    let mut used: Vec<ShipId> = Vec::new();
    for kind in &design.takes {
        let part = state.living(seat).find(|ship| ship.kind == *kind && !used.contains(&ship.id));
        used.push(part.ok_or_else(|| kind.clone())?.id);
    }
    Ok(used)
}

/// A ship without targets is not asked; if that is because the target is protected, this is the reason.
fn protection(rules: &Fleet, state: &State, action: &Action) -> Option<Illegal> {
    let Action::Use { ship, target: Some(target) } = action else { return None };
    let aimed = aim(rules.level.ships(), state, *ship, Some(*target));
    aimed.err().filter(|why| matches!(why, Illegal::Protected { .. }))
}

fn may_act(rules: &Fleet, state: &State, ship: &Ship) -> bool {
    let (ships, owner) = (rules.level.ships(), ship.id.owner);
    let Some((_, power)) = ships.of(&ship.kind).charged(state.phase) else { return false };
    let paid = power.price(state.phase).is_some_and(|price| price <= ship.charges);
    let worth_asking = |target: &Ship| rules.asks_for_own_ships() || target.id.owner != owner;
    paid && (!power.needs_target() || targets(ships, state, owner).any(worth_asking))
}

fn needs_target(ships: &Catalogue, state: &State, ship: ShipId) -> bool {
    let design = state.ship(ship).map(|ship| ships.of(&ship.kind));
    design.and_then(|design| design.charged(state.phase)).is_some_and(|(_, power)| power.needs_target())
}

/// Checks whether an action answers a question.
fn answer(rules: &Fleet, state: &State, asked: Question, action: &Action) -> Result<(), Illegal> {
    match (asked, action) {
        (Question::Yard, Action::Save { .. }) => Ok(()),
        (Question::Yard, Action::Build { player, ship }) => {
            let design = rules.level.ships().get(ship);
            let design = design.ok_or_else(|| Illegal::NoSuchKind { ship: ship.clone() })?;
            can_build(state, *player, design)
        }
        (Question::Ship(asked), Action::Hold { ship }) if asked == *ship => Ok(()),
        (Question::Ship(asked), Action::Use { ship, target }) if asked == *ship => {
            aim(rules.level.ships(), state, *ship, *target)
        }
        (Question::Yard, _) => Err(Illegal::AtTheYard { phase: state.phase }),
        (Question::Ship(ship), _) => Err(Illegal::AnotherShip { ship, phase: state.phase }),
    }
}

fn can_build(state: &State, seat: Seat, design: &Design) -> Result<(), Illegal> {
    let (kind, player) = (&design.kind, state.player(seat));
    let cost = design.cost.ok_or_else(|| Illegal::NotDrawn { ship: kind.clone() })?;
    if u32::from(cost) > player.lines {
        return Err(Illegal::TooFewLines { ship: kind.clone(), cost, lines: player.lines });
    }
    if player.built >= MAX_SHIPS {
        return Err(Illegal::NoRoom { player: seat });
    }
    parts(state, seat, design).map(|_| ()).map_err(|part| Illegal::PartMissing { ship: kind.clone(), part })
}

fn aim(ships: &Catalogue, state: &State, ship: ShipId, target: Option<ShipId>) -> Result<(), Illegal> {
    let Some(target) = target else {
        return if needs_target(ships, state, ship) { Err(Illegal::NeedsTarget { ship }) } else { Ok(()) };
    };
    if !needs_target(ships, state, ship) {
        return Err(Illegal::TakesNoTarget { ship });
    }
    let aimed_at = state.ship(target).filter(|target| target.is_alive());
    let Some(aimed_at) = aimed_at else { return Err(Illegal::NoSuchShip { ship: target }) };
    if !ships.of(&aimed_at.kind).is_basic() {
        return Err(Illegal::NotBasic { ship: target, kind: aimed_at.kind.clone() });
    }
    match passive::protector(ships, state, target.owner, ship.owner) {
        Some(protector) => Err(Illegal::Protected { ship: target, by: protector.id }),
        None => Ok(()),
    }
}
