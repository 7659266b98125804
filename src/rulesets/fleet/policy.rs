//! Advice: greedy, and fair, since it looks at nothing that was declared in secret.
//!
//! Called through `Rules::advise`. Rates ships by their effects in the rounds that are left; does no search.

use super::Fleet;
use super::action::Action;
use super::id::{Kind, SEATS, Seat, ShipId};
use super::legality::{self, Question};
use super::passive;
use super::phase::Phase;
use super::power::{Effect, Often, Query, Rule, Standard};
use super::ships::{Catalogue, Design, standards};
use super::state::{Ship, State};

/// Returns the action for the first player who is asked.
pub(super) fn advise(rules: &Fleet, state: &State) -> Option<Action> {
    if legality::result(rules, state).is_some() {
        return None;
    }
    if state.phase == Phase::DiceRoll {
        return Some(Action::Roll);
    }
    let asked = SEATS.into_iter().find_map(|seat| Some((seat, legality::open_question(rules, state, seat)?)));
    let (seat, question) = asked?;
    Some(match question {
        Question::Yard => draw(rules, state, seat),
        Question::Ship(ship) => charge(rules.level.ships(), state, ship),
    })
}

/// Draws the most valuable ship, or saves for a better one that is nearly affordable.
fn draw(rules: &Fleet, state: &State, seat: Seat) -> Action {
    let ships = rules.level.ships();
    let want = Want::new(ships, state, seat);
    let value = |design: &Design| want.value(design);
    let answers = legality::answers(rules, state, seat, Question::Yard);
    let drawable = answers.iter().filter_map(|answer| match answer {
        Action::Build { ship, .. } => Some(ships.of(ship)),
        _ => None,
    });
    let best = drawable.max_by_key(|design| value(design));
    let soon = state.player(seat).lines + 4;
    let waited_for = ships.designs().iter().filter(|design| {
        let paid = design.cost.is_some_and(|cost| u32::from(cost) <= soon);
        paid && legality::parts(state, seat, design).is_ok()
    });
    let dream = waited_for.map(value).max().unwrap_or(0);
    match best {
        Some(design) if 2 * value(design) > dream => {
            Action::Build { player: seat, ship: design.kind.clone() }
        }
        _ => Action::Save { player: seat },
    }
}

/// Weights of effects for one player, in points for each unit.
struct Taste {
    damage: u32,
    heal: u32,
    build: u32,
    destroy: u32,
}

/// The two players weigh effects differently, so that a match between equals does not stay equal: A attacks, B grows
/// and repairs.
const TASTES: [Taste; 2] = [
    Taste { damage: 10, heal: 5, build: 12, destroy: 24 },
    Taste { damage: 9, heal: 9, build: 22, destroy: 20 },
];

/// Current priorities of a player; healing counts for little while no damage is expected.
struct Want<'a> {
    ships: &'a Catalogue,
    state: &'a State,
    seat: Seat,
    heal: u32,
}

impl<'a> Want<'a> {
    fn new(ships: &'a Catalogue, state: &'a State, seat: Seat) -> Self {
        let flow = |seat: Seat, wanted: fn(&Standard) -> u32| {
            state.living(seat).map(|ship| every_round(ships.of(&ship.kind), wanted)).sum::<u32>()
        };
        let threat =
            flow(seat.other(), |effect| if let Standard::Damage(n) = effect { (*n).into() } else { 0 });
        let healed = flow(seat, |effect| if let Standard::Heal(n) = effect { (*n).into() } else { 0 });
        let heal = if threat > healed { TASTES[seat.index()].heal } else { 1 };
        Self { ships, state, seat, heal }
    }

    fn own(&self, kind: &Kind) -> usize {
        self.state.living(self.seat).filter(|ship| ship.kind == *kind).count()
    }

    /// Returns the value of a new ship of this kind: its effects, and the upgrades it could go into.
    fn value(&self, design: &Design) -> u32 {
        let passive = design.answers(|_| Some(())).is_some();
        let strength = self.strength(design);
        // A second ship with only the same passive is useless.
        if passive && self.own(&design.kind) > 0 && every_round(design, |_| 1) == 0 {
            return 1;
        }
        let wanted = self.ships.designs().iter().filter(|upgrade| {
            let needed = upgrade.takes.iter().filter(|kind| **kind == design.kind).count();
            needed > self.own(&design.kind)
        });
        let part = wanted.map(|upgrade| self.strength(upgrade) / 3).max().unwrap_or(0);
        strength.max(part) + 1
    }

