//! Writes ships as the tables that the reader reads.
//!
//! The same ships give the same document. Knows words; does not know whether a ship is valid.

use serde_json::{Map, Value, json};

use super::Design;
use crate::rulesets::fleet::phase::{PHASE_WORDS, word_for};
use crate::rulesets::fleet::power::{Condition, Effect, Often, Power, Query, Rule, Standard};

/// Returns the table of one ship.
pub(in crate::rulesets::fleet) fn document(design: &Design) -> Value {
    let mut table = Map::new();
    table.insert("id".into(), design.kind.to_string().into());
    table.insert("name".into(), design.name.to_string().into());
    table.insert("glyph".into(), design.glyph.to_string().into());
    table.extend(design.cost.map(|cost| ("cost".into(), cost.into())));
    if !design.takes.is_empty() {
        table.insert("takes".into(), json!(design.takes));
    }
    table.insert("charges".into(), design.charges.into());
    if !design.powers.is_empty() {
        table.insert("power".into(), design.powers.iter().map(power).collect());
    }
    table.into()
}

fn power(power: &Power) -> Value {
    let mut table = Map::new();
    table.insert("name".into(), power.name.to_string().into());
    let (head, effect) = match &power.rule {
        Rule::Scheduled { phase, often, effect } => {
            (scheduled(word_for(&PHASE_WORDS, phase), *often), Some(effect))
        }
        Rule::Destroyed(effect) => (
            json!({ "hook": "event", "timing": "upon_destruction", "trigger": "on_destroyed" }),
            Some(effect),
        ),
        Rule::Completed(effect) => (json!({ "hook": "event", "trigger": "on_ship_completed" }), Some(effect)),
        Rule::Reroll(upto) => (
            json!({ "hook": "dice_manipulation", "timing": "continuous", "effect": "reroll", "value": upto }),
            None,
        ),
        Rule::Passive(query) => (passive(*query), None),
    };
    table.extend(entries(head));
    table.extend(effect.map(effect_table).into_iter().flat_map(entries));
    table.into()
}

fn scheduled(phase: &str, often: Often) -> Value {
    match often {
        Often::Continuous => json!({ "phase": phase, "timing": "continuous" }),
        Often::Charged(price) => json!({ "phase": phase, "timing": "continuous", "spends": price }),
        Often::Once => json!({ "phase": phase, "timing": "once_only_automatic" }),
    }
}

fn passive(query: Query) -> Value {
    let asked = |word: &str| json!({ "hook": "passive", "timing": "passive", "query": word });
    match query {
        Query::Reads(value) => {
            json!({ "hook": "dice_manipulation", "timing": "passive", "query": "reads", "value": value })
        }
        Query::DoublesHealing => asked("doubles_healing"),
        Query::Protects => asked("protects"),
        Query::CountsConsumed => asked("counts_consumed"),
    }
}

fn effect_table(effect: &Effect) -> Value {
    match effect {
        Effect::Standard(effect) => standard(effect),
        Effect::PerShips { each, then } => {
            json!({ "effect": "custom", "logic": "per_ships", "each": each, "then": standard(then) })
        }
        Effect::Conditional { condition, then, otherwise } => {
            let mut table = match condition {
                Condition::DieAtLeast(value) => {
                    json!({ "effect": "conditional", "if": "die_at_least", "value": value, "then": standard(then) })
                }
                Condition::DieEven => {
                    json!({ "effect": "conditional", "if": "die_even", "then": standard(then) })
                }
                Condition::Behind => {
                    json!({ "effect": "conditional", "if": "behind", "then": standard(then) })
                }
            };
            if let Some(otherwise) = otherwise {
                table["else"] = standard(otherwise);
            }
            table
        }
    }
}

fn standard(effect: &Standard) -> Value {
    match effect {
        Standard::Damage(amount) => json!({ "effect": "damage", "amount": amount }),
        Standard::Heal(amount) => json!({ "effect": "heal", "amount": amount }),
        Standard::GainLines(amount) => json!({ "effect": "gain_lines", "amount": amount }),
        Standard::Build(kind, count) => json!({ "effect": "build", "ship": kind, "amount": count }),
        Standard::Destroy => json!({ "effect": "destroy" }),
    }
}

fn entries(table: Value) -> Map<String, Value> {
    if let Value::Object(table) = table { table } else { Map::new() }
}
