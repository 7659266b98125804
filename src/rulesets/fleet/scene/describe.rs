//! Describes what ships do, worded for tooltips.
//!
//! Knows powers; reads no state.

use crate::rulesets::fleet::phase::Phase;
use crate::rulesets::fleet::power::{Condition, Effect, Often, Power, Query, Rule, Standard};
use crate::rulesets::fleet::ships::Design;
use crate::rulesets::fleet::state::Ship;

/// Returns a phase in one word.
pub(super) fn short(phase: Phase) -> &'static str {
    match phase {
        Phase::DiceRoll => "roll",
        Phase::LineGeneration => "lines",
        Phase::ShipsThatBuild => "ships",
        Phase::Drawing => "draw",
        Phase::EndOfBuild => "end",
        Phase::FirstStrike => "strike",
        Phase::SimultaneousDeclaration => "declare",
        Phase::ConditionalResponse => "answer",
        Phase::Automatic => "count",
    }
}

/// Returns the charges of a ship whose kind has charges: "(2)".
pub(super) fn charges(ship: &Ship, design: &Design) -> String {
    if design.charges == 0 { String::new() } else { format!("({})", ship.charges) }
}

/// Describes all powers of a kind.
pub(super) fn powers(design: &Design) -> String {
    let words: Vec<String> = design.powers.iter().map(power).collect();
    if words.is_empty() { "nothing but parts".to_owned() } else { words.join("; ") }
}

/// Describes a power.
pub(in crate::rulesets::fleet) fn power(power: &Power) -> String {
    match &power.rule {
        Rule::Scheduled { phase: Phase::Automatic, often: Often::Continuous, effect: does } => effect(does),
        Rule::Scheduled { phase, often, effect: does } => {
            let often = match often {
                Often::Continuous => String::new(),
                Often::Charged(price) => format!(" for {price} charge{}", if *price == 1 { "" } else { "s" }),
                Often::Once => ", once when built".to_owned(),
            };
            format!("{}: {}{often}", short(*phase), effect(does))
        }
        Rule::Destroyed(does) => format!("destroyed: {}", effect(does)),
        Rule::Completed(does) => format!("another is built: {}", effect(does)),
        Rule::Reroll(upto) => format!("rolls again at {upto} or less"),
        Rule::Passive(Query::Reads(value)) => format!("reads {value} from every die"),
        Rule::Passive(Query::DoublesHealing) => "doubles healing at the count".to_owned(),
        Rule::Passive(Query::Protects) => "protects its fleet".to_owned(),
        Rule::Passive(Query::CountsConsumed) => "ships in upgrades count".to_owned(),
    }
}

fn effect(effect: &Effect) -> String {
    match effect {
        Effect::Standard(does) => standard(does),
        Effect::PerShips { each, then } => format!("{} per {each} ships", standard(then)),
        Effect::Conditional { condition, then, otherwise } => {
            let when = match condition {
                Condition::DieAtLeast(least) => format!("if it reads {least} or more"),
                Condition::DieEven => "if it reads an even number".to_owned(),
                Condition::Behind => "if behind".to_owned(),
            };
            let rest =
                otherwise.as_ref().map(|does| format!(", else {}", standard(does))).unwrap_or_default();
            format!("{} {when}{rest}", standard(then))
        }
    }
}

fn standard(effect: &Standard) -> String {
    match effect {
        Standard::Damage(amount) => format!("{amount} damage"),
        Standard::Heal(amount) => format!("heals {amount}"),
        Standard::GainLines(1) => "1 line".to_owned(),
        Standard::GainLines(amount) => format!("{amount} lines"),
        Standard::Build(kind, 1) => format!("builds a {kind}"),
        Standard::Build(kind, count) => format!("builds {count} {kind}"),
        Standard::Destroy => "destroys a basic ship".to_owned(),
    }
}