    /// Returns the strength of a kind, roughly in tenths of a point of health a round.
    fn strength(&self, design: &Design) -> u32 {
        design.powers.iter().map(|power| self.strength_of(&power.rule, design)).sum()
    }

    /// Returns the loss when a ship of this kind is destroyed, less what it leaves behind.
    fn loss(&self, design: &Design) -> u32 {
        let left = design.powers.iter().filter_map(|power| match &power.rule {
            Rule::Destroyed(effect) => standards(effect).map(|effect| self.points(effect)).max(),
            _ => None,
        });
        self.strength(design).saturating_sub(2 * left.sum::<u32>())
    }

    fn strength_of(&self, rule: &Rule, design: &Design) -> u32 {
        let most = |effect: &Effect| standards(effect).map(|effect| self.points(effect)).max().unwrap_or(0);
        match rule {
            Rule::Scheduled {
                often: Often::Continuous,
                effect: effect @ Effect::PerShips { each, .. },
                ..
            } => {
                most(effect) * u32::from(passive::count(self.ships, self.state, self.seat))
                    / u32::from(*each).max(1)
            }
            Rule::Scheduled { often: Often::Continuous, effect, .. } => most(effect),
            Rule::Scheduled { often: Often::Charged(_), effect, .. } => {
                most(effect) * u32::from(design.charges) / 4
            }
            Rule::Scheduled { often: Often::Once, effect, .. } => most(effect) / 8,
            Rule::Destroyed(effect) | Rule::Completed(effect) => most(effect) / 2,
            Rule::Reroll(_) => 10,
            Rule::Passive(Query::Reads(_)) => 20,
            Rule::Passive(Query::DoublesHealing) => 3 * self.heal,
            Rule::Passive(Query::Protects) => 15,
            Rule::Passive(Query::CountsConsumed) => 5,
        }
    }

    fn points(&self, effect: &Standard) -> u32 {
        let taste = &TASTES[self.seat.index()];
        match effect {
            Standard::Damage(amount) => taste.damage * u32::from(*amount),
            Standard::Heal(amount) => self.heal * u32::from(*amount),
            Standard::GainLines(amount) => 10 * u32::from(*amount),
            Standard::Build(_, count) => taste.build * u32::from(*count),
            Standard::Destroy => taste.destroy,
        }
    }
}

/// Returns the continuous effects of a kind in the automatic phase of each round.
fn every_round(design: &Design, wanted: fn(&Standard) -> u32) -> u32 {
    let flows = design.powers.iter().filter_map(|power| match &power.rule {
        Rule::Scheduled { phase: Phase::Automatic, often: Often::Continuous, effect } => {
            standards(effect).map(wanted).max()
        }
        _ => None,
    });
    flows.sum()
}

/// Destroys the strongest enemy that is worth a charge, strikes whenever possible, and heals when that is not wasted.
fn charge(ships: &Catalogue, state: &State, ship: ShipId) -> Action {
    let power = state.ship(ship).and_then(|own| ships.of(&own.kind).charged(state.phase));
    let Some((_, power)) = power else { return Action::Hold { ship } };
    if power.needs_target() {
        let enemy = Want::new(ships, state, ship.owner.other());
        let value = |target: &Ship| enemy.loss(ships.of(&target.kind));
        let own = &state.player(ship.owner).declared;
        let aimed_at = |target: &Ship| own.iter().any(|choice| choice.target() == Some(target.id));
        let enemies = legality::targets(ships, state, ship.owner)
            .filter(|target| target.id.owner != ship.owner && !aimed_at(target));
        let best = enemies.filter(|target| value(target) >= 5).max_by_key(|target| value(target));
        return best.map_or(Action::Hold { ship }, |target| Action::Use { ship, target: Some(target.id) });
    }
    let heals = matches!(&power.rule, Rule::Scheduled { effect: Effect::Standard(Standard::Heal(_)), .. });
    let behind = state.player(ship.owner).health <= state.player(ship.owner.other()).health;
    if heals && !behind { Action::Hold { ship } } else { Action::Use { ship, target: None } }
}
